"""The engine for a server: what it is, what it takes, and its requests over an event loop of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import version

from evalution.engines.engine import Capability
from evalution.engines.http.address import Endpoint, http_endpoint, openai_endpoint
from evalution.engines.http.bridge import answered
from evalution.engines.http.client import Learned, opened
from evalution.request import Failure, Request, Response

LOOK_AHEAD = 2
"""Requests pulled ahead of their answers, as a multiple of how many may be under way."""


class HttpEngine:
    """A model behind the OpenAI API: generation over chat completions and legacy completions, and on request
    log-likelihoods over legacy completions that give the prompt back.

    The server decides what a seed, a batch or a revision of the model means: equal requests may have
    unequal answers. `describe` tells what was left out because the server refused it.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._learned = Learned()

    @property
    def identity(self) -> str:
        return self.endpoint.identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Text; messages unless the model string says `api=completions`; log-likelihoods where it says
        `logprobs=echo`."""
        chat: tuple[Capability, ...] = () if self.endpoint.api == "completions" else ("chat",)
        scoring: tuple[Capability, ...] = ("loglikelihood",) if self.endpoint.logprobs else ()
        return frozenset[Capability](("generate", *chat, *scoring))

    def describe(self) -> Mapping[str, str]:
        """The host, the version of the client, and (once there are some) the parameters that the server refused."""
        facts = {"host": self.endpoint.host, "aiohttp": version("aiohttp")}
        if self._learned.refused:
            facts["refused parameters"] = ", ".join(sorted(self._learned.refused))
        return facts

    def run(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Response | Failure]]:
        return answered(requests, partial(opened, self.endpoint, self._learned), self.endpoint.concurrency * LOOK_AHEAD)


def open_http(rest: str) -> HttpEngine:
    """The engine of `http://HOST:PORT/v1#MODEL`."""
    return HttpEngine(http_endpoint("http", rest))


def open_https(rest: str) -> HttpEngine:
    """The engine of `https://HOST/v1#MODEL`."""
    return HttpEngine(http_endpoint("https", rest))


def open_openai(rest: str) -> HttpEngine:
    """The engine of `openai:MODEL`."""
    return HttpEngine(openai_endpoint(rest))
