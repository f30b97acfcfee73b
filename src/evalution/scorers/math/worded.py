"""What words stand for: nothing at all, a sign, a number; else they are compared as words."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math import sets
from evalution.scorers.math.expression import Num, Sym, negate
from evalution.scorers.math.values import Collection, Scalar, Text, Value
from evalution.scorers.math.words import read_fraction_words, read_number_words, says_none

_SYMBOLS = {
    "infinity": sets.INFINITY,
    "positive infinity": sets.INFINITY,
    "negative infinity": negate(sets.INFINITY),
    **dict.fromkeys(("all real numbers", "all reals", "all real values", "set of all real numbers"), Sym("mathbb_R")),
}
"""Words that stand for a sign."""


def worded(words: str) -> Value:
    """The value of normalised words."""
    if says_none(words):
        return Collection((), braced=True)
    if words in _SYMBOLS:
        return Scalar(_SYMBOLS[words])
    number = read_number_words(words)
    value = read_fraction_words(words) if number is None else Fraction(number)
    return Text(words) if value is None else Scalar(Num(value))
