"""MBPP: short Python tasks with three tests each, which the prompt shows.

Tasks 11 to 510 are the test split; the owners' file of all 974 is read by their numbers. What the function returns may
be of any type, since some of the owners' own solutions return counters and iterators.
Sources: https://github.com/google-research/google-research/tree/master/mbpp; Austin et al. 2021, section 2.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source
from evalution.benchmarks.programs import FENCED, program_item, program_suite
from evalution.errors import BadInput, shorten

TEST_TASKS = range(11, 511)
_TESTS = "It must pass these tests:"


def mbpp_rows(row: Row) -> Iterator[Row]:
    """The row, unless its number is outside of the test split."""
    if not isinstance(row.get("task_id"), int) or row["task_id"] in TEST_TASKS:
        yield row


def mbpp_item(row: Row) -> Item:
    """`{task_id, text, code, test_list, test_setup_code}`, or `prompt` and `test_imports` as in the sanitised set."""
    code = rows.text(row, "code").replace("\r\n", "\n")
    tests = [test.replace("\r\n", "\n") for test in rows.texts(row, "test_list")]
    setup = row.get("test_setup_code") or "\n".join(row.get("test_imports") or ())
    shown = "\n".join(tests)
    return program_item(
        f"{rows.text(row, rows.named(row, 'text', 'prompt'))}\n\n{_TESTS}\n{shown}",
        code,
        _entry_point(code, tests),
        f"{setup}\n{shown}\n",
        id=rows.value(row, "task_id"),
    )


def _entry_point(code: str, tests: list[str]) -> str:
    """The function of the solution that the tests call, the outermost one."""
    defined = {s.name for s in _parsed(code, "code").body if isinstance(s, ast.FunctionDef)}
    for test in tests:
        for node in ast.walk(_parsed(test, "test_list")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in defined:
                return node.func.id
    raise BadInput(shorten(tests), expected="tests that call a function of the code", field="test_list")


def _parsed(code: str, field: str) -> ast.Module:
    try:
        return ast.parse(code, "<model code>")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadInput(shorten(code), expected="Python", field=field) from None


MBPP = program_suite(
    "mbpp",
    "MBPP",
    source=Source("google-research-datasets/mbpp", "full", train=None, unfold=mbpp_rows),
    size=500,
    item=mbpp_item,
    form=Form(instruction=f"Write a Python function. {FENCED}", wording=_TESTS),
    citation="Austin et al. 2021, Program Synthesis with Large Language Models (arXiv:2108.07732)",
    licence="CC-BY-4.0",
)
