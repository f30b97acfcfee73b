"""The unweighted mean of fixed strata (subjects, categories, languages)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from evalution.sample import Reduced
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.means import mean_estimate
from evalution.statistics.tally import tallied


def macro_stderr(stderrs: Sequence[float]) -> float:
    """The standard error of an unweighted mean of k independent means: sqrt(sum se²) / k.

    >>> round(macro_stderr([0.15, 0.01]), 4)
    0.0752
    """
    return math.sqrt(math.fsum(s * s for s in stderrs)) / len(stderrs)


def by_stratum(reduced: Sequence[Reduced], by: str) -> dict[str, list[Reduced]]:
    """The samples by the value of the group `by`, in order of appearance; "" for those without it."""
    strata: dict[str, list[Reduced]] = {}
    for r in reduced:
        strata.setdefault(r.groups.get(by, ""), []).append(r)
    return strata


def macro_estimate(reduced: Sequence[Reduced], design: Design, *, by: str) -> Estimate:
    """The mean over the strata of the group `by` of each one's mean, every stratum counted once.

    The interval combines those of the strata about their own means (MOVER: Zou and Donner 2008), so
    it is asymmetric where theirs are. A stratum with nothing scored is left out of the value, which
    is then `incomplete`; `floor` and `ceiling` keep it. The standard error is None when a stratum
    has none (a single sample).
    """
    return macro_of([mean_estimate(rows, design) for rows in by_stratum(reduced, by).values()], reduced, by=by)


def macro_of(parts: Sequence[Estimate], reduced: Sequence[Reduced], *, by: str) -> Estimate:
    """The same of strata whose estimates are at hand; `reduced` are the samples of all of them."""
    scored = [(p.value, p) for p in parts if p.value is not None]
    if not scored:
        return tallied(Estimate(None, incomplete=bool(reduced)), reduced)
    value = math.fsum(v for v, _ in scored) / len(scored)
    errors = [p.stderr for _, p in scored if p.stderr is not None]
    below = [v - p.low for v, p in scored if p.low is not None]
    above = [p.high - v for v, p in scored if p.high is not None]
    whole = len(below) == len(scored)
    bounded = any(p.unscored for p in parts)
    estimate = Estimate(
        value,
        low=value - macro_stderr(below) if whole else None,
        high=value + macro_stderr(above) if whole else None,
        stderr=macro_stderr(errors) if len(errors) == len(scored) else None,
        floor=_mean([_either(p.floor, p.value) for p in parts]) if bounded else None,
        ceiling=_mean([_either(p.ceiling, p.value) for p in parts]) if bounded else None,
        incomplete=len(scored) < len(parts),
        method=f"macro over {len(scored)} of {by}",
        note=f"{len(parts) - len(scored)} of {by} with nothing scored" if len(scored) < len(parts) else "",
    )
    return tallied(estimate, reduced)


def _either(bound: float | None, value: float | None) -> float:
    chosen = value if bound is None else bound
    assert chosen is not None
    return chosen


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
