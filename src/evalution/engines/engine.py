"""The contract between the executor and whatever answers requests: a model, a grader, a file, a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from evalution.request import Failure, Request, Response

Capability = Literal["generate", "loglikelihood", "execute", "chat"]
"""`generate`, `loglikelihood` and `execute` name kinds of request; `chat` says that prompts may be messages."""


class Engine(Protocol):
    """Requests in, keyed answers out.

    An answer depends on its request and the engine's identity alone: never on what else was asked, in
    which order, or how requests were packed (an engine states in `describe` to what precision).
    """

    @property
    def identity(self) -> str:
        """What can change an answer: model, hash of the weights, dtype, quantisation, hash of the chat
        template. Equal on every machine and in every role; the service id hashes role and identity."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What may be asked. Known before the first request, so that a plan is checked as a whole."""

    def describe(self) -> Mapping[str, str]:
        """What is recorded and compared on resume but never hashed: versions, kernels, precision, host."""

    def run(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Response | Failure]]:
        """Every request once with its answer, in any order.

        Requests are pulled lazily and at most a bounded number ahead of the answers. What one request
        causes (a prompt too long, a kind not offered) is a `Failure` of that request; an `EvalutionError`
        ends the run. Closing the iterator gives up what is in flight.
        """


class Place(NamedTuple):
    """Who asks: a sample's trial, of which service, in the how-manieth round of asking it (from 0)."""

    sample_id: str
    repeat: int
    service: str
    round: int


@runtime_checkable
class Placed(Protocol):
    """An engine whose answers are filed by sample rather than by request: it is told who asks what."""

    def expect(self, request: Request, place: Place) -> None:
        """Called before `run` is given the request."""
