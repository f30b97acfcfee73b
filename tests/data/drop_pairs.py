"""Random pairs of answers that probe DROP's normalisation, and what the owners' function gives for them.

`python tests/data/drop_pairs.py DROP_EVAL.py` writes `drop_owner.json` beside this file, where DROP_EVAL.py is
`allennlp_rc/eval/drop_eval.py` of allenai/allennlp-reading-comprehension. The values there are its own:
exact match, and F1 in hundredths, for the pairs below and for those of `perf/drop.jsonl.gz`.
"""

from __future__ import annotations

import gzip
import json
import random
import runpy
import sys
from pathlib import Path

Pair = tuple[list[str], list[str]]
OWNER = Path(__file__).with_name("drop_owner.json")
# fmt: off
PIECES = (
    "10", "10.", "ten", "the", "a", "A", "an", "-", "x", "Lee", "Kim", "5.3%", "$4.5", "1,000",
    "“the”", "the”", "nan", "inf", "infinity", "1_000", "١٠", "ΑΣ", "İ", "é", "(a)", "a.", "1e5",
    "-5", ".5", "3rd", "O'Neil", "_", "，", "½", "²", "𝟏", " ", "  ", "\n", "\t", "\xa0", "a\n5",
    "\x1f",
)
# fmt: on


def pairs(count: int = 3000) -> list[Pair]:
    """(predicted spans, gold spans), one to four each, a third of the golds sharing spans with the prediction."""
    draw = random.Random(5)

    def span() -> str:
        return "".join(draw.choice(PIECES) + draw.choice(("", " ", " ", "-")) for _ in range(draw.randrange(6)))

    made = []
    for _ in range(count):
        predicted = [span() for _ in range(draw.randrange(1, 5))]
        gold = [span() for _ in range(draw.randrange(1, 5))]
        if draw.random() < 0.3:
            gold = [draw.choice(predicted + gold) for _ in gold]
        made.append((predicted, gold))
    return made


def perf_pairs(path: Path) -> list[Pair]:
    """The pairs of a file with `pred` and `gold` in each row."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return [(row["pred"], row["gold"]) for row in rows]


def main() -> None:
    owner = runpy.run_path(sys.argv[1])["get_metrics"]
    perf = perf_pairs(Path(__file__).resolve().parents[3] / "shared/perf/drop.jsonl.gz")
    table = {}
    for name, made in (("random", pairs()), ("perf", perf)):
        values = [owner(predicted, gold) for predicted, gold in made]
        table[name] = [[int(em), round(100 * float(f1))] for em, f1 in values]
    OWNER.write_text(json.dumps(table, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
