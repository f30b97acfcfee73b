"""What is sent, what is read, and how many at once."""

from __future__ import annotations

import asyncio
import json
import threading
import time

import pytest

from engines.http.fault_server import FaultServer, error, reply
from evalution.engines.http.bridge import answered
from evalution.engines.http.faults import fault_of
from evalution.engines.http.limiter import Limiter
from evalution.engines.http.redaction import LONGEST, redact
from evalution.engines.http.shaping import Malformed, answer_of, payload
from evalution.engines.open import open_engine
from evalution.errors import EvalutionError
from evalution.request import Failure, Generate, Loglikelihood, Message


def ask(server, request, options=""):
    ((_, given),) = open_engine(server.model(options)).run([request])
    return given


def test_messages_go_to_chat_and_texts_to_completions():
    chat = Generate((Message("system", "Add."), Message("user", "2 + 2?")), 8)
    with FaultServer() as server:
        assert ask(server, chat).text == "Added up.\n#### 4"
        assert ask(server, Generate("2 + 2?", 8)).text == "Added up.\n#### 4"
        ask(server, Generate("2 + 2?", 8), "?api=chat")
        refused = ask(server, chat, "?api=completions")
        (path, head, body), (other, _, text), (third, _, turned) = server.seen
    assert (path, other, third) == ("/v1/chat/completions", "/v1/completions", "/v1/chat/completions")
    assert body["messages"] == [{"role": "system", "content": "Add."}, {"role": "user", "content": "2 + 2?"}]
    assert text == {"model": "sums", "prompt": "2 + 2?", "max_tokens": 8, "temperature": 0.0}
    assert turned["messages"] == [{"role": "user", "content": "2 + 2?"}]
    assert "takes no messages" in refused.message
    assert "Authorization" not in head


def test_log_likelihoods_are_refused_and_not_declared():
    with FaultServer() as server:
        assert open_engine(server.model()).capabilities == {"generate", "chat"}
        assert open_engine(server.model("?api=completions")).capabilities == {"generate"}
        assert isinstance(ask(server, Loglikelihood("a", ("b", "c"))), Failure)
        assert server.seen == []


def test_sampling_parameters_and_a_seed_for_each_repeat():
    asked = [Generate("1 + 1", 8, temperature=0.8, top_p=0.9, seed=3, repeat=n) for n in range(5)]
    bodies = [payload("completions", "m", request, set()) for request in asked]
    assert len({body["seed"] for body in bodies}) == 5
    assert all(0 <= body["seed"] < 2**31 for body in bodies)
    assert {body["top_p"] for body in bodies} == {0.9}
    assert payload("chat", "m", Generate("x", 8, stop=tuple("abcdef")), set())["stop"] == tuple("abcd")
    assert payload("chat", "m", Generate("x", 8), {"max_tokens"})["max_completion_tokens"] == 8


def read(stop=(), **choice):
    body = {"choices": [choice], "usage": {"prompt_tokens": 5, "completion_tokens": 3}}
    return answer_of(json.dumps(body).encode(), Generate("x", 8, stop=stop))


def test_reading_answers():
    plain = read(text="four", finish_reason="length")
    assert (plain.text, plain.truncated, plain.tokens, plain.prompt_tokens) == ("four", True, 3, 5)
    thought = read(message={"content": "4", "reasoning_content": "2 and 2"}, finish_reason="stop")
    assert (thought.text, thought.reasoning, thought.truncated) == ("4", "2 and 2", False)
    assert read(message={"content": "4", "reasoning": "hm"}).reasoning == "hm"
    spent = read(message={"content": None, "reasoning": "hm"}, finish_reason="length")
    assert (spent.text, spent.truncated) == ("", True)
    assert read(message={"content": [{"type": "text", "text": "4"}, {"type": "x"}, {"text": "2"}]}).text == "42"
    assert read(message={"content": None, "refusal": "I cannot"}, finish_reason="stop").text == "I cannot"
    cut = read(("\n", "END"), text="4END\nQ:", finish_reason="length")
    assert (cut.text, cut.truncated) == ("4", False)
    with pytest.raises(Malformed, match="without content"):
        read(message={"role": "assistant"})


def picky(name, message):
    def choose(body, attempt):
        return reply(error(message), 400) if name in body else None

    return choose


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seed", "Unrecognized request argument supplied: seed"),
        ("top_p", "[{'type': 'extra_forbidden', 'loc': ('body', 'top_p'), 'msg': 'Extra inputs are not permitted'}]"),
        ("temperature", "Unsupported value: 'temperature' does not support 0.5 with this model"),
        ("max_tokens", "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
        ("stop", "this server doesn't support parameter stop"),
    ],
)
def test_a_parameter_that_is_refused_is_dropped_once_and_told(name, message):
    asked = [Generate(f"{n} + 1", 8, stop=("\n",), temperature=0.5, top_p=0.5, repeat=n) for n in range(20)]
    with FaultServer(picky(name, message)) as server:
        engine = open_engine(server.model("?concurrency=1"))
        assert "refused parameters" not in engine.describe()
        assert {given.text for _, given in engine.run(asked)} == {"Added up."}
        assert len(server.seen) == 21
        assert engine.describe()["refused parameters"] == name


def test_a_long_context_is_no_refused_parameter():
    message = "This model's maximum context length is 64 tokens. Reduce the prompt or max_tokens."
    body = json.dumps(error(message)).encode()
    found = fault_of(400, {}, body, {"max_tokens", "prompt"}, "h")
    assert (found.refused, found.again, found.message) == ("", False, f"HTTP 400: {message}")


