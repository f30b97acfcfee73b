"""Each rule of the number scorer, broken in turn, is missed by a golden case."""

from __future__ import annotations

import re

import pytest

import golden_cases
from evalution.scorers import (
    extraction,
    gsm8k,
    notations,
    number_rules,
    number_words,
    numbers,
    numerals,
    quantities,
    scales,
    sentences,
    statements,
)
from evalution.scorers.number_rules import BANDS
from evalution.scorers.thinking import Visible

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
    "thinking is read": lambda patch: patch.setattr(gsm8k, "set_aside", lambda text: Visible(text, None)),
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
    "no scale words": lambda patch: patch.setattr(quantities, "scale", lambda *_: None),
    "no further scales": lambda patch: patch.setattr(scales, "_FURTHER", NEVER),
    "no scale letters": lambda patch: patch.setattr(scales, "_LETTER", NEVER),
    "no dozens": lambda patch: patch.setattr(quantities, "_DOZENS", NEVER),
    "no powers": lambda patch: patch.setattr(quantities, "power", lambda *_: None),
    "no factorials": lambda patch: patch.setattr(notations, "_FACTORIAL", NEVER),
    "no exclamations": lambda patch: patch.setattr(number_rules, "_exclaimed", lambda window, said, found: found),
    "no repeating decimals": lambda patch: patch.setattr(quantities, "repeating", lambda *_: None),
    "no dates": lambda patch: patch.setattr(quantities, "date", lambda *_: None),
    "nothing before a number": lambda patch: patch.setattr(quantities, "_BEFORE", NEVER),
    "nothing after a number": lambda patch: patch.setattr(quantities, "_AFTER", NEVER),
    "no number words": lambda patch: patch.setattr(statements, "spoken", lambda *_: None),
    "no number words within": lambda patch: patch.setattr(sentences, "only_spoken", lambda *_: None),
    "no Chinese words": lambda patch: patch.setattr(number_words, "_CJK", NEVER),
    "all is a word": lambda patch: patch.setattr(number_words, "_CJK_AFTER", re.compile("")),
    "pronouns are numbers": lambda patch: patch.setattr(number_words, "_OTHERWISE", NEVER),
    "no results in words": lambda patch: patch.setattr(statements, "_RESULT", NEVER),
    "late denials count": lambda patch: [patch.setattr(m, "DENIED_AFTER", NEVER) for m in (number_rules, sentences)],
    "denials in the gap count": lambda patch: patch.setattr(number_rules, "_GAP_DENIAL", NEVER),
    "what is retracted stands": lambda patch: patch.setattr(number_rules, "_RETRACTED", NEVER),
    "checks are answers": lambda patch: patch.setattr(number_rules, "_CHECKED", NEVER),
    "asides are answers": lambda patch: patch.setattr(number_rules, "_ASIDE", NEVER),
    "brackets are answers": lambda patch: patch.setattr(number_rules, "_outside_brackets", lambda text, told: told[-1]),
    "bold is nothing": lambda patch: patch.setattr(number_rules, "_BOLD", NEVER),
    "what is struck counts": lambda patch: patch.setattr(gsm8k, "_STRUCK", NEVER),
    "other turns are read": lambda patch: patch.setattr(gsm8k, "_TURN", NEVER),
    "other speakers are read": lambda patch: patch.setattr(gsm8k, "_OTHER_SPEAKER", NEVER),
    "other questions are read": lambda patch: patch.setattr(gsm8k, "before_run_on", lambda text: None),
    "what is cut counts": lambda patch: patch.setattr(gsm8k, "_REACHES_END", NEVER),
    "what is given counts": lambda patch: patch.setattr(sentences, "_given", lambda *_: False),
    "reasons are answers": lambda patch: patch.setattr(sentences, "_CLAUSE_END", re.compile(r"[.!?](?=\s)")),
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
