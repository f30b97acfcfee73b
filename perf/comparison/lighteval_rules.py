"""lighteval's extractive match, as its metrics configure it and with the row's language. Rows in, outcomes out."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

from lighteval.metrics.dynamic_metrics import MultilingualExtractiveMatchMetric
from lighteval.metrics.metrics import Metrics
from lighteval.metrics.utils.extractive_match_utils import (
    ExprExtractionConfig,
    IndicesExtractionConfig,
    LatexExtractionConfig,
)
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc
from lighteval.utils.language import Language
from lighteval.utils.utils import remove_reasoning_tags

LANGUAGES = {
    "ar": Language.ARABIC,
    "de": Language.GERMAN,
    "fr": Language.FRENCH,
    "ja": Language.JAPANESE,
    "ru": Language.RUSSIAN,
    "zh": Language.CHINESE,
}
NATIVE = {"ar": "أبجد"}


def in_language(row: dict[str, Any]) -> MultilingualExtractiveMatchMetric:
    """The settings of `gpqa_instruct_metric` with the row's language; of numbers it refuses German and Thai."""
    prefix = "NativeLetters" if row.get("language") in NATIVE else "Letters"
    letters = [IndicesExtractionConfig(prefix_for_extraction=prefix, try_extract_without_anchor=True)]
    return MultilingualExtractiveMatchMetric(LANGUAGES.get(row.get("language", ""), Language.ENGLISH), letters, letters)


def mathematics(_: dict[str, Any]) -> MultilingualExtractiveMatchMetric:
    """The settings inside `pass_at_k_math`."""
    both = [ExprExtractionConfig(), LatexExtractionConfig()]
    return MultilingualExtractiveMatchMetric(Language.ENGLISH, both, both, precision=6)


RULES = {
    "letter": [
        ("gpqa_instruct_metric", lambda _: Metrics.gpqa_instruct_metric.value.sample_level_fn, False),
        ("gpqa_instruct_metric, language of the row", in_language, True),
    ],
    "number": [("expr_gold_metric", lambda _: Metrics.expr_gold_metric.value.sample_level_fn, False)],
    "math": [("pass_at_k_math", mathematics, False)],
}


def document(row: dict[str, Any], native: bool) -> Doc:
    """The question with its gold as the metric's own tasks give it."""
    if row["family"] == "letter":
        latin = "ABCDEFGHIJ"[: len(row["options"])]
        shown = NATIVE.get(row.get("language", ""), latin) if native else latin
        return Doc(query=row["question"], choices=list(shown), gold_index=latin.index(row["gold"]))
    gold = f" #### {row['gold']}" if row["family"] == "number" else f"ANSWER: $\\boxed{{{row['gold']}}}$"
    return Doc(query=row["question"], choices=[gold], gold_index=0)


def main() -> None:
    logging.disable(logging.WARNING)
    rows = [json.loads(line) for line in sys.stdin]
    for family, rules in RULES.items():
        for rule, metric, native in rules:
            for row in (row for row in rows if row["family"] == family):
                doc = document(row, native)
                visible = remove_reasoning_tags(row["response"], [("<think>", "</think>")])
                response = ModelResponse(text=[row["response"]], text_post_processed=[visible])
                right = bool(metric(row).compute(doc, response))
                found = bool(doc.specific and doc.specific["extracted_predictions"])
                outcome = "right" if right else "wrong" if found else "no_answer"
                print(json.dumps({"rule": rule, "id": row["id"], "outcome": outcome}))


if __name__ == "__main__":
    main()
