"""Lines that say only a letter and what it is ("Choice: C")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.choice_claims import lone_letters
from evalution.scorers.choice_reading import read_choice
from evalution.scorers.extraction import Found
from evalution.scorers.letters import labels_of
from evalution.scorers.target import Target

_BACK = 40
_NAMED = re.compile(
    r"(?:^|\n)[ \t*_#>-]{0,8}(?:(?:my|the|final|correct|selected|chosen|best) ){0,2}(?:choice|option|selected|selection"
    r"|letter|prediction|predicted|output|key|pick|verdict|conclusion|response|result|decision)"
    r"[ \t*_]{0,4}[:：][ \t*_(]{0,8}$",
    re.IGNORECASE,
)
_CLOSES_LINE = re.compile(r"[)*_.\]]{0,6}[ \t]{0,8}(?:\n|$)")


def line(text: str, target: Target) -> Iterator[Found]:
    """A letter that is all that a line says: "Choice: C". Where such lines name different letters they list options."""
    found = []
    for start, end, beside in lone_letters(text, labels_of(target)):
        if beside in ("colon", "after") and _CLOSES_LINE.match(text, end) and _opens_line(text, start):
            reading = read_choice(text, start, target)
            if reading:
                found.append(Found(reading.answers, "line", reading.span))
    if len({one.answers for one in found}) == 1:
        yield max(found, key=lambda one: one.span.end)


def _opens_line(text: str, start: int) -> bool:
    named = _NAMED.search(text[max(0, start - _BACK) : start])
    return named is not None and (named[0][0] == "\n" or start <= _BACK)
