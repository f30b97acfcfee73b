"""Where the rows of a product must stand so that a row's bits do not depend on the others.

BLAS works through rows in groups, and may sum the rows of one place in a group in another order than those of the next,
and the rest of the last group in another again. `row_rule` finds out at load which places are alike; every token then
takes a place of one kind, by its position in its prompt, and the rest of the last group is filled up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from evalution.engines.gguf.pool import Slots
from evalution.engines.gguf.quantisation import Floats

_LEAST = 16
_GROUPS = (1, 12, 24, 48)
_COUNTS = (1, 17, 30, 50, 67, 101, 144)
_GAPS = ((20, 32), (20, 64), (100, 128), (100, 160), (128, 160), (250, 256), (250, 384))


class RowRule(NamedTuple):
    """Row i of a product is of kind `kinds[i % len(kinds)]`; a product has at least `least` rows and whole groups.

    `alike`: rows of a kind are the same to the bit, as far as was tried. `gaps`: so is a sum with zeros between its
    terms, so that attention in fp32 does not depend on which keys are masked; otherwise attention is summed in float64,
    which leaves a last bit to chance.
    """

    least: int
    kinds: tuple[int, ...]
    alike: bool
    gaps: bool

    @property
    def packing(self) -> str:
        """How log-likelihoods asked alone and in company agree; the bounds are those seen, with room."""
        if not self.alike:
            return "sums within 1e-4"
        return "equal to the bit" if self.gaps else "sums within 1e-5"

    def place(self, positions: Slots) -> tuple[Slots, int]:
        """For each token, by its position, the row it takes; and the number of rows."""
        count, group = max(self.kinds) + 1, np.array(self.kinds, np.intp)
        wanted = positions % count
        groups = max(-(-np.bincount(wanted, minlength=count) // np.bincount(group, minlength=count)))
        groups = max(int(groups), -(-self.least // len(group)))
        kinds, rows = np.tile(group, groups), np.empty(len(positions), np.intp)
        for kind in range(count):
            mine = np.flatnonzero(wanted == kind)
            rows[mine] = np.flatnonzero(kinds == kind)[: len(mine)]
        return rows, groups * len(group)

    def kind(self, rows: Slots) -> Slots:
        """The kind of rows, for placing them again."""
        return np.array(self.kinds, np.intp)[rows % len(self.kinds)]


def row_rule(product: Callable[[Floats, Floats], Floats], matrices: tuple[Floats, ...]) -> RowRule:
    """Tries the smallest group of rows in which one row, repeated, shows the same pattern at any number of groups."""
    gaps = _gaps_are_nothing()
    for group in _GROUPS:
        patterns = {_pattern(product, w, group) for w in matrices}
        if len(patterns) == 1 and (kinds := patterns.pop()) is not None:
            return RowRule(_LEAST, kinds, True, gaps)
    return RowRule(_LEAST, (0,), False, gaps)


def _pattern(product: Callable[[Floats, Floats], Floats], w: Floats, group: int) -> tuple[int, ...] | None:
    row = np.random.default_rng(0).standard_normal((1, w.shape[1]), dtype=np.float32)
    seen: dict[bytes, int] = {}
    kinds: list[int] = []
    for count in _COUNTS:
        rows = -(-max(count, _LEAST) // group) * group
        found = [seen.setdefault(result.tobytes(), len(seen)) for result in product(np.repeat(row, rows, axis=0), w)]
        kinds = kinds or found[:group]
        if found != kinds * (rows // group):
            return None
    return tuple(kinds)


def _gaps_are_nothing() -> bool:
    rng = np.random.default_rng(0)
    values = rng.standard_normal((512, 192), dtype=np.float32)[:, :64]
    for terms, length in _GAPS:
        factors = rng.random((48, terms), dtype=np.float32)
        spread = np.sort(rng.choice(length, terms, replace=False))
        close, wide = np.zeros((2, 48, length), np.float32)
        close[:, :terms], wide[:, spread] = factors, factors
        moved = values[:length].copy()
        moved[spread] = values[:terms]
        if not np.array_equal(close @ values[:length], wide @ moved):
            return False
    return True
