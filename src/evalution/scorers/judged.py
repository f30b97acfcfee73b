"""Scorers whose verdict is a judging model's: generate, ask the grader, once more where it breaks its contract.

What the grader is asked is the contract's (`evalution.scorers.judge`); a suite says what of the response is judged and
under which keys the judgement stands. Thinking is set aside before it is judged. A response that leaves nothing to
judge is NO_ANSWER, and no grader is asked; a grader that breaks its contract twice leaves the response UNSCORED.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from msgspec import Struct, structs

from evalution.request import Generate, Generated, Message, Request, Response
from evalution.sample import Sample
from evalution.scorers.extraction import decide
from evalution.scorers.judge import BROWSECOMP as BROWSECOMP_CONTRACT
from evalution.scorers.judge import EQUALITY
from evalution.scorers.judge import SIMPLEQA as SIMPLEQA_CONTRACT
from evalution.scorers.judge.attempts import attempt_metrics
from evalution.scorers.judge.calibration import calibration_estimate
from evalution.scorers.judge.contract import Contract, Judgement
from evalution.scorers.judge.fence import LONGEST, defused, nonce_of, shortened
from evalution.scorers.math.extraction import BANDS
from evalution.scorers.metrics import mean_metric, mean_over_repeats
from evalution.scorers.scorer import Metric, Need
from evalution.scorers.text import generation, target_of
from evalution.scorers.thinking import set_aside
from evalution.verdict import Span, Status, Verdict

AGAIN = "\n\nYour reply to this could not be used: {why}. Reply again, with the line or lines exactly as shown above."


class Case(Struct, frozen=True):
    """What of a response is judged: the part that the model wrote, where it stands, and by which rule it was found
    (none where it is the whole visible response)."""

    text: str
    span: Span | None = None
    rule: str | None = None


class Judged(Struct, frozen=True):
    """Generates once, then has the grader judge the case that `case` finds in the reply.

    contract   the instruction and its parser
    shown      the instruction's names for the case, the gold and, where it has one, the question
    case       the reply -> what is judged, or the verdict where there is nothing to judge
    verdicts   judgement and its verdict -> one Verdict a trial key
    max_tokens of the grader's reply, its thinking included
    """

    name: str
    version: int
    contract: Contract
    case: Callable[[Sample, Generated], Case | None]
    shown: tuple[str, ...]
    verdicts: Callable[[Judgement | None, Verdict], Mapping[str, Verdict]]
    metrics: tuple[Metric, ...]
    max_tokens: int = 1024

    needs: ClassVar[tuple[Need, ...]] = (("model", "generate"), ("grader", "generate"), ("grader", "chat"))
    rounds: ClassVar[int] = 4

    @property
    def signature(self) -> tuple[tuple[str, str], ...]:
        """`v`, and `judge`: the contract with its version and a hash of the instruction."""
        words = hashlib.sha256((self.contract.instruction + AGAIN).encode()).hexdigest()[:8]
        return (("v", str(self.version)), ("judge", f"{self.contract.name}:{self.contract.version}:{words}"))

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """The suite's own prompt; the grader's; the same with the fault named, if the first reply had one."""
        first = generation(sample)
        reply = responses.get(first)
        if not isinstance(reply, Generated):
            return (first,)
        case = self.case(sample, reply)
        asked = self._asked(sample, case, responses) if case else []
        return (first, *(request for request, _ in asked))

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]:
        """The judgement of the last reply that the grader gave."""
        reply = responses[generation(sample)]
        assert isinstance(reply, Generated)
        case = self.case(sample, reply)
        if case is None:
            note = set_aside(reply.text).note or "nothing to judge"
            return self.verdicts(None, Verdict(Status.NO_ANSWER, 0.0, note=note))
        judgement = next(j for _, j in reversed(self._asked(sample, case, responses)) if j is not None)
        verdict = self.contract.verdict(judgement)
        if verdict.status is Status.UNSCORED:
            return self.verdicts(judgement, structs.replace(verdict, note=f"{verdict.note}, twice"))
        cut = f"the judge saw {LONGEST} of {len(case.text)} characters" if len(case.text) > LONGEST else None
        placed = structs.replace(verdict, note=cut)
        if case.rule:
            placed = structs.replace(placed, answer=case.text, rule=case.rule, span=case.span)
        return self.verdicts(judgement, placed)

    def _asked(
        self, sample: Sample, case: Case, responses: Mapping[Request, Response]
    ) -> list[tuple[Generate, Judgement | None]]:
        """The grader's requests so far in order, with what each reply says; the last one's may be to come."""
        question, gold = sample.prompt.question, _gold(sample)
        nonce = nonce_of(sample.id, question, gold, case.text)
        guarded = defused(shortened(case.text), self.contract.instruction)
        prompt = self.contract.prompt(dict(zip(self.shown, (guarded, gold, question), strict=False)), nonce)
        asked: list[tuple[Generate, Judgement | None]] = []
        for suffix in ("", AGAIN):
            why = asked[-1][1].why if asked and asked[-1][1] else ""
            request = self._request(prompt + suffix.format(why=why))
            reply = responses.get(request)
            judgement = self.contract.parse(reply.text, nonce) if isinstance(reply, Generated) else None
            asked.append((request, judgement))
            if judgement is None or judgement.grade is not None:
                break
        return asked

    def _request(self, text: str) -> Generate:
        return Generate((Message("user", text),), self.max_tokens, service="grader")


def _gold(sample: Sample) -> str:
    return sample.gold if isinstance(sample.gold, str) else " or ".join(sample.gold)


def _visible(sample: Sample, reply: Generated) -> Case | None:
    """The response without its thinking; None when nothing is left."""
    text = set_aside(reply.text).text.strip()
    return Case(text) if text else None


def _mathematical(sample: Sample, reply: Generated) -> Case | None:
    """The answer that `acc,math` would read; None where the response commits to none."""
    found = decide(BANDS, set_aside(reply.text).text, target_of(sample, reply.truncated))
    if found is None or not found.answers:
        return None
    return Case(found.answers[0], found.span, found.rule)


def _grade(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    """SimpleQA's one trial key; its answer is the grade, NOT_ATTEMPTED where there was nothing to judge."""
    named = verdict if judgement else structs.replace(verdict, answer="NOT_ATTEMPTED")
    return {"grade,judge": named}


