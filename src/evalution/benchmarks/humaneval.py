"""HumanEval: functions to be written from their head and description, judged by their tests.

The prompt ends in the head, so that a model without a chat template goes on with the body. A function that returns
anything but plain built-in data does not pass under the live key (no solution of the owners' does); `@human_eval`
takes the whole reply as the text that follows the prompt, `@simple_evals` finds code in it.
Sources: https://github.com/openai/human-eval, https://github.com/openai/simple-evals (humaneval_eval.py)
"""

from __future__ import annotations

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source
from evalution.benchmarks.programs import FENCED, program_item, program_suite
from evalution.errors import BadInput, shorten


def humaneval_item(row: Row) -> Item:
    """`{task_id, prompt, entry_point, canonical_solution, test}`; the test defines `check`."""
    prompt, name, test = (rows.text(row, field) for field in ("prompt", "entry_point", "test"))
    if not name.isidentifier() or f"def {name}" not in prompt:
        raise BadInput(shorten(name), expected="the name of a function that the prompt begins", field="entry_point")
    if "def check(" not in test:
        raise BadInput(shorten(test), expected="a definition of check(candidate)", field="test")
    return program_item(
        prompt,
        rows.text(row, "canonical_solution"),
        name,
        f"{test}\ncheck({name})\n",
        id=rows.text(row, "task_id"),
        prompt=prompt,
        plain=True,
    )


HUMANEVAL = program_suite(
    "humaneval",
    "HumanEval",
    source=Source("openai/openai_humaneval", "openai_humaneval", train=None),
    size=164,
    item=humaneval_item,
    form=Form(instruction=f"Complete this Python function. {FENCED}"),
    scorers=("exec", "exec@human_eval", "exec@simple_evals"),
    citation="Chen et al. 2021, Evaluating Large Language Models Trained on Code (arXiv:2107.03374)",
    licence="MIT",
)
