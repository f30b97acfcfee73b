"""The chat template that comes with a model: someone else's program, so run in jinja2's immutable sandbox, bounded.

Loops, products and the text itself are counted; a template beyond the bounds is refused, whatever it would have
printed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from evalution.errors import EvalutionError
from evalution.request import Message

LOOPS = 100_000
"""Rounds of all loops together."""

CHARACTERS = 4_000_000
"""Of the rendered text, and of any text or list joined or repeated on the way."""


class TemplateError(ValueError):
    """A conversation that this template does not take, or a template beyond its bounds."""


class ChatTemplate:
    """Messages to text, ending where the assistant's turn begins."""

    def __init__(self, source: str, names: dict[str, str]) -> None:
        from jinja2 import TemplateSyntaxError

        self.digest = hashlib.sha256(source.encode()).hexdigest()[:16]
        self._names = names
        try:
            self._template = _compile(source)
        except (TemplateSyntaxError, RecursionError) as error:
            raise EvalutionError(f"the model's chat template cannot be read: {error}") from None

    def render(self, messages: Sequence[Message]) -> str:
        """TemplateError, in one line, when the template refuses the messages or passes its bounds."""
        turns = [{"role": message.role, "content": message.content} for message in messages]
        pieces: list[str] = []
        size = 0
        try:
            for piece in self._template.generate(
                messages=turns, add_generation_prompt=True, tools=None, counted=_Counter(), **self._names
            ):
                pieces.append(piece)
                size += len(piece)
                if size > CHARACTERS:
                    raise TemplateError(f"more than {CHARACTERS} characters of text")
        except Exception as error:
            raise TemplateError(f"the model's chat template failed: {' '.join(str(error).split())}") from None
        return "".join(pieces)


class _Counter:
    """Hands a loop's items on until the rounds of all loops are spent."""

    def __init__(self) -> None:
        self._left = LOOPS

    def __call__(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self._left -= 1
            if self._left < 0:
                raise TemplateError(f"more than {LOOPS} rounds of loops")
            yield item


def _compile(source: str) -> Any:
    from jinja2 import nodes
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"+", "*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" or (operator == "%" and isinstance(left, str)):
                raise TemplateError(f"the operator {operator} is not offered to templates")
            return super().call_binop(context, operator, left, right) if _small(operator, left, right) else _refuse()

    environment = Bounded(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    environment.globals["raise_exception"] = _raise
    environment.globals["joined"] = _joined
    tree = environment.parse(source)
    for loop in list(tree.find_all(nodes.For)):
        loop.iter = nodes.Call(nodes.Name("counted", "load"), [loop.iter], [], None, None)
    for concat in list(tree.find_all(nodes.Concat)):
        concat.nodes = [nodes.Call(nodes.Name("joined", "load"), concat.nodes, [], None, None)]
    return environment.from_string(nodes.Template(tree.body, lineno=1))


def _small(operator: str, left: Any, right: Any) -> bool:
    sized = [len(value) for value in (left, right) if isinstance(value, (str, list, tuple))]
    numbers = [abs(value) for value in (left, right) if isinstance(value, int)]
    if operator == "*" and sized:
        return sized[0] * (numbers[0] if numbers else 1) <= CHARACTERS
    return sum(sized) <= CHARACTERS and all(number < 1 << 63 for number in numbers)


def _refuse() -> Any:
    raise TemplateError(f"more than {CHARACTERS} characters, or a number beyond 64 bits")


def _joined(*values: Any) -> str:
    text = "".join(map(str, values))
    return text if len(text) <= CHARACTERS else str(_refuse())


def _raise(message: str) -> None:
    raise TemplateError(str(message))
