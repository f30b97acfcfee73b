"""ReCoRD: the named entity that makes the query likeliest, compared with the gold ones as SQuAD compares spans.

Sources: Zhang et al. 2018 (arXiv:1810.12885) and its evaluation script; Wang et al. 2019, SuperGLUE (arXiv:1905.00537):
F1 and exact match, each the best over the gold mentions, and their mean.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Mapping

from evalution.request import Request, Response
from evalution.sample import Sample
from evalution.scorers.choice_scores import Pick, multiple_choice_outcome
from evalution.scorers.loglikelihood import ChoiceScorer, choice_scores, tie_note
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Metric
from evalution.verdict import Status, Verdict

FAMILIES, NORMS = ("f1", "em", "avg"), ("ll", "ll_avg")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def span_words(text: str) -> list[str]:
    """The words of a span, lower-case, without punctuation and articles.

    >>> span_words("The U.S. Army")
    ['us', 'army']
    """
    return _ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def span_f1(predicted: str, gold: str) -> float:
    """F1 of the two spans' words as bags; 0.0 where they share none.

    >>> span_f1("Barack Obama", "Obama")
    0.6666666666666666
    """
    ours, theirs = span_words(predicted), span_words(gold)
    shared = (Counter(ours) & Counter(theirs)).total()
    return 2 * shared / (len(ours) + len(theirs)) if shared else 0.0


class Record(ChoiceScorer, frozen=True, kw_only=True):
    """Asks for the query with each entity put in. The labels are the entities, the gold a tuple of mentions; the
    answer is the entity picked, of tied ones the first."""

    name: str = "record"
    metrics: tuple[Metric, ...] = tuple(mean_metric(f"{family},{norm}") for norm in NORMS for family in FAMILIES)

    def compared(self, sample: Sample, responses: Mapping[Request, Response]) -> Mapping[str, Verdict]:
        """F1, exact match and their mean, of the pick by sums and by means over tokens."""
        outcome = multiple_choice_outcome(choice_scores(sample, responses), 0)
        return {**_judged(sample, outcome.raw, "ll"), **_judged(sample, outcome.by_token, "ll_avg")}


def _judged(sample: Sample, pick: Pick, norm: str) -> dict[str, Verdict]:
    entity = sample.labels[pick.index]
    f1 = max(span_f1(entity, gold) for gold in sample.gold)
    em = float(any(span_words(entity) == span_words(gold) for gold in sample.gold))
    status = Status.CORRECT if em else Status.PARTIAL if f1 else Status.INCORRECT
    note = tie_note(sample.labels, pick.tied)
    values = zip(FAMILIES, (f1, em, (f1 + em) / 2), strict=True)
    return {
        f"{family},{norm}": Verdict(status, value, entity, f"argmax:{norm}", via="record", note=note)
        for family, value in values
    }


RECORD = Record()
