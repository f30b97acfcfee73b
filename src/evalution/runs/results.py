"""From records to reported numbers, each with its signature."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version

from msgspec import Struct, field

from evalution.benchmarks.benchmark import Benchmark
from evalution.runs.spec import TaskSpec
from evalution.sample import Record, Reduced
from evalution.scorers.scorer import Metric, Scorer
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.macro import by_stratum, macro_of
from evalution.verdict import MetricKey, Signature

SCHEMA = 1
NEAR_TIES = "{} of {} greedy replies pass a near-tie (top two logits within 1e-3): another machine may answer otherwise"


class Grouping(Struct, frozen=True):
    """A score by the values of one group ("subject"): the unweighted mean over them, and each one's own."""

    macro: Estimate
    parts: dict[str, Estimate]


class MetricResult(Struct, frozen=True, omit_defaults=True):
    """One reported number. `rules` counts the deciding rules, `statuses` the outcomes of the samples, and
    `groups` holds the score by each of the benchmark's strata."""

    key: str
    signature: str
    estimate: Estimate
    rules: dict[str, int] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    groups: dict[str, Grouping] = field(default_factory=dict)

    @property
    def reference(self) -> bool:
        """Whether the key is that of an owner's rule."""
        return MetricKey.parse(self.key).reference is not None


class TaskResult(Struct, frozen=True, omit_defaults=True):
    """The numbers of one benchmark, made of `trials` records."""

    benchmark: str
    headline: str
    trials: int
    metrics: list[MetricResult]
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def incomplete(self) -> bool:
        """Whether the headline lacks too much to be a number."""
        return any(metric.estimate.incomplete for metric in self.metrics if metric.key == self.headline)


class Average(Struct, frozen=True):
    """One number over the benchmarks of a collection that is there as a whole."""

    collection: str
    estimate: Estimate


class Results(Struct, frozen=True):
    """`results.json`: no times, so that the same answers give the same bytes."""

    model: str
    tasks: list[TaskResult]
    averages: list[Average] = []
    schema: int = SCHEMA


def task_result(
    spec: TaskSpec,
    benchmark: Benchmark,
    metrics: Sequence[tuple[Scorer, Metric]],
    records: Iterable[Record],
    *,
    left_out: Sequence[str] = (),
) -> TaskResult:
    """Reduce the records of each sample, aggregate, and sign; records come in file order."""
    reduced: list[list[Reduced]] = [[] for _ in metrics]
    rules: list[dict[str, int]] = [{} for _ in metrics]
    trials = near_ties = 0
    unscored: list[str] = []
    for _, repeats in itertools.groupby(records, key=lambda record: record.index):
        group = list(repeats)
        trials += len(group)
        near_ties += sum(record.near_ties > 0 for record in group)
        for slot, (_, metric) in enumerate(metrics):
            if all(metric.reads in record.verdicts for record in group):
                reduced[slot].append(metric.reduce(group, metric.reads))
                _count_rules(rules[slot], group, metric.reads)
                if metric.key == benchmark.headline:
                    unscored += _reasons(group, metric.reads)
    design = Design(benchmark.clusters, benchmark.strata, spec.seed)
    return TaskResult(
        benchmark=benchmark.name,
        headline=benchmark.headline,
        trials=trials,
        metrics=[
            _metric_result(spec, scorer, metric, design, rows, counts)
            for (scorer, metric), rows, counts in zip(metrics, reduced, rules, strict=True)
        ],
        left_out=list(left_out),
        notes=[*([NEAR_TIES.format(near_ties, trials)] if near_ties else []), *_told(unscored)],
    )


def _metric_result(
    spec: TaskSpec,
    scorer: Scorer,
    metric: Metric,
    design: Design,
    rows: Sequence[Reduced],
    rules: Mapping[str, int],
) -> MetricResult:
    estimate = metric.aggregate(rows, design)
    signed = signature(spec, scorer, metric, estimate)
    groups = {name: _grouping(metric, design, rows, name) for name in design.strata}
    return MetricResult(metric.key, str(signed), estimate, dict(sorted(rules.items())), _statuses(rows), groups)


def _grouping(metric: Metric, design: Design, rows: Sequence[Reduced], name: str) -> Grouping:
    parts = {value: metric.aggregate(members, design) for value, members in by_stratum(rows, name).items()}
    return Grouping(macro_of(list(parts.values()), rows, by=name), dict(sorted(parts.items())))


def signature(spec: TaskSpec, scorer: Scorer, metric: Metric, estimate: Estimate) -> Signature:
    """What a reader must know to make the same number."""
    generates = any(what == "generate" for _, what in scorer.needs)
    sampling = spec.sampling
    temperature = f"t{sampling.temperature:g}" + (f",p{sampling.top_p:g}" if sampling.top_p < 1 else "")
    parts = [
        *scorer.signature,
        *estimate.signed,
        ("suite", str(spec.version)),
        ("data", f"{spec.benchmark}/{spec.split}@{spec.data.rpartition('@')[2]}"),
        ("n", str(estimate.n)),
        *([("subset", "+".join(spec.subset))] if spec.subset else []),
        *([("limit", str(spec.limit))] if spec.limit is not None else []),
        ("prompt", spec.form),
        ("shots", f"{spec.fewshot}@{spec.shots.rpartition('@')[2]}" if spec.fewshot else "0"),
        ("chat", str(int(spec.chat))),
        *([("gen", f"{temperature},max{sampling.max_tokens}")] if generates else []),
        ("k", str(spec.repeats)),
        *([("seed", str(spec.seed))] if spec.repeats > 1 or sampling.temperature else []),
        ("evalution", version("evalution")),
    ]
    return Signature(metric.key, tuple(parts))


def _reasons(records: Sequence[Record], key: str) -> list[str]:
    verdicts = [(record.id, record.verdicts[key]) for record in records]
    return [f"{id}: {verdict.note or 'no reason given'}" for id, verdict in verdicts if verdict.value is None]


def _told(unscored: Sequence[str]) -> list[str]:
    return [f"{len(unscored)} unscored; the first is {unscored[0]}"] if unscored else []


def _count_rules(counts: dict[str, int], records: Sequence[Record], key: str) -> None:
    for record in records:
        rule = record.verdicts[key].rule
        if rule is not None:
            counts[rule] = counts.get(rule, 0) + 1


def _statuses(reduced: Sequence[Reduced]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in reduced:
        counts[row.status.value] = counts.get(row.status.value, 0) + 1
    return dict(sorted(counts.items()))
