"""Text of models made safe for a terminal, and the consoles that print it."""

from __future__ import annotations

import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 160
"""Columns where the output is no terminal, so that a table in a file is not folded."""


def visible(text: str) -> str:
    r"""Control and format characters as escapes, so that text can neither move the cursor nor hide.

    Line breaks and tabs stay; joiners (U+200C, U+200D) stay, since scripts and emoji need them.

    >>> visible("\x1b[2Jfree\u202e")
    '\\x1b[2Jfree\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t\u200c\u200d" or not _unsafe(c) else _escaped(c) for c in text)


def console(*, stderr: bool = False) -> Console:
    """A console without markup or highlighting: what is printed is what is meant."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDE
    return Console(file=stream, markup=False, highlight=False, emoji=False, width=width, soft_wrap=False)


def _unsafe(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")
