"""Runs as a user has them: extending, reusing, scoring again, looking at one sample."""

from __future__ import annotations

import json
import random

import pytest

import evalution
from evalution.engines.scripted import Scripted
from evalution.reports.document import print_document
from evalution.reports.table import print_results
from evalution.reports.terminal import console
from evalution.request import Failure, Generated, Loglikelihood, Scored, request_key


def reply(request):
    drawn = random.Random(request_key(request))
    if isinstance(request, Loglikelihood):
        return Scored(tuple(-9 * drawn.random() for _ in request.continuations), (3,) * len(request.continuations))
    return Generated(f"It is {drawn.randrange(30)}.\n#### {drawn.randrange(30)}")


class Counting(Scripted):
    def __init__(self, answer=reply, name="counting"):
        super().__init__(answer, name)
        self.asked = 0

    def run(self, requests):
        for pair in super().run(requests):
            self.asked += 1
            yield pair


def evaluate(out, engine=None, benchmarks=("arc_easy",), **options):
    return evalution.evaluate(benchmarks, engine or Counting(), out=out, bundled=True, **options)


def test_a_raised_limit_extends(tmp_path):
    first, second = Counting(), Counting()
    evaluate(tmp_path / "a", first, limit=10)
    run = evaluate(tmp_path / "a", second, limit=15)
    assert (first.asked, second.asked) == (10, 5)
    assert len(list(run.records())) == 15
    assert run.results == evaluate(tmp_path / "b", limit=15).results


def test_a_lowered_limit_is_refused(tmp_path):
    evaluate(tmp_path, limit=10)
    with pytest.raises(evalution.EvalutionError, match="limit: 10 → 5"):
        evaluate(tmp_path, limit=5)


def test_another_benchmark_joins(tmp_path):
    evaluate(tmp_path)
    second = Counting()
    run = evaluate(tmp_path, second, ["gsm8k"], limit=4)
    assert second.asked == 4
    assert [task.benchmark for task in run.results.tasks] == ["arc_easy", "gsm8k"]
    assert [task.trials for task in run.results.tasks] == [24, 4]


def test_label_permutations_join(tmp_path):
    evaluate(tmp_path)
    second = Counting()
    run = evaluate(tmp_path, second, label_permutations=0.25)
    assert second.asked == 24 * 6
    assert "acc,label_perm:0.25" in [metric.key for metric in run.results.tasks[0].metrics]


@pytest.mark.parametrize("options", [{"seed": 1}, {"fewshot": 2}, {"system": "Be brief."}, {"chat": True}])
def test_other_settings_are_refused_by_name(tmp_path, options):
    evaluate(tmp_path)
    name = next(iter(options))
    with pytest.raises(evalution.EvalutionError, match=f"arc_easy: {name}: "):
        evaluate(tmp_path, **options)


def test_how_text_is_generated_matters_only_where_it_is(tmp_path):
    evaluate(tmp_path / "scored", max_tokens=48)
    evaluate(tmp_path / "scored", label_permutations=0.25)
    evaluate(tmp_path / "generated", benchmarks=["gsm8k"], limit=2)
    with pytest.raises(evalution.EvalutionError, match="gsm8k: sampling: "):
        evaluate(tmp_path / "generated", benchmarks=["gsm8k"], limit=2, stop=("x",))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "--limit: expected 1 or more, found 0"),
        ({"repeats": 0}, "--repeats: expected 1 or more, found 0"),
        ({"max_tokens": 0}, "--max-tokens: expected 1 or more, found 0"),
        ({"temperature": -1.0}, "--temperature: expected 0 or more, found -1"),
        ({"top_p": 0.0}, "--top-p: expected above 0, up to 1, found 0"),
        ({"data": {"gsm8k": "x.jsonl"}}, "--sample and --data give its rows twice"),
        ({"data": {"gsm8k:tset": "x.jsonl"}}, "unknown split 'tset'; nearest: test"),
    ],
)
def test_a_flag_out_of_range_is_named(tmp_path, options, message):
    with pytest.raises(evalution.EvalutionError, match=message):
        evaluate(tmp_path, benchmarks="gsm8k", **options)


def test_unscored_samples_say_why(tmp_path):
    run = evaluate(tmp_path, Counting(lambda r: Failure("down")), limit=3)
    (task,) = run.results.tasks
    assert task.notes == ["3 unscored; the first is sample-0: down"]
    assert task.incomplete


