"""The bounds that stand in for a clock: counts of characters, nesting, nodes, bits and steps.

They are reached at the same place on every machine. Each is far above what an answer needs and low enough that
a pair within them is decided in some ten milliseconds at most.
"""

from __future__ import annotations

MAX_CHARS = 4_000
MAX_DEPTH = 30
MAX_NODES = 1_000
MAX_BITS = 1 << 16
MAX_STEPS = 20_000
MAX_DIGITS = 2_000
MAX_ITEMS = 100


class LimitReached(Exception):
    """A bound was passed; caught once, where a text is read or a pair is compared."""


class Work:
    """Steps left to spend on one computation.

    >>> work = Work(10)
    >>> work.spend(4); work.left
    6
    """

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_STEPS) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        """Take steps off; LimitReached when there are not enough."""
        self.left -= steps
        if self.left < 0:
            raise LimitReached("too many steps")


def check_bits(bits: int) -> None:
    """LimitReached for a number that would need more than MAX_BITS bits."""
    if bits > MAX_BITS:
        raise LimitReached("number too large")
