"""Several rules over the same responses: what each makes of them, and where they part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, field

from evalution.scorers.target import Target
from evalution.scoring.one import judged, resolve
from evalution.statistics.moments import Moments
from evalution.verdict import Status, Verdict


class Item(NamedTuple):
    """A response as it is judged; `name` finds its row again."""

    name: str
    response: str | None
    target: Target


class Row(Struct, frozen=True):
    """A response to which a rule gives another value than the first one."""

    item: Item
    verdicts: tuple[Verdict, ...]


class Pair(Struct, frozen=True):
    """Two rules over the responses that both score: `first` and `second` count those that only one values higher."""

    same: int = 0
    first: int = 0
    second: int = 0

    def plus(self, other: Pair) -> Pair:
        """Both parts together."""
        return Pair(self.same + other.same, self.first + other.first, self.second + other.second)

    @property
    def agreement(self) -> float | None:
        """The share of equal values; None where no response is scored by both."""
        total = self.same + self.first + self.second
        return self.same / total if total else None


class Page(Struct, frozen=True):
    """Which of the rows that differ are kept: so many after the first `skip`, only those on which the first rule fired
    as `rule` ("boxed") where that is given."""

    size: int = 10
    skip: int = 0
    rule: str = ""


class Comparison(Struct, frozen=True):
    """Some responses under several rules, the first of which is what the others are held against.

    moments, statuses   of each rule
    pairs               of every two rules, by their places (i < j)
    fired               how often each rule of extraction decided under the first
    apart               of those, how often each of the other rules gives another value
    rows                the first rows that differ, as many as `Page.skip` and `Page.size` want
    """

    names: tuple[str, ...]
    moments: tuple[Moments, ...]
    statuses: tuple[Counter[Status], ...]
    pairs: dict[tuple[int, int], Pair]
    fired: Counter[str] = field(default_factory=Counter)
    apart: tuple[Counter[str], ...] = ()
    rows: tuple[Row, ...] = ()
    differing: int = 0

    def plus(self, other: Comparison, page: Page) -> Comparison:
        """Both parts together, `other` being the later one."""
        return Comparison(
            self.names,
            tuple(a.plus(b) for a, b in zip(self.moments, other.moments, strict=True)),
            tuple(a + b for a, b in zip(self.statuses, other.statuses, strict=True)),
            {places: pair.plus(other.pairs[places]) for places, pair in self.pairs.items()},
            self.fired + other.fired,
            tuple(a + b for a, b in zip(self.apart, other.apart, strict=True)),
            (self.rows + other.rows)[: page.skip + page.size],
            self.differing + other.differing,
        )


def compare(names: Sequence[str], items: Sequence[Item], page: Page) -> Comparison:
    """Judge the responses under the first key of each named scorer.

    >>> items = [Item(str(i), text, Target("7")) for i, text in enumerate(["#### 7", "The answer is 7.", "#### 8"])]
    >>> found = compare(["num", "num@gsm8k"], items, Page())
    >>> found.pairs[0, 1], [row.item.name for row in found.rows]
    (Pair(same=2, first=1, second=0), ['1'])
    """
    scorers = [resolve(name) for name in names]
    table = [tuple(judged(scorer, item.response, item.target)[0] for scorer in scorers) for item in items]
    columns = list(zip(*table, strict=True)) or [()] * len(scorers)
    places = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names))]
    differing = [Row(item, verdicts) for item, verdicts in zip(items, table, strict=True) if _differs(verdicts)]
    chosen = [row for row in differing if page.rule in ("", base(row.verdicts[0]))]
    return Comparison(
        tuple(names),
        tuple(Moments.of([v.value for v in column if v.value is not None]) for column in columns),
        tuple(Counter(v.status for v in column) for column in columns),
        {(i, j): _pair(columns[i], columns[j]) for i, j in places},
        Counter(base(v) for v in columns[0]),
        tuple(
            Counter(base(a) for a, b in zip(columns[0], other, strict=True) if _apart(a, b)) for other in columns[1:]
        ),
        tuple(chosen[: page.skip + page.size]),
        len(chosen),
    )


def base(verdict: Verdict) -> str:
    """The rule of extraction that decided, without what it saw; "none" where none did.

    >>> base(Verdict(Status.CORRECT, 1.0, "7", "marker:answer"))
    'marker'
    """
    return verdict.rule.partition(":")[0] if verdict.rule else "none"


def _apart(a: Verdict, b: Verdict) -> bool:
    return a.value != b.value and a.value is not None and b.value is not None


def _differs(verdicts: Sequence[Verdict]) -> bool:
    return any(_apart(verdicts[0], other) for other in verdicts[1:])


def _pair(first: Sequence[Verdict], second: Sequence[Verdict]) -> Pair:
    both = [
        (a.value, b.value) for a, b in zip(first, second, strict=True) if a.value is not None and b.value is not None
    ]
    return Pair(sum(a == b for a, b in both), sum(a > b for a, b in both), sum(a < b for a, b in both))
