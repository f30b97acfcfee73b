"""Scorers of programs: generate, build the program, have the sandbox run it against its tests.

What passes is the sandbox's to say (`Executed.outcome`); a program that hit a limit which a loaded machine may have
caused is run again alone before it counts. Samples carry what the program needs in `meta`:

prompt       the code that the model was to go on with, or ""
entry_point  the function that the tests reach
tests        the code that follows the program
plain        whether what the entry point returns must be plain built-in data (the sandbox then guards it)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from msgspec import Struct, structs

from evalution.request import Execute, Executed, Generated, Request, Response
from evalution.sample import Record, Reduced, Sample
from evalution.scorers.code import RULES, Program, program_to_run
from evalution.scorers.metrics import mean_over_repeats, mean_over_samples
from evalution.scorers.reference.code import program_human_eval, program_simple_evals
from evalution.scorers.scorer import Metric, Need
from evalution.scorers.text import generation
from evalution.statistics.passk import pass_at_k
from evalution.verdict import Status, Verdict

OUTCOMES = {
    "passed": "tests",
    "failed": "tests",
    "crash": "tests",
    "import": "tests",
    "timeout": "limit",
    "memory": "limit",
    "output": "limit",
    "killed": "limit",
}
"""Outcomes of a run, and what decided then. Any other is a fault of the sandbox."""

LOADED = frozenset({"timeout", "killed"})
"""Outcomes that a loaded machine may have caused: the program is run again alone."""


class Programs(Struct, frozen=True):
    """Generates once, runs the program of the reply.

    key      the trial key
    program  reply, sample -> the program; one whose rule is None is no program, and is not run
    guarded  whether the sandbox is told the entry point, so that it may look at what it returns
    """

    name: str
    version: int
    key: str
    program: Callable[[str, Sample], Program]
    metrics: tuple[Metric, ...]
    rules: str = ""
    guarded: bool = False
    cpu_seconds: float = 10.0

    needs: ClassVar[tuple[Need, ...]] = (("model", "generate"), ("sandbox", "execute"))
    rounds: ClassVar[int] = 4

    @property
    def signature(self) -> tuple[tuple[str, str], ...]:
        """`v`, the `rules` by which the program is found, and the CPU seconds that it is given."""
        rules = (("rules", self.rules),) if self.rules else ()
        return (("v", str(self.version)), *rules, ("cpu", f"{self.cpu_seconds:g}"))

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """The suite's own prompt; the program's run; the same run alone, if the first hit such a limit."""
        first = generation(sample)
        reply = responses.get(first)
        if not isinstance(reply, Generated):
            return (first,)
        program = self.program(reply.text, sample)
        if program.rule is None:
            return (first,)
        run = self._run(program, sample)
        ended = responses.get(run)
        again = isinstance(ended, Executed) and ended.outcome in LOADED
        return (first, run, structs.replace(run, alone=True)) if again else (first, run)

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]:
        """CORRECT if the last run passed; its rule is the outcome, its note what found the code and the run's words."""
        reply = responses[generation(sample)]
        assert isinstance(reply, Generated)
        program = self.program(reply.text, sample)
        if program.rule is None:
            return {self.key: Verdict(Status.NO_ANSWER, 0.0, note=program.note)}
        run = self._run(program, sample)
        ended = responses.get(structs.replace(run, alone=True)) or responses[run]
        assert isinstance(ended, Executed)
        via = OUTCOMES.get(ended.outcome)
        if via is None:
            return {self.key: Verdict.unscored(f"the sandbox reports an unknown outcome {ended.outcome!r}")}
        passed = ended.outcome == "passed"
        note = "; ".join(text for text in (program.rule, program.note, ended.detail) if text)
        status = Status.CORRECT if passed else Status.INCORRECT
        found = Verdict(status, float(passed), program.code, ended.outcome, program.span, via, note=note)
        return {self.key: found}

    def _run(self, program: Program, sample: Sample) -> Execute:
        call = sample.meta["entry_point"] if self.guarded and sample.meta["plain"] else ""
        return Execute(program.source, sample.meta["tests"], call, self.cpu_seconds)


def pass_metric(k: int, reads: str) -> Metric:
    """`pass@k` over a trial key: the unbiased estimate for each task, its mean over tasks. It needs k repeats."""
    return Metric(f"pass@{k},{reads}", reads, partial(_pass_at, k), mean_over_samples, repeats=k)


def _pass_at(k: int, records: Sequence[Record], key: str) -> Reduced:
    """One unscored repeat leaves the task unscored."""
    reduced = mean_over_repeats(records, key)
    if reduced.value is None:
        return reduced
    passed = sum(record.verdicts[key].status is Status.CORRECT for record in records)
    return structs.replace(reduced, value=pass_at_k(len(records), passed, k))


def _live(reply: str, sample: Sample) -> Program:
    return program_to_run(reply, prompt=sample.meta["prompt"], entry_point=sample.meta["entry_point"])


def _owners(build: Callable[[str, str], str], reply: str, sample: Sample) -> Program:
    """The program as an owner builds it, of any reply."""
    return Program(reply, build(reply, sample.meta["prompt"]), "raw")


def _replica(name: str, build: Callable[[str, str], str]) -> Programs:
    """Owners give a program three seconds."""
    key = f"exec@{name}"
    return Programs(key, 1, key, partial(_owners, build), (pass_metric(1, key),), cpu_seconds=3.0)


EXEC = Programs(
    name="exec",
    version=1,
    key="exec",
    program=_live,
    metrics=tuple(pass_metric(k, "exec") for k in (1, 2, 5)),
    rules=RULES,
    guarded=True,
)
EXEC_HUMAN_EVAL = _replica("human_eval", program_human_eval)
EXEC_SIMPLE_EVALS = _replica("simple_evals", program_simple_evals)
