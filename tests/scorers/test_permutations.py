import time
from collections import Counter
from itertools import pairwise
from math import ceil, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers import permutations as module
from evalution.scorers.permutations import label_permutations_for_mode, permutation_count


def spread(orders, choice_count):
    """The smallest and largest number of times an option stands at a label."""
    counts = Counter((option, position) for pi in orders for option, position in enumerate(pi))
    every = [counts[option, position] for option in range(choice_count) for position in range(choice_count)]
    return min(every), max(every)


def test_counts_as_declared():
    assert [len(label_permutations_for_mode(4, f)) for f in (0.25, 0.5, 0.75, 1.0)] == [6, 12, 18, 24]
    assert label_permutations_for_mode(4, 0.0) == []
    for fraction in (0.01, 0.5, 1.0):
        assert sorted(label_permutations_for_mode(2, fraction)) == [(0, 1), (1, 0)]
    assert label_permutations_for_mode(1, 0.5) == [(0,)]
    assert permutation_count(5, 0.1) == 12 and permutation_count(5, 0.7) == 84


@pytest.mark.parametrize("choice_count", range(1, 8))
def test_the_whole_fraction_is_every_order_once(choice_count):
    orders = label_permutations_for_mode(choice_count, 1.0, limit=factorial(choice_count))
    assert len(set(orders)) == len(orders) == factorial(choice_count)


@given(st.integers(2, 26), st.floats(0.0, 1.0, exclude_min=True), st.integers(26, 400))
def test_balance(choice_count, fraction, limit):
    orders = label_permutations_for_mode(choice_count, fraction, limit=limit)
    wanted = permutation_count(choice_count, fraction)
    assert len(orders) == (wanted if wanted <= limit else limit // choice_count * choice_count)
    assert len(set(orders)) == len(orders)
    assert all(sorted(pi) == list(range(choice_count)) for pi in orders)
    for size in {len(orders), len(orders) // choice_count * choice_count, choice_count, len(orders) // 2}:
        low, high = spread(orders[:size], choice_count)
        assert high - low <= (1 if size % choice_count else 0)


@given(st.integers(2, 9), st.floats(0.0, 1.0, exclude_min=True))
def test_size_by_its_formula(choice_count, fraction):
    from decimal import Decimal

    exact = ceil(Decimal(repr(fraction)) * factorial(choice_count))
    assert permutation_count(choice_count, fraction) == min(factorial(choice_count), max(choice_count, exact))


def test_a_larger_set_starts_with_the_smaller():
    for choice_count in (4, 6, 10):
        sizes = [label_permutations_for_mode(choice_count, f) for f in (1e-9, 0.05, 0.25, 1.0)]
        for small, large in pairwise(sizes):
            assert large[: len(small)] == small


def test_the_limit():
    assert len(label_permutations_for_mode(7, 1.0)) == 119
    assert len(label_permutations_for_mode(5, 1.0)) == 120
    for choice_count, limit, strict in ((7, 120, True), (4, 3, False)):
        with pytest.raises(ValueError, match="limit"):
            label_permutations_for_mode(choice_count, 1.0, limit=limit, strict=strict)
    for fraction in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="fraction"):
            label_permutations_for_mode(4, fraction)
    with pytest.raises(ValueError, match="option"):
        label_permutations_for_mode(0, 0.5)


def test_neighbours_of_an_option_vary():
    orders = label_permutations_for_mode(6, 1.0)
    after_first = Counter((pi[1] - pi[0]) % 6 for pi in orders)
    assert len(after_first) == 5 and max(after_first.values()) <= 2 * min(after_first.values())


def test_no_listing():
    for choice_count in range(2, 27):
        best = 1.0
        for _ in range(5):
            module._permutations.cache_clear()
            start = time.process_time()
            label_permutations_for_mode(choice_count, 0.25)
            best = min(best, time.process_time() - start)
        assert best <= 1e-3, choice_count
