"""Lists of options that a response repeats: their letters are no answers."""

from __future__ import annotations

import re

from evalution.scorers.letters import Letters
from evalution.verdict import Span

_ITEM = re.compile(r"\s{0,8}[*(\[]{0,3}(\w)\s{0,2}[)\].:、]")
_REACH = 300
_DELIMITERS = frozenset(":.)、：．")


def opens_list(text: str, span: Span, signs: Letters) -> bool:
    """Whether the line after the letter at `span` is a list item with the next letter."""
    line = text.find("\n", span.end, span.end + _REACH)
    return line >= 0 and _is_item(text, line, _beside(text, span, signs, 1), signs)


def lists_on(text: str, span: Span, signs: Letters) -> bool:
    """Whether the next letter stands later in the same line, with the same delimiter: "A: no, B: yes"."""
    following, delimiter = _beside(text, span, signs, 1), text[span.end : span.end + 1]
    if following is None or delimiter not in _DELIMITERS:
        return False
    line = text.find("\n", span.end, span.end + _REACH)
    end = line if line >= 0 else span.end + _REACH
    at = text.find(following + delimiter, span.end, end)
    return at >= 0 and text[at - 1] in " ,;(*，；"


def ends_list(text: str, line: int, span: Span, signs: Letters) -> bool:
    """Whether the line before the one that starts at `line` is a list item with the letter before the one at `span`."""
    if not line:
        return False
    above = text.rfind("\n", max(0, line - 1 - _REACH), line - 1) + 1
    return _is_item(text, above, _beside(text, span, signs, -1), signs)


def _beside(text: str, span: Span, signs: Letters, step: int) -> str | None:
    """The label before or after that of the letter at `span`."""
    label = signs.means.get(text[span.start : span.end])
    place = signs.labels.index(label) + step if label else -1
    return signs.labels[place] if 0 <= place < len(signs.labels) else None


def _is_item(text: str, line: int, label: str | None, signs: Letters) -> bool:
    item = _ITEM.match(text, line) if label else None
    return item is not None and signs.means.get(item[1]) == label
