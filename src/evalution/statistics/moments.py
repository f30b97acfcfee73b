"""What a mean and its interval need to know of the values: five numbers, which add up over parts of the data."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from evalution.statistics.estimate import Estimate
from evalution.statistics.intervals import student_t, wilson


class Moments(Struct, frozen=True):
    """`n` values, their mean, the sum `m2` of their squared distances from it, and whether all are 0 or 1
    (`binary`) or lie between (`within`)."""

    n: int = 0
    mean: float = 0.0
    m2: float = 0.0
    binary: bool = True
    within: bool = True

    @classmethod
    def of(cls, values: Sequence[float]) -> Moments:
        """The moments of some values.

        >>> Moments.of([0.0, 1.0, 1.0, 0.0])
        Moments(n=4, mean=0.5, m2=1.0, binary=True, within=True)
        """
        if not values:
            return cls()
        mean = math.fsum(values) / len(values)
        m2 = math.fsum((value - mean) ** 2 for value in values)
        binary = all(value in (0.0, 1.0) for value in values)
        return cls(len(values), mean, m2, binary, all(0.0 <= value <= 1.0 for value in values))

    def plus(self, other: Moments) -> Moments:
        """The moments of both parts together (Chan, Golub and LeVeque 1983)."""
        if not (self.n and other.n):
            return self if self.n else other
        n, apart = self.n + other.n, other.mean - self.mean
        mean = (self.n * self.mean + other.n * other.mean) / n
        m2 = self.m2 + other.m2 + apart * apart * self.n * other.n / n
        return Moments(n, mean, m2, self.binary and other.binary, self.within and other.within)


def interval(moments: Moments, clusters: int | None = None, effect: float = 1.0) -> Estimate:
    """The mean with its standard error and 95 % interval, without counts.

    Wilson for 0/1 values, with n over the design effect where they come in clusters; Student's t for others,
    cut at 0 and 1 where all lie within. No values: the value is None.
    """
    n, mean = moments.n, moments.mean
    if not n:
        return Estimate(None)
    units = n if clusters is None else clusters
    stderr = math.sqrt(moments.m2 / (n - 1) / n * effect) if n > 1 and units > 1 else None
    tail = "" if clusters is None else ", clustered"
    if moments.binary:
        low, high = wilson(mean, n / effect)
        return Estimate(mean, low, high, stderr, clusters=clusters, method=f"wilson{tail}")
    if stderr is None:
        return Estimate(mean, clusters=clusters, method="t")
    low, high = student_t(mean, stderr, units - 1)
    if moments.within:
        low, high = max(low, 0.0), min(high, 1.0)
    return Estimate(mean, low, high, stderr, clusters=clusters, method=f"t{tail}")
