"""Sealed benchmarks: nothing of their texts lies in a run folder in plain sight, and everything works as elsewhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_runs import Counting

import evalution
from evalution.datasets.locate import load_items
from evalution.engines.scripted import Scripted
from evalution.registry import load
from evalution.reports.document import print_document
from evalution.reports.terminal import console
from evalution.request import Failure, Generated
from evalution.runs.journal import Journal
from evalution.runs.seal import seal, unseal

REPLY = "The zephyr hypothesis settles it.\nAnswer: C"


def evaluate(out, engine=None, **options):
    engine = engine or Scripted(lambda request: Generated(REPLY))
    return evalution.evaluate(["gpqa_diamond"], engine, out=out, bundled=True, **options)


@pytest.fixture
def plain_bytes():
    def read(folder):
        return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())

    return read


@given(st.binary(max_size=200))
def test_seal_and_unseal(body):
    assert unseal(seal(body)) == body


def test_no_question_option_or_response_in_plain_text(tmp_path, plain_bytes):
    def answer(request):
        return Failure("down") if "spring" in request.prompt[-1].content else Generated(REPLY)

    run = evaluate(tmp_path, Scripted(answer))
    content = plain_bytes(tmp_path)
    benchmark = load("benchmarks", "gpqa_diamond")
    for item in load_items(benchmark, "train", [], bundled=True).items:
        assert item.question[:20].encode() not in content
        assert json.dumps(item.question[:20]).encode() not in content
    assert b"zephyr" not in content
    assert run.unanswered() == {"down": 4}
    with Journal(tmp_path, readonly=True) as journal:
        assert journal.counts()["samples"] == 20


def test_others_are_not_sealed(tmp_path, plain_bytes):
    evalution.evaluate(["mmlu"], Scripted(lambda request: Generated(REPLY)), out=tmp_path, bundled=True)
    assert b"zephyr" in plain_bytes(tmp_path)


def test_a_sealed_run_resumes_rescores_and_is_reused(tmp_path, plain_bytes):
    first, second, third = Counting(), Counting(), Counting()
    evaluate(tmp_path / "a", first, limit=3)
    run = evaluate(tmp_path / "a", second)
    assert (first.asked, second.asked) == (12, 8)
    again, missing = evalution.rescore(tmp_path / "a")
    assert (again.results, missing) == (run.results, {})
    assert evaluate(tmp_path / "b", third, reuse=[tmp_path / "a"]).results == run.results
    assert third.asked == 0
    assert b"Correct" not in plain_bytes(tmp_path)
    assert b"ideal gas" not in plain_bytes(tmp_path)


@pytest.mark.parametrize("unseal", [False, True])
def test_show_hides_texts_until_asked(tmp_path, capsys, unseal):
    run = evaluate(tmp_path, limit=1)
    (record, *_) = run.records()
    for document in run.documents(record.id):
        print_document(document, console(), unseal=unseal)
    shown = capsys.readouterr().out
    assert ("zephyr" in shown) == unseal
    assert ("Think the question" in shown) == unseal
    assert ("--unseal" in shown) != unseal
    assert "em,choice_label:" in shown
