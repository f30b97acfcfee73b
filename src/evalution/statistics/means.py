"""The mean of a score, with its standard error and 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.moments import Moments, interval
from evalution.statistics.tally import cluster_indices, cluster_note, tallied


def mean_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The mean over the scored samples.

    0/1 values get Wilson's interval, clustered ones with n over the design effect; other values get
    Student's t (degrees of freedom: samples or clusters less one), cut at 0 and 1 when all lie within.
    The standard error is that of the sample mean (n - 1), times the root of the design effect, and is
    None for a single sample or cluster. Strata do not enter: see `macro_estimate`. With unscored
    samples, `floor` and `ceiling` count them all 0 and all 1. Nothing scored: the value is None.

    The design effect is that of the cluster-robust variance (Liang and Zeger 1986) with C / (C - 1),
    at least 1; where all values are equal it cannot be seen, and n is the number of clusters.
    """
    scored = [r for r in reduced if r.value is not None]
    values = [r.value for r in scored if r.value is not None]
    estimate = tallied(_interval(values, cluster_indices(scored, design)), reduced)
    return with_bounds(estimate, math.fsum(values))


def with_bounds(estimate: Estimate, total: float) -> Estimate:
    """`floor` and `ceiling` of a mean whose scored values sum to `total`, where some are unscored."""
    if not estimate.unscored:
        return estimate
    low, high = total / estimate.n, (total + estimate.unscored) / estimate.n
    return structs.replace(estimate, floor=low, ceiling=high, incomplete=estimate.value is None)


def _interval(values: Sequence[float], clusters: Sequence[int] | None) -> Estimate:
    moments = Moments.of(values)
    if clusters is None or not values:
        return interval(moments)
    count = max(clusters) + 1
    effect = design_effect([value - moments.mean for value in values], clusters)
    return structs.replace(interval(moments, count, effect), note=cluster_note(count))


def design_effect(residuals: Sequence[float], clusters: Sequence[int]) -> float:
    """How many times larger the mean's variance is than that of as many independent values; >= 1.

    With one cluster, or residuals that are all 0, every cluster counts as one value.

    >>> design_effect([0.5, 0.5, -0.5, -0.5, 0.5, 0.5, -0.5, -0.5], [0, 0, 1, 1, 2, 2, 3, 3])
    2.3333333333333335
    """
    n, count = len(residuals), max(clusters) + 1
    squares = math.fsum(r * r for r in residuals)
    if count == 1 or squares == 0.0:
        return n / count
    sums = [0.0] * count
    for residual, cluster in zip(residuals, clusters, strict=True):
        sums[cluster] += residual
    clustered = math.fsum(s * s for s in sums) * count / (count - 1)
    return max(1.0, clustered / (squares * n / (n - 1)))
