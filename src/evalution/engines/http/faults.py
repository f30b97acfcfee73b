"""What an answer that is none means: whether to ask again, when, and without which parameter."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Set
from email.utils import parsedate_to_datetime

import msgspec
from msgspec import Struct

from evalution.engines.http.shaping import DROPPABLE

_TRANSIENT = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
_OVERLOAD = frozenset({429, 503, 529})
_REFUSES = re.compile(
    r"(?i)unsupported|(?:not|n't) (?:support|permit|allow|accept)|unknown|unrecogni[sz]ed|unexpected"
    r"|invalid (?:parameter|argument)"
)
_NAMED = r"(?:['\"`]|: ?|\b(?:parameter|argument|field|option)s? ){}\b"


class Fault(Struct, frozen=True):
    """An attempt without an answer. `message` is the server's and not yet redacted; `again` says that another
    attempt may help, `overload` that fewer at once would, `wait` the seconds that the server asked for;
    `refused` is the parameter that it did not take."""

    message: str
    again: bool = False
    overload: bool = False
    wait: float = 0.0
    status: int = 0
    refused: str = ""


def fault_of(status: int, headers: Mapping[str, str], body: bytes, sent: Set[str], host: str) -> Fault:
    """The fault of an answer with another status than 200; `sent` are the parameters of the request."""
    if 300 <= status < 400:
        return Fault(f"{host} answered with a redirect (HTTP {status}), which is not followed: name the new address")
    message, parameter, code = _error(body)
    text = f"HTTP {status}: {message}" if message else f"HTTP {status}"
    if status in (400, 422):
        return Fault(text, status=status, refused=_refused(message, parameter, sent))
    again = status in _TRANSIENT and code != "insufficient_quota"
    return Fault(text, again, status in _OVERLOAD, retry_after(headers, time.time()) if again else 0.0, status)


def retry_after(headers: Mapping[str, str], now: float) -> float:
    """Seconds that `Retry-After` (seconds or an HTTP date) asks to wait at the time `now`; 0.0 without one.

    >>> retry_after({"Retry-After": "2"}, 0.0), retry_after({"Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT"}, 50.0)
    (2.0, 10.0)
    """
    value = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, OverflowError):
        return 0.0


def _error(body: bytes) -> tuple[str, str, str]:
    """The message, the parameter and the code of an error's body, in the forms that servers use."""
    try:
        found = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return body[:2000].decode("utf-8", "replace"), "", ""
    error = found.get("error", found) if isinstance(found, dict) else found
    if not isinstance(error, dict):
        return str(error), "", ""
    message = error.get("message") or error.get("detail") or error
    return str(message), str(error.get("param") or ""), str(error.get("code") or "")


def _refused(message: str, parameter: str, sent: Set[str]) -> str:
    if parameter in DROPPABLE and parameter in sent:
        return parameter
    named = [name for name in DROPPABLE if name in sent and re.search(_NAMED.format(name), message)]
    return named[0] if named and _REFUSES.search(message) else ""
