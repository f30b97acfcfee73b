"""A user's own prompt: a Jinja template over the sample, for numbers that need an owner's exact words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from evalution.errors import EvalutionError, shorten
from evalution.prompt import original_choices, shot_answer
from evalution.request import Message, Prompt
from evalution.sample import Sample, Shot


class PromptTemplate:
    """The text of `--prompt FILE`, rendered in Jinja's immutable sandbox.

    It sees `question`, `options` (label and text of each in the order asked; empty in a suite's own form that shows
    none), `choices` (the texts whether shown or not), `shots` (each with `question`, `options`, `answer`), `id`,
    `language`, `groups` and `meta`. A name that is none of these is an error. The result is the whole prompt: in a
    chat it is the user's turn, after the system prompt.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.source = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            found = error.strerror if isinstance(error, OSError) else "bytes that are no UTF-8"
            raise EvalutionError(f"--prompt {path}: expected a template, found: {found}") from None

    @property
    def digest(self) -> str:
        """What signatures carry: 8 hexadecimal digits of the SHA-256 of the text."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:8]

    def apply(self, sample: Sample, orders: Iterable[Sequence[int]]) -> Sample:
        """The sample with its own form and the form of each order rendered ahead."""
        rendered = {"": self._render(sample, None)}
        rendered.update({",".join(map(str, order)): self._render(sample, order) for order in orders})
        return msgspec.structs.replace(sample, prompt=msgspec.structs.replace(sample.prompt, rendered=rendered))

    def _render(self, sample: Sample, order: Sequence[int] | None) -> Prompt:
        from jinja2 import TemplateError

        parts = sample.prompt
        lettered = order is not None or parts.shown
        texts = original_choices(sample)
        choices = [texts[i] for i in (sample.order if order is None else order)]
        try:
            text: str = self._template.render(
                question=parts.question,
                options=_options(sample.labels, choices) if lettered else [],
                choices=choices,
                shots=[_shot(shot, lettered, order is None) for shot in parts.shots],
                id=sample.id,
                language=sample.language,
                groups=sample.groups,
                meta=sample.meta,
            )
        except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
            raise self._complaint(error) from None
        if not parts.chat:
            return text
        system = (Message("system", parts.system),) if parts.system else ()
        return (*system, Message("user", text))

    @cached_property
    def _template(self) -> Any:
        from jinja2 import StrictUndefined, TemplateError
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=False)
        try:
            return environment.from_string(self.source)
        except TemplateError as error:
            raise self._complaint(error) from None

    def _complaint(self, error: Exception) -> EvalutionError:
        line = getattr(error, "lineno", None)
        place = f" line {line}" if line else ""
        return EvalutionError(f"--prompt {self.path}{place}: {shorten(str(error), 200)}")


def _options(labels: Sequence[str], choices: Sequence[str]) -> list[dict[str, str]]:
    return [{"label": label, "text": text} for label, text in zip(labels, choices, strict=False)]


def _shot(shot: Shot, lettered: bool, own: bool) -> dict[str, object]:
    options = _options(shot.labels, shot.choices) if lettered else []
    return {"question": shot.question, "options": options, "answer": shot_answer(shot, lettered, own)}
