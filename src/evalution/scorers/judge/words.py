"""Finding the one verdict in a judge's free reply, among words that also occur in ordinary sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

_AROUND = r"[\s*_`\"'“”‘’()\[\]{}#>]{0,12}"
_STOP = rf"{_AROUND}(?:$|[.,;:!?\n–—-]|(?:because|since|as|due)\b)"
_BETWEEN = r"(?:[\s,/&|:;.()*_`=–—-]|\bor\b|\band\b){1,8}"
_LABELS = (
    "grade|verdict|judge?ment|decision|rating|assessment|conclusion|result|answer|response|prediction|"
    "equal|equivalent|same"
)
_NEGATED = re.compile(r"(?:\bnot|n't|n’t|\bnever)[\s*_]{1,4}$", re.IGNORECASE)
_NOUN = re.compile(r"\s+(?!(?:and|or|nor|but|because|since|as|is)\b)\w", re.IGNORECASE)
_SHORT = 80


class Vocabulary(NamedTuple):
    """The spellings of a contract's grades, each upper case with single spaces.

    ordinary   spellings that also are common words ("NO", "A"): they count only where a stop follows
    loud       spellings that count anywhere when all in capitals
    weak       spellings that count in a short reply of one line, in capitals, when nothing else is said
    """

    grades: Mapping[str, str]
    ordinary: frozenset[str] = frozenset()
    loud: frozenset[str] = frozenset()
    weak: frozenset[str] = frozenset()


class Reader:
    """Reads replies by one vocabulary. A verdict stands

    - after a label ("Grade: B", "the answer is INCORRECT"),
    - alone on a line, or in a list with others on it,
    - at the head of the reply before a stop ("Yes, because"), or as its last sentence,
    - anywhere in capitals, if the spelling is a loud one.

    All of them must agree. Only if there is none, a weak spelling decides a short reply ("This is a B").
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        spellings = sorted(vocabulary.grades, key=len, reverse=True)
        self._token = "|".join(re.escape(s).replace(r"\ ", r"[\s_-]{1,2}") for s in spellings)

    def read(self, reply: str) -> tuple[str | None, str]:
        """The grade, or None and the reason: "no verdict", "two verdicts"."""
        found = set(self._strong(reply)) or set(self._weak(reply.strip()))
        if len(found) > 1:
            return None, "two verdicts"
        grade = found.pop() if found else None
        return (grade, "") if grade else (None, "no verdict" if grade is None else "a verdict denied")

    def _strong(self, reply: str) -> Iterator[str]:
        for pattern in (self._labelled, self._head, self._tail):
            for match in pattern.finditer(reply):
                if self._counts(reply, match):
                    yield self._grade(match["token"])
        for line in reply.splitlines():
            if self._list.fullmatch(line):
                for match in self._any.finditer(line):
                    yield self._grade(match["token"])
        for match in self._any.finditer(reply):
            if match["token"] == match["token"].upper() and _plain(match["token"]) in self.vocabulary.loud:
                negated = _NEGATED.search(reply, max(0, match.start() - 8), match.start())
                yield "" if negated else self._grade(match["token"])

    def _weak(self, reply: str) -> Iterator[str]:
        if len(reply) > _SHORT or "\n" in reply:
            return
        for match in self._any.finditer(reply):
            plain = _plain(match["token"])
            quiet = plain in self.vocabulary.ordinary and match["token"] != plain
            article = plain == "A" and _NOUN.match(reply, match.end())
            if plain in self.vocabulary.weak and not quiet and not article:
                yield self._grade(match["token"])

    def _counts(self, reply: str, match: re.Match[str]) -> bool:
        ordinary = _plain(match["token"]) in self.vocabulary.ordinary
        return not ordinary or bool(self._stop.match(reply, match.end("token")))

    def _grade(self, token: str) -> str:
        return self.vocabulary.grades[_plain(token)]

    @cached_property
    def _stop(self) -> re.Pattern[str]:
        return re.compile(_STOP)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w'’])(?P<token>{self._token})(?![\w'’])", re.IGNORECASE)

    @cached_property
    def _labelled(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<!\w)(?:{_LABELS}){_AROUND}(?:\bis\b|[:=：]){_AROUND}(?P<token>{self._token})(?![\w/|'’])",
            re.IGNORECASE,
        )

    @cached_property
    def _head(self) -> re.Pattern[str]:
        return re.compile(rf"\A{_AROUND}(?P<token>{self._token})(?![\w/|'’])", re.IGNORECASE)

    @cached_property
    def _tail(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?:\A|[.!?:;\n–—]){_AROUND}(?P<token>{self._token})(?![\w'’])(?=[.!]?{_AROUND}\Z)", re.IGNORECASE
        )

    @cached_property
    def _list(self) -> re.Pattern[str]:
        token = rf"(?:{self._token})(?![\w'’])"
        return re.compile(rf"{_AROUND}{token}(?:{_BETWEEN}{token}){{0,8}}[.!]?{_AROUND}", re.IGNORECASE)


def _plain(token: str) -> str:
    return re.sub(r"[\s_-]+", " ", token).upper()
