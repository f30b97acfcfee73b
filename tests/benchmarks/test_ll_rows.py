"""What single suites make of their rows, and what they refuse."""

from __future__ import annotations

import json

import pytest

from evalution.benchmarks.generic import generic_item
from evalution.benchmarks.glue import MRPC, stsb_item
from evalution.benchmarks.hellaswag import hellaswag_item
from evalution.benchmarks.superglue import BOOLQ, RTE, copa_item, multirc_item, record_item
from evalution.benchmarks.truthfulqa import mc1_item, mc2_item
from evalution.benchmarks.winogrande import winogrande_item
from evalution.engines.scripted import Scripted
from evalution.errors import BadInput, EvalutionError
from evalution.request import Scored
from evalution.runs.evaluate import evaluate
from evalution.runs.options import Options
from evalution.runs.task import prepare


@pytest.mark.parametrize(("answer", "label"), [(0, "A"), (2, "C"), ("B", "B"), ("blue", "C")])
def test_generic_answers(answer, label):
    assert generic_item({"question": "?", "choices": ["red", "green", "blue"], "answer": answer}).gold == label


@pytest.mark.parametrize(
    ("choices", "answer"),
    [
        (["red", "green"], 2),
        (["red", "green"], -1),
        (["red", "green"], True),
        (["red", "green"], "C"),
        (["red", "green"], "Red"),
        (["red", "green"], "0"),
        (["B", "A"], "A"),
        (["red", "red"], "red"),
        (["red", "green"], None),
        (["red", "green"], ["A"]),
    ],
)
def test_generic_answers_that_mean_no_one_option(choices, answer):
    with pytest.raises(BadInput, match=r"^answer: expected"):
        generic_item({"question": "?", "choices": choices, "answer": answer})


def test_a_letter_that_is_also_the_options_own_text_means_it():
    assert generic_item({"question": "?", "choices": ["A", "B"], "answer": "B"}).gold == "B"


@pytest.mark.parametrize("choices", [["one"], [], ["a", ""], ["a", 1], "ab", list("abcdefghijklmnopqrstuvwxyz1")])
def test_generic_choices_that_are_none(choices):
    with pytest.raises(BadInput, match=r"^choices: expected"):
        generic_item({"question": "?", "choices": choices, "answer": 0})


def test_the_generic_suite_needs_a_file():
    with pytest.raises(EvalutionError, match=r"multiple_choice: its rows are a file of one's own: --data multiple_ch"):
        prepare("multiple_choice", Options(), [], {"model": frozenset({"loglikelihood"})})


def test_a_file_of_ones_own_with_solved_examples(tmp_path):
    mine, solved = tmp_path / "mine.jsonl", tmp_path / "solved.json"
    rows = [{"question": f"{n} + {n}?", "choices": [str(2 * n), str(2 * n + 1)], "answer": str(2 * n)} for n in (3, 4)]
    mine.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    solved.write_text(json.dumps([{"question": "1 + 1?", "choices": ["2", "5"], "answer": 0}]), "utf-8")

    def answer(request):
        assert request.context.startswith("Question: 1 + 1?\nAnswer: 2\n\nQuestion: ")
        return Scored((-1.0, -2.0), (1, 1))

    data = {"multiple_choice": mine, "multiple_choice:train": solved}
    run = evaluate(["multiple_choice"], Scripted(answer), out=tmp_path / "run", data=data, fewshot=1)
    (result,) = run.results.tasks
    assert [m.estimate.value for m in result.metrics] == [1.0] * 4


def test_a_class_is_a_number_or_a_name():
    row = {"premise": "p", "hypothesis": "h"}
    for label in (1, "1", "not_entailment"):
        assert RTE.item({**row, "label": label}).gold == "B"
    for label in (-1, 2, "no", None, 0.5, ""):
        with pytest.raises(
            BadInput, match=r"label: expected a number from 0 to 1 or one of entailment, not_entailment"
        ):
            RTE.item({**row, "label": label})
    assert BOOLQ.item({"passage": "p", "question": "q", "label": True}).answer == "yes"


