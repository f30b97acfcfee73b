"""Whatever a server does, a run ends: with the answer, or with an error on that request."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest

import evalution
from engines.http.fault_server import FAULTS, HARMLESS, PERMANENT, TRANSIENT, FaultServer, answer, error, reply
from evalution.engines.open import open_engine
from evalution.errors import EvalutionError
from evalution.request import Failure, Generate, Generated
from evalution.runs.journal import Journal

KEY = "sk-live-0123456789abcdef"


def sums(count):
    return [Generate(f"What is {n} + {n}?", 32) for n in range(count)]


def texts(requests):
    return {request: answer({"prompt": request.prompt}) for request in requests}


def questions(path, count):
    rows = [{"question": f"What is {n} + {n}?", "answer": f"#### {2 * n}"} for n in range(count)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def drawn(names, share):
    """A fault on `share` of the attempts, the same for the same body and attempt."""

    def choose(body, attempt):
        chance = random.Random(f"{json.dumps(body, sort_keys=True)} {attempt}")
        return chance.choice(names) if chance.random() < share else None

    return choose


def mixed_runs(tmp_path, count, names):
    """The same run against a well server and one with 20 % faults."""
    data = questions(tmp_path / "rows.jsonl", count)
    runs = []
    for name, share in (("well", 0.0), ("faulty", 0.2)):
        with FaultServer(drawn(names, share)) as server:
            model = server.model("?timeout=1")
            runs.append(evalution.evaluate(["gsm8k"], model, data={"gsm8k": data}, out=tmp_path / name))
            assert share == 0.0 or len(server.seen) > count * 1.1
    return runs


def same(tmp_path, runs, count):
    well, faulty = runs
    assert [r.verdicts for r in well.records()] == [r.verdicts for r in faulty.records()]
    assert well.results.tasks == faulty.results.tasks
    with Journal(tmp_path / "faulty", readonly=True) as journal:
        assert journal.counts()["responses"] == count
        assert journal.counts()["errors"] == 0


def test_faults_of_every_transient_kind_change_no_result(tmp_path):
    names = [name for name in (*TRANSIENT, *HARMLESS) if not name.startswith("big")]
    same(tmp_path, mixed_runs(tmp_path, 300, names), 300)


@pytest.mark.slow
def test_faults_change_no_result_of_many(tmp_path):
    same(tmp_path, mixed_runs(tmp_path, 2000, [*TRANSIENT, *HARMLESS]), 2000)


@pytest.mark.parametrize("name", [*TRANSIENT, *HARMLESS])
def test_once_is_asked_again(name):
    with FaultServer(lambda body, attempt: name if attempt == 0 else None) as server:
        found = dict(open_engine(server.model("?timeout=0.5&concurrency=4")).run(sums(4)))
        assert {request: given.text for request, given in found.items()} == texts(sums(4))
        assert server.poured < 4 * (24 << 20)


@pytest.mark.parametrize("name", TRANSIENT)
def test_always_ends_as_an_error_of_the_request(name):
    def choose(body, attempt):
        return name if "1 + 1" in body["prompt"] else None

    with FaultServer(choose) as server:
        found = dict(open_engine(server.model("?timeout=0.3&retries=1")).run(sums(3)))
        assert [type(found[request]) for request in sums(3)] == [Generated, Failure, Generated]
        assert found[sums(3)[1]].message.endswith("(tries used up)")
        assert "\n" not in found[sums(3)[1]].message
        assert len(server.seen) == 4


@pytest.mark.parametrize("name", PERMANENT)
def test_permanent_is_asked_once(name):
    def choose(body, attempt):
        return name if "1 + 1" in body["prompt"] else None

    with FaultServer(choose) as server:
        engine = open_engine(server.model())
        assert isinstance(dict(engine.run(sums(1)))[sums(1)[0]], Generated)
        found = dict(engine.run(sums(3)))
        assert [type(found[request]) for request in sums(3)] == [Generated, Failure, Generated]
        assert len(server.seen) == 4
        assert KEY not in found[sums(3)[1]].message


def test_a_redirect_is_not_followed(monkeypatch):
    monkeypatch.setenv("EVALUTION_API_KEY", KEY)
    with FaultServer() as other:
        location = f"http://localhost:{other.port}/v1/completions?sig={KEY}"
        head = f"HTTP/1.1 307 X\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
        with FaultServer(lambda body, attempt: head) as server:
            (found,) = dict(open_engine(server.model()).run(sums(1))).values()
        assert "redirect" in found.message
        assert KEY not in found.message
        assert other.seen == []


def test_a_key_that_is_not_taken_ends_the_run(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with FaultServer(lambda body, attempt: "key expired") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.port}/v1")
        with pytest.raises(EvalutionError, match="set the environment variable OPENAI_API_KEY") as caught:
            list(open_engine("openai:sums").run(sums(50)))
        assert KEY not in str(caught.value)


def test_a_server_that_is_not_there_ends_the_run():
    with FaultServer() as server:
        model = server.model()
    with pytest.raises(EvalutionError, match="cannot be reached"):
        list(open_engine(model).run(sums(50)))


def test_a_server_that_went_down_is_asked_once_a_request():
    with FaultServer() as server:
        engine = open_engine(server.model("?retries=1&concurrency=8"))
        list(engine.run(sums(8)))
    found = dict(engine.run(sums(200)))
    assert {type(given) for given in found.values()} == {Failure}
    assert len(found) == 200


def test_a_wait_beyond_the_deadline_is_not_begun():
    with FaultServer(lambda body, attempt: b"HTTP/1.1 429 X\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n") as server:
        found = dict(open_engine(server.model("?deadline=2&concurrency=1")).run(sums(1)))
        assert found[sums(1)[0]].message == "HTTP 429 (deadline)"


def command(*arguments, **environment):
    line = [sys.executable, "-m", "evalution", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_run_with_permanent_faults_is_completed_by_the_same_command(tmp_path):
    """Errors are journalled and unscored, exit code 3; once the server is well, only they are asked again. The key is
    in no file and in nothing printed."""

    def ill(body, attempt):
        text = body["messages"][-1]["content"] if "messages" in body else body["prompt"]
        if any(f" {n} + {n}?" in text for n in (3, 13, 23)):
            echoed = {"error": {"message": f"context too long; Authorization: Bearer {KEY}, key {KEY}, ?api_key={KEY}"}}
            data = json.dumps(echoed).encode()
            return b"HTTP/1.1 400 X\r\nContent-Length: %d\r\n\r\n" % len(data) + data
        return None

    data, out = questions(tmp_path / "rows.jsonl", 40), tmp_path / "out"
    with FaultServer(ill) as server:
        line = ("run", "gsm8k", "--model", server.model(), "--data", f"gsm8k={data}", "--out", out)
        first = command(*line, EVALUTION_API_KEY=KEY)
        assert first.returncode == 3, first.stderr
        assert "3 × HTTP 400: context too long" in first.stderr
        estimate = next(iter(evalution.Run(out).results.tasks[0].metrics)).estimate
        assert (estimate.unscored, estimate.n) == (3, 40)
        assert estimate.ceiling - estimate.floor == pytest.approx(3 / 40)
        assert all(f"Bearer {KEY}" in head for _, head, _ in server.seen)
        server.choose = lambda body, attempt: None
        asked = len(server.seen)
        second = command(*line, EVALUTION_API_KEY=KEY)
        assert second.returncode == 0, second.stderr
        assert len(server.seen) == asked + 3
    for text in (first.stdout, first.stderr, second.stdout, second.stderr):
        assert KEY not in text
    for path in out.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_every_fault_is_of_a_kind():
    assert len(FAULTS) == len(TRANSIENT) + len(PERMANENT) + len(HARMLESS)


def test_refused_parameters_are_kept_in_the_run(tmp_path):
    def choose(body, attempt):
        return reply(error("unknown parameter: seed"), 400) if "seed" in body else None

    with FaultServer(choose) as server:
        data = {"gsm8k": questions(tmp_path / "rows.jsonl", 5)}
        for _ in ("begun", "finished"):
            run = evalution.evaluate(["gsm8k"], server.model(), data=data, temperature=0.5, out=tmp_path / "out")
            assert run.settings.observed == {"refused parameters": "seed"}
    assert "refused parameters" not in run.settings.recorded
