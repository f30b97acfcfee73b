"""Pearson's and Spearman's correlation of predicted with gold numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.bootstrap import drawn, joined, record_weights, with_spread
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.tally import cluster_indices, cluster_note, tallied

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Weighted = Callable[[Floats, Floats, NDArray[np.int64]], Floats]


def pearson(gold: Sequence[float], predicted: Sequence[float]) -> float | None:
    """Pearson's r; None where one side is constant. ValueError for fewer than two pairs, for different
    lengths, and for a number that is NaN or infinite.

    >>> round(pearson([1, 2, 3], [2, 4, 6.5]), 6)
    0.997949
    """
    return _observed(gold, predicted, _pearson)


def spearman(gold: Sequence[float], predicted: Sequence[float]) -> float | None:
    """Spearman's rho, Pearson's r of the mid-ranks; refuses as `pearson`.

    >>> round(spearman([1, 2, 3, 4], [10, 20, 20, 70]), 6)
    0.948683
    """
    return _observed(gold, predicted, _spearman)


def pearson_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """`pearson` of the samples' answers with their golds, interval by bootstrap over records or clusters.

    A sample without an answer has no place in a correlation and cannot be counted as wrong: it is left
    out, said in the note, and makes the estimate `incomplete`, as an unscored one does.
    """
    return _estimate(reduced, design, _pearson)


def spearman_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """`spearman`, otherwise as `pearson_estimate`."""
    return _estimate(reduced, design, _spearman)


def _estimate(reduced: Sequence[Reduced], design: Design, statistic: Weighted) -> Estimate:
    import numpy as np

    read = [(r, float(str(r.gold)), number) for r in reduced for number in _number(r)]
    left = len(reduced) - len(read)
    note = f"{left} without an answer left out" if left else ""
    clusters = cluster_indices([r for r, _, _ in read], design)
    count = None if not clusters else max(clusters) + 1
    nothing = Estimate(None, clusters=count, incomplete=left > 0, note=joined(note, cluster_note(count)))
    if len(read) < 2:
        return tallied(nothing, reduced)
    gold, predicted = (np.array(column, dtype=float) for column in ([g for _, g, _ in read], [p for _, _, p in read]))
    value = _finite(statistic(gold, predicted, np.ones((1, len(read)), dtype=np.int64))[0])
    if value is None:
        return tallied(structs.replace(nothing, note=joined(nothing.note, "one side is constant")), reduced)
    weights = record_weights(len(read), clusters, design.seed)
    values = drawn(lambda chunk: statistic(gold, predicted, chunk), weights)
    return tallied(with_spread(structs.replace(nothing, value=value), values), reduced)


def _number(r: Reduced) -> list[float]:
    """The answer as a number, if it is one."""
    try:
        number = float(r.answer) if r.answer is not None and r.value is not None else math.nan
    except ValueError:
        return []
    return [number] if math.isfinite(number) else []


def _observed(gold: Sequence[float], predicted: Sequence[float], statistic: Weighted) -> float | None:
    import numpy as np

    x, y = np.asarray(gold, dtype=float), np.asarray(predicted, dtype=float)
    if x.shape != y.shape or x.size < 2 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError(f"expected as many finite golds as predictions, at least two; found {x.size} and {y.size}")
    return _finite(statistic(x, y, np.ones((1, x.size), dtype=np.int64))[0])


def _finite(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _pearson(x: Floats, y: Floats, weights: NDArray[np.int64]) -> Floats:
    """r of every draw; NaN where one side is constant in it. `x` and `y` are (records,) or (draws, records)."""
    import numpy as np

    total = weights.sum(axis=1, keepdims=True)
    dx = x - (weights * x).sum(axis=1, keepdims=True) / total
    dy = y - (weights * y).sum(axis=1, keepdims=True) / total
    spread = np.sqrt((weights * dx * dx).sum(axis=1)) * np.sqrt((weights * dy * dy).sum(axis=1))
    flat = _constant(x, weights) | _constant(y, weights)
    r = (weights * dx * dy).sum(axis=1) / np.where(flat | (spread == 0), 1.0, spread)
    return np.where(flat | (spread == 0), np.nan, np.clip(r, -1.0, 1.0))


def _constant(x: Floats, weights: NDArray[np.int64]) -> NDArray[np.bool_]:
    import numpy as np

    drawn_ones = weights > 0
    lowest = np.where(drawn_ones, x, np.inf).min(axis=1)
    highest = np.where(drawn_ones, x, -np.inf).max(axis=1)
    return np.asarray(lowest == highest)


def _spearman(x: Floats, y: Floats, weights: NDArray[np.int64]) -> Floats:
    return _pearson(_midranks(x, weights), _midranks(y, weights), weights)


def _midranks(x: Floats, weights: NDArray[np.int64]) -> Floats:
    """The mid-rank of every record among those drawn, (draws, records)."""
    import numpy as np

    _, group = np.unique(x, return_inverse=True)
    sizes = np.zeros((len(weights), int(group.max()) + 1))
    np.add.at(sizes.T, group, weights.T)
    ends = sizes.cumsum(axis=1)
    return np.asarray((ends - (sizes - 1) / 2)[:, group])
