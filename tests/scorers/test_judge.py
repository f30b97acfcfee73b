import gzip
import itertools
import json
import math
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.sample import Record, Reduced
from evalution.scorers.judge import BROWSECOMP, CONTRACTS, EQUALITY, GRADED, SIMPLEQA
from evalution.scorers.judge.attempts import attempt_metrics, simpleqa_metrics
from evalution.scorers.judge.calibration import calibration_error, calibration_estimate
from evalution.scorers.judge.contract import fill
from evalution.scorers.judge.simpleqa import LETTERS
from evalution.scorers.reference.judges import (
    BROWSECOMP_SIMPLE_EVALS,
    EQUALITY_SIMPLE_EVALS,
    SIMPLEQA_SIMPLE_EVALS,
)
from evalution.statistics.estimate import Design
from evalution.verdict import Status, Verdict

REPLICAS = (BROWSECOMP_SIMPLE_EVALS, EQUALITY_SIMPLE_EVALS, SIMPLEQA_SIMPLE_EVALS)
ALL = CONTRACTS | {contract.name: contract for contract in REPLICAS}
CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "golden/judge/replies.jsonl").open(encoding="utf-8")]
RESPONSE = {"question": "Q?", "gold": "G", "response": "{gold} \\frac{1}{2}"}
FIELDS = {
    "equality": {"first": "x+1", "second": "1+x"},
    "simpleqa": RESPONSE,
    "browsecomp": RESPONSE,
    "graded": RESPONSE,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['contract']}:{case['id']}")
def test_reply(case):
    found = ALL[case["contract"]].parse(case["reply"], case.get("nonce"))
    assert found.grade == case["grade"], found
    for field in ("why", "extracted", "confidence"):
        if field in case:
            assert getattr(found, field) == case[field], found


def test_ids_are_unique():
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_every_grade_is_read_from_the_line_that_the_instruction_shows():
    for contract in CONTRACTS.values():
        prompt = contract.prompt(FIELDS[contract.name], "n0nce")
        assert "n0nce" in prompt and "{nonce}" not in prompt
        shown = [line for line in prompt.splitlines() if line.startswith("n0nce ")]
        assert shown
        for grade in contract.grades:
            if contract is BROWSECOMP:
                reply = "n0nce extracted_final_answer: None\n" if grade.name == "none" else ""
                reply += f"n0nce correct: {'no' if grade.name == 'none' else grade.name}"
            else:
                head, _, _ = shown[0].rpartition(" ")
                reply = f"{head} {grade.name}"
            assert contract.parse(reply, "n0nce").grade == grade.name
            assert contract.parse(reply.replace("n0nce ", "")).grade == grade.name


def test_braces_in_a_response_stay():
    assert "{gold} \\frac{1}{2}" in SIMPLEQA.prompt(FIELDS["simpleqa"], "n")
    assert fill("{a}{b} {c}", {"a": "{b}", "b": "2"}) == "{b}2 {c}"
    with pytest.raises(KeyError, match="target"):
        fill("{question}", {"question": "q", "target": "t"})


def test_a_broken_contract_is_unscored():
    verdict = EQUALITY.verdict(EQUALITY.parse("Yes and no"))
    assert (verdict.status, verdict.value) == (Status.UNSCORED, None)
    assert verdict.note == "the judge broke its contract: two verdicts"


def test_verdicts():
    found = BROWSECOMP.verdict(BROWSECOMP.parse("extracted_final_answer: Lima\ncorrect: yes"))
    assert (found.status, found.value, found.answer, found.via) == (Status.CORRECT, 1.0, "Lima", "judge")
    assert SIMPLEQA.verdict(SIMPLEQA.parse("C")).status == Status.NO_ANSWER
    partial = GRADED.verdict(GRADED.parse("GRADE: P"))
    assert (partial.status, partial.value, partial.answer) == (Status.PARTIAL, 0.5, "P")


