"""The matrix kernels numpy was built with: one thread, and what they keep the same.

BLAS may give a row of a product other last bits when other rows are in the call. `row_rule` finds out, at load, how
rows must be padded so that it does not.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evalution.engines.gguf.quantisation import Floats


class Blas(NamedTuple):
    """`get_threads` and `set_threads` act on the whole process; `name` is library and kernel, "OpenBLAS … SkylakeX"."""

    name: str
    get_threads: Callable[[], int]
    set_threads: Callable[[int], object]


@functools.cache
def blas() -> Blas:
    """The OpenBLAS inside numpy's wheel. Another library is left as it is: it takes OMP_NUM_THREADS or its like."""
    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            found = _openblas(path)
            if found is not None:
                return found
    build = np.show_config(mode="dicts") or {}
    library = build.get("Build Dependencies", {}).get("blas", {}).get("name", "unknown")
    return Blas(f"{library} (threads not limited)", lambda: 1, lambda n: None)


def _openblas(path: Path) -> Blas | None:
    try:
        library = ctypes.CDLL(str(path))
    except OSError:
        return None
    for prefix in ("scipy_openblas", "openblas"):
        for suffix in ("64_", ""):
            if hasattr(library, f"{prefix}_get_num_threads{suffix}"):
                names = (f"{prefix}_{name}{suffix}" for name in ("get_config", "get_corename"))
                words = []
                for function in (getattr(library, name) for name in names):
                    function.restype = ctypes.c_char_p
                    words.append(function().decode())
                get = getattr(library, f"{prefix}_get_num_threads{suffix}")
                return Blas(
                    f"{' '.join(words[0].split()[:2])} {words[1]}",
                    get,
                    getattr(library, f"{prefix}_set_num_threads{suffix}"),
                )
    return None


@contextmanager
def one_thread() -> Iterator[None]:
    """numpy's products on one thread, as before afterwards. A second one spins when its core is taken, and would change
    last bits."""
    before = blas().get_threads()
    blas().set_threads(1)
    try:
        yield
    finally:
        blas().set_threads(before)


class RowRule(NamedTuple):
    """A pass has at least `least` rows and a multiple of `multiple`.

    `exact`: a row is then the same to the bit whatever the others are; if not, last bits move with packing.
    """

    least: int
    multiple: int
    exact: bool

    def padded(self, rows: int) -> int:
        return -(-max(rows, self.least) // self.multiple) * self.multiple


_RULES = ((16, 1), (16, 16), (48, 48))


def row_rule(product: Callable[[Floats, Floats], Floats], matrices: tuple[Floats, ...]) -> RowRule:
    """The cheapest padding under which some thousands of trial sums come out the same alone, packed and moved."""
    rng = np.random.default_rng(0)
    for least, multiple in _RULES:
        rule = RowRule(least, multiple, True)
        if all(_same(product, rule, w, rng.standard_normal((144, w.shape[1]), dtype=np.float32)) for w in matrices):
            return rule
    return RowRule(*_RULES[0], False)


def _same(product: Callable[[Floats, Floats], Floats], rule: RowRule, w: Floats, x: Floats) -> bool:
    whole = product(x, w)
    for start, count in ((0, 3), (5, 7), (12, 19), (1, 50), (30, 65), (7, 130)):
        part = np.zeros((rule.padded(count), x.shape[1]), np.float32)
        part[:count] = x[start : start + count]
        if not np.array_equal(product(part, w)[:count], whole[start : start + count]):
            return False
    return True
