"""Breaking any one rule of DROP, of the judges' parsers or of the code finder makes a golden case fail."""

import json
import re
from pathlib import Path

import pytest

import golden_cases
from evalution.scorers import code, code_blocks, code_pruning, drop, drop_reading
from evalution.scorers.code import program_to_run
from evalution.scorers.judge import CONTRACTS, browsecomp, contract, equality, graded, simpleqa, words
from evalution.scorers.reference import drop as owner
from evalution.scorers.thinking import Visible

GOLDEN = Path(__file__).parents[1] / "golden"
NEVER = re.compile(r"(?!)(?P<value>)(?P<word>)(?P<rest>)(?P<token>)")


def forget():
    for memo in (drop._remembered, owner._remembered, owner._number):
        getattr(memo, "cache_clear", bool)()


@pytest.fixture(autouse=True)
def _forget_what_broken_rules_left(monkeypatch):
    yield
    monkeypatch.undo()
    forget()


def drop_fails():
    forget()
    return any(case.verdict().status != case.status for case in golden_cases.cases() if case.scorer.startswith("drop"))


def rows(path):
    return [json.loads(line) for line in (GOLDEN / path).read_text("utf-8").splitlines()]


def judge_fails():
    cases = [case for case in rows("judge/replies.jsonl") if case["contract"] in CONTRACTS]
    for case in cases:
        found = CONTRACTS[case["contract"]].parse(case["reply"], case.get("nonce"))
        if any(getattr(found, name) != case[name] for name in ("grade", "extracted", "confidence") if name in case):
            return True
    return False


def code_fails():
    for case in rows("code/replies.jsonl"):
        found = program_to_run(case["reply"], prompt=case["prompt"], entry_point=case["entry_point"])
        if (found.rule, found.code) != (case["rule"], case["code"]):
            return True
        if case["value"] is not None:
            scope = {}
            try:
                exec(compile(found.source, case["id"], "exec"), scope)
                assert scope["triple"](2) == case["value"]
            except Exception:
                return True
    return False


def no_text(text):
    return Visible(text, None)


BROKEN = {
    drop_fails: [
        (drop_reading, "_announced", lambda text: None),
        (drop_reading, "_BOXED", NEVER),
        (drop_reading, "_NEXT_TASK", NEVER),
        (drop_reading, "_BULLET", NEVER),
        (drop_reading, "_STRONG", NEVER),
        (drop_reading, "_COMMA", NEVER),
        (drop_reading, "_COMMA_OR_AND", NEVER),
        (drop_reading, "_block", lambda text, start, end: text[start:end]),
        (drop_reading, "set_aside", no_text),
        (drop, "_is_number", lambda word: False),
        (drop, "_plain_number", str),
        (drop, "_ARTICLES", frozenset()),
        (drop, "_PLAIN", {}),
        (owner, "_number", lambda word: False),
        (owner, "is_number", lambda word: False),
        (owner, "_remembered", lambda token: (token,)),
    ],
    judge_fails: [
        *((module._reader, name, NEVER) for module in (equality, simpleqa) for name in ("_labelled", "_any")),
        (equality._reader, "_head", NEVER),
        (equality._reader, "_stop", re.compile("")),
        (simpleqa._reader, "_list", NEVER),
        (words, "_NEGATED", NEVER),
        (words, "_NOUN", NEVER),
        (contract, "set_aside", no_text),
        (graded, "_LINE", NEVER),
        (graded, "_VALUE", re.compile(r"(?P<word>[CPI])(?P<stop>)(?P<rest>)")),
        (browsecomp, "_CORRECT", NEVER),
        (browsecomp, "_YES_NO", re.compile("(yes|no)", re.IGNORECASE)),
        (browsecomp, "_EXTRACTED", NEVER),
        (browsecomp, "_CONFIDENCE", NEVER),
        (browsecomp, "_NUMBER", re.compile(r"(\d+)()")),
        (browsecomp, "_NEXT_KEY", NEVER),
    ],
    code_fails: [
        (code, "fenced", lambda text: []),
        (code, "stretches", lambda text: []),
        (code, "_body_blocks", lambda text: []),
        (code, "_helped", lambda code, earlier, entry_point: code),
        (code, "_context", lambda prompt, entry_point: ""),
        (code, "_assembled", lambda context, code: context + code),
        (code, "_begin", lambda reply, visible: 0),
        (code, "_ANNOUNCED", NEVER),
        (code, "_TOKENS", NEVER),
        (code, "_MOST_PROSE", 1),
        (code, "set_aside", no_text),
        (code, "pruned", lambda source, entry_point: source.text),
        (code, "longest_start", code_blocks.parsed),
        (code_blocks, "dedented", str),
        (code_pruning, "_settings", lambda statement: False),
        (code_pruning, "_called", lambda statement: set()),
        (code_pruning, "_stored", lambda statement: set()),
        (code_pruning, "_locals", lambda function: frozenset()),
        (code_pruning, "_names", lambda node: set()),
    ],
}


@pytest.mark.parametrize("fails", BROKEN)
def test_whole(fails):
    assert not fails()


@pytest.mark.parametrize(
    ("fails", "owner", "name", "broken"),
    [pytest.param(fails, *rule, id=f"{fails.__name__}:{rule[1]}") for fails, rules in BROKEN.items() for rule in rules],
)
def test_every_rule_is_needed(fails, owner, name, broken, monkeypatch):
    getattr(owner, name)
    monkeypatch.setattr(owner, name, broken)
    assert fails()
