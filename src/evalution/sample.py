"""One question as asked (`Sample`), what became of it (`Record`), and one value a question (`Reduced`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from evalution.request import Prompt
from evalution.verdict import Status, Verdict

Gold = str | tuple[str, ...]
"""The right answer: a text (for a choice, the label of the original option), or several alternatives."""


class Sampling(Struct, frozen=True, omit_defaults=True):
    """How text is generated: the benchmark's defaults overridden by the user's flags."""

    max_tokens: int = 256
    stop: tuple[str, ...] = ()
    temperature: float = 0.0
    top_p: float = 1.0


class Shot(Struct, frozen=True, omit_defaults=True):
    """A solved example: its question, its options with the right one, and its answer as a suite writes it.
    `solution` is what a suite that asks for text shows of a question with options; without it, the letter."""

    question: str
    answer: str
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    gold_index: int = 0
    solution: str = ""


class PromptParts(Struct, frozen=True, omit_defaults=True):
    """A prompt before it is joined by `evalution.prompt.render`.

    A question block is `lead + question`, a line break, the options and `after`. `option` is the format of
    one option's line; `shown` says whether the suite's own form lists the options. `instruction` stands
    once, before the first block. With `chat` every block is a user turn and every answer an assistant's,
    with `system` on top; without, all is one text. `rendered` holds forms made ahead by a user's template,
    by order ("" for the suite's own, else "2,0,1").
    """

    question: str
    lead: str = ""
    after: str = ""
    instruction: str = ""
    option: str = "{label}. {text}\n"
    shown: bool = False
    shots: tuple[Shot, ...] = ()
    system: str = ""
    chat: bool = False
    rendered: dict[str, Prompt] = field(default_factory=dict)


class Sample(Struct, frozen=True, omit_defaults=True):
    """One trial of one row: everything a scorer may know, as plain data.

    index     row in the data file, from 0
    choices   the options' texts in the order asked; `order[i]` is the original index of the i-th
    labels    the letters by position, as shown and as the gold is written
    groups    {"subject": ...}; the benchmark names which are clusters and which strata
    language  of the question, where the benchmark knows it ("de"), else ""
    meta      what else of the row a scorer of this benchmark reads
    """

    id: str
    index: int
    gold: Gold
    prompt: PromptParts
    repeat: int = 0
    choices: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)
    sampling: Sampling = Sampling()
    seed: int = 0
    language: str = ""
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def gold_index(self) -> int:
        """The original index of the gold option; ValueError when the gold is no label."""
        return self.labels.index(str(self.gold))


class Record(Struct, frozen=True, omit_defaults=True):
    """A judged trial: what is saved, bootstrapped, paired and regrouped."""

    id: str
    index: int
    gold: Gold
    verdicts: dict[str, Verdict]
    repeat: int = 0
    groups: dict[str, str] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    n_choices: int = 0
    response_length: int = 0
    truncated: bool = False
    near_ties: int = 0


class Reduced(Struct, frozen=True):
    """All trials of one sample under one metric, as one value. `value` is None when UNSCORED."""

    id: str
    index: int
    groups: Mapping[str, str]
    gold: Gold
    value: float | None
    answer: str | None
    status: Status
    n_choices: int = 0
    truncated: bool = False
