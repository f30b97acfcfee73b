"""`python -m fidelity`: measure, print the tables and write the report."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fidelity.corpus import OUTPUTS
from fidelity.crossed import crossed
from fidelity.golden import golden_rules
from fidelity.measure import measure
from fidelity.page import page
from fidelity.robustness import FAMILIES, RESPONSES, robustness

ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Exit 1 when a disagreement has not been read or a golden case has another verdict than it must."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="where model_outputs/ is")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/fidelity.md")
    parser.add_argument("--every", type=int, default=1, help="only every n-th response, for a quick look")
    given = parser.parse_args(arguments)
    if not (given.data / "model_outputs").is_dir():
        print(f"fidelity: --data {given.data}: expected a folder with model_outputs/", file=sys.stderr)
        return 2
    measured = [measure(outputs, given.data, given.every) for outputs in OUTPUTS]
    golden = golden_rules()
    robust = [robustness(family, given.data, RESPONSES // given.every) for family in FAMILIES]
    cross = crossed(given.data, given.every)
    text = page(measured, golden, robust, cross)
    given.out.write_text(text, encoding="utf-8")
    print(text)
    unread = sum(m.found(m.stratum("disagreement"))["unread"] for m in measured)
    unread += sum(cross.truth(name) is None for name in cross.accepted)
    failed = sum(one.cases - one.as_meant for one in golden)
    if unread or failed:
        print(f"fidelity: {unread} disagreements unread, {failed} golden cases not as meant", file=sys.stderr)
    return 1 if unread or failed else 0


if __name__ == "__main__":
    sys.exit(main())
