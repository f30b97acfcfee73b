"""Math-Verify: `verify(parse(gold), parse(response))`. Rows in, outcomes out."""

from __future__ import annotations

import json
import sys
from typing import Any

from math_verify import ExprExtractionConfig, LatexExtractionConfig, StringExtractionConfig, parse, verify


def judged(row: dict[str, Any]) -> tuple[str, str]:
    """The rule and its outcome: letters as strings, numbers and mathematics with the default extraction."""
    if row["family"] == "letter":
        letters = tuple("ABCDEFGHIJ"[: len(row["options"])])
        extraction = [StringExtractionConfig(strings=letters)]
        gold, rule = parse(row["gold"], extraction), "StringExtractionConfig"
    else:
        extraction = [LatexExtractionConfig(), ExprExtractionConfig()]
        gold, rule = parse(f"${row['gold']}$", extraction), "LatexExtractionConfig, ExprExtractionConfig"
    found = parse(row["response"], extraction)
    if verify(gold, found):
        return rule, "right"
    return rule, "wrong" if found else "no_answer"


def main() -> None:
    for row in map(json.loads, sys.stdin):
        rule, outcome = judged(row)
        print(json.dumps({"rule": rule, "id": row["id"], "outcome": outcome}))


if __name__ == "__main__":
    main()
