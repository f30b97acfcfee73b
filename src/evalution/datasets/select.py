"""Which rows are asked, in which order, and with which solved examples."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence

from evalution.benchmarks.benchmark import Item, make_shot
from evalution.errors import EvalutionError
from evalution.sample import Shot


def limited(items: Sequence[Item], limit: int | None, strata: Sequence[str], seed: int) -> list[int]:
    """The rows (by index, in file order) that a limit keeps.

    They are the first `limit` of one order, so a smaller limit always keeps a subset of a larger one: file
    order without strata; with strata a seeded order in which every prefix holds each stratum in proportion.
    """
    chosen = _stratified(items, strata, seed) if strata else list(range(len(items)))
    return sorted(chosen[:limit])


def ordered(indices: Sequence[int], order: str, seed: int, length: Callable[[int], int]) -> list[int]:
    """The rows in the order of asking: `native`, `shuffle[:SEED]`, `length:asc` or `length:desc` (`|` for `:`).

    `length` gives the characters of a row's prompt. The order changes no result.
    """
    kind, _, argument = order.replace("|", ":").partition(":")
    if kind == "native" and not argument:
        return list(indices)
    if kind == "shuffle" and (not argument or argument.isdecimal()):
        salt = argument or str(seed)
        return sorted(indices, key=lambda i: (_draw(salt, str(i)), i))
    if kind == "length" and argument in ("asc", "desc"):
        sign = 1 if argument == "asc" else -1
        return sorted(indices, key=lambda i: (sign * length(i), i))
    raise EvalutionError(f"--order: expected native, shuffle, shuffle:SEED, length:asc or length:desc, found {order!r}")


def shots_for(item: Item, pool: Sequence[Item], count: int, benchmark: str) -> tuple[Shot, ...]:
    """The first `count` examples of the pool that are not the item's own question."""
    shots = [make_shot(other) for other in pool if other.question != item.question][:count]
    if len(shots) < count:
        raise EvalutionError(f"{benchmark}: --fewshot {count}: the examples' file has only {len(shots)} to show")
    return tuple(shots)


def _stratified(items: Sequence[Item], strata: Sequence[str], seed: int) -> list[int]:
    members: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, item in enumerate(items):
        members[tuple(item.groups.get(name, "") for name in strata)].append(index)
    places = []
    for stratum, indices in members.items():
        shuffled = sorted(indices, key=lambda i: (_draw(str(seed), str(i)), i))
        offset = _draw(str(seed), *stratum)
        places += [((rank + offset) / len(indices), i) for rank, i in enumerate(shuffled)]
    return [index for _, index in sorted(places)]


def _draw(*parts: str) -> float:
    """A number in [0, 1) that depends on the parts alone."""
    digest = hashlib.sha256("\x1f".join(parts).encode()).digest()
    return int.from_bytes(digest[:7]) / 2**56
