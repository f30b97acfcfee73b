"""Where a benchmark's rows come from: a `--data` flag, the bundled sample, or the Hub."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, structs

from evalution import registry
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


def parse_flags(
    flags: Iterable[str], known: Iterable[str], collections: Mapping[str, Sequence[str]] | None = None
) -> list[DataFlag]:
    """The `--data` flags, one for each benchmark of a collection; EvalutionError for a malformed one or one that
    names nothing of the run.

    >>> parse_flags(["gsm8k:train=shots.jsonl"], ["gsm8k"])
    [DataFlag(name='gsm8k', path='shots.jsonl', subset='', split='train')]
    """
    parsed = []
    members = {name: (name,) for name in known} | {name: tuple(them) for name, them in (collections or {}).items()}
    for flag in flags:
        match = _FLAG.fullmatch(flag)
        if match is None:
            raise EvalutionError(f"--data: expected NAME[.SUBSET][:SPLIT]=FILE|FOLDER, found {flag!r}")
        if match["name"] not in members:
            raise EvalutionError(
                f"--data: expected a benchmark of this run ({', '.join(members)}), found {match['name']!r}"
            )
        subset, split = match["subset"] or "", match["split"] or ""
        parsed += [DataFlag(name, match["path"], subset, split) for name in members[match["name"]]]
    return parsed


def load_items(
    benchmark: Benchmark,
    split: str,
    flags: Iterable[DataFlag],
    *,
    bundled: bool = False,
    subset: Sequence[str] = (),
) -> Loaded:
    """The items of one split: from the files that the flags name, the bundled sample, or the Hub.

    Of a data set in parts on the Hub only those are loaded that `subset` names, if it names parts alone. Every row is
    checked before any is asked: BadInput names file, row and field.
    """
    own = [flag for flag in flags if flag.name == benchmark.name]
    _refuse_splits(benchmark, own)
    mine = [flag for flag in own if (flag.split or benchmark.source.split) == split]
    if mine and bundled and split == benchmark.source.split:
        raise EvalutionError(f"{benchmark.name}: --sample and --data give its rows twice; give one of them")
    if mine:
        parts = [part for flag in mine for part in _flagged(benchmark, split, flag)]
    elif bundled:
        with as_file(files("evalution.benchmarks") / "samples" / benchmark.sample) as sample:
            parts = [Part("", list(read_rows(sample)), "bundled sample", content_hash(sample))]
    else:
        parts = list(_from_hub(benchmark, split, subset))
    items = [item for part in parts for item in _items(benchmark, part)]
    _refuse_same_ids(items, parts)
    origins = list(dict.fromkeys(part.origin for part in parts))
    origin = origins[0] if len(origins) == 1 else f"{len(origins)} files"
    return Loaded(items, origin, _version([part.version for part in parts]))


def _refuse_splits(benchmark: Benchmark, flags: Iterable[DataFlag]) -> None:
    splits = [split for split in (benchmark.source.split, benchmark.source.train) if split]
    for flag in flags:
        if flag.split and flag.split not in splits:
            raise EvalutionError(f"--data {flag.name}:{flag.split}: {registry.unknown('split', flag.split, splits)}")


class Part(NamedTuple):
    """The rows of one file or one configuration; `file` is named in complaints about them."""

    subset: str
    rows: Iterable[Mapping[str, Any]]
    origin: str
    version: str
    file: object = None


def _flagged(benchmark: Benchmark, split: str, flag: DataFlag) -> Iterator[Part]:
    parts = benchmark.source.parts or tuple(benchmark.source.subsets)
    if flag.subset and flag.subset not in parts:
        reason = registry.unknown("subset", flag.subset, list(parts)) if parts else "it has no subsets"
        raise EvalutionError(f"--data {flag.name}.{flag.subset}: {reason}")
    path = Path(flag.path)
    files = _in_folder(benchmark, split, flag.subset, path) if path.is_dir() else {flag.subset: path}
    for subset, file in files.items():
        rows = read_rows(file, benchmark.source.columns)
        yield Part(subset, rows, file.name, content_hash(file), file)


def _in_folder(benchmark: Benchmark, split: str, subset: str, folder: Path) -> dict[str, Path]:
    """Files by part: `<part>_<split>`, or `<benchmark>_<part>`; else the one file that holds all."""
    wanted = [subset] if subset else benchmark.source.parts or list(benchmark.source.subsets)
    names = {part: (f"{part}_{split}", f"{benchmark.name}_{part}") for part in wanted}
    found = {part: files for part in wanted if (files := [f for name in names[part] for f in _named(folder, name)])}
    if found:
        return {part: files[0] for part, files in found.items()}
    if not wanted or (not subset and _named(folder, split)):
        return {"": _only(folder, benchmark.source.config, split)}
    raise BadInput("none", expected=f"files named <subset>_{split}", file=folder)


def _named(folder: Path, name: str) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.name.partition(".")[0] == name]


def _only(folder: Path, config: str | None, split: str) -> Path:
    """The file named `<config>_<split>`, else `<split>`."""
    names = [f"{config}_{split}"] * (config is not None) + [split]
    found = next((files for name in names if (files := _named(folder, name))), [])
    if len(found) != 1:
        there = ", ".join(path.name for path in found or sorted(folder.iterdir())[:10]) or "nothing"
        raise BadInput(there, expected=f"one file named {' or '.join(names)}", file=folder)
    return found[0]


def _from_hub(benchmark: Benchmark, split: str, subset: Sequence[str]) -> Iterator[Part]:
    source = benchmark.source
    configs: dict[str, str | None] = {**source.subsets} or {"": source.config}
    wanted = [name for name in subset if name in configs] if set(subset) <= set(configs) else []
    for name in wanted or configs:
        rows, commit = hub_rows(source, configs[name], split, benchmark.name)
        yield Part(name, rows, source.hub, commit, source.hub)


def _items(benchmark: Benchmark, part: Part) -> Iterator[Item]:
    """Rows of a part without ids of their own are named by part and row."""
    unfold = benchmark.source.unfold or (lambda row: (row,))
    for number, row in enumerate(part.rows):
        try:
            for one in unfold(row):
                item = benchmark.item({**one, "subset": part.subset} if part.subset else one)
                yield structs.replace(item, id=f"{part.subset}-{number}") if part.subset and not item.id else item
        except BadInput as error:
            raise error.at(part.file or part.origin, number) from None


def _refuse_same_ids(items: Sequence[Item], parts: Sequence[Part]) -> None:
    file = parts[0].file or parts[0].origin if len(parts) == 1 else ", ".join(part.origin for part in parts)
    seen: dict[str, int] = {}
    for number, item in enumerate(items):
        name = item.id or str(number)
        if name in seen:
            again = f"{name!r} of row {seen[name]} again"
            raise BadInput(again, expected="an id of its own", file=file, row=number, field="id")
        seen[name] = number


def _version(versions: Sequence[str]) -> str:
    unique = list(dict.fromkeys(versions))
    return unique[0] if len(unique) == 1 else hashlib.sha256("+".join(versions).encode()).hexdigest()[:12]
