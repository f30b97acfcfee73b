"""Letters that are meant by the words beside them: chosen, said to be the answer, called right, or concluded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from evalution.scorers import claim_words as words
from evalution.scorers import correction_words
from evalution.scorers.choice_reading import ends_sentence, read_choice
from evalution.scorers.extraction import Found
from evalution.scorers.letters import labels_of, letters
from evalution.scorers.target import Target
from evalution.verdict import Span

_BACK = 40
_Phrases = dict[str, tuple[str, ...]]


def _by_end(phrases: Iterable[str]) -> _Phrases:
    """The phrases by their last two characters, in either case, longest first; those of one stand also with all that
    end like them."""
    table: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        for end in {phrase[-2:], phrase[-2:].upper(), phrase[-2:].title()}:
            for longer in table if len(end) == 1 else ():
                if longer != end and longer.endswith(end):
                    table[longer].append(phrase)
            table.setdefault(end, []).append(phrase)
    return {end: tuple(some) for end, some in table.items()}


_CLAIMS, _LIKELY = _by_end(words.CLAIMS), _by_end(words.LIKELY)
_EITHER = _by_end(words.CLAIMS + words.LIKELY)
_LINKS = _by_end(correction_words.COPULAS)
_CONCLUDING = _by_end(words.CLAIMS + words.LIKELY + correction_words.COPULAS)
_CUES = _by_end((*correction_words.CUES, *correction_words.CUES_JOINED))
_PAUSED = _by_end((*correction_words.CUES, *correction_words.CUES_JOINED, *correction_words.NO_CUES))
_PAUSES = frozenset(",.…—–-!，、،。！")
_OPENERS = frozenset(" \t\n*_`~\"'“”„‘’«「『【《（([{<$:：=\\")
NEGATED = re.compile(
    r"(?:\b(?:not|never|cannot|nicht|pas|no|não|non|ne|if|whether|suppose|why|wenn|(?:refuse|unable|decline) to"
    r"|(?:instead|mistake) of|rather than|avoid|against)"
    r"|n['’]t|如果|若|为什么|不|别|別|勿|не)[\s\"'*]{0,3}(?:[a-z]{1,8}[\s\"'*]{1,2})?$",
    re.IGNORECASE,
)


_NOUNS = _by_end(("option", "choice", "letter", "answer", "opción", "opção", "opzione"))
_A_NOUN = tuple(form for nouns in _NOUNS.values() for noun in nouns for form in {noun, noun.title()})
_ANY = _by_end(
    (*words.CLAIMS, *words.LIKELY, *correction_words.CUES, *correction_words.CUES_JOINED, *correction_words.COPULAS)
)


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
    some = phrases.get(end) or phrases.get(end[-1:], ())
    return (text[max(0, place - _BACK) : place].lower() if some else "", some)


def _unwrapped(text: str, place: int) -> int:
    while place and text[place - 1] in _OPENERS:
        place -= 1
    return place


def corrects(text: str, place: int) -> bool:
    """Whether the letter at `place` follows a word that takes something back ("Correction: C", "No, C")."""
    place = _unwrapped(text, place)
    if place and text[place - 1] in _PAUSES:
        while place and text[place - 1] in _PAUSES:
            place -= 1
        place = _unwrapped(text, place)
        return _ends_with(text, place, _PAUSED)
    return _ends_with(text, place, _CUES)


def _ends_with(text: str, place: int, phrases: _Phrases) -> bool:
    end = text[max(0, place - 2) : place]
    some = phrases.get(end) or phrases.get(end[-1:])
    if not some:
        return False
    tail = text[max(0, place - _BACK) : place].lower()
    return tail.endswith(some) and any(
        tail.endswith(one) and (one[0] > "\u2e80" or not tail[-len(one) - 1 : -len(one)].isalnum()) for one in some
    )


def _follows(text: str, place: int, phrases: _Phrases) -> bool:
    """Whether one of the phrases, not denied, stands right before the letter at `place`."""
    return _phrase(text, place, phrases) is not None


def _phrase(text: str, place: int, phrases: _Phrases) -> str | None:
    tail, some = _before(text, place, phrases)
    for phrase in some:
        rest = tail[: -len(phrase)]
        if tail.endswith(phrase) and (phrase[0] > "\u2e80" or not rest[-1:].isalnum()):
            return None if NEGATED.search(rest) else phrase
    return None


def concluded(text: str, start: int, end: int) -> Span | None:
    """The conclusion of which a letter is the end ("it must be C") or the head ("C is correct"), if it is concluded."""
    phrase = _phrase(text, start, _CONCLUDING)
    if phrase:
        before = text[max(0, start - 2 * _BACK) : start]
        return Span(start - len(before) + max(0, before.lower().rfind(phrase)), end)
    called = _CORRECT.match(text, end)
    return Span(_unwrapped(text, start), called.end()) if called else None


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


_SUPPOSED = re.compile(
    r"\b(?:if|whether|unless|doubt|unlikely|not the case|not true|suppose|assum[a-z]{1,4}|wenn|falls|если)\b"
    r"[^.!?\n]{0,36}$",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(r"\s{1,4}(?:only |just )?(?:if|when|unless|provided)\b", re.IGNORECASE)
_JOINED = re.compile(
    r"(?:\b(?:nor|neither|weder|noch|ni|né)|(?<![^\W_])[A-Z]\W{0,2}\s(?:or|and|oder|und|ou|et|o|y))\s[(*\"']{0,3}$",
    re.I,
)


def _claimed(text: str, start: int, end: int) -> bool:
    if _follows(text, start, _CLAIMS):
        return True
    return _HOLDS.match(text, end) is not None and not _joined(text, start)


def _joined(text: str, start: int) -> bool:
    """Whether another letter is joined to the one at `start` ("A or B is right"), or denies it ("neither A nor B")."""
    return _JOINED.search(text[max(0, start - 16) : start]) is not None


def _supposed(text: str, start: int) -> bool:
    """Whether what is said of a letter is only supposed, or doubted: "if B is right", "I doubt that B is right"."""
    return _SUPPOSED.search(text[max(0, start - _BACK) : start]) is not None


def _called_right(text: str, start: int, end: int) -> bool:
    called = _CORRECT.match(text, end)
    if called:
        return not (_joined(text, start) or _supposed(text, start) or _ONLY_IF.match(text, called.end()))
    return bool(_BRACKETED.match(text, end) and _IS.search(text[max(0, start - 12) : start]))


def _follows_on(text: str, start: int) -> bool:
    return not text[start].isdigit() and (_follows(text, start, _LIKELY) or corrects(text, start))


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


class Lone(NamedTuple):
    """A letter standing alone, and what is beside it: "after", a "phrase" before it, a "cue" that takes something back,
    a "colon", or a "link" ("is"). All but the first are looked at again by the rules that use them."""

    start: int
    end: int
    beside: str


@lru_cache(maxsize=1)
def lone_letters(text: str, labels: tuple[str, ...]) -> list[Lone]:
    """The letters standing alone that have something beside them, in no order.

    Kept for the other rules, which ask for the same."""
    found = []
    for sign in _signs(text, labels):
        beside = "after" if sign["beside"] is not None else _kind_before(text, sign.start())
        if beside:
            found.append(Lone(*sign.span(), beside))
    return found


def _inside_sentence(text: str, place: int) -> bool:
    """Whether something of the same sentence may stand before the word that ends at `place`."""
    here = text.rfind(" ", max(0, place - 9), place)
    return text[here - 1] not in ".,;!?\n-" if here > 0 else "\n" not in text[max(0, place - 9) : place]


def _kind_before(text: str, start: int) -> str:
    place = start
    while place and text[place - 1] in _OPENERS:
        place -= 1
    end = text[place - 2 : place] if place > 1 else text[:place]
    last = end[-1:]
    if end in _NOUNS and text.endswith(_A_NOUN, max(0, place - 8), place):
        if _inside_sentence(text, place):
            tail, some = _before(text, start, _EITHER)
            if tail.endswith(some):
                return "phrase"
    elif last in _PAUSES:
        if end != "\n-" and corrects(text, start):
            return "cue"
        if end in _EITHER and _ends_with(text, place, _EITHER):
            return "phrase"
    else:
        any_of = _ANY.get(end) or _ANY.get(last)
        if any_of and text[max(0, place - _BACK) : place].lower().endswith(any_of):
            tail, some = _before(text, start, _EITHER)
            if tail.endswith(some):
                return "phrase"
            if _ends_with(text, place, _CUES):
                return "cue"
            if _ends_with(text, place, _LINKS):
                return "link"
    return "colon" if start - place > 1 and (":" in text[place:start] or "：" in text[place:start]) else ""


_SAID, _SAID_OR_CUED = ("after", "phrase"), ("after", "phrase", "cue")


def claim(text: str, target: Target) -> Iterator[Found]:
    """A letter that is chosen or said to be the answer ("I choose B", "故选B", "(B) is the correct answer")."""
    for start, end, beside in lone_letters(text, labels_of(target)):
        reading = read_choice(text, start, target) if beside in _SAID and _claimed(text, start, end) else None
        if reading:
            yield Found(reading.answers, "claim", reading.span)


def likely(text: str, target: Target) -> Iterator[Found]:
    """A letter that is called right or concluded ("B is correct", "it must be B", "what fits best is (B).")."""
    for start, end, beside in lone_letters(text, labels_of(target)):
        if beside not in _SAID_OR_CUED:
            continue
        called = _called_right(text, start, end)
        reading = read_choice(text, start, target) if called or _follows_on(text, start) else None
        if not reading:
            continue
        after = reading.span.end
        if called or (beside != "cue" and text.startswith(",", after)) or ends_sentence(text, after, target.truncated):
            yield Found(reading.answers, "likely", reading.span)
