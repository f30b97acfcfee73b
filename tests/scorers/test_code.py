import ast
import gzip
import json
import textwrap
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers.code import find_code, program_to_run
from evalution.scorers.code_blocks import fenced
from evalution.scorers.reference import code as reference

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "golden/code/replies.jsonl").open(encoding="utf-8")]
HEAD = 'def triple(n):\n    """Three times n."""\n'


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_reply(case):
    found = program_to_run(case["reply"], prompt=case["prompt"], entry_point=case["entry_point"])
    assert (found.rule, found.code) == (case["rule"], case["code"])
    assert find_code(case["reply"], case["entry_point"], case["prompt"]) == found.code
    if case["value"] is not None:
        scope = {}
        exec(compile(found.source, case["id"], "exec"), scope)
        assert scope["triple"](2) == case["value"]


def test_ids_are_unique():
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_span_is_where_the_code_stands():
    reply = "<think>hm</think>Sure:\n```python\ndef triple(n):\n    return 3*n\n```\nDone."
    assert reply[slice(*program_to_run(reply, prompt=HEAD, entry_point="triple").span)].startswith("def triple")


def test_fences():
    assert [b.code for b in fenced("a ```x = 1``` b\n```python\ny\n```")] == ["y\n"]
    assert [b.code for b in fenced("```python\na\n```python\nb\n```")] == ["a\n", "b\n"]
    assert [b.code for b in fenced("````\n```\na\n```\n````")] == ["```\na\n```\n"]
    assert fenced("```bash\nls\n```") == []


def programs(row):
    """The ways in which a right solution is written."""
    prompt, body = row["prompt"], row["canonical_solution"]
    whole = prompt + body
    yield body
    yield body.strip()
    yield textwrap.dedent(body)
    yield whole
    yield f"```python\n{whole}```"
    yield f"Here is the solution:\n\n```python\n{whole}\n```\n\nIt runs in linear time."
    yield f"```\n{body}```"
    yield f"{whole}\n\nprint({row['entry_point']}())\n"
    yield f"{body}<|endoftext|>"
    yield textwrap.indent(f"```python\n{whole}```", "   ")


def test_right_solutions_keep_their_meaning(shared):
    """However a published solution is written, the functions that it defines are the same."""
    rows = map(json.loads, gzip.decompress(shared("data/humaneval/test.jsonl.gz").read_bytes()).splitlines())
    for row in rows:
        name = row["entry_point"]
        right = functions(row["prompt"] + row["canonical_solution"])
        for reply in programs(row):
            found = program_to_run(reply, prompt=row["prompt"], entry_point=name)
            assert functions(found.source) == right, (row["task_id"], reply)


def functions(source):
    """The last definition of every top-level function, and the imports."""
    tree = ast.parse(source)
    kept = {s.name: ast.dump(s) for s in tree.body if isinstance(s, ast.FunctionDef)}
    imports = {ast.dump(s) for s in tree.body if isinstance(s, (ast.Import, ast.ImportFrom))}
    return kept, imports


def test_published_programs_lose_nothing_that_they_need(shared):
    """Programs judged right by their source still define the entry point, outside of any reply rule but "raw"."""
    tasks = map(json.loads, gzip.decompress(shared("data/humaneval/test.jsonl.gz").read_bytes()).splitlines())
    by_id = {row["task_id"]: row for row in tasks}
    packed = shared("data/model_outputs/ldb_humaneval_3models.jsonl.gz").read_bytes()
    for row in map(json.loads, gzip.decompress(packed).splitlines()):
        task = by_id[row["doc_id"]]
        found = program_to_run(row["response"], prompt=task["prompt"], entry_point=task["entry_point"])
        if row["official_score"]:
            assert found.rule != "raw"
            compile(found.source, row["doc_id"], "exec")


def test_the_reference_extraction_and_its_quirks():
    assert reference.find_code("```python\ndef f(n):\n    return 3*n\n```") == "    return 3*n\n"
    assert reference.find_code("```python\ndef f(n):\n  return 3*n\n```") == "ef f(n):\n  return 3*n\n"
    assert reference.find_code("```\ndef f(n):\n    return 3*n\n```") == "    return 3*n\n```"
    assert reference.find_code("a\n```python\nb:\n    c```\n```python\nd:\n    e```") == "    c"
    assert reference.find_code("") == ""
    assert reference.program_simple_evals("    return 3*n", HEAD) == HEAD + "   return 3*n"
    assert reference.program_human_eval("    return 3*n", HEAD) == HEAD + "    return 3*n"


@given(st.text(), st.text(max_size=20))
def test_any_text_gets_a_program(text, prompt):
    found = program_to_run(text, prompt=prompt, entry_point="f")
    assert found.rule in ("fence", "text", "body", "raw", None)
    if found.span:
        assert 0 <= found.span.start <= found.span.end <= len(text)


PIECES = [
    "```",
    "```python\n",
    "def f(n):\n",
    "    return 1\n",
    "f = ",
    "(",
    "[",
    "'",
    '"""',
    "\n",
    " ",
    "lambda: ",
    "if x:\n",
    "\t",
    "<|endoftext|>",
    "print(f(1))\n",
    "\\",
    "#",
    "\x00",
    "\ud800",
    "@f\n",
    "class A:\n",
    "-",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_code_gets_a_program(text):
    assert program_to_run(text, prompt=HEAD, entry_point="f").rule in ("fence", "text", "body", "raw", None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [*PIECES, "a\n", "a;", "    x\n", "@a\n", "def f():\n  return 1\n", "x:\n\n  y\n", "not ", "f(", "```\nf\n"],
)
def test_time_is_bounded(piece):
    text = piece * (99_000 // len(piece))
    start = time.process_time()
    program_to_run(text, prompt=HEAD, entry_point="f")
    assert time.process_time() - start < 12.0
    start = time.process_time()
    program_to_run(text * 10, prompt=HEAD, entry_point="f")
    assert time.process_time() - start < 12.0
