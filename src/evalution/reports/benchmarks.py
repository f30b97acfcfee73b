"""Benchmarks for a reader: one described in full, one in a line, and all as the page `docs/benchmarks.md`."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.engines.engine import Capability
from evalution.prompt import render
from evalution.reports.document import prompt_text
from evalution.runs.options import Options
from evalution.runs.plan import metrics_of, scorers_of
from evalution.runs.results import signature
from evalution.runs.task import Task, prepare
from evalution.statistics.estimate import Estimate

_ABLE: dict[str, frozenset[Capability]] = {
    "model": frozenset({"generate", "loglikelihood", "chat"}),
    "grader": frozenset({"generate", "chat"}),
    "sandbox": frozenset({"execute"}),
}
_PAGE = """# Benchmarks

Made by `evalution describe --all` from the declarations in `src/evalution/benchmarks`. What each score means:
[scores.md](scores.md). `evalution describe NAME` adds the prompt and the signature.

| name | benchmark | headline | rows | Hub data set | licence |
|---|---|---|---|---|---|
"""


def describe(name: str) -> str:
    """Everything about a benchmark: its facts, sources, rules and, where it has a bundled sample, the prompt of the
    sample's first question and the headline's signature on it."""
    benchmark: Benchmark = registry.load("benchmarks", name)
    metrics = metrics_of(scorers_of(benchmark, ""))
    rules = [f"  {metric.key:36} {dict(scorer.signature).get('rules', '')}".rstrip() for scorer, metric in metrics]
    parts = [
        f"{benchmark.title} ({name}, version {benchmark.version})",
        _about(benchmark),
        "\n".join(f"{label}: {fact}" for label, fact in facts(benchmark)),
        "\n".join(["rules", *rules]),
        *(_on_sample(prepare(name, Options(bundled=True), (), _ABLE)) if benchmark.sample else ()),
    ]
    return "\n\n".join(part for part in parts if part)


def _on_sample(task: Task) -> Iterator[str]:
    yield f"prompt of the bundled sample's first question\n{prompt_text(render(next(task.samples())))}"
    yield f"signature on the bundled sample\n{_signature(task)}"


def line(name: str) -> str:
    """Title, headline, size, source, licence, and the services that it needs beside a model."""
    benchmark: Benchmark = registry.load("benchmarks", name)
    services = [service for service in needs(benchmark) if service != "model"]
    parts = [benchmark.title, benchmark.headline, *([f"{benchmark.size:,} rows"] if benchmark.size else [])]
    parts += [benchmark.source.hub or "a file of yours", *([benchmark.licence] if benchmark.licence else [])]
    parts += [f"needs a {' and a '.join(services)}"] if services else []
    return "; ".join(parts)


def page() -> str:
    """`docs/benchmarks.md`: a table of all built-in benchmarks, then each with its facts, by module."""
    benchmarks: list[Benchmark] = [
        registry.load("benchmarks", name) for name in sorted(registry.BUILT_IN["benchmarks"])
    ]
    table = [
        f"| `{b.name}` | {b.title} | `{b.headline}` | {b.size or ''} | {b.source.hub} | {b.licence} |"
        for b in benchmarks
    ]
    sections = []
    for _, family in itertools.groupby(sorted(benchmarks, key=_home), key=_home):
        members = list(family)
        about = _about(members[0])
        sections.append(f"## {about.partition(':')[0]}\n\n{about}")
        for benchmark in members:
            listed = "\n".join(f"- {label}: {fact}" for label, fact in facts(benchmark))
            sections.append(f"### `{benchmark.name}`: {benchmark.title}\n\n{listed}")
    return _PAGE + "\n".join(table) + "\n\n" + "\n\n".join(sections) + "\n"


def facts(benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """What the declaration says, by label."""
    source, sampling = benchmark.source, benchmark.sampling
    keys = [metric.key for _, metric in metrics_of(scorers_of(benchmark, ""))]
    services = needs(benchmark)
    yield "headline", benchmark.headline
    yield "other scores", ", ".join(key for key in keys if key != benchmark.headline) or "none"
    yield "data", _data(benchmark)
    if source.subsets or source.parts:
        yield "subsets", ", ".join(source.subsets or source.parts)
    yield "solved examples", f"{benchmark.fewshot}, from {source.train}" if source.train else "none to be had"
    if any(what == "generate" for scorer in scorers_of(benchmark, "") for _, what in scorer.needs):
        warm = f", temperature {sampling.temperature:g}, top-p {sampling.top_p:g}" if sampling.temperature else ""
        yield "generation", f"up to {sampling.max_tokens} tokens{warm}; repeats: {benchmark.repeats}"
    if benchmark.strata or benchmark.clusters:
        yield "groups", ", ".join([*benchmark.strata, *(f"{name} (clusters)" for name in benchmark.clusters)])
    if services != ["model"]:
        yield "needs", ", ".join(services)
    if benchmark.permuted:
        yield "options", "in an order drawn for each trial"
    if benchmark.sealed:
        yield "sealed", "its owners ask that its texts are never shown in plain text"
    yield from ((name, fact) for name in ("citation", "licence") if (fact := getattr(benchmark, name)))


def needs(benchmark: Benchmark) -> list[str]:
    """The services that its headline asks."""
    asked = [s for s in scorers_of(benchmark, "") if benchmark.headline in [metric.key for metric in s.metrics]]
    return sorted({service for scorer in asked for service, _ in scorer.needs}, key=list(_ABLE).index)


def _data(benchmark: Benchmark) -> str:
    source = benchmark.source
    if not source.hub:
        return f"a file of yours: --data {benchmark.name}=FILE"
    config = f", configuration {source.config}" if source.config else ""
    size = f", {benchmark.size} rows" if benchmark.size else ""
    return f"{source.hub} on the Hugging Face Hub{config}, split {source.split}{size}"


def _signature(task: Task) -> str:
    scorer, metric = next(pair for pair in task.metrics if pair[1].key == task.benchmark.headline)
    return str(signature(task.spec, scorer, metric, Estimate(None, n=len(task.indices))))


def _home(benchmark: Benchmark) -> str:
    return registry.BUILT_IN["benchmarks"][benchmark.name].partition(":")[0]


def _about(benchmark: Benchmark) -> str:
    """The docstring of the module that declares it."""
    named = registry.BUILT_IN["benchmarks"].get(benchmark.name, "").partition(":")[0]
    module = sys.modules.get(named or benchmark.item.__module__)
    return ((module and module.__doc__) or "").strip()
