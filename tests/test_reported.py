"""The faults that people reported of other tools: their letters, mathematics and DROP cases get the verdicts expected.

Number cases are in `scorers/test_numbers.py`; debatable ones are left to the golden cases, which state our side.
"""

from __future__ import annotations

import json

import pytest

import evalution
from evalution.verdict import Status

LETTERS = {
    **dict.fromkeys(("B001", "B007", "B009", "B010", "B012", "B013", "B016", "B018", "B019", "B022"), Status.CORRECT),
    **dict.fromkeys(("B003", "B006", "B021", "B023", "B025", "B027", "B030", "B037"), Status.CORRECT),
    "B004": Status.NO_ANSWER,
    "B029": Status.AMBIGUOUS,
}
MATHEMATICS = {
    **dict.fromkeys(("B070", "B072", "B073", "B076", "B079", "B082", "B088", "B096"), Status.INCORRECT),
    **dict.fromkeys(("B081", "B084", "B090", "B091", "B094"), Status.CORRECT),
    "B078": Status.INCORRECT,
}
DROP = {"B100": (0.5, 0.0), "B101": (0.5, 0.0), "B104": (0.0, 0.0)}


@pytest.fixture(scope="session")
def reported(shared):
    lines = shared("cases/reported.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case["input"] for case in map(json.loads, lines)}


@pytest.mark.parametrize(("name", "status"), LETTERS.items())
def test_letters(reported, name, status):
    case = reported[name]
    found = evalution.score(case["response"], case["gold"].strip("()"), "choice_label", choices=10)
    assert found.status == status, found


@pytest.mark.parametrize(("name", "status"), MATHEMATICS.items())
def test_mathematics(reported, name, status):
    case = reported[name]
    assert evalution.score(case["response"], case["gold"], "math").status == status


@pytest.mark.parametrize(("name", "values"), DROP.items())
def test_drop(reported, name, values):
    from evalution.scorers.drop import get_drop_metrics

    case = reported[name]
    em, f1 = get_drop_metrics(case["response"], case["gold"])
    assert (f1, em) == values
