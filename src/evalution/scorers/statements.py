"""What a commitment says: one number, the result of an equation, or several numbers.

    24                      24
    7 + 17 = 24             24: what stands after the last equals sign
    24 = 7 + 17             24: the last side that is one number
    1/3 ≈ 0.33              whichever is the gold, else 0.33
    10 + 8, or 18           18: what an expression is said to be
    7 + 17, 20-24, 20 or 24, 24 and 25, 1,2,3      several: ambiguous

A number may be led up to by symbols and little words ("\\boxed{\\$24}", "x = 24", "about 24"): the statement is
then *direct*. What begins otherwise is read by `sentences`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evalution.scorers.number_words import spoken
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
    r"about|approximately|approx\.?|exactly|only|around|roughly|just|equals?|simply|definitely|therefore|between|is|from|de|von|entre|zwischen|от"
    r"|a|total|of|circa|etwa|ungefähr|environ|aproximadamente"
)
_COMMANDS = r"d?text(?:bf|it|rm|sf)?|math(?:bf|rm|it|sf|bb)|boxed|fbox|displaystyle|bf|rm|left|q?quad|approx"
_LEAD = re.compile(
    rf"(?:[\s\"'“”«»「『【(\[{{*_`≈~:>|]|\\[(\[,;! ]|\\?\$(?=\s?[\\$(*])|{_VARIABLE}"
    rf"|\\(?:{_COMMANDS})(?![a-z])|(?:{_WORDS})(?![^\W_])|约|大约|約|共|第){{0,24}}",
    re.IGNORECASE,
)
_WORDS_LEAD = re.compile(_LEAD.pattern.replace("|a|", "|"), _LEAD.flags)
_WORDS_END = re.compile(
    r"(?:[\s-][^\W\d_]+){0,3}?[\s*_]*(?:[^\w\s*_-]|$|because|since|as|and|or|to|which|left|in|for|remaining)|[^\x00-\x7f]"
)
_WORD = r"[^\s\d+×*=/<>()\[\]{}$,;:.!?।。、~–—−-]{1,24}\.?"
_UNIT = rf"(?!\s?(?:where|when|if|given|since|because|as)\s)(?:\s?(?:\\text\{{\s?)?{_WORD}(?:\s{_WORD}){{0,2}}?\}}?)??"
_WRAP = r"[\s)\]}*_`$\"'”]{0,6}"
_OPERATOR = re.compile(
    rf"(?<=\d)\((?=\d)|(?<=\d)\)\s?\((?=\d)|(?<=\d)[xX](?=\d)|{_WRAP}{_UNIT}{_WRAP}(?:"
    r"(?P<equals>==?>?|(?P<about>≈|≃|\\approx(?![a-z]))|⇒|→|\\(?:[Rr]ightarrow|to|implies)(?![a-z]))"
    r"|[+×/]|(?<!\*)\*(?!\*)|(?<=[\d)\]])\^|\\(?:times|cdot|div)(?![a-z])|(?<=[\s)\]}*_])[xX](?=\s)|[-−–](?=\s)"
    r"|(?:plus|minus|times|divided\sby|multiplied\sby)(?=\s)|of(?=\s[^=\n.;]{1,40}=)"
    r")"
)
_RESULT = re.compile(
    rf"{_WRAP}{_UNIT},?\s(?:(?:(?:which|that|this)\s)?(?:is|equals|makes|gives)|or|i\.e\.|namely|so)[,:]?\s"
)
"""What leads from an expression to its result in words."""

_OR = (
    r"\(?(?:(?<![^\W\d])(?:or|oder|ou|o|или|або|au|ama|veya|atau|vs\.?|versus)(?![^\W\d_])(?:\s(?:maybe|perhaps|possibly))?|或者?|または|か(?!ら)|还是|หรือ|또는|아니면"
    r"|(?:বা|অথবা|లేదా|या|أو|یا)\s)"
)
RUNNING = re.compile(rf"{_WRAP}(?:[-−–—~]|{_OR})")
"""What makes two numbers of running text alternatives of each other: a range's dash, an "or"."""

