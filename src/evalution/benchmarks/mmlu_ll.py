"""MMLU and MMLU-Pro by log-likelihood: the letter that is likeliest after the question and its options.

Five solved examples of the same subject (category) stand before each question, as the owners of MMLU ask; their line
about the subject is left out. Source: https://github.com/hendrycks/test, evaluate.py.
"""

from __future__ import annotations

from msgspec import structs

from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row
from evalution.benchmarks.mmlu import MMLU
from evalution.benchmarks.mmlu_pro import MMLU_PRO
from evalution.sample import Sampling


def _by_letter(answered_in_text: Benchmark) -> Benchmark:
    """The same data, judged by the likeliest letter; solved examples end in theirs."""

    def item(row: Row) -> Item:
        return structs.replace(answered_in_text.item(row), solution="")

    return structs.replace(
        answered_in_text,
        name=f"{answered_in_text.name}_ll",
        title=f"{answered_in_text.title}, by log-likelihood of the letter",
        version=1,
        item=item,
        form=Form(after="Answer:", shown=True),
        scorers=("ll",),
        headline="acc,ll",
        sample=f"{answered_in_text.name}_ll.jsonl",
        chat=False,
        sampling=Sampling(),
        fewshot=5,
    )


MMLU_LL = _by_letter(MMLU)
MMLU_PRO_LL = _by_letter(MMLU_PRO)
