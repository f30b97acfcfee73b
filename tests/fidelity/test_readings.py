"""What people read: well formed, without texts, of rows that exist, and read by the live rules as the report says."""

from __future__ import annotations

import pytest

from evalution.scorers.target import Target
from evalution.verdict import Status
from fidelity import corpus, crossed, report
from fidelity.corpus import OUTPUTS
from fidelity.golden import golden_rules
from fidelity.measure import Judged, Measured, measure
from fidelity.plain import letter, number
from fidelity.rates import rates
from fidelity.readings import FOLDER, Reading, drawn, readings

SMALL = [outputs for outputs in OUTPUTS if outputs.name.startswith(("verify_cot", "tora"))]


LARGE = ("mmlu_pro", "acegpt", "helm")
ALL = [pytest.param(o, id=o.name, marks=[pytest.mark.slow] if o.name.startswith(LARGE) else []) for o in OUTPUTS]


@pytest.mark.parametrize("outputs", ALL)
def test_readings_are_sentences_about_known_rows(outputs, shared):
    read = readings(outputs.name)
    known = {case.id for case in outputs.cases(shared("data"))}
    assert read and read.keys() <= known
    for reading in read.values():
        assert reading.truth in (0, 1, None)
        assert 10 < len(reading.why) < 140 and reading.why.endswith(".")


def test_every_file_of_readings_is_of_some_outputs():
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {
        name.replace(":", "-") for name in [*(o.name for o in OUTPUTS), crossed.NAME]
    }


@pytest.mark.parametrize("outputs", SMALL, ids=lambda outputs: outputs.name)
def test_small_files_are_read_in_full_and_within_the_targets(outputs, shared):
    measured = measure(outputs, shared("data"))
    apart = [one for one in measured.judged if one.stratum != "plain"]
    assert measured.found(apart)["unread"] == 0
    estimate = rates(measured)
    assert estimate.fp == 0
    assert estimate.fn_rate <= 0.02


def test_golden_cases_are_as_meant():
    found = golden_rules()
    assert sum(one.cases for one in found) >= 1500
    assert [one for one in found if one.cases != one.as_meant] == []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("B", "B"),
        (" C\nwhatever", "C"),
        ("So it is. The answer is (D).", "D"),
        ("The answer is (A). No: the answer is (B).", None),
        ("Of the options, the answer is A", None),
        ("The answer is B.\n\nQuestion: next", "B"),
        ("An apple", None),
    ],
)
def test_the_reader_of_letters(text, read):
    assert letter(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3+4=7\nA: 7", "7"),
        ("A: 1\nA: 2", None),
        (r"so \boxed{1,200.50}", "1200.5"),
        (r"\boxed{1} and \boxed{2}", None),
        ('>> FINAL ANSWER:\n"""\nShe has ৪২ eggs\n"""', "42"),
        ('>> FINAL ANSWER:\n"""\n2 hours 5 minutes\n"""', None),
        ('>> FINAL ANSWER:\n"""\n2.50\n"""', None),
        ("no marker 7", None),
    ],
)
def test_the_reader_of_numbers(text, read):
    assert number(text) == read


def _one(name, value, official, stratum):
    case = corpus.Case(name, "", Target("1"), official)
    status = Status.CORRECT if value else Status.INCORRECT
    return Judged(case, status, value, "1", "boxed", (), stratum)


def test_rates_scale_the_sample_and_count_what_is_read_in_full(monkeypatch):
    """400 responses of the rest, 100 of each value read: 2 false negatives among them stand for 4 among 200."""
    rest = [_one(f"r{i}", float(i % 2), float(i % 2), "rest") for i in range(400)]
    apart = [
        _one("d1", 1.0, 0.0, "disagreement"),
        _one("d2", 0.0, 1.0, "disagreement"),
        _one("d3", 0.0, 1.0, "disagreement"),
    ]
    measured = Measured(OUTPUTS[0], [*apart, *rest], {})
    sample = measured.sample
    assert len(sample) == 200 and sample == measured.sample
    wrong = [one for one in sample if not one.value]
    read = {one.case.id: Reading(one.case.id, int(one.value), "As it is.") for one in sample}
    read |= {one.case.id: Reading(one.case.id, 1, "Missed.") for one in wrong[:2]}
    read |= {"d1": Reading("d1", 0, "Wrong."), "d2": Reading("d2", None, "Both."), "d3": Reading("d3", 0, "Wrong.")}
    found = rates(Measured(OUTPUTS[0], [*apart, *rest], read))
    assert found.fp == 1
    assert len(wrong) == 100 and found.fn == pytest.approx(4)
    assert found.right + found.wrong == pytest.approx(402)
    assert found.high_fn > found.fn


def test_a_sample_does_not_depend_on_the_order():
    cases = [corpus.Case(str(i), "", Target("1"), 0.0) for i in range(50)]
    assert drawn(cases, 7) == drawn(cases[::-1], 7)


def test_the_same_question_twice_has_two_names():
    cases = [corpus.Case("m/1", text, Target("1"), 0.0) for text in "ab"]
    assert [case.id for case in corpus.numbered(cases)] == ["m/1", "m/1#2"]


def test_tables_keep_their_columns():
    assert report.table(["a"], [["x|y"]])[-1] == "| x\\|y |"
    assert report.percent(1, 3) == "33.333 %" and report.percent(0, 0) == "-"
