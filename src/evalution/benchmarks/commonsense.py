"""PIQA, OpenBookQA, CommonsenseQA and SciQ: everyday and school knowledge, each option's text scored as the answer.

PIQA and CommonsenseQA keep their test answers back: their validation splits are judged, as the field does.
"""

from __future__ import annotations

from functools import partial

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source


def piqa_item(row: Row) -> Item:
    """`{goal, sol1, sol2, label}`; label 0 or 1."""
    options = (rows.text(row, "sol1"), rows.text(row, "sol2"))
    return choices.choice_item(rows.text(row, "goal"), options, choices.place(row, "label", 2))


def sciq_item(row: Row) -> Item:
    """`{question, correct_answer, distractor1 … distractor3, support}`; the support, where there is one, is
    shown before the question."""
    support = str(row.get("support") or "").strip()
    question = f"{support}\nQuestion: {rows.text(row, 'question')}".lstrip("\n")
    wrong = [rows.text(row, f"distractor{number}") for number in (1, 2, 3)]
    return choices.sorted_item(question, rows.text(row, "correct_answer"), wrong)


PIQA = choices.choice_suite(
    "piqa",
    "PIQA, physical commonsense",
    Source("ybisk/piqa", None, split="validation"),
    piqa_item,
    size=1838,
    citation="Bisk et al. 2020, PIQA: Reasoning about Physical Commonsense in Natural Language (arXiv:1911.11641)",
    licence="AFL-3.0",
)
OPENBOOKQA = choices.choice_suite(
    "openbookqa",
    "OpenBookQA, main, without the facts",
    Source("allenai/openbookqa", "main"),
    partial(choices.keyed_item, question="question_stem"),
    form=Form(),
    size=500,
    citation="Mihaylov et al. 2018, Can a Suit of Armor Conduct Electricity? (arXiv:1809.02789)",
    licence="Apache-2.0",
)
COMMONSENSEQA = choices.choice_suite(
    "commonsense_qa",
    "CommonsenseQA",
    Source("tau/commonsense_qa", None, split="validation"),
    choices.keyed_item,
    size=1221,
    citation="Talmor et al. 2019, CommonsenseQA (arXiv:1811.00937)",
    licence="MIT",
)
SCIQ = choices.choice_suite(
    "sciq",
    "SciQ, with support",
    Source("allenai/sciq", None),
    sciq_item,
    form=Form(after="Answer:"),
    size=1000,
    citation="Welbl et al. 2017, Crowdsourcing Multiple Choice Science Questions (arXiv:1707.06209)",
    licence="CC-BY-NC-3.0",
)
