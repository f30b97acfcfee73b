"""The number that a sentence gives as its answer ("Jim spends 36 hours on it in 4 weeks").

A number at the sentence's start is it, unless the clause goes on to a number behind a verb ("8 pens cost $12"), or
to any other number in a language whose verb stands last. Else, in this order: what follows the last equals
sign; the only number in bold; the only sum of money; the number behind a verb; the first number that is not
something given ("the 400-meter hurdles", "his $42") and has no preposition of time or kind before it, else the first
that is not given; in languages whose verb stands last, the last. Measured on MGSM outputs that end in such a
sentence. Without digits, the sentence's only number in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalution.scorers.markers import LINK_WORDS, WORDS
from evalution.scorers.number_words import only_spoken
from evalution.scorers.quantities import Locale, Quantity, quantities
from evalution.scorers.statements import COMMITTED, Statement, chain, direct, in_words

# fmt: off
_VERBS = LINK_WORDS - {"a", "e", "to", "on", "da"} | {
    "be", "cost", "costs", "costará", "costarán", "spend", "spends", "pay", "pays", "zitakuwa", "utakuwa", "itakuwa",
}
_GIVEN = frozenset((
    "the", "his", "her", "their", "its", "my", "your", "our", "first", "last", "remaining", "initial", "original",
    "every", "per", "each", "all", "than", "die", "der", "das", "den", "les", "la", "le", "los", "las", "el",
    "оставшихся", "vya", "wa",
))
_PREPOSITIONS = _GIVEN | {
    "in", "after", "for", "of", "within", "at", "by", "from", "on", "until", "before", "nach", "für", "von", "après",
    "pour", "de", "en", "para", "за", "через", "после", "из", "kwa", "ya",
}
# fmt: on
_JOINED_GIVEN = ("ในช่วง", "เมื่อสิ้นสุด", "หลังจาก", "ภายใน", "如果", "一场", "每")
_JOINED_VERBS = ("มีจำนวน", *(link for words in WORDS.values() if words.joined for link in words.links if len(link) > 1))
_ATTRIBUTE = re.compile(r"-[^\W\d_]{2}")
_LATER = re.compile(r"\s(?:years?|months?|weeks?|days?|hours?|minutes?)\s(?:from\snow|later|ago)(?![a-z])")
_LAST_WORD = re.compile(r"[^\W\d_][^\W\d]*$")
_FILLERS = ("approximately", "about", "only", "exactly", "etwa", "a total of", "miaka")
_TOTAL_OF = re.compile(r"\btotal (?:[a-z]+ )?of$")
_VERB_LAST = frozenset(("ja", "ko", "hi", "bn", "te", "ta", "kn", "ml", "mr", "gu", "pa", "ne", "tr", "my"))
_END = re.compile(r"[.!?](?=\s)|[。！？।]")
_CLAUSE_END = re.compile(
    r"[.!?](?=\s)|[,;](?=\s)|[。！？।(（—–]|\s-\s"
    r"|\s(?:because|since|as|given|if|when|where|while|assuming|weil|denn|parce|car|puisque|porque|потому|kwa\ssababu"
    r"|เพราะ|因为)(?![^\W\d_])"
)
_NO_ANSWER = re.compile(
    r"[\s*_]*(?:isn't|not|nicht|pas|non|não|не|si|nie|niet|correct|right|wrong|incorrect|found|obtained|calculated"
    r"|given by|based|rounded|in the form)\b",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"(?<=[.!?])\s+(?=(?:so|therefore|thus|hence|in total|altogether|this means|donc|por lo tanto|así que"
    r"|итак|значит|поэтому|kwa hivyo|kwa hiyo)(?![^\W\d_]))|(?<=[。।])\s*(?=所以|因此|よって|したがって|তাই|সুতরাং)",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"\b(?:not|cannot|can't|unknown|impossible|unclear|enough)\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
DENIED_AFTER = re.compile(
    r"[\s*_$)]{0,4}(?:[^\W\d_]{1,12}\s)?(?:(?:ন\u09af\u09bc|ন\u09df|না|కాదు|नहीं|değil)(?!\w)"
    r"|[^\W\d_]{0,4}?(?:では(?:ない|なく|ありません)|じゃない|이?\s?아니))[、,]?"
)
"""Words that deny the number before them, in languages whose verb stands last."""


def statement(text: str, locale: Locale, start: int) -> Statement | None:
    """What the line from `start` gives as its answer, directly or in a sentence; `None` when nothing."""
    first = direct(text, locale, start)
    if first is None:
        said = in_words(text, locale, start)
        return said if said and not _digits_follow(text, said.end) else sentence(text, locale, start)
    denied = DENIED_AFTER.match(text, first.end) or _LATER.match(text, first.end)
    if denied:
        return sentence(text, locale, denied.end())
    stop = _CLAUSE_END.search(text, first.end)
    later = [one for one in quantities(text[: stop.start()] if stop else text, locale, first.end) if one.value]
    chosen = (
        _last(later) if _verb_last(text, first.end, locale) else _last([one for one in later if _after_verb(text, one)])
    )
    return chain(text, chosen, locale, COMMITTED) if chosen else first


def _last_conclusion(text: str, start: int) -> int:
    """Where the last sentence that draws a conclusion with a number begins ("So she has 24"); 0 when none does."""
    begins = [match.end() for match in _CONCLUSION.finditer(text, start)]
    return next((at for at in reversed(begins) if _DIGIT.search(text, at)), 0)


def _digits_follow(text: str, start: int) -> bool:
    stop = _CLAUSE_END.search(text, start)
    return _DIGIT.search(text, start, stop.start() if stop else len(text)) is not None


def sentence(text: str, locale: Locale, start: int) -> Statement | None:
    """The statement of a line that does not begin with its number; `None` when it names none or denies one ("is
    not 24")."""
    if _NO_ANSWER.match(text, start):
        return None
    equals = text.rfind("=", start)
    if equals >= 0:
        result = direct(text, locale, equals + 1)
        if result:
            return result
    conclusion = _last_conclusion(text, start)
    start = conclusion if conclusion else start
    stop = _END.search(text, start)
    end = stop.start() + 1 if stop else len(text)
    found = [one for one in quantities(text[:end], locale, start) if one.value != ""]
    if not found:
        word = None if _UNKNOWN.search(text, start) else only_spoken(text, start)
        compared = word and _THAN.search(text, start, word.start)
        return Statement((word.value,), word.start, word.end) if word and not compared else None
    for only in (_bold, _money):
        those = [one for one in found if only(text, one)]
        if len({one.value for one in those}) == 1:
            found = those
            break
    chosen = _first(found, lambda one: _after_verb(text, one))
    if chosen is None and not _verb_last(text, start, locale):
        asked = [one for one in found if not _given(text, one)] or found
        chosen = _first(asked, lambda one: _last_word(_before(text, one)) not in _PREPOSITIONS) or asked[0]
    return chain(text, chosen or found[-1], locale, COMMITTED)


def _verb_last(text: str, start: int, locale: Locale) -> bool:
    """Whether the text from `start` is in a language whose verb stands last, not in English for all that."""
    return locale.language in _VERB_LAST and not text[start:].isascii()


def _last(found: list[Quantity]) -> Quantity | None:
    return found[-1] if found else None


def _first(found: list[Quantity], good: Callable[[Quantity], bool]) -> Quantity | None:
    return next((one for one in found if good(one)), None)


def _bold(text: str, one: Quantity) -> bool:
    return text[max(0, one.start - 3) : one.start].rstrip("$ ").endswith("**")


def _money(text: str, one: Quantity) -> bool:
    return one.money and _last_word(_before(text, one)) not in _GIVEN


def _before(text: str, one: Quantity) -> str:
    """The lower-case words before a number, without what only dresses it."""
    return text[max(0, one.start - 48) : one.start].lower().rstrip(' \u00a0*_:$\\{("')


def _last_word(text: str) -> str:
    word = _LAST_WORD.search(text, max(0, len(text) - 16))
    return word[0] if word else ""


def _after_verb(text: str, one: Quantity) -> bool:
    before = _before(text, one)
    if before.endswith(" of") and _TOTAL_OF.search(before):
        return True
    for filler in _FILLERS:
        before = before.removesuffix(filler).rstrip()
    return _last_word(before) in _VERBS or before.endswith(_JOINED_VERBS)


def _given(text: str, one: Quantity) -> bool:
    """Whether a number belongs to what the question gave: "the 400-meter hurdles", "with his $42"."""
    before = _before(text, one)
    return (
        _last_word(before) in _GIVEN
        or before.endswith(_JOINED_GIVEN)
        or _ATTRIBUTE.match(text, one.end) is not None
        or _LATER.match(text, one.end) is not None
    )
