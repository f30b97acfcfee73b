"""Scorers: text or log-probabilities to verdicts, and the pure functions that they are made of.

The functions below are imported when they are first used; each stands in the module that the table names.
"""

from __future__ import annotations

import importlib
from typing import Any

_MODULES = {
    "choice_label": "exact_match choice_label_exact_match",
    "classification": "f1_for_label macro_f1 matthews_corrcoef",
    "code": "find_code program_to_run",
    "correlation": "pearson spearman",
    "drop": "get_drop_metrics",
    "exam": "exam_score_outcome",
    "gsm8k": "extract_number",
    "judge": "BROWSECOMP EQUALITY GRADED SIMPLEQA",
    "judge.attempts": "simpleqa_metrics",
    "judge.calibration": "calibration_error",
    "math": "extract_math_answer math_equal",
    "mgsm": "parse_answer score_mgsm",
    "multiple_choice": "build_choice_score build_choice_scores multiple_choice_outcome",
    "label_permutations": "label_permutation_outcome label_permutations_for_mode",
    "normalization": "normalize_response normalize_extracted_answer",
    "reference.simple_evals": "MULTILINGUAL_ANSWER_PATTERN_TEMPLATE MULTILINGUAL_ANSWER_REGEXES",
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names.split()}
_HOMES["estimate_pass_at_k"] = "evalution.statistics.passk"
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
