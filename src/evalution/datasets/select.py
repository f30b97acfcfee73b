"""Which rows are asked, in which order, and with which solved examples."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from evalution import registry
from evalution.benchmarks.benchmark import Benchmark, Item, make_shot
from evalution.errors import EvalutionError
from evalution.sample import Shot


def selected(benchmark: Benchmark, items: Sequence[Item], subset: Sequence[str]) -> list[int]:
    """The rows (by index, in file order) on one of the paths; all without any.

    A path is a run of the values of the benchmark's strata, joined by points ("stem", "stem.astronomy", "de").
    EvalutionError with the nearest names for one that leads nowhere.
    """
    paths = [tuple(item.groups.get(name, "") for name in benchmark.strata) for item in items]
    known = {".".join(path[i:j]) for path in set(paths) for j in range(len(path) + 1) for i in range(j)}
    for name in subset:
        if name not in known:
            reason = registry.unknown("subset", name, sorted(known)) if known else "it has no subsets"
            raise EvalutionError(f"{benchmark.name}: --subset {name}: {reason}")
    wanted = [tuple(name.split(".")) for name in subset]
    return [i for i, path in enumerate(paths) if not wanted or any(_runs(part, path) for part in wanted)]


def limited(
    items: Sequence[Item], rows: Sequence[int], limit: int | None, strata: Sequence[str], seed: int, whole: str = ""
) -> list[int]:
    """Those of the rows that a limit keeps, in file order.

    They are the first `limit` of one order, so a smaller limit always keeps a subset of a larger one: file
    order without strata; with strata a seeded order in which every prefix holds each stratum in proportion.
    Rows of one value of the group `whole` come together where its first stands, and the limit completes the
    last of them rather than cut it.
    """
    units: dict[str | int, list[int]] = defaultdict(list)
    for index in rows:
        units[items[index].groups.get(whole, index)].append(index)
    by_first = {members[0]: members for members in units.values()}
    chosen: list[int] = []
    for first in _stratified(items, list(by_first), strata, seed) if strata else by_first:
        if limit is not None and len(chosen) >= limit:
            break
        chosen += by_first[first]
    return sorted(chosen)


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


def shots_for(benchmark: Benchmark, item: Item, pool: Sequence[Item], count: int, seed: int = 0) -> tuple[Shot, ...]:
    """The first `count` examples, as the benchmark's sampler orders the pool, that are not the item's own question,
    nor one another's, and share with it what the benchmark's examples share (`shots_share`: the subject)."""
    shots: dict[str, Shot] = {}
    for other in SAMPLERS[benchmark.sampler](pool, item, seed):
        if len(shots) == count:
            break
        shares = all(other.groups.get(name) == item.groups.get(name) for name in benchmark.shots_share)
        if shares and other.question != item.question and other.question not in shots:
            shots[other.question] = make_shot(other)
    if len(shots) < count:
        raise EvalutionError(f"{benchmark.name}: --fewshot {count}: found only {len(shots)} examples to show")
    return tuple(shots.values())


def _first(pool: Sequence[Item], item: Item, seed: int) -> Iterable[Item]:
    return pool


def _seeded(pool: Sequence[Item], item: Item, seed: int) -> Iterator[Item]:
    """The whole pool in an order that depends on the seed and the item; drawn as it is read, for large pools."""
    key, count = (str(seed), item.id or item.question), len(pool)
    start, stride = int(_draw(*key, "start") * count), 1 + int(_draw(*key, "stride") * count)
    while math.gcd(stride, count) != 1:
        stride += 1
    return (pool[(start + n * stride) % count] for n in range(count))


def _balanced(pool: Sequence[Item], item: Item, seed: int) -> Iterator[Item]:
    """One of each gold in turn."""
    by_gold: dict[object, list[Item]] = defaultdict(list)
    for other in pool:
        by_gold[other.gold].append(other)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*by_gold.values()))
    return (other for other in turns if other is not None)


SAMPLERS: dict[str, Callable[[Sequence[Item], Item, int], Iterable[Item]]] = {
    "first": _first,
    "seeded": _seeded,
    "balanced": _balanced,
}
"""How the pool of solved examples is ordered for an item."""


def _runs(part: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return any(path[i : i + len(part)] == part for i in range(len(path)))


def _stratified(items: Sequence[Item], rows: Sequence[int], strata: Sequence[str], seed: int) -> list[int]:
    members: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index in rows:
        members[tuple(items[index].groups.get(name, "") for name in strata)].append(index)
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
