from math import comb

import pytest

from evalution.statistics.passk import estimate_pass_at_k, pass_at_k


def test_equals_the_counting_definition():
    for n in range(1, 13):
        for k in range(1, n + 1):
            exact = [1 - comb(n - c, k) / comb(n, k) for c in range(n + 1)]
            assert list(estimate_pass_at_k(n, range(n + 1), k)) == pytest.approx(exact, abs=1e-12)
            assert [pass_at_k(n, c, k) for c in range(n + 1)] == pytest.approx(exact, abs=1e-12)


def test_equals_human_evals_formula():
    numpy = pytest.importorskip("numpy")

    def owner(n, c, k):
        return 1.0 if n - c < k else 1.0 - numpy.prod(1.0 - k / numpy.arange(n - c + 1, n + 1))

    n, c = [200, 100, 150, 200], [0, 3, 149, 77]
    for k in (1, 2, 5, 10, 100):
        owners = [owner(*nc, k) for nc in zip(n, c, strict=True)]
        assert list(estimate_pass_at_k(n, c, k)) == pytest.approx(owners, abs=1e-12)


@pytest.mark.parametrize(
    ("n", "c", "k"), [(4, [2], 5), ([9, 4], [1, 1], 5), (4, [2], 0), (4, [5], 1), (4, [-1], 1), ([4], [1, 2], 1)]
)
def test_refuses(n, c, k):
    with pytest.raises(ValueError, match="pass@k"):
        estimate_pass_at_k(n, c, k)


def test_scalar_refuses():
    for n, c, k in ((4, 2, 5), (4, 2, 0), (4, 5, 1), (0, 0, 1)):
        with pytest.raises(ValueError, match="pass@k"):
            pass_at_k(n, c, k)


def test_no_tasks():
    assert estimate_pass_at_k(5, [], 2).shape == (0,)
