"""The tokenizer, the join, and the chat template."""

from __future__ import annotations

import pytest

pytest.importorskip("tokenizers", reason="needs the extra `local`")

from hypothesis import given, settings
from hypothesis import strategies as st

from evalution.engines.gguf.reader import read_gguf
from evalution.engines.gguf.template import CHARACTERS, ChatTemplate, TemplateError
from evalution.engines.gguf.tokenizer import GgufTokenizer, join
from evalution.errors import EvalutionError
from evalution.request import Message

from .tiny_gguf import TEMPLATE, VOCABULARY, metadata, weights, write_gguf


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    return GgufTokenizer(read_gguf(write_gguf(tmp_path_factory.mktemp("t") / "m.gguf", metadata(), weights())))


def pieces(ids):
    return [VOCABULARY[i] for i in ids]


def test_digits_stand_alone_and_words_keep_their_space(tokenizer):
    assert pieces(tokenizer.encode("in the 12")) == ["in", "Ġthe", "Ġ", "1", "2"]
    assert pieces(tokenizer.encode("a  1")) == ["a", "Ġ", "Ġ", "1"]


def test_control_tokens_in_a_prompt_are_one_token_and_have_no_text(tokenizer):
    ids = tokenizer.encode("<|im_start|>the<|im_end|>")
    assert pieces(ids) == ["<|im_start|>", "the", "<|im_end|>"]
    assert tokenizer.decode(ids) == "the"


@given(st.text())
@settings(max_examples=200)
def test_text_comes_back(tokenizer, text):
    if "<|" not in text:
        assert tokenizer.decode(tokenizer.encode(text)) == text


@given(context=st.text(alphabet="the in1 ań<|>", max_size=12), continuation=st.text(alphabet="he tn1 ań", min_size=1))
@settings(max_examples=300)
def test_a_continuation_always_has_a_token_with_one_before_it(tokenizer, context, continuation):
    ids, start, resplit = join(tokenizer, context, continuation)
    assert 1 <= start < len(ids)
    whole = tokenizer.encode(context + continuation)
    assert tokenizer.decode(ids) == context + continuation
    if context and not resplit:
        assert ids == whole
        assert ids[:start] == tokenizer.encode(context)[:start]


def test_the_join_splits_at_the_last_common_token(tokenizer):
    ids, start, resplit = join(tokenizer, "on ", "the")
    assert (pieces(ids), start, resplit) == (["on", "Ġthe"], 1, False)


def test_a_context_that_melts_into_the_continuation_is_kept_and_flagged(tokenizer):
    ids, start, resplit = join(tokenizer, "t", "he")
    assert (pieces(ids), start, resplit) == (["t", "h", "e"], 1, True)


def test_an_empty_context_is_led_by_bos(tokenizer):
    ids, start, resplit = join(tokenizer, "", "the")
    assert (pieces(ids), start, resplit) == (["<|im_start|>", "the"], 1, False)


def test_an_empty_continuation_is_refused(tokenizer):
    with pytest.raises(ValueError, match="no tokens"):
        join(tokenizer, "the", "")


def test_tokenizers_that_are_not_known_are_refused(tmp_path):
    for changes, words in (
        ({"tokenizer__ggml__model": "llama"}, "byte-level BPE"),
        ({"tokenizer__ggml__pre": "deepseek"}, "'deepseek' is not known"),
    ):
        file = read_gguf(write_gguf(tmp_path / "m.gguf", metadata(**changes), weights()))
        with pytest.raises(EvalutionError, match=words):
            GgufTokenizer(file)


def test_without_the_tokenizers_package_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tokenizers", None)
    file = read_gguf(write_gguf(tmp_path / "m.gguf", metadata(), weights()))
    with pytest.raises(EvalutionError, match=r"evalution\[local\]"):
        GgufTokenizer(file)


def rendered(source, *contents):
    return ChatTemplate(source, {"eos_token": "</s>"}).render([Message("user", text) for text in contents])


def test_a_template_renders_to_the_assistants_turn():
    assert rendered(TEMPLATE, "{{ 7 * 7 }}").endswith("{{ 7 * 7 }}<|im_end|>\n<|im_start|>assistant\n")
    assert rendered("{% for m in messages %}{{ loop.index }}{{ m.content }}{{ eos_token }}{% endfor %}", "a", "b") == (
        "1a</s>2b</s>"
    )
    assert rendered("{% set ns = namespace(n=1) %}{% for m in messages[1:] %}{% set ns.n = ns.n + 1 %}{% endfor %}"
                    "{{ 'n=' ~ ns.n }}", "a", "b", "c") == "n=3"  # fmt: skip


HOSTILE = {
    "attributes": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "mutation": "{{ messages.append(1) }}",
    "loops": "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}",
    "output": "{% for a in range(90000) %}{{ 'x' * 1000 }}{% endfor %}",
    "product": "{{ 'x' * 10**12 }}",
    "repeat": "{{ 'x' * 999999999999 }}",
    "doubling": "{% set n = namespace(x='x') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
    "adding": "{% set n = namespace(x='x') %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}{{ n.x }}",
    "lists": "{% set n = namespace(x=[1]) %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}",
    "numbers": "{% set n = namespace(x=9) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}",
    "format": "{{ '%999999999d' % 1 }}",
    "recursion": "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
    "refusal": "{{ raise_exception('no system\nrole') }}",
    "undefined": "{{ nothing.at.all }}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_template_fails_in_one_line(source):
    with pytest.raises(TemplateError) as error:
        rendered(source, "hello")
    assert "\n" not in str(error.value)


def test_a_template_that_is_no_template_is_refused():
    with pytest.raises(EvalutionError, match="cannot be read"):
        ChatTemplate("{% for %}", {})


def test_the_bounds_leave_room_for_long_conversations():
    assert len(rendered(TEMPLATE, *["x" * 1000] * 1000)) < CHARACTERS
