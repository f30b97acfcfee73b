"""Every golden case gets its verdict, and no verdict changes without a new version of its scorer."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

import golden_cases


@pytest.mark.parametrize("case", golden_cases.cases(), ids=lambda case: f"{case.scorer}:{case.id}")
def test_verdict(case):
    verdict = case.verdict()
    assert verdict.status == case.status, verdict
    for field in ("answer", "rule", "value"):
        expected = getattr(case, field)
        if expected is not msgspec.UNSET:
            assert getattr(verdict, field) == expected, verdict
    if verdict.span is not None:
        assert 0 <= verdict.span.start <= verdict.span.end <= len(case.response)


def test_ids_are_unique():
    counts = Counter((case.scorer, case.id) for case in golden_cases.cases())
    assert [key for key, count in counts.items() if count > 1] == []


def test_no_verdict_changed_at_the_same_version():
    old = json.loads(golden_cases.VERSIONS.read_text())
    new = golden_cases.digests()
    assert golden_cases.changed(old, new) == []
    stale = [
        name for name in new if name not in old or not new[name]["verdicts"].keys() <= old[name]["verdicts"].keys()
    ]
    assert stale == [], "run `make golden` (python tests/golden_cases.py)"


def test_a_changed_verdict_is_seen():
    old = {"num": {"v": 1, "verdicts": {"a": "1", "b": "2"}}}
    assert golden_cases.changed(old, {"num": {"v": 1, "verdicts": {"a": "1", "c": "3"}}}) == []
    assert golden_cases.changed(old, {"num": {"v": 1, "verdicts": {"a": "9"}}}) == ["num"]
    assert golden_cases.changed(old, {"num": {"v": 2, "verdicts": {"a": "9"}}}) == []
