"""The ARC solver's exam score: a solver that ties k options, the right one among them, earns 1/k.

Sources: https://github.com/allenai/ARC-Solvers (arc_solvers/processing/calculate_scores.py); Clark et al. 2018
(arXiv:1803.05457), section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from evalution.request import Request, Response
from evalution.sample import Sample
from evalution.scorers.choice_scores import ChoiceScore, checked, pick
from evalution.scorers.loglikelihood import ChoiceScorer, choice_scores, gold_index, tie_note
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.verdict import Status, Verdict

KEY = "acc,exam"


class ExamScoreOutcome(Struct, frozen=True):
    """The options that share the best sum, and the credit: 1/k when the gold is one of the k, else 0."""

    selected_indices: tuple[int, ...]
    exam_score: float


def exam_score_outcome(scores: Sequence[ChoiceScore], gold_index: int) -> ExamScoreOutcome:
    """The exam score of one question by summed log-probability; ValueError as `multiple_choice_outcome`.

    >>> from evalution.scorers.choice_scores import build_choice_scores
    >>> exam_score_outcome(build_choice_scores([(0, -1.0, 1), (1, -1.0, 1), (2, -3.0, 1)]), gold_index=1)
    ExamScoreOutcome(selected_indices=(0, 1), exam_score=0.5)
    """
    ordered = checked(scores, gold_index)
    tied = pick([score.index for score in ordered], [score.logprob for score in ordered], gold_index).tied
    return ExamScoreOutcome(tied, 1.0 / len(tied) if gold_index in tied else 0.0)


class Exam(ChoiceScorer, frozen=True, kw_only=True):
    """The exam score over the options' log-likelihoods; asks what `multiple_choice` asks."""

    name: str = "exam"
    metrics: tuple[Metric, ...] = (mean_metric(KEY),)

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """PARTIAL where the gold shares the best score; the answer is then the first of those tied."""
        gold = gold_index(sample)
        outcome = exam_score_outcome(choice_scores(sample, responses), gold)
        status = {0.0: Status.INCORRECT, 1.0: Status.CORRECT}.get(outcome.exam_score, Status.PARTIAL)
        answer = sample.labels[outcome.selected_indices[0]]
        note = tie_note(sample.labels, outcome.selected_indices)
        return {KEY: Verdict(status, outcome.exam_score, answer, "argmax:exam", via="logprob", note=note)}


EXAM = Exam()
