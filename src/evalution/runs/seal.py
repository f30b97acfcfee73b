"""Keeping the texts of sealed benchmarks out of plain sight.

Their owners ask that questions and answers never lie about in plain text, where a crawler would carry them into
training data. A sealed body is no secret: anyone with this code reads it. The form is that of BrowseComp's published
file, base64 over an exclusive or with the SHA-256 digest of a canary, repeated to length.
"""

from __future__ import annotations

import base64

from evalution.benchmarks.masking import masked

_CANARY = b"evalution sealed benchmark text: must not be trained on; canary 5f0c2a9e-71d4-4b8e-9c36-d2a8b47e13f5"
_MARK = b"sealed:"


def seal(body: bytes) -> bytes:
    """The body made unreadable.

    >>> seal(b"Why?")[:7], unseal(seal(b"Why?"))
    (b'sealed:', b'Why?')
    """
    return _MARK + base64.b64encode(masked(body, _CANARY))


def unseal(body: bytes) -> bytes:
    """What was sealed, or a body that was not as it is."""
    return masked(base64.b64decode(body[len(_MARK) :]), _CANARY) if body.startswith(_MARK) else body
