"""The flow carries repeats, pass@k, retries and cascades, and asks nothing twice."""

from __future__ import annotations

import pytest
from flow import ITEMS, estimates, execute, services, task
from flow_scorers import Cascade, Endless, Judged, Log, PassAtK

from evalution.errors import EvalutionError
from evalution.request import Executed, Failure, Generate, Generated
from evalution.runs.journal import Journal
from evalution.runs.trial import Trial
from evalution.verdict import Status


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path) as opened:
        yield opened


def test_repeats_execute_alone_and_pass_at_k(journal):
    """Of two programs a question, the second passes, and only when it is run alone."""
    made = task([PassAtK()], repeats=2, temperature=0.8)

    def sandbox(request):
        if request.program.endswith("0"):
            return Executed("failed")
        return Executed("passed" if request.alone else "timeout")

    roles = services(model=lambda r: Generated(f"{r.prompt} {r.repeat}"), sandbox=sandbox)
    records, _ = execute(journal, made, roles)
    assert len(records) == 24
    assert len(roles["model"].engine.asked) == 24
    assert len(roles["sandbox"].engine.asked) == 36
    found = estimates(journal, made)
    assert found["pass@1,exec"].value == 0.5
    assert found["pass@2,exec"].value == 1.0
    assert found["pass@1,exec"].n == 12


def test_a_judge_is_asked_once_more_then_unscored(journal):
    made = task([Judged()])

    def grader(request):
        number = int(request.prompt.split()[-1])
        if number < 4:
            return Generated("yes")
        return Generated("no" if request.prompt.startswith("again") and number < 8 else "well…")

    roles = services(model=lambda r: Generated(r.prompt.split()[0]), grader=grader)
    records, _ = execute(journal, made, roles)
    assert [r.verdicts["acc,judge"].status for r in sorted(records, key=lambda r: r.index)] == (
        [Status.CORRECT] * 4 + [Status.INCORRECT] * 4 + [Status.UNSCORED] * 4
    )
    estimate = estimates(journal, made)["acc,judge"]
    assert (estimate.value, estimate.floor, estimate.unscored) == (0.5, pytest.approx(4 / 12), 4)
    assert estimate.ceiling == pytest.approx(8 / 12)


def test_a_cascade_keeps_its_local_decision(journal):
    scorer = Cascade(Log())
    made = task([scorer])
    roles = services(
        model=lambda r: Generated("???" if r.prompt.startswith("1") else r.prompt[0]), grader=lambda r: Generated("yes")
    )
    execute(journal, made, roles)
    assert len(scorer.calls) == len(set(scorer.calls)) == 12
    assert len(roles["grader"].engine.asked) == 1, "identical requests to the grader are asked once"
    assert estimates(journal, made)["acc,cascade"].value == pytest.approx(4 / 12)


def test_scorers_share_a_generation(journal):
    roles = services(model=lambda r: Generated("4"), grader=lambda r: Generated("yes"))
    execute(journal, task([Judged(), Cascade(Log())], items=ITEMS[:5]), roles)
    assert len(roles["model"].engine.asked) == 5


def test_an_endless_scorer_is_an_error_of_the_scorer(journal):
    with pytest.raises(EvalutionError, match="endless: asks for more after its 4 rounds"):
        execute(journal, task([Endless()]), services(model=lambda r: Generated("")))


def test_a_failure_leaves_only_those_who_asked_unscored(journal):
    made = task([Judged(), PassAtK()], repeats=2, temperature=0.8)
    roles = services(
        model=lambda r: Generated(f"{r.prompt} {r.repeat}"),
        grader=lambda r: Failure("out of reach"),
        sandbox=lambda r: Executed("passed"),
    )
    _, executor = execute(journal, made, roles)
    found = estimates(journal, made)
    assert found["pass@1,exec"].value == 1.0
    assert (found["acc,judge"].value, found["acc,judge"].unscored) == (None, 12)
    assert executor.failures == 24
    assert journal.unanswered() == {"out of reach": 24}


def test_a_failed_request_is_asked_again_and_nothing_else(journal):
    made = task([Judged()])
    roles = services(model=lambda r: Generated(r.prompt), grader=lambda r: Failure("out of reach"))
    execute(journal, made, roles)
    again = services(model=lambda r: Generated("never"), grader=lambda r: Generated("yes"))
    execute(journal, made, again)
    assert again["model"].engine.asked == []
    assert len(again["grader"].engine.asked) == 12
    assert estimates(journal, made)["acc,judge"].value == 1.0
    assert journal.unanswered() == {}
    third = services(model=lambda r: Generated("never"), grader=lambda r: Generated("never"))
    execute(journal, made, third)
    assert third["grader"].engine.asked == []


def test_an_engine_that_stops_early_leaves_failures_not_silence(journal):
    made = task([Judged()])

    class Quitter:
        identity, capabilities = "quitter", frozenset({"generate"})

        def run(self, requests):
            for request, _ in zip(requests, range(3), strict=False):
                yield request, Generated(request.prompt)

    roles = services(model=lambda r: None, grader=lambda r: Generated("yes"))
    roles["model"] = type(roles["model"])("model", Quitter())
    records, _ = execute(journal, made, roles)
    assert len(records) == 12
    assert all(record.verdicts for record in records)


def test_answers_out_of_order_and_late(journal):
    """An engine that reads ahead and answers backwards gives the same records."""
    made = task([Judged()])

    class Backwards:
        identity, capabilities = "backwards", frozenset({"generate"})

        def run(self, requests):
            yield from ((r, Generated(r.prompt)) for r in reversed(list(requests)))

    roles = services(model=lambda r: None, grader=lambda r: Generated("yes"))
    roles["model"] = type(roles["model"])("model", Backwards())
    records, _ = execute(journal, made, roles)
    assert sorted(r.index for r in records) == list(range(12))
    assert [r.index for r in journal.records("sums")] == list(range(12))


def test_a_trial_gives_place_and_rounds():
    made = task([Judged()])
    trial = Trial(next(made.samples()), made.scorers)
    (first,) = trial.advance()
    assert trial.place(first) == ("0", 0, "model", 0)
    assert trial.advance() == [], "nothing is asked while an answer is out"
    trial.give(first, Generated("x"))
    (second,) = trial.advance()
    assert trial.place(second) == ("0", 0, "grader", 0)
    trial.give(second, Generated("hm"))
    (third,) = trial.advance()
    assert trial.place(third) == ("0", 0, "grader", 1)
    assert isinstance(third, Generate)
