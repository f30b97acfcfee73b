"""The mask under which texts are kept that no crawler should read."""

from __future__ import annotations

import hashlib


def masked(body: bytes, canary: bytes) -> bytes:
    """The exclusive or of the body with the SHA-256 digest of the canary, repeated to length; its own inverse.

    >>> masked(masked(b"Why?", b"canary"), b"canary")
    b'Why?'
    """
    key = hashlib.sha256(canary).digest()
    mask = (key * (len(body) // len(key) + 1))[: len(body)]
    return (int.from_bytes(body) ^ int.from_bytes(mask)).to_bytes(len(body))
