"""What the reference rules for letters share: a pick is compared with the gold letter, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from evalution.scorers.letters import original
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Span, Status, Verdict


class Pick(NamedTuple):
    """A letter that a rule extracted, as the rule leaves it, and its place in the response."""

    letter: str
    place: int


Picker = Callable[[str], Pick | None]


def letter_verdict(pick: Pick | None, rule: str, target: Target) -> Verdict:
    """Right when the pick is the gold letter exactly; a letter that was not shown is wrong, not absent."""
    if pick is None:
        return Verdict(Status.NO_ANSWER, 0.0, via="label")
    answer = original(pick.letter, target)
    right = answer == target.gold if isinstance(target.gold, str) else answer in target.gold
    span = Span(pick.place, pick.place + 1)
    return Verdict(Status.CORRECT if right else Status.INCORRECT, float(right), answer, rule, span, "label")


def letter_scorer(
    reference: str, pick: Picker, rules: str, *, key: str = "", metrics: tuple[Metric, ...] = (), name: str = ""
) -> TextScorer:
    """`choice_label@<reference>` over a way to pick a letter."""
    key = key or f"em,choice_label@{reference}"

    def judge(text: str, target: Target, /) -> tuple[Verdict, ...]:
        return (letter_verdict(pick(text), reference, target),)

    return TextScorer(name or f"choice_label@{reference}", 1, (key,), judge, metrics or (mean_metric(key),), rules)
