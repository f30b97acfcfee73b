"""Scoring many responses: columns in, columns out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from functools import partial
from itertools import chain, repeat
from typing import Any

from msgspec import Struct

from evalution.errors import BadInput, shorten
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.scoring.one import AnyGold, judged, resolve, target
from evalution.scoring.workers import ordered_map
from evalution.verdict import Status

ROWS = 1000
CHARACTERS = 1 << 20
"""A chunk is full at so many rows or so many characters."""

Pair = tuple[str | None, Target]


class Columns(Struct, frozen=True):
    """What `score_many` returns: one entry a response in each list.

    The first eight are those of the scorer's first key, as in `Verdict`, with the span as `start` and `end`.
    `values` has a list for each of the scorer's keys ("f1,drop", "em,drop").
    """

    status: list[Status]
    value: list[float | None]
    answer: list[str | None]
    rule: list[str | None]
    start: list[int | None]
    end: list[int | None]
    via: list[str | None]
    note: list[str | None]
    values: dict[str, list[float | None]]

    def __len__(self) -> int:
        return len(self.status)


def score_many(
    responses: Sequence[str | None],
    golds: Sequence[AnyGold] | AnyGold,
    scorer: str | TextScorer,
    *,
    choices: Sequence[Sequence[str] | int | None] | Sequence[str] | int | None = None,
    labels: Sequence[Sequence[str] | None] | Sequence[str] | None = None,
    language: Sequence[str | None] | str | None = None,
    reference: str | None = None,
    truncated: Sequence[bool] | bool | None = None,
    patterns: int | None = None,
    processes: int | None = None,
) -> Columns:
    """The verdicts of a text scorer on many responses, in their order; see `score` for what each argument means.

    golds       one for all (a text or a number), or one for each response; several alternatives of one
                response are a list or tuple within that column
    choices, labels    a number or a sequence of texts holds for all responses; otherwise one entry for each
    language, truncated    one for all, or one for each
    processes   by default one for each CPU where the input is large, none beside this one where it is small; 1
                stays in this process. The result does not depend on it.

    A response or gold that is None is UNSCORED. Safe to call from several threads. BadInput for columns of different
    lengths and for a response that is no text.

    >>> score_many(["#### 18", "17", None], [18, 18, 18], "num").value
    [1.0, 0.0, None]
    >>> columns = score_many(["Lee", "Kim and Lee"], "Lee", "drop")
    >>> columns.values["em,drop"], [round(f1, 2) for f1 in columns.values["f1,drop"]]
    ([1.0, 0.0], [1.0, 0.5])
    """
    if isinstance(responses, str) or not isinstance(responses, Sized):
        raise BadInput(shorten(responses), expected="a sequence of texts", field="responses")
    chosen = resolve(scorer, reference, patterns)
    size = len(responses)
    columns = (
        _column("golds", golds, size, one=isinstance(golds, str)),
        _column("choices", choices, size, one=_texts(choices)),
        _column("labels", labels, size, one=_texts(labels)),
        _column("language", language, size, one=isinstance(language, str)),
        _column("truncated", truncated, size),
    )
    work = partial(judge_pairs, chosen.name if isinstance(scorer, str) else chosen)
    if processes is None and not isinstance(scorer, str):
        processes = 1  # its functions need not exist in another process
    parts = ordered_map(work, chunked(_pairs(responses, columns)), processes)
    return _joined(chosen.keys, parts)


def judge_pairs(name: str | TextScorer, pairs: Sequence[Pair]) -> tuple[list[Any], ...]:
    """The eight columns of the first key, and a column of values for each key."""
    scorer = resolve(name)
    rows = [judged(scorer, response, aim) for response, aim in pairs]
    first = [row[0] for row in rows]
    return (
        [v.status for v in first],
        [v.value for v in first],
        [v.answer for v in first],
        [v.rule for v in first],
        [v.span and v.span[0] for v in first],
        [v.span and v.span[1] for v in first],
        [v.via for v in first],
        [v.note for v in first],
        *([row[number].value for row in rows] for number in range(len(scorer.keys))),
    )


def chunked(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Lists of pairs, cut by rows and by characters and so the same for the same input."""
    chunk: list[Pair] = []
    length = 0
    for pair in pairs:
        chunk.append(pair)
        length += len(pair[0] or "")
        if len(chunk) >= ROWS or length >= CHARACTERS:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _pairs(responses: Iterable[object], columns: Sequence[Iterable[Any]]) -> Iterator[Pair]:
    for row, (response, *rest) in enumerate(zip(responses, *columns, strict=False)):
        if response is not None and not isinstance(response, str):
            raise BadInput(shorten(response), expected="a text", row=row, field="responses")
        try:
            aim = target(*rest)
        except BadInput as error:
            raise BadInput(error.found, expected=error.expected, row=row, field=error.field) from None
        yield response, aim


def _column(name: str, given: Any, size: int, *, one: bool = False) -> Iterable[Any]:
    """One value a response: a single one repeated, or a column of the right length."""
    if one or not isinstance(given, Sized):
        return repeat(given)
    if len(given) != size:
        raise BadInput(f"{len(given)}", expected=f"one value, or one for each of {size} responses", field=name)
    return given  # type: ignore[return-value]


def _texts(given: object) -> bool:
    """Whether it is one set of options or labels: a text of letters, or a sequence of texts."""
    return isinstance(given, str) or (
        isinstance(given, Sequence) and bool(given) and all(isinstance(one, str) for one in given)
    )


def _joined(keys: Sequence[str], parts: Iterable[tuple[list[Any], ...]]) -> Columns:
    rows = list(parts)
    width = 8 + len(keys)
    columns: list[list[Any]] = [list(chain.from_iterable(part[i] for part in rows)) for i in range(width)]
    status, value, answer, rule, start, end, via, note, *values = columns
    return Columns(status, value, answer, rule, start, end, via, note, dict(zip(keys, values, strict=True)))
