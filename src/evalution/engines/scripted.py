"""An engine that answers from a function: for tests, and for trying a benchmark without a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from evalution.engines.engine import Capability
from evalution.request import Failure, Request, Response

ALL: frozenset[Capability] = frozenset({"generate", "loglikelihood", "execute", "chat"})


class Scripted:
    """`answer` maps a request to a Response, or to a Failure. Its name is its identity: give another name to
    another function."""

    def __init__(
        self,
        answer: Callable[[Request], Response | Failure],
        name: str = "scripted",
        capabilities: frozenset[Capability] = ALL,
    ) -> None:
        self.answer, self.identity, self.capabilities = answer, name, capabilities

    def describe(self) -> Mapping[str, str]:
        """Nothing: a function has no versions."""
        return {}

    def run(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Response | Failure]]:
        """One at a time, in the order of asking."""
        for request in requests:
            yield request, self.answer(request)
