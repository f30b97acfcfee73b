"""ARC, the AI2 Reasoning Challenge: grade-school science questions with three to five options.

The model never sees the options: each one's text is scored as the answer to the question. The headline is
the exam score of the owners' ARC solver: a gold option among k tied bests earns 1/k.
Source: https://github.com/allenai/ARC-Solvers, arc_solvers/processing/calculate_scores.py.
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten


def arc_item(row: Row) -> Item:
    """`{id, question, choices: {text, label}, answerKey}`; labels are letters or digits, as the row has them."""
    choices = rows.value(row, "choices")
    if not isinstance(choices, dict):
        raise BadInput(shorten(choices), expected="an object with the lists text and label", field="choices")
    options, labels = rows.texts(choices, "text"), rows.texts(choices, "label")
    if len(options) != len(labels) or len(options) < 2:
        raise BadInput(
            f"{len(options)} texts and {len(labels)} labels", expected="two or more of each", field="choices"
        )
    gold = rows.label(row, "answerKey", labels)
    return Item(
        id=str(row.get("id", "")),
        question=rows.text(row, "question"),
        gold=gold,
        answer=options[labels.index(gold)],
        choices=options,
        labels=labels,
    )


def _arc(name: str, title: str, config: str) -> Benchmark:
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=Source("allenai/ai2_arc", config),
        item=arc_item,
        form=Form(lead="Question: ", after="Answer:"),
        scorers=("exam", "multiple_choice"),
        headline="acc,exam",
        citation="Clark et al. 2018, Think you have Solved Question Answering? Try ARC (arXiv:1803.05457)",
        licence="CC-BY-SA-4.0",
        sample="arc.jsonl",
    )


ARC_EASY = _arc("arc_easy", "ARC, easy set", "ARC-Easy")
ARC_CHALLENGE = _arc("arc_challenge", "ARC, challenge set", "ARC-Challenge")
