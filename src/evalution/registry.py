"""Names of benchmarks, collections of them, scorers and engines, and where they stand.

A built-in is one line here, `name = "module:CONSTANT"`, imported when it is asked for. A plug-in registers
the same line under the entry-point group `evalution.benchmarks`, `.collections`, `.scorers` or `.engines`.
"""

from __future__ import annotations

import difflib
import importlib
from typing import Any, Literal

from evalution.errors import EvalutionError

Group = Literal["benchmarks", "collections", "scorers", "engines"]

BUILT_IN: dict[Group, dict[str, str]] = {
    "benchmarks": {
        "aime_2024": "evalution.benchmarks.aime:AIME_2024",
        "aime_2025": "evalution.benchmarks.aime:AIME_2025",
        "arc_challenge": "evalution.benchmarks.arc:ARC_CHALLENGE",
        "arc_easy": "evalution.benchmarks.arc:ARC_EASY",
        "browsecomp": "evalution.benchmarks.browsecomp:BROWSECOMP",
        "commonsense_qa": "evalution.benchmarks.commonsense:COMMONSENSEQA",
        "drop": "evalution.benchmarks.drop:DROP",
        "glue_cola": "evalution.benchmarks.glue:COLA",
        "glue_mnli_matched": "evalution.benchmarks.glue:MNLI_MATCHED",
        "glue_mnli_mismatched": "evalution.benchmarks.glue:MNLI_MISMATCHED",
        "glue_mrpc": "evalution.benchmarks.glue:MRPC",
        "glue_qnli": "evalution.benchmarks.glue:QNLI",
        "glue_qqp": "evalution.benchmarks.glue:QQP",
        "glue_rte": "evalution.benchmarks.glue:RTE",
        "glue_sst2": "evalution.benchmarks.glue:SST2",
        "glue_stsb": "evalution.benchmarks.glue:STSB",
        "glue_wnli": "evalution.benchmarks.glue:WNLI",
        "gpqa_diamond": "evalution.benchmarks.gpqa:GPQA_DIAMOND",
        "gpqa_extended": "evalution.benchmarks.gpqa:GPQA_EXTENDED",
        "gpqa_main": "evalution.benchmarks.gpqa:GPQA_MAIN",
        "gsm8k": "evalution.benchmarks.gsm8k:GSM8K",
        "gsm8k_platinum": "evalution.benchmarks.gsm8k:GSM8K_PLATINUM",
        "hellaswag": "evalution.benchmarks.hellaswag:HELLASWAG",
        "humaneval": "evalution.benchmarks.humaneval:HUMANEVAL",
        "ifeval": "evalution.benchmarks.ifeval:IFEVAL",
        "math": "evalution.benchmarks.math:MATH",
        "math_500": "evalution.benchmarks.math:MATH_500",
        "mbpp": "evalution.benchmarks.mbpp:MBPP",
        "mgsm": "evalution.benchmarks.mgsm:MGSM",
        "mmlu": "evalution.benchmarks.mmlu:MMLU",
        "mmlu_ll": "evalution.benchmarks.mmlu_ll:MMLU_LL",
        "mmlu_pro": "evalution.benchmarks.mmlu_pro:MMLU_PRO",
        "mmlu_pro_ll": "evalution.benchmarks.mmlu_ll:MMLU_PRO_LL",
        "mmmlu": "evalution.benchmarks.mmmlu:MMMLU",
        "multiple_choice": "evalution.benchmarks.generic:MULTIPLE_CHOICE",
        "openbookqa": "evalution.benchmarks.commonsense:OPENBOOKQA",
        "piqa": "evalution.benchmarks.commonsense:PIQA",
        "sciq": "evalution.benchmarks.commonsense:SCIQ",
        "simpleqa": "evalution.benchmarks.simpleqa:SIMPLEQA",
        "superglue_boolq": "evalution.benchmarks.superglue:BOOLQ",
        "superglue_cb": "evalution.benchmarks.superglue:CB",
        "superglue_copa": "evalution.benchmarks.superglue:COPA",
        "superglue_multirc": "evalution.benchmarks.superglue:MULTIRC",
        "superglue_record": "evalution.benchmarks.superglue:RECORD",
        "superglue_rte": "evalution.benchmarks.superglue:RTE",
        "superglue_wic": "evalution.benchmarks.superglue:WIC",
        "superglue_wsc": "evalution.benchmarks.superglue:WSC",
        "truthfulqa_mc1": "evalution.benchmarks.truthfulqa:TRUTHFULQA_MC1",
        "truthfulqa_mc2": "evalution.benchmarks.truthfulqa:TRUTHFULQA_MC2",
        "winogrande": "evalution.benchmarks.winogrande:WINOGRANDE",
    },
    "collections": {
        "glue": "evalution.benchmarks.glue:GLUE",
        "superglue": "evalution.benchmarks.superglue:SUPERGLUE",
    },
    "scorers": {
        "browsecomp": "evalution.scorers.judged_suites:BROWSECOMP",
        "choice_label": "evalution.scorers.choice_label:CHOICE_LABEL",
        "choice_label@mmlu_pro": "evalution.scorers.reference.mmlu_pro:CHOICE_LABEL_MMLU_PRO",
        "choice_label@mmlu_pro:1": "evalution.scorers.reference.mmlu_pro:CHOICE_LABEL_MMLU_PRO_1",
        "choice_label@simple_evals": "evalution.scorers.reference.simple_evals:CHOICE_LABEL_SIMPLE_EVALS",
        "choice_label@simple_evals_gpqa": "evalution.scorers.reference.simple_evals:CHOICE_LABEL_SIMPLE_EVALS_GPQA",
        "drop": "evalution.scorers.drop:DROP",
        "drop@allenai": "evalution.scorers.reference.drop:DROP_ALLENAI",
        "exact": "evalution.scorers.choice_label:EXACT",
        "exam": "evalution.scorers.exam:EXAM",
        "exec": "evalution.scorers.executed:EXEC",
        "exec@human_eval": "evalution.scorers.executed:EXEC_HUMAN_EVAL",
        "exec@simple_evals": "evalution.scorers.executed:EXEC_SIMPLE_EVALS",
        "likeness": "evalution.scorers.likeness:LIKENESS",
        "ll": "evalution.scorers.ll_classification:LL",
        "ll_f1": "evalution.scorers.ll_classification:LL_F1",
        "ll_macro": "evalution.scorers.ll_classification:LL_MACRO",
        "ll_mcc": "evalution.scorers.ll_classification:LL_MCC",
        "ll_question": "evalution.scorers.ll_classification:LL_QUESTION",
        "mass": "evalution.scorers.mass:MASS",
        "ifeval": "evalution.scorers.ifeval:IFEVAL",
        "math": "evalution.scorers.math:MATH",
        "math@hendrycks": "evalution.scorers.reference.hendrycks:MATH_HENDRYCKS",
        "math_judge": "evalution.scorers.judged_suites:MATH_JUDGE",
        "multiple_choice": "evalution.scorers.multiple_choice:MULTIPLE_CHOICE",
        "num": "evalution.scorers.gsm8k:NUM",
        "num@gsm8k": "evalution.scorers.reference.gsm8k:NUM_GSM8K",
        "num@gsm8k_platinum": "evalution.scorers.reference.gsm8k:NUM_PLATINUM",
        "num@simple_evals": "evalution.scorers.mgsm:NUM_SIMPLE_EVALS",
        "partial": "evalution.scorers.partial:PARTIAL",
        "record": "evalution.scorers.record:RECORD",
        "simpleqa": "evalution.scorers.judged_suites:SIMPLEQA",
    },
    "engines": {
        "http": "evalution.engines.http.engine:open_http",
        "https": "evalution.engines.http.engine:open_https",
        "openai": "evalution.engines.http.engine:open_openai",
        "replay": "evalution.engines.replay:open_engine",
        "smollm2": "evalution.engines.smollm2:open_engine",
    },
}


