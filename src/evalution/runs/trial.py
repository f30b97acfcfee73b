"""One trial between its scorers and the services: asks to a fixed point, then judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalution.engines.engine import Place
from evalution.errors import EvalutionError
from evalution.request import Failure, Generated, Request, Response
from evalution.sample import Record, Sample
from evalution.scorers.scorer import Ask, Responses, Scorer
from evalution.verdict import Verdict


class Trial:
    """A sample with the answers it has so far.

    Call `advance` for the requests to answer now, `give` each answer, and so on until `advance` returns
    nothing; then `record` has the verdicts. A failed request leaves the scorers that asked it unscored
    and the others as they are.
    """

    def __init__(self, sample: Sample, scorers: Sequence[Scorer]) -> None:
        self.sample = sample
        self.answers: dict[Request, Response] = {}
        self.failures: dict[Request, Failure] = {}
        self.unanswered: set[Request] = set()
        self._rounds: dict[str, int] = {}
        self._progress = [_Progress(scorer) for scorer in scorers]

    def advance(self) -> list[Request]:
        """Requests that no scorer asked before, in order of asking; none while some are unanswered."""
        if self.unanswered:
            return []
        new = [r for progress in self._progress for r in progress.ask(self.sample, self.answers, self.failures)]
        self.unanswered.update(new)
        for service in {request.service for request in new}:
            self._rounds[service] = self._rounds.get(service, -1) + 1
        return list(dict.fromkeys(new))

    def place(self, request: Request) -> Place:
        """Where a request of the latest round stands in the trial."""
        return Place(self.sample.id, self.sample.repeat, request.service, self._rounds[request.service])

    def give(self, request: Request, answer: Response | Failure) -> None:
        """The answer to a request that `advance` returned."""
        self.unanswered.discard(request)
        if isinstance(answer, Failure):
            self.failures[request] = answer
        else:
            self.answers[request] = answer

    def record(self) -> Record:
        """The verdicts of all scorers, with what the reports need of the sample."""
        sample = self.sample
        verdicts: dict[str, Verdict] = {}
        for progress in self._progress:
            verdicts.update(progress.verdict(sample, self.answers, self.failures))
        texts = [a for r, a in self.answers.items() if isinstance(a, Generated) and r.service == "model"]
        return Record(
            id=sample.id,
            index=sample.index,
            repeat=sample.repeat,
            groups=sample.groups,
            gold=sample.gold,
            order=sample.order,
            n_choices=len(sample.choices),
            response_length=sum(len(a.text) for a in texts),
            truncated=any(a.truncated for a in texts),
            near_ties=sum(a.near_tie is not None for a in texts),
            verdicts=verdicts,
        )


class _Progress:
    """How far one scorer of a trial has come: what it asked, in how many rounds, and its state."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer
        self.asked: dict[Request, None] = {}
        self.rounds = 0
        self.state: object = None

    def ask(
        self, sample: Sample, answers: Mapping[Request, Response], failures: Mapping[Request, Failure]
    ) -> list[Request]:
        if any(request in failures for request in self.asked):
            return []
        asked = self.scorer.ask(sample, self._view(answers))
        if isinstance(asked, Ask):
            self.state, asked = asked.state, asked.requests
        new = [request for request in asked if request not in self.asked]
        self.asked.update(dict.fromkeys(new))
        if new:
            self.rounds += 1
            if self.rounds > self.scorer.rounds:
                raise EvalutionError(
                    f"scorer {self.scorer.name}: asks for more after its {self.scorer.rounds} rounds "
                    f"(sample {sample.id}); this is a fault of the scorer"
                )
        return [request for request in new if request not in answers and request not in failures]

    def verdict(
        self, sample: Sample, answers: Mapping[Request, Response], failures: Mapping[Request, Failure]
    ) -> Mapping[str, Verdict]:
        failed = next((failures[request] for request in self.asked if request in failures), None)
        if failed is not None:
            return {metric.reads: Verdict.unscored(failed.message) for metric in self.scorer.metrics}
        return self.scorer.verdict(sample, self._view(answers))

    def _view(self, answers: Mapping[Request, Response]) -> Responses:
        view = Responses((request, answers[request]) for request in self.asked if request in answers)
        view.state = self.state
        return view
