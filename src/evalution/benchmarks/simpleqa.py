"""SimpleQA: short questions of fact with one right answer, graded correct, incorrect or not attempted by a judge.

The headline is F1, the harmonic mean of the share that is correct with the accuracy of what was attempted: a model does
well that answers what it knows and passes over the rest.
Source: https://github.com/openai/simple-evals (simpleqa_eval.py), whose CSV has the same columns.
"""

from __future__ import annotations

import ast
from typing import Any

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling


def simpleqa_item(row: Row) -> Item:
    """`{problem, answer, metadata}`; the metadata is an object, or the text that Python writes for it."""
    metadata = _metadata(rows.value(row, "metadata"))
    answer = rows.text(row, "answer")
    return Item(
        id=str(row.get("id", "")),
        question=rows.text(row, "problem"),
        gold=answer,
        answer=answer,
        groups={name: rows.slug(str(metadata[name])) for name in ("topic", "answer_type")},
    )


def _metadata(found: Any) -> dict[str, Any]:
    value = found
    if isinstance(found, str):
        try:
            value = ast.literal_eval(found)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = None
    if not isinstance(value, dict) or not {"topic", "answer_type"} <= value.keys():
        raise BadInput(shorten(found), expected="an object with topic and answer_type", field="metadata")
    return value


SIMPLEQA = Benchmark(
    name="simpleqa",
    title="SimpleQA",
    version=1,
    source=Source("basicv8vc/SimpleQA", None, train=None),
    size=4326,
    item=simpleqa_item,
    form=Form(
        instruction="Answer the question in a few words. If you do not know the answer, say so.",
        lead="Question: ",
        after="Answer:",
    ),
    scorers=("simpleqa",),
    headline="f1,judge",
    citation="Wei et al. 2024, Measuring short-form factuality in large language models (arXiv:2411.04368)",
    licence="MIT",
    sample="simpleqa.jsonl",
    chat=True,
    sampling=Sampling(max_tokens=512, stop=("\nQuestion:",)),
    strata=("topic",),
)
