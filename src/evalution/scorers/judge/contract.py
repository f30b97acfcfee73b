"""What a judge is asked and how its reply is read, in one value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from evalution.scorers.thinking import set_aside
from evalution.verdict import Status, Verdict


class Grade(Struct, frozen=True):
    """A grade by its canonical name, and the status and value it gives the response."""

    name: str
    status: Status
    value: float


class Judgement(Struct, frozen=True):
    """What a reply says. `grade` is None where it broke the contract, and `why` then says how.

    extracted    the answer that the judge found in the response, where the contract asks for it
    confidence   from 0 to 100, as the response stated it; None when it stated none that can be read
    """

    grade: str | None
    why: str = ""
    extracted: str | None = None
    confidence: float | None = None


def _without_thinking(reply: str) -> str:
    return set_aside(reply).text


class Contract(Struct, frozen=True):
    """An instruction, the grades it allows, and the parser of the replies to it.

    The instruction names its fields in braces; `{nonce}` marks the lines that count. `read` is given what
    `visible` leaves of a reply: all but its thinking.
    """

    name: str
    version: int
    instruction: str
    grades: tuple[Grade, ...]
    read: Callable[[str], Judgement]
    visible: Callable[[str], str] = _without_thinking

    def prompt(self, fields: Mapping[str, str], nonce: str) -> str:
        """The instruction with its fields filled in. KeyError for a field that is missing."""
        return fill(self.instruction, {**fields, "nonce": nonce})

    def parse(self, reply: str, nonce: str | None = None) -> Judgement:
        """What the reply says, read robustly: markdown, case, reasons before or after. Two verdicts or
        none break the contract.

        With a nonce only the lines that carry it count, so that nothing quoted from the response
        can be taken for the verdict.
        """
        visible = self.visible(reply)
        if nonce is None:
            return self.read(visible)
        mark = re.compile(rf"(?<!\w){re.escape(nonce)}(?!\w)")
        lines = [mark.sub(" ", line) for line in visible.splitlines() if mark.search(line)]
        return self.read("\n".join(lines)) if lines else Judgement(None, "no line carries the nonce")

    def verdict(self, judgement: Judgement) -> Verdict:
        """The grade as a verdict on the response; UNSCORED where the judge broke the contract.

        The answer is what the judge extracted, or else the grade's name.
        """
        for grade in self.grades:
            if grade.name == judgement.grade:
                answer = judgement.extracted or grade.name
                return Verdict(grade.status, grade.value, answer, f"judge:{self.name}", via="judge")
        return Verdict.unscored(f"the judge broke its contract: {judgement.why or judgement.grade}")


def fill(template: str, fields: Mapping[str, str]) -> str:
    """The template with each `{field}` replaced; other braces, and braces in the fields, stay as they are.

    KeyError for a field that the template does not name (the nonce may be absent).

    >>> fill("{a} \\\\frac{1}{2} {b}", {"a": "{b}", "b": "2"})
    '{b} \\\\frac{1}{2} 2'
    """
    for name in fields:
        if name != "nonce" and f"{{{name}}}" not in template:
            raise KeyError(f"the template has no {{{name}}}")
    names = "|".join(map(re.escape, fields))
    return re.sub(rf"\{{({names})\}}", lambda found: fields[found[1]], template)
