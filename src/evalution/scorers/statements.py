"""What a commitment says: one number, the result of an equation, or several numbers.

    24                      24
    7 + 17 = 24             24: what stands after the last equals sign
    24 = 7 + 17             24: the last side that is one number
    7 + 17, 20-24, 20 or 24, 24 and 25, 1,2,3      several: ambiguous

A number may be led up to by symbols and little words ("\\boxed{\\$24}", "x = 24", "about 24"): the statement is
then *direct*. What begins otherwise is read by `sentences`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evalution.scorers.quantities import START, Locale, Quantity, read


class Statement(NamedTuple):
    """The canonical values named and the range of text that was read.

    One value is an answer, several are ambiguous. "" stands for a numeral that no convention explains, `None`
    for a number beyond the limits.
    """

    values: tuple[str | None, ...]
    start: int
    end: int


_VARIABLE = r"\\?[^\W\d_][^\W\d]{0,20}(?:\s[^\W\d_]{1,20}){0,3}\s?=(?!=)"
_WORDS = (
    r"about|approximately|approx\.?|exactly|only|around|roughly|just|equals?|simply|definitely|therefore|between|is|from"
    r"|a|total|of|circa|etwa|ungefähr|environ|aproximadamente|约|大约|約|共|第"
)
_COMMANDS = r"d?text(?:bf|it|rm|sf)?|math(?:bf|rm|it|sf|bb)|boxed|fbox|displaystyle|bf|rm|left|q?quad|approx"
_LEAD = re.compile(
    rf"(?:[\s\"'“”«»「『【(\[{{*_`≈~:>|]|\\[(\[,;! ]|\\?\$(?=\s?[\\$(*])|{_VARIABLE}"
    rf"|\\(?:{_COMMANDS})(?![a-z])|(?:{_WORDS})(?![^\W\d_])){{0,24}}",
    re.IGNORECASE,
)
_WORD = r"[^\s\d+×*=/<>()\[\]{}$,;:.!?।。、~–—−-]{1,24}\.?"
_UNIT = rf"(?:\s?(?:\\text\{{\s?)?{_WORD}(?:\s{_WORD}){{0,2}}?\}}?)??"
_WRAP = r"[\s)\]}*_`$\"'”]{0,6}"
_OPERATOR = re.compile(
    rf"(?<=\d)\((?=\d)|{_WRAP}{_UNIT}{_WRAP}(?:"
    r"(?P<equals>==?>?|≈|⇒|→|\\(?:approx|[Rr]ightarrow|to|implies)(?![a-z]))"
    r"|[+×*/]|(?<=[\d)}\]])\^|\\(?:times|cdot|div)(?![a-z])|(?<=[\s)\]}*_])[xX](?=\s)|[-−–](?=\s)"
    r"|(?:plus|minus|times|divided\sby|multiplied\sby)(?=\s)|of(?=\s[^=\n.;]{1,40}=)"
    r")"
)
_RESULT = re.compile(rf"{_WRAP}{_UNIT},?\s(?:(?:which|that|this)\s)?(?:is|equals|makes|gives)\s")
_OR = r"(?<![^\W\d])(?:or|oder|ou|o|или|au|ama)(?![^\W\d_])|或者?|または|还是"
RUNNING = re.compile(rf"{_WRAP}(?:[-−–—~]|{_OR})")
"""What makes two numbers of running text alternatives of each other: a range's dash, an "or"."""

COMMITTED = re.compile(
    rf"{_WRAP}(?:[-−–—~]|,\s|、|至|到|から|{_OR}|(?<![^\W\d])(?:to|and|bis|und|à|et|y|e|до|и|na)(?![^\W\d_]))"
    r"|\s[^\W\d_]{1,24}\s(?:or|oder|ou|o|или|and|und|et|y|e|и|na)\s"
)
"""The same in an explicit commitment, where a list names several answers too."""

_OPERAND_LEAD = re.compile(r"(?:[\s(\[{*_]|\$(?=\s?[\\$(*])|\\[(,;! ]|\\(?:text|mathbf|boxed)\{){0,8}")


def direct(text: str, locale: Locale, start: int = 0) -> Statement | None:
    """The statement whose number or equation begins at `start`; `None` when none does."""
    lead = _LEAD.match(text, start)
    match = START.match(text, lead.end() if lead else start)
    return chain(text, read(match, locale), locale, COMMITTED) if match else None


def chain(text: str, first: Quantity, locale: Locale, alternatives: re.Pattern[str]) -> Statement:
    """`first` with the operators, equals signs and alternatives that join further numbers to it."""
    sides: list[list[Quantity]] = [[first]]
    computed = False
    here = first
    while True:
        joint = _OPERATOR.match(text, here.end)
        equals = joint["equals"] if joint else None
        if computed and not joint:
            joint = equals = _RESULT.match(text, here.end)
        following = _operand(text, joint.end(), locale) if joint else None
        if following and equals:
            sides.append([])
        elif following:
            computed = True
        else:
            other = alternatives.match(text, here.end)
            following = _operand(text, other.end(), locale) if other else None
        if not following:
            break
        sides[-1].append(following)
        here = following
    side = next((side for side in reversed(sides) if len(side) == 1), sides[-1])
    values = tuple(one.value for one in side)
    return Statement(values if computed else tuple(dict.fromkeys(values)), side[0].start, side[-1].end)


def _operand(text: str, start: int, locale: Locale) -> Quantity | None:
    lead = _OPERAND_LEAD.match(text, start)
    match = START.match(text, lead.end() if lead else start)
    return read(match, locale) if match else None
