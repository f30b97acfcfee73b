"""Multiple choice over a user's own file: `evalution run multiple_choice --data multiple_choice=FILE`.

Solved examples come from `--data multiple_choice:train=FILE` with `--fewshot N`.
"""

from __future__ import annotations

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Item, Row, Source
from evalution.errors import BadInput, shorten


def generic_item(row: Row) -> Item:
    """`{question, choices, answer}`, and `id` if there is one.

    The answer is an option's index from 0 (a number), its letter, or its text. A text that means one option
    as a letter and another as a text, and a text that two options have, are refused.
    """
    options = choices.options(row, "choices")
    answer = rows.value(row, "answer")
    if isinstance(answer, int):
        gold = choices.place(row, "answer", len(options))
    else:
        letter = {i for i, label in enumerate(rows.LETTERS[: len(options)]) if label == answer}
        meant = letter | {i for i, option in enumerate(options) if option == answer}
        if len(meant) != 1:
            raise BadInput(shorten(answer), expected="the index, letter or text of one option", field="answer")
        (gold,) = meant
    return choices.choice_item(rows.text(row, "question"), options, gold, id=row.get("id", ""))


MULTIPLE_CHOICE = choices.choice_suite(
    "multiple_choice",
    "Multiple choice, from a file of one's own",
    Source("", None),
    generic_item,
    citation="the file's own",
    licence="the file's own",
)
