"""Answers that leave a choice: "3 or 4", `8 to 12`. Against one value they are ambiguous, against a list a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalution.scorers.math.compare import compare
from evalution.scorers.math.reader import read
from evalution.scorers.math.values import Collection, Ratio, RealSet

_NUMBER = r"\$?\s?\\?\$?\d[\d.,]{0,40}\$?"
_RANGE = re.compile(
    rf"{_NUMBER}\s?(?:to|–|—|~|\\text\{{\s?to\s?\}})\s?{_NUMBER}(?:\s[^\W\d_]{{1,20}})?"
    r"|(?:\\text\{\s?)?between(?![^\W\d_]).{1,200}",
    re.IGNORECASE | re.DOTALL,
)


def are_alternatives(answer: str) -> bool:
    r"""Whether an answer names several values to choose from: joined by "or", or a range.

    >>> [are_alternatives(text) for text in (r"\frac12 \text{ or } 3", "8 to 12", "3, 4", r"x < 1 \text{ or } x > 3")]
    [True, True, False, False]
    """
    value = read(answer).value
    return (isinstance(value, Collection) and value.either) or _RANGE.fullmatch(answer.strip()) is not None


def all_equal(answer: str, gold: str) -> bool:
    r"""Whether every value of a list is the gold and all are one another: one answer said several ways. Percent equals
    both its number and its share, which do not equal each other: "35 ; 0.35" against 35% names two values.

    >>> all_equal(r"\frac{3}{4} \text{ or } 75\%", "0.75"), all_equal("3 or 4", "3"), all_equal("35; 0.35", r"35\%")
    (True, False, False)
    """
    value, wanted = read(answer).value, read(gold).value
    if not isinstance(value, Collection) or not value.items or isinstance(wanted, Collection):
        return False
    first = value.items[0]
    return all(compare(item, wanted).equal and compare(item, first).equal for item in value.items)


def asks_for_several(golds: Sequence[str]) -> bool:
    """Whether some gold is a list, a ratio or a set of reals, which "or" and "to" may spell."""
    return any(isinstance(read(gold).value, Collection | Ratio | RealSet) for gold in golds)
