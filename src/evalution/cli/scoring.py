"""Flags of the commands that score what is at hand: `score` files, `audit` rules, `explain` one response."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalution.cli.plugin import Plugin

Labels = Annotated[str | None, typer.Option(help="The letters shown, as ABCD or as 1,2,3,4.")]


def score(
    file: Annotated[
        Path, typer.Argument(help=".jsonl, .json, .csv, .tsv (.gz); .parquet, .zst with the extra `files`")
    ],
    scorer: Annotated[
        list[str] | None, typer.Option(help="A name of `evalution list scorers`; may be repeated.")
    ] = None,
    response: Annotated[str, typer.Option(help="Field with the response.")] = "response",
    gold: Annotated[str | None, typer.Option(help="Field with the right answer.")] = None,
    choices: Annotated[str | None, typer.Option(help="Field with the options or their number, or a number.")] = None,
    labels: Labels = None,
    language: Annotated[str | None, typer.Option(help="Field with the response's language.")] = None,
    truncated: Annotated[str | None, typer.Option(help="Field that says whether the response was cut.")] = None,
    benchmark: Annotated[str | None, typer.Option(help="The rows are this benchmark's own; it says the gold.")] = None,
    reference: Annotated[list[str] | None, typer.Option(help="An owner's rule beside; may be repeated.")] = None,
    out: Annotated[Path | None, typer.Option(help="Rows with their verdicts: .jsonl or .csv (.gz).")] = None,
    processes: Annotated[int | None, typer.Option(help="At most so many; by default one a CPU.")] = None,
    plugin: Plugin = None,
) -> None:
    """Score the responses saved in a file, one row each."""
    from evalution.cli.scoring_commands import score_command

    score_command(
        file,
        scorer or (),
        response=response,
        gold=gold,
        choices=choices,
        labels=labels,
        language=language,
        truncated=truncated,
        benchmark=benchmark,
        references=reference or (),
        out=out,
        processes=processes,
    )


def audit(
    place: Annotated[
        Path, typer.Argument(help="A file as `evalution score` takes it, or a run folder.", metavar="FILE|RUN")
    ],
    scorers: Annotated[
        str | None, typer.Option(help="Names with commas between; the first is what others are held against.")
    ] = None,
    response: Annotated[str, typer.Option(help="Field with the response.")] = "response",
    gold: Annotated[str | None, typer.Option(help="Field with the right answer.")] = None,
    choices: Annotated[str | None, typer.Option(help="Field with the options or their number, or a number.")] = None,
    labels: Labels = None,
    language: Annotated[str | None, typer.Option(help="Field with the response's language.")] = None,
    truncated: Annotated[str | None, typer.Option(help="Field that says whether the response was cut.")] = None,
    benchmark: Annotated[str | None, typer.Option(help="The rows are this benchmark's own; it says the gold.")] = None,
    rule: Annotated[str, typer.Option(help="Show only rows on which this rule decided: boxed, marker, ...")] = "",
    rows: Annotated[int, typer.Option(help="Show so many rows that differ.", min=0)] = 10,
    skip: Annotated[int, typer.Option(help="Pass over so many of them first.", min=0)] = 0,
    unseal: Annotated[bool, typer.Option("--unseal", help="Show texts that a benchmark's owners want sealed.")] = False,
    processes: Annotated[int | None, typer.Option(help="At most so many; by default one a CPU.")] = None,
    plugin: Plugin = None,
) -> None:
    """Live and reference rules side by side: agreement, how the number moves, and the rows where they part."""
    from evalution.cli.scoring_commands import audit_command

    audit_command(
        place,
        scorers,
        response=response,
        gold=gold,
        choices=choices,
        labels=labels,
        language=language,
        truncated=truncated,
        benchmark=benchmark,
        rule=rule,
        rows=rows,
        skip=skip,
        unseal=unseal,
        processes=processes,
    )


def explain(
    scorer: Annotated[str, typer.Option(help="A name of `evalution list scorers`.")],
    response: Annotated[str, typer.Option(help="The response, or @FILE, or - for standard input.")],
    gold: Annotated[str, typer.Option(help="The right answer, or @FILE.")],
    choices: Annotated[str | None, typer.Option(help="The options as a JSON list, or their number.")] = None,
    labels: Labels = None,
    language: Annotated[str | None, typer.Option(help="Of the response, as de.")] = None,
    reference: Annotated[str | None, typer.Option(help="An owner's rule instead of the live one.")] = None,
    truncated: Annotated[bool, typer.Option("--truncated", help="The response was cut by a token limit.")] = False,
    plugin: Plugin = None,
) -> None:
    """Show how one response is read: what decided, which rules were tried, why the others lost."""
    from evalution.cli.scoring_commands import explain_command

    explain_command(
        scorer,
        response,
        gold,
        choices=choices,
        labels=labels,
        language=language,
        reference=reference,
        truncated=truncated,
    )
