"""Readers of one line for responses that cannot be misread, independent of the scorers.

Where such a reader reads a response, the scorer must read the same; the other responses are the ones that people read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
_ALONE = re.compile(r"\s*([A-J])\s*(?:\n|\Z)")
_SAID = re.compile(r"(?:\A|[.!?:)]\s|\n)\s*The answer is \(?([A-J])\)?\.?\s*\Z")
_OLD_MARKER = re.compile(rf"^A: ?\$?({_NUMBER})%?\s*\Z", re.MULTILINE)
_BOX = re.compile(rf"\\boxed\{{\\?\$?({_NUMBER})(?:\\?%)?\}}")
_BLOCK = re.compile(r'FINAL ANSWER:\n"""\n([^"]*)\n"""\s*\Z')
_DIGITS = re.compile(r"\d")
_DOLLARS = re.compile(r"\$(\d{1,3}(?:,\d{3})+)(?![\d.,]?\d)")
_RUN = re.compile(r"\d+(?:[.,]00(?!\d))?")
_MARKED = re.compile(r"[-−/^.,]\s?$|[A-Za-z]$")
_GOES_ON = re.compile(r"\s?[/:^]")
_RUN_ON = "\n\nQuestion:"


def letter(text: str) -> str | None:
    """A letter alone on the first line, or a last sentence that says which letter the answer is."""
    alone = _ALONE.match(text)
    said = alone or _SAID.search(text.partition(_RUN_ON)[0])
    return said[1] if said else None


def number(text: str) -> str | None:
    """The number of the only `A:` line, of the only box, or of a final block with one number in it."""
    marked = _OLD_MARKER.findall(text)
    if marked and len(re.findall(r"^A:", text, re.MULTILINE)) == 1:
        return plain_digits(marked[0])
    boxes = _BOX.findall(text)
    if len(boxes) == 1 and text.count("boxed") == 1:
        return plain_digits(boxes[0])
    block = _BLOCK.search(text)
    if block and text.count("FINAL ANSWER") == 1:
        return _only(block[1])
    return None


def _only(block: str) -> str | None:
    """The only number of a block: a run of digits, also with `.00` or `,00`, a percent sign, or dollars before it and
    commas between thousands."""
    dollars = _DOLLARS.search(block)
    found = dollars or _RUN.search(block)
    if not found or _DIGITS.search(block, found.end()) or _DIGITS.search(block, 0, found.start()):
        return None
    if _MARKED.search(block[: found.start()]) or _GOES_ON.match(block, found.end()):
        return None
    return plain_digits(found[1] if dollars else re.sub(r"[.,]00$", "", found[0]))


def plain_digits(text: str) -> str:
    """ASCII digits without commas and idle zeros.

    >>> plain_digits("2,400.50"), plain_digits("৪২")
    ('2400.5', '42')
    """
    ascii_ = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text.replace(",", ""))
    return ascii_.rstrip("0").rstrip(".") if "." in ascii_ else ascii_


_DECLINES = re.compile(
    r"\b(?:cannot|can't|can not|unable to)\b[^.\n]{0,40}(?:answer|determine|provide|select|solve)"
    r"|cannot be (?:answered|determined|solved)|(?:insufficient|not enough) information",
    re.IGNORECASE,
)


def declines(text: str, after: int) -> bool:
    """Whether the text says, after its answer, that it has none."""
    return _DECLINES.search(text, after) is not None


READERS: dict[str, Callable[[str], str | None]] = {"num": number, "choice_label": letter, "math": lambda text: None}
