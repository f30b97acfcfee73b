"""Questions with lettered options that are answered in text: what their suites share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Form, Item
from evalution.benchmarks.languages import answer_line, letter_instruction
from evalution.errors import BadInput


def lettered_item(
    question: str,
    options: Sequence[str],
    gold: str,
    *,
    groups: Mapping[str, str],
    id: str = "",
    language: str = "en",
    solution: str = "",
) -> Item:
    """An item whose gold is a letter; without a worked `solution` an example shows the answer line alone."""
    labels = tuple(rows.LETTERS[: len(options)])
    if len(labels) != len(options) or len(options) < 2 or gold not in labels:
        raise BadInput(f"{len(options)} options and {gold!r}", expected="2 to 26 options and the letter of one")
    return Item(
        id=id,
        question=question,
        gold=gold,
        answer=options[labels.index(gold)],
        choices=tuple(options),
        labels=labels,
        groups=dict(groups),
        language=language,
        solution=solution or answer_line(language, gold),
    )


def lettered_form(language: str = "en") -> Form:
    """The question and its options as the owners of MMLU write them, after our instruction."""
    return Form(instruction=letter_instruction(language), shown=True)
