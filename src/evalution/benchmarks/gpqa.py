"""GPQA: questions of graduate level written to withstand a search engine; three sets, each within the next.

The right option is always the first in the data, so the options are shown in an order drawn from the seed, the
question and the repeat. Four repeats as in simple-evals. The owners ask that the questions never appear in plain
text where a crawler might find them: they are sealed.
Sources: https://github.com/idavidrein/gpqa, https://github.com/openai/simple-evals (gpqa_eval.py)
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Item, Row, Source
from evalution.benchmarks.lettered import lettered_item, lettered_suite
from evalution.sample import Sampling

_OPTIONS = ("Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


def gpqa_item(row: Row) -> Item:
    """`{Question, Correct Answer, Incorrect Answer 1, 2, 3, Record ID, High-level domain, Subdomain}`."""
    return lettered_item(
        rows.text(row, "Question").strip(),
        [rows.text(row, name).strip() for name in _OPTIONS],
        0,
        id=row.get("Record ID", ""),
        groups={"domain": rows.slug(str(row.get("High-level domain", "")))},
    )


def _gpqa(subset: str, size: int) -> Benchmark:
    return lettered_suite(
        f"gpqa_{subset}",
        f"GPQA, {subset} set",
        Source("Idavidrein/gpqa", f"gpqa_{subset}", split="train", train=None),
        gpqa_item,
        reference="simple_evals_gpqa",
        size=size,
        citation="Rein et al. 2023, GPQA: A Graduate-Level Google-Proof Q&A Benchmark (arXiv:2311.12022)",
        licence="CC-BY-4.0",
        sample="gpqa.jsonl",
        sampling=Sampling(max_tokens=2048, temperature=0.5),
        repeats=4,
        strata=("domain",),
        permuted=True,
        sealed=True,
    )


GPQA_DIAMOND = _gpqa("diamond", 198)
GPQA_MAIN = _gpqa("main", 448)
GPQA_EXTENDED = _gpqa("extended", 546)
