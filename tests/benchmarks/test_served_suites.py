"""Suites that need a grader or a sandbox: without one, with a broken or absent one, their data's shapes, sealing."""

from __future__ import annotations

import base64
import csv
import json

import pytest

import evalution
from evalution.benchmarks.masking import masked
from evalution.datasets.locate import load_items, parse_flags
from evalution.engines.scripted import Scripted
from evalution.errors import BadInput, EvalutionError
from evalution.prompt import render
from evalution.registry import load
from evalution.request import Failure, Generated
from served import GRADER, SANDBOX, run
from stated import ready, stated


def items(name, path):
    return load_items(load("benchmarks", name), "test", parse_flags([f"{name}={path}"], [name])).items


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def knowing(name):
    replies = {(render(sample), sample.repeat): stated(name, sample) for sample in ready(name).samples()}
    return Scripted(
        lambda request: Generated(replies[request.prompt, request.repeat]), capabilities=frozenset({"generate"})
    )


@pytest.mark.parametrize(("name", "lack"), [
    ("simpleqa", "f1,judge needs a grader that can generate and chat"),
    ("browsecomp", "acc,judge needs a grader that can"),
    ("humaneval", "pass@1,exec needs a sandbox that can execute"),
    ("mbpp", "pass@1,exec needs a sandbox that can execute"),
])  # fmt: skip
def test_a_headline_without_its_service_is_refused_before_anything_is_asked(tmp_path, name, lack):
    with pytest.raises(EvalutionError, match=f"{name}: the headline cannot be computed: {lack}"):
        evalution.evaluate([name], Scripted(lambda request: pytest.fail("asked")), out=tmp_path, bundled=True)


@pytest.mark.parametrize("name", ["math", "math_500", "aime_2024", "aime_2025"])
def test_the_judge_of_mathematics_is_left_out_without_a_grader(tmp_path, name):
    run_of = evalution.evaluate([name], knowing(name), out=tmp_path, bundled=True)
    (result,) = run_of.results.tasks
    values = {metric.key: metric.estimate.value for metric in result.metrics}
    assert values == {"acc,math": 1.0, "acc,math@hendrycks": 1.0}
    (line,) = result.left_out
    assert line.startswith("acc,math_judge needs a grader that can generate")


def estimates(name, out, **services):
    result = evalution.evaluate([name], knowing(name), out=out, bundled=True, **services).results.tasks[0]
    return {metric.key: metric.estimate for metric in result.metrics}, result


@pytest.mark.parametrize("name", ["simpleqa", "browsecomp", "math"])
def test_a_grader_that_breaks_its_contract_leaves_everything_open(tmp_path, name):
    found, result = estimates(name, tmp_path, grader=Scripted(lambda request: Generated("Certainly!")))
    for key, estimate in found.items():
        if "judge" not in key:
            continue
        assert (estimate.value, estimate.unscored) == (None, estimate.n)
        if not key.startswith("calibration"):
            assert (estimate.floor, estimate.ceiling) == (0.0, 1.0)
        assert estimate.incomplete
    for metric in result.metrics:
        assert "judge" not in metric.key or metric.statuses == {"unscored": metric.estimate.n}


def test_a_grader_that_breaks_it_now_and_then_gives_bounds(tmp_path):
    def grader(request):
        return Generated("Certainly!") if "Tungsten" in request.prompt[0].content else GRADER.answer(request)

    found, _ = estimates("simpleqa", tmp_path, grader=Scripted(grader))
    share, f1 = found["is_correct,judge"], found["f1,judge"]
    assert (share.value, share.floor, share.ceiling, share.unscored, share.n) == (1.0, 0.8, 1.0, 1, 5)
    assert (f1.value, f1.floor, f1.ceiling) == (1.0, 0.8, 1.0)
    assert found["is_incorrect,judge"].value == found["is_not_attempted,judge"].value == 0.0


