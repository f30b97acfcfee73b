"""Letters that are meant by the words beside them: chosen, said to be the answer, called right, or concluded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from evalution.scorers import choice_words as words
from evalution.scorers.choice_reading import read_choice
from evalution.scorers.extraction import Found
from evalution.scorers.letters import labels_of, letters
from evalution.scorers.target import Target

_BACK = 40
_Phrases = dict[str, tuple[str, ...]]


def _by_end(phrases: Iterable[str]) -> _Phrases:
    """The phrases by their last two characters, in either case, longest first."""
    table: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        for end in {phrase[-2:], phrase[-2:].upper(), phrase[-2:].title()}:
            table.setdefault(end, []).append(phrase)
    return {end: tuple(some) for end, some in table.items()}


_CLAIMS, _LIKELY = _by_end(words.CLAIMS), _by_end(words.LIKELY)
_EITHER = _by_end(words.CLAIMS + words.LIKELY)
_OPENERS = frozenset(" \t\n*_`~\"'“”„‘’«「『【《（([{<$:：=\\")
NEGATED = re.compile(
    r"(?:\b(?:not|never|cannot|nicht|pas|no|não|non|ne)|n['’]t|不|别|別|勿|не)[\s\"'*]{0,3}(?:[a-z]{1,8}[\s\"'*]{1,2})?$",
    re.IGNORECASE,
)


_NOUNS = _by_end(("option", "choice", "letter", "answer", "opción", "opção", "opzione"))


def _before(text: str, place: int, phrases: _Phrases) -> tuple[str, tuple[str, ...]]:
    """What stands before the wrapping of a letter, or before "option" and it, in small letters, and the phrases that
    may end it."""
    place = _unwrapped(text, place)
    end = text[max(0, place - 2) : place]
    for noun in _NOUNS.get(end, ()):
        if text[max(0, place - len(noun)) : place].lower() == noun:
            bare = _unwrapped(text, place - len(noun))
            if not text[max(0, bare - 1) : bare].isalpha():
                return "", ()
            some = phrases.get(text[max(0, bare - 2) : bare], ())
            tail = text[max(0, bare - _BACK) : bare].lower() if some else ""
            if tail.endswith(some):
                return tail, some
    some = phrases.get(end, ())
    return (text[max(0, place - _BACK) : place].lower() if some else "", some)


def _unwrapped(text: str, place: int) -> int:
    while place and text[place - 1] in _OPENERS:
        place -= 1
    return place


def _follows(text: str, place: int, phrases: _Phrases) -> bool:
    """Whether one of the phrases, not denied, stands right before the letter at `place`."""
    tail, some = _before(text, place, phrases)
    for phrase in some:
        rest = tail[: -len(phrase)]
        if tail.endswith(phrase) and (phrase[0] > "\u2e80" or not rest[-1:].isalnum()):
            return not NEGATED.search(rest)
    return False


_CLOSERS = r"(?:[)\]}*_`\"'”’»」』】）$]|\\[)\]])*+"


def _after(spaced: str, joined: str) -> re.Pattern[str]:
    """A pattern for what goes on after a letter, one alternative a line."""
    one_of = ["|".join(table.strip().split("\n")).replace(" ", r"\s+") for table in (spaced, joined)]
    return re.compile(rf"{_CLOSERS}(?:\s{{1,8}}(?:{one_of[0]})|\s{{0,8}}(?:{one_of[1]}))", re.IGNORECASE)


_HOLDS, _CORRECT = _after(words.HOLDS, words.HOLDS_JOINED), _after(words.CORRECT, words.CORRECT_JOINED)


def _one_of(heads: set[str]) -> str:
    """A pattern for one of the heads, that looks at the first character first."""
    return f"(?=[{re.escape(''.join(sorted({head[0] for head in heads})))}])(?:{'|'.join(sorted(heads))})"


_PLAIN = re.compile(r"[^(\[\\?]{1,3}(?!\?)|.")
_HEADS, _HEADS_JOINED = (
    _one_of({_PLAIN.match(line)[0] for table in tables for line in table.strip().split("\n")})  # type: ignore[index]
    for tables in ((words.HOLDS, words.CORRECT), (words.HOLDS_JOINED, words.CORRECT_JOINED))
)
_BESIDE = (
    rf"(?P<beside>(?={_CLOSERS}(?:\s{{1,8}}(?i:{_HEADS})|\s{{0,8}}(?:{_HEADS_JOINED}))"
    r"|[)*]{1,2}[.。]?[ \t]{0,8}(?:\n|$)))?"
)
_BRACKETED = re.compile(r"(?:\)|\*\*)[.。]?[ \t]{0,8}(?:\n|$)")
_IS = re.compile(r"(?:\b(?:is|are|be|ist|est|es|é|è)\s+|[是为為は])(?:\(|\*\*)\Z", re.IGNORECASE)


def _claimed(text: str, start: int, end: int) -> bool:
    return _follows(text, start, _CLAIMS) or _HOLDS.match(text, end) is not None


def _meant(text: str, start: int, end: int) -> bool:
    if _follows(text, start, _LIKELY) or _CORRECT.match(text, end):
        return True
    return bool(_BRACKETED.match(text, end) and _IS.search(text[max(0, start - 12) : start]))


_SMALL = frozenset("abcdefghijklmnopqrstuvwxyz")


@lru_cache(maxsize=256)
def _scan(labels: tuple[str, ...]) -> re.Pattern[str]:
    lone = letters(labels).lone
    return re.compile(lone.pattern + _BESIDE, lone.flags)


def _signs(text: str, labels: tuple[str, ...]) -> Iterator[re.Match[str]]:
    """Letters standing alone. Capitals are rare, so each is looked for by itself, unless others are wanted too."""
    scan, latin = _scan(labels), letters(labels).latin
    hinted = not text.isascii() and ("ا" in text or "ি" in text or "ে" in text)
    if latin is None or (hinted and any(hint in text for hint in words.NATIVE_HINTS)):
        yield from scan.finditer(text)
        return
    for capital in latin:
        at = text.find(capital)
        while at >= 0:
            sign = None if text[at + 1 : at + 2] in _SMALL else scan.match(text, at)
            if sign:
                yield sign
            at = text.find(capital, at + 1)


@lru_cache(maxsize=1)
def _lone(text: str, labels: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where a letter stands alone, and what is beside it may be one of the phrases of `claim` and `likely`.

    Kept for the second of those rules, which asks for the same."""
    spans = []
    for sign in _signs(text, labels):
        if sign["beside"] is None:
            tail, some = _before(text, sign.start(), _EITHER)
            if not tail.endswith(some):
                continue
        spans.append(sign.span())
    return spans


def claim(text: str, target: Target) -> Iterator[Found]:
    """A letter that is chosen or said to be the answer ("I choose B", "故选B", "(B) is the correct answer")."""
    for start, end in _lone(text, labels_of(target)):
        reading = read_choice(text, start, target) if _claimed(text, start, end) else None
        if reading:
            yield Found(reading.answers, "claim", reading.span)


def likely(text: str, target: Target) -> Iterator[Found]:
    """A letter that is called right or concluded ("B is correct", "it must be B", "what fits best is (B).")."""
    for start, end in _lone(text, labels_of(target)):
        reading = read_choice(text, start, target) if _meant(text, start, end) else None
        if reading:
            yield Found(reading.answers, "likely", reading.span)
