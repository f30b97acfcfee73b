"""Saved responses, of a file or a run, under live and reference rules side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark
from evalution.datasets.files import read_rows
from evalution.errors import BadInput, EvalutionError
from evalution.interop.fields import Fields, read
from evalution.interop.plan import chosen
from evalution.request import Generated
from evalution.runs.journal import Journal
from evalution.runs.run import Run
from evalution.scorers.text import TextScorer, generation, target_of
from evalution.scoring.one import resolve
from evalution.scoring.side_by_side import Comparison, Item, Page, compare
from evalution.scoring.workers import ordered_map

ITEMS = 500
CHARACTERS = 1 << 20
"""A chunk is full at so many responses or so many characters of them."""


def audit_file(
    path: Path, scorers: Sequence[str], fields: Fields, page: Page, processes: int | None = None
) -> Comparison:
    """Compare the rules over the rows of a file; rows are named by their numbers.

    A single live rule is joined by all its reference rules. BadInput, with file, row and field, for a row that lacks
    a field.
    """
    names = with_references(chosen(fields, scorers, ())[0])

    def items() -> Iterator[Item]:
        for number, row in enumerate(read_rows(path)):
            try:
                asked = read(row, fields)
            except BadInput as error:
                raise error.at(str(path), number) from None
            yield Item(str(number), asked.response, asked.target)

    return _compared(names, items(), page, processes)


def audit_run(
    folder: Path, scorers: Sequence[str], page: Page, processes: int | None = None
) -> Iterator[tuple[str, Comparison, bool]]:
    """Every task of a run that has text to judge: its name, the comparison, and whether its texts are sealed.

    No model is asked. Responses that the journal lacks are UNSCORED. EvalutionError where no task of the run has a
    scorer of text.
    """
    run, found = Run(folder), False
    with Journal(run.folder, readonly=True) as journal:
        for task in run.settings.tasks:
            benchmark: Benchmark = registry.load("benchmarks", task)
            own = [n for n in benchmark.scorers if isinstance(registry.load("scorers", n), TextScorer)]
            if own:
                found = True
                names = with_references(scorers or own)
                items = _journalled(journal, task, run.settings.services.get("model", ""))
                yield task, _compared(names, items, page, processes), benchmark.sealed
    if not found:
        raise EvalutionError(f"{folder}: no task of this run is judged by its text")


def with_references(names: Sequence[str]) -> list[str]:
    """The scorers, each checked; a single live one brings its reference rules.

    >>> with_references(["drop"]), with_references(["num@gsm8k", "num"])
    (['drop', 'drop@allenai'], ['num@gsm8k', 'num'])
    """
    for name in names:
        resolve(name)
    live = [name for name in names if "@" not in name]
    if len(names) > 1 or not live:
        if len(names) < 2:
            raise EvalutionError(f"--scorers {names[0]}: expected a live rule, or two rules to compare")
        return list(names)
    known = registry.names("scorers")
    added = [name for name in known if name.startswith(f"{live[0]}@") and isinstance(resolve(name), TextScorer)]
    if not added:
        raise EvalutionError(f"--scorers {live[0]}: it has no reference rule; name a second scorer")
    return [*live, *added]


def _journalled(journal: Journal, task: str, service: str) -> Iterator[Item]:
    for sample in journal.samples(task):
        reply = journal.response(service, generation(sample))
        said = reply if isinstance(reply, Generated) else None
        name = f"{sample.id}#{sample.repeat}" if sample.repeat else sample.id
        yield Item(name, said.text if said else None, target_of(sample, bool(said and said.truncated)))


def _compared(names: Sequence[str], items: Iterable[Item], page: Page, processes: int | None) -> Comparison:
    total = compare(names, (), page)
    for part in ordered_map(partial(_part, tuple(names), page), _chunked(items), processes):
        total = total.plus(part, page)
    return total


def _part(names: tuple[str, ...], page: Page, items: list[Item]) -> Comparison:
    return compare(names, items, page)


def _chunked(items: Iterable[Item]) -> Iterator[list[Item]]:
    chunk, length = list[Item](), 0
    for item in items:
        chunk.append(item)
        length += len(item.response or "")
        if len(chunk) >= ITEMS or length >= CHARACTERS:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk
