import gzip
import json
import runpy
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalution.scorers.alignment import mean_aligned
from evalution.scorers.drop import DROP, get_drop_metrics
from evalution.scorers.drop_reading import splittings
from evalution.scorers.reference.drop import DROP_ALLENAI, alternatives
from evalution.scorers.target import Target
from evalution.verdict import Status

DATA = Path(__file__).parents[1] / "data"
MADE = runpy.run_path(str(DATA / "drop_pairs.py"))


def hundredths(pairs):
    found = [get_drop_metrics(predicted, gold) for predicted, gold in pairs]
    return [[int(em), round(100 * f1)] for em, f1 in found]


def test_equals_the_owners_function_on_random_pairs():
    assert hundredths(MADE["pairs"]()) == json.loads((DATA / "drop_owner.json").read_text())["random"]


def test_equals_the_owners_function_on_realistic_pairs(shared):
    pairs = MADE["perf_pairs"](shared("perf/drop.jsonl.gz"))
    assert hundredths(pairs) == json.loads((DATA / "drop_owner.json").read_text())["perf"]


def test_spans_and_strings():
    assert get_drop_metrics("x", ["x"]) == get_drop_metrics(["x"], "x") == (1.0, 1.0)
    assert get_drop_metrics(["x", "y", "x"], ["x", "y", "y"]) == (1.0, pytest.approx(2 / 3))
    assert get_drop_metrics(["go"] * 2, ["go"]) == (0.0, 0.5)
    for sides in ([], ["x"]), (["x"], []):
        with pytest.raises(ValueError, match="span"):
            get_drop_metrics(*sides)


@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=4))
def test_alignment_is_the_best_of_all(scores):
    from itertools import permutations

    rows, columns = len(scores), 3
    if rows <= columns:
        ways = [sum(scores[i][j] for i, j in enumerate(p)) for p in permutations(range(columns), rows)]
    else:
        ways = [sum(scores[i][j] for j, i in enumerate(p)) for p in permutations(range(rows), columns)]
    assert mean_aligned(scores) == pytest.approx(max(ways) / max(rows, columns))


def test_official_gold_stated_plainly_is_right(shared):
    """Every gold of the published file, written as it stands, is exact under both rules."""
    packed = shared("data/drop/simple_evals_drop_v0_dev.jsonl.gz").read_bytes()
    rows = list(map(json.loads, gzip.decompress(packed).splitlines()))
    for row in rows[::7]:
        target = Target(row["ref_text"])
        for gold in row["ref_text"].split("|"):
            for scorer in (DROP, DROP_ALLENAI):
                assert [v.value for v in scorer.judge(gold, target)] == [1.0, 1.0], (scorer.name, gold)


def test_alternatives():
    assert alternatives(" |a|b\nc") == [["a"], ["b", "c"]]
    assert alternatives(("a", "b")) == [["a", "b"]]
    assert alternatives("") == alternatives(()) == alternatives((" ", "a")) == []


def test_splittings_are_bounded():
    assert max(map(len, splittings("x, " * 5000))) == 1
    assert max(map(len, splittings("x, " * 900))) == 900


@given(st.text(), st.text())
def test_any_text_gets_verdicts(text, gold):
    for scorer in (DROP, DROP_ALLENAI):
        for verdict in scorer.judge(text, Target(gold)):
            assert (verdict.value is None) == (verdict.status == Status.UNSCORED)
            assert verdict.value is None or 0.0 <= verdict.value <= 1.0
            if verdict.span:
                assert text[slice(*verdict.span)] == verdict.answer


WORST = (
    "1",
    "a ",
    " ",
    "-",
    "Lee, ",
    ",",
    "\n",
    "answer: ",
    "\\boxed{",
    "- a\n",
    "answer:.",
    "q:\n",
    "\u0301\u0323",
    "Answer: x\n",
)


@pytest.mark.slow
@pytest.mark.parametrize("piece", WORST)
def test_time_is_linear(piece):
    text = piece * (1_000_000 // len(piece))
    for scorer in (DROP, DROP_ALLENAI):
        for gold in ("10", ("Lee", "Kim")):
            start = time.process_time()
            scorer.judge(text, Target(gold))
            assert time.process_time() - start < 3.0
