"""What `score`, `audit` and `explain` do."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from evalution.errors import BadInput, EvalutionError, shorten
from evalution.interop.audit import audit_file, audit_run
from evalution.interop.fields import Fields
from evalution.interop.score_file import score_file
from evalution.reports.audit import print_comparison
from evalution.reports.explanation import print_counts, print_explanation
from evalution.reports.table import print_tasks
from evalution.reports.terminal import console
from evalution.scoring.one import explained, resolve, target
from evalution.scoring.side_by_side import Page

INTERRUPTED = 130


def score_command(file: Path, scorers: Sequence[str], *, labels: str | None, **settings: Any) -> None:
    """Score, then print the numbers, the counts by status and rule, and what a reader must know."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        result = score_file(file, scorers, labels=_labels(labels), **settings)
    except KeyboardInterrupt:
        console(stderr=True).print("interrupted; nothing was written")
        raise typer.Exit(INTERRUPTED) from None
    out = console()
    print_tasks([result], out, reference=True)
    print_counts(result, out)
    if settings["out"]:
        out.print(f"rows and verdicts: {settings['out']}", soft_wrap=True)


def audit_command(
    place: Path,
    scorers: str | None,
    *,
    labels: str | None,
    rule: str,
    rows: int,
    skip: int,
    unseal: bool,
    processes: int | None,
    **fields: Any,
) -> None:
    """Compare the rules over a file or every task of a run, and print what differs."""
    names, page, out = [name for name in (scorers or "").split(",") if name], Page(rows, skip, rule), console()
    if not place.is_dir():
        found = audit_file(place, names, Fields(labels=_labels(labels), **fields), page, processes)
        print_comparison(found, page, out)
        return
    given = [f"--{name}" for name, value in (fields | {"labels": labels}).items() if value not in (None, "response")]
    if given:
        raise EvalutionError(f"{given[0]}: {place} is a run, which knows its own fields; leave it out")
    for task, found, sealed in audit_run(place, names, page, processes):
        out.print(task, style="bold")
        print_comparison(found, page, out, sealed=sealed and not unseal)


def explain_command(
    name: str,
    response: str,
    gold: str,
    *,
    choices: str | None,
    labels: str | None,
    language: str | None,
    reference: str | None,
    truncated: bool,
) -> None:
    """Judge one response with every candidate, and print how it was read."""
    scorer = resolve(name, reference)
    aim = target(_text(gold, "--gold"), _choices(choices), _labels(labels), language, truncated)
    text = _text(response, "--response")
    print_explanation(scorer, text, explained(scorer, text, aim), console())


def _text(given: str, flag: str) -> str:
    """The text itself, or the content of `@FILE`, or of standard input for `-`."""
    if given != "-" and not given.startswith("@"):
        return given
    place = "standard input" if given == "-" else given[1:]
    try:
        content = sys.stdin.buffer.read() if given == "-" else Path(place).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(error.strerror or "an error", expected="a readable file", file=place, field=flag) from None
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.object[error.start]:#x}", expected="UTF-8", file=place, field=flag) from None


def _choices(given: str | None) -> Sequence[str] | int | None:
    if given is None:
        return None
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    raise BadInput(shorten(given), expected='a JSON list of texts as ["yes", "no"], or a number', field="--choices")


def _labels(given: str | None) -> tuple[str, ...] | None:
    """`ABCD` is four labels of a letter; with commas each label stands between them.

    >>> _labels("ABCD"), _labels("1,2,10")
    (('A', 'B', 'C', 'D'), ('1', '2', '10'))
    """
    if given is None:
        return None
    labels = tuple(part.strip() for part in given.split(",")) if "," in given else tuple(given)
    if not all(labels) or len(set(labels)) != len(labels) or not labels:
        raise BadInput(shorten(given), expected="labels that differ, as ABCD or 1,2,3,4", field="--labels")
    return labels
