"""A prompt of the user's own: over the sample, in the sandbox, in the signature."""

from __future__ import annotations

import pytest

import evalution
from evalution.engines.scripted import Scripted
from evalution.request import Loglikelihood, Scored

TEMPLATE = """{% for shot in shots %}{{ shot.question }} => {{ shot.answer }}
{% endfor %}{{ question }}
{% for option in options %}({{ option.label }}) {{ option.text }}
{% endfor %}=>"""


def evaluate(tmp_path, text, **options):
    asked = []

    def answer(request):
        asked.append(request)
        assert isinstance(request, Loglikelihood)
        return Scored(tuple(-1.0 - n for n in range(len(request.continuations))), (1,) * len(request.continuations))

    tmp_path.mkdir(exist_ok=True)
    path = tmp_path / "prompt.txt"
    path.write_text(text)
    run = evalution.evaluate(
        ["arc_easy"], Scripted(answer), out=tmp_path / "run", bundled=True, prompt=str(path), limit=2, **options
    )
    return run, asked


def test_the_prompt_is_the_users(tmp_path):
    _, asked = evaluate(tmp_path, TEMPLATE, fewshot=1)
    assert asked[1].context == (
        "What do plants take in from the air to make their food? => carbon dioxide\n"
        "Which of these is a source of light?\n=>"
    )


def test_lettered_orders_are_rendered_too(tmp_path):
    _, asked = evaluate(tmp_path, TEMPLATE, label_permutations=0.25)
    lettered = [request.context for request in asked if "(A)" in request.context]
    assert len(set(lettered)) == 12
    assert all(context.count("carbon dioxide") == 1 for context in lettered[:6])


def test_a_chat_gets_it_as_the_users_turn(tmp_path):
    _, asked = evaluate(tmp_path, "{{ question }}", chat=True, system="Be brief.")
    assert [(m.role, m.content) for m in asked[1].context] == [
        ("system", "Be brief."),
        ("user", "Which of these is a source of light?"),
    ]


def test_other_words_are_another_signature(tmp_path):
    (one, _), (other, _) = evaluate(tmp_path / "a", "{{ question }}"), evaluate(tmp_path / "b", "Q {{ question }}")
    assert one.results.tasks[0].metrics[0].signature != other.results.tasks[0].metrics[0].signature


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ qestion }}", "'qestion' is undefined"),
        ("{% for x in %}", "line 1"),
        ("{{ ''.__class__.__mro__ }}", "access to attribute"),
    ],
)
def test_a_faulty_template_is_told_before_anything_is_asked(tmp_path, text, message):
    with pytest.raises(evalution.EvalutionError, match=message) as caught:
        evaluate(tmp_path, text)
    assert "--prompt" in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_a_missing_file(tmp_path):
    with pytest.raises(evalution.EvalutionError, match="expected a template"):
        evalution.evaluate(["arc_easy"], Scripted(None), out=tmp_path, bundled=True, prompt="nowhere.txt")
