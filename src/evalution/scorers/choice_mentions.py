"""Weaker ways to pick an option: opening with its letter, saying its text, naming it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.choice_claims import NEGATED
from evalution.scorers.choice_reading import HTML, read_choice, refuses
from evalution.scorers.extraction import Found
from evalution.scorers.letters import labels_of, letters
from evalution.scorers.option_lists import lists_on, opens_list
from evalution.scorers.option_texts import option_texts, plain
from evalution.scorers.target import Target
from evalution.verdict import Span

_SHORT = 150
_LEAD = re.compile(rf"(?:{HTML}|[\s*_`\"'“‘(\[{{「『【（<$\\]){{0,16}}+")
_BECAUSE = "because|since|weil|porque|parce que|car|perché|потому|因为|因為"
_LEAD_END = re.compile(
    r"[*_`}\"'”’」』$]{0,8}+"
    r"(?:(?:[)\]）】>]|\\[)\]])[*_`$]{0,4}|\s{0,4}[.:,;、．：，；\-–—]|(?=</)|[ \t]{0,8}(?:\n|$)"
    rf"|\s{{1,4}}(?:{_BECAUSE}))"
)


def lead(text: str, target: Target) -> Iterator[Found]:
    """A response that opens with the letter ("C\\n…", "B. Because …", "(D): …"), unless it lists the options.

    A small letter that a longer text follows numbers a part of it: "(a) The speed is …".
    """
    signs = letters(labels_of(target))
    opened = _LEAD.match(text)
    start = opened.end() if opened else 0
    sign = signs.label.match(text, start)
    reading = read_choice(text, start, target) if sign else None
    if not sign or not reading or reading.span.start != start or opens_list(text, Span(*sign.span()), signs):
        return
    if lists_on(text, Span(*sign.span()), signs):
        return
    small = sign[0] != sign[0].upper() and len(text) > _SHORT
    if _LEAD_END.match(text, reading.span.end) and not small:
        yield Found(reading.answers, "lead", reading.span)


def option_text(text: str, target: Target) -> Iterator[Found]:
    """A last line, or a whole response, that is an option's text."""
    if not target.choices:
        return
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    said = plain(text[start:end]) if end - start <= 2000 else ""
    for option, label in option_texts(target).pairs:
        if said == option:
            yield Found((label,), "option_text", Span(start, end))


def mention(text: str, target: Target) -> Iterator[Found]:
    """A short response that names exactly one option by its text, and no other option."""
    if not target.choices:
        return
    said = plain(text) if len(text) <= _SHORT and not refuses(text) else ""
    named = [(option, label) for option, label in option_texts(target).pairs if _says(said, option)]
    outer = [pair for pair in named if not any(pair != other and pair[0] in other[0] for other in named)]
    if len(outer) == 1 and not NEGATED.search(said[: said.index(outer[0][0])]):
        yield Found((outer[0][1],), "mention", Span(len(text) - len(text.lstrip()), len(text.rstrip())))


def _says(said: str, option: str) -> bool:
    at = said.find(option)
    whole = at >= 0 and not said[at - 1 : at].isalnum() and not said[at + len(option) : at + len(option) + 1].isalnum()
    return whole and len(option) > 3 and any(character.isalpha() for character in option)
