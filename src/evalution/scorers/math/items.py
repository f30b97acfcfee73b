"""Tokens and groups: what a text is between its lexer and its grammar."""

from __future__ import annotations

from typing import NamedTuple


class Unparsed(Exception):
    """The items are no expression."""


class Unreadable(Exception):
    """The text is broken LaTeX: braces, environments or brackets that do not close, an argument that is missing."""


class Token(NamedTuple):
    """kind    "number", "repeating", "word", "command", "text", "mark"
    text    its spelling; of a `\\text{...}` the content, of a repeating decimal "0.1|6"
    spaced  white space stood before it
    """

    kind: str
    text: str
    spaced: bool = False


class Group(NamedTuple):
    """Items between delimiters; `open` is "(", "[", "{", "\\{", "\\langle", "\\lfloor", ... or "env:NAME"."""

    open: str
    close: str
    items: list[Item]
    spaced: bool = False


Item = Token | Group


def split(items: list[Item], separators: frozenset[str]) -> list[list[Item]]:
    """Items between marks or commands of `separators`; at least one part, parts may be empty."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.kind in ("mark", "command") and item.text in separators:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def spelling(items: list[Item]) -> str:
    """The items as text without white space; iterative."""
    out: list[str] = []
    stack: list[Item | str] = list(reversed(items))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
        elif isinstance(item, Token):
            out.append(item.text if item.kind != "text" else f"\\text{{{' '.join(item.text.split())}}}")
        else:
            out.append(item.open)
            stack.append(item.close)
            stack.extend(reversed(item.items))
    return "".join(out)