def test_braces_in_a_text_are_text():
    item = MRPC.item({"sentence1": "{sentence2} {0}", "sentence2": "}{", "label": 0})
    assert item.question.startswith("Sentence 1: {sentence2} {0}\nSentence 2: }{\n")


def test_hellaswag_prepares_its_text():
    row = {
        "activity_label": "Cleaning",
        "ctx_a": "[header] How to clean a window [title] Take a cloth. [step] Wet it.",
        "ctx_b": "the Cloth",
        "endings": ["drips [substeps] and drips.", "sings"],
        "label": "0",
        "split_type": "zeroshot",
    }
    item = hellaswag_item(row)
    assert item.question == "Cleaning: How to clean a window. Take a cloth. Wet it. The cloth"
    assert item.choices == ("drips and drips.", "sings")
    assert item.groups == {"split_type": "zeroshot"}


@pytest.mark.parametrize("sentence", ["no blank.", "two _ and _.", "at the end _", "_ "])
def test_winogrande_needs_one_blank_with_text_after_it(sentence):
    with pytest.raises(BadInput, match=r"^sentence: expected one blank _ with text after it"):
        winogrande_item({"sentence": sentence, "option1": "a", "option2": "b", "answer": "1"})


def test_truthful_options_do_not_tell_the_gold_by_their_place():
    item = mc1_item({"question": "?", "mc1_targets": {"choices": ["zebra", "ant", "mule"], "labels": [1, 0, 0]}})
    assert (item.choices, item.gold) == (("ant", "mule", "zebra"), "C")


@pytest.mark.parametrize("labels", [[0, 0, 0], [1, 1, 1], [1, 0], [1, 0, 2], [True, False, "x"]])
def test_truthful_labels_are_of_both_kinds(labels):
    for item, name in ((mc1_item, "mc1_targets"), (mc2_item, "mc2_targets")):
        with pytest.raises(BadInput, match=f"^{name}: expected"):
            item({"question": "?", name: {"choices": ["a", "b", "c"], "labels": labels}})


def test_copa_goes_on_in_the_sentence():
    row = {"premise": "I slept.", "choice1": "I'm ill.", "choice2": "The sun set.", "question": "cause", "label": 1}
    item = copa_item(row)
    assert item.question == "I slept because"
    assert item.choices == ("I'm ill.", "the sun set.")


@pytest.mark.parametrize("label", [-1, 5.5, "x", None, float("nan")])
def test_stsb_scores_are_from_0_to_5(label):
    with pytest.raises(BadInput, match=r"^label: expected a number from 0 to 5"):
        stsb_item({"sentence1": "a", "sentence2": "b", "label": label})


def test_multirc_knows_its_question():
    row = {"paragraph": "p", "question": "q", "answer": "a", "label": 1}
    item = multirc_item({**row, "idx": {"paragraph": 3, "question": 7, "answer": 9}})
    assert (item.id, item.groups) == ("3.7.9", {"passage": "3", "question": "3.7"})
    with pytest.raises(BadInput, match=r"^idx: expected an object with paragraph, question, answer"):
        multirc_item({**row, "idx": 4})


def test_record_fills_its_query():
    row = {
        "passage": "Text.\n@highlight\nOne",
        "query": "So says @placeholder.",
        "entities": ["Ann", "Bo", "Ann"],
        "answers": ["Bo"],
        "idx": {"passage": 1, "query": 2},
    }
    item = record_item(row)
    assert (item.question, item.labels, item.gold) == ("Text.\n- One", ("Ann", "Bo"), ("Bo",))
    assert item.choices == ("So says Ann.", "So says Bo.")
    with pytest.raises(BadInput, match=r"^answers: expected at least one of the entities"):
        record_item({**row, "answers": ["Cy"]})
    with pytest.raises(BadInput, match=r"^query: expected a text with @placeholder"):
        record_item({**row, "query": "So says Bo."})
