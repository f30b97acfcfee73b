"""Collections: their names stand for their benchmarks, and their average is the owners'."""

from __future__ import annotations

import random

import pytest

import evalution
from evalution import registry
from evalution.benchmarks.collection import Score
from evalution.engines.scripted import Scripted
from evalution.request import Scored, request_key
from evalution.runs.averages import average
from evalution.statistics.estimate import Estimate


def answer(request):
    drawn = random.Random(request_key(request))
    return Scored(tuple(-9 * drawn.random() for _ in request.continuations), (2,) * len(request.continuations))


@pytest.mark.parametrize("name", registry.names("collections"))
def test_a_collection_runs_by_its_name_and_is_averaged(tmp_path, name):
    run = evalution.evaluate([name], Scripted(answer), out=tmp_path, bundled=True)
    collection = registry.load("collections", name)
    assert [task.benchmark for task in run.results.tasks] == list(collection.benchmarks)
    (found,) = run.results.averages
    values = {Score(t.benchmark, m.key): m.estimate.value for t in run.results.tasks for m in t.metrics}
    means = [sum(values[score] for score in task) / len(task) for task in collection.tasks]
    assert found.collection == name
    assert found.estimate.value == pytest.approx(sum(means) / len(means))
    assert found.estimate.low < found.estimate.value < found.estimate.high


def test_part_of_a_collection_has_no_average(tmp_path):
    run = evalution.evaluate(["glue_cola", "glue_rte"], Scripted(answer), out=tmp_path, bundled=True)
    assert run.results.averages == []


def test_a_task_without_a_value_leaves_the_average_without_one():
    glue = registry.load("collections", "glue")
    estimates = {score: Estimate(0.5, 0.4, 0.6, 0.05, n=10) for task in glue.tasks for score in task}
    assert average(glue, estimates).value == 0.5
    estimates[Score("glue_rte", "acc,ll")] = Estimate(None, n=10, unscored=10, incomplete=True)
    found = average(glue, estimates)
    assert (found.value, found.incomplete, found.unscored) == (None, True, 10)


def test_unknown_names_are_told_with_collections_among_the_nearest(tmp_path):
    with pytest.raises(evalution.EvalutionError, match="unknown benchmark 'supergleu'; nearest: superglue"):
        evalution.evaluate(["supergleu"], Scripted(answer), out=tmp_path)


def test_a_folder_holds_a_collections_data(tmp_path):
    (tmp_path / "cola_validation.jsonl").write_text('{"sentence": "He goes.", "label": 1, "idx": 0}\n')
    with pytest.raises(evalution.EvalutionError, match="sst2_validation"):
        evalution.evaluate(["glue"], Scripted(answer), out=tmp_path / "run", data={"glue": tmp_path})
