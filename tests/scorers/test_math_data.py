"""Real data: golds equal themselves and nothing else, and verdicts are as meant."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest

from evalution.scorers.math import MATH, gold_problem, math_equal
from evalution.scorers.math.scorer import boxed_gold
from evalution.scorers.reference.hendrycks import extract_answer, is_equiv
from evalution.scorers.target import Target

ACCEPTED = json.loads((Path(__file__).parents[1] / "data" / "math_equal_golds.json").read_text())
"""Digests of pairs of different golds that are equal: every one was read."""

PLAIN = re.compile(r"-?[\d.,]+|-?\\d?frac\{-?\d+\}\{\d+\}|-?\d+/\d+")
MISLABELLED = {10, 13, 22, 45, 66, 73}
"""Rows of `verify_cot_human100` (MATH) whose flag is mistaken. Flagged right: cut before an answer (13), the letter b
for 1 (22), 4 for 2 (45), an expression in h for 28 (66), 3/4 for 1 (73). Flagged wrong: "six" for 6 (10)."""


def rows(path):
    return [json.loads(line) for line in gzip.open(path, "rt", encoding="utf-8")]


@pytest.fixture(scope="module")
def golds(shared):
    return [boxed_gold(row["solution"]).strip() for row in rows(shared("data/math/test.jsonl.gz"))]


def digest(a, b):
    return hashlib.sha256("\x00".join(sorted((a, b))).encode()).hexdigest()[:16]


def test_every_gold_is_read_and_equals_itself(golds, shared):
    more = [row["answer"] for row in rows(shared("data/math500/test.jsonl.gz"))]
    assert len(golds) == 5000
    assert len(more) == 500
    for gold in [*golds, *more]:
        assert gold_problem(gold) is None, gold
        assert math_equal(gold, gold).equal
        assert math_equal(gold, f" ${gold}$ ").equal, gold
        assert MATH.judge(rf"The final answer is $\boxed{{{gold}}}$.", Target(gold))[0].value == 1.0, gold


def test_math500_answers_are_the_golds_of_their_solutions(shared):
    for row in rows(shared("data/math500/test.jsonl.gz")):
        assert math_equal(boxed_gold(row["solution"]), row["answer"]).equal, row["unique_id"]


def test_every_solution_gives_its_gold(shared):
    """The worked solutions as responses: the last box, whatever else they say about their answer."""
    for row in rows(shared("data/math/test.jsonl.gz")):
        assert MATH.judge(row["solution"], Target(row["solution"]))[0].value == 1.0, row["path"]


def test_different_golds_are_equal_only_where_they_are(golds):
    rng = random.Random(20_000)
    drawn = 0
    while drawn < 20_000:
        a, b = rng.choice(golds), rng.choice(golds)
        if a != b:
            drawn += 1
            assert not math_equal(a, b).equal or digest(a, b) in ACCEPTED, (a, b)


@pytest.mark.slow
def test_all_pairs_of_golds_that_are_no_plain_numbers(golds):
    """Half a million pairs, the densest in look-alikes."""
    unusual = sorted({gold for gold in golds if not PLAIN.fullmatch(gold)})
    found = [(a, b) for a, b in combinations(unusual, 2) if math_equal(a, b).equal and digest(a, b) not in ACCEPTED]
    assert found == []


def test_pairs_are_as_meant(shared):
    pairs = rows(shared("perf/math.jsonl.gz"))
    assert len(pairs) == 500
    for row in pairs:
        assert math_equal(row["gold"], row["pred"]).equal == row["meant_ok"], row
        assert (MATH.judge(row["response"], Target(row["gold"]))[0].value == 1.0) == row["meant_ok"], row


def test_human_verdicts(shared):
    """The flags of people on 100 chains of thought, but for those that are mistaken."""
    part = [
        row for row in rows(shared("data/model_outputs/verify_cot_human100.jsonl.gz")) if row["benchmark"] == "math"
    ]
    assert len(part) == 100
    differ = {
        row["doc_id"]
        for row in part
        if MATH.judge(row["response"], Target(row["gold"]))[0].value != float(row["official_score"])
    }
    assert differ == MISLABELLED


def test_same_verdicts_from_threads(shared):
    """No signals and no state: eight threads at once give what one gives."""
    pairs = rows(shared("perf/math.jsonl.gz"))
    alone = [math_equal(row["gold"], row["pred"]) for row in pairs]
    with ThreadPoolExecutor(8) as pool:
        for again in pool.map(lambda row: math_equal(row["pred"], row["gold"]), pairs * 2):
            assert again in alone
        assert list(pool.map(lambda row: math_equal(row["gold"], row["pred"]), pairs)) == alone


def test_owners_rule_on_their_golds(shared):
    for row in rows(shared("data/math/test.jsonl.gz")):
        found = extract_answer(row["solution"])
        assert found is None or is_equiv(found[0], found[0])
