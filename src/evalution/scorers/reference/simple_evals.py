"""The multiple-choice rules of simple-evals: the MMLU loop over answer words, and GPQA's tighter pattern.

Rules from openai/simple-evals `common.py`, `mmlu_eval.py` and `gpqa_eval.py` (MIT), with their quirks: no
boundary after the letter (the A of "Antwort: Antwort: B"), a pick in lower case stays so and is wrong, the
first word of the list that is followed by a letter anywhere decides. Written anew to look at colons only,
in time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evalution.scorers.normalization import normalize_extracted_answer, normalized
from evalution.scorers.reference.letter import Pick, letter_scorer

_SPACED = r"\s*"
ANSWER_WORDS: tuple[tuple[str, str], ...] = (
    ("Answer", ":"), ("Answer", ":" + "\u200b" * 6), ("উত্তর", ":"), ("उत्तर", ":"), ("উত্তর", "ঃ"), ("উত্তর", ":"),
    ("Antwort", ":"), ("답변", ":"), ("정답", ":"), ("답", ":"), ("答案", "："), ("答案", ":"), ("答", "："),
    ("答", ":"), ("答复", "："), ("答曰", "："), ("الإجابة", ":"), ("الجواب", ":"), ("إجابة", ":"),
    ("الإجابة النهائية", ":"), ("الإجابة الصحيحة", ":"), ("الإجابة الصحيحة هي", ":"),
    ("الإجابة هي", ":"), ("الجواب النهائي", ":"),
    ("Respuesta", ":"), ("Risposta", ":"), ("答え", ":"), ("答え", "："), ("回答", ":"), ("回答", "："), ("解答", ":"),
    ("Jawaban", ":"), ("Réponse", ":"), ("Resposta", ":"), ("Jibu", ":"), ("Idahun", ":"), ("Ìdáhùn", ":"),
    ("Idáhùn", ":"), ("A\u0300m\u1ecd\u0300na\u0300", ":"), ("Àdáhùn", ":"), ("A\u0300nu\u0301go\u0323", ":"),
    ("Àṣàyàn", ":"),
)  # fmt: skip
"""Each word with the colon that follows it, in the order in which they are tried."""


def _touches(word: str, colon: str) -> bool:
    """Whether the colon must touch the word: so it is after Arabic words and before the Bengali visarga."""
    return colon == "ঃ" or "\u0600" <= word[0] <= "\u06ff"


MULTILINGUAL_ANSWER_REGEXES = [
    word + ("" if _touches(word, colon) else _SPACED) + colon for word, colon in ANSWER_WORDS
]
MULTILINGUAL_ANSWER_PATTERN_TEMPLATE = "(?i){}[ \t]*([A-D]|[أ-د]|[অ]|[ব]|[ড]|[ঢ]|[Ａ]|[Ｂ]|[Ｃ]|[Ｄ])"
"""Formatted with an answer word and searched for; group 1 is the letter."""

_LETTER = re.compile("(?:\u200b{6})?[ \t]*([A-Da-dأ-دঅবডঢＡ-Ｄａ-ｄ])")
_GPQA = re.compile(r"(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?")


class _Try(NamedTuple):
    rank: int
    length: int
    touches: bool
    colon: str
    before: re.Pattern[str]


def _tries() -> dict[str, tuple[_Try, ...]]:
    """The patterns by the character before the colon, in either case."""
    table: dict[str, list[_Try]] = {}
    for rank, (word, colon) in enumerate(ANSWER_WORDS):
        one = _Try(rank, len(word), _touches(word, colon), colon, re.compile(re.escape(word), re.IGNORECASE))
        for last in {word[-1].lower(), word[-1].upper()}:
            table.setdefault(last, []).append(one)
    return {last: tuple(tries) for last, tries in table.items()}


_TRIES = _tries()


def mmlu_pick(response: str) -> Pick | None:
    """The letter that the MMLU loop extracts, normalised, and where it stands in the response.

    >>> mmlu_pick("Kurz gesagt:\\nAntwort: Antwort: B")
    Pick(letter='A', place=22, rule='')
    """
    done = normalized(response)
    best: tuple[int, int] | None = None
    for rank, place in _announced(done.text):
        if best is None or rank < best[0]:
            best = rank, place
            if rank == 0:
                break
    if best is None:
        return None
    place = best[1]
    return Pick(normalize_extracted_answer(done.text[place]), done.original(place))


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """(rank of the word, place of the letter) of every letter after a colon after an answer word."""
    for colon in ":：ঃ":
        at = text.find(colon)
        while at >= 0:
            letter = _LETTER.match(text, at + 1)
            if letter:
                rank = _rank(text, at, colon, text[at + 1] == "\u200b")
                if rank is not None:
                    yield rank, letter.start(1)
            at = text.find(colon, at + 1)


def _rank(text: str, at: int, colon: str, invisible: bool) -> int | None:
    """The first pattern that matches up to the colon at `at`."""
    end = at
    while end and text[end - 1].isspace():
        end -= 1
    if not end:
        return None
    for one in _TRIES.get(text[end - 1], ()):
        fits = one.colon[0] == colon and (len(one.colon) > 1) == invisible and (end == at or not one.touches)
        if fits and end >= one.length and one.before.match(text, end - one.length, end):
            return one.rank
    return None


def gpqa_pick(response: str) -> Pick | None:
    """The letter of the first `Answer: X`, unnormalised, and where it stands.

    >>> gpqa_pick("Answer: $C$"), gpqa_pick("**Answer:** C")
    (Pick(letter='C', place=9, rule=''), None)
    """
    if ":" not in response:
        return None
    found = _GPQA.search(response)
    return Pick(found[1], found.start(1)) if found else None


CHOICE_LABEL_SIMPLE_EVALS = letter_scorer("simple_evals", mmlu_pick, ">".join(MULTILINGUAL_ANSWER_REGEXES[:1]) + ">…")
CHOICE_LABEL_SIMPLE_EVALS_GPQA = letter_scorer("simple_evals_gpqa", gpqa_pick, "answer:")
