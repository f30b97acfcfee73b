"""SimpleQA's five metrics over the grades CORRECT, INCORRECT and NOT_ATTEMPTED.

Shares of each grade; accuracy given attempted, correct / (correct + incorrect); and F1, the harmonic mean of
the share correct with it, 2 correct / (all + attempted). Source: Wei et al. 2024 (arXiv 2411.04368) and
openai/simple-evals `simpleqa_eval.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from evalution.sample import Record, Reduced
from evalution.scorers.metrics import mean_over_repeats, mean_over_samples
from evalution.scorers.scorer import Metric
from evalution.statistics.bootstrap import cell_draws, joined, with_spread
from evalution.statistics.estimate import Design, Estimate
from evalution.statistics.tally import cluster_indices, cluster_note, tallied

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GRADES = ("CORRECT", "INCORRECT", "NOT_ATTEMPTED")
SHARES = {"is_correct": "CORRECT", "is_incorrect": "INCORRECT", "is_not_attempted": "NOT_ATTEMPTED"}
Ratio = Callable[["NDArray[np.float64]"], "NDArray[np.float64]"]
"""Counts of the three grades (draws, 3) -> one value a draw."""


def simpleqa_metrics(grades: Iterable[str]) -> dict[str, float]:
    """The five metrics of a set of grades; a ratio with nothing below its line is 0.0, as the owner has it.

    ValueError for an empty set and for a grade that is none of the three.

    >>> simpleqa_metrics(["CORRECT", "INCORRECT", "NOT_ATTEMPTED", "NOT_ATTEMPTED"])["f1"]
    0.3333333333333333
    """
    counts = Counter(grades)
    total = counts.total()
    if not total or counts.keys() - set(GRADES):
        raise ValueError(f"expected grades out of {', '.join(GRADES)}; found {sorted(counts) or 'none'}")
    import numpy as np

    row = np.array([[counts[grade] for grade in GRADES]], dtype=float)
    shares = {name: counts[grade] / total for name, grade in SHARES.items()}
    return {**shares, **{name: float(ratio(row)[0]) for name, ratio in RATIOS.items()}}


def attempt_metrics(reads: str) -> tuple[Metric, ...]:
    """The five reported keys over a trial key that holds grades: `f1,judge` from `grade,judge`."""
    variant = reads.partition(",")[2]
    return (
        *(
            Metric(f"{name},{variant}", reads, partial(_share, grade), mean_over_samples)
            for name, grade in SHARES.items()
        ),
        *(Metric(f"{name},{variant}", reads, _grades, partial(_estimate, ratio)) for name, ratio in RATIOS.items()),
    )


def _share(grade: str, records: Sequence[Record], key: str) -> Reduced:
    """The share of a sample's repeats that got the grade."""
    reduced = mean_over_repeats(records, key)
    if reduced.value is None:
        return reduced
    return structs.replace(reduced, value=sum(r.verdicts[key].answer == grade for r in records) / len(records))


def _grades(records: Sequence[Record], key: str) -> Reduced:
    """The answer is the grade of every repeat, with spaces between."""
    reduced = mean_over_repeats(records, key)
    return structs.replace(reduced, answer=" ".join(str(r.verdicts[key].answer) for r in records))


def _estimate(ratio: Ratio, reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The ratio over all scored trials, interval by multinomial draws; the repeats of a sample are a cluster.

    An unscored sample counts as one incorrect trial in the floor, as one correct in the ceiling.
    """
    import numpy as np

    scored = [r for r in reduced if r.value is not None]
    unscored = len(reduced) - len(scored)
    grades = [str(r.answer).split(" ") for r in scored]
    cells = [GRADES.index(grade) for row in grades for grade in row]
    counts = np.bincount(np.array(cells, dtype=np.int64), minlength=3)[None, :].astype(float)
    bounds = (float(ratio(counts + np.array(extra) * unscored)[0]) for extra in ((0, 1, 0), (1, 0, 0)))
    floor, ceiling = bounds if unscored else (None, None)
    if not scored:
        return tallied(Estimate(None, floor=floor, ceiling=ceiling, incomplete=unscored > 0), reduced)
    clusters = cluster_indices(scored, design)
    count = None if clusters is None else max(clusters) + 1
    if clusters is None and len(cells) > len(scored):
        clusters = list(range(len(scored)))
    spread = clusters and [cluster for cluster, row in zip(clusters, grades, strict=True) for _ in row]
    drawn = cell_draws(cells, spread, design.seed)
    draws = np.pad(drawn, ((0, 0), (0, 3 - drawn.shape[1]))).astype(float)
    note = joined(cluster_note(count), "" if counts[0, :2].any() else "nothing attempted")
    estimate = Estimate(float(ratio(counts)[0]), clusters=count, floor=floor, ceiling=ceiling, note=note)
    return tallied(with_spread(estimate, ratio(draws)), reduced)


def _given_attempted(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(counts[:, 0] / np.maximum(counts[:, 0] + counts[:, 1], 1.0))


def _f1(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(2.0 * counts[:, 0] / (counts.sum(axis=1) + counts[:, 0] + counts[:, 1]))


RATIOS: dict[str, Ratio] = {"accuracy_given_attempted": _given_attempted, "f1": _f1}
