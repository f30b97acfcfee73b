"""What is done with the rows of a file: fields, scorers, and what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.errors import EvalutionError
from evalution.interop.fields import Fields
from evalution.scorers.scorer import Metric
from evalution.scorers.text import TextScorer
from evalution.scoring.one import resolve
from evalution.statistics.estimate import Design

PARTS = ("status", "value", "answer", "rule", "start", "end", "via", "note")
"""What is written of a verdict, as `KEY.status` and so on."""


class Plan(Struct, frozen=True, kw_only=True):
    """What is done with every row. `columns` are those of the table to write, None for JSON lines."""

    file: str
    fields: Fields
    scorers: tuple[str, ...]
    design: Design
    out: bool = False
    columns: tuple[str, ...] | None = None

    @property
    def judges(self) -> tuple[TextScorer, ...]:
        """The scorers themselves."""
        return tuple(map(resolve, self.scorers))

    @property
    def metrics(self) -> list[tuple[TextScorer, Metric]]:
        """Every metric of one trial a sample, with its scorer."""
        return [(scorer, metric) for scorer in self.judges for metric in scorer.metrics if metric.repeats == 1]

    def with_columns(self, row: Mapping[str, Any]) -> Plan:
        """The plan for a table whose rows have the fields of this one."""
        added = [f"{key}.{part}" for scorer in self.judges for key in scorer.keys for part in PARTS]
        return structs.replace(self, columns=tuple(dict.fromkeys([*row, *added])))


def chosen(fields: Fields, scorers: Sequence[str], references: Sequence[str]) -> tuple[tuple[str, ...], Design]:
    """The names of all scorers, each once, and how the rows were drawn."""
    names, design = list(scorers), Design()
    if fields.benchmark:
        for field, flag in ((fields.gold, "--gold"), (fields.choices, "--choices"), (fields.labels, "--labels")):
            if field:
                raise EvalutionError(f"{flag}: {fields.benchmark} says which fields to read; leave it out")
        benchmark: Benchmark = registry.load("benchmarks", fields.benchmark)
        if benchmark.permuted:
            raise EvalutionError(
                f"--benchmark {fields.benchmark}: its rows do not say in which order the options stood"
            )
        design = Design(benchmark.clusters, benchmark.strata)
        names = names or [n for n in benchmark.scorers if isinstance(registry.load("scorers", n), TextScorer)]
        if not names:
            raise EvalutionError(f"--benchmark {fields.benchmark}: none of its scorers judges a text; name one")
    elif not fields.gold:
        raise EvalutionError("--gold: expected the field with the right answer, or --benchmark")
    if not names:
        raise EvalutionError("--scorer: expected a name, as `evalution list scorers` shows them")
    known = registry.names("scorers")
    live = list(dict.fromkeys(name.partition("@")[0] for name in names))
    for reference in references:
        replicas = [f"{name}@{reference}" for name in live]
        names += [name for name in replicas if name in known] or replicas
    given: dict[str, str] = {}
    for name in dict.fromkeys(names):
        for key in resolve(name).keys:
            if key in given:
                raise EvalutionError(f"--scorer: {given[key]} and {name} both give {key}; score them one by one")
            given[key] = name
    return tuple(dict.fromkeys(names)), design
