"""Rules side by side: counts against a plain count, files, runs, pages, bad input, what is printed."""

from __future__ import annotations

import io
import json

import pytest
from msgspec import structs
from rich.console import Console

import evalution
from evalution.engines.scripted import Scripted
from evalution.errors import BadInput, EvalutionError
from evalution.interop import audit as auditing
from evalution.interop.audit import audit_file, audit_run, with_references
from evalution.interop.fields import Fields
from evalution.reports.audit import excerpt, print_comparison
from evalution.request import Failure, Generated, Scored
from evalution.scorers.target import Target
from evalution.scoring.one import score
from evalution.scoring.side_by_side import Item, Page, Pair, compare
from evalution.verdict import Span, Status

SAID = ["#### 7", "The answer is 7.", "#### 8", "#### 7.0", r"\boxed{7}", "7 or 8", "", None, "Answer: 8\n#### 7"]
NAMES = ("num", "num@gsm8k", "num@gsm8k_platinum")
FIELDS = Fields(gold="gold")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"response": said, "gold": "7"}) + "\n" for said in SAID * 3))
    return path


def printed(found, page, **options):
    out = io.StringIO()
    print_comparison(found, page, Console(file=out, width=160, markup=False, highlight=False), **options)
    return out.getvalue()


def test_counts_are_those_of_the_single_verdicts(file):
    found = audit_file(file, NAMES, FIELDS, Page())
    values = {
        n: [score(s, "7", "num", reference=n.partition("@")[2] or None).value for s in SAID if s is not None]
        for n in NAMES
    }
    for i, name in enumerate(NAMES):
        assert found.moments[i].n == 3 * 8 and found.statuses[i][Status.UNSCORED] == 3
        assert found.moments[i].mean == pytest.approx(sum(values[name]) / 8)
    for (i, j), pair in found.pairs.items():
        both = list(zip(values[NAMES[i]], values[NAMES[j]], strict=True))
        expected = [
            3 * sum(test) for test in ([a == b for a, b in both], [a > b for a, b in both], [a < b for a, b in both])
        ]
        assert (pair.same, pair.first, pair.second) == tuple(expected)
        assert pair.agreement == pytest.approx(expected[0] / 24)
    assert found.fired.total() == 27 and found.fired["hash"] == 12
    assert found.apart[0]["boxed"] == 3 and found.apart[0]["hash"] == 3  # 7.0 is not 7 under the owner's rule


def test_any_cut_into_chunks_gives_the_same(file, monkeypatch):
    page = Page(4, 2)
    whole = audit_file(file, NAMES, FIELDS, page)
    monkeypatch.setattr(auditing, "ITEMS", 2)
    cut = audit_file(file, NAMES, FIELDS, page, processes=1)
    assert structs.replace(cut, moments=whole.moments) == whole
    assert [m.mean for m in cut.moments] == pytest.approx([m.mean for m in whole.moments])
    assert audit_file(file, NAMES, FIELDS, page, processes=2) == cut


def test_pages_go_through_all_rows_that_differ(file):
    first = audit_file(file, NAMES, FIELDS, Page(100))
    names = [row.item.name for row in first.rows]
    assert len(names) == first.differing > 6
    paged = [audit_file(file, NAMES, FIELDS, Page(2, skip)).rows[skip:] for skip in range(0, len(names), 2)]
    assert [row.item.name for rows in paged for row in rows] == names


def test_a_single_live_rule_brings_its_references():
    assert with_references(["num"]) == ["num", "num@gsm8k", "num@gsm8k_platinum", "num@simple_evals"]


def test_a_page_of_one_rule(file):
    found = audit_file(file, NAMES, FIELDS, Page(100, 0, "boxed"))
    assert {row.verdicts[0].rule for row in found.rows} == {"boxed"}
    assert found.differing == 3 and found.pairs[0, 1].first > 3


