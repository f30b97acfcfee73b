"""The text normalisations of simple-evals' multiple-choice tasks.

They delete mark-up that would come between an answer word and its letter, and turn native letters into
Latin ones. Rules from openai/simple-evals `common.py` (MIT), written anew as tables.
"""

from __future__ import annotations

from typing import NamedTuple

DELETED = (
    "**", "$\\boxed{", "}$", "\\$", "$\\text{", "$", "\\mathrm{", "\\{", "\\text", "\\(", "\\mathbf{", "{", "\\boxed",
)  # fmt: skip
"""Deleted one after the other, in this order: `\\{` has lost its backslash before `{` goes."""

LETTERS = {
    "أ": " A", "ب": " B", "ج": " C", "د": " D",
    "অ": " A", "ব": " B", "ড": " C", "ঢ": " D",
    "Ａ": " A", "Ｂ": " B", "Ｃ": " C", "Ｄ": " D",
}  # fmt: skip


class Normalized(NamedTuple):
    """A normalised text, and each deletion that changed it: the text before and the mark deleted."""

    text: str
    steps: tuple[tuple[str, str], ...]

    def original(self, place: int) -> int:
        """Where the character at `place` of the normalised text stands in the response.

        >>> response = "**Answer: B**"
        >>> done = normalized(response)
        >>> response[done.original(done.text.index("B"))]
        'B'
        """
        for before, mark in reversed(self.steps):
            at = before.find(mark)
            while 0 <= at <= place:
                place += len(mark)
                at = before.find(mark, at + len(mark))
        return place


def normalize_response(response: str) -> str:
    """The response without bold marks and the LaTeX around a letter.

    >>> normalize_response("**Answer: $\\\\boxed{B}$**")
    'Answer: B'
    """
    return normalized(response).text


def normalized(response: str) -> Normalized:
    """`normalize_response` with the way back."""
    text, steps = response, []
    marks = DELETED if "$" in text or "\\" in text or "{" in text else DELETED[:1]
    for mark in marks:
        if mark in text:
            steps.append((text, mark))
            text = text.replace(mark, "")
    return Normalized(text, tuple(steps))


def normalize_extracted_answer(extracted_answer: str) -> str:
    """Arabic أبجد, Bengali অবডঢ and full-width ABCD as Latin letters, surrounding space removed.

    >>> [normalize_extracted_answer(letter) for letter in ("ب", "Ｃ", "d", "خ")]
    ['B', 'C', 'd', 'خ']
    """
    for native, latin in LETTERS.items():
        extracted_answer = extracted_answer.replace(native, latin)
    return extracted_answer.strip()
