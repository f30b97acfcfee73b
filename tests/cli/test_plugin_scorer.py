"""A scorer of the user's own over a large file: it is known wherever the work is done."""

from __future__ import annotations

import json
import subprocess
import sys

PLUGIN = """
from evalution.scorers.metrics import mean_metric
from evalution.scorers.text import TextScorer
from evalution.verdict import Status, Verdict

def judge(text, target):
    right = target.gold in text
    return (Verdict(Status.CORRECT if right else Status.INCORRECT, float(right), via="contains"),)

CONTAINS = TextScorer("contains", 1, ("acc,contains",), judge, (mean_metric("acc,contains"),))
"""


def test_a_large_file(tmp_path):
    plugin, rows = tmp_path / "plugin.py", tmp_path / "rows.jsonl"
    plugin.write_text(PLUGIN)
    lines = [json.dumps({"response": f"It is {n}.", "gold": str(n % 2)}) for n in range(20_000)]
    rows.write_text("\n".join(lines))
    command = ["score", rows, "--plugin", plugin, "--scorer", "contains", "--gold", "gold"]
    done = subprocess.run([sys.executable, "-m", "evalution", *map(str, command)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "acc,contains" in done.stdout
    assert "20000" in done.stdout
