"""Which scores a run can give: a benchmark's scorers held against what the services can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark, Item
from evalution.engines.engine import Capability
from evalution.errors import EvalutionError, shorten
from evalution.runs.options import Options
from evalution.runs.spec import TaskSpec
from evalution.scorers.scorer import Metric, Scorer

Capabilities = Mapping[str, frozenset[Capability]]
"""What each service of a run can do; a service that is absent can do nothing."""


def plan_of(scorers: Sequence[Scorer]) -> str:
    """The scorers by name and version, as records keep it."""
    return "+".join(f"{s.name}:{s.version}" for s in scorers)


def scorers_of(benchmark: Benchmark, permutations: str) -> tuple[Scorer, ...]:
    """The benchmark's scorers, and the label-permutation scorer that `TaskSpec.permutations` describes."""
    scorers: list[Scorer] = [registry.load("scorers", name) for name in benchmark.scorers]
    if permutations:
        from evalution.scorers.label_permutations import LabelPermutations

        scorers.append(LabelPermutations(*msgspec.json.decode(permutations)))
    return tuple(scorers)


def metrics_of(scorers: Sequence[Scorer]) -> tuple[tuple[Scorer, Metric], ...]:
    """Every metric with its scorer, in order of declaration."""
    return tuple((scorer, metric) for scorer in scorers for metric in scorer.metrics)


_FLAGS = {"grader": " (--grader MODEL)"}


def able(
    benchmark: Benchmark, spec: TaskSpec, capabilities: Capabilities
) -> tuple[tuple[tuple[Scorer, Metric], ...], tuple[str, ...]]:
    """The metrics that these services can give, with a line for each that they cannot.

    EvalutionError when the headline is one of those.
    """
    kept: list[tuple[Scorer, Metric]] = []
    left_out: list[str] = []
    for scorer, metric in metrics_of(scorers_of(benchmark, spec.permutations)):
        lacking: dict[str, list[str]] = {}
        for service, what in scorer.needs:
            if what not in capabilities.get(service, ()):
                lacking.setdefault(service, []).append(what)
        lack = [f"a {name} that can {' and '.join(what)}{_FLAGS.get(name, '')}" for name, what in lacking.items()]
        lack += [f"{metric.repeats} repeats"] if metric.repeats > spec.repeats else []
        if lack:
            left_out.append(f"{metric.key} needs {' and '.join(lack)}")
        else:
            kept.append((scorer, metric))
    if benchmark.headline not in [metric.key for _, metric in kept]:
        reason = next((line for line in left_out if line.startswith(benchmark.headline)), "no scorer gives it")
        raise EvalutionError(f"{benchmark.name}: the headline cannot be computed: {reason}")
    return tuple(kept), tuple(left_out)


def permutations_of(benchmark: Benchmark, options: Options, items: Sequence[Item]) -> str:
    """The settings of label permutations as JSON, "" without them. EvalutionError where they make no sense: an item
    without options, or a strict limit that an item passes."""
    fraction = options.label_permutations
    if not fraction:
        return ""
    if not 0 < fraction <= 1:
        raise EvalutionError(f"--label-permutations: expected 0 to 1, found {fraction:g}")
    from evalution.scorers.label_permutations import LabelPermutations

    for item in items:
        if item.gold not in item.labels:
            found = f"the answer {shorten(item.gold)}" if item.choices else "none"
            reason = f"--label-permutations: expected options of which one is right, found {found}"
            raise EvalutionError(f"{benchmark.name}: {reason}")
    settings = (fraction, options.label_permutations_limit, options.label_permutations_strict)
    scorer = LabelPermutations(*settings)
    for count in sorted({len(item.choices) for item in items}):
        scorer.permutations(count)
    return msgspec.json.encode(settings).decode()
