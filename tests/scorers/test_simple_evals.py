"""The simple-evals letter rules: picks equal those of the loop as published, and find their way back."""

from __future__ import annotations

import gzip
import hashlib
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers.normalization import normalize_extracted_answer, normalize_response, normalized
from evalution.scorers.reference.simple_evals import (
    ANSWER_WORDS,
    CHOICE_LABEL_SIMPLE_EVALS,
    CHOICE_LABEL_SIMPLE_EVALS_GPQA,
    MULTILINGUAL_ANSWER_PATTERN_TEMPLATE,
    MULTILINGUAL_ANSWER_REGEXES,
    gpqa_pick,
    mmlu_pick,
)
from evalution.scorers.target import Target
from evalution.verdict import Status

FOUR = Target("B", labels=tuple("ABCD"))
PIECES = [word for word, _ in ANSWER_WORDS]
PIECES += [word.upper() for word in PIECES] + [word.lower() for word in PIECES]
PIECES += [
    ":",
    "：",
    "ঃ",
    "\u200b" * 6,
    "\u200b",
    " ",
    "\t",
    "\n",
    "\u3000",
    "**",
    "$",
    "\\boxed{",
    "}$",
    "\\$",
    "\\text",
    "{",
]
PIECES += ["$\\text{", "\\mathrm{", "\\{", "\\(", "\\mathbf{", "}", "\\", "*", *"AbCDExaأبخاঅবডঢＡｂＤſİı"] + [
    ":",
    "B",
] * 8

# What the published loop picks on the 2,000 responses, "-" for none, all joined and hashed.
PICKS = {
    "whole": "6ca98077a7513191160724cd818badacafe70786a15a16b6d01a69df1a5d7d4f",
    "without last line": "72481f7e27e4d7bd4d93a972ff4b277ff1dac3e606bd2364fceca43148508bf3",
    "gpqa": "8271b4af4ee0ea345d977c5c189d87f649f6741c2b94a84960e111c7d4e5cf6f",
}


def plain_loop(response: str) -> str | None:
    """The rule in its plainest form: every pattern in turn, searched for in the whole text."""
    text = normalize_response(response)
    for words in MULTILINGUAL_ANSWER_REGEXES:
        found = re.search(MULTILINGUAL_ANSWER_PATTERN_TEMPLATE.format(words), text)
        if found:
            return normalize_extracted_answer(found[1])
    return None


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_picks_are_those_of_the_plain_loop(response):
    pick = mmlu_pick(response)
    assert (pick and pick.letter) == plain_loop(response)
    if pick:
        assert normalize_extracted_answer(response[pick.place]) == pick.letter


@given(
    st.lists(st.sampled_from(["Answer", "answer", ":", " ", "\t", "\n", "$", "A", "d", "E", "**"]), max_size=12).map(
        "".join
    )
)
def test_gpqa_picks_are_those_of_the_pattern(response):
    found = re.search(r"(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?", response)
    pick = gpqa_pick(response)
    assert (pick and (pick.letter, pick.place)) == (found and (found[1], found.start(1)))


@given(st.lists(st.sampled_from([*PIECES, "\\boxed", "x"]), max_size=14).map("".join))
def test_every_kept_character_finds_its_way_back(response):
    done = normalized(response)
    places = [done.original(place) for place in range(len(done.text))]
    assert [response[place] for place in places] == list(done.text)
    assert places == sorted(set(places))


def test_the_published_picks(shared):
    with gzip.open(shared("perf/mmlu_multi.jsonl.gz"), "rt", encoding="utf-8") as lines:
        responses = [json.loads(line)["response"] for line in lines]
    cut = [response.rsplit("\n", 1)[0] for response in responses]
    assert digest(mmlu_pick, responses) == PICKS["whole"]
    assert digest(mmlu_pick, cut) == PICKS["without last line"]
    assert digest(gpqa_pick, responses) == PICKS["gpqa"]


def digest(pick, responses):
    picks = [pick(response) for response in responses]
    return hashlib.sha256("".join(one.letter if one else "-" for one in picks).encode()).hexdigest()


@pytest.mark.parametrize(
    ("response", "answer", "status"),
    [
        ("Answer: B", "B", Status.CORRECT),
        ("Answer: b", "b", Status.INCORRECT),
        ("الإجابة: ب", "B", Status.CORRECT),
        ("الإجابة: (ب)", None, Status.NO_ANSWER),
        ("الإجابة: خ", "خ", Status.INCORRECT),
        ("Antwort: Antwort: B", "A", Status.INCORRECT),
        ("Respuesta: B\nAnswer: A", "A", Status.INCORRECT),
    ],
)
def test_quirks_are_kept(response, answer, status):
    verdict = CHOICE_LABEL_SIMPLE_EVALS.judge(response, FOUR)[0]
    assert (verdict.answer, verdict.status) == (answer, status)


def test_gpqa_does_not_normalise():
    assert CHOICE_LABEL_SIMPLE_EVALS_GPQA.judge("**Answer:** B", FOUR)[0].status is Status.NO_ANSWER
    assert CHOICE_LABEL_SIMPLE_EVALS_GPQA.judge("Answer: $B$", FOUR)[0].status is Status.CORRECT


def test_permuted_options_are_read_as_shown():
    shown = Target("C", ("w", "x", "y", "z"), tuple("ABCD"), order=(3, 2, 1, 0))
    assert CHOICE_LABEL_SIMPLE_EVALS.judge("Answer: B", shown)[0].answer == "C"
