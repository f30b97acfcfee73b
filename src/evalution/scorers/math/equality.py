"""`math_equal`: two texts, one decision. Cheap gates first, then readings, which are kept."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from evalution.scorers.math.compare import compare
from evalution.scorers.math.decision import Decision
from evalution.scorers.math.normal import normal_form
from evalution.scorers.math.reader import Reading, read
from evalution.scorers.math.values import Beyond, Broken, Text, expressions

_PLAIN = re.compile(
    r"\$?(-?)(?:\\[dt]?frac\{(-?\d{1,300})\}\{(-?\d{1,300})\}|(\d{1,300})(?:/(\d{1,300})|\.(\d{1,300}))?)\$?"
)


class Equality(NamedTuple):
    """equal  whether the answers are the same
    via    what decided: "math.rational", "math.exact", "math.numeric", "math.set", "text", "limit", ...
    note   one line for a person
    """

    equal: bool
    via: str
    note: str | None = None


def math_equal(a: str, b: str) -> Equality:
    r"""Whether two answers, in LaTeX or plain text, are the same.

    Symmetric, and reflexive for any text. Total: no text raises, and work is bounded by counts.

    >>> math_equal(r"\frac{3}{4}", "0.75")
    Equality(equal=True, via='math.rational', note=None)
    >>> math_equal("x = 5", "5").equal, math_equal("5", "6").equal
    (True, False)
    """
    left, right = _plain(a), _plain(b)
    if left is not None and right is not None and (left[0] == right[0] or not (left[1] or right[1])):
        return Equality(left[0] == right[0], "math.rational")
    return Equality(*_decide(a, b)) if a <= b else Equality(*_decide(b, a))


def _decide(a: str, b: str) -> Decision:
    if a.strip() == b.strip():
        return Decision(True, "text")
    left, right = read(a), read(b)
    try:
        return _by_readings(left, right)
    except RecursionError:
        return Decision(False, "limit", "the caller's stack is full")


def _by_readings(left: Reading, right: Reading) -> Decision:
    if left.key == right.key and left.key:
        return Decision(True, "text")
    if isinstance(left.value, Text) and isinstance(right.value, Text):
        return compare(left.value, right.value)
    if isinstance(left.value, Broken | Beyond) or isinstance(right.value, Broken | Beyond):
        return compare(left.value, right.value)
    if (isinstance(left.value, Text) or isinstance(right.value, Text)) and left.words and left.words == right.words:
        return Decision(True, "text")
    return compare(left.value, right.value)


@lru_cache(maxsize=8192)
def _plain(text: str) -> tuple[Fraction, bool] | None:
    """An integer, decimal or fraction written plainly: its value, and whether it is a decimal so long
    that it may carry a double's noise or be a rounding; None for anything else."""
    found = _PLAIN.fullmatch(text.strip()) if len(text) < 1_000 else None
    if not found:
        return None
    sign = -1 if found[1] else 1
    top, bottom, whole, over, decimals = found.groups()[1:]
    if top is not None:
        return (Fraction(sign * int(top), int(bottom)), False) if int(bottom) else None
    if over is not None:
        return (Fraction(sign * int(whole), int(over)), False) if int(over) else None
    if decimals is not None:
        return Fraction(sign * int(whole + decimals), 10 ** len(decimals)), len(decimals) > 4
    return Fraction(sign * int(whole)), False


def gold_problem(gold: str) -> str | None:
    r"""Why a gold cannot be scored against, None when it can: broken LaTeX, nothing at all, without a value, or
    beyond the limits.

    >>> gold_problem(r"\frac{1}{"), gold_problem("blue")
    ('unbalanced {', None)
    """
    value = read(gold).value
    if isinstance(value, Broken | Beyond):
        return value.problem
    if any(normal_form(expr) is None for expr in expressions(value)):
        return "undefined, or beyond the limits"
    return None
