"""What a scorer says about one response, and how a score is named."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from msgspec import Struct


class Status(StrEnum):
    """What a response came to; six outcomes that are never folded into each other.

    `NO_ANSWER` and `AMBIGUOUS` are the model's doing and count 0 under accuracy keys, but are
    counted apart from `INCORRECT`. `UNSCORED` is only what the response cannot have caused: an
    engine or grader out of reach, a gold that cannot be read.
    """

    CORRECT = "correct"
    INCORRECT = "incorrect"
    PARTIAL = "partial"
    NO_ANSWER = "no_answer"
    AMBIGUOUS = "ambiguous"
    UNSCORED = "unscored"


class Span(NamedTuple):
    """A half-open range of characters in the original response."""

    start: int
    end: int


class Candidate(Struct, frozen=True, omit_defaults=True):
    """An answer that a rule found and that did not decide; `why` says what it lost to."""

    answer: str
    rule: str
    span: Span
    why: str


class Verdict(Struct, frozen=True, omit_defaults=True):
    """A score that can be defended: what was read, by which rule, where, and what decided.

    status    of the response
    value     of the key; `None` only when UNSCORED
    answer    what was extracted, canonical (for a choice: the label of the original option);
              `None` when nothing was
    rule      the named extraction rule that fired: "boxed", "marker", "hash", "last_number"
    span      where the answer stands in the original response
    via       what decided: "label", "number", "math.rational", "judge", "tests", "limit"
    rejected  other candidates; filled by `explain`, empty on the fast path
    note      one line for a person
    """

    status: Status
    value: float | None
    answer: str | None = None
    rule: str | None = None
    span: Span | None = None
    via: str | None = None
    rejected: tuple[Candidate, ...] = ()
    note: str | None = None

    @classmethod
    def unscored(cls, note: str) -> Self:
        """The verdict for what the response cannot have caused; `note` names the cause."""
        return cls(Status.UNSCORED, None, note=note)


class MetricKey(Struct, frozen=True):
    """A score's name, `<family>,<variant>[@reference]`.

    The reference is what follows the last `@` after the comma.

    >>> MetricKey.parse("acc,num@gsm8k")
    MetricKey(family='acc', variant='num', reference='gsm8k')
    >>> str(MetricKey("pass@5", "exec"))
    'pass@5,exec'
    """

    family: str
    variant: str
    reference: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a key; ValueError when a part is missing."""
        family, comma, rest = text.partition(",")
        variant, _, reference = rest.partition("@")
        if not (family and comma and variant) or rest.endswith("@"):
            raise ValueError(f"metric key: expected <family>,<variant>[@reference], found {text!r}")
        return cls(family, variant, reference or None)

    def __str__(self) -> str:
        tail = f"@{self.reference}" if self.reference else ""
        return f"{self.family},{self.variant}{tail}"


class Signature(Struct, frozen=True):
    """How a number was made, in the manner of sacreBLEU: a key and ordered `name:value` parts.

    >>> str(Signature("acc,num", (("v", "1"), ("n", "1319"))))
    'acc,num|v:1|n:1319'
    """

    key: str
    parts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "|".join([self.key, *(f"{name}:{value}" for name, value in self.parts)])
