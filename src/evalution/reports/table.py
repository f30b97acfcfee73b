"""The one table of results, for `run`, `show` and `rescore`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evalution.reports.terminal import WIDE, visible
from evalution.runs.results import MetricResult, Results, TaskResult
from evalution.statistics.estimate import Estimate

if TYPE_CHECKING:
    from rich.console import Console

_COLUMNS = (
    "benchmark", "score", "value", "95 % interval", "n", "un-\nscored", "no\nanswer", "ambi-\nguous", "trun-\ncated"
)  # fmt: skip


def print_results(results: Results, console: Console, *, reference: bool = False, by: str | None = None) -> None:
    """The model, then every task as `print_tasks` shows it."""
    console.print(f"model: {visible(results.model)}")
    for average in results.averages:
        value, interval = value_text(average.estimate), interval_text(average.estimate)
        console.print(f"{average.collection}: {value} {interval}, {average.estimate.method}", style="bold")
    print_tasks(results.tasks, console, reference=reference, by=by)


def print_tasks(
    tasks: Sequence[TaskResult], console: Console, *, reference: bool = False, by: str | None = None
) -> None:
    """Every task's keys, headline first; owners' keys only with `reference`. Under a headline stand its macro
    averages, and its value for each part of the group `by`. Under the table stand the headlines' signatures and
    whatever a reader must know beside the numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(_COLUMNS):
        table.add_column(column, justify="left" if number < 2 else "right", no_wrap=True)
    for task in tasks:
        for metric in _shown(task, reference):
            headline = metric.key == task.headline
            table.add_row(
                visible(task.benchmark) if headline else "", *_cells(metric), style="bold" if headline else ""
            )
            if headline:
                for label, estimate in _grouped(metric, by):
                    table.add_row("", f"  {visible(label)}", *_estimate_cells(estimate))
    # a terminal too narrow for the table folds its lines; the table itself would drop digits
    unfolded = console.options.update(max_width=WIDE)
    console.width = max(console.width, console.measure(table, options=unfolded).maximum)
    console.print(table, crop=False)
    for line in _below(tasks, reference):
        console.print(visible(line), style="dim", soft_wrap=True)


def value_text(estimate: Estimate) -> str:
    """The value to four digits, with floor and ceiling where something is unscored.

    >>> value_text(Estimate(0.5, n=4, unscored=2, floor=0.25, ceiling=0.75))
    '0.5000 in 0.2500..0.7500'
    """
    if estimate.value is None:
        return "incomplete" if estimate.n else "none"
    bounds = "" if estimate.floor is None else f" in {estimate.floor:.4f}..{estimate.ceiling:.4f}"
    return f"{estimate.value:.4f}{bounds}" + (" incomplete" if estimate.incomplete else "")


def interval_text(estimate: Estimate) -> str:
    """The 95 % interval as `[0.4512, 0.5488]`."""
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"[{estimate.low:.4f}, {estimate.high:.4f}]"


def _shown(task: TaskResult, reference: bool) -> list[MetricResult]:
    metrics = [metric for metric in task.metrics if reference or not metric.reference]
    return sorted(metrics, key=lambda metric: metric.key != task.headline)


def _grouped(metric: MetricResult, by: str | None) -> Iterator[tuple[str, Estimate]]:
    for name, grouping in metric.groups.items():
        if len(grouping.parts) > 1:
            yield f"macro by {name}", grouping.macro
        if name == by:
            yield from grouping.parts.items()


def _cells(metric: MetricResult) -> tuple[str, ...]:
    return (metric.key, *_estimate_cells(metric.estimate))


def _estimate_cells(e: Estimate) -> tuple[str, ...]:
    counts = (e.n, e.unscored, e.no_answer, e.ambiguous, e.truncated)
    return (value_text(e), interval_text(e), *(str(count) for count in counts))


def _below(tasks: Sequence[TaskResult], reference: bool) -> Iterator[str]:
    for task in tasks:
        for metric in _shown(task, reference):
            if metric.key == task.headline:
                yield f"{task.benchmark}: {metric.signature}"
            if metric.estimate.note:
                yield f"{task.benchmark}: {metric.key}: {metric.estimate.note}"
        yield from (f"{task.benchmark}: {line}" for line in [*task.left_out, *task.notes])
