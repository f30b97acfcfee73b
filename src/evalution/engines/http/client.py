"""One request to its end: attempts, waits between them, and what each outcome means."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import msgspec

from evalution.engines.http.address import Endpoint
from evalution.engines.http.faults import Fault, fault_of
from evalution.engines.http.limiter import Limiter
from evalution.engines.http.redaction import redact
from evalution.engines.http.scoring import Unscorable, scored_of, scoring_payload
from evalution.engines.http.shaping import Malformed, Withheld, answer_of, kind_of, payload
from evalution.errors import EvalutionError
from evalution.request import Failure, Generate, Loglikelihood, Request, Response

BODY = 16 << 20
"""Bytes of an answer that are read; one that is longer is a fault."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds before the second attempt, doubled for each one after, and at most."""
DOWN = 8
"""Requests in a row that used up their attempts, after which every request has one until one succeeds."""
UNREACHED = 3
"""Attempts to connect before the first answer, after which the run ends."""
UNREACHABLE, UNSCORABLE = -1, -2
"""In place of an HTTP status: no connection, and log-probabilities that cannot be what was asked."""

_PATHS = {"chat": "/chat/completions", "completions": "/completions"}
_encode = msgspec.json.encode


class Learned:
    """What an engine finds out about its server, for all of its runs."""

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.answered = False
        self.exhausted = 0


class Client:
    """Asks one endpoint over one session's kept connections."""

    def __init__(self, endpoint: Endpoint, learned: Learned, session: aiohttp.ClientSession) -> None:
        self.endpoint, self.learned = endpoint, learned
        self._session = session
        self._limiter = Limiter(endpoint.concurrency)
        self._secrets = [endpoint.key] if endpoint.key else []

    async def answer(self, request: Request) -> Response | Failure:
        """The answer, or why there is none; EvalutionError when no other request would fare better."""
        try:
            kind = self._kind(request)
        except ValueError as error:
            return Failure(str(error))
        give_up = time.monotonic() + self.endpoint.deadline
        attempts = 0
        while True:
            outcome = await self._attempt(kind, request, give_up)
            if not isinstance(outcome, Fault):
                self.learned.answered, self.learned.exhausted = True, 0
                return outcome
            if outcome.refused:
                self.learned.refused.add(outcome.refused)
                continue
            attempts += 1
            self._check_first(outcome, attempts)
            wait = max(outcome.wait, backoff(attempts))
            if not outcome.again:
                return Failure(redact(outcome.message, self._secrets))
            allowed = 1 if self.learned.exhausted >= DOWN else 1 + self.endpoint.retries
            late = time.monotonic() + wait > give_up
            if attempts >= allowed or late:
                self.learned.exhausted += 1
                return Failure(redact(outcome.message, self._secrets) + (" (deadline)" if late else " (tries used up)"))
            await asyncio.sleep(wait)

    def _kind(self, request: Request) -> str:
        if isinstance(request, Generate):
            return kind_of(self.endpoint.api, request)
        if isinstance(request, Loglikelihood) and self.endpoint.logprobs:
            scoring_payload(self.endpoint.model, request)
            return "completions"
        raise ValueError(f"the server is not asked for a {type(request).__name__}")

    def _body(self, kind: str, request: Request) -> dict[str, object]:
        if isinstance(request, Loglikelihood):
            return scoring_payload(self.endpoint.model, request)
        assert isinstance(request, Generate)
        return payload(kind, self.endpoint.model, request, self.learned.refused)

    def _check_first(self, fault: Fault, attempts: int) -> None:
        """Before any answer: a key that is not taken and a server that is not there are every request's."""
        if self.learned.answered:
            return
        if fault.status == 401:
            hint = f"set the environment variable {self.endpoint.key_env} to a valid key"
            raise EvalutionError(f"{self.endpoint.host}: {redact(fault.message, self._secrets)}; {hint}")
        if fault.status == UNSCORABLE:
            hint = "this server does not tell the probabilities of prompts as echo and logprobs ask; use a local engine"
            raise EvalutionError(f"{self.endpoint.host}: {redact(fault.message, self._secrets)}: {hint}")
        if fault.status == UNREACHABLE and attempts >= min(UNREACHED, 1 + self.endpoint.retries):
            raise EvalutionError(f"{self.endpoint.host} cannot be reached: {redact(fault.message, self._secrets)}")

    async def _attempt(self, kind: str, request: Request, give_up: float) -> Response | Fault:
        await self._limiter.acquire()
        started = time.monotonic()
        seconds = min(self.endpoint.timeout, give_up - started)
        try:
            async with asyncio.timeout(seconds):
                outcome = await self._exchange(kind, request)
        except TimeoutError:
            outcome = Fault(f"no answer within {max(seconds, 0):.3g} s", again=True, overload=True)
        except aiohttp.ClientConnectorError as error:
            outcome = Fault(str(error), again=True, status=UNREACHABLE)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            outcome = Fault(f"the connection failed: {type(error).__name__}: {error}", again=True)
        finally:
            self._limiter.release()
        if not isinstance(outcome, Fault):
            self._limiter.succeeded()
        elif outcome.overload:
            self._limiter.overloaded(started, min(outcome.wait, max(0.0, give_up - time.monotonic())))
        return outcome

    async def _exchange(self, kind: str, request: Request) -> Response | Fault:
        body = self._body(kind, request)
        url = self.endpoint.base + _PATHS[kind]
        async with self._session.post(url, data=_encode(body), allow_redirects=False) as reply:
            content = await _bounded(reply)
        if content is None:
            return Fault(f"the answer is longer than {BODY >> 20} MiB", again=True)
        if reply.status != 200:
            return fault_of(reply.status, reply.headers, content, body.keys(), self.endpoint.host)
        try:
            return _read(content, request)
        except Unscorable as error:
            return Fault(str(error), status=UNSCORABLE)
        except Withheld as error:
            return Fault(str(error))
        except Malformed as error:
            return Fault(f"{error} (content type {reply.content_type})", again=True)


@asynccontextmanager
async def opened(
    endpoint: Endpoint, learned: Learned
) -> AsyncIterator[Callable[[Request], Awaitable[Response | Failure]]]:
    """A client's `answer`, with its session for as long as the context lasts."""
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    connector = aiohttp.TCPConnector(limit=endpoint.concurrency)
    # neither cookies nor compressed bodies: the first would make answers depend on each other, the second be unbounded
    async with aiohttp.ClientSession(
        connector=connector,
        headers=headers,
        timeout=aiohttp.ClientTimeout(total=None),
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
    ) as session:
        yield Client(endpoint, learned, session).answer


def backoff(attempts: int) -> float:
    """Seconds to wait after so many attempts: doubling, and drawn from the upper half so that clients spread."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(attempts - 1, 16)) * random.uniform(0.5, 1.0)


def _read(content: bytes, request: Request) -> Response:
    if isinstance(request, Loglikelihood):
        return scored_of(content, request)
    assert isinstance(request, Generate)
    return answer_of(content, request)


async def _bounded(reply: aiohttp.ClientResponse) -> bytes | None:
    """The body, or None when it is longer than `BODY`; the connection is then closed."""
    if reply.content_length is not None and reply.content_length <= BODY:
        return await reply.read()
    parts, size = [], 0
    if reply.content_length is None:
        async for part in reply.content.iter_any():
            parts.append(part)
            size += len(part)
            if size > BODY:
                break
        else:
            return b"".join(parts)
    reply.close()
    return None
