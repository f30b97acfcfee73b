"""The log-likelihood scorers' own rules, against scikit-learn, the owners' formulas, and cases by hand."""

from __future__ import annotations

import math
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from evalution.request import Loglikelihood, Message, Scored
from evalution.sample import PromptParts, Record, Reduced, Sample, Shot
from evalution.scorers.averages import average_estimate
from evalution.scorers.likeness import LIKENESS, expectation
from evalution.scorers.ll_classification import LL, LL_F1, LL_MACRO, LL_MCC, question_estimate
from evalution.scorers.loglikelihood import choice_request
from evalution.scorers.mass import MASS
from evalution.scorers.partial import PARTIAL, partial_requests
from evalution.scorers.record import RECORD, span_f1, span_words
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Status

DESIGN = Design()


def sample(gold, choices, labels="ABCDEF", **parts):
    prompt = PromptParts("?", after="Answer:", **parts)
    order = tuple(range(len(choices)))
    return Sample("0", 0, gold, prompt, choices=tuple(choices), labels=tuple(labels), order=order)


def verdicts(scorer, made, logprobs, tokens=None):
    request = choice_request(made)
    assert list(scorer.ask(made, {})) == [request]
    return scorer.verdict(made, {request: Scored(tuple(logprobs), tuple(tokens or [1] * len(logprobs)))})


def estimates(scorer, golds, predictions, classes):
    """The metrics of a scorer over trials whose picks are given."""
    records = []
    for index, (gold, predicted) in enumerate(zip(golds, predictions, strict=True)):
        made = sample("ABC"[gold], ("x", "y", "z")[:classes])
        found = verdicts(scorer, made, [float(-(at != predicted)) for at in range(classes)])
        records.append(Record(str(index), index, made.gold, dict(found)))
    return {m.key: m.aggregate([m.reduce([r], m.reads) for r in records], DESIGN) for m in scorer.metrics}


@pytest.mark.parametrize("seed", range(3))
def test_metrics_are_scikit_learns(seed):
    draw = random.Random(seed)
    golds, picks = ([draw.randrange(2) for _ in range(60)] for _ in range(2))
    found = estimates(LL_F1, golds, picks, 2)
    f1, accuracy = sklearn_metrics.f1_score(golds, picks), sklearn_metrics.accuracy_score(golds, picks)
    assert found["f1,ll_boolean"].value == found["f1,ll_avg_boolean"].value == pytest.approx(f1)
    assert found["acc,ll"].value == pytest.approx(accuracy)
    assert found["avg,ll"].value == pytest.approx((f1 + accuracy) / 2)
    mcc = sklearn_metrics.matthews_corrcoef(golds, picks)
    assert estimates(LL_MCC, golds, picks, 2)["mcc,ll"].value == pytest.approx(mcc)
    golds, picks = ([draw.randrange(3) for _ in range(60)] for _ in range(2))
    macro = sklearn_metrics.f1_score(golds, picks, average="macro")
    assert estimates(LL_MACRO, golds, picks, 3)["f1,ll_macro"].value == pytest.approx(macro)


def test_the_twin_compares_means_over_tokens():
    found = verdicts(LL, sample("B", ("short", "long")), (-2.0, -3.0), (1, 3))
    assert {key: (v.answer, v.value) for key, v in found.items()} == {"acc,ll": ("A", 0.0), "acc,ll_avg": ("B", 1.0)}


def test_options_that_are_shown_are_answered_by_letter():
    made = sample("B", ("short", "long"), shown=True)
    assert choice_request(made).continuations == (" A", " B")
    moved = msgspec.structs.replace(made, order=(1, 0), choices=("long", "short"))
    assert verdicts(LL, moved, (-1.0, -2.0))["acc,ll"].answer == "B", "the letter A stands before the option B"


def answers_of(question, *values):
    return [
        Reduced(f"{question}.{at}", at, {"question": question, "passage": "0"}, "A", value, "A", Status.CORRECT)
        for at, value in enumerate(values)
    ]


def test_a_question_is_right_when_all_its_answers_are():
    rows = [*answers_of("0", 1.0, 1.0), *answers_of("1", 1.0, 0.0), *answers_of("2", 1.0)]
    estimate = question_estimate(rows, DESIGN)
    assert (estimate.value, estimate.n) == (pytest.approx(2 / 3), 3)


def test_an_unscored_answer_leaves_its_question_unscored_unless_another_is_wrong():
    rows = [*answers_of("0", 1.0, None), *answers_of("1", None, 0.0), *answers_of("2", 1.0)]
    estimate = question_estimate(rows, DESIGN)
    assert (estimate.value, estimate.n, estimate.unscored) == (0.5, 3, 1)
    assert (estimate.floor, estimate.ceiling) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_an_average_needs_all_its_parts():
    one = Estimate(0.5, low=0.25, high=0.75, stderr=0.125, n=4)
    two = Estimate(0.25, low=0.0, high=0.5, stderr=0.125, n=4, unscored=1, floor=0.125, ceiling=0.375, note="few")
    both = average_estimate([], DESIGN, parts=(lambda rows, design: one, lambda rows, design: two))
    assert (both.value, both.low, both.high, both.stderr) == (0.375, 0.125, 0.625, 0.125)
    assert (both.floor, both.ceiling, both.note) == (0.3125, 0.4375, "few")
    none = average_estimate([], DESIGN, parts=(lambda rows, design: one, lambda rows, design: Estimate(None)))
    assert (none.value, none.low, none.stderr) == (None, None, None)


@given(st.lists(st.floats(-800, 0), min_size=1, max_size=6))
def test_an_expectation_lies_within_its_points(logprobs):
    assert 0.0 <= expectation(range(len(logprobs)), logprobs) <= len(logprobs) - 1 + 1e-9


