"""Laws: rewriting keeps or changes equality as it should; symmetry, reflexivity, transitivity, totality."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalution.scorers.math import MATH, extract_math_answer, math_equal
from evalution.scorers.target import Target
from evalution.verdict import Verdict
from growth import growth
from math_answers import answer
from math_rules import CHANGE, KEEP

EACH = 250
"""Answers tried with every rule; the slow run takes ten thousand."""


def applied(rule, rng, count):
    """Pairs of an answer and what a rule makes of it."""
    for _ in range(count):
        text = answer(rng)
        new = rule(text, rng)
        if new is not None:
            yield text, new


def wrong(rules, meant, count, seed):
    """Pairs on which a rule's meaning and the equality disagree, and how often each rule applied."""
    found, used = [], Counter()
    for name, rule in rules.items():
        rng = random.Random(f"{seed}:{name}")
        for text, new in applied(rule, rng, count):
            used[name] += 1
            for a, b in ((text, new), (new, text)):
                if math_equal(a, b).equal is not meant:
                    found.append((name, a, b))
    return found, used


def test_there_are_enough_rules():
    assert len(KEEP) >= 40
    assert len(CHANGE) >= 25


@pytest.mark.parametrize(("rules", "meant"), [(KEEP, True), (CHANGE, False)], ids=["keep", "change"])
def test_rules(rules, meant):
    found, used = wrong(rules, meant, EACH, 1)
    assert found == []
    assert set(used) == set(rules)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "meant"), [(KEEP, True), (CHANGE, False)], ids=["keep", "change"])
def test_rules_on_ten_thousand_answers(rules, meant):
    found, used = wrong(rules, meant, 10_000, 2)
    assert found == []
    assert set(used) == set(rules)


def test_two_rules_in_a_row_keep_equality():
    """Transitivity along rewritten forms: a ~ b and b ~ c give a ~ c."""
    rng = random.Random(3)
    names = sorted(set(KEEP) - {"digits of pi", "unit"})
    checked = 0
    for _ in range(9_000):
        a = answer(rng)
        b = KEEP[rng.choice(names)](a, rng)
        c = KEEP[rng.choice(names)](b, rng) if b else None
        if b and c and math_equal(a, b).equal and math_equal(b, c).equal:
            checked += 1
            assert math_equal(a, c).equal, (a, b, c)
    assert checked > 200


def test_transitive_on_triples():
    """Equality splits answers into classes, the stated policies aside (bare numbers against units and names)."""
    rng = random.Random(4)
    values = [answer(rng) for _ in range(120)] + ["1/2", "0.5", "\\frac{2}{4}", "0.50", "2", "\\sqrt{4}", "x+1", "1+x"]
    for a in values:
        equal = [b for b in values if math_equal(a, b).equal]
        for b in equal:
            assert all(math_equal(b, c).equal for c in equal), (a, b)


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_symmetric_reflexive_and_total(a, b):
    assert math_equal(a, b) == math_equal(b, a)
    assert math_equal(a, a).equal
    assert isinstance(MATH.judge(a, Target(b))[0], Verdict)


@given(
    st.lists(
        st.sampled_from(
            [
                *"0123456789xyi+-*/^=<>()[]{}|,.:;!%$_&' \n",
                "\\frac",
                "\\sqrt",
                "\\{",
                "\\}",
                "\\cup",
                "\\pm",
                "\\text{a}",
                "\\infty",
                "\\circ",
                "\\pi",
                "\\sin",
                "\\log",
                "\\begin{pmatrix}",
                "\\end{pmatrix}",
                "\\\\",
                "\\left",
                "\\right",
                "\\boxed{",
                "\\le",
                "\\in",
                "\\overline{",
                "and",
                "or",
                "sqrt",
                "\\binom",
                "\\lfloor",
                "\\rfloor",
                "The answer is ",
                "####",
            ]
        ),
        max_size=40,
    ).map("".join),
    st.sampled_from(["5", "x+1", r"\{1,2\}", "(1,2)", r"\text{even}", "x=3", "[0,1)"]),
)
@settings(max_examples=1500, deadline=None)
def test_total_on_formulas(text, gold):
    assert math_equal(text, gold) == math_equal(gold, text)
    assert math_equal(text, text).equal
    verdict = MATH.judge(text, Target(gold))[0]
    if verdict.span:
        assert 0 <= verdict.span.start <= verdict.span.end <= len(text)


UNITS = [
    "{",
    "\\frac{",
    "(",
    "\\boxed{",
    "\\boxed{1}",
    "The answer is ",
    "The answer is 5. ",
    "$",
    "$1$ ",
    "1,",
    " ",
    "\\[",
    "#### 1\n",
    "<answer>",
    "\\sqrt",
    "-",
    "9^",
    "1+",
    "\\text{",
    "a ",
    "\n",
    "1/",
    "|",
    "\\left(",
    "0.",
]


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_linear_time(unit):
    """Four times the text costs about four times the time, with room for a busy machine."""

    def read(n):
        text = unit * (n // len(unit))
        extract_math_answer(text)
        math_equal(text, "5")
        MATH.judge("\\boxed{" + text + "}", Target("5"))

    read(1_000)
    assert growth(lambda: read(25_000), lambda: read(100_000), factor=12, noise=0.15) == ""
