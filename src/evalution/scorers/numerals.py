"""A numeral of any script as an exact value: digits, separators, and whose convention they follow.

Separators by language: a comma is the decimal mark of `COMMA_DECIMAL` and groups thousands elsewhere; a
point the other way round. Whatever the language,

- two kinds of separator: the last is the decimal mark (`1.250,50`, `1,250.50`);
- one kind several times: groups (`1.250.000`), of three, of the Indian two and three, or of four;
- a space (also thin and no-break), an apostrophe, `_` or the Arabic `٬` groups, the Arabic `٫` is a decimal mark;
- a lone point that cannot group (`2.5`) is a decimal mark.

A lone comma before three digits is a group everywhere: writers of German, French, Spanish and Russian who are
models nearly always mean it so (`1,250` for 1250). Where the comma is the decimal mark it may also be meant
as one, and then it counts as what the gold says, if the gold is 1.25.

Refused (`None`): what no convention explains, such as `2,5` in English (two numbers), `1.2.3` or `1,2,3`.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

MAX_DIGITS = 300
"""A numeral with more digits, or a power of ten beyond it, is outside every scorer's limits."""

# fmt: off
COMMA_DECIMAL = frozenset((
    "af", "az", "be", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "hy", "id",
    "is", "it", "ka", "kk", "lt", "lv", "mk", "mn", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv",
    "tr", "uk", "uz", "vi",
))
# fmt: on

SEPARATED = (
    r"(?:\d+(?:(?:[.,'٬٫،_\u00a0]|\{[.,]\}|\\[,;:! ]|,\\!|\\!,|\\text\{,\}|~| (?=\d{3}(?!\d)))\d+)*|(?<![\d.,])[.٫]\d+)"
)
"""The pattern of a numeral in folded text; `parse_numeral` says what it is worth."""

_SEPARATOR = re.compile(r"\D+")
_KINDS = {".": ".", "{.}": ".", ",": ",", "{,}": ",", "،": ",", ",\\!": ",", "\\!,": ",", "\\text{,}": ",", "٫": "٫"}
_FOLDED = {
    **dict.fromkeys("\u2009\u202f\u2007\u2008\u200a", "\u00a0"),
    **dict.fromkeys("‐‑‒﹣－", "-"),
    **dict.fromkeys("⁻➖", "−"),
    **dict.fromkeys("⁄∕／÷", "/"),
    **dict.fromkeys("٪﹪％", "%"),
    **dict.fromkeys("’‘ʼ＇", "'"),
    **dict.fromkeys("∗∙⋅·・✕✖", "×"),
    **dict.fromkeys("＝﹦", "="),
    **dict.fromkeys("＋﹢", "+"),
    **dict.fromkeys("：﹕∶", ":"),
    **dict.fromkeys("～〜∼", "~"),
    "，": ",",
    "．": ".",
    "＄": "$",
    "﹩": "$",
    "（": "(",
    "）": ")",
    "\u3000": " ",
    "\t": " ",
}
_FOREIGN = re.compile(r"[^\x00-\x7f]|\t")


def fold(text: str) -> str:
    """Native digits (all of Unicode's Nd) to ASCII and look-alike signs to one form each, character by
    character, so that positions hold.

    >>> fold("๔๕ − １，２５０％")
    '45 − 1,250%'
    """
    return _FOREIGN.sub(_fold_match, text) if not text.isascii() or "\t" in text else text


def _fold_match(match: re.Match[str]) -> str:
    return _fold_character(match[0])


@lru_cache(4096)
def _fold_character(character: str) -> str:
    folded = _FOLDED.get(character)
    if folded is not None:
        return folded
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def parse_numeral(numeral: str, language: str, gold: str = "") -> str | None:
    """The canonical value of a folded numeral, or `None` when no convention explains it.

    >>> [parse_numeral("1.250", "de"), parse_numeral("1.250", "en"), parse_numeral("2,5", "es")]
    ['1250', '1.25', '2.5']
    >>> [parse_numeral("12,50,000", "hi"), parse_numeral("2,5", "en"), parse_numeral("1.250,50", "")]
    ['1250000', None, '1250.5']
    """
    if numeral.isdigit():
        return numeral.lstrip("0") or "0"
    groups = _SEPARATOR.split(numeral)
    kinds = [_KINDS.get(mark, " ") for mark in _SEPARATOR.findall(numeral)]
    if not groups[0]:
        return decimal("0", groups[1])
    if len(set(kinds)) > 1:
        return _mixed(groups, kinds)
    kind = kinds[0]
    if kind == "٫":
        return decimal(*groups) if len(groups) == 2 else None
    if kind == " " or len(groups) > 2:
        return _whole(groups)
    return _lone(groups[0], groups[1], kind, language.partition("-")[0] in COMMA_DECIMAL, gold)


def _lone(head: str, tail: str, kind: str, comma_decimal: bool, gold: str) -> str | None:
    groups = len(tail) == 3 and len(head) <= 3 and head[0] != "0"
    if kind == ".":
        return head + tail if groups and comma_decimal else decimal(head, tail)
    if groups:
        as_decimal = decimal(head, tail)
        return as_decimal if comma_decimal and as_decimal == gold else head + tail
    return decimal(head, tail) if comma_decimal else None


def _mixed(groups: list[str], kinds: list[str]) -> str | None:
    """Two kinds of separator: the last stands once and is the decimal mark."""
    if len(set(kinds[:-1])) > 1 or kinds[-1] in kinds[:-1] or kinds[-1] == " " or "٫" in kinds[:-1]:
        return None
    whole = _whole(groups[:-1])
    return None if whole is None else decimal(whole, groups[-1])


def _whole(groups: list[str]) -> str | None:
    head, *middle, last = groups
    sizes = {len(group) for group in middle}
    threes = len(last) == 3 and sizes <= {3} and len(head) <= 3
    indian = len(last) == 3 and sizes == {2} and len(head) <= 2
    fours = len(last) == 4 and sizes == {4} and len(head) <= 4
    if head[0] == "0" or not (threes or indian or fours):
        return None
    return "".join(groups)


def decimal(whole: str, part: str) -> str:
    """`whole.part` without idle zeros.

    >>> decimal("007", "50")
    '7.5'
    """
    part = part.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def canonical(value: Fraction) -> str:
    """The one text of an exact value: a decimal where it ends, else `p/q` in lowest terms.

    >>> [canonical(Fraction(48, 2)), canonical(Fraction(-3, 4)), canonical(Fraction(1, 3))]
    ['24', '-0.75', '1/3']
    """
    if value.denominator == 1:
        return str(value.numerator)
    rest, places = value.denominator, 0
    for factor in (10, 5, 2):
        while rest % factor == 0:
            rest, places = rest // factor, places + 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + decimal(digits[:-places], digits[-places:])
