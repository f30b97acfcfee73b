"""What a sentence gives as its answer: mathematics, a number with its unit, or a few words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.math.reader import read
from evalution.scorers.math.refusals import declines
from evalution.scorers.math.values import Broken, Collection, Text, Value
from evalution.scorers.numerals import fold as fold_numerals
from evalution.scorers.quantities import Locale
from evalution.scorers.sentences import sentence
from evalution.verdict import Span

REACH = 600
MAX_WORDS = 4
_LEAD = re.compile(
    r"(?:[\s*_`:,\"'“”>]|\\quad|(?:simply|just|exactly|therefore|thus|indeed|it is|it's|they are|this is|that is)"
    r"(?![a-z])){0,24}",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?](?=[\s*_)\"'”]|$)|[。！？।]|\n")
_CLAUSE = re.compile(
    r"[,;]\s|\s\(|\s[-–—]\s|\s(?:since|because|which|where|when|as|so|for|with|after|in|if|by|that)\s"
    r"|\sto\s(?:(?![$\d])|(?=\d{1,3}\s(?:decimal|significant|sig|d\.?\s?p|s\.?\s?f|places|digits)))",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"(?<![^\W\d_])(?:is|are|was|equals|equal to|be|becomes|gives|in(?: the (?:interval|set|range))?(?=\s[\[(\\$]))\s"
    r"(?:equal to\s|exactly\s)?|:\s",
    re.IGNORECASE,
)
_PAIRS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_JOINT = re.compile(r"(?:\s|,|;|\\quad|\\ |and|or|und|oder|ou|или|和|或者?|=|,\s*and){0,12}")
_DENIAL = re.compile(
    r"(?:it |this |we |i )?(?:is |are )?(?:cannot|can['’]t|can not|could not|unknown|not enough|insufficient|unclear"
    r"|don['’]t know|do not know|unable|not possible to (?:determine|say)"
    r"|no answer(?=[.!]|\s*$)|n/a(?![a-z])|none of (?:these|those|them|the))",
    re.IGNORECASE,
)
_WORDS = re.compile(r"\\(?:text|mbox|textbf|mathrm)\s?\{[^{}]{1,60}\}")
_DENIED = re.compile(
    r"(?:n['’]t|(?<![^\W\d_])(?:can)?(?:not|never|nicht|pas))\s(?:be\s|equal\s(?:to\s)?|simply\s)?[}\s*_]{0,4}$",
    re.IGNORECASE,
)
_RATHER = re.compile(
    r"(?:not\s[^\n.;]{1,60}?,?\s(?:but|it\sis)(?:\srather|\sinstead)?|(?:~~|(?<=~~))[^~\n]{1,60}~~)\s", re.IGNORECASE
)
"""What an answer is said not to be before it is given: "not 5 but", or struck out."""

_NO_SOLUTION = re.compile(
    r"(?<![^\W\d_])no (?:real |integer )?(?:solutions?|roots?)(?: exists?)?(?=[*_]{0,2}\Z)", re.IGNORECASE
)
_WAYS = re.compile(r"\sin\s(\d[\d,]{0,30})\s(?:different |distinct )?ways(?![a-z])")

_IDLE = re.compile(
    r"(?:also |indeed |thus |therefore |in fact |not )?(?:correct|right|wrong|incorrect|asked|found|obtained|given"
    r"|needed|required|calculated|determined|expressed|rounded|shown|known|based|as follows|below|above"
    r"|in (?:the )?(?:form|terms))(?![a-z])",
    re.IGNORECASE,
)
"""What a sentence about an answer says instead of giving one ("so our answer is correct")."""


def is_mathematics(text: str) -> bool:
    """The text reads as a value that is not words; a list of several words is words."""
    return _is_value(read(text).value)


def _is_value(value: Value) -> bool:
    if isinstance(value, Collection):
        return bool(value.items) and all(_is_value(item) for item in value.items)
    return not isinstance(value, Text | Broken)


def stated(text: str, start: int, stop: int) -> Span | None:
    """The answer of the sentence that starts at `start`: None when it holds none, an empty span when it declines.

    In this order: formulas that begin it; the whole sentence, or a clause of it, that reads as mathematics; what
    follows its last verb; its last formula; the number it gives; at most four words.
    """
    lead = _LEAD.match(text, start, stop)
    start = lead.end() if lead else start
    rather = _RATHER.match(text, start, stop)
    start = rather.end() if rather else start
    formulas = _leading_formulas(text, start, stop)
    if formulas:
        return formulas
    end = _END.search(text, start, min(stop, start + REACH))
    stop = end.start() if end else min(stop, start + REACH)
    if start >= stop:
        return None
    if _IDLE.match(text, start, stop):
        return None
    if _DENIAL.match(text, start, stop) or declines(text, start, stop):
        return Span(start, start)
    none = _NO_SOLUTION.search(text, start, stop)
    if none:
        return Span(none.start(), none.end())
    found = _readable(text, start, stop) or _last_formula(text, start, stop) or _number(text, start, stop)
    if found:
        return found
    span = _stripped(text, start, stop)
    return span if len(text[span.start : span.end].split()) <= MAX_WORDS and span.start < span.end else None


def _readable(text: str, start: int, stop: int) -> Span | None:
    """The sentence, its first clauses or what follows its verbs, whichever reads as mathematics first."""
    cuts = [stop, *(cut.start() for _, cut in zip(range(3), _CLAUSE.finditer(text, start, stop), strict=False))]
    verbs = [verb.end() for verb in _COPULA.finditer(text, start, stop)][-3:]
    prose = any(opening in text[start:stop] for opening, _ in _PAIRS) and text[start : start + 1].isalpha()
    for begin in (*(() if prose else (start,)), *reversed(verbs)):
        for cut in cuts:
            span = _stripped(text, begin, cut)
            if span.start < span.end and is_mathematics(text[span.start : span.end]):
                return span
    return None


def _stripped(text: str, start: int, stop: int) -> Span:
    """Without white space, emphasis and quotation marks around."""
    edge = ' \t\r*_`"“”'
    while start < stop and text[start] in edge:
        start += 1
    while stop > start and text[stop - 1] in edge + ".,;:":
        stop -= 1
    return Span(start, stop)


def _number(text: str, start: int, stop: int) -> Span | None:
    """The number of ways where a sentence counts them, else what the number scorer's rules say."""
    ways = _WAYS.search(text, start, stop)
    if ways:
        return Span(*ways.span(1))
    line = fold_numerals(text[start:stop])
    if len(line) != stop - start or not any(c.isdigit() for c in line):
        return None
    said = sentence(line, Locale(), 0)
    if said is None or denied_before(text, start + said.start):
        return None
    return Span(start + said.start, start + said.end)


