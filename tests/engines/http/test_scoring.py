"""Log-likelihoods over completions that echo the prompt; servers that cannot are refused."""

from __future__ import annotations

import json
import re

import pytest

import evalution
from engines.http.fault_server import FaultServer, reply
from evalution.engines.http.scoring import Unscorable, scored_of
from evalution.engines.open import open_engine
from evalution.errors import EvalutionError
from evalution.request import Failure, Loglikelihood, Message, Scored

ASKED = [Loglikelihood(f"Q{n}: is it", (" so", " not so", "nt")) for n in range(40)]


def logprob(prompt, end):
    """Of a token: a number from the text before and up to it."""
    return -(sum(prompt[:end].encode()) % 97) / 10


def echoed(body, begin=False, change=lambda tokens, values: (tokens, values)):
    """Words with the blank before them are tokens; one more is made after each prompt."""
    choices = []
    for index, prompt in enumerate(body["prompt"]):
        tokens = re.findall(r"\s*\S+|\s+", prompt)
        values = [None] + [logprob(prompt, sum(map(len, tokens[: n + 1]))) for n in range(1, len(tokens))]
        tokens, values = [*tokens, " more"], [*values, -0.5]
        if begin:
            tokens, values = ["<s>", *tokens], [None, -1.0, *values[1:]]
        tokens, values = change(tokens, values)
        choices.append({"index": index, "text": "", "logprobs": {"tokens": tokens, "token_logprobs": values}})
    return {"choices": choices[::-1]}


def expected(request):
    """With the last word: the continuation's own, or the one that it changes ("it" + "nt")."""
    prompts = [request.context + continuation for continuation in request.continuations]
    ends = ([len(prompts[0])], [len(request.context) + 4, len(prompts[1])], [len(prompts[2])])
    return tuple(sum(logprob(p, end) for end in e) for p, e in zip(prompts, ends, strict=True))


@pytest.mark.parametrize("begin", [False, True])
def test_sums_over_the_tokens_after_the_context(begin):
    with FaultServer(lambda body, attempt: reply(echoed(body, begin))) as server:
        engine = open_engine(server.model("?logprobs=echo"))
        assert "loglikelihood" in engine.capabilities
        found = dict(engine.run(ASKED))
    for request in ASKED:
        assert found[request].logprobs == pytest.approx(expected(request))
        assert found[request].tokens == (1, 2, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda tokens, values: (tokens, [0.0 for _ in values]),
        lambda tokens, values: (tokens, [None for _ in values]),
        lambda tokens, values: (tokens, [0.5 for _ in values]),
        lambda tokens, values: (tokens[-1:], values[-1:]),
        lambda tokens, values: ([], []),
        lambda tokens, values: (["?" for _ in tokens], values),
        lambda tokens, values: (tokens[:-2], values[:-2]),
    ],
)
def test_what_is_no_probability_of_the_prompt_is_refused(change):
    with pytest.raises(Unscorable):
        scored_of(json.dumps(echoed({"prompt": ["a b c d"]}, change=change)).encode(), Loglikelihood("a b", (" c d",)))
    with FaultServer(lambda body, attempt: reply(echoed(body, change=change))) as server:
        engine = open_engine(server.model("?logprobs=echo"))
        with pytest.raises(EvalutionError, match="use a local engine"):
            list(engine.run(ASKED))


def test_a_server_without_log_probabilities_is_refused():
    silent = reply({"choices": [{"index": n, "text": "x", "logprobs": None} for n in range(3)]})
    with FaultServer(lambda body, attempt: silent) as server, pytest.raises(EvalutionError, match="no log-prob"):
        list(open_engine(server.model("?logprobs=echo")).run(ASKED))


def test_contexts_that_cannot_be_asked_are_failures():
    asked = [Loglikelihood("", ("a",)), Loglikelihood((Message("user", "x"),), ("a",))]
    with FaultServer() as server:
        found = dict(open_engine(server.model("?logprobs=echo")).run(asked))
        assert [type(found[request]) for request in asked] == [Failure, Failure]
        assert server.seen == []


def test_one_bad_answer_after_good_ones_is_that_request_s():
    def choose(body, attempt):
        bad = "Q7:" in body["prompt"][0]
        return reply(echoed(body, change=lambda t, v: (t, [0.0 for _ in v])) if bad else echoed(body))

    with FaultServer(choose) as server:
        engine = open_engine(server.model("?logprobs=echo&concurrency=1"))
        found = dict(engine.run(ASKED))
    assert [type(found[r]) for r in ASKED].count(Scored) == 39
    assert "all zero" in found[ASKED[7]].message


def test_a_run_over_options_is_scored(tmp_path):
    with FaultServer(lambda body, attempt: reply(echoed(body, begin=True))) as server:
        run = evalution.evaluate(["arc_easy"], server.model("?logprobs=echo"), out=tmp_path / "run", bundled=True)
    estimates = {metric.key: metric.estimate for metric in run.results.tasks[0].metrics}
    assert (estimates["acc,ll"].unscored, run.unanswered()) == (0, {})
    assert estimates["acc,ll"].n == len(list(run.records()))
