"""One request for the log-likelihoods of all options, shared by every scorer that compares them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from evalution.prompt import answer_prefix, render
from evalution.request import Loglikelihood, Request, Response, Scored
from evalution.sample import Sample
from evalution.scorers.choice_scores import ChoiceScore, Pick, build_choice_score
from evalution.scorers.scorer import Metric, Need
from evalution.verdict import Status, Verdict


class ChoiceScorer(Struct, frozen=True, kw_only=True):
    """What the scorers over options have in common: one request with all of them, and no verdict without numbers.

    A subclass judges in `compared`, which raises ValueError for what cannot be compared (a log-likelihood that
    is NaN, a gold that is no option): the trial is then UNSCORED under every key that the metrics read.
    """

    name: str
    version: int = 1
    metrics: tuple[Metric, ...]

    needs: ClassVar[tuple[Need, ...]] = (("model", "loglikelihood"),)
    rounds: ClassVar[int] = 2

    @property
    def signature(self) -> tuple[tuple[str, str], ...]:
        """The version alone: there is nothing to choose."""
        return (("v", str(self.version)),)

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """One request with every option, the same for all these scorers."""
        return (choice_request(sample),) if sample.choices else ()

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]:
        """The verdicts of `compared`, or UNSCORED with its complaint."""
        try:
            return self.compared(sample, responses)
        except ValueError as error:
            return {metric.reads: Verdict.unscored(str(error)) for metric in self.metrics}

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """One verdict a key; ValueError for what cannot be compared."""
        raise NotImplementedError


def choice_request(sample: Sample) -> Loglikelihood:
    """The options' answers as continuations of the suite's own prompt; identical ones are asked once."""
    prompt = render(sample)
    prefix = answer_prefix(prompt)
    return Loglikelihood(prompt, tuple(dict.fromkeys(prefix + answer for answer in choice_answers(sample))))


def choice_answers(sample: Sample) -> tuple[str, ...]:
    """What the model says for each option, in the order asked: its text, or its letter where the suite's own
    prompt shows the options with their letters."""
    return sample.labels[: len(sample.choices)] if sample.prompt.shown else sample.choices


def choice_scores(sample: Sample, responses: Mapping[Request, Response]) -> list[ChoiceScore]:
    """Every option's score by its original index. Characters and bytes are those of the option's answer,
    without the space before it. ValueError for an answer that cannot be compared."""
    request = choice_request(sample)
    scored = answered(request, responses)
    prefix = answer_prefix(request.context)
    place = {continuation: at for at, continuation in enumerate(request.continuations)}
    scores = []
    for original, answer in zip(sample.order, choice_answers(sample), strict=True):
        at = place[prefix + answer]
        scores.append(
            build_choice_score(
                choice_index=original,
                logprob=scored.logprobs[at],
                token_count=scored.tokens[at],
                char_count=len(answer),
                byte_count=len(answer.encode("utf-8", "surrogatepass")),
            )
        )
    return sorted(scores, key=lambda score: score.index)


def answered(request: Loglikelihood, responses: Mapping[Request, Response]) -> Scored:
    """The answer to the request; ValueError when it has not one number for each continuation."""
    reply = responses[request]
    if not isinstance(reply, Scored):
        raise ValueError(f"expected log-likelihoods, found {type(reply).__name__}")
    wanted = len(request.continuations)
    if not len(reply.logprobs) == len(reply.tokens) == wanted:
        raise ValueError(f"expected {wanted} log-likelihoods, found {len(reply.logprobs)}")
    return reply


def gold_index(sample: Sample) -> int:
    """The original index of the gold; ValueError when the sample has no options or the gold is none."""
    if not sample.choices:
        raise ValueError("the sample has no options")
    if sample.gold not in sample.labels[: len(sample.choices)]:
        raise ValueError(f"the gold {sample.gold!r} is no label of the options")
    return sample.gold_index


def pick_verdict(sample: Sample, pick: Pick, rule: str) -> Verdict:
    """The verdict on a pick, with a note where options tied for it."""
    status = Status.CORRECT if pick.accuracy == 1.0 else Status.INCORRECT
    note = tie_note(sample.labels, pick.tied)
    return Verdict(status, pick.accuracy, sample.labels[pick.index], rule, via="logprob", note=note)


def tie_note(labels: Sequence[str], tied: Sequence[int]) -> str | None:
    """The labels that share the best score; None when one alone has it.

    >>> tie_note("ABCD", (0, 2))
    'tie: A, C'
    """
    return "tie: " + ", ".join(labels[index] for index in tied) if len(tied) > 1 else None
