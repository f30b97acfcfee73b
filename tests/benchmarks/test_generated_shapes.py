"""The older official shapes of the generated suites' data, and what is said of rows that are none. Rows are ours."""

from __future__ import annotations

import json

import pytest

from evalution.datasets.locate import load_items, parse_flags
from evalution.errors import BadInput, EvalutionError
from evalution.prompt import render
from evalution.registry import load
from stated import judged, ready


def items(name, path, part="", split=""):
    benchmark = load("benchmarks", name)
    flag = f"{name}{part and '.' + part}{split and ':' + split}={path}"
    return load_items(benchmark, split or benchmark.source.split, parse_flags([flag], [name])).items


def test_mmlu_in_the_owners_files(tmp_path):
    (tmp_path / "astronomy_test.csv").write_text('"Which is red, hot?",Mars,the Sun,Venus,Io,B\nRound?,A,B,C,D,A\n')
    (tmp_path / "nutrition_test.csv").write_text("Sweet?,salt,sand,sugar,soot,C\n")
    (tmp_path / "nutrition_dev.csv").write_text("Sour?,lemon,sand,sugar,soot,A\n")
    found = items("mmlu", tmp_path)
    assert [(one.id, one.question, one.gold, one.groups["category"]) for one in found] == [
        ("astronomy-0", "Which is red, hot?", "B", "stem"),
        ("astronomy-1", "Round?", "A", "stem"),
        ("nutrition-0", "Sweet?", "C", "other"),
    ]
    assert found[1].choices == ("A", "B", "C", "D")
    assert [one.question for one in items("mmlu", tmp_path, split="dev")] == ["Sour?"]
    assert len(items("mmlu", tmp_path / "nutrition_test.csv", "nutrition")) == 1
    assert len(items("mmlu", tmp_path, "astronomy")) == 2


@pytest.mark.parametrize(("name", "part"), [("mmlu", ""), ("mmmlu", "DE_DE")])
def test_mmlu_as_simple_evals_has_it(tmp_path, name, part):
    rows = ["0,Süß?,Salz,Sand,Zucker,Ruß,C,nutrition", "1,Rund?,Würfel,Ball,Kegel,Stab,B,anatomy"]
    path = tmp_path / "mmlu.csv"
    path.write_text("\n".join([",Question,A,B,C,D,Answer,Subject", *rows]), "utf-8")
    first, second = items(name, path, part)
    assert (first.question, first.gold, first.groups["subject"]) == ("Süß?", "C", "nutrition")
    assert second.choices == ("Würfel", "Ball", "Kegel", "Stab")
    if part:
        assert (first.language, first.groups["language"]) == ("de", "DE_DE")


def test_mgsm_in_the_owners_files(tmp_path):
    (tmp_path / "mgsm_de.tsv").write_text('"Wie viele" sind 2 "und" 3?\t5\nTausend und eins?\t1,001\n')
    (tmp_path / "mgsm_th.tsv").write_text("สองบวกสอง\t4\n", "utf-8")
    found = items("mgsm", tmp_path)
    assert [(one.id, one.language, one.gold) for one in found] == [
        ("de-0", "de", "5"),
        ("de-1", "de", "1001"),
        ("th-0", "th", "4"),
    ]
    assert found[0].question == '"Wie viele" sind 2 "und" 3?'
    assert items("mgsm", tmp_path / "mgsm_de.tsv", "de") == found[:2]


def answer(number="", spans=(), **date):
    return {"number": number, "spans": list(spans), "date": date}


DROP = {
    "nfl_1": {
        "passage": "Lee kicked twice on 3 May.",
        "qa_pairs": [
            {
                "query_id": "q1",
                "question": "How many kicks?",
                "answer": answer("2"),
                "validated_answers": [answer("2"), answer(spans=["twice"])],
            },
            {"query_id": "q2", "question": "When?", "answer": answer(day="3", month="May", year="")},
        ],
        "wiki_url": "",
    },
    "history_2": {
        "passage": "Kim and Lee won.",
        "qa_pairs": [{"query_id": "q3", "question": "Who won?", "answer": answer(spans=["Kim", "Lee"])}],
    },
}


def test_drop_in_the_owners_file(tmp_path):
    (tmp_path / "drop_dataset_dev.json").write_text(json.dumps(DROP))
    found = items("drop", tmp_path / "drop_dataset_dev.json")
    assert [(one.id, one.gold, one.groups["passage"]) for one in found] == [
        ("q1", "2|2|twice", "nfl_1"),
        ("q2", "3 May", "nfl_1"),
        ("q3", "Kim\nLee", "history_2"),
    ]
    assert [one.answer for one in found] == ["2", "3 May", "Kim, Lee"]


def test_drop_as_the_hub_has_it(tmp_path):
    (passage, *_), validated = DROP.values(), {"number": ["", "7"], "spans": [["a few"], []], "date": [{}, {}]}
    row = {**passage["qa_pairs"][0], "passage": "p", "section_id": "s", "validated_answers": validated}
    older = {"passage": "p", "question": "q", "query_id": "old", "answers_spans": {"spans": ["4", "4"], "types": []}}
    (tmp_path / "validation.jsonl").write_text(json.dumps(row) + "\n" + json.dumps(older) + "\n")
    assert [one.gold for one in items("drop", tmp_path)] == ["2|a few|7", "4"]


