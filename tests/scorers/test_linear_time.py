"""Every rule reads its own worst input in time linear in the length."""

from __future__ import annotations

import pytest

from evalution.scorers import gsm8k, mgsm
from evalution.scorers.markers import find_markers
from evalution.scorers.number_rules import BANDS
from evalution.scorers.reference import gsm8k as owners
from evalution.scorers.target import Target
from evalution.scorers.thinking import set_aside
from growth import cpu_seconds, growth

RULES = [rule for band in BANDS for rule in band]
TARGET = Target("24")


def rule(name):
    return lambda text: [list(rule.find(text, TARGET)) for rule in RULES if rule.name == name]


WORST = {
    "hash": (rule("hash"), ("#### 1+", "#### 1 a ", "#### x = ", "####")),
    "marker": (rule("marker"), ("答は1", "answer: 1 ", "A: 1\n", "<answer>1", "answer is a 1 b ", "答は1 wait ")),
    "boxed": (rule("boxed"), ("\\boxed{", "\\boxed{1}", "\\boxed{1+", "{", "\\boxed")),
    "last_number": (rule("last_number"), ("1", "1 a ", "-1", "1/", "a1\n", "1 to ", "½", "\\frac1")),
    "markers": (
        lambda text: list(find_markers(text)),
        ("answer ", "answer is ", "答", "answer" + " " * 40, "svar er "),
    ),
    "thinking": (set_aside, ("<think>", "</think>", "<|channel|>", "<think", "analysis")),
    "num": (
        lambda text: gsm8k.judge(text, TARGET),
        ("9", "A: 1\n", "\n", " ", "~~", "答は", "twenty ", "\n\nQuestion:\n"),
    ),
    "num@gsm8k": (lambda text: owners.judge_gsm8k(text, TARGET), ("#### ", "#### .", "#")),
    "num@gsm8k_platinum": (
        lambda text: owners.judge_platinum(text, TARGET),
        (".", "-", "\\boxed{", "answer: ", "9", ".0"),
    ),
    "num@simple_evals": (lambda text: mgsm.judge(text, TARGET), ("Answer", "9", "9.", ",")),
}
CASES = [(name, piece) for name, (_, pieces) in WORST.items() for piece in pieces]


def seconds(read, piece, length):
    text = repeated(piece, length)
    return cpu_seconds(lambda: read(text))


def repeated(piece, length):
    return (piece * (length // len(piece) + 1))[:length]


def test_every_rule_is_here():
    assert {rule.name for rule in RULES} <= WORST.keys()


@pytest.mark.parametrize(("name", "piece"), CASES)
def test_doubling_the_text_doubles_the_time(name, piece):
    """A quadratic rule takes 16 times as long on four times the text, a linear one 4 times; 20 ms are noise."""
    read = WORST[name][0]
    seconds(read, piece, 1000)
    small, large = repeated(piece, 10_000), repeated(piece, 40_000)
    assert growth(lambda: read(small), lambda: read(large)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "piece"), CASES)
def test_a_megabyte(name, piece):
    assert seconds(WORST[name][0], piece, 1_000_000) < 20
