"""IFEval: whether a response followed every instruction, strictly and loosely, by prompt and by instruction.

The gold is one JSON text an instruction, `["punctuation:no_comma", {}]`. Loosely, an instruction counts as followed
when it is in the response or in one of its variants: without its first line, its last line, or both, each also
without asterisks. By instruction, every instruction has the same weight, and those of one prompt are a cluster.
Source: https://github.com/google-research/google-research/tree/master/instruction_following_eval
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import structs

from evalution.sample import Gold, Reduced
from evalution.scorers.ifeval_checks import CHECKS, ArgumentError, Arguments, Check
from evalution.scorers.metrics import mean_metric, mean_over_repeats
from evalution.scorers.scorer import Metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.scorers.thinking import set_aside
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.means import mean_estimate
from evalution.verdict import Span, Status, Verdict

KEYS = ("prompt_acc,ifeval_strict", "prompt_acc,ifeval_loose", "inst_acc,ifeval_strict", "inst_acc,ifeval_loose")
Instructions = tuple[tuple[str, Check, Arguments], ...]


def judge(text: str, target: Target, /) -> tuple[Verdict, ...]:
    """The four verdicts. A blank response has followed nothing and is NO_ANSWER; UNSCORED when an instruction is
    unknown or its arguments cannot be read.

    >>> verdicts = judge("**Yes**, I do", Target(('["punctuation:no_comma", {}]', '["startend:quotation", {}]')))
    >>> verdicts[2].value, verdicts[2].note
    (0.0, 'not followed: punctuation:no_comma, startend:quotation')
    """
    try:
        instructions = read_instructions(target.gold)
        visible = set_aside(text)
        strict = _followed(instructions, [visible.text])
        loose = _followed(instructions, list(variants(visible.text)))
    except ArgumentError as error:
        return (Verdict.unscored(f"gold: {error}"),) * len(KEYS)
    if not visible.text.strip():
        return (Verdict(Status.NO_ANSWER, 0.0, via="checks", note=visible.note),) * len(KEYS)
    start = len(visible.text) - len(visible.text.lstrip())
    span = Span(start, start + len(visible.text.strip()))
    pairs = [_verdicts(instructions, followed, span) for followed in (strict, loose)]
    return (pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1])


@lru_cache(maxsize=4096)
def read_instructions(gold: Gold) -> Instructions:
    """The checks of a gold with their arguments; ArgumentError when one cannot be read."""
    found = []
    for one in (gold,) if isinstance(gold, str) else gold:
        try:
            name, arguments = json.loads(one)
        except (ValueError, TypeError, RecursionError):
            raise ArgumentError(f"expected an instruction as [name, arguments], found {one[:60]!r}") from None
        if not isinstance(name, str) or name not in CHECKS or not isinstance(arguments, dict):
            raise ArgumentError(f"expected one of IFEval's {len(CHECKS)} instructions, found {one[:60]!r}")
        CHECKS[name]("", arguments)
        found.append((name, CHECKS[name], arguments))
    if not found:
        raise ArgumentError("expected instructions, found none")
    return tuple(found)


def variants(text: str) -> Iterator[str]:
    """The response and its seven loose variants.

    >>> list(variants("Sure!\\n*Yes*\\nBye"))[::2]
    ['Sure!\\n*Yes*\\nBye', '*Yes*\\nBye', 'Sure!\\n*Yes*', '*Yes*']
    """
    lines = text.split("\n")
    for kept in (text, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1]))):
        yield kept
        yield kept.replace("*", "")


def _followed(instructions: Instructions, texts: Sequence[str]) -> list[bool]:
    filled = [text for text in texts if text.strip()]
    return [any(check(text, arguments) for text in filled) for _, check, arguments in instructions]


def _verdicts(instructions: Instructions, followed: Sequence[bool], span: Span) -> tuple[Verdict, Verdict]:
    share = sum(followed) / len(followed)
    status = Status.CORRECT if share == 1 else Status.PARTIAL if share else Status.INCORRECT
    missed = [name for (name, *_), done in zip(instructions, followed, strict=True) if not done]
    note = f"not followed: {', '.join(missed)}" if missed else None
    answer = f"{sum(followed)}/{len(followed)}"
    made = Verdict(status, float(share == 1), answer, "whole", span, "checks", note=note)
    return made, structs.replace(made, value=share)


def over_instructions(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The mean over instructions; a prompt's instructions are drawn together."""
    expanded = [
        structs.replace(one, value=value, groups={**one.groups, "prompt": one.id})
        for one in reduced
        for value in _spread(one.value, 1 if isinstance(one.gold, str) else len(one.gold))
    ]
    return mean_estimate(expanded, structs.replace(design, clusters=("prompt",)))


def _spread(share: float | None, count: int) -> list[float | None]:
    """A share of `count` as that many values with the same sum, 0 and 1 as far as they go."""
    if share is None:
        return [None] * count
    total = round(share * count, 9)
    return [max(0.0, min(1.0, total - place)) for place in range(count)]


IFEVAL = TextScorer(
    "ifeval",
    1,
    KEYS,
    judge,
    (*map(mean_metric, KEYS[:2]), *(Metric(key, key, mean_over_repeats, over_instructions) for key in KEYS[2:])),
    "whole",
)
