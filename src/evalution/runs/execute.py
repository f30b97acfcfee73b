"""Running the trials of a task: requests out to the services, answers into the journal, records from both."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from evalution.engines.engine import Engine, Placed
from evalution.errors import EvalutionError
from evalution.request import Failure, Request, Response
from evalution.runs.journal import Journal
from evalution.runs.task import Task
from evalution.runs.trial import Trial
from evalution.sample import Record


class Service(Struct, frozen=True):
    """An engine in a role, with the id under which its answers are kept. `reuse` are other runs' journals."""

    id: str
    engine: Engine
    reuse: tuple[Journal, ...] = ()


class Executor:
    """Runs one task to its end.

    Trials are made when an engine has room for more; each trial waits only for its own answers, so memory
    holds what is in flight and no more. Nothing that the journal answers is asked; a request that several
    trials want is asked once. `on_record` sees every record once it is written.
    """

    def __init__(
        self, task: Task, services: Mapping[str, Service], journal: Journal, on_record: Callable[[Record], None]
    ) -> None:
        self.task, self.services, self.journal, self.on_record = task, services, journal, on_record
        self.failures = 0
        self._sealed = task.benchmark.sealed
        self._finished = journal.finished(task.spec.benchmark, task.plan)
        self._queues: dict[str, deque[Request]] = {role: deque() for role in services}
        self._placed = {role: s.engine for role, s in services.items() if isinstance(s.engine, Placed)}
        self._waiting: dict[Request, list[Trial]] = {}
        self._source = self._trials()
        self._exhausted = False

    @property
    def done(self) -> int:
        """Trials that were finished before this call."""
        return len(self._finished)

    def run(self) -> None:
        """Ask everything. Whatever ends it early, answers that came in are kept."""
        try:
            while (role := self._next_role()) is not None:
                self._serve(self.services[role], self._feed(role))
        finally:
            self.journal.flush()

    def _trials(self) -> Iterator[Trial]:
        for sample in self.task.samples():
            if (sample.index, sample.repeat) not in self._finished:
                self.journal.add_sample(self.task.spec.benchmark, sample, sealed=self._sealed)
                yield Trial(sample, self.task.scorers)

    def _next_role(self) -> str | None:
        waiting = next((role for role, queue in self._queues.items() if queue), None)
        return waiting or (None if self._exhausted else "model")

    def _feed(self, role: str) -> Iterator[Request]:
        """Requests for one service while there are any; new trials are begun through the model's."""
        queue = self._queues[role]
        while True:
            if queue:
                yield queue.popleft()
            elif role == "model" and (trial := next(self._source, None)) is not None:
                self._advance(trial)
            else:
                self._exhausted = self._exhausted or role == "model"
                return

    def _serve(self, service: Service, requests: Iterator[Request]) -> None:
        asked: dict[Request, None] = {}

        def noted() -> Iterator[Request]:
            for request in requests:
                asked[request] = None
                yield request

        for request, answer in service.engine.run(noted()):
            if request not in asked:
                raise EvalutionError(f"engine {service.id}: answered a request it was not given, or one twice")
            del asked[request]
            self._answer(service, request, answer)
        for request in asked:
            self._answer(service, request, Failure("the engine ended without an answer"))

    def _answer(self, service: Service, request: Request, answer: Response | Failure) -> None:
        if isinstance(answer, Failure):
            self.failures += 1
            self.journal.add_error(service.id, request, answer, time.time(), sealed=self._sealed)
        else:
            self.journal.add_response(service.id, request, answer, time.time(), sealed=self._sealed)
        for trial in self._waiting.pop(request):
            trial.give(request, answer)
            self._advance(trial)

    def _advance(self, trial: Trial) -> None:
        """Ask what a trial wants next; answers at hand are given at once, the others queued."""
        while requests := trial.advance():
            for request in requests:
                known = self._known(request)
                if known is not None:
                    trial.give(request, known)
                    continue
                if (placed := self._placed.get(request.service)) is not None:
                    placed.expect(request, trial.place(request))
                if request in self._waiting:
                    self._waiting[request].append(trial)
                else:
                    self._waiting[request] = [trial]
                    self._queues[request.service].append(request)
        if not trial.unanswered:
            record = trial.record()
            self.journal.add_record(
                self.task.spec.benchmark, record, self.task.plan, whole=not trial.failures, sealed=self._sealed
            )
            self.on_record(record)

    def _known(self, request: Request) -> Response | None:
        service = self.services[request.service]
        known = self.journal.response(service.id, request)
        for other in () if known is not None else service.reuse:
            known = other.response(service.id, request)
            if known is not None:
                self.journal.add_response(service.id, request, known, time.time(), sealed=self._sealed)
                break
        return known
