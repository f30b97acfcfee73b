"""Words and letters behind a number that multiply it: "5 thousand", "5k", "$5M", "5 dozen", "3万5000".

A smaller scale may follow a larger one, with or without a word of its own ("2 হাজার ৫০০", "1億2000万"): the parts
are added. "5 dozen" is 60, being said of things that are counted; but "5 dozens" is 5, a number of dozens, unless
the gold is 60.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from evalution.scorers.numerals import MAX_DIGITS, canonical

# fmt: off
_WORDS: dict[int, tuple[str, ...]] = {
    10**2: ("hundred", "百", "백", "শত"),
    10**3: (
        "thousand", "тысяч", "тысячи", "тысяча", "тыс.", "тыс", "тисяч", "тисячі", "mille", "mil", "mila", "tausend",
        "nghìn", "ngàn", "elfu", "ribu", "duizend", "tusen", "tysięcy", "tysiące", "tysiąc", "tys.", "千", "仟", "천",
        "হাজার", "हज़ार", "हज़ार", "हजार", "వేలు", "వేల", "వెయ్యి", "พัน", "ألف", "آلاف", "الف", "هزار",
    ),
    10**4: ("万", "萬", "만", "หมื่น"),
    10**5: ("lakh", "lakhs", "लाख", "লাখ", "লক্ষ", "లక్షల", "లక్ష", "laki", "แสน"),
    10**6: (
        "million", "millions", "millionen", "millones", "millón", "mio.", "миллион", "миллиона", "миллионов", "млн",
        "milhão", "milhões", "milioni", "milione", "miljoen", "miljoner", "miljon", "milion", "miliony", "milionów",
        "juta", "milyon", "triệu", "মিলিয়ন", "मिलियन", "మిలియన్", "ล้าน", "مليون", "ملايين", "میلیون", "mn", "mln",
    ),
    10**7: ("crore", "crores", "करोड़", "কোটি", "కోట్లు", "కోటి"),
    10**8: ("億", "亿", "억"),
    10**9: (
        "billion", "billions", "milliard", "milliards", "milliarden", "миллиард", "миллиарда", "миллиардов", "млрд",
        "bilhões", "bilhão", "miliardi", "miliardo", "miljard", "miliar", "milyar", "tỷ", "tỉ", "مليار", "میلیارد",
        "bn",
    ),
    10**12: ("trillion", "trillions", "兆", "조"),
    12: ("dozen",),
}
# fmt: on
_FACTORS = {word: factor for factor, words in _WORDS.items() for word in words}
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}
_ANY_WORD = "|".join(re.escape(word) for word in sorted(_FACTORS, key=len, reverse=True))
_SCALE = re.compile(rf"\s?({_ANY_WORD})(?![A-Za-zÀ-ӿ]|ธุ|াংশ|করা)", re.IGNORECASE)
_LETTER = re.compile(r"(?<=\d)(?:\s?k|[KMB])(?![^\W_])")
_MONEY_LETTER = re.compile(r"(?<=\d)\s?[kKmMbB](?![^\W_])")
_FURTHER = re.compile(r"\s?(\d{1,4}(?:,\d{3})?)(?![\d.,:/%]\d|\s?[:/%])")
BEFORE = {"elfu": 10**3, "laki": 10**5, "milioni": 10**6}
"""Swahili scales, which stand before their number."""


class Scaled(NamedTuple):
    """A canonical value (`None` beyond limits) and where the scale's words end."""

    value: str | None
    end: int


def scale(value: str, text: str, end: int, money: bool) -> Scaled | None:
    """The number `value` that ends at `end` times the scale behind it; `None` when there is none.

    >>> scale("3", "3万5千円", 1, False), scale("5", "$5m", 2, True), scale("5", "5m", 1, False)
    (Scaled(value='35000', end=4), Scaled(value='5000000', end=3), None)
    """
    found = _scale(text, end, money)
    if not found:
        return None
    factor, end = found
    total = Fraction(value) * factor
    while factor != 12 and (part := _FURTHER.match(text, end)):
        number = int(part[1].replace(",", ""))
        further = _scale(text, part.end(), False) or (1, part.end())
        if not number or number * further[0] >= factor or further[0] == 12:
            break
        total += number * further[0]
        factor, end = further
    return Scaled(canonical(total) if len(value) <= MAX_DIGITS else None, end)


def _scale(text: str, end: int, money: bool) -> tuple[int, int] | None:
    letter = (_MONEY_LETTER if money else _LETTER).match(text, end)
    if letter:
        return _LETTERS[letter[0].strip().lower()], letter.end()
    word = _SCALE.match(text, end)
    if not word:
        return None
    factor = 1
    while word and factor <= 10**12:
        factor, end = factor * _FACTORS[word[1].lower()], word.end()
        word = _SCALE.match(text, end)
    return factor, end
