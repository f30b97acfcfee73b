"""DROP: questions over a passage whose answers are numbers, dates or spans of text.

Three solved examples are drawn from the train split for each question. The reference rule takes the whole reply as
the answer, so the reply is asked to be nothing else. Rows are read in four shapes: the owners' JSON (a passage with
its questions), the same taken apart as on the Hub, the Hub's older `answers_spans` (one answer; spans that several
annotators gave alike are one), and the lines of simple-evals.
Sources: https://allenai.org/data/drop, https://github.com/openai/simple-evals (drop_eval.py)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling
from evalution.scorers.reference.drop import alternatives


def drop_rows(row: Row) -> Iterator[Row]:
    """A passage of the owners' file as one row a question; any other row as it is."""
    if "qa_pairs" not in row:
        yield row
        return
    for pair in rows.value(row, "qa_pairs"):
        yield {**pair, "passage": rows.value(row, "passage"), "section_id": row.get("id", "")}


def drop_item(row: Row) -> Item:
    """`{passage, question, answer, validated_answers}`, or `{context, completion, ref_text}`."""
    if "context" in row:
        block = rows.text(row, "context").removeprefix("Passage: ").removesuffix("\nAnswer:")
        gold, name = rows.text(row, "ref_text"), "ref_text"
    else:
        block = f"{rows.text(row, 'passage')}\nQuestion: {rows.text(row, 'question')}"
        gold, name = "|".join("\n".join(spans) for spans in _answers(row) if any(spans)), "answer"
    golds = alternatives(gold)
    if not golds:
        raise BadInput(shorten(row.get(name)), expected="a number, a date or spans", field=name)
    passage = block.partition("\nQuestion: ")[0]
    return Item(
        id=str(row.get("query_id", "")),
        question=block,
        gold=gold,
        answer=", ".join(golds[0]),
        groups={"passage": str(row.get("section_id") or hashlib.sha256(passage.encode()).hexdigest()[:12])},
    )


def _answers(row: Row) -> Iterator[list[str]]:
    """The spans of each annotator's answer."""
    if "answer" not in row:
        spans = rows.texts(rows.value(row, "answers_spans"), "spans")
        yield list(dict.fromkeys(spans))
        return
    yield _spans(row["answer"])
    validated = row.get("validated_answers") or []
    if isinstance(validated, Mapping):
        names = list(validated)
        validated = [dict(zip(names, values, strict=True)) for values in zip(*validated.values(), strict=True)]
    for answer in validated:
        yield _spans(answer)


def _spans(answer: Mapping[str, Any]) -> list[str]:
    """The owners' order: a number, else spans, else a date."""
    if answer.get("number"):
        return [str(answer["number"])]
    if answer.get("spans"):
        return [" ".join(span.split()) for span in answer["spans"]]
    date = answer.get("date") or {}
    return [" ".join(str(date[part]) for part in ("day", "month", "year") if date.get(part))]


DROP = Benchmark(
    name="drop",
    title="DROP",
    version=1,
    source=Source("EleutherAI/drop", None, split="validation", unfold=drop_rows),
    size=9536,
    item=drop_item,
    form=Form(
        instruction=(
            "Read the passage and answer the question about it. Reply with the answer alone: a number, a date, or words"
            " of the passage, with commas between several."
        ),
        lead="Passage: ",
        after="Answer:",
    ),
    scorers=("drop", "drop@allenai"),
    headline="f1,drop",
    citation="Dua et al. 2019, DROP: A Reading Comprehension Benchmark Requiring Discrete Reasoning (arXiv:1903.00161)",
    licence="CC-BY-SA-4.0",
    sample="drop.jsonl",
    chat=True,
    sampling=Sampling(max_tokens=256, stop=("\nPassage:", "\nQuestion:")),
    fewshot=3,
    sampler="seeded",
    clusters=("passage",),
)
