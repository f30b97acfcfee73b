"""Every registered text scorer reads every hostile text in time linear in its length."""

from __future__ import annotations

from functools import partial

import pytest

from growth import cpu_seconds, growth
from laws.examples import family, text_scorers
from laws.hostile import PIECES, repeated

SCORERS = text_scorers()


def judged(name: str, text: str) -> None:
    SCORERS[name].judge(text, family(name).target(family(name).pairs[0][0]))


def assert_linear(name: str, length: int) -> None:
    """Four times the text may take 8 times as long, never the 16 times of a quadratic rule.

    Both texts end alike, since a rule that looks at the end first is done at once where an answer stands there.
    """
    slow = []
    for piece in PIECES:
        for end in ("", "\nand so on"):
            count = length // len(piece)
            small, large = piece * count + end, piece * (4 * count) + end
            if seen := growth(lambda t=small: judged(name, t), lambda t=large: judged(name, t)):
                slow.append((piece, end, seen))
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
    slow = [(piece, s) for piece in PIECES if (s := cpu_seconds(partial(judged, name, repeated(piece, 100_000)))) > 5]
    assert slow == []
