"""Golden cases: texts with the verdict that each must get, one JSON object a line of `tests/golden/*.jsonl`.

`python tests/golden_cases.py [SCORER ...]` writes `versions.json`: for every scorer its version `v` and a digest of
each case's verdict. It refuses to change a digest at the same `v`; new cases may be added at any time.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import TypedDict

import msgspec
from msgspec import Struct

from evalution.registry import load
from evalution.scorers.target import Target
from evalution.verdict import Status, Verdict

FOLDER = Path(__file__).parent / "golden"
VERSIONS = FOLDER / "versions.json"


class Case(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`scorer` is a registered name; `kind` the family of fault, `source` where the case comes from.

    `rule` and `answer` are compared where given; `answer: null` says that none may be extracted.
    """

    id: str
    scorer: str
    response: str
    gold: str | tuple[str, ...]
    status: Status
    source: str
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    language: str = ""
    truncated: bool = False
    answer: str | msgspec.UnsetType | None = msgspec.UNSET
    rule: str | msgspec.UnsetType | None = msgspec.UNSET
    value: float | msgspec.UnsetType | None = msgspec.UNSET
    kind: str = ""

    @property
    def target(self) -> Target:
        labels = self.labels or tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(self.choices)])
        return Target(self.gold, self.choices, labels, self.order, self.language, self.truncated)

    def verdict(self) -> Verdict:
        return load("scorers", self.scorer).judge(self.response, self.target)[0]


@cache
def cases() -> tuple[Case, ...]:
    lines = [line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return tuple(msgspec.json.decode(line, type=Case) for line in lines if line.strip())


class Entry(TypedDict):
    """A scorer's version, and the digest of each case's verdict by the digest of its input."""

    v: int
    verdicts: dict[str, str]


Table = dict[str, Entry]


def digests() -> Table:
    """What `versions.json` holds, from the cases and scorers as they are."""
    table: Table = {}
    for case in cases():
        entry = table.setdefault(case.scorer, {"v": load("scorers", case.scorer).version, "verdicts": {}})
        entry["verdicts"][_digest([case.response, case.target])] = _digest(case.verdict())
    return table


def changed(old: Table, new: Table) -> list[str]:
    """Scorers of which a known case got another verdict at the same version."""
    return [name for name, entry in new.items() if name in old and _differ(old[name], entry)]


def _differ(old: Entry, new: Entry) -> bool:
    known = old["verdicts"].keys() & new["verdicts"].keys()
    return old["v"] == new["v"] and any(old["verdicts"][key] != new["verdicts"][key] for key in known)


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:12]


def main(names: list[str]) -> int:
    """Pin the verdicts of the named scorers, or of all."""
    old: Table = json.loads(VERSIONS.read_text()) if VERSIONS.exists() else {}
    new = {name: entry for name, entry in digests().items() if not names or name in names}
    refused = changed(old, new)
    if refused:
        print(f"verdicts changed at the same version: {', '.join(refused)}; bump the scorer's version", file=sys.stderr)
        return 1
    kept = {name: entry for name, entry in old.items() if names and name not in names}
    VERSIONS.write_text(json.dumps({**kept, **new}, indent=0, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
