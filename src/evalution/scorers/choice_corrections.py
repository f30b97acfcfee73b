"""Letters that take back an earlier commitment ("The answer is B. Wait, no, it is C.")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from evalution.scorers import correction_words as words
from evalution.scorers.choice_claims import concluded, corrects, lone_letters
from evalution.scorers.choice_reading import ends_sentence, read_choice
from evalution.scorers.extraction import Found
from evalution.scorers.letters import labels_of
from evalution.scorers.target import Target
from evalution.verdict import Span

_WINDOW, _ASIDES = 100, 2
_STOP = re.compile(r"[.。!！;；…\n]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PAUSES = tuple(",，、،.。!…:—–-")


def _by_first_word(cues: Iterable[str]) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for cue in cues:
        table.setdefault(_WORD.match(cue)[0], []).append(cue)  # type: ignore[index]
    return {word: tuple(some) for word, some in table.items()}


_CUES = _by_first_word((*words.CUES, *words.NO_CUES))
_PAUSED = frozenset(words.NO_CUES)


def corrections(text: str, first: int, target: Target) -> Iterator[Found]:
    """Letters after `first` beside a word that takes something back."""
    for start, end, _ in lone_letters(text, labels_of(target)):
        if start < first:
            continue
        said = _retold(text, start, end) or (Span(start, end) if corrects(text, start) else None)
        reading = read_choice(text, start, target) if said else None
        if said and reading and ends_sentence(text, max(said.end, reading.span.end), target.truncated):
            yield Found(reading.answers, "correction", reading.span)


def _retold(text: str, start: int, end: int) -> Span | None:
    """The conclusion about a letter that follows such a word: "Wait, that is wrong. It must be C." """
    said = concluded(text, start, end)
    before = text[max(0, said.start - _WINDOW) : said.start].lower() if said else ""
    before = before[before.rfind("?") + 1 :]
    return said if any(_leads_on(before[end:]) for end in _cues(before)) else None


def _cues(before: str) -> Iterator[int]:
    """Where the words end by which something is taken back."""
    for word in _WORD.finditer(before):
        for cue in _CUES.get(word[0], ()):
            end = word.start() + len(cue)
            if not before.startswith(cue, word.start()) or before[end : end + 1].isalpha():
                continue
            if cue not in _PAUSED or before[end:].lstrip().startswith(_PAUSES):
                yield end
    if not before.isascii():
        yield from (before.find(cue) + len(cue) for cue in words.CUES_JOINED if cue in before)


def _leads_on(between: str) -> bool:
    """Whether nothing but an aside, and a few words that say nothing, stand between the word and the conclusion."""
    parts = _STOP.split(between)
    said = set(_WORD.findall(parts[-1]))
    return len(parts) <= 1 + _ASIDES and said <= words.BETWEEN
