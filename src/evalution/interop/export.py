"""Rows into a file that appears only when it is whole: JSON lines or CSV, each also gzipped."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evalution.errors import BadInput, EvalutionError, shorten

Row = Mapping[str, Any]
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def check_suffix(path: Path) -> bool:
    """Whether the file will be a table; BadInput for a suffix that is neither JSON lines nor CSV."""
    kind = path.name.removesuffix(".gz").rpartition(".")[2]
    if kind not in ("jsonl", "csv"):
        raise BadInput(shorten(path.name), expected="a file ending in .jsonl or .csv (or .gz)", field="--out")
    return kind == "csv"


def encode_lines(rows: Iterable[Row]) -> bytes:
    r"""One JSON object a line, in UTF-8; a row with half a surrogate pair, which UTF-8 has not, in ASCII.

    >>> encode_lines([{"a": "é"}, {"a": "\ud800"}])
    b'{"a": "\xc3\xa9"}\n{"a": "\\ud800"}\n'
    """
    return b"".join(map(_line, rows))


def _line(row: Row) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False, default=str).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(row, default=str).encode() + b"\n"


def encode_table(rows: Iterable[Row], columns: Sequence[str]) -> bytes:
    """The rows as CSV without a header; BadInput for a row with a field that is no column."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        extra = [name for name in row if name not in columns]
        if extra:
            raise BadInput(f"{extra[0]!r} as well", expected="the fields of the first row in every row", field="--out")
        writer.writerow([cell(row.get(name)) for name in columns])
    return text.getvalue().encode("utf-8", "backslashreplace")


def encode_header(columns: Sequence[str]) -> bytes:
    """The first line of the table."""
    return encode_table([dict(zip(columns, columns, strict=True))], columns)


def cell(value: object) -> str:
    """A value as a cell that no spreadsheet takes for a formula: such a text gets `'` before it, unless it
    is a plain number; lists and objects become JSON.

    >>> cell("=1+1"), cell("-5"), cell("- a list"), cell(["x"]), cell(None), cell(True)
    ("'=1+1", '-5', "'- a list", '["x"]', '', 'true')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False, default=str)
    return f"'{value}" if value.startswith(_FORMULA) and not _NUMBER.fullmatch(value) else value


@contextmanager
def replacing(path: Path) -> Iterator[Callable[[bytes], object]]:
    """A function that writes bytes into the file; it takes the name `path` when the block ends well, and
    what was there before stays otherwise. EvalutionError when it cannot be written."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with temporary.open("xb") as file:
            try:
                packed = gzip.GzipFile("", "wb", 6, file, mtime=0) if path.suffix == ".gz" else None
                yield packed.write if packed else file.write
                if packed:
                    packed.close()
                file.flush()
                os.fsync(file.fileno())
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise EvalutionError(f"--out {path}: cannot be written ({error.strerror or error})") from None