def denied_before(text: str, at: int) -> bool:
    """Whether what stands at a place is denied by the words before it: "isn't $5$"."""
    return _DENIED.search(text, max(0, at - 24), at) is not None


def _leading_formulas(text: str, start: int, stop: int) -> Span | None:
    """Formulas at `start`, with those that commas, "and", "or" or an equals sign join to them within a paragraph."""
    first = last = _formula_at(text, start, stop)
    while last:
        joint = _JOINT.match(text, last.end, stop)
        apart = joint is None or joint.end() == last.end or "\n\n" in joint[0]
        following = _formula_at(text, joint.end(), stop) if joint and not apart else None
        if not following:
            break
        last = following
    return Span(first.start, last.end) if first and last else None


def _formula_at(text: str, start: int, stop: int) -> Span | None:
    for opening, closing in _PAIRS:
        if text.startswith(opening, start, stop):
            inner = start + len(opening)
            end = text.find(closing, inner, min(len(text), inner + REACH))
            content = text[inner:end].strip() if end > inner else ""
            if content and (_WORDS.fullmatch(content) or is_mathematics(content)):
                return Span(start, end + len(closing))
    return None


def _last_formula(text: str, start: int, stop: int) -> Span | None:
    return next((span for span in formulas_backwards(text, start, stop) if not denied_before(text, span.start)), None)


def formulas_backwards(text: str, start: int, stop: int) -> Iterator[Span]:
    """Formulas between delimiters, the last first, joined with those that commas and "and" join to them."""
    for _ in range(8):
        last = _formula_before(text, start, stop)
        if last is None:
            return
        first = last
        for _ in range(20):
            before = _formula_before(text, start, first.start)
            if before is None or not _JOINT.fullmatch(text, before.end, first.start):
                break
            first = before
        yield Span(first.start, last.end)
        stop = first.start


def _formula_before(text: str, start: int, stop: int) -> Span | None:
    """The last formula that closes before `stop`."""
    closed = max(((text.rfind(closing, start, stop), opening, closing) for opening, closing in _PAIRS), default=None)
    if closed is None or closed[0] < 0:
        return None
    end, opening, closing = closed
    if text[max(start, end - 1) : end + 1] == "$$":
        end, opening, closing = end - 1, "$$", "$$"
    begin = text.rfind(opening, max(start, end - REACH), end)
    inside = text[begin + len(opening) : end].strip()
    if begin < 0 or not is_mathematics(inside):
        return None
    return Span(begin, end + len(closing))
