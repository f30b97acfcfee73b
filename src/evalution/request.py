"""What is asked of a service (model, grader, sandbox), what comes back, and their keys.

A request's key hashes what can change its answer and nothing else, so the same question is asked
once in a run, whoever wants the answer. Requests are hashable values: a scorer looks its answers up
by the request it asked.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct

Service = Literal["model", "grader", "sandbox"]


class Message(Struct, frozen=True):
    """One turn of a conversation; `role` is "system", "user" or "assistant"."""

    role: str
    content: str


Prompt = str | tuple[Message, ...]


class Generate(Struct, frozen=True, tag="generate", omit_defaults=True):
    """Text that continues a prompt, up to `max_tokens` tokens or a stop string (not included).

    `seed` and `repeat` tell samples of one prompt apart; with temperature 0 they are set to 0 when
    the request is made, so that a greedy answer is asked for once.
    """

    prompt: Prompt
    max_tokens: int
    stop: tuple[str, ...] = ()
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    repeat: int = 0
    service: Service = "model"

    def __post_init__(self) -> None:
        if self.temperature == 0.0:
            for name, value in (("seed", 0), ("repeat", 0), ("top_p", 1.0)):
                msgspec.structs.force_setattr(self, name, value)


class Loglikelihood(Struct, frozen=True, tag="loglikelihood", omit_defaults=True):
    """log p(continuation | context), in nats, for every continuation of one context.

    All continuations travel together so that an engine can share the context.
    """

    context: Prompt
    continuations: tuple[str, ...]
    service: Service = "model"

    def __post_init__(self) -> None:
        if len(set(self.continuations)) != len(self.continuations):
            raise ValueError("identical continuations are asked once: found a repeated one")


class Execute(Struct, frozen=True, tag="execute", omit_defaults=True):
    """A program for the sandbox, judged by `cpu_seconds` and `memory_mb`; `call` is the entry point
    that the tests reach, `tests` the code that follows the program."""

    program: str
    tests: str = ""
    call: str = ""
    cpu_seconds: float = 10.0
    memory_mb: int = 1024
    alone: bool = False
    service: Service = "sandbox"


Request = Generate | Loglikelihood | Execute


class Generated(Struct, frozen=True, tag="generated", omit_defaults=True):
    """`text` as the model gave it; `truncated` when the token limit cut it.

    `reasoning` is what a server returned apart from the answer. `near_tie` is the number of the
    first token chosen by a margin of at most 1e-3 between the top two logits: after it, greedy text may
    differ between machines.
    """

    text: str
    truncated: bool = False
    tokens: int | None = None
    prompt_tokens: int | None = None
    reasoning: str | None = None
    near_tie: int | None = None


class Scored(Struct, frozen=True, tag="scored", omit_defaults=True):
    """Answers to a `Loglikelihood`, in the order of its continuations: sums in nats and numbers of
    tokens. `resplit` marks continuations that had no token of their own at the join and were
    encoded alone; `cut` counts tokens dropped from the left of an over-long context."""

    logprobs: tuple[float, ...]
    tokens: tuple[int, ...]
    resplit: tuple[int, ...] = ()
    cut: int = 0


class Executed(Struct, frozen=True, tag="executed", omit_defaults=True):
    """How a program ended: `outcome` is passed, failed, timeout, memory, crash, import, output or
    killed; `detail` one line of its own words."""

    outcome: str
    cpu_seconds: float = 0.0
    detail: str = ""
    isolation: str = ""


Response = Generated | Scored | Executed


class Failure(Struct, frozen=True, tag="failure"):
    """A request that got no answer. Kept in a table of its own and asked again by the next run."""

    message: str


_encoder = msgspec.json.Encoder(order="deterministic")


def request_key(request: Request) -> str:
    """32 hexadecimal digits over the request's content and parameters.

    >>> request_key(Generate("2+2=", 8, repeat=3)) == request_key(Generate("2+2=", 8))
    True
    """
    return hashlib.sha256(_encoder.encode(request)).hexdigest()[:32]


def encode(value: Request | Response) -> bytes:
    """The JSON form kept in journals; `decode_request` and `decode_response` read it."""
    return _encoder.encode(value)


decode_request = msgspec.json.Decoder(Request).decode
decode_response = msgspec.json.Decoder(Response).decode
