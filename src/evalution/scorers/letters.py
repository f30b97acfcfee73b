"""The letters that stand for an option: which signs mean which label, by one table.

Where the labels shown are Latin, a label is also meant by: its other case; Arabic أبجد and Bengali অবডঢ by
place (1st to 4th); its full-width, circled, squared, bracketed and mathematical forms; the Cyrillic and
Greek capitals that look like it. No other letter means one (ক খ গ ঘ, क ख ग घ, Б Г Д). Where the labels
shown are of another script, each means itself.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evalution.scorers.target import Target

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

BY_PLACE = ("أبجد", "ابجد", "অবডঢ")
"""Letters in the order of their own series, for the first options. Alef is also written without its hamza."""

LOOK_ALIKES = (
    ("АВСЕНІЈКМОРЅТУХ", "ABCEHIJKMOPSTYX"),
    ("асеіјорѕух", "ACEIJOPSYX"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
)
"""Cyrillic (capitals, then the small ones that look like small Latin) and Greek, each with the Latin letter."""

FORMS = (0xFF21, 0xFF41, 0x24B6, 0x24D0, 0x249C, 0x1F110, 0x1F130, 0x1F150, 0x1F170, *range(0x1D400, 0x1D6A4, 26))
"""Code points where runs of 26 start: full-width, circled, bracketed, squared and mathematical alphabets."""

DIGIT_FORMS = (0xFF11, 0x2460, 0x2776)
"""Code points of the digit one: full-width, circled, negative circled."""

_RARE = frozenset(chr(start + place) for start in FORMS[2:] for place in range(26))
_WORDS = frozenset("AEIOUY") | frozenset(LATIN.lower()) | frozenset("".join(alike for alike, _ in LOOK_ALIKES))
_GOES_ON = r"[^\W_\u0e00-\u1dff\u2000-\uff0f\uff5b-\U0010ffff]|[\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0dff]"
SUFFIX = r"[dt][ıiuü]r|[\u3000-\u9fff\uac00-\ud7a3]"
_ENDS = rf"(?![a-z0-9]|{_GOES_ON}|['’](?!{SUFFIX})[^\W\d_]|[-‐‑](?:\d|\w\w)|\+(?![A-Z])|#|\.\w\.)"
_DIGIT_ENDS = r"(?![.,٫]\d|\s?[%°]|/\d)"
_DIGIT_STARTS = r"(?<![-−.])"
_STARTS = rf"(?<!(?:{_GOES_ON}|['’\\-]).)"


class Letters(NamedTuple):
    """How the labels of one question may be written.

    labels   as shown, by position
    means    what each sign means: a sign -> the label shown
    label    a pattern for one sign that ends there: no letter, digit, mark, `+`, `#`, `-word` or `.X.` goes on from
             it, though a script written without spaces may ("Bです")
    word     the same for one that also starts there
    sure     the signs that are no word of any language by themselves ("a", "I", "в" and "А" are)
    latin    the capitals among the signs of `lone` when all labels are Latin, else None
    lone     a pattern for a capital that also starts there, to search with: of the labels as shown, full-width and
             native, without the look-alikes and the rarer forms
    """

    labels: tuple[str, ...]
    means: dict[str, str]
    label: re.Pattern[str]
    word: re.Pattern[str]
    sure: frozenset[str]
    latin: tuple[str, ...] | None
    lone: re.Pattern[str]


def labels_of(target: Target) -> tuple[str, ...]:
    """The labels that the prompt showed; A, B, C … by the number of options, or all 26 when that is unknown.

    >>> labels_of(Target("A", choices=("yes", "no")))
    ('A', 'B')
    """
    return target.labels or tuple(LATIN[: len(target.choices) or 26])


@lru_cache(maxsize=256)
def letters(labels: tuple[str, ...]) -> Letters:
    """The signs for these labels.

    >>> signs = letters(("A", "B", "C", "D"))
    >>> [signs.means.get(sign) for sign in ("b", "Ｂ", "ব", "В", "Ⓑ", "খ", "Б", "E")]
    ['B', 'B', 'B', 'B', 'B', None, None, None]
    >>> letters(("ক", "খ", "গ", "ঘ")).means
    {'ক': 'ক', 'খ': 'খ', 'গ': 'গ', 'ঘ': 'ঘ'}
    """
    means: dict[str, str] = {}
    for label in labels:
        for sign in (label, label.upper(), label.lower()):
            means.setdefault(sign, label)
    latin = all(len(label) == 1 and label.upper() in LATIN for label in labels)
    if latin:
        for sign, label in _latin_signs(labels).items():
            means.setdefault(sign, label)
    for label in labels:
        if len(label) == 1 and label in "123456789":
            means.update({chr(one + int(label) - 1): label for one in DIGIT_FORMS})
    one_of = "|".join(re.escape(sign) for sign in sorted(means, key=len, reverse=True))
    if all(len(sign) == 1 for sign in means):
        one_of = "[" + "".join(re.escape(sign) for sign in means) + "]"
    ends = _ENDS
    if any(label.isdigit() for label in labels):
        one_of, ends = f"{_DIGIT_STARTS}(?:{one_of})", _ENDS + _DIGIT_ENDS
    sure = frozenset(means) - _WORDS
    capitals = {*LATIN, *labels, *sure} - _RARE
    plain = [sign for sign in means if len(sign) == 1 and sign in capitals]
    lone = "".join(re.escape(sign) for sign in plain)
    return Letters(
        labels,
        means,
        re.compile(f"(?:{one_of}){ends}"),
        re.compile(f"(?<!{_GOES_ON})(?:{one_of}){ends}"),
        sure,
        tuple(sign for sign in plain if "A" <= sign <= "Z" or "Ａ" <= sign <= "Ｚ") if latin else None,
        re.compile(rf"[{lone}]{ends}{_STARTS}" if lone else "(?!)", re.DOTALL),
    )


def _latin_signs(labels: tuple[str, ...]) -> dict[str, str]:
    """Signs beside the labels themselves, for Latin labels."""
    shown = {label.upper(): label for label in labels}
    signs: dict[str, str] = {}
    for start in FORMS:
        signs.update({chr(start + LATIN.index(latin)): label for latin, label in shown.items()})
    for series in BY_PLACE:
        signs.update(zip(series, labels, strict=False))
    for alike, latins in LOOK_ALIKES:
        signs.update({sign: shown[latin] for sign, latin in zip(alike, latins, strict=True) if latin in shown})
    return signs


def original(shown: str, target: Target) -> str:
    """The label of the original option behind a label as shown: they differ where options were permuted.

    >>> original("A", Target("B", choices=("no", "yes"), order=(1, 0)))
    'B'
    """
    if not target.order:
        return shown
    labels = labels_of(target)
    return labels[target.order[labels.index(shown)]] if shown in labels[: len(target.order)] else shown
