"""MGSM as simple-evals scores it, quirks kept: `mgsm_eval.py` of openai/simple-evals (commit ee3b031).

The text behind the last answer word of the language (matched exactly, so "ANSWER" is none), commas deleted, gives its
last number; signs are not read, digits of any script are found but compared as text. The live scorer for MGSM is
`gsm8k.NUM` with the target's language.
"""

from __future__ import annotations

import re

from evalution.scorers.metrics import mean_metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Status, Verdict

ANSWER_PREFIXES = {
    "bn": "উত্তর",
    "de": "Antwort",
    "en": "Answer",
    "es": "Respuesta",
    "fr": "Réponse",
    "ja": "答え",
    "ru": "Ответ",
    "sw": "Jibu",
    "te": "సమాధానం",
    "th": "คำตอบ",
    "zh": "答案",
}
"""The answer word of each of MGSM's languages."""

LATIN_LANGUAGES = ("de", "en", "es", "fr", "sw")
"""The languages that simple-evals reports together as written in Latin script; the rest are the other group."""

_NUMBER = re.compile(r"\d+\.?\d*")


def parse_answer(answer: str, answer_prefix: str) -> str:
    """The last number behind the last `answer_prefix`, commas and a final point dropped; "" when there is none.

    >>> parse_answer("Antwort: 3 + 4 = 7.", "Antwort"), parse_answer("ANSWER: 7", "Answer")
    ('7', '')
    """
    if answer_prefix not in answer:
        return ""
    numbers = _NUMBER.findall(answer.split(answer_prefix)[-1].replace(",", ""))
    return numbers[-1].rstrip(".") if numbers else ""


def score_mgsm(target: str, prediction: str) -> bool:
    """Equal as text once commas, and the idle zeros of a prediction with a point, are gone.

    >>> score_mgsm("1,250", "1250.00"), score_mgsm("45", "๔๕")
    (True, False)
    """
    if "." in prediction:
        prediction = prediction.rstrip("0").rstrip(".")
    return target.replace(",", "") == prediction.replace(",", "")


def judge(text: str, target: Target) -> tuple[Verdict]:
    """`acc,num@simple_evals`. UNSCORED without a single gold, or for a language that MGSM does not have; an unknown
    language ("") is read as English."""
    language = target.language.partition("-")[0] or "en"
    if language not in ANSWER_PREFIXES or not isinstance(target.gold, str) or not target.gold.strip():
        return (Verdict.unscored(f"expected a gold and a language of MGSM, found {language!r}"),)
    answer = parse_answer(text, ANSWER_PREFIXES[language])
    if not answer:
        return (Verdict(Status.NO_ANSWER, 0.0, via="number"),)
    right = score_mgsm(target.gold.rpartition("####")[2].strip(), answer)
    status = Status.CORRECT if right else Status.INCORRECT
    rule = f"marker:{ANSWER_PREFIXES[language]}"
    return (Verdict(status, float(right), answer, rule, via="number"),)


NUM_SIMPLE_EVALS = TextScorer(
    "num@simple_evals", 1, ("acc,num@simple_evals",), judge, (mean_metric("acc,num@simple_evals"),)
)
