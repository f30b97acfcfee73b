"""Scoring one response: synchronous, thread-safe, without an engine or an event loop."""

from __future__ import annotations

from collections.abc import Sequence

from evalution import registry
from evalution.errors import EvalutionError
from evalution.sample import Gold
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Verdict

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def score(
    response: str,
    gold: Gold | int | float,
    scorer: str | TextScorer,
    *,
    choices: Sequence[str] | int | None = None,
    labels: Sequence[str] | None = None,
    language: str | None = None,
    reference: str | None = None,
    truncated: bool = False,
) -> Verdict:
    """The verdict of a text scorer on one response.

    scorer     a name (`num`, `choice_label`, ...) or a scorer; the verdict is that of its first key
    choices    the options' texts, or how many there are
    labels     the letters shown; by default A, B, ... as many as there are choices
    language   of the response, as "de"
    reference  an owner's rule instead of the live one: `score(..., "num", reference="gsm8k")`
    truncated  whether a token limit cut the response: fall-back rules then stay silent

    >>> score("She sells 9 eggs, so 9 * 2 = 18.\\n#### 18", "18", "num").status
    <Status.CORRECT: 'correct'>
    """
    return resolve(scorer, reference).judge(response, target(gold, choices, labels, language, truncated))[0]


def resolve(scorer: str | TextScorer, reference: str | None = None) -> TextScorer:
    """The text scorer that a name, with a reference rule or without, stands for."""
    if isinstance(scorer, str):
        scorer = registry.load("scorers", f"{scorer}@{reference}" if reference else scorer)
    elif reference:
        raise EvalutionError("reference: expected with a scorer's name, found with a scorer")
    if not isinstance(scorer, TextScorer):
        raise EvalutionError("scorer: expected one that judges a text")
    return scorer


def target(
    gold: Gold | int | float,
    choices: Sequence[str] | int | None,
    labels: Sequence[str] | None,
    language: str | None,
    truncated: bool,
) -> Target:
    """What a response is judged against, from what people write: numbers as golds, a number of choices."""
    texts = () if choices is None or isinstance(choices, int) else tuple(choices)
    count = choices if isinstance(choices, int) else len(texts)
    shown = tuple(labels) if labels is not None else tuple(LETTERS[:count])
    return Target(
        gold=tuple(gold) if isinstance(gold, (list, tuple)) else str(gold),
        choices=texts,
        labels=shown,
        language=language or "",
        truncated=truncated,
    )