def test_another_model_is_refused(tmp_path):
    evaluate(tmp_path)
    with pytest.raises(evalution.EvalutionError, match=r"model: counting .* → other"):
        evaluate(tmp_path, Counting(name="other"))


def test_order_changes_no_result(tmp_path):
    results = [evaluate(tmp_path / order, order=order).results for order in ("native", "shuffle", "length:desc")]
    assert results[0] == results[1] == results[2]


def test_reuse_takes_the_answers_of_another_run(tmp_path):
    first = evaluate(tmp_path / "a", limit=10)
    engine = Counting()
    second = evaluate(tmp_path / "b", engine, limit=15, reuse=[tmp_path / "a"])
    assert engine.asked == 5
    assert evaluate(tmp_path / "c", limit=15).results == second.results
    assert first.results != second.results


def test_reuse_never_takes_another_models_answers(tmp_path):
    evaluate(tmp_path / "a")
    engine = Counting(name="other")
    evaluate(tmp_path / "b", engine, reuse=[tmp_path / "a"])
    assert engine.asked == 24


def test_rescore_gives_the_same_numbers_without_a_model(tmp_path):
    run = evaluate(tmp_path, benchmarks=["arc_easy", "gsm8k"], label_permutations=None or 0.0)
    before = run.results
    again, missing = evalution.rescore(tmp_path)
    assert missing == {}
    assert again.results == before


def test_rescore_judges_anew(tmp_path, monkeypatch):
    """A scorer that says otherwise than it did is heard, and its records are kept."""
    from evalution.scorers import exam, multiple_choice

    before = evaluate(tmp_path).results
    wrong = evalution.Verdict(evalution.Status.INCORRECT, 0.0)
    monkeypatch.setattr(exam.Exam, "verdict", lambda self, sample, responses: {"acc,exam": wrong})
    run, _ = evalution.rescore(tmp_path)
    values = {m.key: m.estimate.value for m in run.results.tasks[0].metrics}
    assert values["acc,exam"] == 0.0
    assert {r.verdicts["acc,exam"].value for r in run.records()} == {0.0}
    assert values["acc,ll"] == {m.key: m.estimate.value for m in before.tasks[0].metrics}["acc,ll"]
    assert multiple_choice.MULTIPLE_CHOICE.version == 1


def test_rescore_lists_what_the_journal_lacks(tmp_path):
    engine = Counting(lambda r: Failure("down") if request_key(r) < "8" else reply(r))
    evaluate(tmp_path, engine)
    run, missing = evalution.rescore(tmp_path)
    failed = sum(r.verdicts["acc,ll"].status is evalution.Status.UNSCORED for r in run.records())
    assert missing == {"model": failed}
    assert 0 < failed < 24


def test_unscored_shows_floor_and_ceiling_and_completes_later(tmp_path):
    run = evaluate(tmp_path / "a", Counting(lambda r: Failure("down") if request_key(r) < "8" else reply(r)))
    estimate = run.results.tasks[0].metrics[0].estimate
    assert estimate.unscored and estimate.floor < estimate.value < estimate.ceiling
    assert run.unanswered() == {"down": estimate.unscored}
    engine = Counting()
    run = evaluate(tmp_path / "a", engine)
    assert engine.asked == estimate.unscored
    assert run.results == evaluate(tmp_path / "b").results
    assert run.unanswered() == {}


def test_the_default_folder_is_the_same_for_the_same_call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = evaluate(None)
    engine = Counting()
    assert evaluate(None, engine).folder == first.folder
    assert engine.asked == 0
    assert evaluate(None, seed=2).folder != first.folder


def test_results_hold_no_times_and_sign_every_number(tmp_path):
    run = evaluate(tmp_path, limit=12)
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["schema"] == 1
    signature = run.results.tasks[0].metrics[0].signature
    for part in ("acc,exam|v:1", "data:arc_easy/test@", "|n:12|", "limit:12", "shots:0", "chat:0", "k:1"):
        assert part in signature


