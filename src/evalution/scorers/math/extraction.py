"""Where responses commit to a mathematical answer: the rules of the live scorer.

hash       the line after `####`
marker     an answer word ("The answer is", "Antwort:", "答案："), `A:` at a line's start or `<answer>…</answer>`, with
           what the sentence behind it gives
boxed      `\\boxed{…}` or `\\fbox{…}` that closes
conclusion falls back on the last sentence that begins with "Therefore", "So", "Hence" and the like
formula    falls back on the last formula, displayed or in the line; it and a conclusion go by place
refusal    a sentence that declines to answer, with nothing in figures after it; it goes by place with these two
last_line  falls back on what the last line gives; of a numbered step only mathematics
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evalution.scorers.extraction import Bands, Found, Rule, decide
from evalution.scorers.markers import find_markers
from evalution.scorers.math.refusals import find_refusal
from evalution.scorers.math.statements import denied_before, formulas_backwards, is_mathematics, stated
from evalution.scorers.math.words import says_none
from evalution.scorers.target import Target
from evalution.scorers.thinking import set_aside
from evalution.scorers.withdrawals import withdrawals
from evalution.verdict import Span

LAST = 40
"""How many commitments of one form are read, counted from the end; the last one decides."""

PLEASANTRIES = 4
"""So many closing lines are passed over where they only take leave ("I hope this helps!")."""

_TAIL = 4_000
_PLEASANTRY = re.compile(
    r"\W*(?:(?:i\s)?hope\s(?:this|that|it)|let\sme\sknow|please\slet|feel\sfree|thank\s?(?:s|you)|good\sluck|happy\sto\shelp"
    r"|would\syou\slike|is\sthere\sanything|do\syou\s(?:have|want|need)|if\syou\s(?:have|need)\sany|glad\sto\shelp)\b"
    r"|[-–—*_=\s]{0,20}$",
    re.IGNORECASE,
)
_HASH = re.compile(r"(?<!#)####(?!#)[ \t]*([^\s#].*)")
_OLD_MARKER = re.compile(r"^A:[ \t]+", re.MULTILINE)
_TAG = re.compile(r"<answer>([^<]{1,600})</answer>", re.IGNORECASE)
_BOX = re.compile(r"\\(?:boxed|fbox)(?![a-zA-Z])\s{0,4}(?P<brace>\{)?")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BARE = re.compile(r"[^\s{}$\\]{1,40}|\\[a-zA-Z]{1,20}(?:\d{1,2}(?!\d)|(?:\{[^{}]{1,80}\}){1,2})?")
_JOINT = re.compile(
    r"(?:[\s,;$&]|\\quad|\\qquad|\\[,;! \]\[()]|\\text\{\s*(?:and|or)\s*\}|and"
    r"|und|oder|ou|или|和|或者?|or(?:\s(?:maybe|perhaps|possibly))?)"
    r"{0,12}(?P<name>[a-zA-Z]\s?=\s?)?"
)
_EMPTY = re.compile(r"(?:\\(?:boxed|fbox|text)(?![a-zA-Z])|[{}\s?.…$-])*")
_BOUND = re.compile(
    r"[\s*_$\\(]{0,4}(?P<word>(?:\\?text\{\s?)?(?:(?:strictly\s)?(?:less|more|greater|fewer|smaller|larger|bigger)\sthan"
    r"|at\s(?:least|most)|no\s(?:more|less|fewer)\sthan|up\sto|under|over|above|below)(?![a-z]))",
    re.IGNORECASE,
)
"""An answer that begins so bounds a number, and gives none."""

_BETWEEN = re.compile(r"(?<![^\W\d_])between[\s$\\(]{1,4}$", re.IGNORECASE)
_OR = re.compile(r"(?<![a-z])(?:or|oder|ou)(?![a-z])|или|或")
_CHECKED = re.compile(r"(?:check|verify|confirm)(?:ing)?\s+(?:our|the|this|my|that)\s+$", re.IGNORECASE)
_CONCLUSION = re.compile(r"(?<![^\s*_])(?:Therefore|Thus|Hence|So|Consequently|In conclusion|In total|Finally),?\s")
_ENUMERATOR = re.compile(r"\s*(?:step\b|part\b|[1-9]\d?[.)]\s+[^\W\d_])", re.IGNORECASE)
_STEP = re.compile(
    r"[\s*_#>-]{0,6}(?:step\s\d{1,2}[*_]{0,2}[.:)]|\(?[1-9]\d?[*_]{0,2}[.)])[*_]{0,2}\s+(?=[*_]{0,2}[^\W\d_]|[$\\])",
    re.IGNORECASE,
)
"""The number of a step, which is nothing that it gives."""


class Answer(NamedTuple):
    """The answer's text as it stands in the response, the rule that found it, and its place."""

    text: str
    rule: str
    span: Span


