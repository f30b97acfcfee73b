"""A scorer whose verdict is a judging model's: generate, ask the grader, once more where it breaks its contract.

What the grader is asked is the contract's (`evalution.scorers.judge`); a suite says what of the response is judged and
under which keys the judgement stands (`evalution.scorers.judged_suites`). A response that leaves nothing to judge is
NO_ANSWER, and no grader is asked; a grader that breaks its contract twice leaves the response UNSCORED.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from msgspec import Struct, structs

from evalution.request import Generate, Generated, Message, Request, Response
from evalution.sample import Sample
from evalution.scorers.judge.contract import Contract, Judgement
from evalution.scorers.judge.fence import LONGEST, defused, nonce_of, shortened
from evalution.scorers.scorer import Metric, Need
from evalution.scorers.text import generation
from evalution.scorers.thinking import set_aside
from evalution.verdict import Span, Status, Verdict

ATTEMPTS = 2
AGAIN = "\n\nYour reply to this could not be used: {why}. Reply again, with the line or lines exactly as shown above."


class Case(Struct, frozen=True):
    """What of a response is judged: the part that the model wrote, where it stands, and by which rule it was found
    (none where it is the whole visible response)."""

    text: str
    span: Span | None = None
    rule: str | None = None


class Judged(Struct, frozen=True):
    """Generates once, then has the grader judge the case that `case` finds in the reply.

    contract   the instruction and its parser; one without {nonce}, such as an owner's, is given the response
               uncut, and every line of its replies counts
    shown      the instruction's names for the case, the gold and, where it has one, the question
    case       sample and reply -> what is judged; None where there is nothing to judge
    verdicts   the judgement (None where nobody was asked) and its verdict -> one Verdict a trial key
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
        if len(case.text) > LONGEST:
            verdict = structs.replace(verdict, note=f"of {len(case.text)} characters the judge saw {LONGEST}")
        if case.rule:
            verdict = structs.replace(verdict, answer=case.text, rule=case.rule, span=case.span)
        return self.verdicts(judgement, verdict)

    def _asked(
        self, sample: Sample, case: Case, responses: Mapping[Request, Response]
    ) -> list[tuple[Generate, Judgement | None]]:
        """The grader's requests so far in order, with what each reply says; the last one's may be to come."""
        prompt, nonce = self._question(sample, case)
        asked: list[tuple[Generate, Judgement | None]] = []
        fault = ""
        for _ in range(ATTEMPTS):
            request = Generate((Message("user", prompt + fault),), self.max_tokens, service="grader")
            reply = responses.get(request)
            judgement = self.contract.parse(reply.text, nonce) if isinstance(reply, Generated) else None
            asked.append((request, judgement))
            if judgement is None or judgement.grade is not None:
                break
            fault = AGAIN.format(why=judgement.why)
        return asked

    def _question(self, sample: Sample, case: Case) -> tuple[str, str | None]:
        """What the grader is asked, and the nonce that its verdict must carry."""
        instruction = self.contract.instruction
        question, gold = sample.prompt.question, _gold(sample)
        if "{nonce}" not in instruction:
            return self.contract.prompt(self._fields(case.text, gold, question), ""), None
        nonce = nonce_of(sample.id, question, gold, case.text)
        fields = self._fields(defused(shortened(case.text), instruction), gold, question)
        return self.contract.prompt(fields, nonce), nonce

    def _fields(self, *texts: str) -> dict[str, str]:
        return dict(zip(self.shown, texts, strict=False))


def _gold(sample: Sample) -> str:
    return sample.gold if isinstance(sample.gold, str) else " or ".join(sample.gold)
