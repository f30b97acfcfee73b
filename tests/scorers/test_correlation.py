import math
import random
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.sample import Reduced
from evalution.scorers.correlation import pearson, pearson_estimate, spearman, spearman_estimate
from evalution.statistics.estimate import Design
from evalution.verdict import Status

PLAIN = Design(seed=3)
numbers = st.one_of(st.integers(0, 5).map(float), st.floats(-100, 100).map(lambda x: round(x, 3)))


def made(rows, groups=()):
    """Reduced samples from (gold, answer); the answer "?" is an unscored one, None no answer."""
    out = []
    for i, (gold, answer) in enumerate(rows):
        value, answer = (None, None) if answer == "?" else (0.5 * (answer is not None), answer)
        status = Status.UNSCORED if value is None else Status.PARTIAL if answer else Status.NO_ANSWER
        out.append(Reduced(str(i), i, groups[i] if groups else {}, str(gold), value, answer, status))
    return out


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30))
def test_equal_to_scipy(rows):
    stats = pytest.importorskip("scipy.stats")
    x, y = [a for a, _ in rows], [b for _, b in rows]
    flat = len(set(x)) == 1 or len(set(y)) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for ours, theirs in ((pearson, stats.pearsonr), (spearman, stats.spearmanr)):
            expected = None if flat else pytest.approx(float(theirs(x, y)[0]), abs=1e-9)
            assert ours(x, y) == expected


def test_resampling_is_of_the_same_statistic():
    """The weighted form on drawn weights equals the plain one on the records repeated so often."""
    numpy = pytest.importorskip("numpy")
    from evalution.scorers import correlation

    rng = numpy.random.default_rng(1)
    x, y = rng.integers(0, 6, 40).astype(float), rng.normal(size=40)
    weights = rng.multinomial(40, [1 / 40] * 40, size=20)
    for plain, weighted in ((pearson, correlation._pearson), (spearman, correlation._spearman)):
        expected = [plain(x.repeat(w), y.repeat(w)) for w in weights]
        assert list(weighted(x, y, weights)) == pytest.approx(expected, abs=1e-12)


def test_interval_near_fishers():
    draw = random.Random(2)
    rows = [(g, repr(g + draw.gauss(0, 1))) for g in (draw.gauss(0, 1) for _ in range(800))]
    found = pearson_estimate(made(rows), PLAIN)
    assert found.stderr == pytest.approx((1 - found.value**2) / 800**0.5, rel=0.1)
    assert found.low < found.value < found.high and not found.incomplete
    assert found == pearson_estimate(made(rows), PLAIN)
    ranks = spearman_estimate(made(rows), PLAIN)
    assert ranks.value == pytest.approx(6 / math.pi * math.asin(found.value / 2), abs=0.03)


def test_what_has_no_answer_is_left_out_and_said():
    found = pearson_estimate(made([(1, "1"), (2, "2.5"), (3, "3"), (4, None), (5, "?"), (5, "five")]), PLAIN)
    assert (found.n, found.unscored, found.no_answer, found.incomplete) == (6, 1, 1, True)
    assert found.note == "3 without an answer left out"
    assert found.value == pytest.approx(pearson([1, 2, 3], [1, 2.5, 3]))


def test_degenerate():
    assert pearson_estimate([], PLAIN).value is None
    assert pearson_estimate(made([(1, "1")]), PLAIN).value is None
    flat = pearson_estimate(made([(1, "2"), (2, "2")]), PLAIN)
    assert flat.value is None and flat.note == "one side is constant"
    for bad in (([1], [1]), ([1, 2], [1]), ([1, 2], [1, float("nan")])):
        with pytest.raises(ValueError, match="finite"):
            pearson(*bad)


def test_clusters_widen():
    draw = random.Random(9)
    base = [(draw.gauss(0, 1), draw.gauss(0, 1)) for _ in range(60)]
    rows = [(a, repr(b)) for a, b in base for _ in range(5)]
    groups = [{"p": str(i // 5)} for i in range(300)]
    clustered = pearson_estimate(made(rows, groups), Design(("p",), seed=3))
    assert clustered.clusters == 60
    assert clustered.stderr > 1.5 * pearson_estimate(made(rows), PLAIN).stderr
