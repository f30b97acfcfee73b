"""What each suite has judged, by which contract, and the keys under which the judgement stands."""

from __future__ import annotations

from msgspec import structs

from evalution.request import Generated
from evalution.sample import Sample
from evalution.scorers.extraction import decide
from evalution.scorers.judge import BROWSECOMP as BROWSECOMP_CONTRACT
from evalution.scorers.judge import EQUALITY
from evalution.scorers.judge import SIMPLEQA as SIMPLEQA_CONTRACT
from evalution.scorers.judge.attempts import attempt_metrics
from evalution.scorers.judge.calibration import calibration_estimate
from evalution.scorers.judge.contract import Judgement
from evalution.scorers.judged import Case, Judged
from evalution.scorers.math.extraction import BANDS
from evalution.scorers.metrics import mean_metric, mean_over_repeats
from evalution.scorers.scorer import Metric
from evalution.scorers.text import target_of
from evalution.scorers.thinking import set_aside
from evalution.verdict import Verdict


def _visible(sample: Sample, reply: Generated) -> Case | None:
    """The response without its thinking; None when nothing is left."""
    text = set_aside(reply.text).text.strip()
    return Case(text) if text else None


def _mathematical(sample: Sample, reply: Generated) -> Case | None:
    """The answer that `acc,math` would read; None where the response commits to none."""
    found = decide(BANDS, set_aside(reply.text).text, target_of(sample, reply.truncated))
    if found is None or not found.answers:
        return None
    return Case(found.answers[0], found.span, found.rule)


def _grade(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    """SimpleQA's one trial key; its answer is the grade, NOT_ATTEMPTED where there was nothing to judge."""
    named = verdict if judgement else structs.replace(verdict, answer="NOT_ATTEMPTED")
    return {"grade,judge": named}


def _confident(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    """BrowseComp's grade, and the confidence that the response states: its answer, from 0 to 100."""
    if verdict.value is None:
        return {"acc,judge": verdict, "confidence,judge": verdict}
    stated = judgement.confidence if judgement else None
    confidence = structs.replace(
        verdict, value=0.0 if stated is None else stated / 100.0, answer=None if stated is None else f"{stated:g}"
    )
    return {"acc,judge": verdict, "confidence,judge": confidence}


def _equal(judgement: Judgement | None, verdict: Verdict) -> dict[str, Verdict]:
    return {"acc,math_judge": verdict}


SIMPLEQA = Judged(
    name="simpleqa",
    version=1,
    contract=SIMPLEQA_CONTRACT,
    case=_visible,
    shown=("response", "gold", "question"),
    verdicts=_grade,
    metrics=attempt_metrics("grade,judge"),
)
BROWSECOMP = Judged(
    name="browsecomp",
    version=1,
    contract=BROWSECOMP_CONTRACT,
    case=_visible,
    shown=("response", "gold", "question"),
    verdicts=_confident,
    metrics=(
        mean_metric("acc,judge"),
        Metric("calibration_error,judge", "confidence,judge", mean_over_repeats, calibration_estimate),
    ),
)
MATH_JUDGE = Judged(
    name="math_judge",
    version=1,
    contract=EQUALITY,
    case=_mathematical,
    shown=("first", "second"),
    verdicts=_equal,
    metrics=(mean_metric("acc,math_judge"),),
)
