"""Bands of rules: the last commitment of the strongest band that speaks."""

from evalution.scorers.extraction import Found, Rule, candidates, decide, describe
from evalution.scorers.target import Target
from evalution.verdict import Span

TARGET = Target("x")
CUT = Target("x", truncated=True)


def rule(name, *places, fallback=False):
    return Rule(name, lambda text, target: [Found((f"{name}{a}",), name, Span(a, b)) for a, b in places], fallback)


def test_the_last_commitment_of_a_band_wins_whatever_its_rule():
    assert decide([[rule("a", (0, 1), (8, 9)), rule("b", (4, 5))]], "", TARGET).answers == ("a8",)
    assert decide([[rule("a", (0, 1)), rule("b", (4, 5))]], "", TARGET).answers == ("b4",)


def test_of_two_that_end_together_the_longer_wins_and_of_equal_ones_the_first():
    assert decide([[rule("a", (5, 9)), rule("b", (3, 9))]], "", TARGET).rule == "b"
    assert decide([[rule("a", (3, 9)), rule("b", (3, 9))]], "", TARGET).rule == "a"


def test_a_weaker_band_speaks_only_when_the_stronger_is_silent():
    weak = rule("weak", (50, 51))
    assert decide([[rule("a", (0, 1))], [weak]], "", TARGET).rule == "a"
    assert decide([[rule("a")], [weak]], "", TARGET).rule == "weak"
    assert decide([[rule("a")], [rule("b")]], "", TARGET) is None


def test_fall_backs_are_silent_on_truncated_responses():
    bands = [[rule("a")], [rule("last", (0, 1), fallback=True)]]
    assert decide(bands, "", TARGET).rule == "last"
    assert decide(bands, "", CUT) is None


def test_candidates_say_what_they_lost_to():
    bands = [[rule("a", (0, 1), (4, 5))], [rule("last", (8, 9), fallback=True)]]
    assert [(c.answer, c.why) for c in candidates(bands, "", TARGET)] == [
        ("a0", "an earlier commitment"),
        ("last8", "a weaker band"),
    ]
    assert [c.why for c in candidates(bands[1:], "", CUT)] == ["a fall-back rule, and the response was cut"]


def test_describe():
    assert describe([[rule("hash"), rule("boxed")], [rule("last")]]) == "hash+boxed>last"


def test_a_rule_that_finds_backwards_is_asked_once():
    asked = []

    def find(text, target):
        for place in (8, 4, 0):
            asked.append(place)
            yield Found((str(place),), "a", Span(place, place + 1))

    assert decide([[Rule("a", find, latest_first=True)]], "", TARGET).answers == ("8",)
    assert asked == [8]