def test_capacity_is_found_and_used_again():
    """A server that takes four at once is asked for about as many; all is answered."""
    with FaultServer() as server:
        server.latency = 0.005
        over = []

        def choose(body, attempt):
            over.append(server.inflight > 4)
            return "503" if over[-1] else None

        server.choose = choose
        asked = [Generate(f"{n} + 1", 8) for n in range(300)]
        found = dict(open_engine(server.model()).run(asked))
    assert not any(isinstance(given, Failure) for given in found.values())
    assert sum(over) < 150
    assert sum(over[100:]) < len(over[100:]) / 3


def test_the_limit_rises_by_one_a_round_and_is_halved_once_an_overload():
    limiter = Limiter(32)
    limiter.overloaded(time.monotonic())
    early = 0.0
    limiter.overloaded(early)
    assert limiter.limit == 16
    for _ in range(16):
        limiter.succeeded()
    assert 16.9 < limiter.limit < 17.1
    for _ in range(10):
        limiter.overloaded(time.monotonic())
    assert limiter.limit == 1
    for _ in range(2000):
        limiter.succeeded()
    assert limiter.limit == 32


class Echo:
    """An answerer that counts how many it has, and that can be left."""

    def __init__(self, seconds=0.0):
        self.seconds, self.started, self.left = seconds, [], False

    def __call__(self):
        return self

    async def __aenter__(self):
        return self.answer

    async def __aexit__(self, *error):
        self.left = True

    async def answer(self, request):
        self.started.append(request)
        await asyncio.sleep(self.seconds if request % 7 else 0)
        if request == 99:
            raise EvalutionError("no more")
        return -request


def threads():
    return [thread for thread in threading.enumerate() if thread.name == "evalution-http"]


def test_requests_are_pulled_no_further_than_ahead():
    pulled, taken = [], 0
    for request, given in answered((pulled.append(n) or n for n in range(98)), Echo(0.001), 8):
        assert given == -request
        assert len(pulled) - taken <= 8
        taken += 1
    assert (taken, len(pulled), threads()) == (98, 98, [])


def test_closing_gives_up_what_is_under_way():
    echo = Echo(3600)
    answers = answered(iter(range(90)), echo, 16)
    assert next(answers) == (0, 0)
    answers.close()
    assert (echo.left, threads()) == (True, [])


@pytest.mark.parametrize("raised", [RuntimeError, KeyboardInterrupt])
def test_an_iterator_that_raises(raised):
    def requests():
        yield from range(20)
        raise raised("mine")

    echo = Echo(0.001)
    with pytest.raises(raised, match="mine"):
        list(answered(requests(), echo, 16))
    assert (echo.left, threads()) == (True, [])


def test_an_interrupt_of_the_consumer_ends_the_thread():
    echo = Echo(0.001)
    answers = answered(iter(range(90)), echo, 16)
    next(answers)
    with pytest.raises(KeyboardInterrupt):
        answers.throw(KeyboardInterrupt())
    assert (echo.left, threads()) == (True, [])


def test_what_the_answerer_raises_is_raised_here():
    with pytest.raises(EvalutionError, match="no more"):
        list(answered(iter(range(200)), Echo(), 16))
    assert threads() == []


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("http://127.0.0.1:1/v1", "found no #MODEL"),
        ("http://me:hunter2@127.0.0.1:1/v1#m", "user name"),
        ("http://127.0.0.1:1/v1?api_key=hunter2#m", "query"),
        ("http://127.0.0.1:99999/v1#m", "expected an address"),
        ("http:nowhere#m", "expected an address"),
        ("http://127.0.0.1:1/v1#m?concurrency=0", "1 to 1024"),
        ("http://127.0.0.1:1/v1#m?timeout=soon", "timeout"),
        ("http://127.0.0.1:1/v1#m?api=both", "chat or completions"),
        ("http://127.0.0.1:1/v1#m?concurency=3", "nearest: concurrency"),
        ("http://127.0.0.1:1/v1#m?key_env=hunter2", "name of an environment variable"),
        ("http://127.0.0.1:1/v1#m?hunter2-is-the-key=1", "unknown model option"),
        ("openai:", "found no model"),
        ("openai:m", "OPENAI_API_KEY holds no key"),
    ],
)
def test_model_strings_that_are_refused(model, message, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(EvalutionError, match=message) as caught:
        open_engine(model)
    assert "hunter2" not in str(caught.value)


def test_identity_has_neither_host_nor_key(monkeypatch):
    monkeypatch.setenv("EVALUTION_API_KEY", "sk-live-0123456789")
    engine, other = (open_engine(f"http://127.0.0.1:{port}/v1#m") for port in (1, 2))
    assert engine.identity == other.identity == "http:/v1#m?api=auto"
    assert engine.describe()["host"] == "127.0.0.1:1"
    assert "sk-live" not in str(engine.describe())
    assert open_engine("http://127.0.0.1:1/v1#m?api=chat").identity != engine.identity


@pytest.mark.parametrize(
    "message",
    [
        "Authorization: Bearer S3CR3T-value",
        "Incorrect API key provided: sk-S3CR3T123",
        "GET https://user:S3CR3T@host/path failed",
        "cannot connect to https://host/v1?sig=S3CR3T&x=1",
        'body {"api_key": "S3CR3T-value"}',
        "known S3CR3T!",
    ],
)
def test_nothing_secret_is_kept(message):
    assert "S3CR3T" not in redact(message, ["S3CR3T!"])


def test_messages_are_one_short_line():
    line = redact("a\nb\t" + "x" * 10**6)
    assert line.startswith("a b x")
    assert len(line) == LONGEST
