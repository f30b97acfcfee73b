"""Equality of words, times of day and dates."""

from __future__ import annotations

from collections.abc import Iterable

from evalution.scorers.math.decision import Decision
from evalution.scorers.math.expression import Num
from evalution.scorers.math.values import Moment, Ratio, Text


def moments(a: Moment, b: Moment) -> Decision:
    same = all(x == y or ((x is None) != (y is None) and part == "year") for part, x, y in _moment_parts(a, b))
    return Decision(same, "text")


def _moment_parts(a: Moment, b: Moment) -> Iterable[tuple[str, object, object]]:
    return ((part, getattr(a, part), getattr(b, part)) for part in a.__struct_fields__)


def clock(a: Ratio, b: Moment) -> Decision:
    """`4:30` against 4:30 p.m.: the half of the day was left out; `16:30` says it."""
    values = [part.value for part in a.parts if isinstance(part, Num)]
    if len(values) != 2 or len(a.parts) != 2 or b.hour is None:
        return Decision(False, "text")
    full = b.hour + (12 if b.afternoon else 0)
    return Decision(values[1] == b.minute and values[0] in (b.hour or 12, full), "text")


def texts(a: Text, b: Text) -> Decision:
    return Decision(a.words == b.words or _squeezed(a.words) == _squeezed(b.words), "text")


def _squeezed(words: str) -> str:
    return "".join(c for c in words if c.isalnum() or c in "+-<>=/")
