"""Speed of the embedded engine, in CPU seconds of this process: questions scored, tokens generated, loading, memory.

python perf/engine.py --data ../shared/perf [--model FILE.gguf] [--limit N]
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import time
from pathlib import Path
from typing import Any

from evalution.engines.gguf.engine import GgufEngine
from evalution.request import Generate, Generated, Loglikelihood, Message, Request

LABELS = "ABCD"


def answer_text(row: dict[str, Any]) -> Loglikelihood:
    return Loglikelihood(f"Question: {row['question']}\nAnswer:", tuple(f" {c}" for c in row["choices"]))


def letters(row: dict[str, Any]) -> Loglikelihood:
    lines = "".join(f"{label}. {choice}\n" for label, choice in zip(LABELS, row["choices"], strict=True))
    context = f"{row.get('fewprefix', '')}Question: {row['question']}\n{lines}Answer:"
    return Loglikelihood(context, tuple(f" {label}" for label in LABELS))


def generation(i: int) -> Generate:
    return Generate((Message("user", f"Write a long story about a lighthouse and the number {i}."),), 160)


def timed(engine: GgufEngine, name: str, requests: list[Request]) -> None:
    start = time.process_time()
    answers = [answer for _, answer in engine.run(requests)]
    spent = time.process_time() - start
    tokens = sum(a.tokens or 0 for a in answers if isinstance(a, Generated))
    amount, unit = (tokens, "tokens") if tokens else (len(answers), "questions")
    print(f"{name:32}{amount / spent:8.2f} {unit} / CPU s   ({amount} in {spent:.1f} CPU s)", flush=True)


def rows(path: Path, limit: int) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][:limit]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with mc200 and mc200_5shot")
    parser.add_argument("--model", type=Path, help="a GGUF file; otherwise the embedded model")
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    wall, cpu = time.perf_counter(), time.process_time()
    path = args.model
    if path is None:
        from evalution.engines.smollm2 import model_file

        path = model_file()
    engine = GgufEngine(path)
    print(f"loading: {time.perf_counter() - wall:.2f} s wall, {time.process_time() - cpu:.2f} CPU s")
    print(" ".join(f"{key}={value}" for key, value in engine.describe().items()))
    plain, shots = rows(args.data / "mc200.jsonl.gz", args.limit), rows(args.data / "mc200_5shot.jsonl.gz", args.limit)
    timed(engine, "mc200, answer text", [answer_text(row) for row in plain])
    timed(engine, "mc200, letters", [letters(row) for row in plain])
    timed(engine, "mc200_5shot, letters", [letters(row) for row in shots])
    timed(engine, "generation, 8 at once", [generation(i) for i in range(8)])
    timed(engine, "generation, 48, 16 at once", [generation(i) for i in range(48)])
    print(f"memory, highest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
