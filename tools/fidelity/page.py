"""The report's text around its tables."""

from __future__ import annotations

from collections.abc import Sequence

from fidelity import report
from fidelity.crossed import Crossed
from fidelity.golden import GoldenRule
from fidelity.measure import Measured
from fidelity.robustness import Robustness

_HEAD = """# How far the live rules can be trusted

Made by `make fidelity`; the same outputs give the same file. The outputs are those that other projects
published, with their own verdicts; none of their texts is kept here. What one reader found is in
`docs/fidelity/*.jsonl`: the row, whether the response commits to the right answer (1, 0, or null where both can
be defended), and why."""

_FILES = """## Live and published verdicts

`live only` counts the responses that only the live rule takes for right, `published only` the opposite."""

_SIDES = """## Who is right where they differ

Every response on which the live and the published verdict differ was read."""

_RATES = """## Error rates against our reading

Of the responses that are wrong, how many are taken for right; of those that are right, how many are not.
Debatable ones are left out. `at most` puts the upper end of a 95 % interval in place of the share of errors in
the samples: it says what the samples can show, and shrinks only by reading more. Only 100 responses of real
models to mathematics are at hand, all of them read: one of them more or less is a percent."""

_STRATA = """Where these rates come from: disagreements and suspects (a reader of one line reads something else, or the
text says after its answer that it has none) are read in full; plain responses (a letter alone, one box, one `A:`
line) are read by that reader, and the live rule reads the same; of the rest a sample is read, chosen by digests
of the rows' names."""

_RULES = """## By rule

`agree` is the share with the published verdict. Errors are those among the responses that were read. The last
column counts responses to which each owner's rule gives another value."""

_REFERENCES = """## The owners' rules beside"""

_GOLDEN = """## Golden cases

Texts written for a known fault, with the verdict that each must get."""

_CROSSED = """For mathematics the worked solutions of MATH's test split stand in for more responses: every solution
against its own gold, and against the golds of three other problems where those are written otherwise. What is
accepted of the latter was read."""

_ROBUST = """## Robustness

Real responses that are judged right, without what a model wrote after its own answer, are wrapped in thirty ways
that may not change the verdict and in twenty that must make it other than right. For mathematics most of them are
the worked solutions of MATH's test split, which people wrote. Not seen is a wrapping that leaves the response
right."""

_WRAPPINGS = """How many responses each wrapping got wrong (the texts are in `tools/fidelity/wrappings.py`):"""


def page(
    measured: Sequence[Measured], golden: Sequence[GoldenRule], robust: Sequence[Robustness], cross: Crossed
) -> str:
    """The whole report."""
    parts = [
        _HEAD,
        _RATES,
        report.families(measured),
        _STRATA,
        report.strata(measured),
        _CROSSED,
        report.crossed(cross),
        _FILES,
        report.files(measured),
        _SIDES,
        report.sides(measured),
        report.reasons(measured),
        _ROBUST,
        report.robustness(robust),
        _WRAPPINGS,
        report.wrappings(robust),
        _RULES,
        report.rules(measured),
        _REFERENCES,
        report.references(measured),
        _GOLDEN,
        report.golden(golden),
    ]
    return "\n\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts) + "\n"
