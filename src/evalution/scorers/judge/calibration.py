"""Calibration error: how far stated confidence is from the share of right answers.

The root of the mean squared difference over bins of equally many samples in order of confidence, as Humanity's
Last Exam and BrowseComp report it. Unlike their published code the last bin counts, and samples of equal
confidence stay in one bin, so that the order of samples is irrelevant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalution.sample import Reduced
from evalution.statistics.bootstrap import drawn, joined, record_weights, with_spread
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.tally import cluster_indices, cluster_note, tallied
from evalution.verdict import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BIN_SIZE = 100


def calibration_error(confidences: Sequence[float], correct: Sequence[float], *, bin_size: int = BIN_SIZE) -> float:
    """The error in [0, 1] of confidences in [0, 1] against 0/1 outcomes. A bin ends where it has `bin_size`
    samples and the confidence changes; fewer at the end join the last one.

    ValueError for no samples, different lengths, or a confidence outside [0, 1].

    >>> calibration_error([0.9, 0.9, 0.5, 0.5], [1, 0, 1, 0], bin_size=2)
    0.28284271247461906
    """
    import numpy as np

    stated, right = np.asarray(confidences, dtype=float), np.asarray(correct, dtype=float)
    if stated.shape != right.shape or not stated.size or not ((stated >= 0) & (stated <= 1)).all():
        raise ValueError(f"expected as many confidences from 0 to 1 as outcomes, found {stated.size} and {right.size}")
    return float(_errors(stated, right, np.ones((1, stated.size), dtype=np.int64), bin_size)[0])


def calibration_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """`calibration_error` of answers that are confidences from 0 to 100; right is the status CORRECT.

    A sample without a stated confidence is left out, said in the note, and still in `n`; an unscored one
    makes the estimate `incomplete`.
    """
    import numpy as np

    read = [r for r in reduced if r.answer is not None and r.value is not None]
    unscored = sum(r.value is None for r in reduced)
    silent = len(reduced) - len(read) - unscored
    clusters = cluster_indices(read, design)
    count = None if not clusters else max(clusters) + 1
    note = joined(f"{silent} without a confidence left out" if silent else "", cluster_note(count))
    if not read:
        return tallied(Estimate(None, incomplete=unscored > 0, note=note), reduced)
    stated = np.array([float(str(r.answer)) / 100.0 for r in read])
    right = np.array([float(r.status is Status.CORRECT) for r in read])
    value = calibration_error(stated.tolist(), right.tolist())
    weights = record_weights(len(read), clusters, design.seed)
    values = drawn(lambda chunk: _errors(stated, right, chunk, BIN_SIZE), weights)
    estimate = Estimate(value, clusters=count, incomplete=unscored > 0, note=note)
    return tallied(with_spread(estimate, values), reduced)


def _errors(
    stated: NDArray[np.float64], right: NDArray[np.float64], weights: NDArray[np.int64], bin_size: int
) -> NDArray[np.float64]:
    """The error of every draw; `weights` (draws, samples) says how often each sample was drawn."""
    import numpy as np

    levels, level = np.unique(stated, return_inverse=True)
    errors = np.zeros(len(weights))
    for draw, row in enumerate(weights):
        sizes = np.bincount(level, weights=row)
        rights = np.bincount(level, weights=row * right)
        starts = _bins(sizes.tolist(), bin_size)
        total = np.add.reduceat(sizes, starts)
        gap = np.add.reduceat(sizes * levels - rights, starts) / total
        errors[draw] = np.sqrt((total * gap**2).sum() / total.sum())
    return errors


def _bins(sizes: Sequence[float], bin_size: int) -> list[int]:
    """Where each bin starts among the levels of confidence; every bin holds at least one sample."""
    starts, held = [0], 0.0
    for at, size in enumerate(sizes):
        if held >= bin_size and size:
            starts.append(at)
            held = 0.0
        held += size
    return starts[:-1] if len(starts) > 1 and held < bin_size else starts