def find_hash(text: str, target: Target) -> Iterator[Found]:
    """Every line after `####` that is no heading."""
    for line in list(_HASH.finditer(text))[-LAST:]:
        if not _ENUMERATOR.match(text, line.start(1)):
            yield from _stated(text, line.start(1), line.end(1), "hash")


def find_marker(text: str, target: Target) -> Iterator[Found]:
    """Every answer word with an answer behind it; one with a box behind it leaves the answer to the box."""
    for tag in list(_TAG.finditer(text))[-LAST:]:
        yield from _stated(text, tag.start(1), tag.end(1), "marker:<answer>")
    for line in list(_OLD_MARKER.finditer(text))[-LAST:]:
        for found in _stated(text, line.end(), len(text), "marker:A"):
            if found.answers and is_mathematics(found.answers[0]):
                yield found
    markers = list(find_markers(text))[-LAST:]
    for number, marker in enumerate(markers):
        stop = markers[number + 1].start if number + 1 < len(markers) else len(text)
        line_end = text.find("\n", marker.end, stop)
        if text[max(0, marker.start - 2) : marker.start].endswith(("<", "</")):
            continue
        if _CHECKED.search(text, max(0, marker.start - 24), marker.start):
            continue
        if marker.broken and _ENUMERATOR.match(text, marker.end):
            continue
        if "\\boxed" not in text[marker.start : line_end if line_end >= 0 else stop]:
            yield from _stated(text, marker.end, stop, f"marker:{marker.word}")


def _stated(text: str, start: int, stop: int, rule: str) -> Iterator[Found]:
    span = stated(text, start, stop)
    bound = _BOUND.match(text, start, stop) if span is not None and rule.startswith(("marker", "hash")) else None
    if span is not None and bound and bound.end() <= span.start:
        span = Span(bound.start("word"), span.end)
    if span is not None:
        yield _found(text, span, rule)


def _found(text: str, span: Span, rule: str) -> Found:
    answer = text[span.start : span.end].strip()
    ends = re.split(r"\sand\s", answer) if _BETWEEN.search(text, max(0, span.start - 16), span.start) else []
    if _EMPTY.fullmatch(answer):
        return Found((), rule, span)
    return Found(tuple(ends) if len(ends) == 2 else (answer,) if answer else (), rule, span)


def find_boxed(text: str, target: Target) -> Iterator[Found]:
    """Every box that closes, nested braces and all; time linear in the text."""
    for box in sorted(_boxes(text), key=lambda box: box.outer)[-LAST:]:
        yield _found(text, box.inner, "boxed")


class _Box(NamedTuple):
    """A box with its command, and what stands in it."""

    outer: Span
    inner: Span


def _boxes(text: str) -> Iterator[_Box]:
    """The outermost boxes that have something in them, in one pass over the braces."""
    if "\\boxed" not in text and "\\fbox" not in text:
        return
    starts = {}
    for command in _BOX.finditer(text):
        if command["brace"]:
            starts[command.end()] = command.start()
        else:
            bare = _BARE.match(text, command.end())
            if bare:
                yield _Box(Span(command.start(), bare.end()), Span(*bare.span()))
    opened: list[int] = []
    complete: list[_Box] = []
    for brace in _BRACES.finditer(text, min(starts, default=len(text)) - 1 if starts else len(text)):
        if brace[0] == "{":
            opened.append(brace.end())
        elif brace[0] == "}" and opened:
            inner = opened.pop()
            if inner in starts and text[inner : brace.start()].strip():
                while complete and complete[-1].outer.start > starts[inner]:
                    complete.pop()
                complete.append(_Box(Span(starts[inner], brace.end()), Span(inner, brace.start())))
    yield from complete


