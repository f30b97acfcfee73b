"""Exact match of whole questions, each of whose answers is a sample of its own (MultiRC).

Source: Khashabi et al. 2018 (NAACL), and the SuperGLUE task of that name.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.means import mean_estimate
from evalution.verdict import Status


def question_match_estimate(reduced: Sequence[Reduced], design: Design, *, by: str = "question") -> Estimate:
    """The share of questions all of whose samples are right; the group `by` names a sample's question,
    and a sample without it is a question of its own.

    One wrong sample makes the question wrong whatever else is unscored; a question with unscored samples
    and no wrong one is unscored. `n` and the other counts are of questions; clusters stay those of the
    first sample.
    """
    questions: dict[object, list[Reduced]] = {}
    for r in reduced:
        questions.setdefault(r.groups.get(by, (r.id, r.index)), []).append(r)
    return mean_estimate([_whole(rows) for rows in questions.values()], design)


def _whole(rows: Sequence[Reduced]) -> Reduced:
    values = [r.value for r in rows]
    truncated = any(r.truncated for r in rows)
    wrong = next((r for r in rows if r.value is not None and r.value != 1.0), None)
    if wrong is not None:
        return structs.replace(wrong, value=0.0, truncated=truncated)
    if None in values:
        return structs.replace(rows[0], value=None, status=Status.UNSCORED, truncated=truncated)
    return structs.replace(rows[0], value=1.0, status=Status.CORRECT, truncated=truncated)
