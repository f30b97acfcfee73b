"""Where rows are placed, and how it is found out."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalution.engines.gguf.forward import wide
from evalution.engines.gguf.kernels import one_thread
from evalution.engines.gguf.rows import RowRule, row_rule

PLAIN = RowRule(16, (0,), True, True)
HALVES = RowRule(16, (0,) * 6 + (1,) * 6, True, False)


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=80))
def test_every_token_has_a_row_of_its_own_and_of_its_kind(positions):
    for rule, group, count in ((PLAIN, 1, 1), (HALVES, 12, 2)):
        rows, n_rows = rule.place(np.array(positions))
        assert n_rows >= 16
        assert n_rows % group == 0
        assert len(set(rows.tolist())) == len(positions)
        assert rows.max() < n_rows
        assert rule.kind(rows).tolist() == [p % count for p in positions]


def test_a_plain_rule_leaves_rows_in_order():
    rows, n_rows = PLAIN.place(np.arange(40)[::-1])
    assert rows.tolist() == list(range(40))
    assert n_rows == 40


def noisy(kinds):
    """A product whose rows differ in their last bits by their place in a group, and in a last one that is not full."""

    def product(x, w):
        result = wide(np.ascontiguousarray(x), w)
        group = len(kinds)
        whole = len(x) // group * group
        noise = np.array([kinds[i % group] if i < whole else 9 for i in range(len(x))], np.float32)
        return np.round(result, 2) + noise[:, None] / 1024

    return product


def test_groups_are_found():
    w = np.random.default_rng(1).standard_normal((64, 64), dtype=np.float32)
    with one_thread():
        assert row_rule(noisy((0,)), (w,)).kinds == (0,)
        halves = row_rule(noisy((0,) * 6 + (1,) * 6), (w, w))
        assert halves.kinds == (0,) * 6 + (1,) * 6
        assert halves.alike


def test_kernels_without_a_pattern_say_so():
    w = np.random.default_rng(1).standard_normal((64, 64), dtype=np.float32)
    rng = np.random.default_rng(2)
    rule = row_rule(lambda x, w: rng.standard_normal((len(x), len(w))), (w,))
    assert not rule.alike
    assert rule.packing == "sums within 1e-4"
