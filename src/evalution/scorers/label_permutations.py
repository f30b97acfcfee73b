"""Accuracy by letter, averaged over balanced orders of the options, so that a liking for "A" cancels.

Each option is scored under a set P of orders pi by the log-probability of the label it then has:
score(i) = mean over P of s_pi(pi(i)), and the pick is the option with the highest score.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct, structs

from evalution.errors import EvalutionError
from evalution.prompt import answer_prefix, render
from evalution.request import Loglikelihood, Request, Response
from evalution.sample import Reduced, Sample
from evalution.scorers.choice_scores import Pick, pick
from evalution.scorers.loglikelihood import answered, gold_index, pick_verdict
from evalution.scorers.metrics import mean_metric
from evalution.scorers.permutations import DEFAULT_LIMIT, Permutation, label_permutations_for_mode, permutation_count
from evalution.scorers.scorer import Metric, Need
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.means import mean_estimate
from evalution.verdict import Verdict

__all__ = ["LabelPermutationOutcome", "LabelPermutations", "label_permutation_outcome", "label_permutations_for_mode"]


class LabelPermutationOutcome(Struct, frozen=True):
    """The pick, its accuracy, every option's mean log-probability in nats, the number of orders, and
    the options that share the best mean."""

    predicted_index: int
    accuracy: float
    averaged_choice_logprobs: tuple[float, ...]
    permutation_count: int
    tied: tuple[int, ...]


def label_permutation_outcome(
    *,
    permutations: Sequence[Sequence[int]],
    permutation_label_logprobs: Sequence[Sequence[float]],
    gold_index: int,
) -> LabelPermutationOutcome:
    """The pick over all orders: `permutations[p][i]` is the label position of option i in order p, and
    `permutation_label_logprobs[p][j]` the log-probability of the j-th label there.

    ValueError without orders, for one that is no permutation, for a wrong number of log-probabilities,
    for one that is NaN or infinite, and for a gold that is no option.

    >>> label_permutation_outcome(permutations=[(0, 1), (1, 0)],
    ...     permutation_label_logprobs=[(-0.1, -2.0), (-0.3, -0.2)], gold_index=0).averaged_choice_logprobs
    (-0.15000000000000002, -1.15)
    """
    if not permutations or len(permutations) != len(permutation_label_logprobs):
        raise ValueError(
            f"expected as many rows of log-probabilities as orders, at least one; "
            f"found {len(permutation_label_logprobs)} and {len(permutations)}"
        )
    count = len(permutations[0])
    if not 0 <= gold_index < count:
        raise ValueError(f"the gold {gold_index} is none of {count} options")
    rows: list[list[float]] = []
    for permutation, logprobs in zip(permutations, permutation_label_logprobs, strict=True):
        if sorted(permutation) != list(range(count)):
            raise ValueError(f"{tuple(permutation)} is no permutation of {count} options")
        if len(logprobs) != count or not all(map(math.isfinite, logprobs)):
            raise ValueError(f"expected {count} finite log-probabilities, found {list(logprobs)}")
        rows.append([logprobs[position] for position in permutation])
    means = tuple(math.fsum(column) / len(rows) for column in zip(*rows, strict=True))
    best = pick(range(count), means, gold_index)
    return LabelPermutationOutcome(best.index, best.accuracy, means, len(rows), best.tied)


class LabelPermutations(Struct, frozen=True):
    """Scores the lettered form of the question under a balanced set of orders of its options.

    `fraction` in (0, 1] of all K! orders is asked, at most `limit` a question; with `strict` passing
    the limit is an error of the run. One request an order holds all its labels.
    """

    fraction: float
    limit: int = DEFAULT_LIMIT
    strict: bool = False
    version: int = 1

    needs: ClassVar[tuple[Need, ...]] = (("model", "loglikelihood"),)
    rounds: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if not 0.0 < self.fraction <= 1.0:
            raise EvalutionError(f"label permutations: expected a fraction above 0.0 to 1.0, found {self.fraction}")

    @property
    def name(self) -> str:
        """`label_perm:0.25`."""
        return f"label_perm:{float(self.fraction)!r}"

    @property
    def key(self) -> str:
        """`acc,label_perm:0.25`."""
        return f"acc,{self.name}"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The mean, with a note where the limit cut the orders."""
        return (structs.replace(mean_metric(self.key), aggregate=self._aggregate),)

    @property
    def signature(self) -> tuple[tuple[str, str], ...]:
        """`v`; how many orders were asked, of how many, the aggregate adds by number of options."""
        return (("v", str(self.version)),)

    def permutations(self, choice_count: int) -> list[Permutation]:
        """The orders for a question of so many options; EvalutionError past a strict limit."""
        try:
            return label_permutations_for_mode(choice_count, self.fraction, limit=self.limit, strict=self.strict)
        except ValueError as error:
            raise EvalutionError(str(error)) from error

    def orders(self, choice_count: int) -> list[tuple[int, ...]]:
        """For each permutation, the option at each position."""
        return [_order(pi) for pi in self.permutations(choice_count)]

    def ask(self, sample: Sample, responses: Mapping[Request, Response], /) -> Iterable[Request]:
        """One request for each order."""
        return [_request(sample, pi) for pi in self.permutations(len(sample.choices))] if sample.choices else ()

    def verdict(self, sample: Sample, responses: Mapping[Request, Response], /) -> Mapping[str, Verdict]:
        """The pick over all orders."""
        try:
            gold = gold_index(sample)
            orders = self.permutations(len(sample.choices))
            rows = [answered(_request(sample, pi), responses).logprobs for pi in orders]
            found = label_permutation_outcome(permutations=orders, permutation_label_logprobs=rows, gold_index=gold)
        except ValueError as error:
            return {self.key: Verdict.unscored(str(error))}
        best = Pick(found.predicted_index, found.accuracy, found.tied)
        return {self.key: pick_verdict(sample, best, "argmax:label_perm")}

    def _aggregate(self, reduced: Sequence[Reduced], design: Design) -> Estimate:
        estimate = mean_estimate(reduced, design)
        counts = sorted({r.n_choices for r in reduced if r.n_choices})
        orders = [(len(self.permutations(count)), permutation_count(count, self.fraction)) for count in counts]
        cut = [f"{taken} of {wanted} orders asked" for taken, wanted in orders if taken < wanted]
        note = "; ".join(text for text in (estimate.note, *cut) if text)
        signed = tuple(("perms", f"{taken}/{wanted}") for taken, wanted in orders)
        return structs.replace(estimate, note=note, signed=signed)


def _request(sample: Sample, pi: Permutation) -> Loglikelihood:
    """The lettered form with option i at position pi[i], and every label as a continuation."""
    prompt = render(sample, _order(pi))
    prefix = answer_prefix(prompt)
    return Loglikelihood(prompt, tuple(prefix + label for label in sample.labels[: len(pi)]))


def _order(pi: Permutation) -> tuple[int, ...]:
    return tuple(sorted(range(len(pi)), key=pi.__getitem__))
