"""The examples of docs/math.md hold."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_examples_of_the_mathematics_page():
    failures, tried = doctest.testfile(str(DOCS / "math.md"), module_relative=False)
    assert tried > 40
    assert failures == 0
