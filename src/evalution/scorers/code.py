"""The program that a reply means: its code found, completed from the prompt, and not destroyed on the way.

Nothing is run here. A reply may hold the whole function or only its body, in one fence, several or none, with
prose around it, at any indentation, with special tokens or demonstrations behind it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evalution.scorers.code_blocks import Block, Source, dedented, fenced, longest_start, parsed, stretches
from evalution.scorers.code_pruning import bound_names, defines, missing, pruned
from evalution.scorers.thinking import set_aside
from evalution.verdict import Span

RULES = "fence>text>body>raw"

_TOKENS = re.compile(
    r"<\|(?:endoftext|end_of_text|im_end|eot_id|eom_id|end|EOT|file_separator|fim_[a-z]{1,8}|return)\|>"
    r"|<｜end▁of▁sentence｜>|<\|?/?(?:s|eos|end_of_turn|pad|EOT)\|?>|\[/?INST\]"
)
_ANNOUNCED = re.compile(r":[ \t]{0,4}\n{1,3}(?=[ \t]+\S)")
_BLANK = re.compile(r"\n(?:[ \t]{0,100}\n)+")
_MOST_PROSE = 5
_MOST_BLOCKS = 5
_FUTURE = re.compile(r"^from __future__ import [^\n]*\n", re.MULTILINE)


class Program(NamedTuple):
    """Source to run before the tests.

    code   what the reply contributed; with a body, its lines as they follow the prompt
    source the whole program: what it needs of the prompt, then the code
    rule   "fence" (a fenced function), "text" (one outside of fences), "body" (lines that complete the
           prompt), "raw" (nothing that parses: prompt and reply as they stand); None for a blank reply
    span   where the code stands in the reply
    """

    code: str
    source: str
    rule: str | None
    span: Span | None = None
    note: str | None = None


def find_code(reply: str, entry_point: str = "", prompt: str = "") -> str:
    """The code of a reply; see `program_to_run`.

    >>> find_code("Sure!\\n```python\\ndef f(n):\\n    return 3*n\\n```\\nIt triples.", "f")
    'def f(n):\\n    return 3*n\\n'
    """
    return program_to_run(reply, prompt=prompt, entry_point=entry_point).code


def program_to_run(reply: str, *, prompt: str = "", entry_point: str = "") -> Program:
    """The program of a reply to `prompt`, which ends in the head of the function `entry_point`.

    In order: the last fenced block that defines the entry point, with what it lacks taken from
    earlier blocks; the unfenced text from where such a definition parses, up to where it stops parsing; lines that
    complete the prompt, at any indentation. Thinking and special tokens are set aside; top-level statements
    that the entry point does not need (prints, demonstrations, reading input) are dropped.

    >>> head = "def f(n):\\n"
    >>> program_to_run("return 3*n<|endoftext|>", prompt=head, entry_point="f").source
    'def f(n):\\n    return 3*n\\n'
    """
    visible, note = set_aside(reply)
    if not visible.strip():
        return Program("", prompt, None, None, note or "blank")
    begin = _begin(reply, visible)
    for text in _readings(visible[begin:]):
        for block, rule in _defining_blocks(text, entry_point):
            source = _assembled(_context(prompt, entry_point), block.code)
            return Program(block.code, source, rule, _span(block, begin, visible), note)
        for block in _body_blocks(text):
            body = _completing(prompt, block.code, entry_point)
            if body is not None:
                return Program(body, _line(prompt) + body, "body", _span(block, begin, visible), note)
    return Program(visible, prompt + visible, "raw", None, note or "nothing that parses")


def _begin(reply: str, visible: str) -> int:
    """Where the visible text begins, with the indentation that it has of its own (not the blanks that thinking
    leaves)."""
    begin = len(visible) - len(visible.lstrip())
    while begin and reply[begin - 1] in " \t\u00a0":
        begin -= 1
    return begin


def _span(block: Block, begin: int, visible: str) -> Span | None:
    return None if "\r" in visible else Span(begin + block.start, begin + block.end)


def _readings(visible: str) -> Iterator[str]:
    """The text as it stands; then, if that differs, up to its first special token and with plain spaces."""
    text = visible.replace("\r\n", "\n").replace("\r", "\n")
    yield text
    found = _TOKENS.search(text, len(text) - len(text.lstrip()) + 1)
    plain = (text[: found.start()] if found else text).replace("\u00a0", " ")
    if plain != text:
        yield plain


def _defining_blocks(text: str, entry_point: str) -> Iterator[tuple[Block, str]]:
    """Code that defines the entry point by itself, the best first."""
    blocks = fenced(text)
    for at in range(len(blocks) - 1, -1, -1):
        code = _defining(blocks[at].code, entry_point)
        if code is not None:
            yield blocks[at]._replace(code=_helped(code, blocks[:at], entry_point)), "fence"
    for stretch in stretches(text):
        code = _defining(stretch.code, entry_point)
        if code is not None:
            yield stretch._replace(code=code), "text"


def _body_blocks(text: str) -> Iterator[Block]:
    """What may be the lines after the prompt: fenced blocks, the text, the indented lines after a colon."""
    yield from reversed(fenced(text)[-_MOST_BLOCKS:])
    yield Block(text, 0, len(text))
    found = _ANNOUNCED.search(text)
    if found:
        yield Block(text[found.end() :], found.end(), len(text))


def _defining(text: str, entry_point: str) -> str | None:
    """The part of the text that compiles, pruned, if it defines the entry point."""
    source = longest_start(text) if entry_point in text else None
    return pruned(source, entry_point) if source and defines(source.tree, entry_point) else None


def _helped(code: str, earlier: Sequence[Block], entry_point: str) -> str:
    """The code after those earlier blocks that define names which it lacks."""
    source = parsed(code)
    lacking = missing(source.tree, entry_point) if source else set()
    for block in reversed(earlier[-_MOST_BLOCKS:]):
        helper = parsed(block.code) if lacking else None
        if helper and lacking & bound_names(helper.tree):
            code = pruned(helper, "") + "\n" + code
            lacking -= bound_names(helper.tree)
    return code


def _completing(prompt: str, block: str, entry_point: str) -> str | None:
    """The block as the lines that follow the prompt, at an indentation that compiles; None if there is none.

    Indented lines stand as they are, up to the first top-level statement that does not compile. If that
    leaves nothing, all lines are moved in, or the first alone (where the reply was stripped); the last paragraphs
    are left out if they are prose.
    """
    if not prompt.strip() or not block.strip():
        return None
    lines = block.strip("\n")
    if lines[0] in " \t":
        body = _added(prompt, longest_start(_line(prompt) + _line(lines)), entry_point)
        if body is not None:
            return body
    paragraphs = _BLANK.split(lines.rstrip())
    for kept in range(len(paragraphs), max(0, len(paragraphs) - _MOST_PROSE), -1):
        text = "\n\n".join(paragraphs[:kept])
        head, _, rest = text.partition("\n")
        for form in (textwrap.indent(dedented(text), "    "), f"    {head.lstrip()}\n{rest}"):
            body = _added(prompt, parsed(_line(prompt) + _line(form)), entry_point)
            if body is not None:
                return body
    return None


def _added(prompt: str, whole: Source | None, entry_point: str) -> str | None:
    """What the whole program adds to the prompt, pruned; None where it adds nothing."""
    head = _line(prompt)
    if whole is None or not whole.text.startswith(head) or not defines(whole.tree, entry_point):
        return None
    kept = pruned(whole, entry_point)
    body = (kept if kept.startswith(head) else whole.text)[len(head) :]
    return body if body.strip() else None


def _line(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _context(prompt: str, entry_point: str) -> str:
    """What stands before the entry point in the prompt: imports and helpers. "" where that does not parse."""
    found = re.search(rf"^(?:async )?def {re.escape(entry_point)}\b", prompt, re.MULTILINE) if entry_point else None
    before = prompt[: found.start()] if found else ""
    return before if before.strip() and parsed(before) is not None else ""


def _assembled(context: str, code: str) -> str:
    """Context and code, `from __future__` imports first."""
    future = "".join(_FUTURE.findall(code)) if context else ""
    code = _FUTURE.sub("", code) if future else code
    return future + context + code
