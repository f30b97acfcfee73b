"""The embedded model against transformers, fp32, on the same dequantised weights.

The reference is numbers in `tests/data`, made by `tests/reference/transformers_smollm2.py`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from pathlib import Path

import pytest

from evalution.request import Generate, Loglikelihood, Message

DATA = Path(__file__).resolve().parents[1] / "data"
END = 2


def load(name):
    return json.loads((DATA / name).read_text())


@pytest.fixture(scope="module")
def questions(shared):
    """The requests with their reference sums, in the order of the file."""
    with gzip.open(shared("data/arc/ARC-Easy_test.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = {row["id"]: row for row in map(json.loads, lines)}
    pairs = []
    for reference in load("smollm2_arc_easy.json")["questions"]:
        row = rows[reference["id"]]
        context, choices = f"Question: {row['question']}\nAnswer:", tuple(f" {t}" for t in row["choices"]["text"])
        digest = hashlib.sha256("\x00".join([context, *choices]).encode()).hexdigest()[:16]
        assert digest == reference["prompt"], "the data is not what the reference was made from"
        pairs.append((Loglikelihood(context, choices), reference["logprobs"]))
    return pairs


def check(smollm2, pairs):
    answers = dict(smollm2.run(request for request, _ in pairs))
    for request, expected in pairs:
        found = answers[request].logprobs
        assert found == pytest.approx(expected, abs=1e-3)
        assert max(range(len(found)), key=found.__getitem__) == max(range(len(found)), key=expected.__getitem__)


def test_loglikelihoods_and_picks_are_those_of_transformers(smollm2, questions):
    check(smollm2, questions[:40])


@pytest.mark.slow
def test_all_loglikelihoods_and_picks_are_those_of_transformers(smollm2, questions):
    assert len(questions) == 200
    check(smollm2, questions)


def companions(smollm2, pairs, tolerance):
    """Packed, turned round and shuffled against each alone."""
    requests = [request for request, _ in pairs]
    alone = dict(pair for each in requests for pair in smollm2.run([each]))
    shuffled = random.Random(5).sample(requests, len(requests))
    for order in (requests, requests[::-1], shuffled):
        for request, answer in smollm2.run(order):
            assert answer.logprobs == pytest.approx(alone[request].logprobs, abs=tolerance, rel=0)
    for request in requests[:2]:
        for text, value in zip(request.continuations, alone[request].logprobs, strict=True):
            ((_, single),) = smollm2.run([Loglikelihood(request.context, (text,))])
            assert single.logprobs[0] == pytest.approx(value, abs=tolerance, rel=0)


def tolerance(smollm2):
    """What the engine says of the kernels it found, which must never be more than 1e-5."""
    return {"equal to the bit": 0, "sums within 1e-5": 1e-5}[smollm2.describe()["packing"]]


def test_scores_are_the_same_alone_packed_and_in_any_order(smollm2, questions):
    companions(smollm2, questions[:6], tolerance(smollm2))


@pytest.mark.slow
def test_scores_are_the_same_in_any_company(smollm2, questions):
    few_shot = "".join(f"{request.context}{request.continuations[0]}\n\n" for request, _ in questions[100:110])
    behind = [(Loglikelihood(few_shot + r.context, r.continuations), None) for r, _ in questions[:12]]
    companions(smollm2, questions[:60] + behind, tolerance(smollm2))


def greedy(smollm2, count):
    """For each prompt, whether the text is the reference's, and why not where it is not."""
    references = load("smollm2_greedy.json")["prompts"][:count]
    requests = [Generate((Message("user", text),), 32) for text in load("smollm2_prompts.json")[:count]]
    answers = dict(smollm2.run(requests))
    for request, reference in zip(requests, references, strict=True):
        tokens = [token for token in reference["tokens"] if token != END]
        answer = answers[request]
        same = answer.text == smollm2.tokenizer.decode(tokens)
        tie = next((i for i, margin in enumerate(reference["margins"]) if margin <= 1e-3), None)
        assert same or tie is not None
        yield same


def test_greedy_text_is_that_of_transformers(smollm2):
    assert sum(greedy(smollm2, 6)) >= 5


@pytest.mark.slow
def test_all_greedy_texts_are_those_of_transformers(smollm2):
    same = list(greedy(smollm2, 20))
    assert len(same) == 20
    assert sum(same) >= 19


def test_generations_are_the_same_in_any_company(smollm2):
    texts = load("smollm2_prompts.json")[:5]
    requests = [Generate((Message("user", text),), 8) for text in texts]
    requests += [Generate((Message("user", text),), 8, temperature=0.8, top_p=0.95, seed=3) for text in texts]
    packed = dict(smollm2.run(requests))
    for request in requests[1::3]:
        ((_, alone),) = smollm2.run([request])
        assert alone.text == packed[request].text
