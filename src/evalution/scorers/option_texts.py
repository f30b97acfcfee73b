"""Options named by their text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from evalution.scorers import choice_words as words
from evalution.scorers.letters import labels_of
from evalution.scorers.target import Target
from evalution.verdict import Span

_LINE = 400
_MARKS = re.compile(
    r"\\(?:text|mathrm|mathbf|textbf|boxed|mathit|operatorname|left|right|,|;|!|\(|\)|\[|\])|[*_`$\\{}\"“”]|\s+"
)
_TAIL = " .。!！;；,，"
_STOPS = frozenset(",;:)]}.!?(—–-、，。；（")


def plain(text: str) -> str:
    """A text as options are compared: NFKC, without case, mark-up, doubled space or final full stop.

    >>> plain("**The  Treaty of $\\\\text{Westphalia}$.**")
    'the treaty of westphalia'
    """
    text = _MARKS.sub(lambda mark: " " if mark[0].isspace() else "", text)
    return unicodedata.normalize("NFKC", text).casefold().strip(_TAIL)


class Named(NamedTuple):
    """The original label of an option, and where its text stands."""

    label: str
    span: Span


class Texts(NamedTuple):
    """(plain text, original label) of the options, longest first, without texts that two options share or that are
    a label themselves ("A"); and the characters that they begin with."""

    pairs: tuple[tuple[str, str], ...]
    firsts: frozenset[str]


def option_texts(target: Target) -> Texts:
    """The texts of a target's options."""
    return _texts(target.choices, labels_of(target))


@lru_cache(maxsize=512)
def _texts(choices: tuple[str, ...], labels: tuple[str, ...]) -> Texts:
    texts = [plain(choice) for choice in choices]
    pairs = [(text, label) for text, label in zip(texts, labels, strict=False) if text and texts.count(text) == 1]
    pairs = [(text, label) for text, label in pairs if text.upper() not in labels and len(text) <= _LINE]
    return Texts(tuple(sorted(pairs, key=lambda pair: -len(pair[0]))), frozenset(text[0] for text, _ in pairs))


def named_option(text: str, start: int, target: Target) -> Named | None:
    """The option whose text stands at `start`, and ends a phrase.

    >>> cities = Target("A", ("Rome", "Paris"))
    >>> named_option("It is Paris, by far.", 6, cities).label
    'B'
    >>> named_option("Parisian cooking", 0, cities) is None
    True
    """
    texts = option_texts(target)
    if text[start] != "\\" and plain(text[start])[:1] not in texts.firsts:
        return None
    end = text.find("\n", start, start + _LINE)
    line = text[start : end if end >= 0 else start + _LINE]
    said = plain(line)
    for option, label in texts.pairs:
        if said.startswith(option) and _ends_phrase(option, said[len(option) :].lstrip("'’")):
            return Named(label, Span(start, start + _width(line, option)))
    return None


def _ends_phrase(option: str, rest: str) -> bool:
    if not rest or (rest[0] in _STOPS and not (rest[1:2].isalnum() and option[-1].isdigit())):
        return True
    word = rest.split(None, 1)[0]
    return rest[0] == " " and (word in words.BECAUSE or word[0] in _STOPS)


def _width(line: str, option: str) -> int:
    """How many characters of the line say the option."""
    for end in range(len(option), min(len(line), len(option) + 40)):
        if plain(line[:end]) == option:
            return end
    return len(line.rstrip())
