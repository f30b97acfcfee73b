"""The live mathematics scorer, `acc,math`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.extraction import Found, candidates, decide, describe
from evalution.scorers.math.alternatives import all_equal, are_alternatives, asks_for_several
from evalution.scorers.math.equality import Equality, gold_problem, math_equal
from evalution.scorers.math.expression import variables
from evalution.scorers.math.extraction import BANDS, last_box, neighbouring_boxes
from evalution.scorers.math.reader import read, right_hand_side
from evalution.scorers.math.refusals import is_declined
from evalution.scorers.math.units import read_unit
from evalution.scorers.math.values import Equation, Scalar
from evalution.scorers.metrics import mean_metric
from evalution.scorers.numerals import COMMA_DECIMAL
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.scorers.thinking import may_think, set_aside
from evalution.verdict import Candidate, Status, Verdict

_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+)\s?(?:,|\{,\})(\d{1,2}|\d{4,})(?![\d.,])")

_POINT_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.])")
_ASIDE = re.compile(r"([^()]{1,200})\s\((?:or|i\.e\.,?|=|that is,?|≈|about)?\s?([^()]{1,60})\)\$?")
_PLAIN_MEASURE = re.compile(
    r"((?:\\?[$€£]\s?)?-?\d[\d,.]{0,40})\s(?:[mgshLl](?:\^?[23]|[²³])?|(?P<noun>[^\W\d_]{3,20}(?:\s[^\W\d_]{2,20}){0,4}))\.?"
)

_LED = re.compile(
    r"\\(?:text|textbf|mathrm|mbox|mathbf)\s?\{\s*(?:\((?P<letter>[A-J])\)(?=\s|\}[\s\\~:])"
    r"|(?![^{}]*\b(?:not|than|least|most|about)\b)[^{}\\$]{1,60}(?:\bis|\bare|[:=])(?=\s|\}))\s*\}[\s:\\,~]*(?=\S)"
)
"""The letter of a choice, or words, that lead up to an answer in its box: `\\textbf{(C) } 12`, `\\text{Area: } 12`."""


def judge(text: str, target: Target) -> tuple[Verdict]:
    r"""The verdict under `acc,math`: 1 when the answer that the response commits to equals a gold.

    NO_ANSWER when it commits to none or declines, AMBIGUOUS when it leaves a choice ("3 or 4", `8 to 12`) where the
    gold is one value, INCORRECT via "limit" beyond the limits, UNSCORED when no gold can be read.

    >>> judge(r"Hence $\boxed{\frac{2}{4}}$.", Target("0.5"))[0].via
    'math.rational'
    """
    golds = [boxed_gold(gold) for gold in ((target.gold,) if isinstance(target.gold, str) else target.gold)]
    problems = [gold_problem(gold) for gold in golds]
    if all(problems):
        return (Verdict.unscored(f"the gold cannot be read: {'; '.join(filter(None, problems)) or 'none given'}"),)
    visible = set_aside(text) if may_think(text) else None
    found = decide(BANDS, visible.text if visible else text, target)
    note = visible.note if visible else None
    if found is None or not found.answers:
        rule, span = (found.rule, found.span) if found else (None, None)
        return (Verdict(Status.NO_ANSWER, 0.0, None, rule, span, note=note),)
    readable = [gold for gold, problem in zip(golds, problems, strict=True) if not problem]
    several = neighbouring_boxes(visible.text if visible else text, found.span) if found.rule == "boxed" else None
    if several and several.either:
        return (_verdict(several.found, readable, target.language, note),)
    verdict = _verdict(found, readable, target.language, note)
    if verdict.value or several is None or not asks_for_several(readable):
        return (verdict,)
    joined = _verdict(several.found, readable, target.language, note)
    return (joined if joined.value else verdict,)


def _verdict(found: Found, golds: list[str], language: str, note: str | None) -> Verdict:
    if len(found.answers) > 1:
        return Verdict(Status.AMBIGUOUS, 0.0, " | ".join(found.answers), found.rule, found.span, "text", note=note)
    answer = found.answers[0]
    decided = Equality(False, "text")
    for gold in golds:
        decided = answers(answer, gold, language)
        if decided.equal:
            break
    status = Status.CORRECT if decided.equal else Status.INCORRECT
    if not decided.equal and are_alternatives(answer) and not asks_for_several(golds):
        status = Status.AMBIGUOUS
    if not decided.equal and is_declined(read(answer).words):
        return Verdict(Status.NO_ANSWER, 0.0, None, found.rule, found.span, note=note)
    value = 1.0 if decided.equal else 0.0
    return Verdict(status, value, answer, found.rule, found.span, decided.via, note=note or decided.note)


def answers(answer: str, gold: str, language: str = "") -> Equality:
    r"""Whether a response's answer is the gold: `math_equal`, and what only a response is granted.

    In a language of decimal commas `3,5` may be 3.5 and `1.250` 1250; in plain text `48 g` may be 48 grams. An
    equation that ends in a number gives that number, where the gold is one: `2x + y = 7` against 7, not against 0.

    >>> answers("24x - 14y = 38", "38").equal, answers("3,5", "3.5", "de").equal, answers("x^2 - 4 = 0", "0").equal
    (True, True, False)
    """
    decided = math_equal(answer, gold)
    if decided.equal:
        return decided
    for other in _other_readings(answer, language):
        read_so = math_equal(other, gold)
        if read_so.equal:
            return read_so
    if all_equal(answer, gold):
        return Equality(True, "math.set", "one value, said several ways")
    result = right_hand_side(answer) if isinstance(read(answer).value, Equation) else None
    wanted = read(gold).value
    if (
        result is not None
        and isinstance(wanted, Scalar)
        and not variables(wanted.expr)
        and not math_equal(gold, "0").equal
    ):
        stated = math_equal(result, gold)
        if stated.equal:
            return stated
    return decided


def _other_readings(answer: str, language: str) -> Iterator[str]:
    """A decimal comma and points between thousands, where the language has them; what words or a choice's letter
    lead up to; a number before a letter that is a unit or before a noun, in plain text."""
    if language.partition("-")[0] in COMMA_DECIMAL:
        ungrouped = _POINT_GROUPS.sub(lambda found: found[0].replace(".", ""), answer)
        local = _DECIMAL_COMMA.sub(r"\1.\2", ungrouped)
        if local != answer:
            yield local
    aside = _ASIDE.fullmatch(answer)
    if aside and math_equal(aside[1], aside[2]).equal:
        yield aside[1]
    led = _LED.match(answer)
    if led:
        yield answer[led.end() :]
        if led["letter"]:
            yield led["letter"]
    measured = _PLAIN_MEASURE.fullmatch(answer)
    if measured and (measured["noun"] is None or read_unit(measured["noun"]) is not None):
        yield measured[1]


def boxed_gold(gold: str) -> str:
    r"""A gold that is a worked solution is what its last box holds, with other values that "or" joins to it.

    >>> boxed_gold(r"So $x$ is $\boxed{3}$ or $\boxed{5}$."), boxed_gold(r"It is $\boxed{x+1}$ or $\boxed{1+x}$.")
    ('3 or 5', '1+x')
    """
    if "\\boxed" not in gold and "\\fbox" not in gold:
        return gold
    box = last_box(gold)
    if box is None:
        return gold
    last = gold[box.start : box.end].strip()
    several = neighbouring_boxes(gold, box)
    if several is None or not several.either or all_equal(several.found.answers[0], last):
        return last
    return several.found.answers[0]


def explain(text: str, target: Target) -> Iterator[Candidate]:
    """Every commitment that did not decide, with what it lost to."""
    return candidates(BANDS, set_aside(text).text, target)


MATH = TextScorer(
    name="math",
    version=1,
    keys=("acc,math",),
    judge=judge,
    metrics=(mean_metric("acc,math"),),
    rules=describe(BANDS),
    explain=explain,
)
