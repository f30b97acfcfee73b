"""Partial evaluation: the words after a blank, scored with each option put into it.

The same continuation is scored under one context for each option, so that an option's own likelihood and length do
not enter; the option that makes the rest of the sentence likeliest is picked.
Source: Trinh and Le 2018, A Simple Method for Commonsense Reasoning (arXiv:1806.02847), "partial" scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from evalution.prompt import render
from evalution.request import Loglikelihood, Message, Prompt, Request, Response
from evalution.sample import Sample, Shot
from evalution.scorers.choice_scores import build_choice_score, multiple_choice_outcome
from evalution.scorers.loglikelihood import ChoiceScorer, answered, gold_index, pick_verdict
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.verdict import Verdict

BLANK = "_"
KEY = "acc,ll"


class Partial(ChoiceScorer, frozen=True, kw_only=True):
    """Splits the prompt at its last blank `_` and scores what follows under each option.

    All options share the continuation, so that sum, mean over tokens and over characters pick alike: the one
    key is `acc,ll`. A prompt without a blank, or with nothing after it, leaves the trial UNSCORED. Solved
    examples are shown with their blank filled.
    """

    name: str = "partial"
    metrics: tuple[Metric, ...] = (mean_metric(KEY),)

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """One request for each option."""
        return partial_requests(sample)

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """The option under which the rest is likeliest; on a tie the first, with a note."""
        requests = partial_requests(sample)
        if not requests:
            return {KEY: Verdict.unscored(f"the prompt has no blank {BLANK} with text after it")}
        replies = [answered(request, responses) for request in requests]
        scores = [
            build_choice_score(choice_index=original, logprob=reply.logprobs[0], token_count=reply.tokens[0])
            for original, reply in zip(sample.order, replies, strict=True)
        ]
        pick = multiple_choice_outcome(scores, gold_index(sample)).raw
        return {KEY: pick_verdict(sample, pick, "argmax:partial")}


def partial_requests(sample: Sample) -> tuple[Loglikelihood, ...]:
    """For each option in the order asked, the rest of the prompt under what stands before it; none where
    there is no blank."""
    shots = tuple(_filled(shot) for shot in sample.prompt.shots)
    prompt = render(structs.replace(sample, prompt=structs.replace(sample.prompt, shots=shots)))
    text = prompt if isinstance(prompt, str) else prompt[-1].content
    before, blank, after = text.rpartition(BLANK)
    if not blank or not after.strip():
        return ()
    rest = after if isinstance(prompt, str) else after.lstrip()
    return tuple(Loglikelihood(_ending(prompt, before + choice), (rest,)) for choice in sample.choices)


def _ending(prompt: Prompt, text: str) -> Prompt:
    return text if isinstance(prompt, str) else (*prompt[:-1], Message(prompt[-1].role, text))


def _filled(shot: Shot) -> Shot:
    """The example as a whole sentence, cut before its last word so that it stands as asked and answered."""
    asked, _, answer = shot.question.replace(BLANK, shot.choices[shot.gold_index]).rpartition(" ")
    return structs.replace(shot, question=asked, answer=answer)


PARTIAL = Partial()
