"""`acc,math@hendrycks` is the owners' rule, bit for bit: their code's verdicts on texts of ours."""

from __future__ import annotations

import json
from pathlib import Path

from evalution.scorers.reference.hendrycks import extract_answer, is_equiv

OWNER = json.loads((Path(__file__).parents[1] / "data" / "math_owner.json").read_text("utf-8"))


def test_pairs():
    assert len(OWNER["pairs"]) == 1500
    assert 100 < sum(verdict for _, _, verdict in OWNER["pairs"]) < 1400
    for a, b, verdict in OWNER["pairs"]:
        assert is_equiv(a, b) == verdict, (a, b)


def test_responses():
    assert sum(answer is None for _, answer in OWNER["responses"]) > 50
    for text, answer in OWNER["responses"]:
        found = extract_answer(text)
        assert (found[0] if found else None) == answer, text
        assert found is None or text[found[1].start : found[1].end] == answer
