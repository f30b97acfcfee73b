"""Every rule for letters reads its own worst input in time linear in the length."""

from __future__ import annotations

import pytest

from evalution.scorers.choice_label import CHOICE_LABEL, EXACT
from evalution.scorers.choice_rules import BANDS
from evalution.scorers.reference.mmlu_pro import CHOICE_LABEL_MMLU_PRO
from evalution.scorers.reference.simple_evals import CHOICE_LABEL_SIMPLE_EVALS, CHOICE_LABEL_SIMPLE_EVALS_GPQA
from evalution.scorers.run_on import before_run_on
from evalution.scorers.target import Target
from growth import cpu_seconds, growth

TARGET = Target("B", ("Rome", "Paris", "Oslo", "Lima"), tuple("ABCD"))
RULES = {rule.name: rule for band in BANDS for rule in band}


def rule(name):
    return lambda text: list(RULES[name].find(text, TARGET))


def judge(scorer):
    return lambda text: scorer.judge(text, TARGET)


WORST = {
    "marker": (
        rule("marker"),
        ("answer: ", "answer is A or ", "answer: the ", "答案是", "answer: B, ", "answer (", "answer: **"),
    ),
    "tag": (rule("tag"), ("<answer>", "<answer ", "[", "|answer", "| answer ", "Ans.")),
    "boxed": (rule("boxed"), ("\\boxed{", "\\boxed{A", "\\boxed{\\text{", "\\boxed ", "\\", "{")),
    "hash": (rule("hash"), ("\n####", "#### A", "\n## A ", "\n## ", "#")),
    "claim": (rule("claim"), ("I choose A", "A ", "A is the answer ", "A is the ", "(A", "选A", "A or ")),
    "json": (rule("json"), ('{"answer": "A"', "{'", '{"option": "B"}', "{", '"choice":')),
    "line": (rule("line"), ("Choice: A\n", ": A", "Choice: ", "\nOption: (B)\n")),
    "correction": (rule("correction"), ("Answer: B. No, C. ", "wait, A ", "it is A ", "Answer: A. so B ", "no, no, ")),
    "final_line": (rule("final_line"), ("A or ", "\n", " ", "**", "A\n")),
    "lead": (rule("lead"), ("A or B or ", "(", "A.\n", " ", "A, ")),
    "likely": (rule("likely"), ("so A ", "A is correct ", "is (A)\n", "A is most ", "it must be A or ")),
    "option_text": (rule("option_text"), ("Paris", "\n", "**", "$\\text{")),
    "mention": (rule("mention"), ("Paris ", "not Paris ", "Rome")),
    "run_on": (before_run_on, ("\n", "\n\n", "\n\n#", "\n \n", "\n\nQuestion", "\n\n" + " " * 9)),
    "choice_label": (judge(CHOICE_LABEL), ("A", "x A ", "Answer: B\n", "أ ", "\n\nQuestion: A", "<think>A</think>")),
    "exact": (judge(EXACT), (" ", "A")),
    "simple_evals": (
        judge(CHOICE_LABEL_SIMPLE_EVALS),
        ("Answer:", ":", " :", "**", "$\\boxed{", "Answer: A", ":\u200b", "\\\\("),
    ),
    "gpqa": (judge(CHOICE_LABEL_SIMPLE_EVALS_GPQA), ("Answer:", "Answer" + " " * 30, "Answer: $")),
    "mmlu_pro": (judge(CHOICE_LABEL_MMLU_PRO), ("answer: ", "A ", "answer is (", "\n", "Aa ", "answer:" + "\n" * 20)),
}
CASES = [(name, piece) for name, (_, pieces) in WORST.items() for piece in pieces]


def seconds(read, piece, length):
    text = repeated(piece, length)
    return cpu_seconds(lambda: read(text))


def repeated(piece, length):
    return (piece * (length // len(piece) + 1))[:length]


def test_every_rule_is_here():
    assert RULES.keys() <= WORST.keys()


@pytest.mark.parametrize(("name", "piece"), CASES)
def test_four_times_the_text_takes_four_times_as_long(name, piece):
    """A quadratic rule takes 16 times as long, a linear one 4 times; 20 ms are noise."""
    read = WORST[name][0]
    seconds(read, piece, 1000)
    small, large = repeated(piece, 10_000), repeated(piece, 40_000)
    assert growth(lambda: read(small), lambda: read(large)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "piece"), CASES)
def test_a_megabyte(name, piece):
    assert seconds(WORST[name][0], piece, 1_000_000) < 20
