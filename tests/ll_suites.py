"""What the tests of the log-likelihood suites share: which they are, where their real rows are, and a model that
always knows. Run as a script, it freezes the first and last prompts anew."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

from evalution import registry
from evalution.datasets.locate import parse_flags
from evalution.prompt import answer_prefix, render
from evalution.request import Loglikelihood, Scored
from evalution.runs.options import Options
from evalution.runs.task import prepare
from evalution.runs.trial import Trial
from evalution.scorers.loglikelihood import choice_answers

FROZEN = Path(__file__).parent / "data" / "ll_prompts.json"
CAPABILITIES = {"model": frozenset({"loglikelihood"})}
REAL = {
    "arc_challenge": ("arc/ARC-Challenge_test.jsonl.gz", 1172),
    "arc_easy": ("arc/ARC-Easy_test.jsonl.gz", 2368),
    "glue_cola": ("glue/cola_validation.jsonl.gz", 1043),
    "glue_stsb": ("glue/stsb_validation.jsonl.gz", 1500),
    "mmlu_ll": ("mmlu/test.jsonl.gz", 14042),
    "mmlu_pro_ll": ("mmlu_pro/test.jsonl.gz", 12032),
    "superglue_boolq": ("superglue/boolq_validation.jsonl.gz", 3270),
    "superglue_cb": ("superglue/cb_validation.jsonl.gz", 56),
    "superglue_copa": ("superglue/copa_validation.jsonl.gz", 100),
    "superglue_multirc": ("superglue/multirc_validation.jsonl.gz", 4848),
    "superglue_rte": ("superglue/rte_validation.jsonl.gz", 277),
    "superglue_wic": ("superglue/wic_validation.jsonl.gz", 638),
    "superglue_wsc": ("superglue/wsc_validation.jsonl.gz", 104),
}
"""File under `shared/data` and its rows, as SOURCES.md there gives them."""


def _by_loglikelihood(name):
    scorers = [registry.load("scorers", scorer) for scorer in registry.load("benchmarks", name).scorers]
    return all(scorer.needs == (("model", "loglikelihood"),) for scorer in scorers)


SUITES = [name for name in registry.BUILT_IN["benchmarks"] if _by_loglikelihood(name)]
NO_PERMUTATIONS = {
    "glue_stsb": "found the answer '4.8'",  # a number on a scale: no option is the right one
    "superglue_record": r"found the answer \('Lena Brandt',\)",  # any of several mentions of an entity
    "truthfulqa_mc2": r"found the answer \('1', '2'\)",  # all true options together
}


def sample_task(name, **options):
    return prepare(name, Options(bundled=True, **options), [], CAPABILITIES)


def real_task(name, path, **options):
    flags = parse_flags([f"{name}={path}"], [name])
    return prepare(name, Options(fewshot=0, **options), flags, CAPABILITIES)


def golds(sample):
    """What the model should say: the texts, or letters, of the right options."""
    gold = sample.gold if isinstance(sample.gold, tuple) else (sample.gold,)
    return [answer for label, answer in zip(sample.labels, choice_answers(sample), strict=True) if label in gold]


def knowing(sample, request):
    """The answer of a model that is sure of the gold to a scorer's request about the sample."""
    right = golds(sample)
    if right:
        filled = str(request.context).endswith(tuple(right))
        logprobs = [0.0 if filled or text.strip() in right else -1000.0 for text in request.continuations]
    else:
        logprobs = [_on_scale(float(text), float(sample.gold)) for text in request.continuations]
    return Scored(tuple(logprobs), (1,) * len(logprobs))


def _on_scale(point, gold):
    """The weight of a whole point, so that the expectation is the gold."""
    weight = 1.0 - abs(point - gold)
    return math.log(weight) if weight > 0 else -1000.0


def judged(sample, scorers, answer=knowing):
    """The record of a trial whose requests `answer` answers."""
    trial = Trial(sample, scorers)
    while requests := trial.advance():
        for request in requests:
            trial.give(request, answer(sample, request))
    return trial.record()


def lettered(sample, scorer):
    """The answers to a label-permutation scorer of a model that is sure of the gold's letter."""
    answers = {}
    for order in scorer.orders(len(sample.choices)):
        prompt = render(sample, order)
        right = sample.labels[order.index(sample.gold_index)]
        labels = sample.labels[: len(order)]
        request = Loglikelihood(prompt, tuple(answer_prefix(prompt) + label for label in labels))
        answers[request] = Scored(tuple(-0.1 if label == right else -9.0 for label in labels), (1,) * len(labels))
    return answers


def prompt_hashes(task):
    """Of the first and the last prompt in file order."""
    samples = list(task.samples())
    return [hashlib.sha256(render(samples[at]).encode()).hexdigest()[:16] for at in (0, -1)]


def _freeze():
    shared = Path(__file__).resolve().parents[2] / "shared" / "data"
    frozen = {name: {"sample": prompt_hashes(sample_task(name))} for name in SUITES}
    for name, (path, _) in REAL.items():
        frozen[name]["real"] = prompt_hashes(real_task(name, shared / path))
    FROZEN.write_text(json.dumps(frozen, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    _freeze()