def test_show_one_sample_escapes_what_models_say(tmp_path, capsys):
    text = "\x1b[2J[bold]so[/bold]\u202e #### 9"
    run = evaluate(tmp_path, Counting(lambda r: Generated(text)), ["gsm8k"], limit=3)
    for document in run.documents("0"):
        print_document(document, console())
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\\x1b[2J[bold]so[/bold]\\u202e #### ⟦9⟧" in out
    assert "acc,num: correct 1; answer '9' by rule hash" in out
    assert "gold: 9" in out


def test_the_table_hides_references_until_asked(tmp_path, capsys):
    run = evaluate(tmp_path, benchmarks=["gsm8k"])
    print_results(run.results, console())
    assert "acc,num@gsm8k" not in capsys.readouterr().out
    print_results(run.results, console(), reference=True)
    out = capsys.readouterr().out
    assert "acc,num@gsm8k" in out
    assert "acc,num@gsm8k_platinum" in out


def test_fewshot_shows_solved_examples_but_never_the_question(tmp_path):
    prompts = []

    def answer(request):
        prompts.append(request.context)
        return reply(request)

    evaluate(tmp_path, Counting(answer), fewshot=2, limit=3)
    for number, prompt in enumerate(prompts):
        own = prompt.rpartition("Question: ")[2]
        assert prompt.count("Question: ") == 3, number
        assert prompt.count(own.removesuffix("\nAnswer:")) == 1
    assert "Answer: carbon dioxide\n\n" in prompts[1]


def test_unknown_options_are_named(tmp_path):
    with pytest.raises(evalution.EvalutionError, match="unknown option 'limits'; nearest: limit"):
        evaluate(tmp_path, limits=3)
    with pytest.raises(evalution.EvalutionError, match="limit"):
        evaluate(tmp_path, limit="many")


def test_the_signature_says_how_many_orders_were_asked(tmp_path):
    run = evaluate(tmp_path / "a", label_permutations=0.5)
    assert "|perms:12/12|" in run.results.tasks[0].metrics[-1].signature
    run = evaluate(tmp_path / "b", label_permutations=1.0, label_permutations_limit=10)
    assert "|perms:8/24|" in run.results.tasks[0].metrics[-1].signature
    assert run.results.tasks[0].metrics[-1].estimate.note == "8 of 24 orders asked"


def test_a_strict_limit_is_checked_before_the_first_request(tmp_path):
    engine = Counting()
    with pytest.raises(evalution.EvalutionError, match="asks for 24, the limit is 10"):
        evaluate(tmp_path, engine, label_permutations=1.0, label_permutations_limit=10, label_permutations_strict=True)
    assert engine.asked == 0


def test_an_engine_that_answers_twice_is_told(tmp_path):
    class Twice(Counting):
        def run(self, requests):
            for pair in super().run(requests):
                yield pair
                yield pair

    with pytest.raises(evalution.EvalutionError, match="answered a request it was not given, or one twice"):
        evaluate(tmp_path, Twice())


def test_golds_that_cannot_be_read_are_told_before_the_run(tmp_path):
    """They are listed and left unscored; nothing else is lost by them."""
    said = []

    class Watcher:
        def begin(self, task, done): ...
        def record(self, record): ...
        def end(self): ...
        def warn(self, message):
            said.append(message)

    rows = [{"problem": "1+1?", "solution": r"\boxed{2}"}, {"problem": "1/2?", "solution": r"\boxed{\frac{1}{}}"}]
    path = tmp_path / "math.jsonl"
    path.write_text("".join(json.dumps({**row, "level": "Level 1", "type": "Algebra"}) + "\n" for row in rows))
    run = evalution.evaluate(
        ["math"],
        Counting(lambda r: Generated(r"\boxed{2}")),
        out=tmp_path / "run",
        data={"math": path},
        fewshot=0,
        progress=Watcher(),
    )
    assert len(said) == 1
    assert said[0].startswith("math: row 1: math: ")
    estimate = run.results.tasks[0].metrics[0].estimate
    assert (estimate.value, estimate.unscored) == (1.0, 1)


def test_samplers_choose_the_examples(tmp_path):
    prompts = {}
    for sampler in ("first", "balanced", "seeded"):
        asked = []
        evaluate(
            tmp_path / sampler,
            Counting(lambda r, asked=asked: asked.append(r.context) or reply(r)),
            fewshot=4,
            sampler=sampler,
            limit=3,
        )
        prompts[sampler] = asked
    assert prompts["first"] != prompts["seeded"]
    with pytest.raises(evalution.EvalutionError, match="unknown sampler 'frist'; nearest: first"):
        evaluate(tmp_path, fewshot=1, sampler="frist")
