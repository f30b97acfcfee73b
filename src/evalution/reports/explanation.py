"""How one response was read, and how a file's responses were: rules and statuses for a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from evalution.reports.document import marked, verdict_line
from evalution.reports.terminal import visible
from evalution.runs.results import TaskResult
from evalution.scorers.text import TextScorer
from evalution.verdict import Candidate, Verdict

if TYPE_CHECKING:
    from rich.console import Console

RULES_SHOWN = 12
QUOTED = 60


def print_explanation(scorer: TextScorer, text: str, verdicts: Sequence[Verdict], console: Console) -> None:
    """The response with the deciding span marked, each rule with what it found, one line a verdict."""
    first = verdicts[0]
    console.rule("response", align="left")
    console.print(marked(text, first.span), soft_wrap=True)
    console.rule("rules", align="left")
    for line in rule_lines(scorer, first):
        console.print(line, soft_wrap=True)
    console.rule("verdict", align="left")
    for key, verdict in zip(scorer.keys, verdicts, strict=True):
        console.print(verdict_line(key, verdict), soft_wrap=True)
    parts = "|".join(f"{name}:{value}" for name, value in scorer.signature)
    console.print(f"{scorer.name}|{parts}", style="dim", soft_wrap=True)


def rule_lines(scorer: TextScorer, verdict: Verdict) -> Iterator[str]:
    """Each band's rules in order: what decided, what lost and to what, or that nothing was found. A scorer that
    does not explain itself has only its order and what decided.

    >>> from evalution.scoring.one import explained, resolve, target
    >>> num = resolve("num")
    >>> for line in rule_lines(num, explained(num, "The answer is 7. No: #### 8", target("8"))[0]):
    ...     print(line)
    band 1
      hash: '8' at 26-27: decides
      marker:answer: '7' at 14-15: an earlier commitment
      boxed: found nothing
    band 2
      last_number: '8' at 26-27: a weaker band
    """
    said: dict[str, list[str]] = {}
    if verdict.rule:
        answer = "no answer" if verdict.answer is None else _quoted(verdict.answer)
        said.setdefault(_base(verdict.rule), []).append(_line(verdict.rule, answer, verdict.span, "decides"))
    for lost in verdict.rejected:
        said.setdefault(_base(lost.rule), []).append(_lost(lost))
    if scorer.explain is None:
        yield from (
            ["tried in this order, up to the first that finds something: " + scorer.rules] if scorer.rules else []
        )
        bands = []
    else:
        bands = scorer.rules.split(">")
    for number, band in enumerate(bands, 1):
        yield f"band {number}"
        for rule in band.split("+"):
            yield from said.pop(rule, [f"  {rule}: found nothing"])
    for lines in said.values():
        yield from lines


def print_counts(task: TaskResult, console: Console) -> None:
    """How often each status and each rule occurred, by key."""
    for metric in task.metrics:
        console.print(f"{metric.key}: {_counts(metric.statuses)}", soft_wrap=True)
        if metric.rules:
            console.print(f"{metric.key}: by rule: {_counts(metric.rules)}", soft_wrap=True)


def _counts(counts: Mapping[str, int]) -> str:
    """The most frequent first.

    >>> _counts({"boxed": 2, "hash": 30})
    'hash 30, boxed 2'
    """
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [f"{visible(name)} {count}" for name, count in ordered[:RULES_SHOWN]]
    rest = sum(count for _, count in ordered[RULES_SHOWN:])
    return ", ".join([*shown, *([f"{len(ordered) - RULES_SHOWN} others {rest}"] if rest else [])])


def _base(rule: str) -> str:
    return rule.partition(":")[0]


def _lost(candidate: Candidate) -> str:
    return _line(
        candidate.rule, _quoted(candidate.answer) if candidate.answer else "no answer", candidate.span, candidate.why
    )


def _line(rule: str, answer: str, span: tuple[int, int] | None, outcome: str) -> str:
    place = f" at {span[0]}-{span[1]}" if span else ""
    return f"  {visible(rule)}: {answer}{place}: {outcome}"


def _quoted(answer: str) -> str:
    shown = answer if len(answer) <= QUOTED else f"{answer[:QUOTED]}…"
    return visible(repr(shown))
