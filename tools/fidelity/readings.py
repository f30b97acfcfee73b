"""What people found when they read responses: one JSON object a line of `docs/fidelity/NAME.jsonl`.

`truth` is 1 where the response commits to the right answer, 0 where it does not, null where both can be defended; `why`
is one sentence. Rows are named by model and question; no text of theirs is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from fidelity.corpus import Case

FOLDER = Path(__file__).parents[2] / "docs/fidelity"


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """One response as it was read."""

    id: str
    truth: int | None
    why: str


def readings(name: str) -> dict[str, Reading]:
    """The readings of one file of outputs, by id; none where nobody read."""
    path = FOLDER / f"{name.replace(':', '-')}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {one.id: one for one in (msgspec.json.decode(line, type=Reading) for line in lines)}


def drawn(cases: Iterable[Case], size: int) -> list[Case]:
    """A sample of `size`: the cases whose ids have the smallest digests, so that it changes little with its source."""
    return sorted(cases, key=lambda case: hashlib.sha256(f"fidelity {case.id}".encode()).digest())[:size]
