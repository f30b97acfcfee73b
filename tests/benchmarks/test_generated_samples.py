"""Every generated suite end to end on its bundled sample, and what some of them alone do."""

from __future__ import annotations

import msgspec
import pytest

import evalution
from evalution.benchmarks.languages import ANSWER_WORDS, letter_instruction, number_instruction
from evalution.benchmarks.mmlu_subjects import CATEGORY
from evalution.engines.scripted import Scripted
from evalution.prompt import render
from evalution.registry import load
from evalution.request import Generated
from served import GRADER, SANDBOX
from stated import BEST, GENERATED, UNFENCED, judged, ready, stated


def perfect(name):
    """An engine that knows the sample's golds."""
    task = ready(name, fewshot=None)
    replies = {(render(sample), sample.repeat): stated(name, sample) for sample in task.samples()}

    def answer(request):
        return Generated("Let me see.\n" + replies[request.prompt, request.repeat])

    return Scripted(answer, capabilities=frozenset({"generate"})), task


@pytest.mark.parametrize("name", GENERATED)
def test_a_model_that_knows_scores_one(tmp_path, name):
    engine, task = perfect(name)
    run = evalution.evaluate([name], engine, grader=GRADER, sandbox=SANDBOX, out=tmp_path, bundled=True)
    (result,) = run.results.tasks
    values = {metric.key: metric for metric in result.metrics}
    assert result.left_out == []
    assert result.trials == task.trials >= 4
    headline = values[result.headline]
    assert headline.estimate.value == 1.0
    assert headline.estimate.unscored == 0
    assert set(headline.groups) == set(task.benchmark.strata)
    for key, metric in values.items():
        if "allenai" not in key and key not in UNFENCED:  # there "Let me see." is part of the answer
            assert metric.estimate.value == BEST.get(key, 1.0), key


@pytest.mark.parametrize("name", GENERATED)
def test_a_model_that_says_nothing_has_no_answer(tmp_path, name):
    silent = Scripted(lambda request: Generated(""))
    run = evalution.evaluate([name], silent, grader=UNASKED, sandbox=SANDBOX, out=tmp_path, bundled=True)
    otherwise = {"is_not_attempted,judge": 1.0, "calibration_error,judge": None}
    for metric in run.results.tasks[0].metrics:
        if metric.key != "em,choice_label@mmlu_pro":  # which guesses
            assert metric.estimate.value == otherwise.get(metric.key, 0.0)
        owners_program = ",exec@" in metric.key  # which is the prompt alone
        assert metric.statuses == {"incorrect" if owners_program else "no_answer": metric.estimate.n}


def asked(request):
    raise AssertionError("nothing to judge, yet a grader was asked")


UNASKED = Scripted(asked, "unasked")


@pytest.mark.parametrize("name", GENERATED)
def test_golds_of_the_sample_score_bare(name):
    for sample, verdicts in judged(ready(name)):
        for key, verdict in verdicts.items():
            if "\n" not in str(sample.gold) and key not in UNFENCED:
                assert verdict.value == 1.0, (sample.id, key)


@pytest.mark.parametrize("name", GENERATED)
def test_declarations_are_whole(name):
    benchmark = load("benchmarks", name)
    assert benchmark.name == name
    assert benchmark.size > 0
    assert benchmark.citation and benchmark.licence
    assert benchmark.repeats == 1 or benchmark.sampling.temperature > 0
    assert set(benchmark.strata) | set(benchmark.clusters) <= set(ready(name).items[0].groups)


@pytest.mark.parametrize("name", GENERATED)
def test_the_answer_line_is_asked_for_and_not_given(name):
    for sample in ready(name).samples():
        prompt = render(sample)
        assert stated(name, sample) not in prompt
        if sample.language:
            assert f"{ANSWER_WORDS[sample.language]}:" in prompt or name == "mmlu_pro"