def _confident(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    """BrowseComp's grade, and the confidence that the response states: its answer, from 0 to 100."""
    if verdict.value is None:
        return {"acc,judge": verdict, "confidence,judge": verdict}
    stated = judgement.confidence if judgement else None
    confidence = structs.replace(
        verdict, value=0.0 if stated is None else stated / 100.0, answer=None if stated is None else f"{stated:g}"
    )
    return {"acc,judge": verdict, "confidence,judge": confidence}


def _equal(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    return {"acc,math_judge": verdict}


SIMPLEQA = Judged(
    name="simpleqa",
    version=1,
    contract=SIMPLEQA_CONTRACT,
    case=_visible,
    shown=("response", "gold", "question"),
    verdicts=_grade,
    metrics=attempt_metrics("grade,judge"),
)
BROWSECOMP = Judged(
    name="browsecomp",
    version=1,
    contract=BROWSECOMP_CONTRACT,
    case=_visible,
    shown=("response", "gold", "question"),
    verdicts=_confident,
    metrics=(
        mean_metric("acc,judge"),
        Metric("calibration_error,judge", "confidence,judge", mean_over_repeats, calibration_estimate),
    ),
)
MATH_JUDGE = Judged(
    name="math_judge",
    version=1,
    contract=EQUALITY,
    case=_mathematical,
    shown=("first", "second"),
    verdicts=_equal,
    metrics=(mean_metric("acc,math_judge"),),
)
