"""Rows from local files, one at a time; what cannot be read is said with its file and row.

JSON lines, JSON arrays, CSV and TSV, each also gzipped; Parquet and zstandard with the `files` extra.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import itertools
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO

from evalution.errors import BadInput, EvalutionError, shorten

Rows = Iterator[dict[str, Any]]
FIELD_LIMIT = 1 << 30
"""Characters in a table's cell; Python's own limit of 131,072 is less than a long response has."""
SUFFIXES = (".jsonl", ".json", ".csv", ".tsv", ".parquet")
TABLES = (".csv", ".tsv")


def read_rows(path: Path, columns: Sequence[str] = ()) -> Rows:
    """The rows of a file, in order. BadInput for a missing, empty, broken or unknown one.

    `columns` are those of a table without a header row: a table whose first row does not hold the first of
    them has none.
    """
    kind = next((s for s in reversed(path.suffixes) if s in SUFFIXES), "")
    if not kind:
        raise BadInput(shorten(path.name), expected=f"a file ending in {', '.join(SUFFIXES)} (or .gz, .zst)", file=path)
    count = 0
    for row in _table(path, columns) if kind in TABLES else _READERS[kind](path):
        count += 1
        yield row
    if count == 0:
        raise BadInput("an empty file", expected="rows", file=path)


def content_hash(path: Path) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of the file as it lies on disk."""
    with _opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def _opened(path: Path) -> io.BufferedReader:
    try:
        return path.open("rb")
    except OSError as error:
        raise BadInput(error.strerror or "an error", expected="a readable file", file=path) from None


def _lines(path: Path) -> Iterator[str]:
    """Decoded lines, unpacked by the file's last suffix; damage to the packing is told with the row it hit."""
    with _opened(path) as raw:
        file, damage = _unpacked(raw, path)
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        number = 0
        while True:
            try:
                line = text.readline()
            except UnicodeDecodeError as error:
                raise BadInput(
                    f"byte {error.object[error.start]:#x}", expected="UTF-8", file=path, row=number
                ) from None
            except damage as error:
                kind = path.suffix.removeprefix(".")
                raise BadInput(str(error), expected=f"a whole {kind} file", file=path, row=number) from None
            if not line:
                return
            yield line
            number += 1


def _unpacked(raw: BinaryIO, path: Path) -> tuple[IO[bytes], tuple[type[Exception], ...]]:
    """The content, and the errors that reading it can raise when the file is damaged."""
    if path.suffix == ".gz":
        return gzip.GzipFile(fileobj=raw), (OSError, EOFError, zlib.error)  # type: ignore[return-value]
    if path.suffix == ".zst":
        zstandard = _extra("zstandard", path)
        return zstandard.ZstdDecompressor().stream_reader(raw), (zstandard.ZstdError,)
    return raw, (OSError,)


def _jsonl(path: Path) -> Rows:
    row = 0
    for line in _lines(path):
        if line.strip():
            yield _object(_parsed(line, path, row), path, row)
            row += 1


def _json(path: Path) -> Rows:
    """An array of objects, or an object of objects, whose names become the field `id` of those without one."""
    content = _parsed("".join(_lines(path)) or "[]", path, 0)
    if isinstance(content, dict) and content and all(isinstance(value, dict) for value in content.values()):
        content = [{"id": name, **value} for name, value in content.items()]
    if not isinstance(content, list):
        raise BadInput(shorten(content), expected="an array of objects", file=path)
    for row, value in enumerate(content):
        yield _object(value, path, row)


def _parsed(text: str, path: Path, row: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(shorten(text.rstrip("\n")), expected="a whole JSON value", file=path, row=row) from None


def _object(value: Any, path: Path, row: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(shorten(value), expected="a JSON object", file=path, row=row)
    return value


def _table(path: Path, columns: Sequence[str]) -> Rows:
    """Rows of a table. One without a header row is read as its owners do: quotes mean nothing between tabs."""
    csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
    delimiter = "\t" if ".tsv" in path.suffixes else ","
    lines = _lines(path)
    first = next(lines, "")
    bare = bool(columns) and columns[0].lower() not in (cell.strip(' "\r\n').lower() for cell in first.split(delimiter))
    reader = csv.DictReader(
        itertools.chain([first], lines),
        fieldnames=columns if bare else None,
        delimiter=delimiter,
        quoting=csv.QUOTE_NONE if bare and delimiter == "\t" else csv.QUOTE_MINIMAL,
        strict=True,
    )
    row = 0
    try:
        for values in reader:
            if None in values or None in values.values():
                width = len(reader.fieldnames or ())
                raise BadInput("another number of them", expected=f"{width} columns", file=path, row=row)
            yield values
            row += 1
    except csv.Error as error:
        raise BadInput(str(error), expected="a well-formed table", file=path, row=row) from None


def _parquet(path: Path) -> Rows:
    parquet = _extra("pyarrow.parquet", path)
    with _opened(path) as raw:
        try:
            file = parquet.ParquetFile(raw)
            for batch in file.iter_batches():
                yield from batch.to_pylist()
        except (OSError, ValueError) as error:  # pyarrow's ArrowInvalid is a ValueError
            raise BadInput(str(error).partition("\n")[0], expected="a Parquet file", file=path) from None


def _extra(module: str, path: Path) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise EvalutionError(f"{path}: reading it needs the extra `files` (pip install 'evalution[files]')") from None


_READERS = {".jsonl": _jsonl, ".json": _json, ".parquet": _parquet}
