"""How the owners of MATH read and compare answers, quirks kept.

`modeling/math_equivalence.py`, `modeling/dataset/util.py` and `modeling/eval_math_gpt.py` of hendrycks/math. The last
`\\boxed` (or, when there is none, the last `\\fbox`) is taken up to the brace that closes it; only `\\boxed{...}`
yields an answer. Both sides are rewritten by string rules and compared as strings: 0.5 is 1/2, but 0.75 is not 3/4.
Where a rewriting rule fails on a side, the sides are compared as they stand.
"""

from __future__ import annotations

import re

from evalution.scorers.metrics import mean_metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Span, Status, Verdict

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_MAX_DIGITS = 4300
"""Python reads no longer integers; the owner's code then leaves the text as it is."""

_BRACES = re.compile(r"[{}]")
_UNIT = "\\text{ "


def last_boxed_span(text: str) -> Span | None:
    r"""Where the last `\boxed` or `\fbox` stands with its braces, None when there is none or it does not close.

    >>> last_boxed_span(r"\boxed{1} and \boxed{\frac{2}{3}}.")
    Span(start=14, end=33)
    """
    start = text.rfind("\\boxed")
    if start < 0:
        start = text.rfind("\\fbox")
    if start < 0:
        return None
    depth = 0
    for brace in _BRACES.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return Span(start, brace.end())
    return None


def extract_answer(text: str) -> tuple[str, Span] | None:
    r"""What the last box holds and where; None unless it is written `\boxed{...}`."""
    span = last_boxed_span(text)
    opening = "\\boxed{"
    if span is None or not text.startswith(opening, span.start):
        return None
    inner = Span(span.start + len(opening), span.end - 1)
    return text[inner.start : inner.end], inner


def is_equiv(a: str, b: str) -> bool:
    r"""The owner's rule.

    >>> is_equiv("0.5", r"\frac12"), is_equiv("0.75", r"\frac{3}{4}"), is_equiv("1,000", "1000")
    (True, False, False)
    """
    left, right = strip_string(a), strip_string(b)
    return a == b if left is None or right is None else left == right


def strip_string(text: str) -> str | None:
    """The owner's rewriting of one side; None where the owner's code raises."""
    for old, new in (("\n", ""), ("\\!", ""), ("\\\\", "\\"), ("tfrac", "frac"), ("dfrac", "frac")):
        text = text.replace(old, new)
    for dropped in ("\\left", "\\right", "^{\\circ}", "^\\circ", "\\$"):
        text = text.replace(dropped, "")
    if text.count(_UNIT) > 1:
        return None
    text = text.partition(_UNIT)[0].replace("\\%", "")
    text = text.replace(" .", " 0.").replace("{.", "{0.")
    if not text:
        return text
    if text[0] == ".":
        text = "0" + text
    name, equals, value = text.partition("=")
    if equals and "=" not in value and len(name) <= 2:
        text = value
    rooted = _brace_roots(text)
    if rooted is None:
        return None
    fractions = _brace_fractions(rooted.replace(" ", ""))
    if fractions is None:
        return None
    return _slash(r"\frac{1}{2}" if fractions == "0.5" else fractions)


def _brace_roots(text: str) -> str | None:
    r"""`\sqrt3` as `\sqrt{3}`; None when a text ends in `\sqrt`."""
    head, *tails = text.split("\\sqrt")
    if not all(tails):
        return None
    return head + "".join("\\sqrt" + (tail if tail[0] == "{" else f"{{{tail[0]}}}{tail[1:]}") for tail in tails)


def _brace_fractions(text: str) -> str | None:
    r"""`\frac12` and `\frac1{72}` with braces; unchanged when a bare numerator ends the text, else None."""
    head, *tails = text.split("\\frac")
    out = [head]
    for tail in tails:
        if not tail:
            return None
        if tail[0] == "{":
            out.append("\\frac" + tail)
        elif len(tail) < 2:
            return text
        elif tail[1] == "{":
            out.append(f"\\frac{{{tail[0]}}}{tail[1:]}")
        else:
            out.append(f"\\frac{{{tail[0]}}}{{{tail[1]}}}{tail[2:]}")
    return "".join(out)


def _slash(text: str) -> str:
    """`3/4` as a fraction, when both parts are integers as Python writes them."""
    parts = text.split("/")
    if len(parts) == 2 and all(_INTEGER.fullmatch(part) and len(part.lstrip("-")) <= _MAX_DIGITS for part in parts):
        return f"\\frac{{{parts[0]}}}{{{parts[1]}}}"
    return text


def judge(text: str, target: Target) -> tuple[Verdict]:
    r"""The verdict under `acc,math@hendrycks`.

    >>> judge(r"It is $\boxed{3/4}$.", Target(r"\frac{3}{4}"))[0].status
    <Status.CORRECT: 'correct'>
    """
    golds = [_gold(gold) for gold in ((target.gold,) if isinstance(target.gold, str) else target.gold)]
    found = extract_answer(text)
    if found is None:
        return (Verdict(Status.NO_ANSWER, 0.0, via="text"),)
    answer, span = found
    correct = any(is_equiv(answer, gold) for gold in golds)
    status = Status.CORRECT if correct else Status.INCORRECT
    return (Verdict(status, float(correct), answer, "boxed", span, "text"),)


def _gold(gold: str) -> str:
    """A worked solution's gold is what its last box holds."""
    found = extract_answer(gold)
    return found[0] if found else gold


MATH_HENDRYCKS = TextScorer(
    name="math@hendrycks",
    version=1,
    keys=("acc,math@hendrycks",),
    judge=judge,
    metrics=(mean_metric("acc,math@hendrycks"),),
    rules="boxed",
)
