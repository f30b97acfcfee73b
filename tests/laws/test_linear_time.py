"""Every registered text scorer reads every hostile text in time linear in its length."""

from __future__ import annotations

import time

import pytest

from laws.examples import family, text_scorers
from laws.hostile import PIECES, repeated

SCORERS = text_scorers()
NOISE = 0.02
"""Seconds by which a measurement may be off."""


def seconds(name: str, text: str, runs: int) -> float:
    """CPU time of one judgement, the least of some."""
    target = family(name).target(family(name).pairs[0][0])
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        SCORERS[name].judge(text, target)
        best = min(best, time.process_time() - start)
    return best


def assert_linear(name: str, length: int) -> None:
    """Four times the text may take 8 times as long, never the 16 times of a quadratic rule.

    Both texts end alike, since a rule that looks at the end first is done at once where an answer stands there.
    """
    slow = []
    for piece in PIECES:
        for end in ("", "\nand so on"):
            count = length // len(piece)
            short = seconds(name, piece * count + end, 3)
            long = seconds(name, piece * (4 * count) + end, 2)
            if long > 8 * short + NOISE:
                slow.append((piece, end, short, long))
    assert slow == []


@pytest.mark.parametrize("name", SCORERS)
def test_four_times_the_text_takes_about_four_times_as_long(name):
    assert_linear(name, 5_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORERS)
def test_up_to_a_hundred_thousand_characters(name):
    assert_linear(name, 25_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORERS)
def test_a_hundred_thousand_characters_are_read_within_seconds(name):
    slow = [(piece, s) for piece in PIECES if (s := seconds(name, repeated(piece, 100_000), 1)) > 5]
    assert slow == []
