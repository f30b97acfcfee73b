"""Whether work grows linearly, measured in CPU time so that a busy machine does not decide."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 5


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def growth(
    small: Callable[[], object], large: Callable[[], object], *, factor: float = 8.0, noise: float = 0.02
) -> str:
    """Empty when `large`, of four times the size, takes at most `factor` times as long as `small`; else what was seen.

    A quadratic rule takes 16 times as long at every try; what only looks slow is measured again.
    """
    for _ in range(TRIES):
        short = min(cpu_seconds(small) for _ in range(3))
        long = min(cpu_seconds(large) for _ in range(2))
        if long <= factor * short + noise:
            return ""
    return f"{short:.4f} s, then {long:.4f} s for four times as much"
