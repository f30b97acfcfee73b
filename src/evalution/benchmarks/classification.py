"""Classification by log-likelihood: a text, a question about it, and one word for each class."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

from msgspec import Struct, structs

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.benchmarks.choices import choice_item, choice_suite, place

NO_YES = ("no", "yes")
ANSWER = Form(after="Answer:")


class Classes(Struct, frozen=True):
    """Row -> Item: `template` has the row's columns in braces; `names` are the classes as the data has them, in the
    order of its numbers, and `words` what the model is to say for each. The field `label` holds a class's number
    or name; the hidden ones of test splits (-1) are refused."""

    template: str
    names: tuple[str, ...]
    words: tuple[str, ...] = NO_YES

    @property
    def wording(self) -> str:
        """The template and the words, for the signature."""
        return f"{self.template}|{'|'.join(self.words)}"

    def __call__(self, row: Row) -> Item:
        columns = {name: rows.text(row, name) for _, name, _, _ in Formatter().parse(self.template) if name}
        gold = place(row, "label", len(self.names), names=self.names)
        return choice_item(self.template.format_map(columns), self.words, gold, id=row.get("idx", ""))


def entailment(premise: str, hypothesis: str, names: tuple[str, ...]) -> Classes:
    """Whether one column's text follows from another's; two classes, or three with the undecided."""
    asked, words = _ENTAILMENT[len(names)]
    template = f"Premise: {{{premise}}}\nHypothesis: {{{hypothesis}}}\nQuestion: {asked}"
    return Classes(template, names, tuple(words[name] for name in names))


_ENTAILMENT = {
    2: ("Does the hypothesis follow from the premise?", {"entailment": "yes", "not_entailment": "no"}),
    3: (
        "Given the premise, is the hypothesis true, false or undecided?",
        {"entailment": "true", "neutral": "undecided", "contradiction": "false"},
    ),
}


class Suite(Struct, frozen=True):
    """What the tasks of GLUE, or of SuperGLUE, have in common: their test answers are kept back, so that validation
    splits are judged; each task's data is under its own owner's terms."""

    name: str
    title: str
    hub: str
    citation: str

    def task(
        self,
        name: str,
        title: str,
        item: Callable[[Row], Item],
        size: int,
        citation: str,
        *,
        scorer: str = "ll",
        headline: str = "acc,ll",
        config: str = "",
        split: str = "validation",
        form: Form = ANSWER,
        wording: str = "",
        **others: Any,
    ) -> Benchmark:
        """One task's declaration; `others` are `Benchmark`'s. `wording` is the item's own, where it is no `Classes`."""
        wording = item.wording if isinstance(item, Classes) else wording
        return choice_suite(
            f"{self.name}_{name}",
            f"{self.title}, {title}",
            Source(self.hub, config or name, split=split),
            item,
            form=structs.replace(form, wording=wording),
            scorer=scorer,
            headline=headline,
            size=size,
            citation=f"{citation}; {self.citation}",
            licence="each task's owner's terms",
            **others,
        )
