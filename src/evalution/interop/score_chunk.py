"""Rows judged, counted and encoded: the part of the work that runs in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from evalution.errors import BadInput
from evalution.interop import export
from evalution.interop.fields import Asked, read
from evalution.interop.plan import PARTS, Plan
from evalution.interop.tally import Differences, Tally, adds_up, differences, reduced, tally
from evalution.sample import Record, Reduced
from evalution.scorers.scorer import Metric
from evalution.scoring.one import judged
from evalution.verdict import Verdict

ROWS = 500
CHARACTERS = 1 << 20
"""A chunk is full at so many rows or so many characters of text."""


class Chunk(NamedTuple):
    """Rows that follow each other in the file from `first`."""

    first: int
    rows: list[dict[str, Any]]


class Part(Struct, frozen=True):
    """What became of some rows: a tally by trial key, reduced rows by the keys of metrics that a tally is
    not enough for, differences of each scorer to the first, and the rows to write."""

    tallies: dict[str, Tally]
    kept: dict[str, list[Reduced]]
    apart: dict[str, Differences]
    content: bytes = b""

    def plus(self, other: Part) -> Part:
        """Tallies and differences of both parts, `other` being the later one; nothing else of them."""
        return Part(
            {key: one.plus(other.tallies[key]) for key, one in self.tallies.items()},
            {},
            {name: one.plus(other.apart[name]) for name, one in self.apart.items()},
        )


def score_chunk(plan: Plan, chunk: Chunk) -> Part:
    """Judge the rows under every scorer; a pure function, run in any process."""
    asked = [_asked(plan, row, chunk.first + i) for i, row in enumerate(chunk.rows)]
    truncated = [one.target.truncated for one in asked]
    columns: dict[str, list[Verdict]] = {}
    firsts: dict[str, list[Verdict]] = {}
    for scorer in plan.judges:
        by_row = [judged(scorer, one.response, one.target) for one in asked]
        columns |= {key: [row[i] for row in by_row] for i, key in enumerate(scorer.keys)}
        firsts[scorer.name] = columns[scorer.keys[0]]
    base, *others = firsts
    return Part(
        {key: tally(column, truncated, chunk.first) for key, column in columns.items()},
        {m.key: _kept(m, chunk.first, asked, columns[m.reads]) for _, m in plan.metrics if not adds_up(m, plan.design)},
        {name: differences(firsts[base], firsts[name], chunk.first) for name in others},
        _content(plan, chunk.rows, columns) if plan.out else b"",
    )


def chunked(rows: Iterable[dict[str, Any]]) -> Iterator[Chunk]:
    """Chunks cut by rows and by characters, and so the same for the same file."""
    first, taken, length = 0, list[dict[str, Any]](), 0
    for row in rows:
        taken.append(row)
        length += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(taken) >= ROWS or length >= CHARACTERS:
            yield Chunk(first, taken)
            first, taken, length = first + len(taken), [], 0
    if taken:
        yield Chunk(first, taken)


def _asked(plan: Plan, row: dict[str, Any], number: int) -> Asked:
    try:
        return read(row, plan.fields)
    except BadInput as error:
        raise error.at(plan.file, number) from None


def _kept(metric: Metric, first: int, asked: Sequence[Asked], column: Sequence[Verdict]) -> list[Reduced]:
    records = (
        Record(
            id=str(first + i),
            index=first + i,
            gold=one.target.gold,
            verdicts={metric.reads: verdict},
            groups=one.groups,
            n_choices=len(one.target.choices) or len(one.target.labels),
            truncated=one.target.truncated,
        )
        for i, (one, verdict) in enumerate(zip(asked, column, strict=True))
    )
    return [reduced(metric, record) for record in records]


def _content(plan: Plan, rows: Sequence[dict[str, Any]], judged: dict[str, list[Verdict]]) -> bytes:
    written = ({**row, **_parts(judged, i)} for i, row in enumerate(rows))
    return export.encode_table(written, plan.columns) if plan.columns else export.encode_lines(written)


def _parts(judged: dict[str, list[Verdict]], row: int) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for key, column in judged.items():
        v = column[row]
        start, end = v.span or (None, None)
        values = (v.status.value, v.value, v.answer, v.rule, start, end, v.via, v.note)
        parts.update(zip((f"{key}.{part}" for part in PARTS), values, strict=True))
    return parts
