"""`docs/fidelity.md`: tables and what they mean."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from evalution.verdict import Status
from fidelity.crossed import Crossed
from fidelity.golden import GoldenRule
from fidelity.measure import Judged, Measured
from fidelity.rates import READ_IN_FULL, Rates, rates
from fidelity.robustness import Robustness
from fidelity.wrappings import CHANGE, KEEP

TARGETS = {"choice_label": (0.001, 0.005), "num": (0.001, 0.005), "math": (0.003, 0.02)}
"""The false positive and false negative rates that the live rules must keep."""


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lines of a Markdown table.

    >>> table(["a", "b"], [[1, 0.5]])
    ['| a | b |', '|---|---|', '| 1 | 0.5 |']
    """
    return [_row(header), _row(["---"] * len(header)).replace(" ", ""), *map(_row, rows)]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def percent(part: float, whole: float) -> str:
    """A share to three decimals of a percent; `-` of nothing."""
    return f"{100 * part / whole:.3f} %" if whole else "-"


def files(all_measured: Sequence[Measured]) -> list[str]:
    """One row a file: means, agreement, statuses."""
    header = [
        "outputs",
        "scorer",
        "n",
        "live",
        "published",
        "agree",
        "live only",
        "published only",
        "no answer",
        "ambiguous",
    ]
    return table(header, map(_file, all_measured))


def _file(m: Measured) -> list[object]:
    n = len(m.judged)
    statuses = Counter(one.status for one in m.judged)
    live_only = sum(one.value > one.case.official for one in m.judged)
    published_only = sum(one.value < one.case.official for one in m.judged)
    live, published = (percent(sum(v), n) for v in ([o.value for o in m.judged], [o.case.official for o in m.judged]))
    agree = percent(n - live_only - published_only, n)
    no_answer, ambiguous = percent(statuses[Status.NO_ANSWER], n), percent(statuses[Status.AMBIGUOUS], n)
    return [
        m.outputs.name,
        m.outputs.scorer,
        n,
        live,
        published,
        agree,
        live_only,
        published_only,
        no_answer,
        ambiguous,
    ]


def references(all_measured: Sequence[Measured]) -> list[str]:
    """How far each owner's rule is from the published verdict and from the live one."""
    rows = []
    for m in all_measured:
        for i, name in enumerate(m.outputs.reference_names):
            scored = [one for one in m.judged if one.references[i] is not None]
            published = sum(one.references[i] == one.case.official for one in scored)
            rows.append(
                [
                    m.outputs.name,
                    name,
                    len(scored),
                    percent(sum(one.references[i] or 0 for one in scored), len(scored)),
                    percent(published, len(scored)),
                    sum(one.references[i] < one.value for one in scored),
                    sum(one.references[i] > one.value for one in scored),
                ]
            )
    return table(["outputs", "rule", "n", "its value", "agrees with the published", "live only", "it only"], rows)


def rules(all_measured: Sequence[Measured]) -> list[str]:
    """One row a file and deciding rule; errors are those found among the responses read."""
    rows: list[list[object]] = []
    for m in all_measured:
        by_rule: dict[str, list[Judged]] = defaultdict(list)
        for one in m.judged:
            by_rule[one.rule].append(one)
        for rule, fired in sorted(by_rule.items(), key=lambda item: -len(item[1])):
            found = m.found(_read(m, fired))
            differ = [
                sum(one.references[i] is not None and one.references[i] != one.value for one in fired)
                for i in range(len(m.outputs.references))
            ]
            agree = sum(one.stratum != "disagreement" for one in fired)
            rows.append(
                [
                    m.outputs.name,
                    rule,
                    len(fired),
                    int(sum(one.value for one in fired)),
                    percent(agree, len(fired)),
                    found.total(),
                    found["fp"],
                    found["fn"],
                    found["debatable"],
                    " / ".join(map(str, differ)),
                ]
            )
    return table(
        [
            "outputs",
            "rule",
            "fired",
            "right",
            "agree",
            "read",
            "false +",
            "false −",
            "debatable",
            "differs from the owner's",
        ],
        rows,
    )


def _read(m: Measured, among: Iterable[Judged]) -> Iterator[Judged]:
    return (one for one in among if one.case.id in m.readings)


