"""Numbers in words, English ("one hundred and five") and Chinese or Japanese ("三万五千"), below 10**12.

Read in explicit commitments only. A word that is also something else is none: "one of them", "one moment",
"no one", "一样".
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from evalution.scorers.numerals import canonical

# fmt: off
_UNITS = {word: value for value, word in enumerate((
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
))}
# fmt: on
_TENS = {
    word: 10 * (i + 2)
    for i, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))
}
_MULTIPLES = {"hundred": 100, "dozen": 12, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_PARTS = {
    word: value
    for value, words in {
        2: "half halves",
        3: "third thirds",
        4: "quarter quarters fourth fourths",
        5: "fifth fifths",
        6: "sixth sixths",
        8: "eighth eighths",
        10: "tenth tenths",
    }.items()
    for word in words.split()
}
_WORD = "|".join(sorted({*_UNITS, *_TENS, *_MULTIPLES, *_PARTS}, key=len, reverse=True))
_ENGLISH = re.compile(
    rf"(?<![^\W_])(?P<sign>(?:minus|negative)\s)?(?P<words>(?:an?[\s-])?(?:{_WORD})"
    rf"(?:(?:[\s-]|(?:(?<=sand)|(?<=lion)),\s)(?:and\s)?(?:an?\s)?(?:{_WORD})(?![^\W_])){{0,24}})(?![^\W_])",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[a-z]+")
_OTHERWISE = re.compile(
    r"\s(?:of|that|which|who|where|in|i|we|you|moment|can|could|more\sthing|might|must|should|by|to)\b", re.IGNORECASE
)
"""What makes a pronoun of "one"."""

_POINT = re.compile(r"\spoint\s", re.IGNORECASE)
_PERCENT = re.compile(r"\s(?:percent|per\scent)(?![a-z])", re.IGNORECASE)
_DIGITS = {**dict(zip("〇一二三四五六七八九", range(10), strict=True)), "零": 0, "两": 2, "兩": 2}
_CJK_UNITS = {"十": 10, "百": 100, "千": 1000}
_CJK_SCALES = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8}
_CJK = re.compile(r"(?P<sign>[负負]|マイナス)?(?P<number>[〇零一二三四五六七八九两兩十百千万萬億亿]{1,20})")
_CJK_AFTER = re.compile(
    r"[\s。．.，,、！!）)」』}\]*$<]|です|で|$|[个個只本人元円天年月日时時小分秒件张張枚匹冊倍度点つ名位岁歳台公斤里米厘杯块塊钱美回頭头棵条條双雙箱袋包瓶碗ドキメセグ%％]"
)


class Spoken(NamedTuple):
    """A canonical value and the range of its words."""

    value: str
    start: int
    end: int


def spoken(text: str, start: int) -> Spoken | None:
    """The number in words that begins at `start`.

    >>> [word.value for t in ("one hundred and five", "two and a half", "三万五千円") if (word := spoken(t, 0))]
    ['105', '2.5', '35000']
    >>> spoken("one of them", 0)
    """
    return _english(text, start) or _chinese(text, start)


def only_spoken(text: str, start: int) -> Spoken | None:
    """The only English number in words from `start` on, not counting "one"; `None` when there is none, or another."""
    found = {one.value: one for match in _ENGLISH.finditer(text, start) if (one := _read(text, match))}
    found.pop("1", None)
    return next(iter(found.values())) if len(found) == 1 else None


def _english(text: str, start: int) -> Spoken | None:
    match = _ENGLISH.match(text, start)
    return _read(text, match) if match else None


def _read(text: str, match: re.Match[str]) -> Spoken | None:
    words = _TOKEN.findall(match["words"].lower())
    if _POINT.match(text, match.end()) or (words == ["one"] and _OTHERWISE.match(text, match.end())):
        return None
    value = _mixed(words)
    if value is None:
        return None
    percent = _PERCENT.match(text, match.end())
    written = canonical(-value if match["sign"] else value) + ("%" if percent else "")
    return Spoken(written, match.start(), percent.end() if percent else match.end())


def _mixed(words: list[str]) -> Fraction | None:
    """A whole number, a fraction, or both."""
    part = _PARTS.get(words[-1])
    if part is None:
        return _whole(words)
    before = words[:-1]
    while before and before[-1] in ("a", "an"):
        before.pop()
    article = len(before) < len(words) - 1
    cut = len(before) - before[::-1].index("and") - 1 if "and" in before else 0
    if article:
        whole, top = _whole([word for word in before if word != "and"]), Fraction(1)
        return Fraction(1, part) if not before else whole + top / part if whole is not None else None
    whole = _whole(before[:cut]) if cut else Fraction(0)
    count = _whole(before[cut + 1 if cut else 0 :]) if before else Fraction(1)
    return whole + count / part if whole is not None and count is not None else None


def _whole(words: list[str]) -> Fraction | None:
    """The value of cardinal words; `None` when they are not one number ("two three")."""
    total, current, room = 0, 0, 10**12
    for word in words:
        value = _UNITS.get(word, _TENS.get(word))
        if word in ("a", "an"):
            current = 1
        elif word in _MULTIPLES:
            factor = _MULTIPLES[word]
            if factor == 100:
                current, room = (current or 1) * 100, 100
            elif factor == 12:
                current, room = (current or 1) * 12, 0
            else:
                total, current, room = total + (current or 1) * factor, 0, factor
        elif value is not None:
            if value >= room:
                return None
            current, room = current + value, 10 if word in _TENS else 1
        elif word != "and":
            return None
    return Fraction(total + current)


def _chinese(text: str, start: int) -> Spoken | None:
    match = _CJK.match(text, start)
    if not match or not any(character in _DIGITS for character in match["number"] + "一" * ("十" in match["number"])):
        return None
    if not _CJK_AFTER.match(text, match.end()):
        return None
    value = _cjk(match["number"])
    return Spoken(f"-{value}" if match["sign"] and value else str(value), match.start(), match.end())


def _cjk(number: str) -> int:
    if all(character in _DIGITS for character in number):
        return int("".join(str(_DIGITS[character]) for character in number))
    total = section = digit = 0
    for character in number:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _CJK_UNITS:
            section, digit = section + (digit or 1) * _CJK_UNITS[character], 0
        else:
            total, section, digit = total + ((section + digit) or 1) * _CJK_SCALES[character], 0, 0
    return total + section + digit
