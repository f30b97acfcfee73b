"""Scoring one response: synchronous, thread-safe, without an engine or an event loop."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from evalution import registry
from evalution.errors import BadInput, EvalutionError, shorten
from evalution.sample import Gold
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Verdict

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
AnyGold = Gold | Sequence[str] | int | float | None


def score(
    response: str,
    gold: AnyGold,
    scorer: str | TextScorer,
    *,
    choices: Sequence[str] | int | None = None,
    labels: Sequence[str] | None = None,
    language: str | None = None,
    reference: str | None = None,
    truncated: bool = False,
    patterns: int | None = None,
) -> Verdict:
    """The verdict of a text scorer on one response.

    scorer     a name (`num`, `choice_label`, ...) or a scorer; the verdict is that of its first key
    choices    the options' texts, or how many there are
    labels     the letters shown; by default A, B, ... as many as there are choices
    language   of the response, as "de"
    reference  an owner's rule instead of the live one: `score(..., "num", reference="gsm8k")`
    truncated  whether a token limit cut the response: fall-back rules then stay silent
    patterns   1 or 3, with `reference="mmlu_pro"` only: the owner's first pattern alone, or all three

    UNSCORED without a readable gold. EvalutionError for an unknown name, BadInput for what is no text.

    >>> score("She sells 9 eggs, so 9 * 2 = 18.\\n#### 18", "18", "num").status
    <Status.CORRECT: 'correct'>
    >>> score("The answer is B.", "B", "choice_label", reference="mmlu_pro", patterns=1).answer
    'B'
    """
    aim = target(gold, choices, labels, language, truncated)
    return judged(resolve(scorer, reference, patterns), text(response), aim)[0]


def explain(
    response: str,
    gold: AnyGold,
    scorer: str | TextScorer,
    *,
    choices: Sequence[str] | int | None = None,
    labels: Sequence[str] | None = None,
    language: str | None = None,
    reference: str | None = None,
    truncated: bool = False,
) -> Verdict:
    """The verdict of `score`, with every candidate that did not decide and what it lost to in `rejected`.

    An owner's rule stops at its first match, so it has none.

    >>> [(c.answer, c.rule, c.why) for c in explain("The answer is 7. No: #### 8", "8", "num").rejected]
    [('7', 'marker:answer', 'an earlier commitment'), ('8', 'last_number', 'a weaker band')]
    """
    aim = target(gold, choices, labels, language, truncated)
    return explained(resolve(scorer, reference), text(response), aim)[0]


def judged(scorer: TextScorer, response: str | None, aim: Target) -> tuple[Verdict, ...]:
    """One verdict a key; UNSCORED, whatever the rule, where there is no response or no gold."""
    if response is None or not aim.gold:
        return (Verdict.unscored("no response" if response is None else "no gold"),) * len(scorer.keys)
    return scorer.judge(response, aim)


def explained(scorer: TextScorer, response: str, aim: Target) -> tuple[Verdict, ...]:
    """One verdict a key, each with the rejected candidates."""
    verdicts = judged(scorer, response, aim)
    if scorer.explain is None:
        return verdicts
    candidates = tuple(scorer.explain(response, aim))
    return tuple(
        structs.replace(
            verdict, rejected=tuple(c for c in candidates if (c.rule, c.span) != (verdict.rule, verdict.span))
        )
        for verdict in verdicts
    )


def resolve(scorer: str | TextScorer, reference: str | None = None, patterns: int | None = None) -> TextScorer:
    """The text scorer that a name, with a reference rule or without, stands for."""
    if patterns is not None and (reference != "mmlu_pro" or patterns not in (1, 3)):
        raise EvalutionError(f"patterns: expected 1 or 3 with the reference mmlu_pro, found {patterns} and {reference}")
    if isinstance(scorer, str):
        name = f"{scorer}@{reference}" if reference else scorer
        scorer = registry.load("scorers", f"{name}:1" if patterns == 1 else name)
    elif reference:
        raise EvalutionError("reference: expected with a scorer's name, found with a scorer")
    if not isinstance(scorer, TextScorer):
        raise EvalutionError(f"scorer: expected one that judges a text, found {getattr(scorer, 'name', scorer)!r}")
    return scorer


def text(response: object) -> str:
    """The response itself; BadInput when it is no text."""
    if isinstance(response, str):
        return response
    raise BadInput(shorten(response), expected="a text", field="response")


def target(
    gold: AnyGold,
    choices: Sequence[str] | int | None = None,
    labels: Sequence[str] | None = None,
    language: str | None = None,
    truncated: bool = False,
) -> Target:
    """What a response is judged against, from what people write: numbers as golds, a number of choices.

    A gold that is absent (None, NaN, blank) becomes one without alternatives.
    """
    texts = () if choices is None or isinstance(choices, int) else tuple(choices)
    count = choices if isinstance(choices, int) else len(texts)
    if not 0 <= count <= len(LETTERS) and labels is None:
        raise BadInput(str(count), expected=f"up to {len(LETTERS)} choices, or their labels", field="choices")
    shown = tuple(labels) if labels is not None else tuple(LETTERS[:count])
    if labels is not None and count not in (0, len(shown)):
        raise BadInput(f"{len(shown)} for {count} choices", expected="a label for each choice", field="labels")
    return Target(_gold(gold), texts, shown, language=language or "", truncated=bool(truncated))


def _gold(gold: AnyGold) -> Gold:
    if isinstance(gold, str):
        return gold if gold.strip() else ()
    if gold is None or gold != gold:
        return ()
    return tuple(map(str, gold)) if isinstance(gold, Sequence) else str(gold)
