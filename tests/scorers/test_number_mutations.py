"""Each rule of the number scorer, broken in turn, is missed by a golden case."""

from __future__ import annotations

import re

import pytest

import golden_cases
from evalution.scorers import extraction, gsm8k, number_rules, numbers, numerals, quantities, sentences, statements
from evalution.scorers.number_rules import BANDS

CASES = [case for case in golden_cases.cases() if case.scorer == "num"]


def failing():
    return [case.id for case in CASES if not holds(case)]


def holds(case):
    verdict = gsm8k.judge(case.response, case.target)[0]
    given = {"answer": case.answer, "rule": case.rule}
    return verdict.status == case.status and all(
        getattr(verdict, field) == value for field, value in given.items() if isinstance(value, str)
    )


def test_the_unbroken_scorer_passes():
    assert failing() == []


@pytest.mark.parametrize("name", sorted({rule.name for band in BANDS for rule in band}))
def test_without_a_rule(name, monkeypatch):
    monkeypatch.setattr(gsm8k, "BANDS", tuple(tuple(rule for rule in band if rule.name != name) for band in BANDS))
    assert failing()


NEVER = re.compile(r"(?!)")
MUTATIONS = {
    "bands are one": lambda patch: patch.setattr(gsm8k, "BANDS", (sum(map(tuple, BANDS), ()),)),
    "the first commitment wins": lambda patch: patch.setattr(extraction, "_later", lambda a, b: a.end < b.end),
    "fall-backs fire on truncated texts": lambda patch: patch.setattr(
        gsm8k, "BANDS", tuple(tuple(rule._replace(fallback=False) for rule in band) for band in BANDS)
    ),
    "thinking is read": lambda patch: patch.setattr(gsm8k, "may_think", lambda text: False),
    "no A: line": lambda patch: patch.setattr(number_rules, "_OLD_MARKER", NEVER),
    "no answer tag": lambda patch: patch.setattr(number_rules, "_TAG", NEVER),
    "no answer words": lambda patch: patch.setattr(number_rules, "find_markers", lambda text: iter(())),
    "headings are answers": lambda patch: patch.setattr(number_rules, "_ENUMERATOR", NEVER),
    "refusals are not read": lambda patch: patch.setattr(number_rules, "_NOTHING", NEVER),
    "no denials": lambda patch: patch.setattr(sentences, "_NO_ANSWER", NEVER),
    "denied numbers count": lambda patch: patch.setattr(number_rules, "_DENIED", NEVER),
    "no verbs": lambda patch: patch.setattr(sentences, "_VERBS", frozenset()),
    "no verb-last languages": lambda patch: patch.setattr(sentences, "_VERB_LAST", frozenset()),
    "no equations": lambda patch: patch.setattr(statements, "_OPERATOR", NEVER),
    "no ranges": lambda patch: patch.setattr(number_rules, "RUNNING", NEVER),
    "no alternatives": lambda patch: patch.setattr(statements, "COMMITTED", NEVER),
    "nothing leads up": lambda patch: patch.setattr(statements, "_LEAD", re.compile("")),
    "every dash is a minus": lambda patch: patch.setattr(quantities, "_is_dash", lambda *_: False),
    "no dash is a minus": lambda patch: patch.setattr(quantities, "_is_dash", lambda *_: True),
    "digits in words count": lambda patch: patch.setattr(quantities, "_part_of_word", lambda *_: False),
    "no percent": lambda patch: patch.setattr(quantities, "_PERCENT", NEVER),
    "no scale words": lambda patch: patch.setattr(quantities, "_SCALE", NEVER),
    "no exponents": lambda patch: patch.setattr(quantities, "_EXPONENT", NEVER),
    "no mixed numbers": lambda patch: patch.setattr(quantities, "_MIXED", NEVER),
    "no slashes": lambda patch: patch.setattr(quantities, "_SLASH", NEVER),
    "no clocks": lambda patch: patch.setattr(quantities, "_CLOCK", NEVER),
    "no cents": lambda patch: patch.setattr(quantities, "_CENTS", NEVER),
    "no LaTeX fractions": lambda patch: patch.setattr(quantities, "_LATEX", NEVER),
    "no decimal commas": lambda patch: patch.setattr(numerals, "COMMA_DECIMAL", frozenset()),
    "digits are not folded": lambda patch: patch.setattr(number_rules, "fold", lambda text: text),
    "percent equals nothing else": lambda patch: patch.setattr(gsm8k, "equal", lambda a, b: a == b),
    "a gold's solution is not cut": lambda patch: patch.setattr(numbers, "_OLD_MARKER", NEVER),
}


@pytest.mark.parametrize("mutate", MUTATIONS.values(), ids=MUTATIONS.keys())
def test_broken(mutate, monkeypatch):
    numbers.gold_values.cache_clear()
    mutate(monkeypatch)
    assert failing()
    monkeypatch.undo()
    numbers.gold_values.cache_clear()
