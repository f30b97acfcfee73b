"""MMLU, answered in text: four options in 57 subjects and four categories.

Copies write its columns in three ways, all read here: the Hub's, the owners' CSVs without a header (a file a
subject), and those of simple-evals' `mmlu.csv`.
Sources: https://github.com/hendrycks/test, https://github.com/openai/simple-evals (mmlu_eval.py)
"""

from __future__ import annotations

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Item, Row, Source
from evalution.benchmarks.lettered import letter_place, lettered_item, lettered_suite
from evalution.benchmarks.mmlu_subjects import CATEGORY
from evalution.sample import Sampling

MMLU_COLUMNS = ("question", "A", "B", "C", "D", "answer")


def mmlu_item(row: Row) -> Item:
    """`{question, choices, answer: 0 to 3, subject}`, or `{Question, A, B, C, D, Answer: a letter, Subject}` in
    either case; a file's name gives the subject where no column does."""
    options = choices.options(row, "choices") if "choices" in row else [rows.text(row, label) for label in "ABCD"]
    subject = rows.label(row, rows.named(row, "subject", "Subject", "subset"), list(CATEGORY))
    return lettered_item(
        rows.text(row, rows.named(row, "question", "Question")),
        options,
        letter_place(row, rows.named(row, "answer", "Answer"), len(options)),
        groups={"category": CATEGORY[subject], "subject": subject},
    )


MMLU = lettered_suite(
    "mmlu",
    "MMLU",
    Source("cais/mmlu", "all", train="dev", parts=tuple(CATEGORY), columns=MMLU_COLUMNS),
    mmlu_item,
    reference="simple_evals",
    size=14042,
    citation="Hendrycks et al. 2021, Measuring Massive Multitask Language Understanding (arXiv:2009.03300)",
    licence="MIT",
    sampling=Sampling(max_tokens=1024),
    strata=("category", "subject"),
    shots_share=("subject",),
)
