"""Speed of the live number scorer on real GSM8K outputs: verdicts a second of CPU, rule and span recorded.

    python perf/gsm8k_numbers.py [ROWS.jsonl.gz]

ROWS defaults to `../shared/data/model_outputs/openai_gsm8k_example_solutions.jsonl.gz` (5,276 responses). Five runs,
each beside a fixed loop that shows how fast the machine is at that moment. (Not called `numbers.py`: scripts here would
then import it in place of the standard library's module.)
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import time
from pathlib import Path

from evalution.scorers.gsm8k import NUM
from evalution.scorers.target import Target


def fixed_loop(count: int = 500_000) -> float:
    """Steps a second of a loop that never changes."""
    start = time.process_time()
    total = 0
    for step in range(count):
        total += step & 7
    return count / (time.process_time() - start)


def main() -> None:
    """Measure and print."""
    default = Path(__file__).resolve().parents[2] / "shared/data/model_outputs/openai_gsm8k_example_solutions.jsonl.gz"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    pairs = [(row["response"], Target(row["gold"])) for row in rows]
    judge = NUM.judge
    agree = sum(
        judge(text, target)[0].value == row["official_score"] for row, (text, target) in zip(rows, pairs, strict=True)
    )
    rates = []
    for _ in range(5):
        machine = fixed_loop()
        start = time.process_time()
        for text, target in pairs:
            judge(text, target)
        rates.append(len(pairs) / (time.process_time() - start))
        print(f"{rates[-1]:11,.0f} verdicts/s   (fixed loop {machine:13,.0f}/s)")
    print(f"median {statistics.median(rates):,.0f} verdicts/s; {agree} of {len(rows)} agree with the owner's flags")


if __name__ == "__main__":
    main()
