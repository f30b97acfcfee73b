"""Evaluating a model on benchmarks: the run's whole course, and scoring a finished one again."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import msgspec

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.datasets.locate import parse_flags
from evalution.engines.engine import Engine
from evalution.engines.open import open_engine
from evalution.errors import EvalutionError
from evalution.runs.averages import averages, expanded
from evalution.runs.execute import Executor, Service
from evalution.runs.folder import locked, write_json
from evalution.runs.journal import Journal
from evalution.runs.options import Options
from evalution.runs.plan import metrics_of, plan_of, scorers_of
from evalution.runs.results import Results, TaskResult, task_result
from evalution.runs.run import Run, named, read_results, replay
from evalution.runs.spec import RunFile, TaskSpec, changed_records, extend, read_run_file, service_id
from evalution.runs.task import Task, prepare
from evalution.runs.trial import Trial
from evalution.sample import Record
from evalution.scorers.scorer import Scorer

LISTED = 20
"""How many golds that cannot be read are listed one by one before a run."""


class Progress(Protocol):
    """Who watches a run: a line a benchmark, or nobody."""

    def begin(self, task: Task, done: int) -> None: ...
    def record(self, record: Record) -> None: ...
    def end(self) -> None: ...
    def warn(self, message: str) -> None: ...


def evaluate(
    benchmarks: str | Sequence[str],
    model: str | Engine,
    *,
    grader: str | Engine | None = None,
    sandbox: Engine | None = None,
    out: Path | str | None = None,
    data: Mapping[str, str | Path] | Iterable[str] = (),
    reuse: Sequence[Path | str] = (),
    progress: Progress | None = None,
    **options: Any,
) -> Run:
    """Evaluate a model on benchmarks, or go on with a run that was begun, and return the run.

    model    a model string, or any engine object
    grader   another, for scorers that have responses judged; `sandbox` an engine that executes programs
    out      the run folder; by default one under `runs/` named after the model, the benchmarks and the settings,
             so that the same call goes on where it was
    data     {"gsm8k": "test.jsonl", "gsm8k:train": "train.jsonl"}, or flags as the command takes them
    reuse    folders of runs whose answers may be taken
    options  the fields of `evalution.runs.options.Options`: limit, seed, repeats, order, fewshot, ...

    EvalutionError, in one line, for bad input; nothing that was finished is lost by it.
    """
    chosen = _options(options)
    benchmarks = [benchmarks] if isinstance(benchmarks, str) else benchmarks
    names = expanded(benchmarks)
    flags = parse_flags(_flags(data), names, _collections(benchmarks))
    engines = {"model": open_engine(model)}
    engines |= {role: open_engine(given) for role, given in (("grader", grader), ("sandbox", sandbox)) if given}
    capabilities = {role: engine.capabilities for role, engine in engines.items()}
    tasks = [prepare(name, chosen, flags, capabilities) for name in names]
    settings = _settings(model, engines, tasks)
    folder = Path(out) if out is not None else _default_folder(settings)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        others = tuple(stack.enter_context(Journal(Path(other), readonly=True)) for other in reuse)
        before = read_run_file(folder)
        settings = extend(folder, before, settings)
        if before and progress:
            for line in changed_records(before, settings):
                progress.warn(f"not as when the run began: {line}")
        journal = stack.enter_context(Journal(folder))
        write_json(folder / "run.json", settings)
        if progress:
            for line in _unreadable(tasks):
                progress.warn(line)
        services = {role: Service(settings.services[role], engine, others) for role, engine in engines.items()}
        try:
            for task in tasks:
                _execute(task, services, journal, progress)
        finally:
            _observe(folder, settings, engines, progress)
        write_json(folder / "results.json", _results(settings, journal, tasks, read_results(folder)))
    return Run(folder)


def rescore(folder: Path | str) -> tuple[Run, Mapping[str, int]]:
    """Judge a run's answers again under the scorers as they are now, without a model.

    Returns the run and how many answers the journal lacks, by service; trials that lack one are unscored.
    """
    run = Run(folder)
    missing: dict[str, int] = {}
    results: list[TaskResult] = []
    with locked(run.folder), Journal(run.folder) as journal:
        for name, spec in run.settings.tasks.items():
            benchmark = named(name)
            scorers = scorers_of(benchmark, spec.permutations)
            for sample in journal.samples(name):
                trial = Trial(sample, scorers)
                for request in replay(trial, journal, run.settings.services):
                    missing[request.service] = missing.get(request.service, 0) + 1
                whole, sealed = not trial.failures, benchmark.sealed
                journal.add_record(name, trial.record(), plan_of(scorers), whole=whole, sealed=sealed)
            results.append(_rescored(journal, spec, benchmark, scorers))
        journal.flush()
        write_json(run.folder / "results.json", _averaged(run.settings, results))
    return run, missing


def _options(given: Mapping[str, Any]) -> Options:
    unknown = set(given) - set(Options.__struct_fields__)
    if unknown:
        raise EvalutionError(registry.unknown("option", min(unknown), list(Options.__struct_fields__)))
    try:
        return msgspec.convert(dict(given), Options)
    except msgspec.ValidationError as error:
        raise EvalutionError(f"options: {error}") from None


def _flags(data: Mapping[str, str | Path] | Iterable[str]) -> list[str]:
    return [f"{name}={path}" for name, path in data.items()] if isinstance(data, Mapping) else list(data)


def _settings(model: str | Engine, engines: Mapping[str, Engine], tasks: Sequence[Task]) -> RunFile:
    return RunFile(
        model=model if isinstance(model, str) else engines["model"].identity,
        services={role: service_id(role, engine.identity) for role, engine in engines.items()},
        tasks={task.spec.benchmark: task.spec for task in tasks},
        recorded={
            "evalution": version("evalution"),
            "python": platform.python_version(),
            "machine": platform.machine(),
            **_described(engines),
        },
    )


def _described(engines: Mapping[str, Engine]) -> dict[str, str]:
    return {
        name if role == "model" else f"{role} {name}": value
        for role, engine in engines.items()
        for name, value in engine.describe().items()
    }


def _observe(folder: Path, settings: RunFile, engines: Mapping[str, Engine], progress: Progress | None) -> None:
    """Keep and tell what engines say of themselves after a run that they did not before."""
    described = _described(engines)
    found = {name: value for name, value in described.items() if settings.recorded.get(name) != value}
    if found:
        observed = settings.observed | found
        write_json(folder / "run.json", msgspec.structs.replace(settings, observed=observed))
    for name, value in found.items():
        if progress:
            progress.warn(f"{name}: {value}")


def _default_folder(settings: RunFile) -> Path:
    unlimited = {name: msgspec.structs.replace(spec, limit=None) for name, spec in settings.tasks.items()}
    digest = hashlib.sha256(msgspec.json.encode((settings.services, unlimited), order="deterministic")).hexdigest()
    slug = re.sub(r"[^\w.-]+", "-", "-".join([settings.model, *settings.tasks]))[:80]
    return Path("runs") / f"{slug}-{digest[:6]}"


def _unreadable(tasks: Sequence[Task]) -> Iterator[str]:
    for task in tasks:
        yield from (f"{task.spec.benchmark}: {line}: left unscored" for line in task.unreadable[:LISTED])
        if len(task.unreadable) > LISTED:
            yield f"{task.spec.benchmark}: and {len(task.unreadable) - LISTED} more golds that cannot be read"


def _execute(task: Task, services: Mapping[str, Service], journal: Journal, progress: Progress | None) -> None:
    executor = Executor(task, services, journal, progress.record if progress else lambda record: None)
    if progress:
        progress.begin(task, executor.done)
    try:
        executor.run()
    finally:
        if progress:
            progress.end()


def _results(settings: RunFile, journal: Journal, tasks: Sequence[Task], earlier: Results | None) -> Results:
    """The results of the folder: this call's tasks anew, the others as they stood."""
    kept = {result.benchmark: result for result in earlier.tasks} if earlier else {}
    for task in tasks:
        name = task.spec.benchmark
        kept[name] = task_result(task.spec, task.benchmark, task.metrics, journal.records(name), left_out=task.left_out)
    return _averaged(settings, [kept[name] for name in settings.tasks if name in kept])


def _averaged(settings: RunFile, results: list[TaskResult]) -> Results:
    return Results(settings.model, results, averages(results))


def _collections(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    collections = [name for name in names if name in registry.names("collections")]
    return {name: registry.load("collections", name).benchmarks for name in collections}


def _rescored(journal: Journal, spec: TaskSpec, benchmark: Benchmark, scorers: Sequence[Scorer]) -> TaskResult:
    """Like a run's result, with the keys for which the journal has no answer at all left out."""
    result = task_result(spec, benchmark, metrics_of(scorers), journal.records(benchmark.name))
    empty = [m.key for m in result.metrics if m.estimate.n and m.estimate.unscored == m.estimate.n]
    kept = [m for m in result.metrics if m.key not in empty]
    left_out = [f"{key} needs answers that the journal lacks" for key in empty]
    return msgspec.structs.replace(result, metrics=kept, left_out=left_out)
