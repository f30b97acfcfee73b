"""The score of a task whose owners average two metrics of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.bootstrap import joined
from evalution.statistics.estimate import Design, Estimate

Aggregate = Callable[[Sequence[Reduced], Design], Estimate]


def average_estimate(
    reduced: Sequence[Reduced],
    design: Design,
    *,
    parts: Sequence[Aggregate],
) -> Estimate:
    """The unweighted mean of several aggregates of the same samples, which must be at least one.

    Standard error and interval are means of the parts' own, as if they always moved together: the true ones
    are no wider, because the parts share their samples only in part. A part without a value leaves none. Counts
    are the first part's.
    """
    estimates = [part(reduced, design) for part in parts]
    bounded = any(estimate.unscored for estimate in estimates)
    return structs.replace(
        estimates[0],
        value=_mean([e.value for e in estimates]),
        low=_mean([e.low for e in estimates]),
        high=_mean([e.high for e in estimates]),
        stderr=_mean([e.stderr for e in estimates]),
        floor=_mean([e.floor if e.unscored else e.value for e in estimates]) if bounded else None,
        ceiling=_mean([e.ceiling if e.unscored else e.value for e in estimates]) if bounded else None,
        incomplete=any(e.incomplete for e in estimates),
        method=f"mean of {len(estimates)}, interval at its widest",
        note=joined(*dict.fromkeys(part for e in estimates for part in e.note.split("; "))),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if len(known) == len(values) else None
