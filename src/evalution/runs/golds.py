"""Golds that no response could be scored against: told before a run starts, not found in its table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evalution.benchmarks.benchmark import Item
from evalution.scorers.scorer import Scorer
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Status


def unreadable_golds(scorers: Sequence[Scorer], items: Iterable[tuple[int, Item]]) -> tuple[str, ...]:
    """A line for each row whose gold a live text rule leaves UNSCORED whatever the response is.

    An owner's rule may refuse more golds than ours; what it refuses shows in its own column.
    """
    live = [s for s in scorers if isinstance(s, TextScorer) and "@" not in s.name]
    lines = []
    for index, item in items if live else ():
        target = Target(item.gold, item.choices, item.labels, tuple(range(len(item.choices))), item.language)
        for scorer in live:
            verdict = scorer.judge("", target)[0]
            if verdict.status is Status.UNSCORED:
                lines.append(f"row {index}: {scorer.name}: {verdict.note}")
    return tuple(lines)