def test_drop_lines_read_like_rows(tmp_path):
    line = {"context": "Passage: Kim won.\nQuestion: Who won?\nAnswer:", "completion": " Kim", "ref_text": "Kim|Kim Y"}
    row = {"passage": "Kim won.", "question": "Who won?", "query_id": "1", "answer": answer(spans=["Kim"])}
    prompts = []
    for name, one in (("line", line), ("row", row)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(one) + "\n")
        made = ready("drop", f"drop={tmp_path}/{name}.jsonl")
        prompts += [render(sample) for sample in made.samples()]
        assert all(verdict.value == 1 for _, verdicts in judged(made) for verdict in verdicts.values())
    assert prompts[0] == prompts[1]
    assert prompts[0].endswith("\n\n" + line["context"])


def test_math_in_a_file_for_each_subject(tmp_path):
    row = {"problem": "1 + 1?", "level": "Level ?", "type": "Geometry", "solution": "It is $\\boxed 2$."}
    for subject in ("geometry", "algebra"):
        (tmp_path / f"{subject}_test.jsonl").write_text(json.dumps(row) + "\n")
    found = items("math", tmp_path)
    assert [(one.id, one.gold, one.groups["level"]) for one in found] == [
        ("algebra-0", "2", "?"),
        ("geometry-0", "2", "?"),
    ]


@pytest.mark.parametrize(
    "row",
    [{"ID": "x", "Problem": "p", "Answer": 33}, {"question": "p", "answer": "033"}, {"problem": "p", "answer": "33"}],
)
def test_aime_in_other_columns(tmp_path, row):
    (tmp_path / "aime.jsonl").write_text(json.dumps(row) + "\n")
    assert [(one.question, one.gold) for one in items("aime_2025", tmp_path / "aime.jsonl")] == [("p", "33")]


def test_gpqa_in_a_table(tmp_path):
    (tmp_path / "gpqa_main.csv").write_text(
        "Record ID,Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,High-level domain\n"
        'rec1,"Which, of\nthese?",yes ,no,maybe,never,Physics\n'
    )
    (one,) = items("gpqa_main", tmp_path / "gpqa_main.csv")
    assert (one.id, one.choices, one.gold) == ("rec1", ("yes", "no", "maybe", "never"), "A")


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        (
            "mmlu",
            {"question": "q", "choices": ["a", "b"], "answer": 2, "subject": "virology"},
            "answer: expected a number from 0 to 1 or one of A, B",
        ),
        (
            "mmlu",
            {"question": "q", "choices": ["a", "b"], "answer": 1, "subject": "virologie"},
            "subject: expected one of",
        ),
        (
            "mmlu",
            {"Question": "q", "A": "a", "B": "b", "C": "c", "Answer": "A", "Subject": "virology"},
            "D: expected a field",
        ),
        ("mmlu_pro", {"question": "q", "options": "a", "answer": "A"}, "options: expected a list of texts"),
        ("mgsm", {"question": "q", "answer_number": 2}, "subset: expected a field 'subset'"),
        ("mgsm", {"question": "q", "subset": "xx", "answer_number": 2}, "subset: expected one of the labels bn, de"),
        (
            "mgsm",
            {"question": "q", "subset": "de", "answer_number": "zwei"},
            "answer_number: expected a number, found 'zwei'",
        ),
        (
            "math",
            {"problem": "p", "solution": "It is 2.", "level": 1, "type": "Algebra"},
            "solution: expected a solution with",
        ),
        ("aime_2024", {"problem": "p", "answer": "1000"}, "answer: expected an integer from 0 to 999, found '1000'"),
        (
            "drop",
            {"passage": "p", "question": "q", "answer": {"number": "", "spans": []}},
            "answer: expected a number, a date",
        ),
        ("drop", {"context": "c", "ref_text": "|"}, "ref_text: expected a number, a date or spans"),
        ("gpqa_main", {"Question": "q", "Correct Answer": " "}, "Correct Answer: expected a text"),
    ],
)
def test_a_bad_row_is_told_with_its_field(tmp_path, name, row, message):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(BadInput) as caught:
        items(name, path)
    assert str(caught.value).startswith(f"{path}: row 0: {message}")


def test_a_folder_without_the_parts(tmp_path):
    with pytest.raises(BadInput, match="expected files named <subset>_test, found none"):
        items("mgsm", tmp_path)
    with pytest.raises(EvalutionError, match=r"--data mgsm\.dee: unknown subset 'dee'; nearest: de"):
        items("mgsm", tmp_path, "dee")


def test_drop_says_how_to_do_without_examples(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(EvalutionError, match=r"--data drop:train=FILE, or ask without solved examples: --fewshot 0"):
        load_items(load("benchmarks", "drop"), "train", [])
