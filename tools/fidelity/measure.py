"""Every response of a file under the live rule and the owner's, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from evalution.scoring.columns import judge_pairs
from evalution.scoring.workers import ordered_map
from evalution.verdict import Status
from fidelity.corpus import Case, Outputs
from fidelity.plain import READERS, declines, plain_digits
from fidelity.readings import Reading, drawn, readings

SAMPLE = 100
"""So many responses of the stratum `rest` are read of those judged right, and as many of the others."""
READ_RIGHT = {"meta_prompting_mgsm_3styles": 600}
"""Files of which more of those judged right are read, since few responses are wrong."""
_CHUNK = 1000


class Judged(Struct, frozen=True):
    """A case with the live verdict, the values under the owner's rules, and its stratum.

    disagreement  the live verdict is not the published one; all are read
    suspect       a reader of one line reads another answer, or the text says after its answer that it has none; all
                  are read
    plain         a reader of one line reads the same answer, so none is read
    rest          a sample is read
    """

    case: Case
    status: Status
    value: float
    answer: str | None
    rule: str
    references: tuple[float | None, ...]
    stratum: str


class Measured(Struct, frozen=True):
    """All cases of a file, and the readings there are."""

    outputs: Outputs
    judged: list[Judged]
    readings: dict[str, Reading]

    def stratum(self, name: str) -> list[Judged]:
        """The cases of a stratum, in file order."""
        return [one for one in self.judged if one.stratum == name]

    @property
    def sample(self) -> list[Judged]:
        """Those of the rest that are drawn to be read."""
        by_id = {one.case.id: one for one in self.stratum("rest")}
        right = [one.case for one in by_id.values() if one.value]
        others = [one.case for one in by_id.values() if not one.value]
        chosen = drawn(right, READ_RIGHT.get(self.outputs.name, SAMPLE)) + drawn(others, SAMPLE)
        return [by_id[case.id] for case in chosen]

    def found(self, among: Iterable[Judged]) -> Counter[str]:
        """How the cases were read: `unread`, `debatable`, `right`, or a false positive `fp` or negative `fn`."""
        return Counter(_found(one, self.readings.get(one.case.id)) for one in among)


def _found(one: Judged, reading: Reading | None) -> str:
    if reading is None:
        return "unread"
    if reading.truth is None:
        return "debatable"
    return "right" if reading.truth == one.value else "fn" if reading.truth else "fp"


def measure(outputs: Outputs, data: Path, every: int = 1) -> Measured:
    """Judge every response of the file, or every n-th, on all CPUs."""
    cases = outputs.cases(data)[::every]
    live, *others = (columns(name, cases) for name in (outputs.scorer, *outputs.reference_names))
    judged = []
    for i, (case, status, value, answer, rule, end) in enumerate(zip(cases, *live, strict=True)):
        stratum = _stratum(outputs.scorer, case, value, answer, end)
        judged.append(Judged(case, status, value, answer, base(rule), tuple(o[1][i] for o in others), stratum))
    return Measured(outputs, judged, readings(outputs.name))


def columns(name: str, cases: Sequence[Case]) -> tuple[list[Any], ...]:
    """Status, value, answer, rule and end of the span of every case under the scorer's first key."""
    pairs = [(case.response, case.target) for case in cases]
    chunks = [pairs[i : i + _CHUNK] for i in range(0, len(pairs), _CHUNK)]
    parts = list(ordered_map(partial(judge_pairs, name), chunks))
    return tuple([value for part in parts for value in part[column]] for column in (0, 1, 2, 3, 5))


def base(rule: str | None) -> str:
    """A rule's name without what it saw."""
    return rule.partition(":")[0] if rule else "none"


def _stratum(scorer: str, case: Case, value: float, answer: str | None, end: int | None) -> str:
    if value != case.official:
        return "disagreement"
    read = READERS[scorer](case.response)
    if read is None:
        return "suspect" if answer is not None and declines(case.response, end or 0) else "rest"
    labels = case.target.labels
    if labels:
        return "plain" if answer == (read if read in labels else None) else "suspect"
    return "plain" if plain_digits((answer or "").rstrip("%")) == read else "suspect"
