"""The matrix library numpy was built with: its name, and one thread of it."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np


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
