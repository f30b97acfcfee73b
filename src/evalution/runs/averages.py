"""One number over the benchmarks of a collection."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from evalution import registry
from evalution.benchmarks.collection import Collection, Score
from evalution.errors import EvalutionError
from evalution.runs.results import Average, TaskResult
from evalution.statistics.estimate import Estimate
from evalution.statistics.macro import macro_of


def expanded(names: Sequence[str]) -> list[str]:
    """Benchmarks by name, collections replaced by theirs; EvalutionError with the nearest for an unknown one."""
    collections = registry.names("collections")
    known = [*registry.names("benchmarks"), *collections]
    found: list[str] = []
    for name in names:
        if name not in known:
            raise EvalutionError(registry.unknown("benchmark", name, known))
        found += registry.load("collections", name).benchmarks if name in collections else [name]
    return list(dict.fromkeys(found))


def averages(tasks: Sequence[TaskResult]) -> list[Average]:
    """The average of every collection all of whose scores are at hand."""
    estimates = {Score(t.benchmark, m.key): m.estimate for t in tasks for m in t.metrics}
    collections: list[Collection] = [registry.load("collections", name) for name in registry.names("collections")]
    whole = [c for c in collections if all(score in estimates for task in c.tasks for score in task)]
    return [Average(c.name, average(c, estimates)) for c in whole]


def average(collection: Collection, estimates: Mapping[Score, Estimate]) -> Estimate:
    """The unweighted mean over tasks, its interval from theirs (which are independent). A task without a value
    leaves the average without one, `incomplete`."""
    parts = [_mean([estimates[score] for score in task]) for task in collection.tasks]
    every = [estimates[score] for task in collection.tasks for score in task]
    n, unscored = sum(e.n for e in every), sum(e.unscored for e in every)
    if any(part.value is None for part in parts):
        return Estimate(None, n=n, unscored=unscored, incomplete=True)
    method = f"mean of {len(parts)} tasks"
    whole = macro_of(parts, [], by="task")
    return msgspec.structs.replace(whole, n=n, unscored=unscored, method=method, incomplete=unscored > 0)


def _mean(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of one task's scores. They are of the same or like samples, so the interval is the mean of theirs,
    which is at its widest."""
    if len(estimates) == 1:
        return estimates[0]

    def mean(name: str) -> float | None:
        values = [getattr(e, name) for e in estimates]
        return None if None in values else math.fsum(values) / len(values)

    return Estimate(mean("value"), mean("low"), mean("high"), mean("stderr"))
