"""Reported keys that are plain means."""

from __future__ import annotations

from collections.abc import Sequence

from evalution.sample import Record, Reduced
from evalution.scorers.scorer import Metric
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Status


def mean_metric(key: str, reads: str | None = None) -> Metric:
    """`key` as the mean over samples of the mean over repeats of the trial key `reads` (default: itself)."""
    return Metric(key, reads or key, mean_over_repeats, mean_over_samples)


def mean_over_repeats(records: Sequence[Record], key: str) -> Reduced:
    """One value for all repeats of a sample; ValueError when there are none.

    An unscored repeat makes the sample unscored, so that floor and ceiling hold. The answer and the status
    are those of every repeat where they agree; otherwise no answer, and PARTIAL.
    """
    if not records:
        raise ValueError(f"{key}: expected at least one record of the sample, found none")
    verdicts = [record.verdicts[key] for record in records]
    first = records[0]
    statuses = {verdict.status for verdict in verdicts}
    answers = {verdict.answer for verdict in verdicts}
    values = [verdict.value for verdict in verdicts if verdict.value is not None]
    scored = len(values) == len(verdicts)
    return Reduced(
        id=first.id,
        index=first.index,
        groups=first.groups,
        gold=first.gold,
        value=sum(values) / len(values) if scored else None,
        answer=answers.pop() if len(answers) == 1 else None,
        status=Status.UNSCORED if not scored else statuses.pop() if len(statuses) == 1 else Status.PARTIAL,
        n_choices=first.n_choices,
        truncated=any(record.truncated for record in records),
    )


def mean_over_samples(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The mean with its standard error and interval."""
    from evalution.statistics.means import mean_estimate

    return mean_estimate(reduced, design)