@pytest.mark.parametrize(("name", "service"), [("simpleqa", "grader"), ("humaneval", "sandbox")])
def test_a_service_out_of_reach_is_an_error_that_the_next_call_mends(tmp_path, name, service):
    gone = Scripted(lambda request: Failure("connection refused"), "same")
    found, result = estimates(name, tmp_path, **{service: gone})
    headline = found[result.headline]
    assert (headline.value, headline.unscored, headline.incomplete) == (None, headline.n, True)
    back = Scripted((GRADER if service == "grader" else SANDBOX).answer, "same")
    found, result = estimates(name, tmp_path, **{service: back})
    assert (found[result.headline].value, found[result.headline].unscored) == (1.0, 0)


@pytest.mark.parametrize("name", ["humaneval", "mbpp"])
def test_bundled_solutions_pass_and_a_raising_body_does_not(name):
    for item in ready(name).items:
        program = item.meta["prompt"] + item.gold
        assert run(program, item.meta["tests"]) == "passed"
        assert run(program + f"\n{item.meta['entry_point']} = None\n", item.meta["tests"]) == "failed"
        assert item.gold not in item.question


def test_five_samples_a_task_at_temperature(tmp_path):
    """Of five samples of each task two are right."""
    asked = []
    golds = {render(s): stated("humaneval", s) for s in ready("humaneval").samples()}

    def model(request):
        asked.append(request)
        return Generated(golds[request.prompt] if request.repeat in (1, 3) else "```python\n1 / 0\n```")

    engine = Scripted(model, capabilities=frozenset({"generate"}))
    result = evalution.evaluate(["humaneval"], engine, sandbox=SANDBOX, out=tmp_path, bundled=True).results.tasks[0]
    values = {metric.key: metric.estimate for metric in result.metrics}
    assert {(request.temperature, request.top_p) for request in asked} == {(0.8, 0.95)}
    assert len(asked) == 20
    assert values["pass@1,exec"].value == pytest.approx(0.4)
    assert values["pass@2,exec"].value == pytest.approx(1 - 3 / 10)
    assert values["pass@5,exec"].value == 1.0
    assert values["pass@1,exec"].n == 4
    assert values["pass@1,exec@simple_evals"].value == pytest.approx(0.4)


def test_simpleqa_as_simple_evals_has_it(tmp_path):
    path = tmp_path / "simple_qa_test_set.csv"
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["metadata", "problem", "answer"])
        table.writerow(
            ["{'topic': 'TV shows', 'answer_type': 'Person', 'urls': ['a', \"b's\"]}", "Who, or what?", "Kim"]
        )
    (one,) = items("simpleqa", path)
    assert (one.question, one.gold, one.groups) == (
        "Who, or what?",
        "Kim",
        {"topic": "tv_shows", "answer_type": "person"},
    )


def cover(text, canary):
    return base64.b64encode(masked(text.encode(), canary.encode())).decode()


def test_browsecomp_as_its_owners_have_it(tmp_path):
    path = tmp_path / "browse_comp_test_set.csv"
    canary = "BENCHMARK:0b7d"
    question = "Wer schrieb, nach langer Suche, „Süß“? " * 20
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["problem", "answer", "problem_topic", "canary"])
        table.writerow([cover(question, canary), cover("Kim", canary), "TV shows & movies", canary])
    (one,) = items("browsecomp", path)
    assert (one.question, one.gold, one.groups) == (question, "Kim", {"topic": "tv_shows_and_movies"})
    assert "Kim" not in path.read_text() and "Suche" not in path.read_text()


def test_browsecomp_texts_are_sealed(tmp_path):
    """Neither the bundled sample nor a run's folder holds a question or an answer in plain text, unless asked."""
    found, _ = estimates("browsecomp", tmp_path, grader=GRADER)
    assert found["acc,judge"].value == 1.0
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for item in ready("browsecomp").items:
        for part in (item.question, item.question[10:40]):
            assert part.encode() not in files


