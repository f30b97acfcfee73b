"""A limit is a prefix, an order is a permutation, and examples never show the question itself."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.benchmarks.arc import ARC_EASY
from evalution.benchmarks.benchmark import Item
from evalution.datasets.select import SAMPLERS, limited, ordered, selected, shots_for
from evalution.errors import EvalutionError


def items(subjects):
    return [Item(f"q{n}", "a", "a", groups={"subject": s}) for n, s in enumerate(subjects)]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=60), st.integers(0, 5), st.data())
def test_a_smaller_limit_is_part_of_a_larger_one(subjects, seed, data):
    rows = items(subjects)
    large = data.draw(st.integers(1, len(rows)))
    small = data.draw(st.integers(1, large))
    for strata in ((), ("subject",)):
        every = range(len(rows))
        kept = limited(rows, every, large, strata, seed)
        assert kept == sorted(set(kept))
        assert set(limited(rows, every, small, strata, seed)) <= set(kept)
        assert len(kept) == large


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=40), st.integers(0, 5), st.data())
def test_a_limit_completes_the_last_whole_group(names, seed, data):
    """Rows of a group may stand apart; a smaller limit is still part of a larger one."""
    rows = [
        Item(f"q{n}", "a", "a", groups={"question": name, "passage": str(name < "c")}) for n, name in enumerate(names)
    ]
    large = data.draw(st.integers(1, len(rows)))
    small = data.draw(st.integers(1, large))
    for strata in ((), ("passage",)):
        kept = [limited(rows, range(len(rows)), limit, strata, seed, "question") for limit in (small, large)]
        assert set(kept[0]) <= set(kept[1])
        for limit, chosen in zip((small, large), kept, strict=True):
            groups = Counter(names[i] for i in chosen)
            assert groups == {name: names.count(name) for name in groups}
            assert len(chosen) >= limit
            assert any(len(chosen) - size < limit for size in groups.values()), "the last one was needed"


def test_without_strata_a_limit_takes_the_first_rows():
    assert limited(items("ccbbaa"), range(6), 3, (), 7) == [0, 1, 2]


@given(st.integers(0, 20))
def test_strata_are_kept_in_proportion(seed):
    rows = items("a" * 60 + "b" * 30 + "c" * 10)
    kept = Counter(rows[i].groups["subject"] for i in limited(rows, range(100), 50, ("subject",), seed))
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
    assert [shot.question for shot in shots_for(ARC_EASY, pool[0], pool, 2)] == ["q1", "q2"]
    with pytest.raises(EvalutionError, match="only 2 examples to show"):
        shots_for(ARC_EASY, pool[0], pool, 3)


def test_shots_share_what_the_benchmark_says():
    pool = items("abab")
    by_subject = msgspec.structs.replace(ARC_EASY, shots_share=("subject",))
    assert [shot.question for shot in shots_for(by_subject, pool[0], pool, 1)] == ["q2"]
    with pytest.raises(EvalutionError, match="only 1 examples to show"):
        shots_for(by_subject, pool[0], pool, 2)


def test_subsets_are_paths():
    benchmark = msgspec.structs.replace(ARC_EASY, strata=("category", "subject"))
    rows = [
        Item("q", "a", "a", groups={"category": c, "subject": s})
        for c, s in [("stem", "algebra"), ("stem", "physics"), ("other", "law"), ("other", "algebra")]
    ]
    assert selected(benchmark, rows, ()) == [0, 1, 2, 3]
    assert selected(benchmark, rows, ("stem",)) == [0, 1]
    assert selected(benchmark, rows, ("algebra",)) == [0, 3]
    assert selected(benchmark, rows, ("stem.algebra", "law")) == [0, 2]
    with pytest.raises(EvalutionError, match="--subset stm: unknown subset 'stm'; nearest: stem"):
        selected(benchmark, rows, ("stm",))
    with pytest.raises(EvalutionError, match="--subset stem: it has no subsets"):
        selected(ARC_EASY, rows, ("stem",))


def test_shots_never_show_a_question_twice():
    pool = [*items("aa"), *items("aaa")]
    assert [shot.question for shot in shots_for(ARC_EASY, items("aaaa")[3], pool, 3)] == ["q0", "q1", "q2"]


@given(st.integers(1, 40), st.integers(0, 5), st.text(max_size=5))
def test_a_seeded_order_is_a_permutation_of_the_pool(size, seed, name):
    pool, item = items("a" * size), Item("asked", "a", "a", id=name)
    order = list(SAMPLERS["seeded"](pool, item, seed))
    assert sorted(map(id, order)) == sorted(map(id, pool))
    assert order == list(SAMPLERS["seeded"](pool, item, seed))


def test_seeded_shots_differ_from_question_to_question():
    seeded = msgspec.structs.replace(ARC_EASY, sampler="seeded")
    pool = items("a" * 50)
    asked = [Item(f"asked {n}", "a", "a", id=str(n)) for n in range(20)]
    assert len({tuple(shot.question for shot in shots_for(seeded, item, pool, 2)) for item in asked}) > 15
    assert shots_for(seeded, asked[0], pool, 2, 0) != shots_for(seeded, asked[0], pool, 2, 1)


def test_balanced_shots_take_each_gold_in_turn():
    balanced = msgspec.structs.replace(ARC_EASY, sampler="balanced")
    pool = [Item(f"q{n}", gold, "a") for n, gold in enumerate("aaabac")]
    shots = shots_for(balanced, Item("asked", "a", "a"), pool, 5)
    assert [shot.question for shot in shots] == ["q0", "q3", "q5", "q1", "q2"]
