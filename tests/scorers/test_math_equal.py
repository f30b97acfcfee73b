"""Pairs of answers with the verdict that each must get, either way round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalution.scorers.math import math_equal

LINES = (Path(__file__).parents[1] / "data" / "math_equal.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize(("a", "b", "expected"), [json.loads(line) for line in LINES])
def test_pair(a, b, expected):
    decided = math_equal(a, b)
    assert decided.equal is expected, decided
    assert math_equal(b, a) == decided
    assert decided.via
