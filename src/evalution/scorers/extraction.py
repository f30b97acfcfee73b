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
    two or more are an ambiguous one ("B or D"). `span` covers what was read as the answer. `rule` is the
    rule's name, with what it saw after a colon where that helps a reader ("marker:答案").
    """

    answers: tuple[str, ...]
    rule: str
    span: Span


class Rule(NamedTuple):
    """A named way to find commitments, in any order. `find` gets the visible text (thinking blanked).

    A `fallback` rule guesses from what happens to stand in the text ("the last number"), so it never
    fires on a truncated response. A rule that finds from the end of the text backwards says `latest_first`: its
    first find is then its last commitment, and the work for all others is spared.
    """

    name: str
    find: Callable[[str, Target], Iterable[Found]]
    fallback: bool = False
    latest_first: bool = False


Band = Sequence[Rule]
Bands = Sequence[Band]


def decide(bands: Bands, text: str, target: Target) -> Found | None:
    """The commitment that counts: the last one of the first band that found any.

    Of two that end together the one that starts first wins, being the longer reading.
    """
    for band in bands:
        best: Found | None = None
        for rule in band:
            if rule.fallback and target.truncated:
                continue
            for found in rule.find(text, target):
                if best is None or _later(found.span, best.span):
                    best = found
                if rule.latest_first:
                    break
        if best is not None:
            return best
    return None


def candidates(bands: Bands, text: str, target: Target) -> Iterator[Candidate]:
    """Every commitment but the one that counts, with what it lost to, in order of bands and rules."""
    chosen = decide(bands, text, target)
    decided = False
    for band in bands:
        found_in_band = [(rule, found) for rule in band for found in rule.find(text, target)]
        deciding = not decided and any(found == chosen for _, found in found_in_band)
        for rule, found in found_in_band:
            if deciding and found == chosen:
                continue
            why = "a weaker band" if decided else "an earlier commitment"
            if rule.fallback and target.truncated:
                why = "a fall-back rule, and the response was cut"
            yield Candidate(" | ".join(found.answers), found.rule, found.span, why)
        decided = decided or deciding


def describe(bands: Bands) -> str:
    """The rules as a signature names them: `hash+marker+boxed>last_number`."""
    return ">".join("+".join(dict.fromkeys(rule.name for rule in band)) for band in bands)


def _later(a: Span, b: Span) -> bool:
    return (a.end, -a.start) > (b.end, -b.start)