def strata(all_measured: Sequence[Measured]) -> list[str]:
    """What was read of each file and what was found."""
    rows = []
    for m in all_measured:
        for name in ("disagreement", "suspect", "rest", "plain"):
            members = m.stratum(name)
            read = m.sample if name == "rest" else members if name in READ_IN_FULL else []
            if members:
                found = m.found(read)
                rows.append(
                    [
                        m.outputs.name,
                        name,
                        len(members),
                        len(read) - found["unread"],
                        found["unread"],
                        found["fp"],
                        found["fn"],
                        found["debatable"],
                    ]
                )
    return table(["outputs", "stratum", "responses", "read", "yet unread", "false +", "false −", "debatable"], rows)


def sides(all_measured: Sequence[Measured]) -> list[str]:
    """Who is right where the live verdict and the published one differ."""
    rows = []
    for m in all_measured:
        apart = m.stratum("disagreement")
        found = m.found(apart)
        rows.append(
            [m.outputs.name, len(apart), found["right"], found["fp"] + found["fn"], found["debatable"], found["unread"]]
        )
    return table(["outputs", "disagreements", "ours right", "theirs right", "debatable", "yet unread"], rows)


def reasons(all_measured: Sequence[Measured]) -> list[str]:
    """Why, with how often it was said of a disagreement; single rows are in `docs/fidelity`."""
    rows: list[list[object]] = []
    for m in all_measured:
        said: Counter[tuple[str, str]] = Counter()
        for one in m.stratum("disagreement"):
            reading = m.readings.get(one.case.id)
            if reading:
                side = "debatable" if reading.truth is None else "ours" if reading.truth == one.value else "theirs"
                said[side, reading.why] += 1
        rows += [
            [m.outputs.name, side, why, n]
            for (side, why), n in sorted(said.items(), key=lambda item: (item[0][0], -item[1], item[0]))
        ]
    return table(["outputs", "right", "why", "rows"], rows)


def families(all_measured: Sequence[Measured]) -> list[str]:
    """Error rates by scorer, beside the targets."""
    rows = []
    for scorer, (fp, fn) in TARGETS.items():
        total = reduce(Rates.plus, (rates(m) for m in all_measured if m.outputs.scorer == scorer))
        rows.append(
            [
                scorer,
                f"{total.wrong:.0f}",
                f"{total.fp:.1f}",
                percent(total.fp, total.wrong),
                percent(fp, 1),
                percent(total.high_fp, total.wrong),
                f"{total.right:.0f}",
                f"{total.fn:.1f}",
                percent(total.fn, total.right),
                percent(fn, 1),
                percent(total.high_fn, total.right),
            ]
        )
    return table(
        ["scorer", "wrong", "false +", "rate", "target", "at most", "right", "false −", "rate", "target", "at most"],
        rows,
    )


def golden(all_rules: Iterable[GoldenRule]) -> list[str]:
    """Golden cases by scorer and deciding rule."""
    return table(
        ["scorer", "rule", "cases", "as meant", "false +", "false −", "no answer", "ambiguous"],
        [[g.scorer, g.rule, g.cases, g.as_meant, g.fp, g.fn, g.no_answer, g.ambiguous] for g in all_rules],
    )


def robustness(found: Iterable[Robustness]) -> list[str]:
    """How often the verdict stays or moves, by family."""
    rows = [
        [one.family, one.responses, one.responses * len(KEEP), f"{100 * one.invariance:.3f} %", "99.500 %",
         one.responses * len(CHANGE), f"{100 * one.sensitivity:.3f} %", "99.000 %"]
        for one in found
    ]  # fmt: skip
    return table(["family", "responses", "wrapped", "unchanged", "target", "changed", "seen", "target"], rows)


def wrappings(found: Sequence[Robustness]) -> list[str]:
    """Every wrapping with the number of responses on which it was not as it must be."""
    header = ["wrapping", "must", *(one.family for one in found)]
    rows = [[w.name, "leave", *(one.responses - one.kept[w.name] for one in found)] for w in KEEP]
    rows += [[w.name, "move", *(one.responses - one.moved[w.name] for one in found)] for w in CHANGE]
    return table(header, rows)


def crossed(found: Crossed) -> list[str]:
    """Solutions against their own golds and against those of other problems."""
    truths = [found.truth(name) for name in found.accepted]
    header = [
        "solutions",
        "right against their own",
        "pairs with another gold",
        "accepted",
        "one value",
        "false +",
        "yet unread",
    ]
    return table(
        header,
        [
            [
                found.solutions,
                found.right,
                found.pairs,
                len(truths),
                truths.count(1),
                truths.count(0),
                truths.count(None),
            ]
        ],
    )
