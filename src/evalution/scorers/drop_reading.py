"""Where a reply to a reading question states its answer, and how its lists are split into spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evalution.scorers.markers import find_markers
from evalution.scorers.thinking import set_aside
from evalution.verdict import Span

RULES = "marker+boxed>first_line"
MOST_SPANS = 1000

_NEXT_TASK = re.compile(r"^[ \t#*]{0,8}(?:passage|question|context|q)[ \t*]{0,4}[:：]", re.IGNORECASE | re.MULTILINE)
_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?([^{}\n]+)\}")
_BULLET = re.compile(r"[-*•‣–][ \t]{1,8}|\(?\d{1,3}[.)][ \t]{1,8}(?=[^\d\s])")
_STRONG = re.compile(r" ?[|;；] ?")
_COMMA = re.compile(r" ?[,，、](?!\d) ?(?:and |or |& )?")
_COMMA_OR_AND = re.compile(rf"{_COMMA.pattern}| and | & ")
_AROUND = " \t\r\f\v\u00a0\u3000*_`\"'“”‘’"


class Reading(NamedTuple):
    """What was read as the answer: its line, the block of lines it opens, the rule, the line's place in
    the reply (None when there is no answer), and what a person should know."""

    line: str
    block: str
    rule: str
    span: Span | None
    note: str | None = None


def read(text: str, truncated: bool) -> Reading:
    """The last announced or boxed answer, else the first line with text in it.

    A base model that runs on into a next task ("Passage:", "Question:" on a new line) is cut there.
    Refused: a first line that the token limit cut, unless something follows it.

    >>> read("10\\n\\nPassage: In spring", False)[:3]
    ('10', '10', 'first_line')
    >>> read("Two scored. Answer: Lee and Kim.", False).line
    'Lee and Kim'
    """
    visible, note = set_aside(text)
    visible = visible[: _end_of_task(visible)]
    start, end, rule = _place(visible)
    if start == end:
        return Reading("", "", rule, None, note or "nothing visible")
    if rule == "first_line" and truncated and end == len(visible.rstrip()) == len(text.rstrip()):
        return Reading("", "", rule, None, "cut within its first line")
    block = _block(visible, start, end)
    bullet = _BULLET.match(visible, start)
    start, end = _trimmed(visible, bullet.end() if bullet and bullet.end() < end else start, end)
    return Reading(visible[start:end], block, rule, Span(start, end), note)


def _end_of_task(text: str) -> int:
    opened = len(text) - len(text.lstrip())
    found = _NEXT_TASK.search(text, opened + 1)
    return found.start() if found else len(text)


def _place(text: str) -> tuple[int, int, str]:
    """The start and end of the deciding line, and the rule."""
    announced = _announced(text)
    boxed = max(_BOXED.finditer(text), key=re.Match.start, default=None)
    if boxed and (announced is None or boxed.start() >= announced[0]):
        return (*boxed.span(1), "boxed")
    if announced:
        return (*announced, "marker")
    start = len(text) - len(text.lstrip())
    while start < len(text):
        end = _line_end(text, start)
        if _trimmed(text, start, end) != (end, end):
            return start, end, "first_line"
        start = end + 1
    return 0, 0, "first_line"


def _announced(text: str) -> tuple[int, int] | None:
    """The rest of the line after the last marker that has one, up to the next marker."""
    until = len(text)
    for marker in reversed(list(find_markers(text))):
        end = text.find("\n", marker.end, until)
        end = until if end < 0 else end
        if marker.link != "bare" and _trimmed(text, marker.end, end) != (end, end):
            return marker.end, end
        until = marker.start
    return None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _block(text: str, start: int, end: int) -> str:
    """From `start` over the lines that follow without a blank one."""
    while end < len(text):
        following = _line_end(text, end + 1)
        if not text[end + 1 : following].strip():
            break
        end = following
    return text[start:end]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without white space, quotes and emphasis around it, and without a final full stop;
    (end, end) when nothing is left."""
    inner = text[start:end]
    kept = inner.rstrip(_AROUND + ".。")
    left = kept.lstrip(_AROUND)
    return (start + len(kept) - len(left), start + len(kept)) if left else (end, end)


def splittings(block: str) -> Iterator[list[str]]:
    """The ways to read the answer as spans: its first line whole, split at `|` and `;`, at commas, at
    commas and "and"; its lines, list marks removed. Ways with more than 1,000 spans are left out.

    >>> list(splittings("Lee, Kim and Park"))
    [['Lee, Kim and Park'], ['Lee', 'Kim and Park'], ['Lee', 'Kim', 'Park']]
    """
    lines = [_unmarked(" ".join(line.split())) for line in block.split("\n") if line.strip()]
    yield lines[:1]
    for way in (*(separator.split(lines[0]) for separator in (_STRONG, _COMMA, _COMMA_OR_AND)), lines):
        spans = [span for span in way if span.strip()]
        if 1 < len(spans) <= MOST_SPANS:
            yield spans


def _unmarked(line: str) -> str:
    mark = _BULLET.match(line)
    return line[mark.end() :] if mark else line
