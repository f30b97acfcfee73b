"""Which file a `--data` flag names."""

from __future__ import annotations

import pytest

from evalution.benchmarks.arc import ARC_EASY
from evalution.benchmarks.gsm8k import GSM8K
from evalution.datasets.locate import load_items, parse_flags
from evalution.errors import EvalutionError

ROW = '{"question": "1 + 1?", "answer": "#### 2"}\n'
ARC = '{"id": "%s", "question": "Hot?", "choices": {"text": ["ice", "fire"], "label": ["1", "2"]}, "answerKey": "2"}\n'


def flags(*texts):
    return parse_flags(texts, ["gsm8k", "arc_easy"])


def test_a_folder_holds_splits(tmp_path):
    (tmp_path / "test.jsonl").write_text(ROW)
    (tmp_path / "train.jsonl").write_text(ROW * 2)
    loaded = load_items(GSM8K, "test", flags(f"gsm8k={tmp_path}"))
    assert (loaded.origin, len(loaded.items)) == ("test.jsonl", 1)
    assert len(load_items(GSM8K, "train", flags(f"gsm8k:train={tmp_path}")).items) == 2


def test_a_folder_of_several_subsets(tmp_path):
    for subset in ("ARC-Easy", "ARC-Challenge"):
        (tmp_path / f"{subset}_test.jsonl").write_text(ARC % subset)
    assert load_items(ARC_EASY, "test", flags(f"arc_easy={tmp_path}")).items[0].id == "ARC-Easy"


def test_a_folder_without_the_split(tmp_path):
    (tmp_path / "dev.jsonl").write_text(ROW)
    with pytest.raises(EvalutionError, match=r"expected one file named main_test or test, found dev\.jsonl"):
        load_items(GSM8K, "test", flags(f"gsm8k={tmp_path}"))


def test_a_subset_of_a_benchmark_without_any():
    with pytest.raises(EvalutionError, match=r"--data arc_easy\.hard: it has no subsets"):
        load_items(ARC_EASY, "test", flags("arc_easy.hard=x.jsonl"))


def test_rows_without_an_id_take_their_index(tmp_path):
    (tmp_path / "test.jsonl").write_text(ROW * 3)
    assert [item.id for item in load_items(GSM8K, "test", flags(f"gsm8k={tmp_path}")).items] == ["", "", ""]


@pytest.mark.parametrize(
    ("benchmark", "path", "count"),
    [
        (ARC_EASY, "data/arc/ARC-Easy_test.jsonl.gz", 2368),
        (GSM8K, "data/gsm8k/test.jsonl.gz", 1319),
    ],
    ids=["arc_easy", "gsm8k"],
)
def test_real_rows(shared, benchmark, path, count):
    assert len(load_items(benchmark, "test", flags(f"{benchmark.name}={shared(path)}")).items) == count
