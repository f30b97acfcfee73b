"""What a summary needs to know of the verdicts: counts and moments of a part of the rows, which add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field, structs

from evalution.sample import Record, Reduced
from evalution.scorers.metrics import mean_over_repeats, mean_over_samples
from evalution.scorers.scorer import Metric
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.means import with_bounds
from evalution.statistics.moments import Moments, interval
from evalution.verdict import Status, Verdict

FIRST = 5
"""So many rows are named where rows are listed."""


class Tally(Struct, frozen=True):
    """The verdicts of some rows under one trial key. `unscored` is the first row without a score, and why."""

    moments: Moments = Moments()
    statuses: Counter[Status] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    truncated: int = 0
    unscored: tuple[int, str] | None = None

    def plus(self, other: Tally) -> Tally:
        """Both parts together, `other` being the later one."""
        return Tally(
            self.moments.plus(other.moments),
            self.statuses + other.statuses,
            self.rules + other.rules,
            self.truncated + other.truncated,
            self.unscored or other.unscored,
        )

    @property
    def estimate(self) -> Estimate:
        """The mean, as `statistics.means.mean_estimate` gives it for the rows themselves."""
        lost = self.statuses[Status.UNSCORED]
        counted = structs.replace(
            interval(self.moments),
            n=self.statuses.total(),
            unscored=lost,
            no_answer=self.statuses[Status.NO_ANSWER],
            ambiguous=self.statuses[Status.AMBIGUOUS],
            truncated=self.truncated,
        )
        return with_bounds(counted, self.moments.n * self.moments.mean)


def tally(verdicts: Sequence[Verdict], truncated: Sequence[bool], first_row: int) -> Tally:
    """The tally of rows that follow each other from `first_row`."""
    lost = ((first_row + i, v.note or "") for i, v in enumerate(verdicts) if v.value is None)
    return Tally(
        Moments.of([verdict.value for verdict in verdicts if verdict.value is not None]),
        Counter(verdict.status for verdict in verdicts),
        Counter(verdict.rule for verdict in verdicts if verdict.rule is not None),
        sum(truncated),
        next(lost, None),
    )


def adds_up(metric: Metric, design: Design) -> bool:
    """Whether the metric is a plain mean, for which a tally is enough; others need every row."""
    return metric.reduce is mean_over_repeats and metric.aggregate is mean_over_samples and not design.clusters


def reduced(metric: Metric, record: Record) -> Reduced:
    """A row as a sample of one trial."""
    return metric.reduce([record], metric.reads)


class Differences(Struct, frozen=True):
    """How many rows two rules value differently, and the first of them."""

    count: int = 0
    rows: tuple[int, ...] = ()

    def plus(self, other: Differences) -> Differences:
        """Both parts together, `other` being the later one."""
        return Differences(self.count + other.count, (self.rows + other.rows)[:FIRST])


def differences(one: Sequence[Verdict], other: Sequence[Verdict], first_row: int) -> Differences:
    """Rows scored by both of which the values differ."""
    pairs = enumerate(zip(one, other, strict=True), first_row)
    rows = [row for row, (a, b) in pairs if a.value != b.value and None not in (a.value, b.value)]
    return Differences(len(rows), tuple(rows[:FIRST]))
