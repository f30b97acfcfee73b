"""A quantity in running text: a number with what belongs to it (sign, currency, fraction, power of ten, percent).

Everything here reads folded text (`numerals.fold`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from evalution.scorers.markers import LINK_WORDS
from evalution.scorers.notations import POWER, date, exponent, power, repeating
from evalution.scorers.numerals import MAX_DIGITS, SEPARATED, canonical, decimal, parse_numeral
from evalution.scorers.scales import BEFORE, scale


class Locale(NamedTuple):
    """Whose conventions a numeral follows; `gold` settles one that has two customary readings."""

    language: str = ""
    gold: str = ""


class Quantity(NamedTuple):
    """A number as read.

    value   canonical: "24", "-0.75", "1/3", "35%" (as written, not divided), a time or ratio "3:45"; "" when no
            convention explains the numeral ("1,2,3") or it is part of a root or a multiple of π, `None` beyond limits
    span    [start, end) covers sign, currency, number and percent sign
    money   a currency stands beside it
    """

    value: str | None
    start: int
    end: int
    money: bool


_CODES = r"(?:US|NT|HK|CA|AU|[ACSR])\$|(?:Rs|Rp|kr|Fr)\.?|USD|EUR|GBP|RMB|CNY|JPY|INR|CHF|THB|BDT|RUB|RM|[KT]Sh|Ksh|Tsh"
_COMMANDS = r"\\(?:pounds|euro|texteuro|textdollar|textsterling)(?![a-z])"
MONEY = rf"(?:\\?\$|{_COMMANDS}|[€£¥₹₽₩฿₫₦₺₴₪₱৳¢₨]|(?<![A-Za-z])(?:{_CODES}))"
_MONEY_AFTER = re.compile(
    r"\s?(?:\\?\$(?!\s?\d)|[€£¥₹₽₩฿₫₦₺₴₪₱৳¢円元]|ドル|美元|డాలర్|ดอลลาร์|บาท|ডলার|टका|долл|рубл"
    r"|(?:USD|EUR|US-Dollar|dollars?|euros?|cents?|dólares|dolari|dola)(?![A-Za-z]))",
    re.IGNORECASE,
)
_MINUS_WORD = (
    r"(?<![^\W\d_])(?:minus|negative|menos|moins|meno|минус|мінус|hasi|eksi|âm|سالب|ناقص|منفی|ऋणात्मक|ऋण|ঋণাত্মক)\s"
    r"|(?:マイナス|마이너스|মাইনাস|माइनस|మైనస్|ลบ)\s?|[负負]|零下|氷点下|\\text\{\s?[-−–]\s?\}\s?"
)
_FRACTION_SIGNS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_FRACTION_VALUES = {sign: Fraction(unicodedata.normalize("NFKC", sign).replace("⁄", "/")) for sign in _FRACTION_SIGNS}
START = re.compile(
    rf"(?P<sign>[-−–—+±](?:\s|\\[,;:! ])?|{_MINUS_WORD})?(?P<money>{MONEY}\s?)?(?P<sign2>[-−–]\s?)?"
    rf"(?:(?P<latex>\\[dtc]?frac)(?![a-z])|(?P<vulgar>[{_FRACTION_SIGNS}])|(?P<number>{SEPARATED}))"
)
"""Where a quantity starts. A match is read by `read`."""

_PART = r"\s*(?:\{\s*(?:\\text\{)?\s*([-−]?\s?\d[\d.,]*)\s*\}{1,2}|(\d))"
_LATEX = re.compile(rf"\s?\\[dtc]?frac{_PART}{_PART}")
_SLASH = re.compile(r"\s?/\s?(\d+)(?![\d/]|[.,]\d)")
_SLASHES = re.compile(r"(?:\s?/\s?\d+){2,8}")
_MIXED = re.compile(r"(?:\s|-|\sand\s)(\d+)\s?/\s?(\d+)(?![\d/])")
_AND_A = re.compile(
    r"\s(?:and\sa|y|et|e|с)\s(?:(?P<half>half|medi[oa]|demie?|meio|meia|половиной)|(?P<quarter>quarter))(?![^\W\d_])"
    r"|\s(?:(?P<halves>halves)|(?P<third>thirds)|(?P<fifth>fifths)|(?P<eighth>eighths)|(?P<tenth>tenths))(?![^\W\d_])",
    re.IGNORECASE,
)
_DENOMINATORS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}
_VULGAR = re.compile(rf"\s?([{_FRACTION_SIGNS}])")
_CLOCK = re.compile(r"(?::\d+|\s:\s\d+){1,8}")
_TIMES_TEN = re.compile(rf"\s?(?:[×x*]|\\times|\\cdot)\s?10\s?{POWER}")
_DOZENS = re.compile(r"\sdozens(?![a-z])", re.IGNORECASE)
_EXPONENT = re.compile(r"[eE]([-+]?\d+)(?![^\W_])")
_PERCENT = re.compile(
    r"\s?\\?%|\s?\\text\{\s?\\?%\s?\}|\s?(?:パーセント|퍼센트|เปอร์เซ็นต์|শতাংশ|শতকরা|శాతం|प्रतिशत)"
    r"|\s(?:percent|per\scent[ot]?|pct|prozent|por\sciento|por\scento|pour\scent|процент(?:а|ов)?)(?![^\W\d_])",
    re.IGNORECASE,
)

_CENTS = re.compile(r"(?:\s?(?:dollars?|euros?))?\sand\s(\d{1,2})\scents?(?![a-z])", re.IGNORECASE)

_BEFORE = re.compile(
    r"(?:"
    r"(?P<function>\\sqrt(?:\[\d\])?|√|\\pi|π|\\d?binom(?:\s?\{\d{1,9}\})?|\\?(?<![a-z])(?:sqrt|log|ln|lg|sin|cos|tan)"
    r"|(?<![a-z])(?:twice|double|triple|half\sof|square\sroot\sof))"
    r"|(?P<bound>[<≤≥≦≧⩽⩾]=?|(?:(?<=[^\w\"'/=>\n-])|(?<=\s\w))>=?|\\(?:[lg]eq?|[lg]t|[lg]eqq|[lg]eqslant)(?![a-z])"
    r"|≠|!=|\\neq?(?![a-z])|\\text\{\s?not\s?\}"
    r"|(?<![a-z])(?:(?:less|more|fewer|greater)\sthan|not\sequal\sto|anything\sbut|except))"
    r"|(?P<percent>百分之|ร้อยละ|(?<!\w)(?:asilimia|yüzde))"
    rf"|(?<!\w)(?P<scale>{'|'.join(BEFORE)})"
    r")[\s$\\({*]{0,4}$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s?(?:\\sqrt|√|\\pi(?![a-z])|π)"
    r"|[enixyz](?![^\W_])(?!\s(?:as|more|faster|larger|bigger|the|times)\b)|_[{\\]|[CP]\d"
    r"|\s?[-+*/×]\s?[b-zB-HJ-Z](?![^\W_])|\+(?!\s?[\d$\\(])|\s?(?:[≤≥]|\\[lg]e(?:q|qslant)?(?![a-z]))|\s[<>]=?\s"
    r"|\s(?:or|and)\s(?:more|less|fewer|over|above|under|below|up)\b|\s?‰|\sper\smille"
)


def quantities(text: str, locale: Locale, start: int = 0) -> Iterator[Quantity]:
    """All quantities of a folded text from left to right. Digits that are part of a word ("CO2", "m^2") are
    none."""
    while match := START.search(text, start):
        quantity = read(match, locale)
        start = max(quantity.end, match.end())
        if not _part_of_word(text, quantity.start):
            yield quantity


def _part_of_word(text: str, start: int) -> bool:
    before = text[start - 1 : start] if start else ""
    if before == "^" or (before == "{" and text.startswith("^", start - 2)):
        return True
    if before == "-" and start > 1:
        before = text[start - 2]
    return before.isupper() or before.islower()


def read(match: re.Match[str], locale: Locale) -> Quantity:
    """What a match of `START` is worth, with what follows it.

    A dash that touches a letter before it or follows a number or a closing bracket is no minus ("20-24",
    "COVID-19"), nor is one with a space after it at a line's start or after any word but a linking verb ("in
    total - 24"; but "is - 24"). The quantity then starts after it.
    """
    text, start = match.string, match.start()
    sign = match["sign"] or ""
    if sign and _is_dash(text, start, sign):
        start, sign = start + len(sign), ""
    value, end = _magnitude(match, locale)
    before = _BEFORE.search(text, max(0, start - 20), start)
    bound = before and before["bound"] and not text.startswith(">", end)
    if _AFTER.match(text, end) or bound or (before and before["function"]):
        value = ""
    if value and before and before["scale"] and "/" not in value and value[0].isdigit():
        value = canonical(Fraction(value) * BEFORE[before["scale"].lower()])
    negative = sign[:1] not in ("", "+", "±")
    if value and negative != bool(match["sign2"]):
        value = "-" + value if not value.startswith("-") and value != "0" else value.removeprefix("-")
    if value and sign.startswith("±"):
        value = ""
    percent = _PERCENT.match(text, end)
    if percent or (before and before["percent"]):
        end, value = percent.end() if percent else end, value + "%" if value else value
    money = bool(match["money"]) or _MONEY_AFTER.match(text, end) is not None
    return Quantity(value, start, end, money)


_NO_SPACES = "\u0e00"
"""Letters of scripts from here on touch what follows: the dash in "答えは-5" is a minus."""


def _is_dash(text: str, start: int, sign: str) -> bool:
    if sign[0] not in "-−–—+":
        return False
    close = text[max(0, start - 24) : start]
    before = close.rstrip(" \u00a0")
    if before[-1:].isdigit() or before.endswith((")", "]", "}", "%", *_FRACTION_SIGNS)):
        return True
    if close and not close[-1].isspace():
        return close[-1].isalnum() and close[-1] < _NO_SPACES
    if len(sign) == 1 or sign[0] == "−":
        return False
    if sign[0] == "—":
        return True
    word = _LAST_WORD.search(before)
    return not before or before.endswith("\n") or bool(word and word[0].lower() not in LINK_WORDS)


_LAST_WORD = re.compile(r"[^\W\d_]+$")


def _magnitude(match: re.Match[str], locale: Locale) -> tuple[str | None, int]:
    """The canonical value without the sign before it, and where it ends."""
    text = match.string
    if match["latex"]:
        return _latex(text, match.start("latex"), None)
    if match["vulgar"]:
        return canonical(_FRACTION_VALUES[match["vulgar"]]), match.end()
    numeral, end = match["number"], match.end()
    if len(numeral) > MAX_DIGITS:
        return None, end
    day = date(text, match.start("number"))
    if day:
        return day
    value = parse_numeral(numeral, locale.language, locale.gold)
    if not value:
        return "", end
    endless = repeating(value, text, end)
    if endless:
        return endless
    if value.isdigit():
        joined = _joined(value, text, match.start("number"), end)
        if joined:
            return joined
    times = _TIMES_TEN.match(text, end) or _EXPONENT.match(text, end)
    if times:
        return _scaled(value, exponent(times)), times.end()
    dozens = _DOZENS.match(text, end)
    if dozens and canonical(Fraction(value) * 12) == locale.gold:
        return locale.gold, dozens.end()
    return scale(value, text, end, bool(match["money"])) or (value, end)


def _joined(whole: str, text: str, start: int, end: int) -> tuple[str | None, int] | None:
    """A whole number with a fraction, denominator, power, minutes or ratio after it."""
    if text.startswith("\\", end) or text.startswith(" \\", end):
        return _latex(text, end, whole) if _LATEX.match(text, end) else None
    vulgar = _VULGAR.match(text, end)
    if vulgar:
        return canonical(int(whole) + _FRACTION_VALUES[vulgar[1]]), vulgar.end()
    mixed = _MIXED.match(text, end)
    if mixed and len(mixed[0]) <= MAX_DIGITS and 0 < int(mixed[1]) < int(mixed[2]):
        return canonical(int(whole) + Fraction(int(mixed[1]), int(mixed[2]))), mixed.end()
    part = _AND_A.match(text, end)
    if part and part.lastgroup:
        denominator = Fraction(1, _DENOMINATORS[part.lastgroup])
        mixed_part = part.lastgroup in ("half", "quarter")
        return canonical(int(whole) + denominator if mixed_part else int(whole) * denominator), part.end()
    slash = _SLASH.match(text, end)
    if slash and len(slash[1]) <= MAX_DIGITS:
        return canonical(Fraction(int(whole), int(slash[1]))) if int(slash[1]) else "", slash.end()
    several = _SLASHES.match(text, end)
    if several:
        return "", several.end()
    cents = _CENTS.match(text, end)
    if cents:
        return decimal(whole, cents[1].rjust(2, "0")), cents.end()
    raised = power(whole, text, start, end)
    if raised:
        return raised
    clock = _CLOCK.match(text, end)
    if clock:
        parts = [whole, *(part.strip() for part in clock[0].split(":")[1:])]
        return parts[0] if len(parts) == 2 and parts[1] == "00" else ":".join(parts), clock.end()
    return None


def _latex(text: str, start: int, whole: str | None) -> tuple[str | None, int]:
    match = _LATEX.match(text, start)
    if not match:
        return "", start + 5
    top, bottom = (parse_numeral((match[i] or match[i + 1]).lstrip("-− ").rstrip(".,"), "") or "" for i in (1, 3))
    if max(len(top), len(bottom)) > MAX_DIGITS:
        return None, match.end()
    if not top or not bottom or bottom == "0":
        return "", match.end()
    negative = sum((match[i] or "").startswith(("-", "−")) for i in (1, 3)) == 1
    part = Fraction(top) / Fraction(bottom)
    return canonical((-part if negative else part) + (int(whole) if whole else 0)), match.end()


def _scaled(value: str, power: int) -> str | None:
    return canonical(Fraction(value) * Fraction(10) ** power) if abs(power) <= MAX_DIGITS else None
