"""This package's live rules. Rows in, outcomes out."""

from __future__ import annotations

import json
import sys

import evalution
from evalution.scoring.one import resolve

SCORERS = {"letter": "choice_label", "number": "num", "math": "math"}
OUTCOMES = {"correct": "right", "incorrect": "wrong"}


def main() -> None:
    for row in map(json.loads, sys.stdin):
        rule = SCORERS[row["family"]]
        verdict = evalution.score(
            row["response"],
            row["gold"],
            rule,
            choices=row.get("options"),
            language=row.get("language"),
            truncated=row.get("truncated", False),
        )
        outcome = OUTCOMES.get(verdict.status.value, verdict.status.value)
        print(json.dumps({"rule": f"{rule}, v:{resolve(rule).version}", "id": row["id"], "outcome": outcome}))


if __name__ == "__main__":
    main()
