"""Classification by log-likelihood: the option picked is the class predicted, and the whole is judged by F1,
Matthews' correlation or whole questions.

Options stand in the order of the data's classes, so the letters are the classes: A the first, B the second,
which in a task of two is the positive one. Every key `<family>,ll` compares sums; its twin `<family>,ll_avg`
compares means over tokens.
Sources: the scoring code of https://github.com/nyu-mll/jiant and of the GLUE and SuperGLUE owners' evaluation
servers, as the metric cards of https://huggingface.co/metrics (glue, super_glue) restate it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs

from evalution.sample import Reduced
from evalution.scorers.averages import Aggregate, average_estimate
from evalution.scorers.classification import f1_estimate, macro_f1_estimate, mcc_estimate
from evalution.scorers.metrics import mean_over_repeats, mean_over_samples
from evalution.scorers.multiple_choice import MultipleChoice
from evalution.scorers.scorer import Metric
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.macro import by_stratum
from evalution.statistics.means import mean_estimate
from evalution.verdict import Status

QUESTION = "question"
"""The group whose members are the answers of one question."""


def question_estimate(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The mean over questions of 1 where every one of its answers is judged rightly, else 0; n counts
    questions. A question with an unscored answer is unscored unless another of its answers is wrong."""
    return mean_estimate([_question(answers) for answers in by_stratum(reduced, QUESTION).values()], design)


def _question(answers: Sequence[Reduced]) -> Reduced:
    values = [answer.value for answer in answers]
    value = 0.0 if 0.0 in values else None if None in values else 1.0
    status = {0.0: Status.INCORRECT, 1.0: Status.CORRECT, None: Status.UNSCORED}[value]
    return structs.replace(answers[0], id=answers[0].groups[QUESTION], value=value, answer=None, status=status)


def _scorer(name: str, *families: tuple[str, Aggregate]) -> MultipleChoice:
    """A pick judged under every family ("f1,{}_boolean"), each by sums and by means over tokens."""
    metrics = [
        Metric(key.format(norm), f"acc,{norm}", mean_over_repeats, aggregate)
        for norm in ("ll", "ll_avg")
        for key, aggregate in families
    ]
    return MultipleChoice(name=name, metrics=tuple(metrics))


_ACC = ("acc,{}", mean_over_samples)
_F1 = ("f1,{}_boolean", partial(f1_estimate, label="B"))
_MACRO = ("f1,{}_macro", partial(macro_f1_estimate, labels=("A", "B", "C")))
_QUESTION = ("em,{}_question", question_estimate)


def _average(*families: tuple[str, Aggregate]) -> tuple[str, Aggregate]:
    return "avg,{}", partial(average_estimate, parts=tuple(aggregate for _, aggregate in families))


LL = _scorer("ll", _ACC)
LL_MCC = _scorer("ll_mcc", ("mcc,{}", mcc_estimate))
LL_F1 = _scorer("ll_f1", _F1, _ACC, _average(_F1, _ACC))
LL_MACRO = _scorer("ll_macro", _ACC, _MACRO, _average(_ACC, _MACRO))
LL_QUESTION = _scorer("ll_question", _F1, _QUESTION, _average(_F1, _QUESTION))
