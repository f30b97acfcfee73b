"""HellaSwag: which of four endings goes on with a scene from a video caption or a WikiHow article.

The text is prepared as the field does: the activity, the context with its second part capitalised, ` [title]` read
as the end of a sentence, other square brackets (artefacts of WikiHow) dropped, double spaces halved. The headline is
the sum over the ending's characters, which other tools report as acc_norm. The owners report in-domain and
zero-shot activities apart. Source: https://github.com/rowanz/hellaswag.
"""

from __future__ import annotations

import re

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source

_BRACKETS = re.compile(r"\[[^\]\n]*\]")


def prepared(text: str) -> str:
    """The text without WikiHow's marks.

    >>> prepared("Making tea: [header] Boil water [title] Warm the pot. [step] Pour.")
    'Making tea: Boil water. Warm the pot. Pour.'
    """
    return _BRACKETS.sub("", text.strip().replace(" [title]", ". ")).replace("  ", " ")


def hellaswag_item(row: Row) -> Item:
    """`{activity_label, ctx_a, ctx_b, endings, label, split_type}`; ctx_b, the start of the ending, may be empty."""
    start = str(rows.value(row, "ctx_b")).capitalize()
    context = f"{rows.text(row, 'activity_label')}: {rows.value(row, 'ctx_a')} {start}"
    endings = choices.options(row, "endings")
    return choices.choice_item(
        prepared(context),
        [prepared(ending) for ending in endings],
        choices.place(row, "label", len(endings)),
        groups={"split_type": rows.text(row, "split_type")},
    )


HELLASWAG = choices.choice_suite(
    "hellaswag",
    "HellaSwag",
    Source("Rowan/hellaswag", None, split="validation"),
    hellaswag_item,
    form=Form(),
    headline="acc,ll_char",
    strata=("split_type",),
    size=10042,
    citation="Zellers et al. 2019, HellaSwag: Can a Machine Really Finish Your Sentence? (arXiv:1905.07830)",
    licence="MIT",
)
