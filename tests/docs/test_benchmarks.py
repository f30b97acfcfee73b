"""What is written of the benchmarks is what they declare."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from evalution import registry
from evalution.cli.app import app
from evalution.reports.benchmarks import describe, line, needs, page

DOCS = Path(__file__).parents[2] / "docs" / "benchmarks.md"
NAMES = registry.names("benchmarks")


def test_the_page_is_current():
    assert DOCS.read_text("utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize("name", NAMES)
def test_each_is_described(name):
    benchmark = registry.load("benchmarks", name)
    text = describe(name)
    for part in (benchmark.title, benchmark.citation, benchmark.licence, benchmark.headline, f"|data:{name}/"):
        assert part in text
    assert f"### `{name}`: " in page()
    assert benchmark.headline in line(name)


def test_the_services_needed_are_those_of_the_headline():
    assert needs(registry.load("benchmarks", "mgsm")) == ["model"]


@pytest.mark.parametrize("arguments", [["describe"], ["describe", "mgsm", "--all"], ["describe", "mgms"]])
def test_describe_refuses(arguments):
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code != 0
    assert "expected names" in str(result.exception) or "nearest: mgsm" in str(result.exception)


def test_describe_prints():
    result = CliRunner().invoke(app, ["describe", "gpqa_main", "mmlu"])
    assert result.exit_code == 0
    assert "sealed: its owners ask" in result.stdout
    assert "[user] Think the question through" in result.stdout
    assert CliRunner().invoke(app, ["describe", "--all"]).stdout == page()
