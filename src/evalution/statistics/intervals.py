"""95 % intervals for a mean: Wilson's for proportions, Student's t for other values."""

from __future__ import annotations

import math

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


def wilson(proportion: float, n: float) -> tuple[float, float]:
    """Wilson's score interval (1927) for a proportion seen over `n` trials.

    `n` may be fractional: clustered trials enter as n over the design effect. ValueError unless
    0 <= proportion <= 1 and n > 0.

    >>> low, high = wilson(0.5, 10)
    >>> round(low, 4), round(high, 4)
    (0.2366, 0.7634)
    """
    if not 0.0 <= proportion <= 1.0 or not n > 0:
        raise ValueError(f"wilson: expected a proportion in [0, 1] and n > 0, found {proportion} and {n}")
    scale = 1.0 + Z95 * Z95 / n
    centre = (proportion + Z95 * Z95 / (2.0 * n)) / scale
    half = Z95 / scale * math.sqrt(proportion * (1.0 - proportion) / n + Z95 * Z95 / (4.0 * n * n))
    low = 0.0 if proportion == 0.0 else max(0.0, centre - half)
    high = 1.0 if proportion == 1.0 else min(1.0, centre + half)
    return low, high


def student_t(mean: float, stderr: float, df: float) -> tuple[float, float]:
    """The interval mean ± t(df) · stderr; ValueError unless df > 0.

    >>> low, high = student_t(0.0, 1.0, 9)
    >>> round(high, 3)
    2.262
    """
    if not df > 0:
        raise ValueError(f"student_t: expected df > 0, found {df}")
    from scipy.special import stdtrit

    half = float(stdtrit(df, 0.975)) * stderr
    return mean - half, mean + half