def test_instructions_differ_from_language_to_language():
    numbers = {number_instruction(language) for language in load("benchmarks", "mgsm").source.subsets}
    letters = {letter_instruction(language) for language in load("benchmarks", "mmmlu").forms}
    assert (len(numbers), len(letters)) == (11, 14)
    assert all("{" not in text for text in numbers | letters)


def test_gpqa_is_asked_in_an_order_of_its_own_each_time():
    made = ready("gpqa_diamond")
    samples = list(made.samples())
    assert [sample.repeat for sample in samples[:4]] == [0, 1, 2, 3]
    assert len({sample.order for sample in samples}) > 8
    for sample in samples:
        assert sorted(sample.order) == [0, 1, 2, 3]
        right = sample.choices[sample.order.index(0)]
        assert right == made.items[sample.index].choices[0]
        assert f"\n{sample.labels[sample.order.index(0)]}. {right}" in render(sample)
    assert samples == list(ready("gpqa_diamond").samples())
    assert samples != list(ready("gpqa_diamond", seed=1).samples())
    shown = [sample.order.index(0) for seed in range(40) for sample in ready("gpqa_diamond", seed=seed).samples()]
    assert all(150 < shown.count(place) < 250 for place in range(4))


def test_gpqa_votes_on_the_original_option(tmp_path):
    """A model that always says A picks another option in every order; its records name the option, not the letter."""
    run = evalution.evaluate(["gpqa_main"], Scripted(lambda r: Generated("Answer: A")), out=tmp_path, bundled=True)
    for record in run.records():
        verdict = record.verdicts["em,choice_label"]
        assert verdict.answer == "ABCD"[record.order[0]]
        assert verdict.value == (record.order[0] == 0)


def test_mmlu_has_57_subjects_in_four_categories():
    assert len(CATEGORY) == 57
    assert {category: list(CATEGORY.values()).count(category) for category in CATEGORY.values()} == {
        "stem": 18,
        "humanities": 13,
        "social_sciences": 12,
        "other": 14,
    }


@pytest.mark.parametrize(("name", "subset", "count"), [
    ("mmlu", ("stem",), 3),
    ("mmlu", ("stem.elementary_mathematics", "nutrition"), 3),
    ("mgsm", ("latin",), 5),
    ("mgsm", ("non_latin.ja", "de"), 2),
    ("mmmlu", ("AR_XY",), 1),
    ("mmmlu", ("stem",), 9),
    ("mmlu_pro", ("computer_science",), 1),
    ("math", ("algebra.2", "geometry"), 2),
    ("gpqa_main", ("physics",), 8),
])  # fmt: skip
def test_subsets(name, subset, count):
    assert ready(name, subset=subset).trials == count


@pytest.mark.parametrize("name", ["gpqa_main", "mmlu", "mmlu_pro", "mmmlu"])
def test_label_permutations_work_where_there_are_options(name):
    made = prepared(name, label_permutations=0.25)
    assert "acc,label_perm:0.25" in [metric.key for _, metric in made.metrics]
    sample = next(made.samples())
    assert render(sample, sample.order).endswith("Answer:")


@pytest.mark.parametrize("name", ["aime_2024", "drop", "math", "mgsm"])
def test_label_permutations_are_refused_where_there_are_none(name):
    with pytest.raises(evalution.EvalutionError, match="label-permutations"):
        prepared(name, label_permutations=0.25)


def prepared(name, **options):
    from evalution.runs.options import Options
    from evalution.runs.task import prepare

    able = {"model": frozenset({"generate", "loglikelihood"})}
    return prepare(name, msgspec.convert({"bundled": True, **options}, Options), (), able)


def test_worked_examples_of_mmlu_pro_end_in_the_sentence_asked_for():
    made = ready("mmlu_pro", fewshot=1, subset=("math",))
    first, second = (render(sample) for sample in made.samples())
    assert "\nThe angles" not in first and first.count("The answer is (D).") == 1
    assert "65. The answer is (C).\n\nQuestion: " in second
