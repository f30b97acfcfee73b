"""A benchmark of the user's own: one Python file, from the command line to the table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evalution import registry
from evalution.errors import EvalutionError
from evalution.runs.plugin import load_plugin

EXAMPLE = Path(__file__).parents[2] / "examples" / "capitals.py"


def evalution(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "evalution", *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def ran(tmp_path):
    data, answers = tmp_path / "capitals.jsonl", tmp_path / "answers.jsonl"
    rows = [{"country": "Peru", "capital": "Lima"}, {"country": "Kenya", "capital": "Nairobi"}]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    replies = [{"id": 0, "response": " Lima\n"}, {"id": 1, "response": "It is Nairobi"}]
    answers.write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    flags = ("--model", f"replay:{answers}", "--data", f"capitals={data}", "--out", tmp_path / "run")
    return evalution("run", "capitals", "--plugin", EXAMPLE, *flags), tmp_path / "run"


def test_a_file_of_at_most_thirty_lines_is_a_benchmark(ran):
    result, folder = ran
    assert result.returncode == 0, result.stderr
    assert len(EXAMPLE.read_text().splitlines()) <= 30
    assert "em,exact  0.5000" in result.stdout
    assert "Capital cities (capitals, version 1)" in evalution("describe", "capitals", "--plugin", EXAMPLE).stdout
    shown = evalution("show", folder, "--doc", "1", "--plugin", EXAMPLE)
    assert "What is the capital of Kenya?" in shown.stdout


def test_code_is_never_taken_from_a_run_folder(ran):
    _, folder = ran
    shown = evalution("show", folder, "--doc", "1")
    assert shown.returncode == 2
    assert "unknown benchmark 'capitals'" in shown.stderr
    assert evalution("show", folder).returncode == 0


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("x = 1", "expected a Benchmark or a scorer"),
        ("import msgspec, evalution.benchmarks.arc as a\nB = msgspec.structs.replace(a.ARC_EASY, version=9)",
         "'arc_easy': the name is a built-in's"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_told_in_one_line(tmp_path, code, message):
    path = tmp_path / "plugin.py"
    path.write_text(code)
    with pytest.raises(EvalutionError, match=message):
        load_plugin(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(EvalutionError, match="expected a Python file"):
        load_plugin(tmp_path / "nowhere.py")


def test_a_plugin_joins_the_names(monkeypatch):
    monkeypatch.setattr(registry, "_ADDED", {})
    load_plugin(EXAMPLE)
    load_plugin(EXAMPLE)
    assert "capitals" in registry.names("benchmarks")
