"""Answers in words: normalised text, numbers in words, times of day and dates."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from evalution.scorers.math.values import Moment

_UNDER_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_TIES = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: i for i, word in enumerate(_UNDER_TWENTY.split())}
_TENS = {word: 10 * i for i, word in enumerate(_TIES.split(), start=2)}
SCALES = {
    "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12,
}  # fmt: skip
_YEAR = "january february march april may june july august september october november december"
_MONTHS = _YEAR.split()
_MONTH = "|".join(f"{m[:3]}(?:{m[3:]})?" for m in _MONTHS) + "|sept"
_ORDINAL = r"(\d{1,2})(?:st|nd|rd|th)?"
_TIME = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(a|p)\.?\s?m\.?|(\d{1,2}):(\d{2})\s*(noon|midnight)?", re.IGNORECASE)
_DATE = re.compile(
    rf"(?:({_MONTH})\.?\s+{_ORDINAL}|{_ORDINAL}\s+(?:of\s+)?({_MONTH})\.?)(?:,?\s+(\d{{4}}))?", re.IGNORECASE
)
_DRESS = re.compile(r"\\(?:text|mbox|mathrm|textbf|textit|mathbf|left|right|bf|it)(?![a-zA-Z])|\\[,;:! ]|[{}$\\*~_`\"]")
_NONE = re.compile(
    r"none|(?:there (?:is|are|exists?) )?no (?:real |integer |valid |possible |such )?(?:solutions?|roots?)"
    r"(?: exists?)?|(?:empty|null) set"
)
_SAME = {"dne": "does not exist", "doesn't exist": "does not exist", "not defined": "undefined"}
_EDGE = " \t.,;:!?'"


def normalise_words(text: str) -> str:
    r"""The words of an answer as they are compared: no dress, no case, single spaces, no brackets around a letter.

    >>> normalise_words(r"\text{(C)}"), normalise_words(r"\text{ Even. }")
    ('c', 'even')
    """
    plain = unicodedata.normalize(
        "NFKC", _DRESS.sub(lambda m: "" if m[0][0] == "\\" and m[0][1:2].isalpha() else " ", text)
    )
    plain = " ".join(plain.split()).casefold().strip(_EDGE)
    lettered = re.fullmatch(r"\(?\s*([a-z])\s*\)", plain)
    if lettered:
        return lettered[1]
    plain = _SAME.get(plain, plain)
    for article in ("the ", "a ", "an "):
        if plain.startswith(article) and len(plain) > len(article):
            return plain[len(article) :]
    return plain


def says_none(words: str) -> bool:
    """Whether normalised words say that nothing is an answer, as the empty set does.

    >>> says_none("no real solutions"), says_none("no change")
    (True, False)
    """
    return _NONE.fullmatch(words) is not None


def read_number_words(words: str) -> int | None:
    """A cardinal number in English words.

    >>> read_number_words("twenty-one"), read_number_words("two hundred and five"), read_number_words("none")
    (21, 205, None)
    """
    parts = [part for part in words.replace("-", " ").split() if part != "and"]
    if not parts or len(parts) > 20 or words.split()[0] == "and":
        return None
    negative = parts[0] in ("minus", "negative")
    total = current = 0
    seen = False
    for part in parts[negative:]:
        if part in _SMALL:
            if seen and (current % 10 or (current % 100 and _SMALL[part] > 9)):
                return None
            current += _SMALL[part]
        elif part in _TENS:
            if current % 100:
                return None
            current += _TENS[part]
        elif part in SCALES and seen:
            scale = SCALES[part]
            if scale < 1000:
                current *= scale
            else:
                total, current = total + current * scale, 0
        else:
            return None
        seen = True
    return (-(total + current) if negative else total + current) if seen else None


_ORDINALS = "half third fourth fifth sixth seventh eighth ninth tenth"
_PARTS = {word: i for i, word in enumerate(_ORDINALS.split(), start=2)}
_PARTS["quarter"] = 4


def read_fraction_words(words: str) -> Fraction | None:
    """A fraction in English words.

    >>> read_fraction_words("two-thirds"), read_fraction_words("one half"), read_fraction_words("the second half")
    (Fraction(2, 3), Fraction(1, 2), None)
    """
    top, _, bottom = words.replace("-", " ").rpartition(" ")
    part = _PARTS.get("half" if bottom == "halves" else bottom.removesuffix("s"))
    number = read_number_words(top)
    return Fraction(number, part) if number is not None and part and 0 < number < 100 else None


def read_moment(text: str) -> Moment | None:
    """A time of day with its half named, or a date in months and days.

    >>> read_moment("4:30 p.m.") == read_moment("4:30 PM"), read_moment("June 20th") == read_moment("20 June")
    (True, True)
    """
    plain = " ".join(text.split()).strip(" ,;")
    time = _TIME.fullmatch(plain)
    if time and time[3]:
        hour, minute = int(time[1]), int(time[2] or 0)
        return Moment(hour % 12, minute, time[3].lower() == "p") if 1 <= hour <= 12 and minute < 60 else None
    if time and time[6]:
        return Moment(int(time[4]) % 12, int(time[5]), time[6].lower() == "noon")
    date = _DATE.fullmatch(plain.rstrip("."))
    if date:
        month, day = (date[1] or date[4]).lower(), int(date[2] or date[3])
        number = next(i for i, m in enumerate(_MONTHS, start=1) if m.startswith(month[:3]))
        return Moment(month=number, day=day, year=int(date[5]) if date[5] else None) if 1 <= day <= 31 else None
    return None
