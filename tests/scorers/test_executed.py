"""Scorers of programs: what is run, how often, what an outcome means, and pass@k over repeats."""

from __future__ import annotations

import pytest

from evalution.request import Execute, Executed, Failure, Generated
from evalution.runs.trial import Trial
from evalution.sample import PromptParts, Sample, Sampling
from evalution.scorers.executed import EXEC, EXEC_HUMAN_EVAL, EXEC_SIMPLE_EVALS, OUTCOMES
from evalution.statistics.estimate import Design
from evalution.statistics.passk import pass_at_k
from evalution.verdict import Status
from served import execute

HEAD = 'def double(n):\n    """Twice n."""\n'
TESTS = "def check(candidate):\n    assert candidate(3) == 6\n\ncheck(double)\n"
FENCED = f"Here:\n```python\n{HEAD}    return 2 * n\n```\nIt doubles."


def sample(repeat=0, plain=True):
    meta = {"prompt": HEAD, "entry_point": "double", "tests": TESTS, "plain": plain}
    sampling = Sampling(64, temperature=0.8)
    return Sample("t/0", 0, "    return 2 * n\n", PromptParts(HEAD), repeat=repeat, sampling=sampling, meta=meta)


def run(reply, sandbox=execute, scorer=EXEC, **changes):
    """The record and what the sandbox was asked."""
    trial, asked = Trial(sample(**changes), [scorer]), []
    while requests := trial.advance():
        for request in requests:
            if isinstance(request, Execute):
                asked.append(request)
                trial.give(request, sandbox(request))
            else:
                trial.give(request, Generated(reply))
    return trial.record(), asked


@pytest.mark.parametrize("reply", [FENCED, f"{HEAD}    return 2 * n", "    return 2 * n", "return n + n"])
def test_a_right_program_passes_in_whatever_form(reply):
    record, (request,) = run(reply)
    verdict = record.verdicts["exec"]
    assert (verdict.status, verdict.value, verdict.rule, verdict.via) == (Status.CORRECT, 1.0, "passed", "tests")
    assert (request.call, request.cpu_seconds, request.alone) == ("double", 10.0, False)


def test_a_verdict_says_which_code_and_how_it_was_found():
    verdict = run(FENCED)[0].verdicts["exec"]
    assert verdict.answer == f"{HEAD}    return 2 * n\n"
    assert FENCED[verdict.span.start : verdict.span.end] == verdict.answer
    assert verdict.note == "fence"


def test_a_wrong_program_fails():
    verdict = run(FENCED.replace("2 * n", "2 + n"), lambda request: Executed("failed", detail="AssertionError"))[0]
    assert verdict.verdicts["exec"].status is Status.INCORRECT
    assert verdict.verdicts["exec"].note == "fence; AssertionError"
    assert run(FENCED.replace("2 * n", "2 + n"))[0].verdicts["exec"].status is Status.INCORRECT


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_outcome_is_a_rule(outcome):
    record, asked = run(FENCED, lambda request: Executed(outcome))
    verdict = record.verdicts["exec"]
    assert verdict.rule == outcome
    assert verdict.status is (Status.CORRECT if outcome == "passed" else Status.INCORRECT)
    assert [request.alone for request in asked] == [False, True][: 1 + (outcome in ("timeout", "killed"))]


@pytest.mark.parametrize("outcome", ["timeout", "killed"])
@pytest.mark.parametrize("then", ["passed", "failed", "timeout"])
def test_what_a_loaded_machine_may_have_caused_is_decided_alone(outcome, then):
    record, asked = run(FENCED, lambda request: Executed(then if request.alone else outcome))
    assert record.verdicts["exec"].rule == then
    assert len(asked) == 2


def test_an_unknown_outcome_and_an_unreachable_sandbox_are_unscored():
    verdict = run(FENCED, lambda request: Executed("exploded"))[0].verdicts["exec"]
    assert (verdict.status, verdict.note) == (
        Status.UNSCORED,
        "the sandbox reports an unknown outcome 'exploded'",
    )
    for sandbox in (
        lambda request: Failure("no namespaces"),
        lambda request: Failure("no namespaces") if request.alone else Executed("timeout"),
    ):
        verdict = run(FENCED, sandbox)[0].verdicts["exec"]
        assert (verdict.status, verdict.note) == (Status.UNSCORED, "no namespaces")


@pytest.mark.parametrize("reply", ["", " \n", "<think>return 2 * n"])
def test_a_blank_reply_is_no_answer_and_nothing_is_run(reply):
    record, asked = run(reply)
    assert asked == []
    assert record.verdicts["exec"].status is Status.NO_ANSWER


def test_only_plain_results_are_guarded_and_only_under_the_live_key():
    assert run(FENCED, plain=False)[1][0].call == ""
    for scorer in (EXEC_HUMAN_EVAL, EXEC_SIMPLE_EVALS):
        (request,) = run(FENCED, scorer=scorer)[1]
        assert (request.call, request.cpu_seconds) == ("", 3.0)


@pytest.mark.parametrize(("scorer", "reply", "passes"), [
    (EXEC_HUMAN_EVAL, "    return 2 * n\n", 1.0),
    (EXEC_HUMAN_EVAL, FENCED, 0.0),
    (EXEC_HUMAN_EVAL, "", 0.0),
    (EXEC_SIMPLE_EVALS, FENCED.replace('    """Twice n."""\n', ""), 1.0),
    (EXEC_SIMPLE_EVALS, "return n + n", 0.0),
])  # fmt: skip
def test_the_owners_programs_are_run_as_they_build_them(scorer, reply, passes):
    record, (request,) = run(reply, scorer=scorer)
    assert record.verdicts[scorer.key].value == passes
    assert request.program.startswith(HEAD)


@pytest.mark.parametrize("passed", range(6))
def test_pass_at_k_is_the_unbiased_estimate_of_a_task(passed):
    records = [
        run(FENCED, lambda r, n=n: Executed("passed" if n < passed else "failed"), repeat=n)[0] for n in range(5)
    ]
    for metric, k in zip(EXEC.metrics, (1, 2, 5), strict=True):
        assert (metric.key, metric.reads, metric.repeats) == (f"pass@{k},exec", "exec", k)
        assert metric.reduce(records, "exec").value == pass_at_k(5, passed, k)


def test_a_task_with_an_unscored_sample_is_unscored_with_floor_and_ceiling():
    good = [run(FENCED, repeat=n)[0] for n in range(2)]
    bad = [good[0], run(FENCED, lambda request: Failure("gone"), repeat=1)[0]]
    metric = EXEC.metrics[0]
    estimate = metric.aggregate([metric.reduce(good, "exec"), metric.reduce(bad, "exec")], Design())
    assert (estimate.value, estimate.unscored, estimate.floor, estimate.ceiling) == (1.0, 1, 0.5, 1.0)
