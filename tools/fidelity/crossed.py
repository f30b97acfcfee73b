"""The worked solutions of MATH's test split against their own golds, and against those of other problems."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec import Struct

from evalution.scorers.target import Target
from evalution.scoring.columns import judge_pairs
from evalution.scoring.workers import ordered_map
from fidelity.readings import Reading, readings
from fidelity.robustness import box, source

NAME = "MATH:crossed"
STEPS = (1, 7, 101)
"""Each solution is held against the golds so many problems further on."""


class Crossed(Struct, frozen=True):
    """`solutions` and how many of them are `right` against their own golds; `pairs` of a solution and a gold of another
    text, and which of them are accepted."""

    solutions: int
    right: int
    pairs: int
    accepted: tuple[str, ...]
    readings: dict[str, Reading]

    def truth(self, name: str) -> int | None:
        """Whether the two are one value, as it was read; None where nobody read."""
        reading = self.readings.get(name)
        return reading.truth if reading else None


def crossed(data: Path, every: int = 1) -> Crossed:
    """Judge all pairs, on all CPUs."""
    cases = source("MATH", data)[::every]
    golds = [box(case.response) for case in cases]
    own = [(case.response, Target(gold)) for case, gold in zip(cases, golds, strict=True)]
    pairs, names = [], []
    for step in STEPS:
        for i, case in enumerate(cases):
            j = (i + step) % len(cases)
            if golds[i] != golds[j]:
                pairs.append((case.response, Target(golds[j])))
                names.append(f"{case.id} against {cases[j].id}")
    values = _values(pairs)
    accepted = tuple(name for name, value in zip(names, values, strict=True) if value)
    return Crossed(len(own), int(sum(_values(own))), len(pairs), accepted, readings(NAME))


def _values(pairs: list[tuple[str, Target]]) -> list[float]:
    chunks = [pairs[i : i + 500] for i in range(0, len(pairs), 500)]
    return [value for part in ordered_map(partial(judge_pairs, "math"), chunks) for value in part[1]]
