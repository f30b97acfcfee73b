"""Files scored: fields, summaries, rows out, bad input, processes, memory."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys

import pytest

from evalution.errors import BadInput, EvalutionError
from evalution.interop import score_chunk
from evalution.interop.score_file import score_file
from evalution.sample import Reduced
from evalution.statistics.estimate import Design
from evalution.statistics.means import mean_estimate
from evalution.verdict import Status

ROWS = [
    {"id": 0, "out": "#### 4", "gold": 4, "other": [1]},
    {"id": 1, "out": "The answer is 5.", "gold": "5", "other": None},
    {"id": 2, "out": "I cannot say.", "gold": "6", "other": {"a": 1}},
    {"id": 3, "out": "It is 7 or 8.", "gold": "7", "other": True},
    {"id": 4, "out": "#### 9", "gold": "nine", "other": "=SUM(A1)"},
    {"id": 5, "out": None, "gold": "9", "other": "-3"},
    {"id": 6, "out": "#### -10", "gold": None, "other": "@x\u00e9\ud800"},
    {"id": 7, "out": "#### 12", "gold": ["11", "12"], "other": 1.5},
]
FIELDS = {"response": "out", "gold": "gold"}


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(lines(ROWS))
    return path


def metric(result, key):
    return next(m for m in result.metrics if m.key == key)


def test_numbers_counts_and_bounds(file):
    num = metric(score_file(file, ["num"], **FIELDS), "acc,num")
    e = num.estimate
    assert num.statuses == {"ambiguous": 1, "correct": 3, "no_answer": 1, "unscored": 3}
    assert num.rules == {"hash": 2, "last_number": 1, "marker:answer": 1}
    assert (e.n, e.unscored, e.no_answer, e.ambiguous) == (8, 3, 1, 1)
    assert (e.value, e.floor, e.ceiling) == (3 / 5, 3 / 8, 6 / 8)
    assert e.low < 0.6 < e.high and e.method == "wilson"
    assert num.signature.startswith("acc,num|v:") and "|data:rows.jsonl@" in num.signature


def test_the_first_row_without_a_score_is_named(file):
    notes = score_file(file, ["num"], **FIELDS).notes
    assert notes == ["acc,num: 3 unscored; the first is row 4: expected a number in the gold, found 'nine'"]


def test_references_stand_side_by_side_and_differences_are_counted(file):
    result = score_file(file, ["num"], references=["gsm8k", "gsm8k_platinum"], **FIELDS)
    assert [m.key for m in result.metrics] == ["acc,num", "acc,num@gsm8k", "acc,num@gsm8k_platinum"]
    assert "num and num@gsm8k differ on 2 rows: 1, 7" in result.notes


def test_rows_go_out_with_their_verdicts(file, tmp_path):
    out = tmp_path / "out.jsonl.gz"
    score_file(file, ["num"], out=out, **FIELDS)
    rows = [json.loads(line) for line in gzip.decompress(out.read_bytes()).decode().splitlines()]
    assert [{k: row[k] for k in ROWS[0]} for row in rows] == ROWS
    assert rows[0]["acc,num.status"] == "correct"
    assert (rows[0]["acc,num.answer"], rows[0]["acc,num.rule"]) == ("4", "hash")
    assert ROWS[0]["out"][rows[0]["acc,num.start"] : rows[0]["acc,num.end"]] == "4"
    assert (rows[5]["acc,num.value"], rows[5]["acc,num.note"]) == (None, "no response")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_cells_cannot_become_formulas(file, tmp_path):
    out = tmp_path / "out.csv"
    score_file(file, ["num"], out=out, **FIELDS)
    rows = list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8"), newline="")))
    assert [row["other"] for row in rows] == ["[1]", "", '{"a": 1}', "true", "'=SUM(A1)", "-3", "'@xé\\ud800", "1.5"]
    assert rows[5]["acc,num.value"] == ""
    assert rows[0]["acc,num.value"] == "1.0"


@pytest.mark.parametrize("text", ["=1", "+a", "-1+1", "@x", "\tx", "\rx", "-", "+1;2"])
def test_every_opening_of_a_formula_is_disarmed(tmp_path, text):
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.csv"
    path.write_text(lines([{"out": text, "gold": "1", text: "name"}]))
    score_file(path, ["exact"], out=out, **FIELDS)
    header, row = csv.reader(io.StringIO(out.read_bytes().decode(), newline=""))
    assert (header[2], row[0]) == (f"'{text}", f"'{text}")
    assert not any(c.startswith(("=", "+", "-", "@", "\t", "\r")) for c in header + row)


def test_a_table_in_is_as_good_as_lines(file, tmp_path):
    table = tmp_path / "rows.csv.gz"
    with gzip.open(table, "wt", newline="") as f:
        writer = csv.writer(f)
        writer.writerow(["out", "gold"])
        writer.writerows([row["out"], row["gold"]] for row in ROWS[:4])
        writer.writerow(["x" * 200_000 + "\n#### 3", "3"])
    result = score_file(table, ["num"], **FIELDS)
    assert metric(result, "acc,num").statuses == {"ambiguous": 1, "correct": 3, "no_answer": 1}


def test_a_scored_file_can_be_scored_again(file, tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    score_file(file, ["num"], out=first, **FIELDS)
    score_file(first, ["num"], out=second, **FIELDS)
    assert first.read_bytes() == second.read_bytes()
    score_file(first, ["num"], out=first, **FIELDS)
    assert first.read_bytes() == second.read_bytes()


def test_processes_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(score_chunk, "ROWS", 50)
    path = tmp_path / "rows.jsonl"
    path.write_text(lines({"out": f"#### {i}", "gold": i - i % 3 // 2} for i in range(500)))
    kept = [
        (
            score_file(path, ["drop", "num"], out=tmp_path / f"{n}.jsonl", processes=n, **FIELDS),
            (tmp_path / f"{n}.jsonl").read_bytes(),
        )
        for n in (1, 2)
    ]
    assert kept[0] == kept[1]
    assert kept[0][1].count(b"\n") == 500


def test_the_estimate_is_that_of_the_rows_themselves(tmp_path, monkeypatch):
    monkeypatch.setattr(score_chunk, "ROWS", 7)
    words = ["Lee", "Lee Kim", "Kim", "Lee Kim Park"]
    path = tmp_path / "rows.jsonl"
    path.write_text(lines({"out": words[i * i % 4], "gold": words[i % 4]} for i in range(100)))
    out = tmp_path / "out.jsonl"
    estimate = metric(score_file(path, ["drop"], out=out, **FIELDS), "f1,drop").estimate
    values = [json.loads(line)["f1,drop.value"] for line in out.read_text().splitlines()]
    rows = [Reduced(str(i), i, {}, "", value, None, Status.PARTIAL) for i, value in enumerate(values)]
    expected = mean_estimate(rows, Design())
    for name in ("value", "low", "high", "stderr"):
        assert getattr(estimate, name) == pytest.approx(getattr(expected, name), abs=1e-12)
    assert estimate.method == expected.method == "t"


def test_choices_labels_language_and_truncation_come_from_fields(tmp_path):
    path = tmp_path / "rows.jsonl"
    rows = [
        {"response": "a blue door", "gold": "2", "options": ["a kite", "a blue door"], "end": "stop"},
        {"response": "Answer: 1", "gold": "2", "options": ["a kite", "a blue door"], "end": "stop"},
        {"response": "a blue door", "gold": "2", "options": ["a kite", "a blue door"], "end": "length"},
    ]
    path.write_text(lines(rows))
    result = score_file(path, ["choice_label"], gold="gold", choices="options", labels=("1", "2"), truncated="end")
    assert result.metrics[0].statuses == {"correct": 1, "incorrect": 1, "no_answer": 1}
    assert result.metrics[0].estimate.truncated == 1
    path.write_text(
        lines([{"response": "3,5", "gold": "3.5", "lang": "de"}, {"response": "3,5", "gold": "3.5", "lang": None}])
    )
    assert score_file(path, ["num"], gold="gold", language="lang").metrics[0].statuses["correct"] == 1
    path.write_text(lines([{"response": "E", "gold": "E"}]))
    assert score_file(path, ["choice_label"], gold="gold", choices="5").metrics[0].estimate.value == 1.0


def test_a_benchmark_says_its_own_gold(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(lines([{"question": "1 + 1?", "answer": "1 + 1 = 2\n#### 2", "said": "#### 2"}] * 3))
    result = score_file(path, benchmark="gsm8k", response="said")
    assert [m.key for m in result.metrics] == ["acc,num", "acc,num@gsm8k", "acc,num@gsm8k_platinum"]
    assert [m.estimate.value for m in result.metrics] == [1.0] * 3
    path.write_text(lines([{"question": "1 + 1?", "answer": "two", "said": "#### 2"}]))
    with pytest.raises(BadInput, match=r"rows.jsonl: row 0: answer: expected an answer that ends in `#### <number>`"):
        score_file(path, benchmark="gsm8k", response="said")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"gold": "golf"}, "rows.jsonl: row 0: golf: expected a field 'golf', found fields id, out, gold, other"),
        ({"gold": None}, "--gold: expected the field"),
        ({"scorers": ["nun"]}, "unknown scorer 'nun'; nearest: num"),
        ({"references": ["gsm9k"]}, "unknown scorer 'num@gsm9k'; nearest: num@gsm8k"),
        ({"scorers": []}, "--scorer: expected a name"),
        ({"scorers": ["exam"]}, "judges a text, found 'exam'"),
        ({"benchmark": "gsm8k"}, "--gold: gsm8k says which fields to read"),
        ({"benchmark": "arc_easy", "gold": None, "scorers": []}, "none of its scorers judges a text"),
        ({"choices": "other"}, "row 0: other: expected a list of texts, or a number"),
        ({"response": "id"}, "row 0: id: expected a text, found 0"),
        ({"truncated": "out"}, "row 0: out: expected one of true, 1, yes, length"),
        ({"out": "x.parquet"}, "--out: expected a file ending in .jsonl or .csv"),
        ({"out": "absent/x.csv"}, "--out absent/x.csv: cannot be written"),
        ({"processes": 0}, "processes: expected 1 or more"),
        (
            {"scorers": ["choice_label@mmlu_pro", "choice_label@mmlu_pro:1"]},
            "both give em,choice_label_noguess@mmlu_pro",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_line(file, arguments, words):
    given = {"scorers": ["num"], **FIELDS, **arguments}
    with pytest.raises(EvalutionError) as caught:
        score_file(file, given.pop("scorers"), **given)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bad_row_late_in_the_file_leaves_nothing_half_written(tmp_path, monkeypatch, processes):
    monkeypatch.setattr(score_chunk, "ROWS", 10)
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    path.write_text(
        lines([{"out": "#### 1", "gold": 1}] * 95 + [{"out": "#### 1"}] + [{"out": "#### 1", "gold": 1}] * 20)
    )
    out.write_text("what was there before")
    with pytest.raises(BadInput, match=r"rows\.jsonl: row 95: gold: expected a field 'gold', found fields out"):
        score_file(path, ["num"], out=out, processes=processes, **FIELDS)
    path.write_text(path.read_text().replace('{"out": "#### 1"}\n', '{"out": \n'))
    with pytest.raises(BadInput, match=r"rows\.jsonl: row 95: expected a whole JSON value"):
        score_file(path, ["num"], out=out, processes=processes, **FIELDS)
    assert out.read_text() == "what was there before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.jsonl", "rows.jsonl"]


def test_a_table_out_refuses_rows_with_other_fields(tmp_path):
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.csv"
    path.write_text(lines([{"out": "1", "gold": 1}, {"out": "1", "gold": 1, "more": 2}]))
    with pytest.raises(
        BadInput, match="--out: expected the fields of the first row in every row, found 'more' as well"
    ):
        score_file(path, ["num"], out=out, **FIELDS)
    assert not out.exists()


def test_parquet_and_zstandard(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    zstandard = pytest.importorskip("zstandard")
    rows = [{"out": "#### 4", "gold": "4", "n": 3}, {"out": None, "gold": "4", "n": 3}]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "rows.parquet")
    (tmp_path / "rows.jsonl.zst").write_bytes(zstandard.compress(lines(rows).encode()))
    for name in ("rows.parquet", "rows.jsonl.zst"):
        result = score_file(tmp_path / name, ["num"], **FIELDS)
        assert result.metrics[0].statuses == {"correct": 1, "unscored": 1}


@pytest.mark.parametrize("name", ["rows.parquet", "rows.jsonl.zst"])
def test_without_the_extra_its_name_is_told(tmp_path, monkeypatch, name):
    (tmp_path / name).write_bytes(b"x")
    for module in ("pyarrow", "pyarrow.parquet", "zstandard"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(EvalutionError, match=r"needs the extra `files` \(pip install 'evalution\[files\]'\)"):
        score_file(tmp_path / name, ["num"], **FIELDS)


def test_openai_solutions_agree_with_their_owners(shared, tmp_path):
    path, out = shared("data/model_outputs/openai_gsm8k_example_solutions.jsonl.gz"), tmp_path / "out.jsonl"
    result = score_file(path, ["num"], gold="gold", out=out)
    assert result.trials == 5276
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["acc,num.value"] for row in rows] == [float(row["official_score"]) for row in rows]


def test_mmlu_pro_with_the_owners_guesses(shared, tmp_path):
    path = tmp_path / "llama.jsonl"
    with gzip.open(shared("data/model_outputs/mmlu_pro_3models.jsonl.gz"), "rt") as f:
        path.write_text("".join(line for line in f if '"Meta-Llama-3-70B"' in line))
    result = score_file(path, ["choice_label@mmlu_pro:1"], gold="gold", choices="n_options")
    assert round(100 * metric(result, "em,choice_label@mmlu_pro").estimate.value, 2) == 52.61
    assert round(100 * metric(result, "em,choice_label_noguess@mmlu_pro").estimate.value, 2) == 52.01


PEAK = """
import resource, sys
from evalution.interop.score_file import score_file
result = score_file(sys.argv[1], ["num"], gold="gold", references=["gsm8k"], out=sys.argv[2], processes=2)
own, others = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(result.trials, own, others)
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows(tmp_path):
    """Peak resident memory, in this process and in the largest other, within 10 % of that for a tenth of the rows.

    The golds are of a thousand kinds, since a scorer remembers some tens of thousands of different ones.
    """
    peaks = []
    for count in (20_000, 200_000):
        path = tmp_path / "rows.jsonl"
        with path.open("w") as f:
            for i in range(count):
                row = {"i": i, "response": f"{i} and {i} " * 20 + f"\n#### {i}", "gold": f"#### {i % 1000}"}
                f.write(json.dumps(row) + "\n")
        done = subprocess.run(
            [sys.executable, "-c", PEAK, path, tmp_path / "out.jsonl"], capture_output=True, text=True, check=True
        )
        trials, *used = map(int, done.stdout.split())
        assert trials == count
        peaks.append(used)
    assert peaks[1][0] < 1.1 * peaks[0][0], peaks
    assert peaks[1][1] < 1.1 * peaks[0][1], peaks
    print(peaks)
