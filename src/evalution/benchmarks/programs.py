"""Items of suites whose answers are programs; `meta` has the fields that `evalution.scorers.executed` reads."""

from __future__ import annotations

from typing import Any

from evalution.benchmarks.benchmark import Benchmark, Item
from evalution.sample import Sampling

FENCED = "Reply with the code in one ```python block."


def program_item(
    question: str, solution: str, entry_point: str, tests: str, *, id: object, prompt: str = "", plain: bool = False
) -> Item:
    """The item of a task whose gold is a solution that passes the tests."""
    meta = {"prompt": prompt, "entry_point": entry_point, "tests": tests, "plain": plain}
    return Item(id=str(id), question=question, gold=solution, answer=solution, meta=meta)


def program_suite(name: str, title: str, *, scorers: tuple[str, ...] = ("exec",), **others: Any) -> Benchmark:
    """The declaration of such a suite: five samples a task, as simple-evals draws them; `others` are `Benchmark`'s."""
    return Benchmark(
        name=name,
        title=title,
        version=1,
        scorers=scorers,
        headline="pass@1,exec",
        sample=f"{name}.jsonl",
        chat=True,
        sampling=Sampling(max_tokens=1024, temperature=0.8, top_p=0.95),
        repeats=5,
        **others,
    )
