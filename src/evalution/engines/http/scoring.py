"""Log-likelihoods from a server that gives the prompt back with log-probabilities (`echo` and `logprobs`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import msgspec
from msgspec import Struct

from evalution.engines.http.shaping import Malformed
from evalution.request import Loglikelihood, Scored


class Unscorable(ValueError):
    """The server's answer does not tell the probabilities of the prompt's tokens."""


class _Logprobs(Struct):
    tokens: list[str]
    token_logprobs: list[float | None]


class _Choice(Struct):
    index: int
    logprobs: _Logprobs | None = None


class _Reply(Struct):
    choices: list[_Choice]


_decode = msgspec.json.Decoder(_Reply).decode


def scoring_payload(model: str, request: Loglikelihood) -> dict[str, Any]:
    """The JSON to send to legacy completions: all continuations as one list of prompts, one more token than the prompt
    since some servers refuse none. ValueError for a context of messages, or none at all."""
    context = request.context
    if not isinstance(context, str):
        raise ValueError("log-likelihoods of a server are asked for plain texts, not for messages")
    if not context:
        raise ValueError("log-likelihoods of a server need a context: without one the first token has no probability")
    prompts = [context + continuation for continuation in request.continuations]
    return {"model": model, "prompt": prompts, "max_tokens": 1, "temperature": 0.0, "echo": True, "logprobs": 1}


def scored_of(body: bytes, request: Loglikelihood) -> Scored:
    """The sums over the tokens that end after the context, which include one that spans the join.

    Malformed for a body that is no completion; Unscorable when the log-probabilities are absent, all zero, above zero,
    or of tokens that do not spell the prompt (a token for the beginning before it is passed over).
    """
    try:
        reply = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"not a completion with log-probabilities: {error}") from None
    choices = sorted(reply.choices, key=lambda choice: choice.index)
    if [choice.index for choice in choices] != list(range(len(request.continuations))):
        raise Unscorable(f"expected {len(request.continuations)} choices, found {len(choices)}")
    context = str(request.context)
    found = [_own(c.logprobs, context, t) for c, t in zip(choices, request.continuations, strict=True)]
    return Scored(tuple(map(sum, found)), tuple(map(len, found)))


def _own(logprobs: _Logprobs | None, context: str, continuation: str) -> Sequence[float]:
    """The log-probabilities of the tokens that end after the context and within the prompt."""
    if logprobs is None:
        raise Unscorable("no log-probabilities")
    pairs = list(zip(logprobs.tokens, logprobs.token_logprobs, strict=False))
    prompt = context + continuation
    if pairs and not prompt.startswith(pairs[0][0]):
        pairs = pairs[1:]
    end, own = 0, []
    for token, value in pairs:
        if end >= len(prompt):
            break
        if not prompt.startswith(token, end):
            raise Unscorable("the tokens do not spell the prompt")
        end += len(token)
        if end > len(context):
            own.append(value)
    values = [value for value in own if value is not None and isfinite(value) and value <= 0]
    if end != len(prompt) or len(values) != len(own):
        raise Unscorable("not every token of the prompt has a log-probability of at most zero")
    if not any(logprobs.token_logprobs):
        raise Unscorable("log-probabilities that are all zero")
    return values
