import math
import random

import pytest

from evalution.sample import Reduced
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.intervals import student_t, wilson
from evalution.statistics.macro import macro_estimate, macro_stderr
from evalution.statistics.means import mean_estimate
from evalution.verdict import Status

PLAIN = Design()


def rows(values, groups=None, truncated=()):
    statuses = {None: Status.UNSCORED, 0.0: Status.INCORRECT, 1.0: Status.CORRECT}
    return [
        Reduced(
            str(i), i, groups[i] if groups else {}, "g", v, None, statuses.get(v, Status.PARTIAL), 0, i in truncated
        )
        for i, v in enumerate(values)
    ]


def close(found: Estimate, value, low, high, stderr, rel=1e-9):
    for a, b in ((found.value, value), (found.low, low), (found.high, high), (found.stderr, stderr)):
        assert (a is None and b is None) or a == pytest.approx(b, rel=rel, abs=1e-12)


def test_proportion_by_the_textbook():
    # Newcombe 1998 (Statistics in Medicine 17, 857-872), table I, method 3.
    for k, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = mean_estimate(rows([1.0] * k + [0.0] * (n - k)), PLAIN)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
        assert found.method == "wilson"


def test_standard_error_of_a_rare_success_is_not_zero():
    found = mean_estimate(rows([1.0] * 4 + [0.0] * 96), PLAIN)
    assert round(found.stderr, 4) == 0.0197


def test_other_values_by_scipy():
    stats = pytest.importorskip("scipy.stats")
    draw = random.Random(1)
    values = [draw.uniform(-3, 5) for _ in range(37)]
    found = mean_estimate(rows(values), PLAIN)
    low, high = stats.t.interval(0.95, 36, loc=sum(values) / 37, scale=stats.sem(values))
    close(found, sum(values) / 37, low, high, stats.sem(values))


def test_bounded_values_stay_in_their_range():
    found = mean_estimate(rows([1.0, 1.0, 1.0, 0.2]), PLAIN)
    assert found.high == 1.0 and found.low < 0.5 and found.method == "t"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (None, None, None, None)),
        ([None, None], (None, None, None, None)),
        ([1.0], (1.0, *wilson(1.0, 1), None)),
        ([0.3], (0.3, None, None, None)),
        ([0.3, 0.3], (0.3, 0.3, 0.3, 0.0)),
        ([0.0, 0.0], (0.0, *wilson(0.0, 2), 0.0)),
    ],
)
def test_degenerate(values, expected):
    close(mean_estimate(rows(values), PLAIN), *expected)


def test_unscored_give_floor_and_ceiling():
    found = mean_estimate(rows([1.0, 0.0, 1.0, None], truncated={1}), PLAIN)
    assert (found.value, found.floor, found.ceiling) == (pytest.approx(2 / 3), 0.5, 0.75)
    assert (found.n, found.unscored, found.truncated, found.incomplete) == (4, 1, 1, False)
    nothing = mean_estimate(rows([None, None]), PLAIN)
    assert (nothing.value, nothing.floor, nothing.ceiling, nothing.incomplete) == (None, 0.0, 1.0, True)
    whole = mean_estimate(rows([1.0, 0.0]), PLAIN)
    assert (whole.floor, whole.ceiling) == (None, None)


def test_statuses_are_counted_apart():
    made = [Reduced("a", 0, {}, "g", 0.0, None, s) for s in (Status.NO_ANSWER, Status.NO_ANSWER, Status.AMBIGUOUS)]
    found = mean_estimate(made, PLAIN)
    assert (found.no_answer, found.ambiguous, found.unscored) == (2, 1, 0)


def test_clusters_of_one_change_nothing():
    values = [float(i % 3 == 0) for i in range(40)]
    groups = [{"passage": str(i)} for i in range(40)]
    alone, clustered = mean_estimate(rows(values), PLAIN), mean_estimate(rows(values, groups), Design(("passage",)))
    close(clustered, alone.value, alone.low, alone.high, alone.stderr)


