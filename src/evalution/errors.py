"""What a user is told in one line."""

from __future__ import annotations

from functools import partial
from typing import Any


class EvalutionError(Exception):
    """Something the user can mend; its text is one line that says what. Commands print it and exit with 2."""


class BadInput(EvalutionError):
    """A row, field, flag or file that is not what it should be.

    >>> str(BadInput("'five'", expected="a number", file="test.jsonl", row=3, field="answer"))
    "test.jsonl: row 3: answer: expected a number, found 'five'"
    """

    def __init__(
        self, found: str, *, expected: str, file: object = None, row: int | None = None, field: str | None = None
    ) -> None:
        self.found, self.expected, self.file, self.row, self.field = found, expected, file, row, field
        place = [str(file)] if file is not None else []
        place += [f"row {row}"] if row is not None else []
        place += [field] if field is not None else []
        super().__init__(": ".join([*place, f"expected {expected}, found {found}"]))

    def __reduce__(self) -> tuple[Any, ...]:
        make = partial(BadInput, expected=self.expected, file=self.file, row=self.row, field=self.field)
        return make, (self.found,)

    def at(self, file: object, row: int) -> BadInput:
        """The same complaint with the place that the caller knows."""
        return BadInput(self.found, expected=self.expected, file=file, row=row, field=self.field)


def shorten(value: object, limit: int = 60) -> str:
    """A value as an error line quotes it: its repr, cut in the middle of long ones."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 12]}…{text[-10:]}"
