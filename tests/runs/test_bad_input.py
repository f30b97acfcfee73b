"""Bad input ends in one line that says file, row, field, expected and found; exit code 2; nothing half written."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys

import pytest

ARC = {
    "id": "q0",
    "question": "Which is hot?",
    "choices": {"text": ["ice", "fire"], "label": ["A", "B"]},
    "answerKey": "B",
}
GSM = {"question": "1 + 1?", "answer": "#### 2"}


def evalution(*arguments, **kwargs):
    command = [sys.executable, "-m", "evalution", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **kwargs)


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(lines({"id": "q0", "logprobs": [-2.0, -1.0], "tokens": [1, 1]}))
    return path


@pytest.fixture
def texts(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text(lines({"id": 0, "response": "#### 2"}))
    return path


def refuse(tmp_path, result, *words):
    assert result.returncode == 2, result.stderr
    assert result.stderr.startswith("evalution: ")
    assert result.stderr.count("\n") == 1, result.stderr
    for word in words:
        assert word in result.stderr
    assert not (tmp_path / "out" / "results.json").exists()


def arc(tmp_path, answers, content, name="data.jsonl"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return evalution(
        "run", "arc_easy", "--model", f"replay:{answers}", "--data", f"arc_easy={path}", "--out", tmp_path / "out"
    )


def gsm(tmp_path, texts, *rows):
    path = tmp_path / "gsm.jsonl"
    path.write_text(lines(*rows))
    return evalution("run", "gsm8k", "--model", f"replay:{texts}", "--data", f"gsm8k={path}", "--out", tmp_path / "out")


def test_good_input_is_not_refused(tmp_path, answers):
    result = arc(tmp_path, answers, lines(ARC))
    assert result.returncode == 0, result.stderr
    assert "acc,exam" in result.stdout
    assert "1.0000" in result.stdout


def test_missing_file(tmp_path, answers):
    result = evalution(
        "run", "arc_easy", "--model", f"replay:{answers}", "--data", "arc_easy=no.jsonl", "--out", tmp_path / "out"
    )
    refuse(tmp_path, result, "no.jsonl", "expected a readable file")


def test_wrong_column(tmp_path, answers):
    row = {"prompt" if key == "question" else key: value for key, value in ARC.items()}
    refuse(tmp_path, arc(tmp_path, answers, lines(row)), "data.jsonl", "row 0", "question", "prompt")


def test_empty_file(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, ""), "data.jsonl", "expected rows", "empty file")


def test_broken_gzip(tmp_path, answers):
    whole = gzip.compress(lines(*({**ARC, "id": f"q{n}"} for n in range(50))).encode())
    refuse(tmp_path, arc(tmp_path, answers, whole[:-40], "data.jsonl.gz"), "data.jsonl.gz", "row", "whole gz file")
    refuse(tmp_path, arc(tmp_path, answers, b"not gzip", "data.jsonl.gz"), "data.jsonl.gz", "whole gz file")


def test_line_cut_in_the_middle(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, lines(ARC) + lines(ARC)[:40]), "row 1", "whole JSON value")


def test_line_that_is_no_object(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, "[1, 2]\n"), "row 0", "JSON object", "[1, 2]")


def test_bytes_that_are_no_text(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, b"\xff\xfe\x00"), "UTF-8", "0xff")


def test_answer_key_that_is_no_label(tmp_path, answers):
    row = {**ARC, "answerKey": "E"}
    refuse(tmp_path, arc(tmp_path, answers, lines(row)), "row 0", "answerKey", "A, B", "'E'")


def test_duplicate_id(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, lines(ARC, ARC)), "row 1", "id", "'q0' of row 0")


def test_gold_without_a_number(tmp_path, texts):
    refuse(tmp_path, gsm(tmp_path, texts, GSM, {**GSM, "answer": "#### many"}), "row 1", "answer", "#### many")


def test_wrong_data_name(tmp_path, answers):
    result = evalution(
        "run", "arc_easy", "--model", f"replay:{answers}", "--data", "arc=x.jsonl", "--out", tmp_path / "out"
    )
    refuse(tmp_path, result, "--data", "arc_easy", "'arc'")


def test_malformed_data_flag(tmp_path, answers):
    result = evalution(
        "run", "arc_easy", "--model", f"replay:{answers}", "--data", "arc_easy", "--out", tmp_path / "out"
    )
    refuse(tmp_path, result, "NAME[.SUBSET][:SPLIT]=FILE")


def test_unknown_file_type(tmp_path, answers):
    refuse(tmp_path, arc(tmp_path, answers, "x", "data.xml"), "data.xml", ".jsonl")


def test_unknown_names(tmp_path, answers):
    result = evalution("run", "arc_esy", "--model", f"replay:{answers}", "--out", tmp_path / "out")
    refuse(tmp_path, result, "'arc_esy'", "nearest: arc_easy")
    result = evalution("run", "arc_easy", "--sample", "--model", "smolm2", "--out", tmp_path / "out")
    refuse(tmp_path, result, "'smolm2'", "nearest: smollm2")


@pytest.mark.skipif(os.name == "nt", reason="paths of another kind")
def test_unwritable_out(tmp_path, answers):
    result = evalution("run", "arc_easy", "--sample", "--model", f"replay:{answers}", "--out", "/dev/null/run")
    refuse(tmp_path, result, "--out /dev/null/run", "cannot be written")


def test_folder_of_other_settings(tmp_path, answers):
    assert arc(tmp_path, answers, lines(ARC)).returncode == 0
    before = (tmp_path / "out" / "results.json").read_bytes()
    result = evalution(
        *("run", "arc_easy", "--model", f"replay:{answers}", "--data", f"arc_easy={tmp_path / 'data.jsonl'}"),
        *("--system", "Be brief.", "--out", tmp_path / "out"),
    )
    assert result.returncode == 2
    assert "system:  → Be brief." in result.stderr
    assert (tmp_path / "out" / "results.json").read_bytes() == before


def test_repeats_at_temperature_zero(tmp_path, texts):
    result = evalution(
        "run", "gsm8k", "--sample", "--repeats", "3", "--model", f"replay:{texts}", "--out", tmp_path / "out"
    )
    refuse(tmp_path, result, "--repeats 3", "temperature")


def test_permutations_without_options(tmp_path, texts):
    result = evalution(
        *(
            "run",
            "gsm8k",
            "--sample",
            "--label-permutations",
            "0.5",
            "--model",
            f"replay:{texts}",
            "--out",
            tmp_path / "out",
        )
    )
    refuse(tmp_path, result, "--label-permutations", "options")


def test_headline_without_its_service(tmp_path, texts):
    result = evalution("run", "arc_easy", "--sample", "--model", f"replay:{texts}", "--out", tmp_path / "out")
    refuse(tmp_path, result, "headline", "loglikelihood")


def test_show_of_what_is_not_there(tmp_path, answers):
    assert arc(tmp_path, answers, lines(ARC)).returncode == 0
    for flags, message in ((("--doc", "q1"), "nearest: q0"), (("--by", "subject"), "no groups here")):
        result = evalution("show", tmp_path / "out", *flags)
        assert (result.returncode, message in result.stderr) == (2, True), result.stderr


def test_show_of_no_run(tmp_path):
    result = evalution("show", tmp_path)
    refuse(tmp_path, result, "expected a run folder")
