"""From a model string to an endpoint: where the server is, what is asked of it, and how hard."""

from __future__ import annotations

import os
import re
from typing import Any, Literal, cast
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from evalution.errors import EvalutionError, shorten
from evalution.registry import unknown

Api = Literal["auto", "chat", "completions"]

_NUMBERS = {"concurrency": (1, 1024), "retries": (0, 100), "timeout": (0.01, 86400), "deadline": (0.01, 864000)}
_OPTIONS = ("api", "logprobs", "key_env", *_NUMBERS)
_NO_KEY_IN_STRING = "keys come from environment variables only"


class Endpoint(Struct, frozen=True):
    """A model on a server.

    base         address up to and without the last slash, such as http://127.0.0.1:8000/v1
    api          "chat": every prompt goes to chat completions, a plain text as one user message; "completions":
                 every prompt to legacy completions, and messages are refused; "auto": by the prompt's kind
    logprobs     whether log-likelihoods are asked of legacy completions by `echo`
    concurrency  most requests at once; retries: attempts after the first
    timeout      seconds for one attempt; deadline: seconds for a request with all its attempts and waits
    key          sent as a bearer token, "" for none; `key_env` is the variable that it came from
    """

    base: str
    model: str
    api: Api = "auto"
    logprobs: bool = False
    key: str = ""
    key_env: str = ""
    concurrency: int = 32
    retries: int = 8
    timeout: float = 600.0
    deadline: float = 3600.0

    @property
    def host(self) -> str:
        """HOST:PORT as written."""
        return urlsplit(self.base).netloc

    @property
    def identity(self) -> str:
        """The base path, the model and the API: not the host, which may differ between two runs of one server."""
        return f"http:{urlsplit(self.base).path}#{self.model}?api={self.api}"


def http_endpoint(scheme: str, rest: str) -> Endpoint:
    """The endpoint of `http://HOST:PORT/v1#MODEL[?OPTION=VALUE&…]`, given `http` and what follows the colon.

    >>> http_endpoint("http", "//127.0.0.1:8000/v1#llama?api=chat&concurrency=8").concurrency
    8
    """
    address, _, named = rest.partition("#")
    model, options = _options(named)
    if not model:
        raise EvalutionError(f"{scheme}: expected {scheme}://HOST:PORT/v1#MODEL, found no #MODEL")
    base = _base(f"{scheme}:{address}", f"--model {scheme}://…")
    return _endpoint(base, model, options, default_key="EVALUTION_API_KEY")


def openai_endpoint(rest: str) -> Endpoint:
    """The endpoint of `openai:MODEL[?OPTION=VALUE&…]`: OPENAI_BASE_URL and OPENAI_API_KEY, over chat completions."""
    model, options = _options(rest)
    if not model:
        raise EvalutionError("openai: expected openai:MODEL, found no model")
    base = _base(os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1", "OPENAI_BASE_URL")
    endpoint = _endpoint(base, model, {"api": "chat", **options}, default_key="OPENAI_API_KEY")
    if not endpoint.key:
        raise EvalutionError(f"openai: the environment variable {endpoint.key_env} holds no key")
    return endpoint


def _base(address: str, where: str) -> str:
    try:
        parts = urlsplit(address)
        port_is_whole = parts.port is None or parts.port > 0
    except ValueError:
        port_is_whole = False
        parts = urlsplit("")
    if "@" in parts.netloc:
        raise EvalutionError(f"{where}: found a user name in the address; {_NO_KEY_IN_STRING}")
    if parts.query:
        raise EvalutionError(
            f"{where}: found a query in the address; options stand after the model, {_NO_KEY_IN_STRING}"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_whole:
        raise EvalutionError(f"{where}: expected an address such as http://127.0.0.1:8000/v1, found another form")
    return address.rstrip("/")


def _options(named: str) -> tuple[str, dict[str, str]]:
    model, _, query = named.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    for name in options:
        if name not in _OPTIONS:
            found = name if re.fullmatch(r"[a-z_]{1,20}", name) else "…"
            raise EvalutionError(unknown("model option", found, list(_OPTIONS)))
    return model, options


def _endpoint(base: str, model: str, options: dict[str, str], *, default_key: str) -> Endpoint:
    api = options.get("api", "auto")
    if api not in ("auto", "chat", "completions"):
        raise EvalutionError(f"model option api: expected chat or completions, found {shorten(api)}")
    logprobs = options.get("logprobs", "none")
    if logprobs not in ("none", "echo"):
        raise EvalutionError(f"model option logprobs: expected none or echo, found {shorten(logprobs)}")
    key_env = options.get("key_env", default_key)
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", key_env):
        raise EvalutionError("model option key_env: expected the name of an environment variable in capitals")
    numbers: dict[str, Any] = {name: _number(name, options[name]) for name in _NUMBERS if name in options}
    key = _key(key_env, "key_env" in options)
    return Endpoint(base, model, cast(Api, api), logprobs == "echo", key, key_env, **numbers)


def _key(variable: str, named: bool) -> str:
    key = os.environ.get(variable, "").strip()
    if named and not key:
        raise EvalutionError(f"the environment variable {variable} holds no key")
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise EvalutionError(f"the environment variable {variable} holds what cannot be a key: spaces or other signs")
    return key


def _number(name: str, text: str) -> float | int:
    low, high = _NUMBERS[name]
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    whole = name in ("concurrency", "retries")
    if not low <= value <= high or (whole and value != int(value)):
        raise EvalutionError(f"model option {name}: expected a number from {low} to {high}, found {shorten(text)}")
    return int(value) if whole else value
