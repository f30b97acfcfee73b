"""The golden cases by scorer and rule."""

from __future__ import annotations

from collections import Counter, defaultdict

from msgspec import Struct

import golden_cases
from evalution.verdict import Status
from fidelity.measure import base


class GoldenRule(Struct, frozen=True):
    """The cases of a scorer on which a rule decided."""

    scorer: str
    rule: str
    cases: int
    as_meant: int
    fp: int
    fn: int
    no_answer: int
    ambiguous: int


def golden_rules() -> list[GoldenRule]:
    """One entry a scorer and rule. A false positive is a case that is not to be right and is, a false negative the
    opposite."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for case in golden_cases.cases():
        verdict = case.verdict()
        count = counts[case.scorer, base(verdict.rule)]
        meant, found = case.status is Status.CORRECT, verdict.status is Status.CORRECT
        count.update(
            cases=1,
            as_meant=case.status is verdict.status,
            fp=found and not meant,
            fn=meant and not found,
            no_answer=verdict.status is Status.NO_ANSWER,
            ambiguous=verdict.status is Status.AMBIGUOUS,
        )
    return [
        GoldenRule(*names, **{f: count[f] for f in GoldenRule.__struct_fields__[2:]})
        for names, count in sorted(counts.items())
    ]