def test_copies_in_a_cluster_count_once():
    values = [float(i % 4 != 0) for i in range(60)]
    passages = [{"passage": str(i)} for i in range(60) for _ in range(3)]
    copied = mean_estimate(rows([v for v in values for _ in range(3)], passages), Design(("passage",)))
    once = mean_estimate(rows(values), PLAIN)
    assert copied.clusters == 60 and copied.value == once.value
    assert copied.stderr == pytest.approx(once.stderr, rel=1e-12)
    assert copied.low == pytest.approx(once.low, rel=0.01) and copied.high == pytest.approx(once.high, rel=0.01)


def test_cluster_robust_error_by_its_formula():
    draw = random.Random(3)
    cluster = [draw.randrange(15) for _ in range(200)]
    tilt = [draw.uniform(0, 1) for _ in range(15)]
    for make in (lambda c: float(draw.random() < tilt[c]), lambda c: draw.random() * 0.2 + tilt[c]):
        values = [make(c) for c in cluster]
        found = mean_estimate(rows(values, [{"p": str(c)} for c in cluster]), Design(("p",)))
        mean = sum(values) / 200
        sums = [sum(v - mean for v, c in zip(values, cluster, strict=True) if c == k) for k in range(15)]
        assert found.stderr == pytest.approx(math.sqrt(15 / 14 * sum(s * s for s in sums)) / 200, rel=1e-9)
        assert found.clusters == 15 and not found.note


def test_few_clusters_are_said():
    groups = [{"p": "a"}, {"p": "a"}, {"p": "b"}]
    assert mean_estimate(rows([1.0, 0.0, 1.0], groups), Design(("p",))).note == "only 2 clusters"
    alone = mean_estimate(rows([1.0, 0.0, 1.0], [{"p": "a"}] * 3), Design(("p",)))
    close(alone, 2 / 3, *wilson(2 / 3, 1), None)
    same = mean_estimate(rows([1.0] * 3, groups), Design(("p",)))
    assert same.low == pytest.approx(wilson(1.0, 2)[0])


def test_no_zero_error_for_balanced_clusters():
    found = mean_estimate(rows([1.0, 0.0] * 20, [{"p": str(i // 2)} for i in range(40)]), Design(("p",)))
    assert found.stderr == pytest.approx(math.sqrt(0.25 / 39)) and found.low == pytest.approx(wilson(0.5, 40)[0])


def test_macro_counts_every_stratum_once():
    values = [1.0] * 9 + [0.0] + [1.0] * 30 + [0.0] * 70
    groups = [{"subject": "a"}] * 10 + [{"subject": "b"}] * 100
    found = macro_estimate(rows(values, groups), PLAIN, by="subject")
    assert found.value == pytest.approx(0.6)
    errors = [math.sqrt(0.9 * 0.1 / 9), math.sqrt(0.3 * 0.7 / 99)]
    assert found.stderr == pytest.approx(math.sqrt(sum(e * e for e in errors)) / 2)
    assert found.low == pytest.approx(0.6 - math.hypot(0.9 - wilson(0.9, 10)[0], 0.3 - wilson(0.3, 100)[0]) / 2)
    assert round(macro_stderr([0.15, 0.01]), 4) == 0.0752


def test_macro_with_unscored():
    groups = [{"s": "a"}, {"s": "a"}, {"s": "b"}]
    found = macro_estimate(rows([1.0, None, None], groups), PLAIN, by="s")
    assert (found.value, found.floor, found.ceiling, found.incomplete) == (1.0, 0.25, 1.0, True)
    assert found.note == "1 of s with nothing scored"
    partly = macro_estimate(rows([1.0, None, 0.0], groups), PLAIN, by="s")
    assert (partly.value, partly.floor, partly.ceiling, partly.incomplete) == (0.5, 0.25, 0.5, False)
    assert macro_estimate([], PLAIN, by="s") == Estimate(None)
    nothing = macro_estimate(rows([None], groups[:1]), PLAIN, by="s")
    assert nothing.value is None and nothing.incomplete


def test_refusals():
    for bad in ((1.1, 3), (0.5, 0), (float("nan"), 3)):
        with pytest.raises(ValueError, match="wilson"):
            wilson(*bad)
    with pytest.raises(ValueError, match="df"):
        student_t(0.0, 1.0, 0)
