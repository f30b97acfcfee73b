"""Log-likelihoods of a question's options, and the option each normalisation picks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct


class ChoiceScore(Struct, frozen=True):
    """One option: the sum of its tokens' log-probabilities in nats, and that sum over its length in
    tokens, characters (of the option's text) and UTF-8 bytes; None where the length was not given."""

    index: int
    logprob: float
    logprob_norm: float
    logprob_char: float | None = None
    logprob_byte: float | None = None


def build_choice_score(
    *,
    choice_index: int,
    logprob: float,
    token_count: int,
    char_count: int | None = None,
    byte_count: int | None = None,
) -> ChoiceScore:
    """The score of one option under every normalisation whose length is known.

    ValueError for a sum that is NaN or infinite and for a length below 1: such an option has no
    score, and must neither win nor lose.

    >>> build_choice_score(choice_index=0, logprob=-6.0, token_count=3, char_count=12)
    ChoiceScore(index=0, logprob=-6.0, logprob_norm=-2.0, logprob_char=-0.5, logprob_byte=None)
    """
    if not math.isfinite(logprob):
        raise ValueError(f"option {choice_index}: expected a finite log-probability, found {logprob}")
    for unit, count in (("tokens", token_count), ("characters", char_count), ("bytes", byte_count)):
        if count is not None and count < 1:
            raise ValueError(f"option {choice_index}: expected at least 1 of {unit}, found {count}")
    return ChoiceScore(
        choice_index,
        logprob,
        logprob / token_count,
        None if char_count is None else logprob / char_count,
        None if byte_count is None else logprob / byte_count,
    )


def build_choice_scores(rows: Iterable[Sequence[float]]) -> list[ChoiceScore]:
    """Scores in order of option from rows (index, logprob, tokens[, characters[, bytes]]).

    >>> [s.index for s in build_choice_scores([(1, -2.0, 1), (0, -1.0, 2)])]
    [0, 1]
    """
    return _by_index(
        build_choice_score(
            choice_index=int(index),
            logprob=logprob,
            token_count=int(tokens),
            **{name: int(count) for name, count in zip(("char_count", "byte_count"), lengths, strict=False)},
        )
        for index, logprob, tokens, *lengths in rows
    )


class Pick(Struct, frozen=True):
    """The option with the best score, 1.0 where it is the gold else 0.0, and all options that share
    the best score, itself included."""

    index: int
    accuracy: float
    tied: tuple[int, ...]


class MultipleChoiceOutcome(Struct, frozen=True):
    """The pick by the plain sum and by the sum over tokens, characters and bytes."""

    raw: Pick
    by_token: Pick
    by_char: Pick | None = None
    by_byte: Pick | None = None

    @property
    def raw_best_index(self) -> int:
        """The pick of the plain sum."""
        return self.raw.index

    @property
    def raw_accuracy(self) -> float:
        """Accuracy of the plain sum."""
        return self.raw.accuracy

    @property
    def normalized_best_index(self) -> int:
        """The pick of the mean over tokens."""
        return self.by_token.index

    @property
    def normalized_accuracy(self) -> float:
        """Accuracy of the mean over tokens."""
        return self.by_token.accuracy


def multiple_choice_outcome(scores: Sequence[ChoiceScore], gold_index: int) -> MultipleChoiceOutcome:
    """What each normalisation picks; of tied bests the first index, the tie kept in `tied`.

    ValueError without scores, for an option scored twice, and for a gold that is no option.

    >>> outcome = multiple_choice_outcome(build_choice_scores([(0, -4.0, 2), (1, -5.0, 5)]), gold_index=1)
    >>> outcome.raw_best_index, outcome.normalized_best_index, outcome.normalized_accuracy
    (0, 1, 1.0)
    """
    ordered = checked(scores, gold_index)
    indices = [score.index for score in ordered]

    def by(values: Sequence[float | None]) -> Pick | None:
        known = [value for value in values if value is not None]
        return pick(indices, known, gold_index) if len(known) == len(indices) else None

    return MultipleChoiceOutcome(
        pick(indices, [score.logprob for score in ordered], gold_index),
        pick(indices, [score.logprob_norm for score in ordered], gold_index),
        by([score.logprob_char for score in ordered]),
        by([score.logprob_byte for score in ordered]),
    )


def pick(indices: Sequence[int], values: Sequence[float], gold_index: int) -> Pick:
    """The first index with the largest value."""
    best = max(values)
    tied = tuple(index for index, value in zip(indices, values, strict=True) if value == best)
    return Pick(tied[0], float(tied[0] == gold_index), tied)


def checked(scores: Sequence[ChoiceScore], gold_index: int) -> list[ChoiceScore]:
    """The scores by index; ValueError as `multiple_choice_outcome` says."""
    ordered = _by_index(scores)
    if not ordered:
        raise ValueError("expected at least one option's score, found none")
    if all(score.index != gold_index for score in ordered):
        raise ValueError(f"the gold option {gold_index} has no score")
    if not all(math.isfinite(score.logprob) for score in ordered):
        raise ValueError("expected finite log-probabilities")
    return ordered


def _by_index(scores: Iterable[ChoiceScore]) -> list[ChoiceScore]:
    ordered = sorted(scores, key=lambda score: score.index)
    for before, after in pairwise(ordered):
        if before.index == after.index:
            raise ValueError(f"option {after.index} is scored twice")
    return ordered
