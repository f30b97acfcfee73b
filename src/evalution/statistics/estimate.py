"""A reported number with its uncertainty and everything that was not a plain right or wrong."""

from __future__ import annotations

from msgspec import Struct


class Design(Struct, frozen=True):
    """How the samples were drawn: which of their groups are clusters (drawn together, such as the
    questions of one passage) and which are fixed strata (subjects, languages), and the run's seed."""

    clusters: tuple[str, ...] = ()
    strata: tuple[str, ...] = ()
    seed: int = 0


class Estimate(Struct, frozen=True, omit_defaults=True):
    """A value with its 95 % interval [low, high] and standard error, all `None` when nothing was scored.

    n          trials that entered, unscored ones included
    floor      the value had every unscored trial counted 0, `ceiling` had it counted 1; both only
               when something is unscored
    signed     parts that the aggregate adds to the number's signature
    incomplete unscored trials for which no bounds can be given, or too many of them
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    stderr: float | None = None
    n: int = 0
    unscored: int = 0
    no_answer: int = 0
    ambiguous: int = 0
    truncated: int = 0
    clusters: int | None = None
    floor: float | None = None
    ceiling: float | None = None
    incomplete: bool = False
    method: str = ""
    note: str = ""
    signed: tuple[tuple[str, str], ...] = ()
