"""Columns of responses: the same verdicts as one by one, however many processes or threads there are."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading

import pytest

import evalution
from evalution.errors import BadInput, EvalutionError
from evalution.scoring import columns, workers
from scoring_work import double

ROWS = [(f"So 2 * {i} is {2 * i}.\n#### {2 * i + i % 3}", 2 * i) for i in range(300)]
RESPONSES, GOLDS = [r for r, _ in ROWS], [g for _, g in ROWS]


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(columns, "ROWS", 20)


def test_the_name_is_the_function_however_often_it_is_asked_for():
    assert [evalution.score("#### 2", 2, "num").value for _ in range(2)] == [1.0, 1.0]


def test_many_are_judged_as_one_by_one():
    many = evalution.score_many(RESPONSES, GOLDS, "num")
    for i, (response, gold) in enumerate(ROWS):
        one = evalution.score(response, gold, "num")
        assert (many.status[i], many.value[i], many.answer[i], many.rule[i]) == (
            one.status,
            one.value,
            one.answer,
            one.rule,
        )
        assert (many.start[i], many.end[i]) == one.span
    assert len(many) == 300


@pytest.mark.parametrize("name", ["num", "choice_label@simple_evals", "drop"])
def test_processes_change_nothing(name, small_chunks):
    golds = [chr(65 + i % 4) for i in range(300)] if name.startswith("choice") else GOLDS
    here = evalution.score_many(RESPONSES, golds, name, processes=1)
    assert evalution.score_many(RESPONSES, golds, name, processes=2) == here


def test_a_script_without_a_main_guard_may_use_processes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import evalution\n"
        "print('once')\n"
        "columns = evalution.score_many(['#### 1'] * 12_000, 1, 'num', processes=2)\n"
        "print(sum(columns.value))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["once", "12000.0"], done.stderr


def test_large_inputs_take_processes_by_themselves_and_small_ones_do_not(monkeypatch, small_chunks):
    started = []
    monkeypatch.setattr(workers, "available", lambda: 2)
    original = workers._Worker.__init__
    monkeypatch.setattr(workers._Worker, "__init__", lambda self, job: (started.append(1), original(self, job))[1])
    evalution.score_many(RESPONSES[:80], GOLDS[:80], "num")
    assert started == []
    evalution.score_many(RESPONSES, GOLDS, "num")
    assert len(started) == 2


def test_threads_do_not_disturb_each_other():
    expected = evalution.score_many(RESPONSES, GOLDS, "num")
    found = [None] * 8

    def work(place):
        found[place] = evalution.score_many(RESPONSES, GOLDS, "num")

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_one_value_holds_for_all_and_columns_for_each():
    said = ["B", "b)", "Answer: D"]
    assert evalution.score_many(said, "B", "choice_label", choices=4).value == [1.0, 1.0, 0.0]
    assert evalution.score_many(said, ["B", "A", "D"], "choice_label", choices=[2, 4, 4]).value == [1.0, 0.0, 1.0]
    assert evalution.score_many(
        ["the blue door"] * 2, ["A", "B"], "choice_label", choices=["red", "blue door"]
    ).value == [
        0.0,
        1.0,
    ]
    assert evalution.score_many(["Lee"], [("Kim", "Lee")], "exact").value == [1.0]
    cut = evalution.score_many(["it is 3", "it is 3"], 3, "num", truncated=[True, False])
    assert cut.status == ["no_answer", "correct"]
    assert evalution.score_many(["3,5"] * 2, "3.5", "num", language=["de", "en"]).value == [1.0, 0.0]


def test_several_keys_are_several_columns_of_values():
    many = evalution.score_many(["Lee and Kim", "Lee"], ["Lee", "Lee"], "drop")
    assert list(many.values) == ["f1,drop", "em,drop"]
    assert many.values["em,drop"] == [0.0, 1.0]
    assert many.value == many.values["f1,drop"]
    assert 0 < many.value[0] < 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((["1", "2"], [1]), "golds: expected one value, or one for each of 2 responses, found 1"),
        (("12", 1), "responses: expected a sequence of texts"),
        ((["1", 2], 1), "row 1: responses: expected a text, found 2"),
    ],
)
def test_columns_that_do_not_fit_are_told_in_one_line(arguments, words):
    with pytest.raises(BadInput, match=words):
        evalution.score_many(*arguments, "num")


def test_names_and_patterns():
    with pytest.raises(EvalutionError, match="nearest: num"):
        evalution.score_many(["1"], 1, "nun")
    with pytest.raises(EvalutionError, match="judges a text, found 'multiple_choice'"):
        evalution.score("1", 1, "multiple_choice")
    with pytest.raises(EvalutionError, match="patterns: expected 1 or 3"):
        evalution.score("1", 1, "num", reference="gsm8k", patterns=1)
    late = "Hence it is C"
    for patterns, status in ((1, "no_answer"), (3, "correct"), (None, "correct")):
        verdict = evalution.score(late, "C", "choice_label", reference="mmlu_pro", patterns=patterns)
        assert verdict.status == status


def test_no_response_is_unscored():
    assert evalution.score_many([None, "1"], 1, "num").status == ["unscored", "correct"]


def test_explain_lists_what_lost():
    verdict = evalution.explain("The answer is 3.\nNo: #### 4", 4, "num")
    assert (verdict.answer, verdict.rule) == ("4", "hash")
    assert ("3", "an earlier commitment") in [(c.answer, c.why) for c in verdict.rejected]
    assert evalution.explain("#### 4", 4, "num", reference="gsm8k").rejected == ()


def test_results_come_in_order_and_only_a_few_chunks_are_taken_ahead():
    taken = []

    def source():
        for n in range(100, 140):
            taken.append(n)
            yield n

    results = workers.ordered_map(abs, source(), 2)
    assert [next(results) for _ in range(3)] == [100, 101, 102]
    assert len(taken) <= 3 + 2 * workers.AHEAD
    results.close()


@pytest.mark.parametrize(
    ("n", "kind", "words"), [(7, BadInput, "f: row 7: expected another"), (13, ZeroDivisionError, "thirteen")]
)
def test_what_is_raised_elsewhere_is_raised_here_after_what_came_before(n, kind, words):
    results = workers.ordered_map(double, [1, 2, n, 3], 2)
    assert [next(results), next(results)] == [2, 4]
    with pytest.raises(kind, match=words):
        next(results)


def test_what_the_chunks_raise_comes_in_its_place():
    def source():
        yield -1
        yield -2
        raise BadInput("nothing", expected="rows")

    results = workers.ordered_map(abs, source(), 2)
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(BadInput, match="expected rows"):
        next(results)


def test_a_process_that_dies_is_told():
    with pytest.raises(EvalutionError, match=r"ended before its work was done \(exit code 3\)"):
        list(workers.ordered_map(double, [99], 2))


def test_printing_does_not_disturb_the_answers():
    assert list(workers.ordered_map(double, [50, 51], 2)) == [100, 102]


def test_what_cannot_be_sent_is_told():
    with pytest.raises(EvalutionError, match="cannot be sent to another process"):
        list(workers.ordered_map(lambda n: n, [1], 2))


def test_processes_are_one_or_more():
    with pytest.raises(EvalutionError, match="processes: expected 1 or more, found 0"):
        evalution.score_many(["1"], 1, "num", processes=0)


def test_bad_input_survives_pickling():
    error = BadInput("x", expected="y", file="f", row=3, field="g")
    assert str(pickle.loads(pickle.dumps(error))) == str(error) == "f: row 3: g: expected y, found x"
