"""The Hub's side, with the libraries stood in for: what is loaded, and what is said when it cannot be."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from evalution.benchmarks.arc import ARC_EASY
from evalution.datasets.locate import load_items
from evalution.errors import EvalutionError

ROW = {"id": "q0", "question": "Hot?", "choices": {"text": ["ice", "fire"], "label": ["A", "B"]}, "answerKey": "B"}


@pytest.fixture
def hub(monkeypatch):
    calls = []

    def load_dataset(name, config, *, split, revision):
        calls.append((name, config, split, revision))
        return [ROW]

    class Api:
        def dataset_info(self, name, *, revision):
            calls.append((name, revision))
            return SimpleNamespace(sha="0123456789abcdef0123")

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load_dataset))
    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(HfApi=Api))
    return calls


def test_the_commit_is_resolved_and_then_loaded(hub):
    loaded = load_items(ARC_EASY, "test", [])
    assert hub == [
        ("allenai/ai2_arc", "main"),
        ("allenai/ai2_arc", "ARC-Easy", "test", "0123456789abcdef0123"),
    ]
    assert (loaded.origin, loaded.version) == ("allenai/ai2_arc", "0123456789ab")
    assert loaded.items[0].gold == "B"


def test_out_of_reach(hub, monkeypatch):
    def unreachable(self, name, *, revision):
        raise ConnectionError("no route\nto host")

    monkeypatch.setattr(sys.modules["huggingface_hub"].HfApi, "dataset_info", unreachable)
    with pytest.raises(EvalutionError) as caught:
        load_items(ARC_EASY, "test", [])
    assert "--data arc_easy:test=FILE" in str(caught.value)
    assert "no route" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_the_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(EvalutionError, match=r"extra `hub`.*--data arc_easy:test=FILE"):
        load_items(ARC_EASY, "test", [])
