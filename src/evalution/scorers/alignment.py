"""The mean over the best one-to-one alignment of two lists."""

from __future__ import annotations

from collections.abc import Sequence


def mean_aligned(scores: Sequence[Sequence[float]]) -> float:
    """The largest sum of `scores[i][j]` with every i and every j used at most once, divided by the
    longer side's length: what is left over on either side counts 0. At least 1 x 1. Summed as numpy
    sums a row of that length, so that owners' values are met to the bit.

    >>> mean_aligned([[0.0, 1.0, 0.5]]), mean_aligned([[0.9, 0.8], [0.9, 0.0]])
    (0.3333333333333333, 0.8500000000000001)
    """
    rows, columns = len(scores), len(scores[0])
    if rows == 1:
        return max(scores[0]) / columns
    if columns == 1:
        return max(row[0] for row in scores) / rows
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    matrix = np.array(scores)
    chosen_rows, chosen_columns = linear_sum_assignment(matrix, maximize=True)
    by_row = np.zeros(max(rows, columns))
    by_row[chosen_rows] = matrix[chosen_rows, chosen_columns]
    return float(np.add.reduce(by_row)) / len(by_row)
