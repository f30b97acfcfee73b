"""Items of multiple-choice suites, from the shapes in which data sets keep options and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten

QUESTION = Form(lead="Question: ", after="Answer:")
"""The bare form of the field."""


def choice_item(
    question: str,
    options: Sequence[str],
    gold: int,
    *,
    id: object = "",
    labels: Sequence[str] = (),
    groups: Mapping[str, str] | None = None,
) -> Item:
    """The item of a question with one right option, by its place; labels are letters unless given."""
    labels = tuple(labels or rows.LETTERS[: len(options)])
    return Item(
        id=str(id),
        question=question,
        gold=labels[gold],
        answer=options[gold],
        choices=tuple(options),
        labels=labels,
        groups=dict(groups or {}),
    )


def sorted_item(question: str, right: str, wrong: Sequence[str], *, id: object = "") -> Item:
    """The item of data that keeps the right option apart or always first: options stand in alphabetical order,
    so that their place tells nothing, not even on a tie."""
    options = sorted([right, *wrong])
    return choice_item(question, options, options.index(right), id=id)


def keyed_item(row: Row, question: str = "question") -> Item:
    """`{id, <question>, choices: {text, label}, answerKey}`; labels are letters or digits, as the row has them."""
    choices = rows.value(row, "choices")
    if not isinstance(choices, dict):
        raise BadInput(shorten(choices), expected="an object with the lists text and label", field="choices")
    texts, labels = rows.texts(choices, "text"), rows.texts(choices, "label")
    if len(texts) != len(labels) or len(texts) < 2:
        raise BadInput(f"{len(texts)} texts and {len(labels)} labels", expected="two or more of each", field="choices")
    gold = labels.index(rows.label(row, "answerKey", labels))
    return choice_item(rows.text(row, question), texts, gold, id=row.get("id", ""), labels=labels)


def options(row: Row, name: str) -> tuple[str, ...]:
    """A field that must be a list of 2 to 26 texts, none of them empty."""
    found = rows.texts(row, name)
    if not 2 <= len(found) <= len(rows.LETTERS) or not all(text.strip() for text in found):
        raise BadInput(shorten(list(found)), expected=f"2 to {len(rows.LETTERS)} texts, none empty", field=name)
    return found


def place(row: Row, name: str, count: int, *, first: int = 0, names: Sequence[str] = ()) -> int:
    """A field that must say one of `count` places: a number from `first` (or its digits), or one of `names`.
    The place is counted from 0; hidden answers (-1, an empty text) are refused as everything else is."""
    found = rows.value(row, name)
    if str(found) in names:
        return list(names).index(str(found))
    digits = str(found)
    number = int(digits) - first if len(digits) < 4 and digits.isascii() and digits.isdecimal() else -1
    if not 0 <= number < count:
        known = f" or one of {', '.join(names)}" if names else ""
        raise BadInput(shorten(found), expected=f"a number from {first} to {first + count - 1}{known}", field=name)
    return number


def choice_suite(
    name: str,
    title: str,
    source: Source,
    item: Callable[[Row], Item],
    *,
    form: Form = QUESTION,
    scorer: str = "multiple_choice",
    headline: str = "acc,ll",
    sample: str = "",
    **others: Any,
) -> Benchmark:
    """The declaration of a suite whose options are compared by log-likelihood; `others` are `Benchmark`'s."""
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=source,
        item=item,
        form=form,
        scorers=(scorer,),
        headline=headline,
        sample=sample or f"{name}.jsonl",
        **others,
    )
