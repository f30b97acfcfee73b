"""The GGUF engine on a tiny random model, against the same model run the slow way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("tokenizers", reason="needs the extra `local`")

from evalution.engines.gguf import schedule
from evalution.engines.gguf.engine import GgufEngine
from evalution.engines.gguf.kernels import one_thread
from evalution.engines.gguf.tokenizer import join
from evalution.request import (
    Execute,
    Failure,
    Generate,
    Generated,
    Loglikelihood,
    Message,
    Scored,
    decode_response,
    encode,
)

from .tiny_gguf import CONTEXT, VOCABULARY, metadata, slow_logprobs, weights, write_gguf

TEXT = "the answer in a book on the table, 12 the other in an ocean; one more of them then ended here"
WORDS = TEXT.split()


@pytest.fixture(autouse=True)
def single_thread():
    """The slow pass, too, on one thread: a second one only spins on products this small."""
    with one_thread():
        yield


@pytest.fixture(scope="module")
def tensors():
    return weights()


@pytest.fixture(scope="module")
def engine(tmp_path_factory, tensors):
    return GgufEngine(write_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf", metadata(), tensors))


def questions(count: int) -> list[Loglikelihood]:
    """Contexts that share beginnings, and continuations of several lengths."""
    contexts = [" ".join([*WORDS[: 3 + i % 7], str(i), *WORDS[i % 5 :]]) + ":" for i in range(count)]
    return [Loglikelihood(c, (f" the {i}", " a", " another one on the shelf", "!")) for i, c in enumerate(contexts)]


def slow_sums(engine, tensors, request):
    sums = []
    for text in request.continuations:
        ids, start, _ = join(engine.tokenizer, engine.text(request.context), text)
        table = slow_logprobs(tensors, ids)
        sums.append(sum(table[i - 1, ids[i]] for i in range(start, len(ids))))
    return sums


def test_loglikelihoods_are_those_of_the_slow_forward_pass(engine, tensors):
    asked = questions(12)
    answers = dict(engine.run(asked))
    assert set(answers) == set(asked)
    for request in asked:
        assert answers[request].logprobs == pytest.approx(slow_sums(engine, tensors, request), abs=1e-4)


def test_scores_do_not_depend_on_company_or_order(engine):
    asked = questions(20)
    packed, turned = dict(engine.run(asked)), dict(engine.run(asked[::-1]))
    for request in asked:
        ((_, alone),) = engine.run([request])
        for other in (packed[request], turned[request]):
            assert other.logprobs == pytest.approx(alone.logprobs, abs=1e-5)


def test_a_continuation_scores_the_same_without_its_siblings(engine):
    request = questions(1)[0]
    ((_, together),) = engine.run([request])
    for text, value in zip(request.continuations, together.logprobs, strict=True):
        ((_, alone),) = engine.run([Loglikelihood(request.context, (text,))])
        assert alone.logprobs[0] == pytest.approx(value, abs=1e-5)


def test_prompts_longer_than_a_pass_and_a_pool_that_overflows(engine, tensors, monkeypatch):
    monkeypatch.setattr(schedule, "ROWS", 16)
    monkeypatch.setattr(schedule, "KEPT", 40)
    asked = questions(15)
    for request, answer in engine.run(asked):
        assert answer.logprobs == pytest.approx(slow_sums(engine, tensors, request), abs=1e-4)


def test_long_contexts_cross_chunks(tmp_path, tensors):
    engine = GgufEngine(write_gguf(tmp_path / "long.gguf", metadata(llama__context_length=1024), tensors))
    asked = [Loglikelihood((TEXT + " ") * n, ("the", "book on the table")) for n in (8, 4, 10)]
    for request, answer in engine.run(asked):
        assert answer.logprobs == pytest.approx(slow_sums(engine, tensors, request), abs=1e-4)


def test_an_untied_head_is_used(tmp_path):
    changed = weights() | {"output.weight": weights(7)["token_embd.weight"]}
    engine = GgufEngine(write_gguf(tmp_path / "untied.gguf", metadata(), changed))
    request = questions(1)[0]
    ((_, answer),) = engine.run([request])
    assert answer.logprobs == pytest.approx(slow_sums(engine, changed, request), abs=1e-4)


def slow_greedy(engine, tensors, prompt, count):
    ids = engine.tokenizer.encode(engine.text(prompt))
    start = len(ids)
    while len(ids) < start + count:
        token = int(slow_logprobs(tensors, ids)[-1].argmax())
        if token in engine.tokenizer.ends:
            break
        ids.append(token)
    return engine.tokenizer.decode(ids[start:])


def test_greedy_text_is_that_of_the_slow_forward_pass(engine, tensors):
    asked = [Generate(" ".join(WORDS[i:]), 12) for i in range(10)]
    for request, answer in engine.run(asked):
        assert answer.text == slow_greedy(engine, tensors, request.prompt, 12)
        assert answer.near_tie is None


def test_generations_do_not_depend_on_company(engine):
    asked = [Generate(TEXT, 20, temperature=1.0, top_p=0.9, repeat=i) for i in range(20)]
    asked += [Generate(" ".join(WORDS[i:]), 5 + i) for i in range(8)]
    mixed = list(itertools.chain.from_iterable(itertools.zip_longest(asked, questions(5))))
    packed = dict(engine.run(r for r in mixed if r is not None))
    assert len({packed[r].text for r in asked[:20]}) > 10
    for request in asked:
        ((_, alone),) = engine.run([request])
        assert alone == packed[request]


def test_a_sampled_token_comes_from_the_nucleus(engine, tensors):
    table = np.exp(slow_logprobs(tensors, engine.tokenizer.encode(TEXT))[-1])
    order = np.argsort(-table)
    kept = order[: int(np.searchsorted(np.cumsum(table[order]), 0.5)) + 1]
    texts = {engine.tokenizer.decode([int(token)]) for token in kept}
    asked = [Generate(TEXT, 1, temperature=1.0, top_p=0.5, repeat=i) for i in range(60)]
    found = {answer.text for _, answer in engine.run(asked)}
    assert found <= texts | {""}
    assert len(found) > 1 or len(texts) == 1


def test_text_ends_before_the_earliest_stop_string(engine):
    ((_, free),) = engine.run([Generate(TEXT, 40)])
    stop = free.text[7:10]
    ((_, stopped),) = engine.run([Generate(TEXT, 40, stop=("\x00never", stop))])
    assert stopped.text == free.text[: free.text.index(stop)]
    assert not stopped.truncated
    assert stopped.tokens < free.tokens


def test_the_limit_truncates_and_the_end_token_does_not(engine):
    ((_, cut),) = engine.run([Generate(TEXT, 3)])
    assert (cut.truncated, cut.tokens) == (True, 3)
    ended = [a for _, a in engine.run(Generate(TEXT, 200, temperature=3.0, repeat=i) for i in range(30))]
    assert any(not answer.truncated and answer.tokens < 200 for answer in ended)
    assert all(
        answer.truncated == (answer.tokens + answer.prompt_tokens >= CONTEXT) for answer in ended if answer.truncated
    )


def test_a_tie_of_the_top_two_is_recorded(tmp_path):
    changed = weights()
    embedding = changed["token_embd.weight"].copy()
    engine = GgufEngine(write_gguf(tmp_path / "a.gguf", metadata(), changed))
    ((_, answer),) = engine.run([Generate(TEXT, 1)])
    first = engine.tokenizer.encode_alone(answer.text)[0]
    head = embedding.copy()
    head[first - 1] = head[first]
    tied = GgufEngine(write_gguf(tmp_path / "b.gguf", metadata(), changed | {"output.weight": head}))
    ((_, answer),) = tied.run([Generate(TEXT, 2)])
    assert answer.near_tie == 0


def test_what_cannot_be_done_fails_on_its_own(engine, tmp_path, tensors):
    fine = questions(1)[0]
    refused = [
        Loglikelihood("the " * (2 * CONTEXT), (" a",)),
        Generate("the " * (2 * CONTEXT), 5),
        Generate(TEXT, 0),
        Loglikelihood(TEXT, ("",)),
        Execute("print(1)"),
    ]
    answers = dict(engine.run([*refused, fine]))
    assert isinstance(answers[fine], Scored)
    messages = [answers[request].message for request in refused]
    assert all(isinstance(answers[request], Failure) for request in refused)
    assert all("\n" not in message for message in messages)
    assert "this model's context is 256" in messages[0] and "this model's context is 256" in messages[1]
    plain = GgufEngine(write_gguf(tmp_path / "plain.gguf", metadata(tokenizer__chat_template=None), tensors))
    assert plain.capabilities == {"generate", "loglikelihood"}
    ((_, failure),) = plain.run([Generate((Message("user", "hi"),), 5)])
    assert "no chat template" in failure.message


def test_text_that_fills_the_context_is_truncated(engine):
    ((_, answer),) = engine.run([Generate("x" * (CONTEXT - 3), 50)])
    assert (answer.truncated, answer.tokens, answer.prompt_tokens) == (True, 3, CONTEXT - 3)


def test_messages_go_through_the_template(engine, tensors):
    messages = (Message("user", "the book"),)
    text = "<|im_start|>user\nthe book<|im_end|>\n<|im_start|>assistant\n"
    asked = Loglikelihood(messages, ("in", "the table"))
    ((_, answer),) = engine.run([asked])
    ((_, same),) = engine.run([Loglikelihood(text, ("in", "the table"))])
    assert answer == same
    assert engine.tokenizer.encode(text)[0] == VOCABULARY.index("<|im_start|>")
    assert "chat" in engine.capabilities


def test_requests_are_pulled_lazily(engine):
    pulled = 0

    def source():
        nonlocal pulled
        for request in questions(2000):
            pulled += 1
            yield request

    answers = engine.run(source())
    next(answers)
    assert pulled < 100
    answers.close()


def test_a_run_given_up_leaves_the_engine_fine(engine):
    request = questions(1)[0]
    ((_, before),) = engine.run([request])
    answers = engine.run(questions(50))
    next(answers)
    answers.close()

    def broken():
        yield from questions(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(engine.run(broken()))
    ((_, after),) = engine.run([request])
    assert after == before


def test_identity_moves_with_weights_and_template(engine, tmp_path, tensors):
    again = GgufEngine(write_gguf(tmp_path / "other_name.gguf", metadata(), tensors))
    assert again.identity == engine.identity
    others = [
        write_gguf(tmp_path / "w.gguf", metadata(), weights(1)),
        write_gguf(tmp_path / "t.gguf", metadata(tokenizer__chat_template="{{ messages[0]['content'] }}"), tensors),
    ]
    assert len({engine.identity, *(GgufEngine(path).identity for path in others)}) == 3


def test_answers_survive_the_journal(engine):
    for _, answer in engine.run([questions(1)[0], Generate(TEXT, 4)]):
        assert isinstance(answer, (Scored, Generated))
        assert decode_response(encode(answer)) == answer


def test_bos_is_added_once(tmp_path, tensors):
    engine = GgufEngine(write_gguf(tmp_path / "bos.gguf", metadata(tokenizer__ggml__add_bos_token=True), tensors))
    assert engine.tokenizer.encode("the")[0] == 1
    assert engine.tokenizer.encode("<|im_start|>the").count(1) == 1
    request = Loglikelihood("the book", (" in",))
    ((_, answer),) = engine.run([request])
    assert answer.logprobs == pytest.approx(slow_sums(engine, tensors, request), abs=1e-4)
