"""The owners' rules: what they read, and what they refuse, on texts where their quirks show.

Equality with the published code was checked on 300,000 random texts (`parse_fn_math`, `extract_answer`, mgsm's
`parse_answer`, `score_mgsm`), without a difference.
"""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers import mgsm
from evalution.scorers.reference import gsm8k as owners
from evalution.scorers.target import Target
from evalution.verdict import Status


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("#### 24", "24"),
        ("#### 1,250", "1250"),
        ("#### -3 or so", "-3"),
        ("#### 24.", "24."),
        ("#### 6\n#### 24", "6"),
        ("##### 24", "24"),
        ("####24", "[invalid]"),
        ("#### $24", "[invalid]"),
        ("#### −24", "[invalid]"),
        ("#### ๔๕", "[invalid]"),
        ("The answer is 24", "[invalid]"),
    ],
)
def test_gsm8k(text, answer):
    assert owners.extract_answer(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer: 24", "24"),
        ("Answer: 6\nAnswer: 24", "24"),
        ("**Answer: ** 24", "24"),
        ("answer:24, not 7", "24"),
        ("Answer: $\\boxed{\\text{24 pens}}$", "24"),
        ("\\boxed{6} and \\boxed{24}", "6"),
        ("Seven\nand 24.00\n", "24"),
        ("Answer: -24.50", "-24.50"),
        ("Answer: −24", "24"),
        ("Answer: ...", None),
        ("Answer: 1.2.3", "1.2.3"),
        ("", None),
    ],
)
def test_platinum(text, answer):
    assert owners.parse_platinum(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer: 24", "24"),
        ("Answer: 7 + 17 = 24.", "24"),
        ("Answer: 24 (of 30)", "30"),
        ("Answer: 6\nAnswer: 24", "24"),
        ("Answer: 1,250", "1250"),
        ("Answer: -45", "45"),
        ("answer: 24", ""),
        ("24", ""),
    ],
)
def test_simple_evals(text, answer):
    assert mgsm.parse_answer(text, "Answer") == answer


def test_comparison_is_by_text_by_float_and_by_trimmed_text():
    assert owners.judge_gsm8k("#### 24.00", Target("24"))[0].status is Status.INCORRECT
    assert owners.judge_platinum("Answer: 24.50", Target("#### 24.5"))[0].status is Status.CORRECT
    assert owners.judge_platinum("Answer: " + "9" * 400, Target("24"))[0].status is Status.INCORRECT
    assert mgsm.judge("Answer: 24.50", Target("24.5"))[0].status is Status.CORRECT
    assert mgsm.judge("Answer: 2450", Target("2,450", language="en"))[0].status is Status.CORRECT


@given(st.text(max_size=200), st.text(max_size=10))
def test_every_text_gets_a_verdict(text, gold):
    for judge in (owners.judge_gsm8k, owners.judge_platinum, mgsm.judge):
        verdict = judge(text, Target(gold))[0]
        assert (verdict.value is None) == (verdict.status is Status.UNSCORED)


def test_the_owners_solutions_score_under_the_owners_rule(shared):
    with gzip.open(shared("data/gsm8k/test.jsonl.gz"), "rt", encoding="utf-8") as lines:
        golds = [json.loads(line)["answer"] for line in lines]
    assert len(golds) == 1319
    for gold in golds:
        assert owners.judge_gsm8k(gold, Target(gold))[0].value == 1.0
        assert owners.judge_platinum(gold, Target(gold))[0].status is not Status.UNSCORED
