"""Seeded resampling for values that are no means.

A statistic of counts (F1, MCC) is drawn exactly from a multinomial over its cells; any other from
resampled records, as weights that say how often each one was drawn. Clusters are drawn whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from evalution.statistics.estimate import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CELL_DRAWS = 10_000
RECORD_DRAWS = 2_000
_CHUNK = 2_000_000


def cell_draws(
    cells: Sequence[int], clusters: Sequence[int] | None, seed: int, draws: int = CELL_DRAWS
) -> NDArray[np.int64]:
    """Resampled counts of each cell, (draws, cells); `cells[i]` is the cell of record i, from 0.

    >>> cell_draws([0, 0, 1], None, seed=0, draws=4).sum(axis=1).tolist()
    [3, 3, 3, 3]
    """
    import numpy as np

    counts = np.bincount(np.asarray(cells))
    if clusters is None:
        return np.random.default_rng(seed).multinomial(len(cells), counts / len(cells), size=draws)
    table = np.zeros((max(clusters) + 1, len(counts)), dtype=np.int64)
    np.add.at(table, (np.asarray(clusters), np.asarray(cells)), 1)
    return np.concatenate([weights @ table for weights in _weights(len(table), seed, draws)])


def record_weights(
    size: int, clusters: Sequence[int] | None, seed: int, draws: int = RECORD_DRAWS
) -> Iterator[NDArray[np.int64]]:
    """How often each of `size` records was drawn: arrays (some draws, size), `draws` rows in all."""
    import numpy as np

    for weights in _weights(size if clusters is None else max(clusters) + 1, seed, draws):
        yield weights if clusters is None else weights[:, np.asarray(clusters)]


def with_spread(estimate: Estimate, values: NDArray[np.float64]) -> Estimate:
    """The estimate with the percentile interval and the standard deviation of the drawn values.

    Draws in which the statistic is undefined (NaN) are left out.
    """
    import numpy as np

    known = values[~np.isnan(values)]
    if len(known) < 2:
        return structs.replace(estimate, note=joined(estimate.note, "too few values for an interval"))
    low, high = (float(bound) for bound in np.percentile(known, (2.5, 97.5)))
    note = "no spread seen by resampling" if low == high else ""
    return structs.replace(
        estimate,
        low=low,
        high=high,
        stderr=float(known.std(ddof=1)),
        method=f"bootstrap, {len(values)} draws",
        note=joined(estimate.note, note),
    )


def drawn(
    statistic: Callable[[NDArray[np.int64]], NDArray[np.float64]], weights: Iterator[NDArray[np.int64]]
) -> NDArray[np.float64]:
    """The statistic of every draw; it takes weights (draws, records) and gives one value a draw."""
    import numpy as np

    return np.concatenate([statistic(chunk) for chunk in weights])


def joined(*notes: str) -> str:
    """Notes that are not empty, in one line.

    >>> joined("only 4 clusters", "", "cut")
    'only 4 clusters; cut'
    """
    return "; ".join(note for note in notes if note)


def _weights(units: int, seed: int, draws: int) -> Iterator[NDArray[np.int64]]:
    import numpy as np

    rng = np.random.default_rng(seed)
    rows = max(1, _CHUNK // units)
    for start in range(0, draws, rows):
        count = min(rows, draws - start)
        picks = rng.integers(0, units, size=(count, units)) + np.arange(count)[:, None] * units
        yield np.bincount(picks.ravel(), minlength=count * units).reshape(count, units)
