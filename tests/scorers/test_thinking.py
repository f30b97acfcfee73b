"""Thinking is blanked, never moved, and said to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers.thinking import may_think, set_aside

DONE, OPEN = "thinking set aside", "thinking set aside (never closed)"


@pytest.mark.parametrize(
    ("text", "left", "note"),
    [
        ("<think>5?</think>4", "4", DONE),
        ("<THINKING>5?</THINKING>4", "4", DONE),
        ("<reasoning>5?</reasoning>4", "4", DONE),
        ("<thought>5?</thought>4", "4", DONE),
        ("<seed:think>5?</seed:think>4", "4", DONE),
        ("◁think▷5?◁/think▷4", "4", DONE),
        ("[THINK]5?[/THINK]4", "4", DONE),
        ("<|START_THINKING|>5?<|END_THINKING|>4", "4", DONE),
        ("<|begin_of_thought|>5?<|end_of_thought|>4", "4", DONE),
        ("5? no</think>4", "4", DONE),
        ("<think>5?", "", OPEN),
        ("4 <think>5?", "4", OPEN),
        ("<think>a</think>3<think>b</think>4", "3" + " " * 16 + "4", DONE),
        ("<think>a <think> b</think>4", "4", DONE),
        ("<|channel|>analysis<|message|>5?<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>", "4", DONE),
        ("<|channel|>commentary to=functions.x<|message|>5?<|end|><|channel|>final<|message|>4", "4", DONE),
        ("<|channel|>analysis<|message|>5?", "", OPEN),
        ("analysis5? Hmm.assistantfinal4", "4", DONE),
        ("I think it is [reasoning] 4", "I think it is [reasoning] 4", None),
        ("if x <think then 4", "if x <think then 4", None),
        ("An analysis of 4", "An analysis of 4", None),
        ("<<2*2=4>>4", "<<2*2=4>>4", None),
        ("", "", None),
    ],
)
def test_what_is_left(text, left, note):
    visible = set_aside(text)
    assert (visible.text.strip(), visible.note) == (left, note)
    assert len(visible.text) == len(text)


PIECES = ("<think>", "</think>", "<|channel|>analysis<|message|>", "<|channel|>final<|message|>", "<|end|>", "4", " ")
PIECES += ("◁think▷", "◁/think▷", "analysis", "assistantfinal", "<", "[THINK]", "[/THINK]", "\n", "İ")


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=50))
def test_blanking_keeps_places_and_the_quick_look_is_right(text):
    visible = set_aside(text)
    assert len(visible.text) == len(text)
    assert all(left in (" ", was) for left, was in zip(visible.text, text, strict=True))
    assert (visible.note is None) == (visible.text == text)
    assert may_think(text) or visible.note is None
