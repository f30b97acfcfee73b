"""MMLU-Pro, answered in text: three to ten options in 14 categories.

The owners' rule reads "the answer is (X)", which is what our instruction asks for; where it reads nothing they guess,
with a seed. Question 3983 says C in `answer` and 1 in `answer_index`: the letter is the gold, the guess is held
against the index, as in their code.
Source: https://github.com/TIGER-AI-Lab/MMLU-Pro (evaluate_from_local.py, compute_accuracy.py)
"""

from __future__ import annotations

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source
from evalution.benchmarks.lettered import letter_place, lettered_item, lettered_suite
from evalution.sample import Sampling


def mmlu_pro_item(row: Row) -> Item:
    """`{question_id, question, options, answer, answer_index, cot_content, category}`."""
    options = choices.options(row, "options")
    gold = letter_place(row, "answer", len(options))
    worked = str(row.get("cot_content") or "").removeprefix("A:").strip()
    return lettered_item(
        rows.text(row, "question"),
        options,
        gold,
        id=rows.value(row, "question_id"),
        groups={
            "category": rows.slug(rows.text(row, "category")),
            "answer_index": str(rows.value(row, "answer_index")),
        },
        solution=worked or f"The answer is ({rows.LETTERS[gold]}).",
    )


MMLU_PRO = lettered_suite(
    "mmlu_pro",
    "MMLU-Pro",
    Source("TIGER-Lab/MMLU-Pro", None, train="validation"),
    mmlu_pro_item,
    reference="mmlu_pro",
    size=12032,
    form=Form(
        lead="Question: ",
        instruction=(
            "Think the question through step by step. Close with the sentence “The answer is (X).”, where X stands for"
            " the right letter."
        ),
        shown=True,
    ),
    citation="Wang et al. 2024, MMLU-Pro: A More Robust and Challenging Benchmark (arXiv:2406.01574)",
    licence="Apache-2.0 (the owners' repository)",
    sampling=Sampling(max_tokens=2048, stop=("\nQuestion:",)),
    strata=("category",),
    shots_share=("category",),
)
