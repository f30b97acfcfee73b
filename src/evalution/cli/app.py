"""The commands and their flags. Heavy imports stand inside the commands, so that `--help` is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from evalution.cli import scoring
from evalution.cli.plugin import Plugin

app = typer.Typer(
    help="Evaluate language models, and score what they said.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Reference = Annotated[bool, typer.Option("--reference", help="Also print the owners' own rules.")]


@app.command()
def run(
    benchmarks: Annotated[list[str], typer.Argument(help="Names, as `evalution list benchmarks` shows them.")],
    model: Annotated[str, typer.Option(help="smollm2, http://HOST:PORT/v1#MODEL, openai:MODEL, replay:FILE")],
    plugin: Plugin = None,
    grader: Annotated[str | None, typer.Option(help="Model that judges responses, where a score needs one.")] = None,
    data: Annotated[
        list[str] | None, typer.Option(help="NAME[.SUBSET][:SPLIT]=FILE|FOLDER: rows from here, not from the Hub.")
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="The small bundled sample instead of the data set.")] = False,
    out: Annotated[Path | None, typer.Option(help="Run folder; the same command goes on where it was.")] = None,
    reuse: Annotated[list[Path] | None, typer.Option(help="Take answers from this run too.")] = None,
    subset: Annotated[list[str] | None, typer.Option(help="Only this part: stem, stem.abstract_algebra, de.")] = None,
    limit: Annotated[int | None, typer.Option(help="Only so many rows; raising it later extends the run.")] = None,
    seed: Annotated[int, typer.Option(help="Of everything drawn in this run.")] = 0,
    repeats: Annotated[int | None, typer.Option(help="Trials a row (needs a temperature).")] = None,
    order: Annotated[str, typer.Option(help="native, shuffle, shuffle:SEED, length:asc, length:desc.")] = "native",
    fewshot: Annotated[int | None, typer.Option(help="Solved examples before each question.")] = None,
    sampler: Annotated[str | None, typer.Option(help="How the examples are taken: first, seeded, balanced.")] = None,
    label_permutations: Annotated[
        float, typer.Option(help="Fraction of all orders of the options to ask by letter, 0 to 1.")
    ] = 0.0,
    label_permutations_limit: Annotated[int, typer.Option(help="Orders a question at most.")] = 120,
    label_permutations_strict: Annotated[
        bool, typer.Option("--label-permutations-strict", help="Passing the limit is an error.")
    ] = False,
    reference: Reference = False,
    prompt: Annotated[str | None, typer.Option(help="A template of your own for the prompt (Jinja).")] = None,
    system: Annotated[str, typer.Option(help="System prompt.")] = "",
    chat: Annotated[bool | None, typer.Option("--chat/--no-chat", help="Ask in turns, or as running text.")] = None,
    temperature: Annotated[float | None, typer.Option()] = None,
    top_p: Annotated[float | None, typer.Option()] = None,
    max_tokens: Annotated[int | None, typer.Option()] = None,
    stop: Annotated[list[str] | None, typer.Option(help="Ends a generation; may be given again.")] = None,
) -> None:
    """Evaluate a model on benchmarks, or go on with a run that was begun."""
    from evalution.cli.commands import run_command

    run_command(
        benchmarks,
        model,
        reference=reference,
        grader=grader,
        out=out,
        data=data or (),
        reuse=reuse or (),
        bundled=sample,
        subset=tuple(subset or ()),
        limit=limit,
        seed=seed,
        repeats=repeats,
        order=order,
        fewshot=fewshot,
        sampler=sampler,
        label_permutations=label_permutations,
        label_permutations_limit=label_permutations_limit,
        label_permutations_strict=label_permutations_strict,
        prompt=prompt,
        system=system,
        chat=chat,
        temperature=temperature,
        top_p=top_p,
        max_tokens=max_tokens,
        stop=tuple(stop) if stop else None,
    )


@app.command()
def show(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    doc: Annotated[str | None, typer.Option(help="One sample, by id: prompt, response, verdicts.")] = None,
    reference: Reference = False,
    by: Annotated[str | None, typer.Option(help="Also the headline by this group: subject, language, ...")] = None,
    plugin: Plugin = None,
    unseal: Annotated[bool, typer.Option("--unseal", help="Show texts that a benchmark's owners want sealed.")] = False,
) -> None:
    """Print a run's table again, or one of its samples."""
    from evalution.cli.commands import show_command

    show_command(run, doc, reference=reference, by=by, unseal=unseal)


@app.command()
def rescore(
    run: Annotated[Path, typer.Argument(help="Run folder.")], reference: Reference = False, plugin: Plugin = None
) -> None:
    """Judge a run's answers again under the scorers as they are now; no model is asked."""
    from evalution.cli.commands import rescore_command

    rescore_command(run, reference=reference)


app.command()(scoring.score)
app.command()(scoring.audit)
app.command()(scoring.explain)


@app.command()
def describe(
    benchmarks: Annotated[list[str] | None, typer.Argument(help="Names, as `evalution list benchmarks` shows.")] = None,
    every: Annotated[bool, typer.Option("--all", help="The page docs/benchmarks.md, in Markdown.")] = False,
    plugin: Plugin = None,
) -> None:
    """Say all about a benchmark: sources, rules, the prompt of a sample, signature, citation."""
    from evalution.cli.commands import describe_command

    describe_command(benchmarks or [], every=every)


@app.command("list")
def list_names(
    what: Annotated[Literal["benchmarks", "scorers", "engines"], typer.Argument(help="benchmarks, scorers or engines")],
    plugin: Plugin = None,
) -> None:
    """List what there is, built in and plugged in."""
    from evalution.cli.commands import list_command

    list_command(what)
