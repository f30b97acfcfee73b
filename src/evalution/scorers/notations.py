"""Notations that make another number of the numeral they stand at: powers, factorials, repeating decimals, dates.

2^5, 2**5, 2⁵, 5 squared      32, 32, 32, 25
5!                            120, in mathematics only: at the end of a sentence it is an exclamation
0.333..., 0.(3), 0.1\\overline{6}   1/3, 1/3, 1/6: dots continue the digits that repeat, if any do
2020-12-24, 24.12.2020, 2020年12月24日     dates, answers of their own
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from evalution.scorers.numerals import MAX_DIGITS, canonical

Read = tuple[str | None, int]
"""A canonical value (`None` beyond limits) and where its notation ends."""

POWER = r"(?:(?:\^|\*\*)\s?(?:\{\s?([-−+]?\d+)\s?\}|\(?([-−+]?\d+)\)?)|([⁻−]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
"""An exponent, of which `exponent` reads a match."""

_DATE = re.compile(
    r"(?:\d{4}(?P<a>[-/.])(?P<m>\d\d?)(?P=a)(?P<d>\d\d?)|(?P<x>\d\d?)(?P<b>[-/.])(?P<y>\d\d?)(?P=b)(?:\d{4}|\d\d)"
    r"|\d{2,4}\s?[年년]\s?\d\d?\s?[月월](?:\s?\d\d?\s?[日일])?)(?![\d/]|[-.]\d)"
)
_CARET = re.compile(rf"\s?{POWER}")
_WORD_POWER = re.compile(r"\s(squared|cubed)(?![a-z])", re.IGNORECASE)
_FACTORIAL = re.compile(r"!(?=\s?[}$=×/^]|\s?\\[)\]ct])|\s(?:factorial)(?![a-z])")
_DOTS = re.compile(r"\.\.+|…|\s?\\[lc]?dots(?![a-z])")
_REPEATED = re.compile(r"(\.\d*?)(\d{1,6}?)\2+\Z")
_PERIOD = re.compile(
    r"(?P<mark>[.,](?=\D))?(?:\\(?:overline|bar|dot)\s?\{(?P<line>\d{1,20})\}|\((?P<round>\d{1,20})\)(?!\s?=)"
    r"|(?P<over>[\u0305\u0304]))"
)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_MOST_PLACES = 40


def exponent(match: re.Match[str]) -> int:
    """The exponent, or one beyond the limits where it is too long to be in them. The groups of `POWER` are the
    match's last that took part."""
    digits = next(group for group in match.groups() if group).translate(_SUPERSCRIPT)
    negative = digits.startswith("-")
    digits = digits.lstrip("-+")
    power = int(digits) if digits.isdigit() and len(digits) <= 6 else MAX_DIGITS + 1
    return -power if negative else power


def date(text: str, start: int) -> Read | None:
    """The date that begins at `start`, as written."""
    match = _DATE.match(text, start)
    if not match:
        return None
    one, other = match["m"] or match["x"] or "1", match["d"] or match["y"] or "1"
    numbers = sorted((int(one), int(other)))
    return (match[0].replace(" ", ""), match.end()) if 1 <= numbers[0] <= 12 and numbers[1] <= 31 else None


def power(whole: str, text: str, start: int, end: int) -> Read | None:
    """The power or factorial of a whole number that stands from `start` to `end`."""
    word = _WORD_POWER.match(text, end)
    if word:
        return _raised(whole, 2 if word[1].lower() == "squared" else 3), word.end()
    product = _FACTORIAL.match(text, end)
    if product:
        small = len(whole) <= 3 and int(whole) <= 160
        return str(math.factorial(int(whole))) if small else None, product.end()
    match = _CARET.match(text, end)
    if not match or (text.startswith("*", end) and text.startswith("*", start - 1)):
        return None
    return _raised(whole, exponent(match)), match.end()


def _raised(whole: str, by: int) -> str | None:
    if whole == "0" and by < 0:
        return ""
    return canonical(Fraction(int(whole)) ** by) if abs(by) * len(whole) <= MAX_DIGITS or whole in "01" else None


def repeating(value: str, text: str, end: int) -> Read | None:
    """The number whose last digits repeat for ever, where a notation behind `value` says so."""
    if "." in value:
        dots = _DOTS.match(text, end)
        if dots:
            shown = _REPEATED.search(value) if len(value) <= _MOST_PLACES else None
            return (_repeat(value[: shown.start()] + shown[1], shown[2]) if shown else value), dots.end()
    period = _PERIOD.match(text, end)
    if not period or (not period["mark"] and "." not in value) or len(value) > _MOST_PLACES:
        return None
    if period["over"]:
        return _repeat(value[:-1], value[-1]), period.end()
    return _repeat(value if "." in value else value + ".", period["line"] or period["round"]), period.end()


def _repeat(before: str, period: str) -> str:
    places = len(before) - before.index(".") - 1
    tail = Fraction(int(period), 10**places * (10 ** len(period) - 1))
    return canonical(Fraction(before + "0") + tail)