def last_box(text: str) -> Span | None:
    """Where the content of the last box stands."""
    box = max(_boxes(text), key=lambda box: box.outer.end, default=None)
    return box.inner if box else None


class Several(NamedTuple):
    """Boxes that stand side by side, as one list; `either` says that "or" joins them."""

    found: Found
    either: bool


def neighbouring_boxes(text: str, last: Span) -> Several | None:
    """The boxes that only commas, "and" and "or" separate from the one that holds `last`; None when it is alone."""
    boxes = sorted(_boxes(text), key=lambda box: box.outer)[-LAST:]
    run = [box for box in boxes if box.inner == last or box.outer.end <= last.start]
    first, joints = len(run) - 1, ""
    while first > 0:
        joint = _JOINT.fullmatch(text, run[first - 1].outer.end, run[first].outer.start)
        if not joint or (joint["name"] and not _OR.search(joint[0])):
            break
        first, joints = first - 1, joints + joint[0].lower()
    run = run[max(first, 0) :]
    if len(run) < 2:
        return None
    either = _OR.search(joints) is not None
    answer = (" or " if either else ", ").join(text[box.inner.start : box.inner.end].strip() for box in run)
    return Several(Found((answer,), "boxed", Span(run[0].inner.start, run[-1].inner.end)), either)


def find_conclusion(text: str, target: Target) -> Iterator[Found]:
    """The last sentence that draws a conclusion, where it gives mathematics or a number."""
    for opening in list(_CONCLUSION.finditer(text, max(0, len(text) - _TAIL)))[-5:]:
        for found in _stated(text, opening.end(), len(text), "conclusion"):
            if found.answers and (is_mathematics(found.answers[0]) or says_none(found.answers[0].lower())):
                yield found


def find_formula(text: str, target: Target) -> Iterator[Found]:
    """The last formula between delimiters that is not denied ("isn't $5$")."""
    for span in formulas_backwards(text, max(0, len(text) - _TAIL), len(text)):
        if denied_before(text, span.start):
            continue
        yield _found(text, span, "formula")
        return


def find_last_line(text: str, target: Target) -> Iterator[Found]:
    """What the last line gives that is neither empty nor a pleasantry."""
    start = stop = len(text)
    for _ in range(PLEASANTRIES):
        stop = len(text[:start].rstrip())
        start = max(text.rfind("\n", 0, stop) + 1, stop - _TAIL)
        if not _PLEASANTRY.match(text, start, stop):
            break
    step = _STEP.match(text, start, stop)
    for found in _stated(text, step.end() if step else start, stop, "last_line") if start < stop else ():
        if step is None or not found.answers or is_mathematics(found.answers[0]):
            yield found


BANDS: Bands = (
    (Rule("hash", find_hash), Rule("marker", find_marker), Rule("marker", withdrawals), Rule("boxed", find_boxed)),
    (
        Rule("conclusion", find_conclusion, fallback=True),
        Rule("formula", find_formula, fallback=True),
        Rule("refusal", find_refusal),
    ),
    (Rule("last_line", find_last_line, fallback=True),),
)


def extract_math_answer(text: str) -> Answer | None:
    r"""The answer that a response commits to, None when there is none; its thinking is set aside.

    >>> extract_math_answer(r"So $x=1$, and the area is $\boxed{\frac{1}{2}}$.")
    Answer(text='\\frac{1}{2}', rule='boxed', span=Span(start=34, end=45))
    >>> extract_math_answer("Die Antwort lautet 3/4.").text
    '3/4'
    """
    found = decide(BANDS, set_aside(text).text, Target(""))
    return Answer(found.answers[0], found.rule, found.span) if found and found.answers else None
