"""TruthfulQA's multiple-choice tasks: MC1, one true option among false ones; MC2, the mass on all true ones.

In the data MC1's true option stands first; here options stand in alphabetical order, so that a tie is not
won by it. The owners' prompt begins with six solved examples in their words; ours has none (`--prompt FILE` takes
theirs). Source: https://github.com/sylinrl/TruthfulQA.
"""

from __future__ import annotations

from typing import Any

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Item, Row, Source
from evalution.errors import BadInput, shorten


def _targets(row: Row, name: str) -> tuple[list[str], list[str]]:
    """The true and the false options of `{choices, labels}`."""
    found = rows.value(row, name)
    if not isinstance(found, dict) or len(rows.texts(found, "choices")) != len(rows.value(found, "labels")):
        raise BadInput(shorten(found), expected="an object with as many choices as labels", field=name)
    marked = list(zip(found["choices"], found["labels"], strict=True))
    true, false = ([text for text, label in marked if label == mark] for mark in (1, 0))
    if not true or not false or len(true) + len(false) != len(marked):
        raise BadInput(shorten(found["labels"]), expected="labels 0 and 1, both of them", field=name)
    return true, false


def mc1_item(row: Row) -> Item:
    """`{question, mc1_targets: {choices, labels}}` with one label 1."""
    true, false = _targets(row, "mc1_targets")
    if len(true) != 1:
        raise BadInput(f"{len(true)}", expected="one true option", field="mc1_targets")
    return choices.sorted_item(rows.text(row, "question"), true[0], false)


def mc2_item(row: Row) -> Item:
    """`{question, mc2_targets: {choices, labels}}`; the gold is the tuple of all true options' labels."""
    true, false = _targets(row, "mc2_targets")
    labels = tuple(str(number) for number in range(1, len(true) + len(false) + 1))
    return Item(rows.text(row, "question"), labels[: len(true)], true[0], choices=(*true, *false), labels=labels)


_SOURCE = Source("truthfulqa/truthful_qa", "multiple_choice", split="validation", train=None)
_FACTS: dict[str, Any] = {
    "size": 817,
    "citation": "Lin et al. 2022, TruthfulQA: Measuring How Models Mimic Human Falsehoods (arXiv:2109.07958)",
    "licence": "Apache-2.0",
    "sample": "truthfulqa.jsonl",
}
TRUTHFULQA_MC1 = choices.choice_suite("truthfulqa_mc1", "TruthfulQA, MC1", _SOURCE, mc1_item, **_FACTS)
TRUTHFULQA_MC2 = choices.choice_suite(
    "truthfulqa_mc2", "TruthfulQA, MC2", _SOURCE, mc2_item, scorer="mass", headline="mc2,ll", **_FACTS
)
