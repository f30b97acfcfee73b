"""Where `math_equal` and Math-Verify 0.9 part: 3,000 pairs of MATH golds and rewritten or changed forms of them.

    python perf/math_differential.py [--peer FOLDER] [--steps 1|2] [--seed N]

Pairs come from the rules of `tests/math_rules.py`: 1,800 that keep the value, 1,200 that change it, evenly over
the rules (with `--steps 2`, two rules that keep it and one of either sort). Math-Verify runs in its own environment,
with default settings. Printed: how often each side is as the rules mean, and every disagreement by rule with MATH rows.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from math_pairs import peer_python

from evalution.scorers.math import math_equal
from evalution.scorers.math.scorer import boxed_gold

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from math_rules import CHANGE, KEEP  # noqa: E402

PEER = """
import json, sys
from math_verify import parse, verify
for line in sys.stdin:
    gold, pred = json.loads(line)
    try:
        print(int(bool(verify(parse(gold), parse(pred)))), flush=True)
    except Exception:
        print(0, flush=True)
"""


def single(golds, rng):
    """One rule a pair, every rule its even share as far as it applies."""
    for rules, meant, wanted in ((KEEP, True, 1800), (CHANGE, False, 1200)):
        pools = {name: [] for name in sorted(rules)}
        for row in rng.sample(range(len(golds)), len(golds)):
            for name, pool in pools.items():
                new = rules[name](golds[row], rng) if len(pool) < 120 else None
                if new is not None:
                    pool.append((row, name, golds[row], new, meant))
        taken = 0
        while taken < wanted and any(pools.values()):
            for pool in pools.values():
                if pool and taken < wanted:
                    taken += 1
                    yield pool.pop()


def double(golds, rng):
    """Two rules that keep the value, then one of either sort where it applies."""
    keep = sorted(set(KEEP) - {"full stop", "digits of pi"})
    change = sorted(CHANGE)
    seen = set()
    while len(seen) < 3000:
        row = rng.randrange(len(golds))
        names, text = [], golds[row]
        for name in (rng.choice(keep), rng.choice(keep)):
            new = KEEP[name](text, rng)
            if new is not None:
                names.append(name)
                text = new
        last = rng.choice(keep + change * 2)
        new = {**KEEP, **CHANGE}[last](text, rng)
        meant = new is None or last in KEEP
        if new is not None:
            names.append(last)
            text = new
        if len(names) > 1 and (row, text) not in seen:
            seen.add((row, text))
            yield row, " > ".join(names), golds[row], text, meant


def delimited(text: str) -> str:
    """With the dollars that Math-Verify needs around a formula."""
    return text if "$" in text or "\\(" in text else f"${text}$"


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", type=Path, default=Path(tempfile.gettempdir()) / "evalution-peer-math-verify")
    parser.add_argument("--steps", type=int, choices=(1, 2), default=1)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    with gzip.open(ROOT.parent / "shared/data/math/test.jsonl.gz", "rt", encoding="utf-8") as lines:
        golds = [boxed_gold(json.loads(line)["solution"]).strip() for line in lines]
    pairs = list((single if args.steps == 1 else double)(golds, random.Random(args.seed)))
    asked = "\n".join(json.dumps([delimited(gold), delimited(new)]) for _, _, gold, new, _ in pairs)
    done = subprocess.run(
        [peer_python(args.peer), "-c", PEER], input=asked, check=True, capture_output=True, text=True, encoding="utf-8"
    )
    theirs = [line == "1" for line in done.stdout.split()]
    ours = [math_equal(new, gold).equal for _, _, gold, new, _ in pairs]
    meant = [pair[4] for pair in pairs]
    print(f"{len(pairs)} pairs; as meant: ours {sum(map(eq, ours, meant))}, theirs {sum(map(eq, theirs, meant))}")
    apart = defaultdict(list)
    for pair, mine, their in zip(pairs, ours, theirs, strict=True):
        if mine != their:
            apart[(pair[1], pair[4], mine)].append((pair[0], pair[2], pair[3]))
    print(f"{sum(map(len, apart.values()))} disagreements")
    for (rule, keeps, mine), found in sorted(apart.items()):
        print(
            f"{rule}: {len(found)}, ours {mine}, meant {keeps}, e.g. row {found[0][0]}: {found[0][1]} | {found[0][2]}"
        )


def eq(a: bool, b: bool) -> bool:
    return a is b


if __name__ == "__main__":
    main()