def test_likeness_by_tokens_is_that_of_means():
    found = verdicts(LIKENESS, sample("1.0", "01", labels="01"), (-2.0, -4.0), (1, 2))
    assert float(found["likeness,ll"].answer) == pytest.approx(1 / (1 + math.exp(2.0)))
    assert float(found["likeness,ll_avg"].answer) == 0.5


def test_likeness_is_the_mean_of_the_scale():
    made = sample("4.5", "012345", labels="012345")
    half = math.log(0.5)
    found = verdicts(LIKENESS, made, [-1e3, -1e3, -1e3, -1e3, half, half])["likeness,ll"]
    assert (float(found.answer), found.value, found.status) == (4.5, 1.0, Status.CORRECT)
    found = verdicts(LIKENESS, made, [0.0, -1e3, -1e3, -1e3, -1e3, -1e3])["likeness,ll"]
    assert (float(found.answer), found.value, found.status) == (0.0, pytest.approx(0.1), Status.PARTIAL)
    unread = verdicts(LIKENESS, msgspec.structs.replace(made, gold="much"), [0.0] * 6)
    assert {v.status for v in unread.values()} == {Status.UNSCORED}


@given(st.lists(st.floats(-600, 0), min_size=2, max_size=6), st.data())
def test_mc2_is_the_owners_ratio(logprobs, data):
    true = data.draw(st.integers(1, len(logprobs) - 1))
    labels = "ABCDEF"[: len(logprobs)]
    made = sample(tuple(labels[:true]), [f"o{at}" for at in range(len(logprobs))], labels=labels)
    found = verdicts(MASS, made, logprobs)["mc2,ll"].value
    parts = [math.exp(logprob) for logprob in logprobs]
    assert found == pytest.approx(sum(parts[:true]) / sum(parts), abs=1e-12)


def test_mc2_does_not_underflow_on_long_answers():
    found = verdicts(MASS, sample(("A",), ("x", "y"), labels="AB"), (-2000.0, -2000.0))["mc2,ll"]
    assert (found.value, found.status) == (0.5, Status.PARTIAL)


@pytest.mark.parametrize("broken", [math.nan, -math.inf])
@pytest.mark.parametrize("scorer", [LL, LL_F1, LIKENESS, MASS, RECORD], ids=lambda s: s.name)
def test_broken_numbers_are_no_verdict(scorer, broken):
    made = sample("A", ("1", "2", "3"), labels="ABC")
    found = verdicts(scorer, made, (broken, -1.0, -2.0))
    assert set(found) >= {metric.reads for metric in scorer.metrics}
    assert {v.status for v in found.values()} == {Status.UNSCORED}


def winogrande(gold="A", **parts):
    prompt = PromptParts("Ann met Bea and _ waved.", **parts)
    return Sample("0", 0, gold, prompt, choices=("Ann", "Bea"), labels=("A", "B"), order=(0, 1))


def test_partial_scores_the_rest_under_each_option():
    requests = partial_requests(winogrande())
    assert requests == (
        Loglikelihood("Ann met Bea and Ann", (" waved.",)),
        Loglikelihood("Ann met Bea and Bea", (" waved.",)),
    )
    answers = {requests[0]: Scored((-2.0,), (2,)), requests[1]: Scored((-1.0,), (2,))}
    found = PARTIAL.verdict(winogrande("B"), answers)["acc,ll"]
    assert (found.answer, found.value, found.rule) == ("B", 1.0, "argmax:partial")
    tied = PARTIAL.verdict(winogrande("A"), {**answers, requests[1]: Scored((-2.0,), (2,))})["acc,ll"]
    assert (tied.answer, tied.note) == ("A", "tie: A, B")


def test_partial_in_turns_and_with_solved_examples():
    shots = (Shot("It is _ time.", "tea", ("tea", "nap"), ("A", "B"), 1),)
    (first, _) = partial_requests(winogrande(shots=shots))
    assert first.context == "It is nap time.\n\nAnn met Bea and Ann"
    (first, _) = partial_requests(winogrande(chat=True))
    assert (first.context, first.continuations) == ((Message("user", "Ann met Bea and Ann"),), ("waved.",))


def test_partial_reads_a_users_own_form():
    made = winogrande(rendered={"": "Fill in _ and go on.\nAnn met Bea and _ waved."})
    assert partial_requests(made)[1] == Loglikelihood("Fill in _ and go on.\nAnn met Bea and Bea", (" waved.",))
    for text in ("no blank at all", "Ann met Bea and _"):
        blank = winogrande(rendered={"": text})
        assert not PARTIAL.ask(blank, {})
        assert PARTIAL.verdict(blank, {})["acc,ll"].status is Status.UNSCORED


def test_record_takes_the_closest_mention():
    made = sample(("Barack Obama", "Obama"), ("so says Bo", "so says Mr Obama"), labels=("Bo", "Mr. Obama"))
    found = verdicts(RECORD, made, (-2.0, -1.0))
    assert (found["em,ll"].value, found["f1,ll"].value) == (0.0, pytest.approx(2 / 3))
    assert found["avg,ll"].value == pytest.approx(1 / 3)
    assert (found["f1,ll"].answer, found["f1,ll"].status) == ("Mr. Obama", Status.PARTIAL)
    wrong = verdicts(RECORD, made, (-1.0, -2.0))["f1,ll"]
    assert (wrong.value, wrong.status) == (0.0, Status.INCORRECT)


def test_spans_are_compared_as_squad_does():
    assert span_words("The  A-Team, and an owl") == ["ateam", "and", "owl"]
    assert span_f1("the New York Times", "New York") == pytest.approx(0.8)
    assert span_f1("the", "a") == 0.0
