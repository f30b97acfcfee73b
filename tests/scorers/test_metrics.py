"""Means over repeats: nothing unscored is averaged away."""

import pytest

from evalution.sample import Record
from evalution.scorers.metrics import mean_metric, mean_over_repeats
from evalution.verdict import Status, Verdict

RIGHT = Verdict(Status.CORRECT, 1.0, "24")
WRONG = Verdict(Status.INCORRECT, 0.0, "7")
LOST = Verdict.unscored("the engine is out of reach")


def reduced(*verdicts):
    return mean_over_repeats(
        [Record("q", 3, "24", {"acc,num": verdict}, repeat=i) for i, verdict in enumerate(verdicts)], "acc,num"
    )


def test_one_repeat_keeps_its_verdict():
    one = reduced(WRONG)
    assert (one.value, one.answer, one.status, one.index) == (0.0, "7", Status.INCORRECT, 3)


def test_repeats_are_averaged():
    some = reduced(RIGHT, WRONG, RIGHT, RIGHT)
    assert (some.value, some.answer, some.status) == (0.75, None, Status.PARTIAL)
    assert reduced(RIGHT, RIGHT).answer == "24"


def test_an_unscored_repeat_makes_the_sample_unscored():
    assert (reduced(RIGHT, LOST).value, reduced(RIGHT, LOST).status) == (None, Status.UNSCORED)


def test_no_records_is_an_error():
    with pytest.raises(ValueError, match="at least one record"):
        reduced()


def test_a_metric_may_read_another_key():
    metric = mean_metric("acc,majority", reads="acc,num")
    assert (metric.key, metric.reads, metric.repeats) == ("acc,majority", "acc,num", 1)
