"""The number that a sentence gives as its answer ("Jim spends 36 hours on it in 4 weeks").

A number at the sentence's start is it, unless the clause goes on to a number behind a verb ("8 pens cost $12"), or
to any other number in a language whose verb stands last. Else, in this order: what follows the last equals
sign; the only number in bold; the only sum of money; the number behind a verb; the first number that no
preposition of time or kind stands before (the first of all when there is none), or the last number in languages
whose verb stands last. Measured on MGSM outputs that end in such a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalution.scorers.markers import LINK_WORDS, WORDS
from evalution.scorers.quantities import Locale, Quantity, quantities
from evalution.scorers.statements import COMMITTED, Statement, chain, direct

# fmt: off
_VERBS = LINK_WORDS - {"a", "e"} | {
    "be", "cost", "costs", "costará", "costarán", "spend", "spends", "pay", "pays", "zitakuwa", "utakuwa", "itakuwa",
}
_PREPOSITIONS = frozenset((
    "in", "after", "for", "of", "all", "the", "his", "her", "their", "first", "last", "remaining", "every", "per",
    "each", "within", "at", "than", "by", "nach", "für", "von", "après", "pour", "de", "en", "para",
    "за", "через", "после", "из", "kwa", "ya",
))
# fmt: on
_JOINED_VERBS = tuple(link for words in WORDS.values() if words.joined for link in words.links if len(link) > 1)
_LAST_WORD = re.compile(r"[^\W\d_][^\W\d]*$")
_FILLERS = ("approximately", "about", "only", "exactly", "etwa", "a total of", "miaka")
_TOTAL_OF = re.compile(r"\btotal (?:[a-z]+ )?of$")
_VERB_LAST = frozenset(("ja", "ko", "hi", "bn", "te", "ta", "kn", "ml", "mr", "gu", "pa", "ne", "tr", "my"))
_END = re.compile(r"[.!?](?=\s)|[。！？।]")
_CLAUSE_END = re.compile(r"[.!?](?=\s)|[,;](?=\s)|[。！？।(（—–]|\s-\s")
_NO_ANSWER = re.compile(
    r"[\s*_]*(?:not|correct|right|wrong|incorrect|found|obtained|calculated|given by|based|rounded|in the form)\b",
    re.IGNORECASE,
)


def statement(text: str, locale: Locale, start: int) -> Statement | None:
    """What the line from `start` gives as its answer, directly or in a sentence; `None` when nothing."""
    first = direct(text, locale, start)
    if first is None:
        return sentence(text, locale, start)
    stop = _CLAUSE_END.search(text, first.end)
    later = [one for one in quantities(text[: stop.start()] if stop else text, locale, first.end) if one.value]
    chosen = (
        _last(later) if _verb_last(text, first.end, locale) else _last([one for one in later if _after_verb(text, one)])
    )
    return chain(text, chosen, locale, COMMITTED) if chosen else first


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
    found = [one for one in quantities(text, locale, start) if one.value != ""]
    if not found:
        return None
    stop = _END.search(text, found[0].end)
    found = [one for one in found if not stop or one.start < stop.start()]
    for only in (_bold, _money):
        those = [one for one in found if only(text, one)]
        if len({one.value for one in those}) == 1:
            found = those
            break
    chosen = _first(found, lambda one: _after_verb(text, one))
    if chosen is None and not _verb_last(text, start, locale):
        chosen = _first(found, lambda one: not _after_preposition(text, one)) or found[0]
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
    return one.money


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


def _after_preposition(text: str, one: Quantity) -> bool:
    return _last_word(_before(text, one)) in _PREPOSITIONS
