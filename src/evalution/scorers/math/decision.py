"""What a comparison came to."""

from __future__ import annotations

from typing import NamedTuple


class Decision(NamedTuple):
    """Whether two values are equal, what decided, and a line for a person."""

    equal: bool
    via: str
    note: str | None = None
