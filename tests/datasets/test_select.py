"""A limit is a prefix, an order is a permutation, and examples never show the question itself."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.benchmarks.benchmark import Item
from evalution.datasets.select import limited, ordered, shots_for
from evalution.errors import EvalutionError


def items(subjects):
    return [Item(f"q{n}", "a", "a", groups={"subject": s}) for n, s in enumerate(subjects)]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=60), st.integers(0, 5), st.data())
def test_a_smaller_limit_is_part_of_a_larger_one(subjects, seed, data):
    rows = items(subjects)
    large = data.draw(st.integers(1, len(rows)))
    small = data.draw(st.integers(1, large))
    for strata in ((), ("subject",)):
        kept = limited(rows, large, strata, seed)
        assert kept == sorted(set(kept))
        assert set(limited(rows, small, strata, seed)) <= set(kept)
        assert len(kept) == large


def test_without_strata_a_limit_takes_the_first_rows():
    assert limited(items("ccbbaa"), 3, (), 7) == [0, 1, 2]


@given(st.integers(0, 20))
def test_strata_are_kept_in_proportion(seed):
    rows = items("a" * 60 + "b" * 30 + "c" * 10)
    kept = Counter(rows[i].groups["subject"] for i in limited(rows, 50, ("subject",), seed))
    assert abs(kept["a"] - 30) <= 1
    assert abs(kept["b"] - 15) <= 1
    assert abs(kept["c"] - 5) <= 1


@pytest.mark.parametrize("order", ["native", "shuffle", "shuffle:5", "shuffle|5", "length:asc", "length|desc"])
def test_an_order_is_a_permutation(order):
    found = ordered(range(20), order, 3, lambda i: (i * 7) % 20)
    assert sorted(found) == list(range(20))
    assert (found == list(range(20))) == (order == "native")
    assert found == ordered(range(20), order, 3, lambda i: (i * 7) % 20)


def test_lengths():
    assert ordered(range(4), "length:asc", 0, [5, 1, 9, 1].__getitem__) == [1, 3, 0, 2]
    assert ordered(range(4), "length:desc", 0, [5, 1, 9, 1].__getitem__) == [2, 0, 1, 3]


@pytest.mark.parametrize("order", ["", "random", "shuffle:x", "length", "native:1", "length:up"])
def test_other_orders_are_refused(order):
    with pytest.raises(EvalutionError, match="--order: expected native"):
        ordered(range(4), order, 0, len)


def test_shots_leave_out_the_question_itself():
    pool = items("aaa")
    assert [shot.question for shot in shots_for(pool[0], pool, 2, "x")] == ["q1", "q2"]
    with pytest.raises(EvalutionError, match="only 2 to show"):
        shots_for(pool[0], pool, 3, "x")
