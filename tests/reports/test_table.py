"""The table keeps every digit however narrow the terminal, and every kind of outcome apart."""

from __future__ import annotations

import io

from rich.console import Console

from evalution.reports.table import print_results
from evalution.runs.results import MetricResult, Results, TaskResult
from evalution.statistics.estimate import Estimate


def printed(estimate, width=80, key="acc,label_perm:0.25"):
    metric = MetricResult(key, f"{key}|v:1", estimate)
    sink = io.StringIO()
    print_results(
        Results("m", [TaskResult("gsm8k_platinum", key, 7, [metric])]),
        Console(file=sink, markup=False, highlight=False, width=width, force_terminal=True, color_system=None),
    )
    return sink.getvalue()


def test_no_digit_is_dropped_on_a_narrow_terminal():
    estimate = Estimate(
        0.123456,
        0.1111,
        0.9999,
        n=12032,
        unscored=101,
        no_answer=202,
        ambiguous=303,
        truncated=404,
        floor=0.1,
        ceiling=0.2,
    )
    for width in (40, 80, 200):
        out = printed(estimate, width)
        for part in ("0.1235", "in 0.1000..0.2000", "[0.1111, 0.9999]", "12032", "101", "202", "303", "404"):
            assert part in out
        assert "…" not in out


def test_nothing_scored_is_no_zero():
    out = printed(Estimate(None, n=3, unscored=3, floor=0.0, ceiling=1.0, incomplete=True))
    assert "incomplete" in out
    assert "0.0000 " not in out
    assert "none" in printed(Estimate(None))