MOST = 60
"""How many known names a complaint lists."""

_ADDED: dict[tuple[Group, str], Any] = {}


def add(group: Group, name: str, value: Any) -> None:
    """Register an object for this process, in place of one added before. EvalutionError when the name is a
    built-in's; the built-in itself is left as it is."""
    if name not in BUILT_IN[group]:
        _ADDED[group, name] = value
    elif load(group, name) is not value:
        raise EvalutionError(f"{group.removesuffix('s')} {name!r}: the name is a built-in's")


def is_extended() -> bool:
    """Whether something was added that another process would not know."""
    return bool(_ADDED)


def names(group: Group) -> list[str]:
    """All names of a group, built-in and plugged in, in alphabetical order."""
    return sorted({*BUILT_IN[group], *(name for kind, name in _ADDED if kind == group), *_plugged_in(group)})


def load(group: Group, name: str) -> Any:
    """The object behind a name. EvalutionError with the nearest names when there is none."""
    target = BUILT_IN[group].get(name)
    if target is not None:
        module, _, attribute = target.partition(":")
        return getattr(importlib.import_module(module), attribute)
    if (group, name) in _ADDED:
        return _ADDED[group, name]
    plugged_in = _plugged_in(group)
    if name in plugged_in:
        return plugged_in[name].load()
    raise EvalutionError(unknown(group.removesuffix("s"), name, names(group)))


def unknown(what: str, name: str, known: list[str]) -> str:
    """One line for a name that is none, with the nearest ones.

    >>> unknown("benchmark", "gsm8", ["arc_easy", "gsm8k"])
    "unknown benchmark 'gsm8'; nearest: gsm8k"
    """
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    shown = [*known[:MOST], *(["…"] if len(known) > MOST else [])]
    hint = f"nearest: {', '.join(near)}" if near else f"known: {', '.join(shown)}"
    return f"unknown {what} {name!r}; {hint}"


def _plugged_in(group: Group) -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=f"evalution.{group}")}
