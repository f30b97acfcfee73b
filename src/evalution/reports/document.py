"""One sample for a person: the prompt, the response with the deciding span marked, verdicts and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from evalution.reports.terminal import visible
from evalution.request import Executed, Generate, Generated, Loglikelihood, Prompt, Request, Response, Scored
from evalution.runs.run import Document
from evalution.verdict import Span, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def print_document(document: Document, console: Console, *, unseal: bool = False) -> None:
    """All that passed between the trial and the services, then each key's verdict; of a sealed benchmark only the
    verdicts, without what was answered, unless it is unsealed."""
    sample, record = document.sample, document.record
    console.print(f"{document.task} {visible(sample.id)} (row {sample.index}, repeat {sample.repeat})", style="bold")
    if document.sealed and not unseal:
        console.print("texts are kept sealed, as the benchmark's owners ask; --unseal shows them")
        for key, verdict in record.verdicts.items():
            console.print(verdict_line(key, structs.replace(verdict, answer="(sealed)", note=None)), soft_wrap=True)
        return
    console.print(f"gold: {visible(str(sample.gold))}")
    spans = [verdict.span for verdict in record.verdicts.values() if verdict.span is not None]
    for request, response in document.exchanges:
        console.rule(request.service, align="left")
        console.print(visible(_asked(request)), soft_wrap=True)
        console.rule("answer", align="left")
        console.print(_answered(request, response, spans[0] if spans else None), soft_wrap=True)
    console.rule("verdicts", align="left")
    for key, verdict in record.verdicts.items():
        console.print(verdict_line(key, verdict), soft_wrap=True)


def verdict_line(key: str, verdict: Verdict) -> str:
    """One line: status, value, answer, rule, what decided, note.

    >>> from evalution.verdict import Status
    >>> verdict_line("acc,num", Verdict(Status.CORRECT, 1.0, "18", "hash", Span(3, 5), "number"))
    "acc,num: correct 1; answer '18' by rule hash at 3-5, decided by number"
    """
    value = "" if verdict.value is None else f" {verdict.value:g}"
    answer = "" if verdict.answer is None else f"; answer {visible(repr(verdict.answer))}"
    rule = f" by rule {verdict.rule}" if verdict.rule else ""
    span = f" at {verdict.span.start}-{verdict.span.end}" if verdict.span else ""
    via = f", decided by {verdict.via}" if verdict.via else ""
    note = f" ({visible(verdict.note)})" if verdict.note else ""
    return f"{key}: {verdict.status.value}{value}{answer}{rule}{span}{via}{note}"


def marked(text: str, span: Span | None) -> Text:
    """The text, escaped, with the span in reverse video and between ⟦ ⟧ (which also survive in a file)."""
    from rich.text import Text

    if span is None:
        return Text(visible(text))
    before, inside, after = text[: span.start], text[span.start : span.end], text[span.end :]
    return Text.assemble(visible(before), (f"⟦{visible(inside)}⟧", "reverse"), visible(after))


def _asked(request: Request) -> str:
    match request:
        case Generate(prompt=prompt) | Loglikelihood(context=prompt):
            return prompt_text(prompt)
        case _:
            return request.program


def prompt_text(prompt: Prompt) -> str:
    """A prompt as one text, turns marked with their role."""
    if isinstance(prompt, str):
        return prompt
    return "\n".join(f"[{message.role}] {message.content}" for message in prompt)


def _answered(request: Request, response: Response, span: Span | None) -> Text:
    from rich.text import Text

    match request, response:
        case _, Generated(text=text):
            return marked(text, span if request.service == "model" else None)
        case Loglikelihood(continuations=continuations), Scored(logprobs=logprobs, tokens=tokens):
            rows = zip(logprobs, tokens, continuations, strict=True)
            return Text("\n".join(f"{p:10.4f}  {n:3} tokens  {visible(c)!r}" for p, n, c in rows))
        case _, Executed(outcome=outcome, detail=detail):
            return Text(f"{outcome} {visible(detail)}")
    return Text("")