@given(st.text())
def test_any_reply_is_read(reply):
    for contract in ALL.values():
        for nonce in (None, "n", reply[:3] or None):
            found = contract.parse(reply, nonce)
            assert found.grade is None or found.grade in {grade.name for grade in contract.grades}
            assert found.grade is not None or found.why


@given(
    st.sampled_from(["A", "B", "C", "CORRECT", "Yes", "No", "GRADE: C", "correct: yes"]),
    st.sampled_from(["**{}**", " {}\n", "`{}`", "{}.", "“{}”"]),
)
def test_markup_changes_no_verdict(token, wrapper):
    for contract in CONTRACTS.values():
        assert contract.parse(wrapper.format(token)).grade == contract.parse(token).grade


WORST = (
    "A ",
    "yes ",
    "grade: ",
    "correct: ",
    "not ",
    "*",
    " ",
    "\n",
    "GRADE: C\n",
    "correct: yes\n",
    "A or ",
    "grade" + "*" * 12,
    "k ",
    "is ",
    "confidence: 1",
    '{"',
)


@pytest.mark.slow
@pytest.mark.parametrize("piece", WORST)
def test_time_is_linear(piece):
    text = piece * (1_000_000 // len(piece))
    for contract in CONTRACTS.values():
        for nonce in (None, "k"):
            start = time.process_time()
            contract.parse(text, nonce)
            assert time.process_time() - start < 4.0


def test_simpleqa_scores_from_the_published_grades(shared):
    packed = shared("data/model_outputs/czech_simpleqa_2models.jsonl.gz").read_bytes()
    rows = list(map(json.loads, gzip.decompress(packed).splitlines()))
    found = {
        model: simpleqa_metrics(LETTERS[row["judge_grade"]] for row in group)["f1"]
        for model, group in itertools.groupby(sorted(rows, key=lambda r: r["model"]), key=lambda r: r["model"])
    }
    assert {model: round(f1, 4) for model, f1 in found.items()} == {
        "claude-3-5-haiku-20241022": 0.0934,
        "claude-3-5-sonnet-20240620": 0.2575,
    }
    assert all(SIMPLEQA.parse(row["judge_grade"]).grade == LETTERS[row["judge_grade"]] for row in rows[::50])


def test_simpleqa_metrics():
    found = simpleqa_metrics(["CORRECT"] * 2 + ["INCORRECT"] * 3 + ["NOT_ATTEMPTED"] * 5)
    assert found["accuracy_given_attempted"] == pytest.approx(0.4)
    assert found["f1"] == pytest.approx(2 * 0.2 * 0.4 / (0.2 + 0.4))
    assert (found["is_correct"], found["is_incorrect"], found["is_not_attempted"]) == (0.2, 0.3, 0.5)
    assert simpleqa_metrics(["NOT_ATTEMPTED"])["f1"] == 0.0
    for bad in ([], ["A"]):
        with pytest.raises(ValueError, match="grades"):
            simpleqa_metrics(bad)


def graded(grades, repeats=1):
    """Records of samples with these grades, None being an unscored trial; reduced under each of the five keys."""
    samples = [grades[i : i + repeats] for i in range(0, len(grades), repeats)]
    by_name = {grade.name: grade for grade in SIMPLEQA.grades}
    found = {}
    for metric in attempt_metrics("grade,judge"):
        reduced = []
        for i, row in enumerate(samples):
            verdicts = [
                Verdict(by_name[g].status, by_name[g].value, g) if g else Verdict.unscored("outage") for g in row
            ]
            records = [Record(str(i), i, "g", {"grade,judge": v}, repeat) for repeat, v in enumerate(verdicts)]
            reduced.append(metric.reduce(records, metric.reads))
        found[metric.key.partition(",")[0]] = metric.aggregate(reduced, Design(seed=1))
    return found


def test_the_five_aggregates():
    grades = ["CORRECT"] * 20 + ["INCORRECT"] * 30 + ["NOT_ATTEMPTED"] * 50
    found = graded(grades)
    assert {name: e.value for name, e in found.items()} == pytest.approx(simpleqa_metrics(grades))
    ratio = found["accuracy_given_attempted"]
    assert ratio.stderr == pytest.approx(math.sqrt(0.4 * 0.6 / 50), rel=0.1)
    assert ratio.low < ratio.value < ratio.high and ratio.no_answer == 50
    twice = graded([g for g in grades for _ in range(2)], repeats=2)
    assert twice["f1"].value == pytest.approx(found["f1"].value)
    assert twice["f1"].stderr == pytest.approx(found["f1"].stderr, rel=0.1)
    mixed = graded(["CORRECT", "INCORRECT", "NOT_ATTEMPTED", "NOT_ATTEMPTED"], repeats=2)
    assert mixed["f1"].value == pytest.approx(2 * 1 / (4 + 2)) and mixed["is_correct"].value == 0.25


def test_aggregates_with_unscored():
    found = graded(["CORRECT", "INCORRECT", "NOT_ATTEMPTED", None])
    assert (found["f1"].value, found["f1"].floor, found["f1"].ceiling) == (0.4, 2 / 7, 4 / 7)
    assert found["accuracy_given_attempted"].floor == pytest.approx(1 / 3)
    assert (found["is_correct"].floor, found["is_correct"].ceiling) == (0.25, 0.5)
    nothing = graded([None])["f1"]
    assert (nothing.value, nothing.incomplete, nothing.floor, nothing.ceiling) == (None, True, 0.0, 1.0)
    assert graded(["NOT_ATTEMPTED"])["f1"].note.startswith("nothing attempted")
    assert graded([])["f1"].value is None


def stated(rows):
    """Reduced samples from (confidence, right)."""
    return [
        Reduced(str(i), i, {}, "g", 0.0, None if c is None else str(c), Status.CORRECT if right else Status.INCORRECT)
        for i, (c, right) in enumerate(rows)
    ]


def test_calibration_error_by_hand():
    assert calibration_error([1.0, 1.0], [1, 1]) == 0.0
    assert calibration_error([1.0] * 4, [1, 0, 0, 0]) == 0.75
    low, high = [0.2] * 100, [0.9] * 150
    right = [1] * 30 + [0] * 70 + [1] * 120 + [0] * 30
    assert calibration_error(low + high, right) == pytest.approx(math.sqrt((100 * 0.1**2 + 150 * 0.1**2) / 250))
    assert calibration_error(low + [0.9] * 50, right[:150]) == pytest.approx(abs(0.2 * 100 + 45 - 80) / 150)
    for bad in (([], []), ([0.5], []), ([1.2], [1]), ([float("nan")], [1])):
        with pytest.raises(ValueError, match="confidences"):
            calibration_error(*bad)


def test_the_order_of_samples_is_irrelevant():
    draw = random.Random(1)
    rows = [(draw.choice((0.5, 0.8, 0.95)), draw.random() < 0.6) for _ in range(500)]
    expected = calibration_error(*zip(*rows, strict=True))
    draw.shuffle(rows)
    assert calibration_error(*zip(*rows, strict=True)) == pytest.approx(expected)


def test_what_states_no_confidence_is_left_out_and_counted():
    rows = stated([(90, True), (90, False), (None, False)])
    found = calibration_estimate(rows, Design())
    assert (found.value, found.n, found.incomplete) == (pytest.approx(0.4), 3, False)
    assert found.note.startswith("1 without a confidence left out")
    nothing = calibration_estimate(stated([(None, True)]), Design())
    assert (nothing.value, nothing.n) == (None, 1)


def test_calibration_interval():
    draw = random.Random(3)
    rows = [(c, draw.random() * 100 < c - 20) for c in draw.choices((40, 60, 80, 100), k=600)]
    found = calibration_estimate(stated(rows), Design(seed=2))
    assert found.low < found.value < found.high and found.value == pytest.approx(0.2, abs=0.05)
    assert found == calibration_estimate(stated(rows), Design(seed=2))
