"""pass@k: the chance that at least one of k samples drawn from n is right, c of the n being so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pass_at_k(n: int, c: int, k: int) -> float:
    """The unbiased estimate 1 - C(n - c, k) / C(n, k) for one task (Chen et al. 2021, arXiv 2107.03374).

    ValueError unless 1 <= k <= n and 0 <= c <= n.

    >>> pass_at_k(5, 2, 1), pass_at_k(5, 4, 2), round(pass_at_k(10, 3, 5), 6)
    (0.4, 1.0, 0.916667)
    """
    if not 1 <= k <= n:
        raise ValueError(f"pass@k: expected 1 <= k <= n, found k = {k} and n = {n}")
    if not 0 <= c <= n:
        raise ValueError(f"pass@k: expected 0 <= correct <= n, found {c} of {n}")
    if n - c < k:
        return 1.0
    if k == 1:
        return c / n
    missed = 1.0
    for i in range(k):
        missed *= (n - c - i) / (n - i)
    return 1.0 - missed


def estimate_pass_at_k(
    num_samples: int | Sequence[int] | NDArray[np.integer],
    num_correct: Sequence[int] | NDArray[np.integer],
    k: int,
) -> NDArray[np.float64]:
    """`pass_at_k` for every task at once: float64 of the shape of `num_correct`.

    `num_samples` is one number for all tasks or one for each. ValueError when k > n for any task (a
    task with fewer samples has no unbiased estimate), k < 1, or correct outside 0..n.

    >>> [round(float(p), 6) for p in estimate_pass_at_k([5, 10], [0, 3], 5)]
    [0.0, 0.916667]
    """
    import numpy as np

    correct = np.asarray(num_correct, dtype=np.int64)
    total = np.asarray(num_samples, dtype=np.int64)
    if total.ndim and total.shape != correct.shape:
        raise ValueError(f"pass@k: expected one n for each task, found {total.size} for {correct.size} tasks")
    total = np.broadcast_to(total, correct.shape)
    if k < 1 or (total < k).any():
        smallest = int(total.min()) if total.size else 0
        raise ValueError(f"pass@k: expected 1 <= k <= n, found k = {k} and a task with n = {smallest}")
    if (correct < 0).any() or (correct > total).any():
        raise ValueError("pass@k: expected 0 <= correct <= n in every task")
    missed = np.ones(correct.shape)
    for i in range(k):
        missed *= np.maximum(total - correct - i, 0) / (total - i)
    return 1.0 - missed
