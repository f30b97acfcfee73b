"""Two thousand real responses a family under every wrapping: how often the verdict stays, or moves, as it must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, field, structs

from evalution.scorers.target import Target
from evalution.scoring.columns import judge_pairs
from evalution.scoring.one import resolve, target
from evalution.scoring.workers import ordered_map
from fidelity.corpus import OUTPUTS, Case, rows
from fidelity.readings import drawn
from fidelity.wrappings import CHANGE, KEEP, Answers, Wrapping, wrapped

RESPONSES = 2000
OTHER = "7919"
"""Stands for another value in mathematics; no answer of the data is this."""
_RUN_ONS = ("\n\nQuestion:", "\n\nسؤال", "\n\nHuman:")


class Base(Struct, frozen=True):
    """A response judged right, where its answer stands, and the answer with another one."""

    case: Case
    span: tuple[int, int]
    answers: Answers


class Family(Struct, frozen=True):
    """A kind of answer: its scorer, where its responses come from, and how its answers are written."""

    name: str
    scorer: str
    sources: tuple[tuple[str, int], ...]
    answers: Callable[[str, Target], Answers]


class Robustness(Struct, frozen=True):
    """Wrapped responses of a family by wrapping: `kept` of KEEP with the verdict of before, `moved` of CHANGE no longer
    right. `failures` are names of a wrapping and a row."""

    family: str
    responses: int
    kept: Counter[str] = field(default_factory=Counter)
    moved: Counter[str] = field(default_factory=Counter)
    failures: tuple[tuple[str, str], ...] = ()

    @property
    def invariance(self) -> float:
        """The share of wrappings that change nothing and did not."""
        return self.kept.total() / (self.responses * len(KEEP))

    @property
    def sensitivity(self) -> float:
        """The share of wrappings that change the answer and were seen."""
        return self.moved.total() / (self.responses * len(CHANGE))


def _letters(answer: str, aim: Target) -> Answers:
    other = aim.labels[(aim.labels.index(answer) + 1) % len(aim.labels)]
    return Answers(f"({answer})", f"({other})", answer, other)


def _numbers(answer: str, aim: Target) -> Answers:
    other = str(int(float(answer.rstrip("%"))) + 7)
    return Answers(answer, other, answer, other)


def _mathematics(answer: str, aim: Target) -> Answers:
    return Answers(f"${answer}$", f"${OTHER}$", answer, OTHER)


FAMILIES = (
    Family(
        "letters",
        "choice_label",
        (("mmlu_pro_3models", 1600), ("helm_mmlu_5models", 200), ("acegpt_arabic_mmlu_3runs", 200)),
        _letters,
    ),
    Family(
        "numbers",
        "num",
        (
            ("meta_prompting_mgsm_3styles", 800),
            ("openai_gsm8k_example_solutions", 600),
            ("tora_gsm8k", 540),
            ("verify_cot_human100:gsm8k", 60),
        ),
        _numbers,
    ),
    Family("mathematics", "math", (("verify_cot_human100:math", 70), ("MATH", 1930)), _mathematics),
)


def robustness(family: Family, data: Path, responses: int = RESPONSES) -> Robustness:
    """Every response of the family's sample under every wrapping, on all CPUs."""
    bases = list(_bases(family, data, responses / RESPONSES))
    parts = ordered_map(partial(_part, family.scorer), [bases[i : i + 50] for i in range(0, len(bases), 50)])
    total = Robustness(family.name, len(bases))
    for kept, moved, failures in parts:
        total = structs.replace(
            total, kept=total.kept + kept, moved=total.moved + moved, failures=total.failures + failures
        )
    return total


def _bases(family: Family, data: Path, share: float) -> Iterator[Base]:
    judge = resolve(family.scorer).judge
    for name, wanted in family.sources:
        taken = 0
        cases = source(name, data)
        for case in drawn(cases, len(cases)):
            if taken >= round(wanted * share):
                break
            verdict = judge(case.response, case.target)[0]
            if verdict.value == 1.0 and verdict.answer and verdict.span:
                taken += 1
                answer = verdict.answer if family.scorer != "math" else box(str(case.target.gold))
                yield Base(case, verdict.span, family.answers(answer, case.target))


def source(name: str, data: Path) -> list[Case]:
    """A source's responses without what a model wrote after its own answer."""
    if name == "MATH":
        solutions = enumerate(rows(data / "math/test.jsonl.gz"))
        return [Case(f"MATH/{i}", row["solution"], target(box(row["solution"])), 1.0) for i, row in solutions]
    outputs = next(outputs for outputs in OUTPUTS if outputs.name == name)
    return [structs.replace(case, response=_own(case.response)) for case in outputs.cases(data)]


def box(solution: str) -> str:
    """What the last box holds; a solution without one is the answer itself."""
    from evalution.scorers.math.scorer import boxed_gold

    return boxed_gold(solution)


def _own(text: str) -> str:
    for mark in _RUN_ONS:
        text = text.partition(mark)[0]
    return text


def _part(scorer: str, bases: Sequence[Base]) -> tuple[Counter[str], Counter[str], tuple[tuple[str, str], ...]]:
    kept: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    failures: list[tuple[str, str]] = []
    for wrappings, wanted, counter in ((KEEP, 1.0, kept), (CHANGE, 0.0, moved)):
        for wrapping in wrappings:
            values = judge_pairs(scorer, [_wrapped(wrapping, base) for base in bases])[1]
            for base, value in zip(bases, values, strict=True):
                counter[wrapping.name] += value == wanted
                if value != wanted:
                    failures.append((wrapping.name, base.case.id))
    return kept, moved, tuple(failures)


def _wrapped(wrapping: Wrapping, base: Base) -> tuple[str, Target]:
    return wrapped(wrapping, base.case.response, base.span, base.answers), base.case.target