def test_mbpp_takes_the_test_split_of_the_owners_file(tmp_path):
    rows = [
        {"task_id": n, "text": "Negate.", "code": "def neg(n):\r\n    return -n", "test_list": ["assert neg(1) == -1"]}
        for n in (1, 10, 11, 510, 511, 974)
    ]
    found = items("mbpp", written(tmp_path / "mbpp.jsonl", *rows))
    assert [one.id for one in found] == ["11", "510"]
    assert found[0].question == "Negate.\n\nIt must pass these tests:\nassert neg(1) == -1"
    assert found[0].meta == {"prompt": "", "entry_point": "neg", "tests": "\nassert neg(1) == -1\n", "plain": False}


def test_mbpp_in_the_sanitised_shape(tmp_path):
    row = {
        "source_file": "x",
        "task_id": 20,
        "prompt": "Square root of the longest.",
        "code": "class Item:\n    pass\n\ndef helper(x):\n    return x\n\ndef longest(xs):\n    return helper(max(xs))",
        "test_imports": ["import math"],
        "test_list": ["assert math.isclose(longest([1, 4]), 4)", "assert longest([2]) == 2"],
    }
    (one,) = items("mbpp", written(tmp_path / "sanitized.jsonl", row))
    assert one.meta["entry_point"] == "longest"
    assert run(one.gold, one.meta["tests"]) == "passed"


QA = {"problem": "q", "answer": "a", "metadata": {"topic": "t", "answer_type": "x"}}
EVAL = {
    "task_id": "H/0",
    "prompt": "def f(n):\n",
    "entry_point": "f",
    "canonical_solution": "    return n\n",
    "test": "def check(candidate):\n    pass\n",
}
BASIC = {"task_id": 11, "text": "t", "code": "def f():\n    return 1", "test_list": ["assert f() == 1"]}
SEALED = {"problem": cover("q", "c"), "answer": cover("a", "c"), "problem_topic": "t", "canary": "c"}


@pytest.mark.parametrize(("name", "row", "changes", "message"), [
    ("simpleqa", QA, {"metadata": "{'topic': 'x'"}, "metadata: expected an object with topic and answer_type"),
    ("simpleqa", QA, {"metadata": {"topic": "x"}}, "metadata: expected an object with topic and answer_type"),
    ("simpleqa", QA, {"metadata": "[" * 5000}, "metadata: expected an object with topic and answer_type"),
    ("simpleqa", QA, {"answer": " "}, "answer: expected a text"),
    ("browsecomp", SEALED, {"problem": "plain words"}, "problem: expected base64 of a text under the row's canary"),
    ("browsecomp", SEALED, {"answer": cover("ÿÿÿÿ", "d")}, "answer: expected base64 of a text under the row's canary"),
    ("browsecomp", SEALED, {"answer": cover("", "c")}, "answer: expected a text"),
    ("browsecomp", SEALED, {"canary": ""}, "canary: expected a text"),
    ("humaneval", EVAL, {"entry_point": "g"}, "entry_point: expected the name of a function that the prompt begins"),
    ("humaneval", EVAL, {"entry_point": "f(n)"}, "entry_point: expected the name of a function"),
    ("humaneval", EVAL, {"test": "assert f(1)"}, "test: expected a definition of check"),
    ("mbpp", BASIC, {"code": "def f(:"}, "code: expected Python"),
    ("mbpp", BASIC, {"test_list": ["assert g() == 1"]}, "test_list: expected tests that call a function of the code"),
    ("mbpp", BASIC, {"test_list": "assert f() == 1"}, "test_list: expected a list of texts"),
    ("mbpp", BASIC, {"test_list": []}, "test_list: expected tests that call"),
])  # fmt: skip
def test_a_bad_row_is_told_with_its_field(tmp_path, name, row, changes, message):
    assert len(items(name, written(tmp_path / "good.jsonl", row))) == 1
    with pytest.raises(BadInput) as caught:
        items(name, written(tmp_path / "bad.jsonl", {**row, **changes}))
    assert str(caught.value).startswith(f"{tmp_path}/bad.jsonl: row 0: {message}")


@pytest.mark.slow
def test_all_solutions_of_humaneval_pass_as_their_owners_run_them(shared):
    for item in ready("humaneval", f"humaneval={shared('data/humaneval')}").items:
        assert run(item.meta["prompt"] + item.gold, item.meta["tests"]) == "passed", item.id
