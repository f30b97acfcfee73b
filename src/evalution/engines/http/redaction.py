"""What may be kept of a message: one line without keys, passwords or the queries of addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 300
"""Characters of a message that are kept."""

_RULES = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',;]+"), r"\1 ***"),
    (re.compile(r"\b(?:sk|pk|rk|hf|gsk|xai|key)[-_][A-Za-z0-9*_.-]{6,}"), "***"),
    (
        re.compile(r"(?i)\b((?:api[-_ ]?|x-api-)?key|token|secret|password)(\"?\s*[=:]\s*\"?)[^\s\"',;&]{6,}"),
        r"\1\2***",
    ),
    (re.compile(r"(?i)\b([a-z][a-z0-9+.-]{0,20}://)[^\s/@\"'<>]{1,500}@"), r"\1***@"),
    (re.compile(r"(?i)\b([a-z][a-z0-9+.-]{0,20}://[^\s?\"'<>]{1,500})\?[^\s\"'<>#)]*"), r"\1?***"),
)


def redact(message: str, secrets: Iterable[str] = ()) -> str:
    """One line of at most `LONGEST` characters, with `secrets` and whatever looks like a key replaced by `***`.

    >>> redact("Incorrect API key: sk-abc***wxyz\\n at https://me:pw@host/v1?sig=1", ["pw"])
    'Incorrect API key: *** at https://***@host/v1?***'
    """
    for secret in secrets:
        message = message.replace(secret, "***")
    line = " ".join(message[: 20 * LONGEST].split())
    for pattern, replacement in _RULES:
        line = pattern.sub(replacement, line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
