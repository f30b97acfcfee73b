"""Laws of all log-likelihood suites, over their bundled samples and over real rows where they are at hand."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from evalution import registry
from evalution.datasets.files import read_rows
from evalution.engines.scripted import Scripted
from evalution.errors import BadInput, EvalutionError
from evalution.prompt import answer_prefix, render
from evalution.runs.evaluate import evaluate
from evalution.runs.options import Options
from evalution.runs.task import prepare
from evalution.scorers.label_permutations import LabelPermutations
from evalution.verdict import Status
from ll_suites import (
    FROZEN,
    NO_PERMUTATIONS,
    REAL,
    SUITES,
    golds,
    judged,
    knowing,
    lettered,
    prompt_hashes,
    real_task,
    sample_task,
)

frozen = json.loads(FROZEN.read_text("utf-8"))


def assert_right(record, metrics):
    for _, metric in metrics:
        verdict = record.verdicts[metric.reads]
        assert verdict.value == pytest.approx(1.0), metric.key
        assert verdict.status in (Status.CORRECT, Status.PARTIAL)


def assert_no_answer_line(sample):
    prompt = render(sample)
    last = prompt.rpartition("\n")[2]
    for answer in golds(sample):
        assert last + answer_prefix(prompt) + answer not in prompt


@pytest.mark.parametrize("name", SUITES)
def test_a_model_that_knows_is_right_about_every_sample(name, tmp_path):
    task = sample_task(name)
    answers = {r: knowing(s, r) for s in task.samples() for scorer in task.scorers for r in scorer.ask(s, {})}
    run = evaluate([name], Scripted(answers.__getitem__), out=tmp_path, bundled=True)
    (result,) = run.results.tasks
    assert result.headline in [metric.key for metric in result.metrics]
    for metric in result.metrics:
        assert metric.estimate.value == pytest.approx(1.0), metric.key
        assert metric.estimate.unscored == 0
    assert 4 <= len({sample.id for sample in task.samples()}) == result.trials


@pytest.mark.parametrize("name", SUITES)
def test_a_model_that_errs_is_wrong(name):
    def erring(sample, request):
        scored = knowing(sample, request)
        return type(scored)(tuple(-1000.0 - x if x > -900 else 0.0 for x in scored.logprobs), scored.tokens)

    task = sample_task(name)
    for sample in task.samples():
        record = judged(sample, task.scorers, erring)
        for scorer, metric in task.metrics:
            verdict = record.verdicts[metric.reads]
            assert verdict.value < 1.0, (scorer.name, metric.key)
            assert verdict.status in (Status.INCORRECT, Status.PARTIAL)


@pytest.mark.parametrize("name", REAL)
def test_real_rows_load_and_prompts_are_frozen(name, shared):
    """After a change that is meant: `python tests/ll_suites.py`."""
    path, count = REAL[name]
    task = real_task(name, shared(f"data/{path}"))
    assert len(task.items) == task.trials == count
    assert prompt_hashes(task) == frozen[name]["real"]


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (REAL[n][1] > 10_000)) for n in REAL])
def test_every_real_gold_is_right(name, shared):
    task = real_task(name, shared(f"data/{REAL[name][0]}"))
    for sample in task.samples():
        assert_no_answer_line(sample)
        assert_right(judged(sample, task.scorers), task.metrics)


@pytest.mark.parametrize("name", SUITES)
def test_samples_prompts_are_frozen(name):
    """After a change that is meant: `python tests/ll_suites.py`."""
    for sample in sample_task(name, fewshot=0).samples():
        assert_no_answer_line(sample)
    assert prompt_hashes(sample_task(name)) == frozen[name]["sample"]


@pytest.mark.parametrize("name", SUITES)
def test_label_permutations(name):
    if name in NO_PERMUTATIONS:
        with pytest.raises(EvalutionError, match=f"of which one is right, {NO_PERMUTATIONS[name]}"):
            sample_task(name, label_permutations=0.5)
        return
    task = sample_task(name, label_permutations=0.5)
    scorer = LabelPermutations(0.5)
    assert scorer in task.scorers
    for sample in task.samples():
        answers = lettered(sample, scorer)
        assert set(scorer.ask(sample, {})) == set(answers)
        assert scorer.verdict(sample, answers)[scorer.key].status is Status.CORRECT
        assert all(render(sample, order).endswith("Answer:") for order in scorer.orders(len(sample.choices)))


def test_label_permutations_need_options():
    able = {"model": frozenset({"generate", "loglikelihood"})}
    with pytest.raises(EvalutionError, match=r"gsm8k: --label-permutations: expected options .* found none"):
        prepare("gsm8k", Options(bundled=True, label_permutations=0.5), [], able)


@pytest.mark.parametrize("name", SUITES)
def test_a_bad_field_is_named(name):
    """Whatever stands in a field, the row is an item or a complaint about a field; without the field too."""
    benchmark = registry.load("benchmarks", name)
    row = next(read_rows(files("evalution.benchmarks") / "samples" / benchmark.sample))
    refused = set()
    for field in row:
        others = {key: value for key, value in row.items() if key != field}
        for bad in (others, *({**row, field: value} for value in (None, "", "?", -1, 99, 1.5, [], ["x"], {}, True))):
            try:
                benchmark.item(bad)
            except BadInput as error:
                assert error.expected and error.found
                refused.add(error.field)
    assert len(refused - {None}) >= 2, refused


@pytest.mark.parametrize("name", [n for n in SUITES if registry.load("benchmarks", n).source.train])
def test_solved_examples_end_in_their_answer(name):
    task = sample_task(name, fewshot=1)
    sample = next(task.samples())
    (shot,) = sample.prompt.shots
    assert shot.question != sample.prompt.question
    assert render(sample).endswith(render(next(sample_task(name, fewshot=0).samples())))
    record = judged(sample, task.scorers)
    assert_right(record, task.metrics)


def test_tasks_with_words_of_their_own_differ_in_their_signatures():
    """Entailment is asked in the same words wherever the classes are the same, and in the same order."""
    names = [name for name in SUITES if name.startswith(("glue_", "superglue_")) and name != "superglue_record"]
    by_form = {}
    for name in names:
        by_form.setdefault(sample_task(name).spec.form, []).append(name)
    alike = [group for group in by_form.values() if len(group) > 1]
    assert alike == [["glue_mnli_matched", "glue_mnli_mismatched"]]


@pytest.mark.parametrize("limit", [1, 7, 20, 100])
def test_a_limit_keeps_whole_questions(limit, shared):
    task = real_task("superglue_multirc", shared("data/superglue/multirc_validation.jsonl.gz"), limit=limit)
    kept = {task.items[index].groups["question"] for index in task.indices}
    whole = [i for i, item in enumerate(task.items) if item.groups["question"] in kept]
    assert sorted(task.indices) == whole
    assert limit <= len(whole) < limit + 15


NLI = {"entailment": "true", "neutral": "undecided", "contradiction": "false"}
ENTAILED = {"entailment": "yes", "not_entailment": "no"}
BOOLEAN = {"False": "no", "True": "yes"}


@pytest.mark.parametrize(
    ("name", "classes"),
    {
        "glue_cola": {"unacceptable": "no", "acceptable": "yes"},
        "glue_sst2": {"negative": "negative", "positive": "positive"},
        "glue_mrpc": {"not_equivalent": "no", "equivalent": "yes"},
        "glue_qqp": {"not_duplicate": "no", "duplicate": "yes"},
        "glue_mnli_matched": NLI,
        "glue_mnli_mismatched": NLI,
        "glue_qnli": ENTAILED,
        "glue_rte": ENTAILED,
        "glue_wnli": {"not_entailment": "no", "entailment": "yes"},
        "superglue_boolq": BOOLEAN,
        "superglue_cb": {"entailment": "true", "contradiction": "false", "neutral": "undecided"},
        "superglue_multirc": BOOLEAN,
        "superglue_rte": ENTAILED,
        "superglue_wic": BOOLEAN,
        "superglue_wsc": BOOLEAN,
    }.items(),
)
def test_a_class_means_what_its_owners_say(name, classes):
    """In the order of the data's numbers, from 0, as the data cards of nyu-mll/glue and aps/super_glue have them."""
    benchmark = registry.load("benchmarks", name)
    row = next(read_rows(files("evalution.benchmarks") / "samples" / benchmark.sample))
    for number, (owners, word) in enumerate(classes.items()):
        assert benchmark.item({**row, "label": number}).answer == word
        assert benchmark.item({**row, "label": owners}).answer == word
