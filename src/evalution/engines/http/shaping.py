"""A request as the body that a server takes, and its body as an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from typing import Any, Literal

import msgspec
from msgspec import Struct

from evalution.engines.http.address import Api
from evalution.request import Generate, Generated

DROPPABLE = ("seed", "top_p", "stop", "temperature", "max_tokens")
"""Parameters left out once a server has refused them. Stop strings are then cut here; `max_tokens` goes by its newer
name, `max_completion_tokens`."""

STOPS = 4
"""Stop strings that are sent; all of them end the text here too."""


class Malformed(ValueError):
    """A body that holds no answer; its text says what was found."""


class Withheld(ValueError):
    """The server's filter kept the answer back: no zero of the model's."""


class _Message(Struct):
    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    refusal: Any = None


class _Choice(Struct):
    message: _Message | None = None
    text: str | None = None
    finish_reason: str | None = None


class _Usage(Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


_decode = msgspec.json.Decoder(_Reply).decode


def kind_of(api: Api, request: Generate) -> Literal["chat", "completions"]:
    """Which of the two APIs a request goes to; ValueError for messages to legacy completions."""
    if api == "completions" and not isinstance(request.prompt, str):
        raise ValueError("the model string says api=completions, which takes no messages")
    if api == "auto":
        return "completions" if isinstance(request.prompt, str) else "chat"
    return api


def payload(kind: str, model: str, request: Generate, refused: Set[str]) -> dict[str, Any]:
    """The JSON to send. At temperature 0 neither `seed` nor `top_p` is sent; above it, the seed is one for each
    repeat."""
    prompt = request.prompt
    body: dict[str, Any] = {"model": model, "max_tokens": request.max_tokens, "temperature": request.temperature}
    if kind == "completions":
        body["prompt"] = prompt
    else:
        turns = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        body["messages"] = turns
    if request.stop:
        body["stop"] = request.stop[:STOPS]
    if request.temperature > 0:
        body["seed"] = _seed(request)
        if request.top_p != 1.0:
            body["top_p"] = request.top_p
    for name in refused & body.keys():
        value = body.pop(name)
        if name == "max_tokens":
            body["max_completion_tokens"] = value
    return body


def answer_of(body: bytes, request: Generate) -> Generated:
    """The answer in a body, ended at the first stop string; Malformed or Withheld when there is none."""
    try:
        reply = _decode(body)
    except msgspec.ValidationError as error:
        raise Malformed(f"not a completion: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Malformed(f"not JSON: {body[:60].decode('utf-8', 'replace')}") from None
    if not reply.choices:
        raise Malformed("no choices")
    choice = reply.choices[0]
    text, reasoning = _texts(choice)
    if not text and choice.finish_reason == "content_filter":
        raise Withheld("the server's content filter withheld the answer")
    kept, stopped = _cut(text, request.stop)
    usage = reply.usage or _Usage()
    truncated = choice.finish_reason == "length" and not stopped
    return Generated(kept, truncated, usage.completion_tokens, usage.prompt_tokens, reasoning)


def _texts(choice: _Choice) -> tuple[str, str | None]:
    message = choice.message
    if message is None:
        if choice.text is None:
            raise Malformed("a choice without a message or a text")
        return choice.text, None
    reasoning = message.reasoning_content or message.reasoning
    text = _text(message.content)
    if text is None and isinstance(message.refusal, str):
        text = message.refusal
    if text is None and choice.finish_reason is None:
        raise Malformed("a message without content")
    return text or "", reasoning if isinstance(reasoning, str) else None


def _text(content: Any) -> str | None:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else None


def _cut(text: str, stops: tuple[str, ...]) -> tuple[str, bool]:
    ends = [end for stop in stops if stop and (end := text.find(stop)) >= 0]
    return (text[: min(ends)], True) if ends else (text, False)


def _seed(request: Generate) -> int:
    digest = hashlib.sha256(f"{request.seed} {request.repeat}".encode()).digest()
    return int.from_bytes(digest[:4]) >> 1
