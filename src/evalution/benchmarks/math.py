r"""MATH and MATH-500: competition problems whose answer the owners put in a box.

The gold is `answer` where a row has it, otherwise what the last `\boxed` of the solution holds; our instruction asks
for the box that both rules read. MATH-500 is the test set of PRM800K.
Sources: https://github.com/hendrycks/math, https://github.com/openai/prm800k
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling
from evalution.scorers.reference.hendrycks import last_boxed_span

BOXED = Form(
    instruction=r"Solve the problem step by step. Put the final answer, and nothing else, in \boxed{} at the end.",
    lead="Problem:\n",
    after="Solution:",
)
_SUBSETS = (
    "algebra", "counting_and_probability", "geometry", "intermediate_algebra", "number_theory", "prealgebra",
    "precalculus",
)  # fmt: skip


def math_item(row: Row) -> Item:
    """`{problem, solution, level, type}`, or with `answer`, `subject` and `unique_id` as in MATH-500."""
    solution = rows.text(row, "solution")
    gold = rows.text(row, "answer") if "answer" in row else boxed(solution, "solution")
    level = str(rows.value(row, "level")).removeprefix("Level ")
    return Item(
        id=str(row.get("unique_id") or row.get("path") or row.get("id", "")),
        question=rows.text(row, "problem"),
        gold=gold,
        answer=solution,
        groups={"subject": rows.slug(rows.text(row, rows.named(row, "subject", "type"))), "level": level},
    )


def boxed(solution: str, field: str) -> str:
    r"""What the last `\boxed{...}`, `\boxed ...` or `\fbox{...}` of a solution holds; BadInput when there is none.

    >>> boxed(r"so $\boxed{\frac{1}{2}}$.", "solution"), boxed(r"so $\boxed 7$.", "solution")
    ('\\frac{1}{2}', '7')
    """
    span = last_boxed_span(solution)
    if span is not None:
        return solution[span.start : span.end].partition("{")[2][:-1]
    bare = solution.rpartition("\\boxed ")[2].partition("$")
    if "\\boxed " in solution and bare[1]:
        return bare[0].strip()
    raise BadInput(shorten(solution[-60:]), expected="a solution with a \\boxed answer", field=field)


def _math(name: str, title: str, source: Source, size: int, citation: str) -> Benchmark:
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=source,
        size=size,
        item=math_item,
        form=BOXED,
        scorers=("math", "math@hendrycks", "math_judge"),
        headline="acc,math",
        citation=citation,
        licence="MIT",
        sample="math.jsonl",
        chat=True,
        sampling=Sampling(max_tokens=2048, stop=("\nProblem:",)),
        strata=("subject", "level"),
        shots_share=("subject",),
    )


MATH = _math(
    "math",
    "MATH",
    Source("EleutherAI/hendrycks_math", None, subsets={name: name for name in _SUBSETS}),
    5000,
    "Hendrycks et al. 2021, Measuring Mathematical Problem Solving With the MATH Dataset (arXiv:2103.03874)",
)
MATH_500 = _math(
    "math_500",
    "MATH-500",
    Source("HuggingFaceH4/MATH-500", None, train=None),
    500,
    "Lightman et al. 2023, Let's Verify Step by Step (arXiv:2305.20050)",
)
