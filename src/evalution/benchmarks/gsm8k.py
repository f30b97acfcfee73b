"""GSM8K and GSM8K-Platinum: grade-school word problems answered by a number.

Platinum is the same test set with ambiguous and wrong rows mended by its owners. Golds end in `#### n`;
our instruction asks for that line, which both owners' parsers read.
Sources: https://github.com/openai/grade-school-math, https://github.com/MadryLab/platinum-benchmarks
"""

from __future__ import annotations

import re

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling
from evalution.scorers.numbers import gold_values

_CALCULATOR = re.compile(r"<<[^<>]*>>")


def gsm8k_item(row: Row) -> Item:
    """`{question, answer}`; the solved form drops the owner's calculator notes (`<<3*4=12>>`)."""
    answer = rows.text(row, "answer")
    gold = answer.rpartition("####")[2].strip()
    if not gold_values(gold):
        raise BadInput(shorten(answer[-60:]), expected="an answer that ends in `#### <number>`", field="answer")
    return Item(
        id=str(row.get("id", "")),
        question=rows.text(row, "question"),
        gold=gold,
        answer=_CALCULATOR.sub("", answer),
    )


def _gsm8k(name: str, title: str, source: Source, size: int, citation: str, licence: str) -> Benchmark:
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=source,
        size=size,
        item=gsm8k_item,
        form=Form(
            instruction=(
                "Solve the problem step by step. End with a line that holds only `####` and the final number."
            ),
            lead="Problem: ",
            after="Solution:",
        ),
        scorers=("num", "num@gsm8k", "num@gsm8k_platinum"),
        headline="acc,num",
        citation=citation,
        licence=licence,
        sample="gsm8k.jsonl",
        chat=True,
        sampling=Sampling(max_tokens=512, stop=("\nProblem:",)),
    )


GSM8K = _gsm8k(
    "gsm8k",
    "GSM8K",
    Source("openai/gsm8k", "main"),
    1319,
    "Cobbe et al. 2021, Training Verifiers to Solve Math Word Problems (arXiv:2110.14168)",
    "MIT",
)
GSM8K_PLATINUM = _gsm8k(
    "gsm8k_platinum",
    "GSM8K-Platinum",
    Source("madrylab/gsm8k-platinum", "main", train=None),
    1209,
    "Vendrow et al. 2025, Do Large Language Model Benchmarks Test Reliability? (arXiv:2502.03461)",
    "CC-BY-4.0",
)
