"""`evalution score` and `evalution explain`, as a person runs them."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time

import pytest

ROWS = [{"response": "#### 4", "gold": "4"}, {"response": "The answer is 5.", "gold": "6"}]


def evalution(*arguments, **kwargs):
    command = [sys.executable, "-m", "evalution", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=60, **{"text": True, "encoding": "utf-8", **kwargs})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def refused(result, *words):
    assert result.returncode == 2, result.stderr
    assert result.stderr.startswith("evalution: ") and result.stderr.count("\n") == 1, result.stderr
    for word in words:
        assert word in result.stderr


def test_a_file_is_scored(file, tmp_path):
    out = tmp_path / "out.csv"
    done = evalution("score", file, "--scorer", "num", "--gold", "gold", "--reference", "gsm8k", "--out", out)
    assert done.returncode == 0, done.stderr
    for line in (
        "acc,num        0.5000  [0.0945, 0.9055]  2",
        "acc,num@gsm8k  0.5000",
        "acc,num: correct 1, incorrect 1",
        "acc,num: by rule: hash 1, marker:answer 1",
        "num and num@gsm8k differ on 0 rows",
    ):
        assert line in done.stdout, done.stdout
    assert out.read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--scorer", "num", "--gold", "golf"), ("rows.jsonl: row 0: golf", "found fields response, gold")),
        (("--scorer", "nmu", "--gold", "gold"), ("unknown scorer 'nmu'", "nearest: num")),
        (("--scorer", "num", "--gold", "gold", "--labels", "AA"), ("--labels: expected labels that differ",)),
        (("--gold", "gold"), ("--scorer: expected a name",)),
        (("--scorer", "num", "--gold", "gold", "--out", "x.txt"), ("--out: expected a file ending in",)),
    ],
)
def test_bad_input_is_one_line_and_exit_2(file, arguments, words):
    refused(evalution("score", file, *arguments), *words)


def test_a_file_that_is_not_there(tmp_path):
    refused(evalution("score", tmp_path / "no.jsonl", "--scorer", "num", "--gold", "gold"), "no.jsonl", "No such file")


def test_explain_shows_what_decided_and_why_others_lost():
    done = evalution("explain", "--scorer", "num", "--response", "The answer is 7.\nNo: #### 8", "--gold", "8")
    assert done.returncode == 0, done.stderr
    for line in (
        "No: #### ⟦8⟧",
        "hash: '8' at 26-27: decides",
        "marker:answer: '7' at 14-15: an earlier commitment",
        "boxed: found nothing",
        "last_number: '8' at 26-27: a weaker band",
        "acc,num: correct 1; answer '8' by rule hash at 26-27, decided by number",
    ):
        assert line in done.stdout, done.stdout


def test_explain_options_and_an_owners_rule():
    options = ("--choices", '["a kite", "a door"]', "--labels", "PQ", "--gold", "Q")
    done = evalution("explain", "--scorer", "choice_label", "--response", "Answer: Q", *options)
    assert "em,choice_label: correct 1; answer 'Q'" in done.stdout, done.stdout + done.stderr
    done = evalution("explain", "--scorer", "num", "--reference", "gsm8k", "--response", "#### 8", "--gold", "#### 8")
    assert "acc,num@gsm8k: correct 1" in done.stdout
    done = evalution("explain", "--scorer", "drop", "--response", "Lee", "--gold", "Lee Kim")
    assert "found nothing" not in done.stdout and "first_line: 'Lee' at 0-3: decides" in done.stdout
    assert "f1,drop: partial" in done.stdout and "em,drop: partial 0" in done.stdout


def test_explain_escapes_what_models_write(tmp_path):
    said = "[bold]x[/bold] \x1b[2J\u202e the answer is 8"
    (tmp_path / "said.txt").write_text(said)
    for given in ({"args": (f"@{tmp_path / 'said.txt'}",)}, {"args": ("-",), "input": said}):
        done = evalution("explain", "--scorer", "num", "--gold", "8", "--response", *given.pop("args"), **given)
        assert done.returncode == 0, done.stderr
        assert "[bold]x[/bold] \\x1b[2J\\u202e the answer is ⟦8⟧" in done.stdout
        assert "\x1b" not in done.stdout and "\u202e" not in done.stdout


def test_explain_bad_input(tmp_path):
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    refused(
        evalution("explain", "--scorer", "num", "--response", f"@{tmp_path}/no", "--gold", "8"), "--response", "No such"
    )
    refused(evalution("explain", "--scorer", "num", "--response", f"@{tmp_path}/latin", "--gold", "8"), "UTF-8", "0xe9")
    refused(evalution("explain", "--scorer", "nums", "--response", "8", "--gold", "8"), "nearest: num")
    refused(evalution("explain", "--scorer", "exam", "--response", "8", "--gold", "8"), "judges a text, found 'exam'")
    refused(
        evalution("explain", "--scorer", "choice_label", "--response", "8", "--gold", "8", "--choices", "x"),
        "JSON list",
    )


@pytest.mark.parametrize("command", [["--help"], ["score", "--help"], ["explain", "--help"]])
def test_help_imports_nothing_heavy(command):
    heavy = "{'numpy', 'scipy', 'mpmath', 'rich', 'msgspec', 'evalution.engines'}"
    code = (
        "import sys\nfrom evalution.cli import main\nsys.argv = ['evalution', *sys.argv[1:]]\n"
        f"try:\n    main()\nfinally:\n    print(sorted({heavy} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True)
    assert done.stderr.strip() == "[]", done.stderr


def test_help_is_quick():
    """The top page; a command's own page also pays for pydantic, which typer imports to read flags."""
    command = ["--help"]
    spent = [_cpu_seconds(command) for _ in range(3)]
    while min(spent) > 0.2 and len(spent) < 10:  # a busy machine shares its caches
        spent.append(_cpu_seconds(command))
    assert min(spent) <= 0.2


def _cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "evalution", *command], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_kill_leaves_nothing_half_written(tmp_path):
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    path.write_text((json.dumps(ROWS[0]) + "\n") * 300_000)
    command = [sys.executable, "-m", "evalution", "score", path, "--scorer", "num", "--gold", "gold", "--out", out]
    with subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not list(tmp_path.glob(".out.jsonl.*")):
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 130
        assert "nothing was written" in process.stderr.read()
    assert list(tmp_path.iterdir()) == [path]
