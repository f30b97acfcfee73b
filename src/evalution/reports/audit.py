"""Rules side by side, for a person: the number under each, how far they agree, and a page of rows where they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evalution.reports.document import marked, verdict_line
from evalution.reports.terminal import visible
from evalution.scoring.side_by_side import Comparison, Page, Row
from evalution.statistics.moments import interval
from evalution.verdict import Span, Status

if TYPE_CHECKING:
    from rich.console import Console

BEFORE, AFTER = 400, 200
"""So much of a response is shown around the span that decided, or of its end where none did."""


def print_comparison(found: Comparison, page: Page, console: Console, *, sealed: bool = False) -> None:
    """The tables, then the page of rows; of sealed texts the tables only."""
    _table(
        console,
        ["rule", "value", "95 % interval", "scored", "no answer", "ambiguous", "moves", "only first", "only it"],
        _headline(found),
    )
    console.print("agreement", style="bold")
    _table(console, ["", *found.names], _matrix(found))
    console.print(f"by the rule that decides under {found.names[0]}: where another value is given", style="bold")
    _table(console, ["decides", "fired", *found.names[1:]], _by_rule(found))
    if sealed:
        console.print("texts are kept sealed, as the benchmark's owners ask; --unseal shows the rows")
        return
    shown = found.rows[page.skip :]
    of = f" of rule {page.rule}" if page.rule else ""
    console.print(f"rows{of} that differ: {found.differing}; shown {len(shown)} after {page.skip}", style="bold")
    for row in shown:
        _print_row(found.names, row, console)


def _headline(found: Comparison) -> Iterator[list[str]]:
    for i, name in enumerate(found.names):
        moments, statuses = found.moments[i], found.statuses[i]
        estimate = interval(moments)
        span = "-" if estimate.low is None or estimate.high is None else f"[{estimate.low:.4f}, {estimate.high:.4f}]"
        counts = [str(moments.n), str(statuses[Status.NO_ANSWER]), str(statuses[Status.AMBIGUOUS])]
        value = "none" if estimate.value is None else f"{estimate.value:.4f}"
        moved = ["", "", ""]
        if i:
            pair = found.pairs[0, i]
            moved = [f"{moments.mean - found.moments[0].mean:+.4f}", str(pair.first), str(pair.second)]
        yield [name, value, span, *counts, *moved]


def _matrix(found: Comparison) -> Iterator[list[str]]:
    for i, name in enumerate(found.names):
        cells = []
        for j in range(len(found.names)):
            share = 1.0 if i == j else found.pairs[min(i, j), max(i, j)].agreement
            cells.append("-" if share is None else f"{share:.4f}")
        yield [name, *cells]


def _by_rule(found: Comparison) -> Iterator[list[str]]:
    for rule, fired in sorted(found.fired.items(), key=lambda item: (-item[1], item[0])):
        yield [rule, str(fired), *(str(counts[rule]) for counts in found.apart)]


def _print_row(names: Sequence[str], row: Row, console: Console) -> None:
    console.rule(f"row {visible(row.item.name)}", align="left")
    text, span = excerpt(row.item.response or "", row.verdicts[0].span)
    console.print(marked(text, span), soft_wrap=True)
    gold = row.item.target.gold
    console.print(f"gold: {visible((gold if isinstance(gold, str) else ' | '.join(gold))[-AFTER:])}", soft_wrap=True)
    for name, verdict in zip(names, row.verdicts, strict=True):
        console.print(verdict_line(name, verdict), soft_wrap=True)


def excerpt(text: str, span: Span | None) -> tuple[str, Span | None]:
    """The part of a text around a span, or its end, with "…" where something is left out, and the span in it.

    >>> excerpt("x" * 500 + "7", Span(500, 501))[1]
    Span(start=401, end=402)
    """
    start = max(0, (span.start if span else len(text)) - BEFORE)
    stop = min(len(text), (span.end if span else len(text)) + AFTER)
    dots = "…" if start else ""
    moved = len(dots) - start
    part = f"{dots}{text[start:stop]}{'…' if stop < len(text) else ''}"
    return part, Span(span.start + moved, span.end + moved) if span else None


def _table(console: Console, header: Sequence[str], rows: Iterator[list[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(header):
        table.add_column(visible(column), justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(visible, row))
    console.width = max(console.width, console.measure(table, options=console.options.update(max_width=1000)).maximum)
    console.print(table, crop=False)
