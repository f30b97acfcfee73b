"""Where code stands in a reply: fenced blocks, and stretches of a text that parse."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

# Python warns of escapes such as "\d" in what it compiles; that is the model's affair, not the reader's of our output.
warnings.filterwarnings("ignore", module=r"<model code>")

LONGEST = 100_000
"""Characters of source that are analysed; longer ones are run as they stand."""

_FENCE = re.compile(
    r"(?P<head>^[ \t>]{0,16}(?:[-*+] |\d{1,2}[.)] )?)?(?P<fence>`{3,}|~{3,})"
    r"[ \t]{0,4}(?P<tag>[\w{}.+#-]{0,20})[ \t]{0,8}$\n?",
    re.MULTILINE,
)
_PYTHON = frozenset(("", "python", "py", "python3", "python2", "ipython", "{python}", "{.python}", "pycon"))
_CODE = re.compile(r"^(?P<margin>[ \t]{0,16})(?:(?:async )?def |class |import |from \S{1,80} import |@)", re.MULTILINE)
_ATTEMPTS = 5


class Block(NamedTuple):
    """A stretch of the reply that holds code, dedented, and where it stands."""

    code: str
    start: int
    end: int


def fenced(text: str) -> list[Block]:
    """Every fenced block whose tag is absent or names Python, in order.

    A fence with a tag opens a block, closing any that is open; a bare one closes a block, or opens one
    if it begins its line. A block that never closes runs to the end. A single bare fence with text before it
    closes a block that the prompt opened.

    >>> [block.code for block in fenced("Sure!\\n```python\\nx = 1\\n```\\n```sh\\nls\\n```")]
    ['x = 1\\n']
    """
    marks = list(_FENCE.finditer(text))
    if len(marks) == 1 and not marks[0]["tag"] and text[: marks[0].start()].strip():
        return [_block(text, 0, marks[0].start())]
    found: list[Block] = []
    opened: re.Match[str] | None = None
    for mark in marks:
        if opened and mark["fence"][:3] == opened["fence"][:3] and len(mark["fence"]) >= len(opened["fence"]):
            found += _python_block(text, opened, mark.start())
            opened = mark if mark["tag"] else None
        elif opened is None and (mark["tag"] or mark["head"] is not None):
            opened = mark
    return found + (_python_block(text, opened, len(text)) if opened else [])


def _python_block(text: str, opened: re.Match[str], end: int) -> list[Block]:
    return [_block(text, opened.end(), end)] if opened["tag"].lower() in _PYTHON else []


def dedented(text: str) -> str:
    """The text without the indentation that its lines share. Blank lines are left alone: they may stand within
    a string (where `textwrap.dedent` would empty them).

    >>> dedented("  a\\n    b\\n   \\n")
    'a\\n  b\\n   \\n'
    """
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    pairs = zip(min(filled, default=""), max(filled, default=""), strict=False)
    margin = list(takewhile(lambda pair: pair[0] == pair[1] and pair[0] in " \t", pairs))
    return "\n".join(line[len(margin) :] if line.strip() else line for line in lines) if margin else text


def _block(text: str, start: int, end: int) -> Block:
    line = text.rfind("\n", 0, end) + 1
    cut = line if start <= line and not text[line:end].strip() else end
    return Block(dedented(text[start:cut]), start, max(start, cut))


class Source(NamedTuple):
    """Source that compiles, and its syntax tree."""

    text: str
    tree: ast.Module


def parsed(text: str) -> Source | None:
    """The source with its tree; None for what Python would not compile or is too long to be analysed."""
    found = _compiled(text) if len(text) <= LONGEST else 1
    return None if isinstance(found, int) else Source(text, found)


def longest_start(text: str) -> Source | None:
    """The source up to the first top-level statement that does not compile; None when nothing is left.

    What follows code in a reply (prose, a function that the token limit cut) is dropped so.

    >>> longest_start("x = 1\\nThat is all.\\n").text
    'x = 1\\n'
    """
    for _ in range(_ATTEMPTS):
        if len(text) > LONGEST or not text.strip():
            return None
        found = _compiled(text)
        if not isinstance(found, int):
            return Source(text, found)
        text = _before(text, found)
    return None


def stretches(text: str) -> Iterator[Block]:
    """Unfenced text that may be code: all of it, then from each of the first lines that look like a definition
    or an import. Indented ones go as far as their indentation."""
    yield Block(text, 0, len(text))
    for _, found in zip(range(_ATTEMPTS), _CODE.finditer(text), strict=False):
        margin = found["margin"]
        if margin:
            end = re.compile(rf"^(?!{margin})[ \t]*\S", re.MULTILINE).search(text, found.end())
            cut = end.start() if end else len(text)
            yield Block(dedented(text[found.start() : cut]), found.start(), cut)
        elif found.start():
            yield Block(text[found.start() :], found.start(), len(text))


def _compiled(text: str) -> ast.Module | int:
    """The tree, or the number of the line, from 1, at which Python stops. (Parsing alone lets a `return` outside
    of a function pass.)"""
    try:
        tree = ast.parse(text, "<model code>")
        compile(tree, "<model code>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return max(error.lineno or 1, 1)
    except (ValueError, RecursionError, MemoryError):
        return 1
    return tree


def _before(source: str, line: int) -> str:
    """The lines before the top-level statement that holds the line."""
    lines = source.split("\n")[:line]
    while lines:
        last = lines.pop()
        if last[:1].strip() and last[0] not in ")]}#":
            break
    return "\n".join(lines) + "\n" if lines else ""
