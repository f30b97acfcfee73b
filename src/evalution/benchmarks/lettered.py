"""Suites of questions with lettered options that are answered in text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.benchmarks.languages import answer_line, letter_instruction


def lettered_item(
    question: str,
    options: Sequence[str],
    gold: int,
    *,
    groups: Mapping[str, str],
    id: object = "",
    language: str = "en",
    solution: str = "",
) -> Item:
    """The item whose gold is a letter; without a worked `solution` an example shows the answer line alone."""
    item = choices.choice_item(question, options, gold, id=id, groups=groups)
    solution = solution or answer_line(language, rows.LETTERS[gold])
    return structs.replace(item, language=language, solution=solution)


def letter_place(row: Row, name: str, count: int) -> int:
    """A field that must name one of `count` options, by its letter or by its place from 0.

    >>> letter_place({"answer": 2}, "answer", 4), letter_place({"answer": "C"}, "answer", 4)
    (2, 2)
    """
    return choices.place(row, name, count, names=tuple(rows.LETTERS[:count]))


def lettered_form(language: str = "en") -> Form:
    """The question and its options as the owners of MMLU write them, after our instruction."""
    return Form(instruction=letter_instruction(language), shown=True)


def lettered_suite(
    name: str,
    title: str,
    source: Source,
    item: Callable[[Row], Item],
    *,
    reference: str,
    form: Form | None = None,
    sample: str = "",
    **others: Any,
) -> Benchmark:
    """The declaration of a suite that asks for a letter, with the owner's rule by name; `others` are `Benchmark`'s."""
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=source,
        item=item,
        form=form or lettered_form(),
        scorers=("choice_label", f"choice_label@{reference}"),
        headline="em,choice_label",
        sample=sample or f"{name}.jsonl",
        chat=True,
        **others,
    )
