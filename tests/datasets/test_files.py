"""The same rows come out of every kind of file."""

from __future__ import annotations

import csv
import gzip
import io
import json

import pytest

from evalution.datasets.files import content_hash, read_rows
from evalution.errors import BadInput

ROWS = [{"question": "naïve, «quoted»\nover two lines?", "answer": "1"}, {"question": "χ", "answer": "2"}]


def table(delimiter):
    text = io.StringIO()
    writer = csv.DictWriter(text, ["question", "answer"], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(ROWS)
    return text.getvalue().encode()


def parquet():
    pyarrow = pytest.importorskip("pyarrow")
    writer = pytest.importorskip("pyarrow.parquet")
    sink = io.BytesIO()
    writer.write_table(pyarrow.Table.from_pylist(ROWS), sink)
    return sink.getvalue()


JSONL = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
CONTENTS = {
    "rows.jsonl": lambda: JSONL,
    "rows.json": lambda: json.dumps(ROWS, indent=1).encode(),
    "rows.csv": lambda: table(","),
    "rows.tsv": lambda: table("\t"),
    "rows.parquet": parquet,
    "rows.jsonl.gz": lambda: gzip.compress(JSONL),
    "rows.csv.gz": lambda: gzip.compress(table(",")),
    "rows.jsonl.zst": lambda: pytest.importorskip("zstandard").ZstdCompressor().compress(JSONL),
    "with_bom.csv": lambda: b"\xef\xbb\xbf" + table(","),
    "blank_lines.jsonl": lambda: JSONL.replace(b"\n", b"\n\n"),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_rows(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(CONTENTS[name]())
    assert list(read_rows(path)) == ROWS


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"question,answer\nx\n", "row 0: expected 2 columns"),
        ("a.csv", b"question,answer\nx,y,z\n", "row 0: expected 2 columns"),
        ("a.json", b'{"question": 1}', "expected an array of objects"),
        ("a.json", b"[1]", "row 0: expected a JSON object, found 1"),
        ("a.jsonl", b"[" * 100_000, "row 0: expected a whole JSON value"),
        ("a.parquet", b"PAR1 not", "expected a Parquet file"),
        ("a.jsonl.zst", b"not zstd", "expected a whole zst file"),
    ],
)
def test_damage_is_told_in_one_line(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"(?s)^(?!.*\n)") as caught:
        list(read_rows(path))
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_the_hash_is_of_the_file_as_it_lies(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"")
    assert content_hash(path) == "e3b0c44298fc"


def test_a_truncated_zst_is_told(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(JSONL * 1000)[:-8])
    with pytest.raises(BadInput):
        list(read_rows(path))
