"""Accuracy of the option with the highest log-likelihood, as a sum and over its length.

`acc,ll` compares sums, `acc,ll_avg` means over tokens, `acc,ll_char` over characters of the option's
text, `acc,ll_byte` over its UTF-8 bytes. What other tools call acc_norm is one of the last three,
and not the same one in each: lm-evaluation-harness divides by characters in its code, by bytes in its
documentation.
"""

from __future__ import annotations

from collections.abc import Mapping

from evalution.request import Request, Response
from evalution.sample import Sample
from evalution.scorers.choice_scores import (
    ChoiceScore,
    MultipleChoiceOutcome,
    Pick,
    build_choice_score,
    build_choice_scores,
    multiple_choice_outcome,
)
from evalution.scorers.exam import ExamScoreOutcome, exam_score_outcome
from evalution.scorers.label_permutations import (
    LabelPermutationOutcome,
    label_permutation_outcome,
    label_permutations_for_mode,
)
from evalution.scorers.loglikelihood import ChoiceScorer, choice_scores, gold_index, pick_verdict
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.verdict import Verdict

__all__ = [
    "MULTIPLE_CHOICE",
    "ChoiceScore",
    "ExamScoreOutcome",
    "LabelPermutationOutcome",
    "MultipleChoice",
    "MultipleChoiceOutcome",
    "build_choice_score",
    "build_choice_scores",
    "exam_score_outcome",
    "label_permutation_outcome",
    "label_permutations_for_mode",
    "multiple_choice_outcome",
]

KEYS = ("acc,ll", "acc,ll_avg", "acc,ll_char", "acc,ll_byte")


class MultipleChoice(ChoiceScorer, frozen=True, kw_only=True):
    """Picks the option whose answer the model finds likeliest after the suite's own prompt: its text, or its
    letter where the prompt shows the options. It judges under the keys that its metrics read.

    A log-likelihood that is NaN or infinite, or an option without tokens, leaves the trial UNSCORED
    under every key; an option of no characters leaves it so too. On a tie the first option counts
    and the verdict's note names the tie.
    """

    name: str = "multiple_choice"
    metrics: tuple[Metric, ...] = tuple(mean_metric(key) for key in KEYS)

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """The pick under each normalisation."""
        gold = gold_index(sample)
        outcome = multiple_choice_outcome(choice_scores(sample, responses), gold)
        picks = dict(zip(KEYS, (outcome.raw, outcome.by_token, outcome.by_char, outcome.by_byte), strict=True))
        return {key: _judged(sample, picks[key], key) for key in {m.reads: None for m in self.metrics}}


def _judged(sample: Sample, pick: Pick | None, key: str) -> Verdict:
    assert pick is not None
    return pick_verdict(sample, pick, f"argmax:{key.partition(',')[2]}")


MULTIPLE_CHOICE = MultipleChoice()
