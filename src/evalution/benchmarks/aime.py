"""AIME 2024 and 2025: thirty problems a year, each answered by an integer from 0 to 999.

So few problems are asked several times: four repeats, as MathArena (https://matharena.ai) does. The data sets are
those that lighteval names (src/lighteval/tasks/tasks/aime.py); other copies spell the columns with capitals, or
call the problem a question.
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Item, Row, Source
from evalution.benchmarks.math import BOXED
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling


def aime_item(row: Row) -> Item:
    """`{id, problem, answer}`; a solution, where there is one, is not shown."""
    found = rows.value(row, rows.named(row, "answer", "Answer"))
    gold = str(found).strip()
    if not (gold.isascii() and gold.isdecimal() and len(gold) <= 3):
        raise BadInput(shorten(found), expected="an integer from 0 to 999", field="answer")
    return Item(
        id=str(row.get(rows.named(row, "id", "ID"), "")),
        question=rows.text(row, rows.named(row, "problem", "Problem", "question")),
        gold=str(int(gold)),
        answer=f"\\boxed{{{int(gold)}}}",
    )


def _aime(year: int, hub: str) -> Benchmark:
    return Benchmark(
        name=f"aime_{year}",
        title=f"AIME {year}",
        version=1,
        source=Source(hub, None, split="train", train=None),
        size=30,
        item=aime_item,
        form=BOXED,
        scorers=("math", "math@hendrycks", "math_judge"),
        headline="acc,math",
        citation=f"Mathematical Association of America, American Invitational Mathematics Examination {year}",
        licence="none stated (problems of the MAA)",
        sample="aime.jsonl",
        chat=True,
        sampling=Sampling(max_tokens=4096, temperature=0.6, top_p=0.95),
        repeats=4,
    )


AIME_2024 = _aime(2024, "HuggingFaceH4/aime_2024")
AIME_2025 = _aime(2025, "yentinglin/aime_2025")
