"""A run folder as a reader sees it: its settings, results, records, and one sample with all that became of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.errors import EvalutionError
from evalution.request import Failure, Request, Response
from evalution.runs.folder import read_json
from evalution.runs.journal import Journal
from evalution.runs.plan import scorers_of
from evalution.runs.results import SCHEMA, Results
from evalution.runs.spec import RunFile, read_run_file
from evalution.runs.trial import Trial
from evalution.sample import Record, Sample


class Document(Struct, frozen=True):
    """A trial with its requests, answers and verdicts. Those of a `sealed` benchmark are shown or exported only to
    one who asks for it (`--unseal`)."""

    task: str
    sample: Sample
    record: Record
    exchanges: tuple[tuple[Request, Response], ...]
    sealed: bool = False


class Run:
    """A finished or unfinished run. Reading it needs no model and takes no lock."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        settings = read_run_file(self.folder)
        if settings is None:
            raise EvalutionError(f"{self.folder}: expected a run folder, found no run.json in it")
        self.settings: RunFile = settings

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"

    @property
    def results(self) -> Results:
        """What `results.json` holds; EvalutionError while the run has not got that far."""
        results = read_results(self.folder)
        if results is None:
            with Journal(self.folder, readonly=True) as journal:
                answers = journal.counts()["responses"]
            raise EvalutionError(
                f"{self.folder}: no results yet, {answers} answers kept; repeat the run's command to go on"
            )
        return results

    def records(self, task: str | None = None) -> Iterator[Record]:
        """The records of one task, or of all in the order they were added, each in file order."""
        with Journal(self.folder, readonly=True) as journal:
            for name in self.settings.tasks if task is None else [task]:
                yield from journal.records(name)

    def unanswered(self) -> dict[str, int]:
        """How many requests got no answer, by what the engine last said; the same command asks them again."""
        with Journal(self.folder, readonly=True) as journal:
            return journal.unanswered()

    def documents(self, sample_id: str) -> Iterator[Document]:
        """Every trial of a sample id, over the run's tasks."""
        with Journal(self.folder, readonly=True) as journal:
            for task, spec in self.settings.tasks.items():
                benchmark: Benchmark = named(task)
                scorers = scorers_of(benchmark, spec.permutations)
                for sample in journal.samples(task, sample_id):
                    record = journal.record(task, sample.index, sample.repeat)
                    if record is None:
                        continue
                    trial = Trial(sample, scorers)
                    replay(trial, journal, self.settings.services)
                    yield Document(task, sample, record, tuple(trial.answers.items()), benchmark.sealed)


def named(task: str) -> Benchmark:
    """A benchmark that a run folder names. EvalutionError says how one that came from a plug-in is found again."""
    if task not in registry.names("benchmarks"):
        raise EvalutionError(
            f"{registry.unknown('benchmark', task, registry.names('benchmarks'))}; or give its --plugin FILE"
        )
    benchmark: Benchmark = registry.load("benchmarks", task)
    return benchmark


def read_results(folder: Path) -> Results | None:
    """The folder's `results.json`; None when there is none, EvalutionError when it cannot be read."""
    return read_json(folder / "results.json", Results, SCHEMA)


def replay(trial: Trial, journal: Journal, services: dict[str, str]) -> list[Request]:
    """Give a trial every answer that the journal has; the requests it lacks are failed and returned."""
    missing: list[Request] = []
    while requests := trial.advance():
        for request in requests:
            known = journal.response(services.get(request.service, ""), request)
            if known is None:
                missing.append(request)
            trial.give(request, known or Failure(f"the journal has no answer of the {request.service}"))
    return missing
