"""Saved responses scored from file to file, in memory that does not grow with the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import partial, reduce
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from evalution.datasets.files import content_hash, read_rows
from evalution.interop import export
from evalution.interop.fields import Fields
from evalution.interop.plan import Plan, chosen
from evalution.interop.score_chunk import Part, chunked, score_chunk
from evalution.runs.results import MetricResult, TaskResult
from evalution.sample import Reduced
from evalution.scoring.workers import ordered_map
from evalution.verdict import Signature, Status


def score_file(
    path: Path | str,
    scorers: Sequence[str] = (),
    *,
    response: str = "response",
    gold: str | None = None,
    choices: str | None = None,
    labels: Sequence[str] | None = None,
    language: str | None = None,
    truncated: str | None = None,
    benchmark: str | None = None,
    references: Sequence[str] = (),
    out: Path | str | None = None,
    processes: int | None = None,
) -> TaskResult:
    """Score the responses of a file, one row each, and return the numbers with their intervals and counts.

    scorers     names; with `benchmark` none are needed: its own text scorers serve
    response, gold, choices, language, truncated    names of fields; see `interop.fields.Fields`
    benchmark   the rows are this benchmark's own with a response added: gold and choices are read its way
    references  owners' rules beside each scorer: "gsm8k" adds `num@gsm8k` to `num`
    out         .jsonl or .csv (or .gz): every row with `KEY.status`, `KEY.value`, `KEY.answer`, `KEY.rule`,
                `KEY.start`, `KEY.end`, `KEY.via`, `KEY.note` for each key; it appears only when it is whole
    processes   by default one for each CPU where the file is large; the result does not depend on it

    Rows without a response or a readable gold are UNSCORED and counted. BadInput, with file, row and field,
    for a row that lacks a field; EvalutionError for names that are none. Memory is constant for keys that
    are plain means; others (an owner's seeded guesses, clusters of passages) keep a few words a row.
    """
    path, target = Path(path), Path(out) if out is not None else None
    fields = Fields(
        response=response,
        gold=gold,
        choices=choices,
        labels=tuple(labels) if labels is not None else None,
        language=language,
        truncated=truncated,
        benchmark=benchmark,
    )
    names, design = chosen(fields, scorers, references)
    plan = Plan(file=str(path), fields=fields, scorers=names, design=design, out=target is not None)
    table = export.check_suffix(target) if target else False
    data = f"{path.name}@{content_hash(path)}"
    rows = read_rows(path)
    first = next(rows)
    if table:
        plan = plan.with_columns(first)
    chunks = chunked(chain([first], rows))
    with export.replacing(target) if target else nullcontext(_nowhere) as write:
        if plan.columns:
            write(export.encode_header(plan.columns))
        total, kept = _added(ordered_map(partial(score_chunk, plan), chunks, processes), write)
    return _result(plan, total, kept, data)


def _nowhere(content: bytes) -> None:
    return None


def _added(parts: Iterable[Part], write: Callable[[bytes], object]) -> tuple[Part, dict[str, list[Reduced]]]:
    """The sum of all parts, and the reduced rows of all; what a part has to write is written on the way."""
    kept: dict[str, list[Reduced]] = {}

    def taken(part: Part) -> Part:
        write(part.content)
        for key, rows in part.kept.items():
            kept.setdefault(key, []).extend(rows)
        return part

    return reduce(Part.plus, map(taken, parts)), kept


def _result(plan: Plan, total: Part, kept: dict[str, list[Reduced]], data: str) -> TaskResult:
    metrics = []
    for scorer, metric in plan.metrics:
        counted = total.tallies[metric.reads]
        rows = kept.get(metric.key)
        n = counted.statuses.total()
        parts = (*scorer.signature, ("data", data), ("n", str(n)), ("evalution", version("evalution")))
        metrics.append(
            MetricResult(
                metric.key,
                str(Signature(metric.key, parts)),
                counted.estimate if rows is None else metric.aggregate(rows, plan.design),
                dict(sorted(counted.rules.items())),
                {status.value: count for status, count in sorted(counted.statuses.items())},
            )
        )
    return TaskResult(
        Path(plan.file).name, metrics[0].key, metrics[0].estimate.n, metrics, _left_out(plan), _notes(plan, total)
    )


def _left_out(plan: Plan) -> list[str]:
    metrics = [metric for scorer in plan.judges for metric in scorer.metrics]
    return [f"{metric.key} needs {metric.repeats} repeats" for metric in metrics if metric.repeats > 1]


def _notes(plan: Plan, total: Part) -> list[str]:
    """What was lost and where, and where the rules disagree."""
    lost = [
        f"{key}: {one.statuses[Status.UNSCORED]} unscored; the first is row {one.unscored[0]}: {one.unscored[1]}"
        for key, one in total.tallies.items()
        if one.unscored
    ]
    apart = [
        f"{plan.scorers[0]} and {name} differ on {one.count} rows"
        + (f": {', '.join(map(str, one.rows))}{', …' if one.count > len(one.rows) else ''}" if one.count else "")
        for name, one in total.apart.items()
    ]
    return lost + apart
