"""`--plugin FILE`: a Python file whose benchmarks and scorers are used by their names."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.benchmarks.collection import Collection
from evalution.errors import EvalutionError


def load_plugin(path: Path) -> list[str]:
    """Run the file and register every Benchmark, Collection and scorer among its top-level names.

    Returns what was registered. The file is code of the user's own: it is named on the command line each time and
    never taken from a run folder. EvalutionError in one line when it cannot be run or holds nothing to register.
    """
    spec = importlib.util.spec_from_file_location(f"evalution_plugin_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise EvalutionError(f"--plugin {path}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's code raises
        raise EvalutionError(f"--plugin {path}: {type(error).__name__}: {error}") from None
    found = [(group, value) for value in vars(module).values() if (group := _group(value, module.__name__))]
    for group, value in found:
        registry.add(group, value.name, value)
    if not found:
        raise EvalutionError(f"--plugin {path}: expected a Benchmark or a scorer among its names, found none")
    return [value.name for _, value in found]


def _group(value: object, module: str) -> registry.Group | None:
    if isinstance(value, Benchmark):
        return "benchmarks"
    if isinstance(value, Collection):
        return "collections"
    own = all(callable(getattr(value, name, None)) for name in ("ask", "verdict")) and hasattr(value, "metrics")
    return "scorers" if own and not isinstance(value, type) else None
