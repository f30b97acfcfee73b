"""Balanced sets of orders of a question's options, made without listing all K! of them.

The rotations of one order form a Latin square: every option stands at every label once. The orders
that keep option 0 first are one for each such square, (K - 1)! in all, and their rotations are all K!
orders without repetition. So a set is a run of whole squares, and at most one part of a square.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, factorial, gcd

DEFAULT_LIMIT = 120
Permutation = tuple[int, ...]


def permutation_count(choice_count: int, fraction: float) -> int:
    """How many orders a fraction asks for: max(K, ceil(fraction * K!)), at most K!; 0 for fraction 0.

    The fraction is taken as its shortest decimal, so 0.1 is a tenth. ValueError outside [0, 1].

    >>> [permutation_count(4, f) for f in (0.0, 0.01, 0.25, 0.5, 1.0)], permutation_count(10, 0.25)
    ([0, 4, 6, 12, 24], 907200)
    """
    if not 0.0 <= fraction <= 1.0:
        raise ValueError(f"label permutations: expected a fraction from 0.0 to 1.0, found {fraction}")
    if choice_count < 1:
        raise ValueError(f"label permutations: expected at least 1 option, found {choice_count}")
    if fraction == 0.0:
        return 0
    every = factorial(choice_count)
    return min(every, max(choice_count, ceil(Fraction(repr(float(fraction))) * every)))


def label_permutations_for_mode(
    choice_count: int, fraction: float, *, limit: int = DEFAULT_LIMIT, strict: bool = False
) -> list[Permutation]:
    """The orders to ask: tuples pi with pi[i] the label position of option i.

    Over any multiple of K orders, from the first on, every option stands at every label equally
    often; otherwise the counts differ by at most one. A fraction that asks for more than `limit`
    orders gets the largest multiple of K within it, or, with `strict`, ValueError; so does a limit
    below K. Deterministic.

    >>> label_permutations_for_mode(3, 0.5)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return list(_permutations(choice_count, fraction, limit, strict))


@lru_cache(maxsize=256)
def _permutations(choice_count: int, fraction: float, limit: int, strict: bool) -> tuple[Permutation, ...]:
    wanted = permutation_count(choice_count, fraction)
    if wanted > limit:
        if strict or limit < choice_count:
            asked = f"label permutations: {fraction} of {choice_count} options asks for {wanted}, the limit is {limit}"
            raise ValueError(asked if strict else f"{asked}; at least {choice_count} are needed, one for each place")
        wanted = limit // choice_count * choice_count
    taken: list[Permutation] = []
    for base in _bases(choice_count, -(-wanted // choice_count)):
        rotations = range(min(choice_count, wanted - len(taken)))
        taken += [tuple((position + shift) % choice_count for position in base) for shift in rotations]
    return tuple(taken)


def _bases(choice_count: int, count: int) -> Iterator[Permutation]:
    """The first `count` orders with option 0 at position 0, spread over all of them: their ranks step
    by about the golden section of (K - 1)!, to which the step has no common factor."""
    every = factorial(choice_count - 1)
    step = every * 618034 // 1000000 or 1
    while gcd(step, every) != 1:
        step += 1
    for turn in range(count):
        yield (0, *(1 + place for place in _unrank(choice_count - 1, turn * step % every)))


def _unrank(size: int, rank: int) -> Permutation:
    """The permutation of range(size) with this rank in lexicographic order."""
    left = list(range(size))
    found = []
    for remaining in range(size, 0, -1):
        at, rank = divmod(rank, factorial(remaining - 1))
        found.append(left.pop(at))
    return tuple(found)
