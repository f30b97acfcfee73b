"""MMLU-Pro's letter rule: the owner's picks on real outputs, its guesses, and linear time."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.sample import Record
from evalution.scorers.reference.mmlu_pro import (
    CHOICE_LABEL_MMLU_PRO,
    CHOICE_LABEL_MMLU_PRO_1,
    mean_with_guesses,
    mmlu_pro,
    mmlu_pro_pick,
)
from evalution.scorers.target import Target
from evalution.statistics.estimate import Design
from evalution.verdict import Status, Verdict

TEN = tuple("ABCDEFGHIJ")


def plain_pick(text: str) -> str | None:
    """The three patterns in their plainest form, quadratic as they are."""
    first = re.search(r"answer is \(?([A-J])\)?", text)
    second = first or re.search(r".*[aA]nswer:\s*([A-J])", text)
    if second:
        return second[1]
    third = re.search(r"\b[A-J]\b(?!.*\b[A-J]\b)", text, re.DOTALL)
    return third[0] if third else None


@given(
    st.lists(
        st.sampled_from(["answer", "Answer", "nswer", ":", " is ", "(", ")", " ", "\n", "\t", *"ABJKaé_1", "é", "."]),
        max_size=16,
    ).map("".join)
)
def test_picks_are_those_of_the_patterns(response):
    pick = mmlu_pro_pick(response)
    assert (pick and pick.letter) == plain_pick(response)
    if pick:
        assert response[pick.place] == pick.letter


@pytest.fixture(scope="module")
def rows(shared):
    with gzip.open(shared("data/model_outputs/mmlu_pro_3models.jsonl.gz"), "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_the_owners_predictions(rows):
    agree = Counter()
    for row in rows:
        pick = mmlu_pro_pick(row["response"], 3 if row["model"].startswith("gemini") else 1)
        agree[row["model"], (pick and pick.letter) == row["official_pred"]] += 1
    assert agree == {
        ("Llama-2-7b-hf", True): 12032,
        ("Meta-Llama-3-70B", True): 12032,
        ("gemini-1.5-flash-002", True): 12012,
    }


def test_the_owners_figure_with_guesses(rows):
    mine = [row for row in rows if row["model"] == "Meta-Llama-3-70B"]
    records = []
    for index, row in enumerate(mine):
        verdict = CHOICE_LABEL_MMLU_PRO_1.judge(row["response"], Target(row["gold"], labels=TEN))[0]
        key = CHOICE_LABEL_MMLU_PRO_1.keys[0]
        records.append(Record(str(row["doc_id"]), index, row["gold"], {key: verdict}, n_choices=row["n_options"]))
    guessed, plain = (
        metric.aggregate([metric.reduce([record], metric.reads) for record in records], Design())
        for metric in CHOICE_LABEL_MMLU_PRO_1.metrics
    )
    assert round(guessed.value * 100, 2) == 52.61
    assert round(plain.value * 100, 2) == 52.01
    assert guessed.no_answer == 814


def reduced(status, index, gold="A", n_choices=4, groups=None):
    value = {Status.CORRECT: 1.0, Status.UNSCORED: None}.get(status, 0.0)
    record = Record(str(index), index, gold, {"k": Verdict(status, value)}, n_choices=n_choices, groups=groups or {})
    return CHOICE_LABEL_MMLU_PRO.metrics[0].reduce([record], "k")


def test_one_guess_for_each_missing_answer_and_none_for_unscored():
    generator = random.Random(12345)
    draws = [generator.randint(0, 3), generator.randint(0, 6)]
    samples = [
        reduced(Status.NO_ANSWER, 0, gold=TEN[draws[0]]),
        reduced(Status.UNSCORED, 1),
        reduced(Status.INCORRECT, 2),
        reduced(Status.NO_ANSWER, 3, gold=TEN[draws[1]], n_choices=7),
    ]
    estimate = mean_with_guesses(samples, Design())
    assert estimate.value == pytest.approx(2 / 3)
    assert (estimate.no_answer, estimate.unscored) == (2, 1)
    assert mean_with_guesses(samples[::-1], Design()) == estimate


def test_guesses_are_compared_with_the_answer_index():
    draw = random.Random(12345).randint(0, 9)
    sample = reduced(Status.NO_ANSWER, 0, gold=TEN[draw - 1], n_choices=10, groups={"answer_index": str(draw)})
    assert mean_with_guesses([sample], Design()).value == 1.0


def test_patterns_out_of_range():
    with pytest.raises(ValueError, match="expected 1 to 3, found 4"):
        mmlu_pro(patterns=4)


@pytest.mark.parametrize("piece", ["answer: ", "Answer:\n", "A B ", "answer is (", "aAnswer:   ", "\n", "Aa", "x"])
def test_a_megabyte_is_no_trouble(piece):
    text = piece * (1_000_000 // len(piece))
    mmlu_pro_pick(text)
