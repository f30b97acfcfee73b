"""`evalution audit`, as a person runs it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def evalution(*arguments):
    command = [sys.executable, "-m", "evalution", "audit", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=60, encoding="utf-8")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.jsonl"
    rows = [{"response": "#### 4", "gold": "4"}, {"response": "The answer is 5.", "gold": "5"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_rules_side_by_side(file):
    done = evalution(file, "--scorers", "num,num@gsm8k", "--gold", "gold")
    assert done.returncode == 0, done.stderr
    for line in (
        "num        1.0000",
        "num@gsm8k  0.5000",
        "-0.5000",
        "row 1",
        "The answer is ⟦5⟧.",
        "num@gsm8k: no_answer 0",
    ):
        assert line in done.stdout, done.stdout
    assert "row 0" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--scorers", "num"), "--gold: expected the field"),
        (("--scorers", "num@gsm8k", "--gold", "gold"), "expected a live rule"),
        (("--scorers", "num,nmu", "--gold", "gold"), "unknown scorer 'nmu'"),
        (("--scorers", "num", "--gold", "golf"), "row 0: golf"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(file, arguments, word):
    done = evalution(file, *arguments)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and word in done.stderr, done.stderr


def test_a_folder_that_is_no_run(tmp_path):
    done = evalution(tmp_path)
    assert done.returncode == 2 and "found no run.json" in done.stderr
    done = evalution(tmp_path, "--gold", "gold")
    assert done.returncode == 2 and "--gold" in done.stderr
