"""The wrappings themselves, and a few real responses of each family under all of them."""

from __future__ import annotations

import pytest

from evalution.scoring.one import score
from fidelity.robustness import FAMILIES, robustness
from fidelity.wrappings import CHANGE, KEEP, Answers, Wrapping, wrapped

ANSWERS = {
    "choice_label": (
        "So it must be the second.\nThe answer is (B).",
        "B",
        Answers("(B)", "(C)", "B", "C"),
        {"labels": "ABCD"},
    ),
    "num": ("She has 7 + 17 = 24 left.\n#### 24", "24", Answers("24", "31", "24", "31"), {}),
    "math": (r"Hence $x=\frac12$.", r"\frac{1}{2}", Answers(r"$\frac12$", "$7919$", r"\frac12", "7919"), {}),
}
KNOWN: set[tuple[str, str]] = set()
"""What the live rules do not see yet."""


def test_thirty_keep_and_twenty_change_under_names_of_their_own():
    assert (len(KEEP), len(CHANGE)) == (30, 20)
    assert len({w.name for w in KEEP + CHANGE}) == 50
    texts = {wrapped(w, "r 24", (2, 4), ANSWERS["num"][2]) for w in KEEP + CHANGE}
    assert len(texts) == 50
    assert all("24" in wrapped(w, "r 24", (2, 4), ANSWERS["num"][2]) for w in KEEP)
    assert all("31" in wrapped(w, "r 24", (2, 4), ANSWERS["num"][2]) for w in CHANGE[:18])


@pytest.mark.parametrize("scorer", ANSWERS)
@pytest.mark.parametrize("wrapping", KEEP + CHANGE, ids=lambda wrapping: wrapping.name)
def test_a_plain_response(scorer, wrapping: Wrapping):
    response, gold, answers, options = ANSWERS[scorer]
    before = score(response, gold, scorer, **options)
    assert before.value == 1.0 and before.span is not None
    after = score(wrapped(wrapping, response, before.span, answers), gold, scorer, **options)
    right = after.value == (1.0 if wrapping in KEEP else 0.0)
    if not right and (scorer, wrapping.name) in KNOWN:
        pytest.xfail("not seen yet")
    assert right, after


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.slow
def test_real_responses_within_the_targets(family, shared):
    found = robustness(family, shared("data"), 200)
    assert found.responses >= 190
    assert found.invariance >= 0.995, found.failures[:5]
    assert found.sensitivity >= 0.99 or (family.scorer, "withdrawn") in KNOWN, found.failures[:5]
