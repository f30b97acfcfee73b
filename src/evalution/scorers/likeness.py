"""A number on a scale, read from the log-likelihoods of its whole points: their expectation.

STS-B's golds are means of people's marks from 0 to 5; the prediction is the mean of 0 … 5 under the softmax of the
options' log-likelihoods, and the whole is judged by the owners' two correlations and their mean.
Source: Cer et al. 2017, SemEval-2017 Task 1 (arXiv:1708.00055); Wang et al. 2018, GLUE (arXiv:1804.07461), table 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from evalution.request import Request, Response
from evalution.sample import Sample
from evalution.scorers.averages import Aggregate, average_estimate
from evalution.scorers.choice_scores import checked
from evalution.scorers.correlation import pearson_estimate, spearman_estimate
from evalution.scorers.loglikelihood import ChoiceScorer, choice_scores
from evalution.scorers.metrics import mean_over_repeats
from evalution.scorers.scorer import Metric
from evalution.verdict import Status, Verdict

KEYS = ("likeness,ll", "likeness,ll_avg")
_AGGREGATES: dict[str, Aggregate] = {
    "pearson": pearson_estimate,
    "spearman": spearman_estimate,
    "avg": partial(average_estimate, parts=(pearson_estimate, spearman_estimate)),
}


def expectation(points: Sequence[float], logprobs: Sequence[float]) -> float:
    """The mean of the points, weighted by the softmax of their log-probabilities in nats.

    >>> expectation([0, 1, 2], [-1.0, -1.0, -1.0])
    1.0
    """
    best = max(logprobs)
    weights = [math.exp(logprob - best) for logprob in logprobs]
    return math.fsum(p * w for p, w in zip(points, weights, strict=True)) / math.fsum(weights)


class Likeness(ChoiceScorer, frozen=True, kw_only=True):
    """Asks for the options, which are the points of the scale, and predicts their expectation.

    A trial is PARTIAL with the value 1 - |prediction - gold| / range, CORRECT where they are equal. A gold or
    an option that is no number leaves it UNSCORED.
    """

    name: str = "likeness"
    metrics: tuple[Metric, ...] = tuple(
        Metric(f"{family},{key.partition(',')[2]}", key, mean_over_repeats, aggregate)
        for key in KEYS
        for family, aggregate in _AGGREGATES.items()
    )

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """The expectation by sums and by means over tokens."""
        gold = float(str(sample.gold))
        points = [float(choice) for choice in sample.choices]
        scores = checked(choice_scores(sample, responses), 0)
        by_sum = expectation(points, [score.logprob for score in scores])
        by_token = expectation(points, [score.logprob_norm for score in scores])
        spread = max(points) - min(points)
        return {key: _judged(found, gold, spread) for key, found in zip(KEYS, (by_sum, by_token), strict=True)}


def _judged(found: float, gold: float, spread: float) -> Verdict:
    status = Status.CORRECT if found == gold else Status.PARTIAL
    return Verdict(status, 1.0 - abs(found - gold) / spread, repr(found), "expectation", via="logprob")


LIKENESS = Likeness()
