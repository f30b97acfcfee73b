"""The generated suites over their real files: every row loads, every gold scores, prompts are as they were."""

from __future__ import annotations

import json
import re

import pytest

from evalution.prompt import render
from evalution.scorers.reference.drop import alternatives
from evalution.verdict import MetricKey
from stated import DATA, FROZEN, UNFENCED, judged, prompt_hashes, ready, stated


@pytest.fixture(params=DATA, scope="module")
def task(request, shared):
    flag, path, _ = DATA[request.param]
    return request.param, ready(flag.partition(".")[0], f"{flag}={shared(f'data/{path}')}")


def test_every_row_loads(task, shared):
    case, made = task
    listed = re.findall(rf"^\| {DATA[case][2]} \| (\d+) \|", shared("data/SOURCES.md").read_text("utf-8"), re.MULTILINE)
    assert len(made.indices) == sum(map(int, listed)) > 0
    if made.benchmark.name == case and case != "mmmlu":
        assert len(made.indices) == made.benchmark.size


def check_golds(made, every):
    checked = 0
    for sample, verdicts in judged(made, every):
        for key, verdict in verdicts.items():
            if key in UNFENCED:
                continue
            if "," in key and MetricKey.parse(key).reference == "allenai" and len(alternatives(sample.gold)[0]) > 1:
                continue  # the whole reply is one span to the owners: a gold of several cannot be stated
            assert verdict.value == 1.0, (sample.id, key, sample.gold, verdict)
            checked += 1
    assert checked > 0


def test_golds_score(task):
    check_golds(task[1], every=23)


@pytest.mark.slow
def test_every_gold_scores(task):
    check_golds(task[1], every=1)


def check_prompts(made, every):
    for number, sample in enumerate(made.samples()):
        if number % every == 0:
            assert stated(made.benchmark.name, sample) not in render(sample), sample.id


def test_no_prompt_holds_its_answer(task):
    check_prompts(task[1], every=23)


@pytest.mark.slow
def test_not_one_prompt_holds_its_answer(task):
    check_prompts(task[1], every=1)


def test_first_and_last_prompts_are_frozen(task):
    case, made = task
    assert prompt_hashes(made) == json.loads(FROZEN.read_text("utf-8"))[case]


def test_examples_in_mgsm_are_read(shared):
    data = shared("data/mgsm")
    made = ready("mgsm", f"mgsm={data}", f"mgsm:train={data}/train_exemplars.jsonl", fewshot=8, subset=("de", "ja"))
    assert made.trials == 500
    first, last = (render(sample) for sample in (next(made.samples()), list(made.samples())[-1]))
    assert first.count("Frage: ") == first.count("Schritt-für-Schritt-Antwort:") == 9
    assert first.count("\nAntwort: ") == 8
    assert last.count("問題：") == last.count("ステップごとの答え：") == 9


def test_examples_in_mmlu_share_the_subject(shared):
    data = shared("data/mmlu")
    made = ready("mmlu", f"mmlu={data}", f"mmlu:dev={data}", fewshot=5, subset=("stem.astronomy",))
    assert made.trials == 152
    dev = {item.question for item in made.pool if item.groups["subject"] == "astronomy"}
    for sample in made.samples():
        assert {shot.question for shot in sample.prompt.shots} == dev
    assert render(sample).count("\nAnswer: ") == 5


def test_examples_in_drop_are_drawn_by_the_sample(shared):
    dev, train = (shared(f"data/drop/{name}") for name in (DATA["drop"][1][5:], "allennlp_fixture.jsonl"))
    flags = (f"drop={dev}", f"drop:train={train}")
    made = ready("drop", *flags, fewshot=None, limit=60)
    assert made.spec.fewshot == 3
    drawn = [tuple(shot.question for shot in sample.prompt.shots) for sample in made.samples()]
    assert all(len(set(shots)) == 3 for shots in drawn)
    assert len(set(drawn)) > 30
    shuffled = ready("drop", *flags, fewshot=None, limit=60, order="shuffle:5")
    by_index = {sample.index: sample for sample in shuffled.samples()}
    assert all(by_index[sample.index] == sample for sample in made.samples())