_TO = (
    r"(?<![^\W\d])(?:to|bis|à|a|до|hadi|hasta|até|sampai)(?![^\W\d_])|至|到|から|ถึง|에서|부터"
    r"|(?:থেকে|నుండి|నుంచి|से|إلى|تا)\s"
)
_AND = (
    r"(?<![^\W\d])(?:and|as\swell\sas|und|et|y|e|и|na|remainder|rem\.?|[Rr])(?![^\W\d_])|和|与|與|と|와|과|และ"
    r"|(?:এবং|ও|আর|మరియు|और|و)\s?"
)
_MEASURES = (
    r"\s?(?:hours?|hrs?|h|minutes?|mins?|m|days?|weeks?|months?|years?|feet|foot|ft|yards?|lbs?|pounds?|kg|km|g"
    r"|meters?|metres?|gallons?|quarts?|dollars?|euros?|Stunden?|Tage?|Minuten|horas?|días?|heures?|jours?"
    r"|час(?:а|ов)?|дн(?:я|ей)|小时|小時|時間|时|時|天|日|分钟?|年|시간|일|ঘণ্টা|గంటలు?|ชั่วโมง)\.?,?\s?(?=\d)"
)
COMMITTED = re.compile(
    rf"{_WRAP}(?:\\(?:text|mbox)\{{\s?)?(?:[-−–—~±]|\\sim(?![a-z])|\\pm(?![a-z])|\+/-|[,;](?:\s|(?=[a-zA-Z]\s?=))|、|\\?&|\.\.+|…|{_OR}|{_TO}|{_AND})|{_MEASURES}|\s(?=\d)(?!\d{{1,6}}-[^\W\d_])"
    r"|\s[^\W\d_]{1,24}\s(?:or|oder|ou|o|или|and|und|et|y|e|и|na|to|bis|à|до)\s",
    re.IGNORECASE,
)
"""The same in an explicit commitment, where a list, a margin or a sum of measures names several numbers too."""

_OPERAND_LEAD = re.compile(
    r"(?:\s?[a-zA-Z]\s?=(?!=))?(?:[\s(\[{}*_]|\$(?=\s?[\\$(*])|\\[(,;! ]|\\(?:text|mathbf|boxed)\{){0,8}"
)


def direct(text: str, locale: Locale, start: int = 0) -> Statement | None:
    """The statement whose number or equation begins at `start`; `None` when none does."""
    lead = _LEAD.match(text, start)
    match = START.match(text, lead.end() if lead else start)
    return chain(text, read(match, locale), locale, COMMITTED) if match else None


def in_words(text: str, locale: Locale, start: int = 0) -> Statement | None:
    """The same for a number in words, if little or nothing follows it in its clause."""
    lead = _WORDS_LEAD.match(text, start)
    word = spoken(text, lead.end() if lead else start)
    if not word or not _WORDS_END.match(text, word.end):
        return None
    return chain(text, Quantity(*word, money=False), locale, COMMITTED)


def chain(text: str, first: Quantity, locale: Locale, alternatives: re.Pattern[str]) -> Statement:
    """`first` with the operators, equals signs and alternatives that join further numbers to it."""
    sides: list[list[Quantity]] = [[first]]
    computed = False
    here = first
    while True:
        joint = _OPERATOR.match(text, here.end)
        if joint and joint["about"] and here.value == locale.gold and len(sides[-1]) == 1:
            break
        equals = joint["equals"] if joint else None
        if computed and not joint:
            joint = equals = _RESULT.match(text, here.end)
        following = _operand(text, joint.end(), locale) if joint else None
        if following and equals:
            sides.append([])
            computed = False
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
    start = lead.end() if lead else start
    match = START.match(text, start)
    if match:
        return read(match, locale)
    word = spoken(text, start)
    return Quantity(*word, money=False) if word else None
