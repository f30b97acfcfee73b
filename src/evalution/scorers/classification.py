"""F1 and Matthews' correlation over predicted classes.

A prediction that could not be read is None, a class of its own that is never right: it is missed as
the gold's class, and never counts as some other one, such as a binary task's negative. Values equal
scikit-learn's with `zero_division=0`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.bootstrap import cell_draws, with_spread
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.tally import cluster_indices, cluster_note, tallied

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Label = Hashable
Cell = tuple[Label, Label]
"""A gold class and the class predicted for it."""

Statistic = Callable[[Sequence[Cell], "NDArray[np.int64]"], "NDArray[np.float64]"]
"""Cells and their counts (draws, cells) -> one value a draw."""


def f1_for_label(gold: Sequence[Label], predicted: Sequence[Label], *, label: Label) -> float:
    """F1 of one class against the rest, 2 tp / (2 tp + fp + fn); 0.0 where that is 0 / 0.

    ValueError, as in every function here, for empty sequences and for different lengths.

    >>> f1_for_label([1, 0, 1, 0], [1, None, 0, 0], label=1)
    0.6666666666666666
    """
    return macro_f1(gold, predicted, labels=(label,))


def macro_f1(gold: Sequence[Label], predicted: Sequence[Label], *, labels: Sequence[Label]) -> float:
    """The unweighted mean of `f1_for_label` over the labels; ValueError without labels.

    >>> macro_f1(["a", "b"], ["a", "a"], labels=["a", "b"])
    0.3333333333333333
    """
    if not labels:
        raise ValueError("macro F1: expected at least one label")
    return _observed(zip(gold, predicted, strict=True), partial(_mean_f1, labels))


def matthews_corrcoef(gold: Sequence[Label], predicted: Sequence[Label]) -> float:
    """Matthews' correlation, for more than two classes Gorodkin's R_K; 0.0 where one side is constant.

    >>> matthews_corrcoef([1, 0, 1, 0], [1, None, 1, None])
    0.5
    """
    return _observed(zip(gold, predicted, strict=True), _mcc)


def f1_estimate(reduced: Sequence[Reduced], design: Design, *, label: str) -> Estimate:
    """`f1_for_label` over the scored samples, interval by bootstrap; floor and ceiling count every
    unscored sample wrong and right."""
    return macro_f1_estimate(reduced, design, labels=(label,))


def macro_f1_estimate(reduced: Sequence[Reduced], design: Design, *, labels: Sequence[str]) -> Estimate:
    """`macro_f1` over the scored samples, interval by bootstrap. The floor takes, label by label, the
    worst that the unscored samples could do, which may be less than any one outcome of theirs gives."""
    estimate = _estimate(reduced, design, partial(_mean_f1, labels))
    if not estimate.unscored:
        return estimate
    scored = [(r.gold, r.answer) for r in reduced if r.value is not None]
    missing = [r.gold for r in reduced if r.value is None]
    floors = [
        _observed([*scored, *((g, None if g == label else label) for g in missing)], partial(_mean_f1, (label,)))
        for label in labels
    ]
    ceiling = _observed([*scored, *((g, g) for g in missing)], partial(_mean_f1, labels))
    return structs.replace(estimate, floor=sum(floors) / len(floors), ceiling=ceiling)


def mcc_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """`matthews_corrcoef` over the scored samples, interval by bootstrap; `incomplete` when some are
    unscored, because their classes may move it either way."""
    return _estimate(reduced, design, _mcc)


def _estimate(reduced: Sequence[Reduced], design: Design, statistic: Statistic) -> Estimate:
    scored = [r for r in reduced if r.value is not None]
    unscored = len(scored) < len(reduced)
    if not scored:
        return tallied(Estimate(None, incomplete=unscored), reduced)
    pairs: list[Cell] = [(r.gold, r.answer) for r in scored]
    cells = list(dict.fromkeys(pairs))
    place = {cell: at for at, cell in enumerate(cells)}
    clusters = cluster_indices(scored, design)
    count = None if clusters is None else max(clusters) + 1
    estimate = Estimate(_observed(pairs, statistic), clusters=count, incomplete=unscored, note=cluster_note(count))
    draws = cell_draws([place[pair] for pair in pairs], clusters, design.seed)
    return tallied(with_spread(estimate, statistic(cells, draws)), reduced)


def _observed(pairs: Iterable[Cell], statistic: Statistic) -> float:
    import numpy as np

    counts = Counter(pairs)
    if not counts:
        raise ValueError("expected at least one prediction, found none")
    return float(statistic(list(counts), np.array([list(counts.values())]))[0])


def _mean_f1(labels: Sequence[Label], cells: Sequence[Cell], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    import numpy as np

    total = np.zeros(len(counts))
    for label in labels:
        both = counts @ np.array([2 * (g == p == label) for g, p in cells])
        marked = counts @ np.array([(g == label) + (p == label) for g, p in cells])
        total += both / np.maximum(marked, 1)
    return total / len(labels)


def _mcc(cells: Sequence[Cell], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    import numpy as np

    classes = list(dict.fromkeys(label for cell in cells for label in cell))
    gold = counts @ np.array([[float(g == label) for label in classes] for g, _ in cells])
    predicted = counts @ np.array([[float(p == label) for label in classes] for _, p in cells])
    right = counts @ np.array([float(g == p) for g, p in cells])
    total = counts.sum(axis=1).astype(float)
    both = right * total - (gold * predicted).sum(axis=1)
    spread = (total**2 - (gold**2).sum(axis=1)) * (total**2 - (predicted**2).sum(axis=1))
    return np.where(spread > 0, both / np.sqrt(np.where(spread > 0, spread, 1.0)), 0.0)
