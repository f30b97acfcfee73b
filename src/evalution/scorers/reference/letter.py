"""What the reference rules for letters share: a pick is compared with the gold letter, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from evalution.scorers.letters import labels_of, original
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Span, Status, Verdict


class Pick(NamedTuple):
    """A letter that a rule extracted, as the rule leaves it, its place in the response, and the pattern that saw it
    where the rule has several."""

    letter: str
    place: int
    rule: str = ""


Picker = Callable[[str], Pick | None]


def letter_verdict(pick: Pick | None, rule: str, target: Target) -> Verdict:
    """Right when the pick is the gold letter exactly; a letter that was not shown is wrong, not absent.

    UNSCORED when the gold is no label: neither a pick nor its absence can then be held against the response.
    """
    answer = original(pick.letter, target) if pick else None
    golds = (target.gold,) if isinstance(target.gold, str) else target.gold
    right = answer in golds
    if not right and not (golds and all(gold in labels_of(target) for gold in golds)):
        return Verdict.unscored(f"gold: expected one of {', '.join(labels_of(target))}, found {target.gold!r}")
    if pick is None:
        return Verdict(Status.NO_ANSWER, 0.0, via="label")
    span = Span(pick.place, pick.place + 1)
    status = Status.CORRECT if right else Status.INCORRECT
    return Verdict(status, float(right), answer, pick.rule or rule, span, "label")


def letter_scorer(
    reference: str, pick: Picker, rules: str, *, key: str = "", metrics: tuple[Metric, ...] = (), name: str = ""
) -> TextScorer:
    """`choice_label@<reference>` over a way to pick a letter."""
    key = key or f"em,choice_label@{reference}"

    def judge(text: str, target: Target, /) -> tuple[Verdict, ...]:
        return (letter_verdict(pick(text), reference, target),)

    return TextScorer(name or f"choice_label@{reference}", 1, (key,), judge, metrics or (mean_metric(key),), rules)
