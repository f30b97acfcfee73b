"""What a benchmark is: a frozen declaration of data, rows, prompt, scorers and sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from evalution.sample import Gold, PromptParts, Sample, Sampling, Shot

Row = Mapping[str, Any]


class Source(Struct, frozen=True):
    """Where the rows are: a data set on the Hugging Face Hub, and which split is judged and which is for
    solved examples. A data set in several parts names them in `subsets`, with the Hub's configuration of
    each; its rows carry their part's name as the field `subset`. `revision` is set only where a public source
    pins it; otherwise the commit that `main` resolves to when loaded goes into the signature.

    parts    names of the files that a local folder may hold where the Hub has all in one configuration
    columns  of tables that come without a header row
    unfold   takes apart a row of an older shape that holds several
    """

    hub: str
    config: str | None
    split: str = "test"
    train: str | None = "train"
    revision: str | None = None
    subsets: dict[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    unfold: Callable[[Row], Iterable[Row]] | None = None


class Item(Struct, frozen=True):
    """What one row says. `answer` is the solved form that a few-shot example shows; for a question with
    options `solution` is, where a suite asks for more than the letter. `id` is empty where the data has none
    (the row's index then serves)."""

    question: str
    gold: Gold
    answer: str
    id: str = ""
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)
    language: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    solution: str = ""


class Form(Struct, frozen=True):
    """The fixed words around a question; see `PromptParts` for what each is. `wording` is what the item function
    itself puts into a question: it is not rendered again, and is here so that the signature hashes it."""

    lead: str = ""
    after: str = ""
    instruction: str = ""
    option: str = "{label}. {text}\n"
    shown: bool = False
    wording: str = ""


class Benchmark(Struct, frozen=True):
    """A benchmark's declaration.

    item      row -> Item; raises BadInput naming the field that is not what it should be
    scorers   names in the registry; the suite's reference rules among them
    headline  the key that stands for the suite
    size      rows of the judged split
    forms     by language, where the words around a question differ
    chat      whether to ask in turns where the model has a chat template
    clusters  groups of samples drawn together; `strata` fixed groups, from the widest (category, subject):
              scores are also given by each, and `--subset` names them
    shots_share  groups that a solved example has in common with the question
    sampler   how solved examples are taken from the pool; a name in `evalution.datasets.select.SAMPLERS`
    permuted  whether the options are shown in an order drawn for each trial
    sealed    whether its owners ask that its texts are never shown in plain text: journals hold them obfuscated
    whole     the group that a limit keeps whole, because a metric is over all its members
    sample    the bundled sample's file in `benchmarks/samples`, of our own writing
    """

    name: str
    title: str
    version: int
    item: Callable[[Row], Item]
    form: Form
    scorers: tuple[str, ...]
    headline: str
    source: Source = Source("", None)
    citation: str = ""
    licence: str = ""
    sample: str = ""
    chat: bool = False
    sampling: Sampling = Sampling()
    repeats: int = 1
    fewshot: int = 0
    clusters: tuple[str, ...] = ()
    strata: tuple[str, ...] = ()
    shots_share: tuple[str, ...] = ()
    whole: str = ""
    size: int = 0
    forms: dict[str, Form] = field(default_factory=dict)
    sampler: str = "first"
    permuted: bool = False
    sealed: bool = False


class Asking(Struct, frozen=True):
    """What a run adds to every sample of a benchmark."""

    sampling: Sampling
    seed: int = 0
    system: str = ""
    chat: bool = False


def make_sample(
    benchmark: Benchmark, item: Item, index: int, asking: Asking, *, repeat: int = 0, shots: tuple[Shot, ...] = ()
) -> Sample:
    """The trial of one row: plain data, the same for the same arguments."""
    name = item.id or str(index)
    form = benchmark.forms.get(item.language, benchmark.form)
    order = _order(len(item.choices), asking.seed, name, repeat) if benchmark.permuted else range(len(item.choices))
    parts = PromptParts(
        question=item.question,
        lead=form.lead,
        after=form.after,
        instruction=form.instruction,
        option=form.option,
        shown=form.shown,
        shots=shots,
        system=asking.system,
        chat=asking.chat,
    )
    return Sample(
        id=name,
        index=index,
        repeat=repeat,
        gold=item.gold,
        prompt=parts,
        choices=tuple(item.choices[i] for i in order),
        order=tuple(order),
        labels=item.labels,
        groups=item.groups,
        sampling=asking.sampling,
        seed=asking.seed,
        language=item.language,
        meta=item.meta,
    )


def make_shot(item: Item) -> Shot:
    """The item as a solved example; only one whose gold is a label has a right option to mark."""
    gold_index = item.labels.index(str(item.gold)) if item.gold in item.labels else 0
    return Shot(item.question, item.answer, item.choices, item.labels, gold_index, item.solution)


def _order(count: int, seed: int, name: str, repeat: int) -> list[int]:
    """An order of the options that depends on the seed, the sample and the repeat alone."""

    def drawn(option: int) -> bytes:
        return hashlib.sha256(f"{seed}\x1f{name}\x1f{repeat}\x1f{option}".encode()).digest()

    return sorted(range(count), key=drawn)
