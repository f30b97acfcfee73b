"""What stands beside every value: how many trials entered, and what became of those not plainly judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from evalution.sample import Reduced
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Status


def tallied(estimate: Estimate, reduced: Sequence[Reduced]) -> Estimate:
    """The estimate with its counts by status and of truncated replies."""
    statuses = Counter(r.status for r in reduced)
    return structs.replace(
        estimate,
        n=len(reduced),
        unscored=sum(r.value is None for r in reduced),
        no_answer=statuses[Status.NO_ANSWER],
        ambiguous=statuses[Status.AMBIGUOUS],
        truncated=sum(r.truncated for r in reduced),
    )


def cluster_indices(reduced: Sequence[Reduced], design: Design) -> list[int] | None:
    """The number of each sample's cluster, from 0 in order of appearance; None without clusters.

    A cluster is one combination of the groups named by the design; a sample that has none of them
    is a cluster of its own.
    """
    if not design.clusters:
        return None
    numbers: dict[tuple[object, ...], int] = {}
    found: list[int] = []
    for r in reduced:
        names: tuple[object, ...] = tuple(r.groups.get(name) for name in design.clusters)
        if all(name is None for name in names):
            names = (r.id, r.index)
        found.append(numbers.setdefault(names, len(numbers)))
    return found


def cluster_note(clusters: int | None) -> str:
    """A warning where there are too few clusters for their spread to be known.

    >>> cluster_note(4)
    'only 4 clusters'
    """
    return "" if clusters is None or clusters >= 10 else f"only {clusters} cluster{'' if clusters == 1 else 's'}"
