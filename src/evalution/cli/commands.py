"""What the commands do."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import typer

from evalution import registry
from evalution.errors import EvalutionError
from evalution.reports.benchmarks import describe, line, page
from evalution.reports.document import print_document
from evalution.reports.progress import ProgressLine
from evalution.reports.table import print_results
from evalution.reports.terminal import console, visible
from evalution.runs.evaluate import evaluate
from evalution.runs.evaluate import rescore as rescore_run
from evalution.runs.run import Run

INCOMPLETE = 3
INTERRUPTED = 130


def run_command(benchmarks: list[str], model: str, *, reference: bool, **settings: Any) -> None:
    """Evaluate and print; exit 3 when requests went unanswered, 130 when interrupted."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run = evaluate(benchmarks, model, progress=ProgressLine(), **settings)
    except KeyboardInterrupt:
        console(stderr=True).print("interrupted; what was answered is kept: repeat the command to go on")
        raise typer.Exit(INTERRUPTED) from None
    out = console()
    print_results(run.results, out, reference=reference)
    out.print(f"run folder: {run.folder}", soft_wrap=True)
    unanswered = run.unanswered()
    incomplete = [task.benchmark for task in run.results.tasks if task.incomplete]
    if incomplete:
        console(stderr=True).print(f"incomplete: {', '.join(incomplete)}: too much is unscored", soft_wrap=True)
    if unanswered:
        reasons = "; ".join(f"{count} × {visible(reason)}" for reason, count in unanswered.items())
        console(stderr=True).print(f"unanswered: {reasons}; the same command asks them again", soft_wrap=True)
    if unanswered or incomplete:
        raise typer.Exit(INCOMPLETE)


def show_command(folder: Path, doc: str | None, *, reference: bool, by: str | None, unseal: bool) -> None:
    """Print the table, or the trials of one sample."""
    run, out = Run(folder), console()
    if doc is None:
        groups = sorted({name for task in run.results.tasks for metric in task.metrics for name in metric.groups})
        if by is not None and by not in groups:
            raise EvalutionError(registry.unknown("group", by, groups) if groups else f"{folder}: --by: no groups here")
        print_results(run.results, out, reference=reference, by=by)
        return
    documents = list(run.documents(doc))
    if not documents:
        known = list(dict.fromkeys(record.id for record in run.records()))
        raise EvalutionError(registry.unknown("sample", doc, known) if known else f"{folder}: no samples")
    for document in documents:
        print_document(document, out, unseal=unseal)


def rescore_command(folder: Path, *, reference: bool) -> None:
    """Judge again, print, and say what the journal lacks."""
    run, missing = rescore_run(folder)
    out = console()
    print_results(run.results, out, reference=reference)
    for service, count in missing.items():
        out.print(f"the journal lacks {count} answers of the {service}")


def describe_command(benchmarks: list[str], *, every: bool) -> None:
    """Print what there is to know of each, or the page of all."""
    if every == bool(benchmarks):
        raise EvalutionError("describe: expected names of benchmarks, or --all")
    if every:
        typer.echo(page(), nl=False)
    for name in benchmarks:
        console().print(visible(describe(name)), soft_wrap=True)


def list_command(what: registry.Group) -> None:
    """Names, with what a reader needs beside them."""
    out = console()
    for name in registry.names(what):
        detail = ""
        if what == "benchmarks":
            detail = line(name)
        elif what == "scorers":
            detail = ", ".join(metric.key for metric in registry.load(what, name).metrics)
        else:
            detail = (registry.load(what, name).__doc__ or "").partition("\n")[0]
        out.print(f"{name:24} {detail}".rstrip(), soft_wrap=True)
