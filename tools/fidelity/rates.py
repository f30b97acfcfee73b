"""Error rates against our reading, for files and for families of scorers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from evalution.statistics.intervals import wilson
from fidelity.measure import Judged, Measured

READ_IN_FULL = ("disagreement", "suspect")


class Rates(Struct, frozen=True):
    """Estimated false positives and negatives among so many responses that are right or wrong.

    What is read in full counts as it is, the errors of the sample for as many as it stands for. `high_fp` and `high_fn`
    put in place of the sample's share of errors the upper end of its 95 % interval.
    """

    right: float
    wrong: float
    fp: float
    fn: float
    high_fp: float
    high_fn: float

    def plus(self, other: Rates) -> Rates:
        """Both files together."""
        return Rates(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    @property
    def fp_rate(self) -> float:
        """Of the responses that are wrong, the share that is taken for right."""
        return self.fp / self.wrong if self.wrong else 0.0

    @property
    def fn_rate(self) -> float:
        """Of the responses that are right, the share that is not."""
        return self.fn / self.right if self.right else 0.0


def rates(measured: Measured) -> Rates:
    """The rates of one file; debatable responses are left out."""
    full = measured.found(one for name in READ_IN_FULL for one in measured.stratum(name))
    rest, sample = measured.stratum("rest"), measured.sample
    fp, high_fp = _scaled(measured, "fp", [one for one in rest if one.value], [one for one in sample if one.value])
    fn, high_fn = _scaled(
        measured, "fn", [one for one in rest if not one.value], [one for one in sample if not one.value]
    )
    fp, fn, high_fp, high_fn = fp + full["fp"], fn + full["fn"], high_fp + full["fp"], high_fn + full["fn"]
    taken = sum(one.value for one in measured.judged)
    right = taken - fp + fn
    return Rates(right, len(measured.judged) - full["debatable"] - right, fp, fn, high_fp, high_fn)


def _scaled(measured: Measured, kind: str, rest: Sequence[Judged], sample: Sequence[Judged]) -> tuple[float, float]:
    """How many errors the sample stands for, and how many it may stand for at most; a sample that is all there is says
    it exactly."""
    if not sample:
        return 0.0, 0.0
    errors = measured.found(sample)[kind]
    share = errors / len(sample)
    high = share if len(sample) == len(rest) else wilson(share, len(sample))[1]
    return len(rest) * share, len(rest) * high
