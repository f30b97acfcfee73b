"""Every suite on the embedded model: over its real file where there is one, else over its bundled sample."""

from __future__ import annotations

import pytest

import evalution
from evalution import registry
from evalution.engines.scripted import Scripted
from evalution.reports.table import print_results
from evalution.reports.terminal import console
from evalution.request import Executed
from ll_suites import REAL
from served import GRADER
from stated import DATA

FILES = {name: (name, path) for name, (path, _) in REAL.items()} | {
    case: (flag, path) for case, (flag, path, _) in DATA.items()
}

UNRUN = Scripted(lambda request: Executed("failed"), "unrun")
"""What a model wrote is not run here."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["benchmarks"]))
def test_twenty_rows_end_with_sane_counts(name, tmp_path, smollm2_path, request, capsys):
    flag, path = FILES.get(name, (None, None))
    data = {flag: request.getfixturevalue("shared")(f"data/{path}")} if flag else {}
    run = evalution.evaluate(
        [name],
        "smollm2",
        grader=GRADER,
        sandbox=UNRUN,
        out=tmp_path,
        data=data,
        bundled=not flag,
        limit=20,
        fewshot=0 if flag else None,
        max_tokens=32,
    )
    print_results(run.results, console(), reference=True)
    assert name in capsys.readouterr().out
    (result,) = run.results.tasks
    assert run.unanswered() == {}
    assert 4 <= len({record.index for record in run.records()}) <= result.trials
    for metric in result.metrics:
        counted = metric.estimate
        assert counted.unscored == 0, metric.key
        assert 0 <= counted.no_answer + counted.ambiguous <= counted.n, metric.key
        assert sum(metric.statuses.values()) > 0
