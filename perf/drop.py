"""Speed of DROP's exact match and F1 against the owners' function, one process, CPU time.

    python perf/drop.py DROP_EVAL.py [ROWS.jsonl.gz]

DROP_EVAL.py is `allennlp_rc/eval/drop_eval.py` of allenai/allennlp-reading-comprehension (openai/simple-evals and
lm-evaluation-harness compute the same); ROWS defaults to `../shared/perf/drop.jsonl.gz`. Prints pairs a second for five
interleaved runs, the median ratio, and whether every value is equal.
"""

from __future__ import annotations

import gzip
import json
import runpy
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evalution.scorers.drop import DROP, get_drop_metrics
from evalution.scorers.target import Target


def rate(score: Callable[[Any], object], rows: list[Any]) -> float:
    """Rows a second of CPU."""
    start = time.process_time()
    for row in rows:
        score(row)
    return len(rows) / (time.process_time() - start)


def main() -> None:
    """Measure and print."""
    owner = runpy.run_path(sys.argv[1])["get_metrics"]
    default = Path(__file__).resolve().parents[2] / "shared/perf/drop.jsonl.gz"
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else default
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    equal = sum(
        (em, round(100 * f1)) == (theirs[0], round(100 * float(theirs[1])))
        for row in rows
        for (em, f1), theirs in [(get_drop_metrics(row["pred"], row["gold"]), owner(row["pred"], row["gold"]))]
    )
    texts = [(", ".join(row["pred"]), Target(tuple(row["gold"]))) for row in rows]
    ratios = []
    for _ in range(5):
        theirs = rate(lambda row: owner(row["pred"], row["gold"]), rows)
        ours = rate(lambda row: get_drop_metrics(row["pred"], row["gold"]), rows)
        live = rate(lambda pair: DROP.judge(*pair), texts)
        ratios.append(ours / theirs)
        print(f"owner {theirs:9,.0f}/s   get_drop_metrics {ours:9,.0f}/s   live verdicts on text {live:9,.0f}/s")
    print(f"median ratio {statistics.median(ratios):.1f}; {equal} of {len(rows)} values equal")


if __name__ == "__main__":
    main()
