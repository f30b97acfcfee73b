"""BrowseComp: questions whose short answers are hard to find and easy to check, graded by a judge.

The model states an answer and how sure it is; beside accuracy stands the calibration error. The owners publish one CSV
of texts under a mask (base64 over an exclusive or with the SHA-256 digest of the row's canary, repeated to length), and
ask that they never appear in plain text: they are sealed. It has no Hub data set of its owners': fetch
`browse_comp_test_set.csv`, which `browsecomp_eval.py` of https://github.com/openai/simple-evals names.
"""

from __future__ import annotations

import base64
import binascii

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.benchmarks.masking import masked
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling


def browsecomp_item(row: Row) -> Item:
    """`{problem, answer, problem_topic, canary}`, problem and answer masked by the canary."""
    canary = rows.text(row, "canary")
    answer = _unmasked(row, "answer", canary)
    return Item(
        id=str(row.get("id", "")),
        question=_unmasked(row, "problem", canary),
        gold=answer,
        answer=f"Answer: {answer}",
        groups={"topic": rows.slug(rows.text(row, "problem_topic"))},
    )


def _unmasked(row: Row, name: str, canary: str) -> str:
    found = rows.text(row, name)
    try:
        text = masked(base64.b64decode(found, validate=True), canary.encode()).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise BadInput(shorten(found), expected="base64 of a text under the row's canary", field=name) from None
    if not text.strip():
        raise BadInput(shorten(found), expected="a text under the row's canary", field=name)
    return text


BROWSECOMP = Benchmark(
    name="browsecomp",
    title="BrowseComp",
    version=1,
    source=Source("", None, train=None),
    size=1266,
    item=browsecomp_item,
    form=Form(
        lead="Question: ",
        after=(
            "Explain how you come to the answer. Then write it on a line that begins with `Answer:`, and on a last line"
            " that begins with `Confidence:` how sure you are of it, from 0% to 100%."
        ),
    ),
    scorers=("browsecomp",),
    headline="acc,judge",
    citation="Wei et al. 2025, BrowseComp: A Simple Yet Challenging Benchmark for Browsing Agents (arXiv:2504.12516)",
    licence="MIT",
    sample="browsecomp.jsonl",
    chat=True,
    sampling=Sampling(max_tokens=4096),
    strata=("topic",),
    sealed=True,
)
