"""A task of small questions, and services that answer from functions."""

from __future__ import annotations

from evalution.benchmarks.benchmark import Benchmark, Form, Item, Source
from evalution.engines.scripted import Scripted
from evalution.runs.execute import Executor, Service
from evalution.runs.plan import metrics_of
from evalution.runs.results import task_result
from evalution.runs.spec import TaskSpec
from evalution.runs.task import Task
from evalution.sample import Sampling

ITEMS = [Item(question=f"{n} + {n}?", gold=str(2 * n), answer=str(2 * n)) for n in range(12)]

BENCHMARK = Benchmark(
    name="sums",
    title="Sums",
    version=1,
    source=Source("nowhere/sums", None),
    item=lambda row: ITEMS[row["n"]],
    form=Form(),
    scorers=(),
    headline="",
    citation="",
    licence="",
    sample="",
)


def task(scorers, *, repeats=1, temperature=0.0, items=ITEMS):
    spec = TaskSpec(
        benchmark="sums",
        version=1,
        split="test",
        data="sums@0",
        limit=None,
        seed=0,
        repeats=repeats,
        fewshot=0,
        shots="",
        form="",
        system="",
        chat=False,
        sampling=Sampling(8, temperature=temperature),
    )
    return Task(spec, BENCHMARK, metrics_of(scorers), (), list(items), list(range(len(items))), [])


class Counting(Scripted):
    """A scripted engine that remembers what it was asked."""

    def __init__(self, answer, name="scripted"):
        super().__init__(answer, name)
        self.asked = []

    def run(self, requests):
        for request in requests:
            self.asked.append(request)
            yield request, self.answer(request)


def services(**functions):
    return {role: Service(role, Counting(function, role)) for role, function in functions.items()}


def execute(journal, made, roles):
    records = []
    executor = Executor(made, roles, journal, records.append)
    executor.run()
    return records, executor


def estimates(journal, made):
    result = task_result(made.spec, made.benchmark, made.metrics, journal.records("sums"))
    return {metric.key: metric.estimate for metric in result.metrics}
