"""Named extraction rules in bands.

A *band* is a set of rules of equal authority. Within a band position decides: the last commitment in
the text wins, whatever its form. The next band speaks only if the one before found nothing. The first
band of every scorer is that of explicit commitments (hash line, answer marker, box).

Every rule runs in time linear in the text's length, whatever the text is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from evalution.scorers.target import Target
from evalution.verdict import Candidate, Span


class Found(NamedTuple):
    """One commitment: the canonical answers it names, the rule that saw it, and where it stands.

    Exactly one answer is an answer; none is a commitment to no option ("none of them", a refusal);
    two or more are an ambiguous one ("B or D"). `span` covers what was read as the answer.
    """

    answers: tuple[str, ...]
    rule: str
    span: Span


class Rule(NamedTuple):
    """A named way to find commitments, in any order. `find` gets the visible text (thinking blanked)."""

    name: str
    find: Callable[[str, Target], Iterable[Found]]


Bands = Sequence[Sequence[Rule]]


def decide(bands: Bands, text: str, target: Target) -> Found | None:
    """The commitment that counts: the last one of the first band that found any.

    Of two that end together the one that starts first wins, being the longer reading.
    """
    for band in bands:
        best: Found | None = None
        for rule in band:
            for found in rule.find(text, target):
                if best is None or _later(found.span, best.span):
                    best = found
        if best is not None:
            return best
    return None


def candidates(bands: Bands, text: str, target: Target, chosen: Found | None) -> Iterator[Candidate]:
    """Every commitment but the chosen one, with what it lost to, in order of bands and rules."""
    for depth, band in enumerate(bands):
        for rule in band:
            for found in rule.find(text, target):
                if found != chosen:
                    why = "an earlier commitment" if chosen and _band(bands, chosen) == depth else "a weaker band"
                    yield Candidate(" | ".join(found.answers), found.rule, found.span, why)


def describe(bands: Bands) -> str:
    """The rules as a signature names them: `hash+marker+boxed>last_number`."""
    return ">".join("+".join(rule.name for rule in band) for band in bands)


def _later(a: Span, b: Span) -> bool:
    return (a.end, -a.start) > (b.end, -b.start)


def _band(bands: Bands, found: Found) -> int:
    return next(i for i, band in enumerate(bands) if any(rule.name == found.rule for rule in band))
