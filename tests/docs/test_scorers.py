"""The page on scorers names every rule that a registered text scorer may report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalution import registry
from evalution.scorers.text import TextScorer

PAGE = (Path(__file__).parents[2] / "docs" / "scorers.md").read_text("utf-8")
SCORERS = {name: registry.load("scorers", name) for name in registry.names("scorers")}


@pytest.mark.parametrize("name", [name for name, scorer in SCORERS.items() if isinstance(scorer, TextScorer)])
def test_every_rule_is_described(name):
    for rule in re.split(r"[+>]", SCORERS[name].rules):
        assert rule in ("", "…") or f"`{rule}`" in PAGE, rule
