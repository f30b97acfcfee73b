"""Joining the parts of a prompt into text or messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from evalution.request import Message, Prompt
from evalution.sample import PromptParts, Sample, Shot


def render(sample: Sample, order: Sequence[int] | None = None) -> Prompt:
    """The sample's prompt in the suite's own form, or in the lettered form.

    `order[i]` is the original index of the option to show i-th; it makes the lettered form, in which
    solved examples end in their letter. Without it the suite's own form is made, which may show no options.
    That of a suite that writes nothing after a question ends in "Answer:".
    """
    parts = sample.prompt
    if parts.rendered:
        return parts.rendered["" if order is None else ",".join(map(str, order))]
    if order is not None:
        parts = structs.replace(parts, shown=True, after=parts.after or "Answer:")
    lettered = parts.shown
    options = original_choices(sample)
    shown = [options[i] for i in (sample.order if order is None else order)]
    block = _block(parts, parts.question, zip(sample.labels, shown, strict=False) if lettered else ())
    shots = [(_shot_block(parts, shot, lettered), shot_answer(shot, lettered, order is None)) for shot in parts.shots]
    return _messages(parts, shots, block) if parts.chat else _text(parts, shots, block)


def answer_prefix(prompt: Prompt) -> str:
    """What stands between a prompt and the answer that continues it: a space in running text."""
    return " " if isinstance(prompt, str) else ""


def original_choices(sample: Sample) -> dict[int, str]:
    """The options' texts by original index."""
    return dict(zip(sample.order, sample.choices, strict=True))


def _block(parts: PromptParts, question: str, options: Iterator[tuple[str, str]] | tuple[()]) -> str:
    lines = "".join(parts.option.format(label=label, text=text) for label, text in options)
    return f"{parts.lead}{question}\n{lines}{parts.after}".rstrip("\n")


def _shot_block(parts: PromptParts, shot: Shot, lettered: bool) -> str:
    return _block(parts, shot.question, zip(shot.labels, shot.choices, strict=False) if lettered else ())


def shot_answer(shot: Shot, lettered: bool, own: bool = False) -> str:
    """How a solved example ends: with its solution in a suite's `own` form, otherwise with its letter in the
    lettered form of a question with options."""
    if own and shot.solution:
        return shot.solution
    return shot.labels[shot.gold_index] if lettered and shot.choices else shot.answer


def _text(parts: PromptParts, shots: list[tuple[str, str]], block: str) -> str:
    head = [text for text in (parts.system, parts.instruction) if text]
    glue = "\n" if parts.shown and not parts.after else " "
    return "\n\n".join([*head, *(f"{asked}{glue}{answer}" for asked, answer in shots), block])


def _messages(parts: PromptParts, shots: list[tuple[str, str]], block: str) -> tuple[Message, ...]:
    turns = [turn for asked, answer in shots for turn in (("user", asked), ("assistant", answer))]
    turns.append(("user", block))
    if parts.instruction:
        turns[0] = ("user", f"{parts.instruction}\n\n{turns[0][1]}")
    if parts.system:
        turns.insert(0, ("system", parts.system))
    return tuple(Message(role, content) for role, content in turns)
