"""Golds that are numbers, and when an extracted number equals one.

Values are compared exactly, as canonical texts (`numerals.canonical`): 24 = 24.00 = 48/2, and nothing is rounded.
Percent is taken as written: "35%" equals a gold of 35 or 35%. It also equals .35 and 7/20, golds that have
another form of the same share, but never 1 or 0, which are counts.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from evalution.sample import Gold
from evalution.scorers.numerals import fold
from evalution.scorers.quantities import Locale
from evalution.scorers.statements import direct

_NUMBER = re.compile(r"-?\d+(?:\.\d+|/\d+)?\Z")
_DIGIT = re.compile(r"\d")
_OLD_MARKER = re.compile(r"^[ \t]*A:", re.MULTILINE)


@lru_cache(65536)
def gold_values(gold: Gold) -> tuple[str, ...]:
    """The canonical values of a gold: one, or one for each alternative; empty when it holds no number.

    A worked solution is read behind its last `####` or, in the data's old form, behind the last line's `A:`;
    anything else must itself be a number, with a unit at most, written language-free (`1,250.5`).

    >>> gold_values("7 + 17 = 24\\n#### 24"), gold_values("A: 1,250"), gold_values(("0.5", "1/3")), gold_values("five")
    (('24',), ('1250',), ('0.5', '1/3'), ())
    """
    if not isinstance(gold, str):
        values = tuple(value for one in gold for value in gold_values(one))
        return values if len(values) == len(gold) else ()
    start = gold.rfind("####") + 4 if "####" in gold else 0
    if not start:
        start = max((match.end() for match in _OLD_MARKER.finditer(gold)), default=0)
    text = fold(gold[start : start + 1000])
    said = direct(text, Locale())
    if said is None or len(said.values) != 1 or not said.values[0] or _DIGIT.search(text, said.end):
        return ()
    return (said.values[0],)


def equal(answer: str, gold: str) -> bool:
    """Whether two canonical values are the same number, percent as written.

    >>> equal("35%", "35"), equal("35%", "0.35"), equal("100%", "1"), equal("24", "-24")
    (True, True, False, False)
    """
    if answer == gold:
        return True
    if answer[-1] != "%" and gold[-1] != "%":
        return False
    bare_answer, bare_gold = answer.removesuffix("%"), gold.removesuffix("%")
    if bare_answer == bare_gold:
        return True
    if answer[-1] == gold[-1] or not (_NUMBER.match(bare_answer) and _NUMBER.match(bare_gold)):
        return False
    share, other = (bare_answer, bare_gold) if answer[-1] == "%" else (bare_gold, bare_answer)
    return not other.lstrip("-").isdigit() and Fraction(share) / 100 == Fraction(other)