def test_what_is_printed_is_escaped_and_marked():
    said = "\x1b[2J[bold]so\u202e the answer is 7.\n"
    found = compare(NAMES, [Item("3\x07", said, Target("7"))], Page())
    text = printed(found, Page())
    assert "\\x1b[2J[bold]so\\u202e the answer is ⟦7⟧." in text and "row 3\\x07" in text
    assert "\x1b" not in text and "\u202e" not in text and "\x07" not in text
    for line in (
        "num                 1.0000  [0.2065, 1.0000]       1          0          0",
        "num@gsm8k           0.0000  [0.0000, 0.7935]       1          1          0  -1.0000           1        0",
        "num: correct 1; answer '7' by rule marker:answer at 28-29, decided by number",
        "rows that differ: 1; shown 1 after 0",
    ):
        assert line in text, text


def test_nothing_to_compare_is_no_crash():
    found = compare(NAMES, [], Page())
    assert found.pairs[0, 1] == Pair() and found.pairs[0, 1].agreement is None
    assert "none" in printed(found, Page())


def test_long_responses_are_shown_around_the_span():
    text = "a" * 3000 + "7" + "b" * 3000
    part, span = excerpt(text, Span(3000, 3001))
    assert len(part) < 700 and part[span.start : span.end] == "7" and part[0] == part[-1] == "…"
    assert excerpt("short", None) == ("short", None)


def test_a_run_is_audited_without_a_model(tmp_path):
    def answer(request):
        return (
            Failure("down") if "Henry" in request.prompt[-1].content else Generated("So it is B.\nThe answer is (C).")
        )

    run = evalution.evaluate(["mmlu"], Scripted(answer), out=tmp_path, bundled=True)
    ((task, found, sealed),) = audit_run(tmp_path, [], Page(3))
    assert (task, sealed) == ("mmlu", False)
    for i, name in enumerate(found.names):
        key = f"em,{name}"
        values = [record.verdicts[key].value for record in run.records() if key in record.verdicts]
        scored = [value for value in values if value is not None]
        assert found.moments[i].n == len(scored) > 5 and found.moments[i].mean == pytest.approx(
            sum(scored) / len(scored)
        )
    ((_, chosen, _),) = audit_run(tmp_path, ["choice_label", "choice_label@mmlu_pro"], Page())
    assert chosen.names == ("choice_label", "choice_label@mmlu_pro")


def test_sealed_texts_stay_sealed(tmp_path):
    evalution.evaluate(
        ["gpqa_diamond"], Scripted(lambda r: Generated("zephyr: I choose C")), out=tmp_path, bundled=True
    )
    ((_, found, sealed),) = audit_run(tmp_path, [], Page(50))
    assert sealed and found.rows
    assert "zephyr" not in printed(found, Page(50), sealed=True)
    assert "zephyr" in printed(found, Page(50))


def test_a_run_without_texts_is_refused(tmp_path):
    engine = Scripted(lambda r: Scored(tuple(-1.0 for _ in r.continuations), tuple(1 for _ in r.continuations)))
    evalution.evaluate(["arc_easy"], engine, out=tmp_path, bundled=True, limit=2)
    with pytest.raises(EvalutionError, match="no task of this run"):
        list(audit_run(tmp_path, [], Page()))


def test_bad_input(file, tmp_path):
    with pytest.raises(EvalutionError, match="unknown scorer 'nmu'"):
        audit_file(file, ["nmu"], FIELDS, Page())
    with pytest.raises(EvalutionError, match="expected a live rule"):
        with_references(["num@gsm8k"])
    with pytest.raises(EvalutionError, match="no reference rule"):
        with_references(["exact"])
    with pytest.raises(EvalutionError, match="--gold"):
        audit_file(file, ["num"], Fields(), Page())
    with pytest.raises(BadInput, match=r"rows.jsonl: row 0: golf"):
        audit_file(file, ["num"], Fields(gold="golf"), Page())
