"""The glossary knows every key that a registered scorer reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalution import registry
from evalution.scorers.label_permutations import LabelPermutations
from evalution.verdict import MetricKey

GLOSSARY = (Path(__file__).parents[2] / "docs" / "scores.md").read_text("utf-8")
DOCUMENTED = {
    key for row in re.findall(r"^\| (`.*?) \|", GLOSSARY, re.MULTILINE) for key in re.findall(r"`(.*?)`", row)
}


def reported():
    scorers = [registry.load("scorers", name) for name in registry.names("scorers")]
    return sorted({metric.key for scorer in scorers for metric in scorer.metrics})


@pytest.mark.parametrize("key", reported())
def test_every_key_is_in_the_glossary(key):
    assert key in DOCUMENTED


@pytest.mark.parametrize("name", registry.names("benchmarks"))
def test_every_headline_is_reported(name):
    benchmark = registry.load("benchmarks", name)
    keys = [metric.key for scorer in benchmark.scorers for metric in registry.load("scorers", scorer).metrics]
    assert benchmark.headline in keys


def test_keys_parse_back():
    for key in [*reported(), *(metric.key for metric in LabelPermutations(0.25).metrics)]:
        assert str(MetricKey.parse(key)) == key
