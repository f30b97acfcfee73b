"""What a scorer is: a frozen value that asks, judges, and names its metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from evalution.request import Request, Response, Service
from evalution.sample import Record, Reduced, Sample
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Verdict

Capability = Literal["generate", "loglikelihood", "execute", "chat"]
Need = tuple[Service, Capability]


class Ask(Struct, frozen=True):
    """Requests with a state that the scorer finds again as `responses.state`, so that a costly local
    decision is not made twice. The state is never journalled: it must follow from the responses."""

    requests: Sequence[Request]
    state: Any = None


class Responses(dict[Request, Response]):
    """The answers a trial has so far, and the state of its scorer's last `Ask`."""

    state: Any = None


class Metric(Struct, frozen=True):
    """A reported key computed from the trial key `reads`.

    `reduce` folds the records of one sample to one value, `aggregate` the samples (in file order) to
    the estimate. `repeats` is how many trials a sample needs (pass@k: k).
    """

    key: str
    reads: str
    reduce: Callable[[Sequence[Record], str], Reduced]
    aggregate: Callable[[Sequence[Reduced], Design], Estimate]
    repeats: int = 1


class Scorer(Protocol):
    """Asks until it has what it needs, then judges. Pure: no I/O, clock, randomness or globals.

    `ask` is called with no answers, then again with all answers so far, until it asks nothing new, at
    most `rounds` times. `verdict` then gives one Verdict for each trial key. `needs` lists the services
    and capabilities it asks of; `signature` what a reader must know to make the same numbers.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def needs(self) -> tuple[Need, ...]: ...
    @property
    def metrics(self) -> tuple[Metric, ...]: ...
    @property
    def rounds(self) -> int: ...
    @property
    def signature(self) -> tuple[tuple[str, str], ...]: ...

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request] | Ask: ...

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]: ...


@runtime_checkable
class Ordering(Protocol):
    """A scorer that asks a question under several orders of its options."""

    def orders(self, choice_count: int) -> Sequence[tuple[int, ...]]:
        """The orders it will ask for, as `evalution.prompt.render` takes them."""
