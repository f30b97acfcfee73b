import random
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.sample import Reduced
from evalution.scorers.classification import (
    f1_estimate,
    f1_for_label,
    macro_f1,
    macro_f1_estimate,
    matthews_corrcoef,
    mcc_estimate,
)
from evalution.scorers.question_match import question_match_estimate
from evalution.statistics.bootstrap import cell_draws
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Status

PLAIN = Design(seed=7)
UNREAD = -1
pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), min_size=1, max_size=40)


def made(rows, groups=()):
    """Reduced samples from (gold, answer); the answer "?" is an unscored one."""
    out = []
    for i, (gold, answer) in enumerate(rows):
        status = Status.NO_ANSWER if answer is None else Status.CORRECT if gold == answer else Status.INCORRECT
        value, answer = (None, None) if answer == "?" else (float(gold == answer), answer)
        status = Status.UNSCORED if value is None else status
        out.append(Reduced(str(i), i, groups[i] if groups else {}, gold, value, answer, status))
    return out


@given(pairs)
def test_equal_to_scikit_learn(rows):
    """On random and degenerate inputs, an unread prediction being a class of its own."""
    metrics = pytest.importorskip("sklearn.metrics")
    gold, theirs = [g for g, _ in rows], [p for _, p in rows]
    ours = [None if p == UNREAD else p for p in theirs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert matthews_corrcoef(gold, ours) == pytest.approx(metrics.matthews_corrcoef(gold, theirs), abs=1e-12)
        for label in range(4):
            expected = metrics.f1_score(gold, theirs, labels=[label], average="macro", zero_division=0)
            assert f1_for_label(gold, ours, label=label) == pytest.approx(expected, abs=1e-12)
        expected = metrics.f1_score(gold, theirs, labels=[0, 1, 2, 3], average="macro", zero_division=0)
        assert macro_f1(gold, ours, labels=[0, 1, 2, 3]) == pytest.approx(expected, abs=1e-12)


def test_unread_is_no_silent_negative():
    assert matthews_corrcoef([1, 0, 1, 0], [1, None, 1, None]) == 0.5
    assert matthews_corrcoef([1, 0, 1, 0], [1, 0, None, None]) == pytest.approx(
        matthews_corrcoef([1, 0, 1, 0], [1, 0, 2, 2])
    )
    assert f1_for_label([1, 1, 0], [1, None, None], label=1) == pytest.approx(2 / 3)
    assert f1_for_label([0, 0, 1], [0, None, None], label=0) == pytest.approx(2 / 3)
    assert macro_f1([0, 1], [None, None], labels=[0, 1]) == 0.0


def test_large_counts_stay_exact():
    gold, predicted = [0] * 60_000 + [1] * 60_000, [0] * 50_000 + [1] * 10_000 + [1] * 60_000
    tp, tn, fp = 60_000, 50_000, 10_000
    expected = (tp * tn) / ((tp + fp) * tp * (tn + fp) * tn) ** 0.5
    assert matthews_corrcoef(gold, predicted) == pytest.approx(expected, rel=1e-12)


def test_refusals():
    for call in (
        lambda: matthews_corrcoef([], []),
        lambda: f1_for_label([], [], label=1),
        lambda: matthews_corrcoef([1], []),
        lambda: macro_f1([1], [1], labels=[]),
    ):
        with pytest.raises(ValueError, match=r"expected|shorter"):
            call()


def test_interval_covers_and_narrows():
    draw = random.Random(4)

    def sample(n):
        return made([(g, g if draw.random() < 0.8 else "BA"[g == "B"]) for g in draw.choices("AB", k=n)])

    small, large = (f1_estimate(sample(n), PLAIN, label="A") for n in (100, 1600))
    assert small.low < small.value < small.high and large.low < 0.8 < large.high
    assert small.stderr / large.stderr == pytest.approx(4, rel=0.3)
    rows = sample(50)
    assert f1_estimate(rows, PLAIN, label="A") == f1_estimate(rows, PLAIN, label="A")
    assert f1_estimate(rows, PLAIN, label="A").stderr != f1_estimate(rows, Design(seed=8), label="A").stderr


def test_standard_error_by_the_delta_method():
    """F1 = 2 tp / (2 tp + e) has variance F1 (1 - F1)(2 - F1) / (2 tp + e), wrong ones not being the class of both."""
    rows = made([("A", "A")] * 300 + [("A", "B")] * 100 + [("B", "A")] * 60 + [("B", "B")] * 540)
    found = f1_estimate(rows, PLAIN, label="A")
    f = found.value
    assert found.stderr == pytest.approx((f * (1 - f) * (2 - f) / 760) ** 0.5, rel=0.05)


def test_clusters_are_drawn_whole():
    rows = [("A", "A"), ("A", "A"), ("B", "A"), ("B", "B")] * 30
    copies = made([pair for pair in rows for _ in range(4)], [{"p": str(i // 4)} for i in range(480)])
    alone = f1_estimate(made(rows), PLAIN, label="A")
    clustered = f1_estimate(copies, Design(("p",), seed=7), label="A")
    assert clustered.clusters == 120
    assert clustered.stderr == pytest.approx(alone.stderr, rel=0.1)


def test_unscored_give_bounds_or_incomplete():
    rows = made([("A", "A"), ("A", "B"), ("B", "B"), ("A", "?"), ("B", "?")])
    found = f1_estimate(rows, PLAIN, label="A")
    assert (found.n, found.unscored, found.incomplete) == (5, 2, True)
    assert found.value == pytest.approx(2 / 3)
    assert found.floor == pytest.approx(2 / (2 + 3)) and found.ceiling == pytest.approx(4 / 5)
    both = macro_f1_estimate(rows, PLAIN, labels=("A", "B"))
    assert both.floor <= both.value <= both.ceiling
    assert mcc_estimate(rows, PLAIN).incomplete and mcc_estimate(rows, PLAIN).floor is None
    assert not mcc_estimate(made([("A", "A"), ("B", "A")]), PLAIN).incomplete


def test_nothing_scored():
    for estimate in (mcc_estimate, lambda r, d: f1_estimate(r, d, label="A")):
        assert estimate([], PLAIN) == Estimate(None)
        found = estimate(made([("A", "?")]), PLAIN)
        assert (found.value, found.n, found.unscored, found.incomplete) == (None, 1, 1, True)
    assert f1_estimate(made([("A", "?")]), PLAIN, label="A").floor == 0.0


def test_one_answer_says_that_it_has_no_spread():
    found = f1_estimate(made([("A", "A")] * 3), PLAIN, label="A")
    assert (found.value, found.low, found.high) == (1.0, 1.0, 1.0) and "no spread" in found.note


def test_question_match():
    rows = made(
        [("T", "T"), ("F", "F"), ("T", "F"), ("F", "F"), ("T", "?"), ("T", "T"), ("T", "?"), ("T", "F")],
        [{"question": q} for q in "aabbccdd"],
    )
    found = question_match_estimate(rows, PLAIN)
    assert (found.value, found.n, found.unscored) == (pytest.approx(1 / 3), 4, 1)
    assert (found.floor, found.ceiling) == (0.25, 0.5)
    alone = question_match_estimate(made([("T", "T"), ("T", "F")]), PLAIN)
    assert alone.value == 0.5
    assert question_match_estimate([], PLAIN).value is None


def test_a_hundred_thousand_draws_are_quick():
    start = time.process_time()
    assert cell_draws([0, 1, 2, 3] * 330, None, 0, draws=100_000).shape == (100_000, 4)
    assert time.process_time() - start < 1.0
