"""`replay:FILE`: answers from a file of responses; what is not there is reported, not invented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeGuard

from evalution.datasets.files import content_hash, read_rows
from evalution.engines.engine import Capability, Place
from evalution.errors import BadInput, EvalutionError, shorten
from evalution.request import Failure, Generate, Generated, Loglikelihood, Request, Response, Scored

_KINDS: dict[type[Response], Capability] = {Generated: "generate", Scored: "loglikelihood"}


class Replay:
    """Rows `{id, repeat=0, service="model", round=0, response | logprobs}`; with `logprobs` (in nats, in the
    order of the options, identical options once) also `tokens`, and with `response` optionally `truncated`.

    A row answers the one request that a sample's trial makes of a service in a round.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.identity = f"replay:{content_hash(path)}"
        self._rows: dict[Place, Response] = {}
        for number, row in enumerate(read_rows(path)):
            place = _place(path, number, row)
            if place in self._rows:
                raise BadInput(
                    f"{place.sample_id!r} again", expected="one answer for each place", file=path, row=number
                )
            self._rows[place] = _response(path, number, row)
        self._places: dict[Request, Place] = {}
        self._asked: dict[Place, Request] = {}

    @property
    def capabilities(self) -> frozenset[Capability]:
        """The kinds of answers in the file; prompts may be messages, since they are not read."""
        return frozenset({"chat", *(_KINDS[type(answer)] for answer in self._rows.values())})

    def describe(self) -> Mapping[str, str]:
        """The file's name."""
        return {"replay": self.path.name}

    def expect(self, request: Request, place: Place) -> None:
        """Remember who asks. Two samples with one prompt but different answers cannot be told apart by their
        request: EvalutionError."""
        first = self._places.setdefault(request, place)
        if self._rows.get(first) != self._rows.get(place):
            raise EvalutionError(
                f"{self.path}: samples {first.sample_id} and {place.sample_id} share a prompt, not an answer"
            )
        self._asked.setdefault(place, request)

    def run(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Response | Failure]]:
        """The row of each request's place."""
        for request in requests:
            yield request, self._answer(request)

    def _answer(self, request: Request) -> Response | Failure:
        place = self._places[request]
        answer = self._rows.get(place)
        if answer is None:
            return Failure(
                f"{self.path.name}: no row for id {place.sample_id}, repeat {place.repeat}, round {place.round}"
            )
        if self._asked[place] != request:
            return Failure(f"{self.path.name}: id {place.sample_id} asks several requests a round; a row answers one")
        return _fitting(request, answer, self.path.name)


def open_engine(rest: str) -> Replay:
    """The engine of `replay:FILE`."""
    if not rest:
        raise EvalutionError("replay: expected replay:FILE, found no file")
    return Replay(Path(rest))


def _fitting(request: Request, answer: Response, name: str) -> Response | Failure:
    match request, answer:
        case Generate(), Generated():
            return answer
        case Loglikelihood(continuations=continuations), Scored(logprobs=logprobs):
            if len(logprobs) == len(continuations):
                return answer
            return Failure(f"{name}: expected {len(continuations)} logprobs, found {len(logprobs)}")
    return Failure(f"{name}: the row has an answer of another kind than a {type(request).__name__}")


def _place(path: Path, number: int, row: Mapping[str, Any]) -> Place:
    found = row.get("id")
    if isinstance(found, bool) or not isinstance(found, (str, int)):
        raise BadInput(shorten(found), expected="the sample's id", file=path, row=number, field="id")
    whole = {name: row.get(name, 0) for name in ("repeat", "round")}
    for name, value in whole.items():
        if not isinstance(value, int):
            raise BadInput(shorten(value), expected="a whole number", file=path, row=number, field=name)
    return Place(str(found), whole["repeat"], row.get("service", "model"), whole["round"])


def _response(path: Path, number: int, row: Mapping[str, Any]) -> Response:
    if isinstance(row.get("response"), str):
        return Generated(row["response"], truncated=bool(row.get("truncated", False)))
    logprobs, tokens = row.get("logprobs"), row.get("tokens")
    if not _numbers(logprobs):
        raise BadInput(
            shorten(row), expected="a text `response` or a list of numbers `logprobs`", file=path, row=number
        )
    if not (_numbers(tokens) and len(tokens) == len(logprobs)):
        raise BadInput(shorten(tokens), expected="one number for each logprob", file=path, row=number, field="tokens")
    return Scored(tuple(map(float, logprobs)), tuple(map(int, tokens)))


def _numbers(value: object) -> TypeGuard[list[float]]:
    return isinstance(value, list) and all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in value)
