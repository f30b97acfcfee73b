"""Scorers over one generated text: a pure judgement with a request around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Protocol

from msgspec import Struct

from evalution.prompt import render
from evalution.request import Generate, Generated, Request, Response
from evalution.sample import Sample
from evalution.scorers.scorer import Metric, Need
from evalution.scorers.target import Target
from evalution.verdict import Candidate, Verdict


class Judge(Protocol):
    """text, target -> one Verdict a key, in the order of the scorer's `keys`. Pure and total: any
    Unicode text gives verdicts, never an exception; an unreadable gold gives UNSCORED."""

    def __call__(self, text: str, target: Target, /) -> tuple[Verdict, ...]: ...


class TextScorer(Struct, frozen=True):
    """Generates once and judges the text.

    name      "num", or "num@gsm8k" for a reference rule
    version   bumped whenever a verdict changes
    keys      trial keys; the first is what `evalution.score` returns
    judge     the rule itself
    rules     the extraction rules as the signature names them
    metrics   reported keys
    explain   every candidate that did not decide, for people; None for reference rules
    """

    name: str
    version: int
    keys: tuple[str, ...]
    judge: Judge
    metrics: tuple[Metric, ...]
    rules: str = ""
    explain: Callable[[str, Target], Iterable[Candidate]] | None = None

    needs: ClassVar[tuple[Need, ...]] = (("model", "generate"),)
    rounds: ClassVar[int] = 2

    @property
    def signature(self) -> tuple[tuple[str, str], ...]:
        """`v` and, where there are named rules, `rules`."""
        return (("v", str(self.version)), *((("rules", self.rules),) if self.rules else ()))

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """The suite's own prompt, once; every text scorer of a benchmark shares the generation."""
        return (generation(sample),)

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]:
        """The judgement of the generated text under each key."""
        reply = responses[generation(sample)]
        assert isinstance(reply, Generated)
        verdicts = self.judge(reply.text, target_of(sample, reply.truncated))
        return dict(zip(self.keys, verdicts, strict=True))


def generation(sample: Sample) -> Generate:
    """The request for the suite's own form of the prompt under the sample's sampling."""
    s = sample.sampling
    return Generate(
        render(sample), s.max_tokens, s.stop, s.temperature, s.top_p, seed=sample.seed, repeat=sample.repeat
    )


def target_of(sample: Sample, truncated: bool) -> Target:
    """What the sample's reply is judged against: options and labels by original index."""
    by_original = dict(zip(sample.order, sample.choices, strict=True))
    choices = tuple(by_original[i] for i in range(len(by_original)))
    return Target(sample.gold, choices, sample.labels, sample.order, sample.language, truncated)
