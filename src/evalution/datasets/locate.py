"""Where a benchmark's rows come from: a `--data` flag, the bundled sample, or the Hub."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from msgspec import Struct

from evalution.benchmarks.benchmark import Benchmark, Item
from evalution.datasets.files import content_hash, read_rows
from evalution.datasets.hub import hub_rows
from evalution.errors import BadInput, EvalutionError

_FLAG = re.compile(r"(?P<name>[^.:=]+)(?:\.(?P<subset>[^:=]+))?(?::(?P<split>[^=]+))?=(?P<path>.+)")


class DataFlag(Struct, frozen=True):
    """`NAME[.SUBSET][:SPLIT]=FILE|FOLDER`, taken apart."""

    name: str
    path: str
    subset: str = ""
    split: str = ""


class Loaded(Struct, frozen=True):
    """Checked rows in file order, where they come from (file or Hub name), and the content hash or commit."""

    items: list[Item]
    origin: str
    version: str


def parse_flags(flags: Iterable[str], known: Iterable[str]) -> list[DataFlag]:
    """The `--data` flags; EvalutionError for a malformed one or one that names no benchmark of the run.

    >>> parse_flags(["gsm8k:train=shots.jsonl"], ["gsm8k"])
    [DataFlag(name='gsm8k', path='shots.jsonl', subset='', split='train')]
    """
    parsed = []
    known = list(known)
    for flag in flags:
        match = _FLAG.fullmatch(flag)
        if match is None:
            raise EvalutionError(f"--data: expected NAME[.SUBSET][:SPLIT]=FILE|FOLDER, found {flag!r}")
        if match["name"] not in known:
            raise EvalutionError(
                f"--data: expected a benchmark of this run ({', '.join(known)}), found {match['name']!r}"
            )
        parsed.append(DataFlag(match["name"], match["path"], match["subset"] or "", match["split"] or ""))
    return parsed


def load_items(benchmark: Benchmark, split: str, flags: Iterable[DataFlag], *, bundled: bool = False) -> Loaded:
    """The items of one split. Every row is checked before any is asked: BadInput names file, row and field."""
    path = _flagged(benchmark, split, flags)
    if path is not None:
        return Loaded(_items(benchmark, read_rows(path), path), path.name, content_hash(path))
    if bundled:
        with as_file(files("evalution.benchmarks") / "samples" / benchmark.sample) as sample:
            return Loaded(_items(benchmark, read_rows(sample), sample.name), "bundled sample", content_hash(sample))
    rows, commit = hub_rows(benchmark.source, split, benchmark.name)
    return Loaded(_items(benchmark, rows, benchmark.source.hub), benchmark.source.hub, commit)


def _flagged(benchmark: Benchmark, split: str, flags: Iterable[DataFlag]) -> Path | None:
    for flag in flags:
        if flag.name == benchmark.name and (flag.split or benchmark.source.split) == split:
            if flag.subset:
                raise EvalutionError(f"--data: {benchmark.name} has no subsets, found {flag.name}.{flag.subset}")
            path = Path(flag.path)
            return _in_folder(path, benchmark.source.config, split) if path.is_dir() else path
    return None


def _in_folder(folder: Path, subset: str | None, split: str) -> Path:
    """The file named `<subset>_<split>` or `<split>`, else the only one named `<something>_<split>`."""
    files = {path.name.partition(".")[0]: path for path in sorted(folder.iterdir()) if path.is_file()}
    exact = [files[name] for name in (f"{subset}_{split}", split) if name in files]
    found = exact[:1] or [path for name, path in files.items() if name.endswith(f"_{split}")]
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise BadInput(names, expected=f"one file named {subset}_{split} or {split}", file=folder)
    return found[0]


def _items(benchmark: Benchmark, rows: Iterable[Mapping[str, Any]], file: object) -> list[Item]:
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows):
        try:
            item = benchmark.item(row)
        except BadInput as error:
            raise error.at(file, number) from None
        name = item.id or str(number)
        if name in seen:
            raise BadInput(
                f"{name!r} of row {seen[name]} again", expected="an id of its own", file=file, row=number, field="id"
            )
        seen[name] = number
        items.append(item)
    return items
