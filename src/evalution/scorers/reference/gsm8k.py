"""How the owners of GSM8K and of GSM8K-Platinum read and compare answers, quirks kept.

GSM8K: `grade_school_math/dataset.py` of openai/grade-school-math (commit 3101c7d). The first `#### n` counts, `n` being
a run of digits, points and commas with an optional hyphen before it; commas are dropped and texts compared, so
"24.", "24.00" and "$24" are not 24.

Platinum: `src/utils.py` and `src/run_gsm8k_platinum.py` of MadryLab/platinum-benchmarks (commit bcda309), strategy
"math". With an "answer:" the text behind the last "answer: " counts, or the box in it; else the first box; else
the last line. `*`, `#` and commas are dropped, the first number taken, compared as floats with the gold's.
"""

from __future__ import annotations

import re

from evalution.sample import Gold
from evalution.scorers.metrics import mean_metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Span, Status, Verdict

_HASH = re.compile(r"#### (-?[0-9.,]+)")
_BOX = re.compile(r"\\boxed\{(\\text\{)?([^\\{}]+)\}")
_NUMBER_RUN = re.compile(r"-?[0-9.]+")
_IDLE_ZEROS = re.compile(r"\.0+$")
INVALID = "[invalid]"


def extract_answer(completion: str) -> str:
    """The owner's answer: the first `#### n` without its commas, else "[invalid]".

    >>> extract_answer("#### 1,250."), extract_answer("The answer is 24")
    ('1250.', '[invalid]')
    """
    match = _HASH.search(completion)
    return match[1].replace(",", "") if match else INVALID


def parse_platinum(output: str) -> str | None:
    """The Platinum owner's answer, `None` where the owner's code fails to parse.

    >>> parse_platinum("7 + 17 = 24\\nAnswer: **24.0**"), parse_platinum("It is \\\\boxed{1,250}"), parse_platinum("?")
    ('24', '1250', None)
    """
    lowered = output.lower()
    if "answer:" in lowered.replace("*", ""):
        box = _BOX.search(lowered.split("answer: ")[-1])
        section = f"answer: {box[2]}" if box else lowered
    else:
        box = _BOX.search(output)
        section = f"answer: {box[2].lower() if box else output.strip(chr(10)).split(chr(10))[-1].lower()}"
    tail = section.replace("*", "").replace("#", "").split("answer: ")[-1].replace(",", "")
    for run in _NUMBER_RUN.finditer(tail):
        number = run[0].rstrip(".")
        if number.strip("-."):
            return _IDLE_ZEROS.sub("", number)
    return None


def _single(gold: Gold) -> str:
    return gold if isinstance(gold, str) else gold[0] if gold else ""


def judge_gsm8k(text: str, target: Target) -> tuple[Verdict]:
    """`acc,num@gsm8k`: equal texts. UNSCORED when the gold is neither a number nor ends in `#### n`."""
    gold = _single(target.gold)
    expected = extract_answer(gold if "####" in gold else f"#### {gold.strip()}")
    if expected == INVALID:
        return (Verdict.unscored(f"expected `#### n` in the gold, found {gold[-40:]!r}"),)
    match = _HASH.search(text)
    if not match:
        return (Verdict(Status.NO_ANSWER, 0.0, via="number"),)
    answer = match[1].replace(",", "")
    return (_verdict(answer == expected, answer, "hash", Span(*match.span(1))),)


def judge_platinum(text: str, target: Target) -> tuple[Verdict]:
    """`acc,num@gsm8k_platinum`: equal floats. UNSCORED when the gold is no float."""
    gold = _single(target.gold)
    try:
        expected = float(gold.rpartition("#### ")[2].replace(",", ""))
    except ValueError:
        return (Verdict.unscored(f"expected a number in the gold, found {gold[-40:]!r}"),)
    answer = parse_platinum(text)
    if answer is None:
        return (Verdict(Status.NO_ANSWER, 0.0, via="number"),)
    return (_verdict(_float(answer) == expected, answer, "platinum", None),)


def _float(number: str) -> float | None:
    try:
        return float(number)
    except ValueError:
        return None


def _verdict(right: bool, answer: str, rule: str, span: Span | None) -> Verdict:
    return Verdict(Status.CORRECT if right else Status.INCORRECT, float(right), answer, rule, span, "number")


NUM_GSM8K = TextScorer("num@gsm8k", 1, ("acc,num@gsm8k",), judge_gsm8k, (mean_metric("acc,num@gsm8k"),))
NUM_PLATINUM = TextScorer(
    "num@gsm8k_platinum", 1, ("acc,num@gsm8k_platinum",), judge_platinum, (mean_metric("acc,num@gsm8k_platinum"),)
)
