"""Speed of letter extraction against the loop of simple-evals' MMLU, one process, CPU time.

    python perf/letters.py COMMON.py [ROWS.jsonl.gz]

COMMON.py is `common.py` of openai/simple-evals; only the tables and functions that its `mmlu_eval.py` uses are taken
from it. ROWS defaults to `../shared/perf/mmlu_multi.jsonl.gz` (2,000 responses of 15 languages, a tenth without an
answer). Measured on all of them, on those without an answer, and on all with their last line cut off; full verdicts
with rule and span on our side. Prints responses a second for five interleaved runs and the median ratios.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evalution.scorers.choice_label import CHOICE_LABEL
from evalution.scorers.reference.simple_evals import CHOICE_LABEL_SIMPLE_EVALS, mmlu_pick
from evalution.scorers.target import Target

NAMES = (
    "MULTILINGUAL_ANSWER_REGEXES",
    "MULTILINGUAL_ANSWER_PATTERN_TEMPLATE",
    "normalize_response",
    "normalize_extracted_answer",
)
TARGET = Target("B", labels=tuple("ABCD"))


def owner_loop(path: str) -> Callable[[str], str | None]:
    """The loop of `mmlu_eval.py` over the owner's own tables and functions."""
    warnings.simplefilter("ignore")
    wanted = [node for node in ast.parse(Path(path).read_text("utf-8")).body if name_of(node) in NAMES]
    own: dict[str, Any] = {}
    exec(compile(ast.Module(wanted, []), path, "exec"), own)
    words, template, normalise, extracted = (own[name] for name in NAMES)

    def pick(response: str) -> str | None:
        text = normalise(response)
        for word in words:
            found = re.search(template.format(word), text)
            if found:
                return extracted(found.group(1))
        return None

    return pick


def name_of(node: ast.stmt) -> str:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    return getattr(node.targets[0], "id", "") if isinstance(node, ast.Assign) else ""


def rate(read: Callable[[str], object], responses: list[str]) -> float:
    """Responses a second of CPU."""
    start = time.process_time()
    for response in responses:
        read(response)
    return len(responses) / (time.process_time() - start)


def compare(name: str, owner: Callable[[str], str | None], responses: list[str]) -> None:
    """Five interleaved runs of the three, with the median ratios."""
    picks = [(pick.letter if pick else None) == owner(text) for text in responses for pick in [mmlu_pick(text)]]
    runs = []
    for _ in range(5):
        theirs = rate(owner, responses)
        reference = rate(lambda text: CHOICE_LABEL_SIMPLE_EVALS.judge(text, TARGET), responses)
        live = rate(lambda text: CHOICE_LABEL.judge(text, TARGET), responses)
        runs.append((reference / theirs, live / theirs))
        print(f"  owner {theirs:9,.0f}/s   reference {reference:9,.0f}/s   live {live:9,.0f}/s")
    reference, live = (statistics.median(ratios) for ratios in zip(*runs, strict=True))
    print(f"{name}: reference {reference:.1f} x, live {live:.2f} x; {sum(picks)} of {len(picks)} picks equal")


def main() -> None:
    """Measure and print."""
    default = Path(__file__).resolve().parents[2] / "shared/perf/mmlu_multi.jsonl.gz"
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else default
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    owner = owner_loop(sys.argv[1])
    compare("all responses", owner, [row["response"] for row in rows])
    compare("without an answer", owner, [row["response"] for row in rows if row["expected"] is None])
    compare("last line cut off", owner, [row["response"].rsplit("\n", 1)[0] for row in rows])


if __name__ == "__main__":
    main()
