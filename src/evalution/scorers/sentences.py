"""The number that a sentence gives as its answer ("Jim spends 36 hours on it in 4 weeks").

In this order: what follows its last equals sign; the only number in bold; the only sum of money; the number
after a linking verb; else the first number that no preposition of time or kind stands before, or the last one
in languages whose verb stands last. Measured on MGSM outputs that end in such a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalution.scorers.markers import WORDS
from evalution.scorers.quantities import Locale, Quantity, quantities
from evalution.scorers.statements import COMMITTED, Statement, chain, direct

_VERBS = sorted({verb for words in WORDS.values() for verb in words.links if len(verb) > 1}, key=len, reverse=True)
_AFTER_VERB = re.compile(
    r"(?:"
    + "|".join(("(?<![^\\W\\d_])" if verb[0].isascii() else "") + re.escape(verb) for verb in [*_VERBS, "be", "costs"])
    + r")(?:[\s*_:$\\{(\"]|approximately|about|only|exactly|etwa|a total of){1,6}$",
    re.IGNORECASE,
)
_AFTER_PREPOSITION = re.compile(
    r"(?<![^\W\d_])(?:in|after|for|of|all|the|first|last|every|per|each|within|at|than|by|nach|für|von|après|pour|de|en"
    r"|para|за|через|после|из|kwa|ya)\s{1,2}$",
    re.IGNORECASE,
)
_VERB_LAST = frozenset(("ja", "ko", "hi", "bn", "te", "ta", "kn", "ml", "mr", "gu", "pa", "ne", "tr", "my"))
_END = re.compile(r"[.!?](?=\s)|[。！？।]")
_NO_ANSWER = re.compile(
    r"[\s*_]*(?:not|correct|right|wrong|incorrect|found|obtained|calculated|given by|based|rounded|in the form)\b",
    re.IGNORECASE,
)


def sentence(text: str, locale: Locale, start: int) -> Statement | None:
    """The statement of the line from `start`; `None` when it names no number or denies one ("is not 24")."""
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
        values = {one.value for one in found if only(text, one)}
        if len(values) == 1:
            found = [one for one in found if only(text, one)]
            break
    chosen = _first(found, lambda one: bool(_AFTER_VERB.search(text, max(start, one.start - 40), one.start)))
    if chosen is None:
        verb_last = locale.language in _VERB_LAST and not text[start : found[-1].start].isascii()
        chosen = found[-1] if verb_last else _first(found, lambda one: not _follows_preposition(text, one)) or found[-1]
    return chain(text, chosen, locale, COMMITTED)


def _first(found: list[Quantity], good: Callable[[Quantity], bool]) -> Quantity | None:
    return next((one for one in found if good(one)), None)


def _bold(text: str, one: Quantity) -> bool:
    return text[max(0, one.start - 3) : one.start].rstrip("$ ").endswith("**")


def _money(text: str, one: Quantity) -> bool:
    return one.money


def _follows_preposition(text: str, one: Quantity) -> bool:
    return bool(_AFTER_PREPOSITION.search(text, max(0, one.start - 16), one.start))
