"""Speed and verdicts of `math_equal` against Math-Verify 0.9 on pairs of answers, interleaved, in CPU time.

    python perf/math_pairs.py [PAIRS.jsonl.gz] [--peer FOLDER]

PAIRS defaults to `../shared/perf/math.jsonl.gz`: rows {gold, pred, response, meant_ok}. The peer runs in an environment
of its own, made in FOLDER (default: a folder beside the system's temporary files) when it is not there yet, with
default settings. Each round starts a fresh process for either side, so that nothing is remembered between rounds; a
few pairs of other answers go before, so that imports are not counted. Printed: CPU time, the ratio, the 99th percentile
and maximum of a pair, and how many verdicts are as meant, from the answers alone and from the whole responses.
(Not called `math.py`: scripts here would then import it in place of the standard library's module.)
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROUNDS = 3
PEER = "math-verify[antlr4_13_2]==0.9.*"

WORKER = """
import gzip, json, sys, time
{setup}
rows = [json.loads(line) for line in gzip.open(sys.argv[1], "rt", encoding="utf-8")]
for a, b in (("2\\\\pi", "6.283185307"), ("x^2-1", "(x-1)(x+1)"), ("[0,1)", "0 \\\\le x < 1"), ("1, 2", "2, 1")):
    decide(a, b), judge("so \\\\boxed{{" + b + "}}", a)
out = {{}}
for name, call, field in (("pairs", decide, "pred"), ("responses", judge, "response")):
    each, right, start = [], 0, time.process_time()
    for row in rows:
        before = time.process_time()
        right += bool(call(row["gold"], row[field])) == row["meant_ok"]
        each.append(time.process_time() - before)
    out[name] = dict(cpu=time.process_time() - start, each=sorted(each), right=right, n=len(rows))
print(json.dumps(out))
"""
OURS = """
from evalution.scorers.math import MATH, math_equal
from evalution.scorers.target import Target
decide = lambda gold, pred: math_equal(pred, gold).equal
judge = lambda gold, text: MATH.judge(text, Target(gold))[0].value == 1
"""
THEIRS = """
from math_verify import parse, verify
decide = lambda gold, pred: verify(parse("$" + gold + "$"), parse("$" + pred + "$"))
judge = lambda gold, text: verify(parse("$" + gold + "$"), parse(text))
"""


def peer_python(folder: Path) -> Path:
    """The interpreter of the peer's environment, which is made when it is missing."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PEER], check=True)
    return python


def run(python: Path, setup: str, pairs: Path) -> dict[str, dict]:
    """One pass of a side over all pairs, in a process of its own."""
    done = subprocess.run([python, "-c", WORKER.format(setup=setup), pairs], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    shared = Path(__file__).resolve().parents[2] / "shared/perf/math.jsonl.gz"
    parser.add_argument("pairs", nargs="?", type=Path, default=shared)
    parser.add_argument("--peer", type=Path, default=Path(tempfile.gettempdir()) / "evalution-peer-math-verify")
    args = parser.parse_args()
    theirs = peer_python(args.peer)
    passes: dict[str, list[dict[str, dict]]] = {"ours": [], "theirs": []}
    for _ in range(ROUNDS):
        passes["ours"].append(run(Path(sys.executable), OURS, args.pairs))
        passes["theirs"].append(run(theirs, THEIRS, args.pairs))
    for what in ("pairs", "responses"):
        cpu = {}
        for side, results in passes.items():
            cpu[side] = statistics.median(result[what]["cpu"] for result in results)
            best = min((result[what] for result in results), key=lambda result: result["each"][-1])
            n, each = best["n"], best["each"]
            print(
                f"{what:9} {side:6} {cpu[side]:7.3f} CPU s, {n / cpu[side]:8,.0f}/s, "
                f"p99 {each[int(n * 0.99)] * 1e3:7.2f} ms, "
                f"max {each[-1] * 1e3:8.2f} ms, {best['right']} of {n} as meant"
            )
        print(f"{what:9} ratio  {cpu['theirs'] / cpu['ours']:.1f}")


if __name__ == "__main__":
    main()
