"""Laws that hold for every registered text scorer: one table of laws, applied to all."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import evalution
from laws.examples import FAMILIES, family, text_scorers
from laws.hostile import PIECES, repeated

SCORERS = text_scorers()
LIVE = [name for name in SCORERS if "@" not in name]
REPLICAS = [name for name in SCORERS if "@" in name]
few = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(st.characters(), max_size=300)
"""Any Unicode text, halves of surrogate pairs and controls among it."""
mixtures = st.lists(
    st.one_of(texts, st.builds(repeated, st.sampled_from(PIECES), st.integers(1, 2000))), min_size=1, max_size=6
).map("".join)
prose = st.text(st.characters(categories=["Ll", "Zs", "Lo"]), max_size=60)


def judged(name, text, gold, **changes):
    from msgspec import structs

    return SCORERS[name].judge(text, structs.replace(family(name).target(gold), **changes))


def pairs(name):
    return st.sampled_from(family(name).pairs)


def test_every_family_has_examples():
    assert {name.partition("@")[0] for name in SCORERS} <= FAMILIES.keys()


@pytest.mark.parametrize("name", LIVE)
def test_a_gold_stated_plainly_is_right_and_another_answer_is_not(name):
    for gold, wrong in family(name).pairs:
        for stated in family(name).stated:
            assert judged(name, stated.format(gold), gold)[0].value == 1.0, (stated, gold)
            assert judged(name, stated.format(wrong), gold)[0].status == "incorrect", (stated, wrong)


@pytest.mark.parametrize("name", REPLICAS)
def test_a_gold_in_its_owners_form_is_right_and_another_answer_is_not(name):
    known = family(name)
    form = known.owned[name.partition("@")[2].partition(":")[0]]
    for gold, wrong in known.pairs:
        verdict = judged(name, form.format(gold), gold)[0]
        if verdict.status == "unscored" or gold in known.beyond_owners:
            continue
        assert verdict.value == 1.0, (form, gold)
        assert judged(name, form.format(wrong), gold)[0].value < 1.0, (form, wrong)


WRAPS = ("**{}**", "*{}*", "__{}__", "> {}", "- {}", "`{}`", "**{}**\u00a0", "\u3000{}", "\r\n\t{} \r\n")
OPEN = {("math", "**{}**\u00a0")}
"""Where the law is known not to hold yet."""


@pytest.mark.parametrize("name", LIVE)
@pytest.mark.parametrize("wrap", WRAPS)
def test_markdown_around_an_answer_changes_nothing(name, wrap, request):
    if (name, wrap) in OPEN:
        request.applymarker(pytest.mark.xfail)
    if name == "exact" and not wrap.replace("{}", "").isspace():
        pytest.skip("exact match takes nothing off but white space")
    for pair in family(name).pairs:
        for stated in family(name).stated:
            for answer in pair:
                plain = judged(name, stated.format(answer), pair[0])[0]
                dressed = judged(name, wrap.format(stated.format(answer)), pair[0])[0]
                assert (dressed.status, dressed.value) == (plain.status, plain.value), wrap.format(stated)


@pytest.mark.parametrize("name", LIVE)
@few
@given(data=st.data())
def test_surrounding_white_space_changes_nothing(name, data):
    pair = data.draw(pairs(name))
    stated = data.draw(st.sampled_from(family(name).stated)).format(data.draw(st.sampled_from(pair)))
    space = st.text(st.sampled_from(" \t\n\r\u00a0\u3000"), max_size=8)
    text = data.draw(space) + stated + data.draw(space)
    plain, dressed = judged(name, stated, pair[0])[0], judged(name, text, pair[0])[0]
    assert (dressed.status, dressed.value) == (plain.status, plain.value), text


@pytest.mark.parametrize("name", [name for name in LIVE if family(name).folds])
def test_compatibility_forms_change_nothing(name):
    wide = {ord(c): chr(ord(c) + 0xFEE0) for c in "0123456789ABCD"}
    for gold, wrong in family(name).pairs:
        for stated in family(name).stated:
            for answer in (gold, wrong):
                plain = judged(name, stated.format(answer), gold)[0]
                folded = judged(name, stated.format(answer.translate(wide)), gold)[0]
                assert (folded.status, folded.value) == (plain.status, plain.value), (stated, answer)


@pytest.mark.parametrize("name", LIVE)
@few
@given(data=st.data())
def test_a_wrong_last_commitment_after_a_right_one_is_not_right(name, data):
    known = family(name)
    if not known.marked:
        pytest.skip("no explicit commitments")
    gold, wrong = data.draw(pairs(name))
    first, last = data.draw(st.sampled_from(known.marked)), data.draw(st.sampled_from(known.marked))
    between = data.draw(st.sampled_from(("\n", "\n\nWait, that is not right.\n\n", "\n\nLet me check this again.\n\n")))
    text = first.format(gold) + between + last.format(wrong)
    assert judged(name, text, gold)[0].value < 1.0, text


@pytest.mark.parametrize("name", LIVE)
def test_the_span_covers_an_answer_that_stands_there_literally(name):
    for gold, _ in family(name).pairs:
        for stated in family(name).stated:
            text = f"  {stated.format(gold)}\n"
            verdict = judged(name, text, gold)[0]
            assert verdict.span is not None, text
            assert gold in text[slice(*verdict.span)], (text, verdict)


@pytest.mark.parametrize("name", SCORERS)
@few
@given(text=mixtures, data=st.data(), truncated=st.booleans())
def test_any_text_gets_a_verdict_that_holds_together(name, text, data, truncated):
    gold, _ = data.draw(pairs(name))
    verdicts = judged(name, text, gold, truncated=truncated)
    assert len(verdicts) == len(SCORERS[name].keys)
    for verdict in verdicts:
        sound(verdict, text)
    assert judged(name, text, gold, truncated=truncated) == verdicts


@pytest.mark.parametrize("name", LIVE)
@few
@given(text=mixtures, data=st.data())
def test_what_is_explained_is_what_was_judged(name, text, data):
    gold, _ = data.draw(pairs(name))
    verdict = judged(name, text, gold)[0]
    for candidate in SCORERS[name].explain(text, family(name).target(gold)) if SCORERS[name].explain else ():
        assert candidate.why
        assert 0 <= candidate.span.start <= candidate.span.end <= len(text)
        assert (candidate.rule, candidate.span) != (verdict.rule, verdict.span)


@pytest.mark.parametrize("name", SCORERS)
@few
@given(gold=texts)
def test_any_gold_gives_a_verdict(name, gold):
    for given_gold in (gold, (gold,), (gold, "18"), ()):
        for text in ("18", gold, f"Answer: {gold}"):
            for verdict in judged(name, text, given_gold):
                sound(verdict, text)


@pytest.mark.parametrize("name", SCORERS)
@pytest.mark.parametrize("gold", [None, "", "  ", float("nan"), ()])
def test_without_a_gold_nothing_is_scored(name, gold):
    assert evalution.score("The answer is B.", gold, name).status == "unscored"
    assert evalution.score_many(["The answer is B."], [gold], name).value == [None]


@pytest.mark.parametrize("name", SCORERS)
def test_the_order_of_samples_is_irrelevant(name):
    known = family(name)
    rows = [
        (stated.format(answer), pair[0])
        for pair in known.pairs
        for answer in pair
        for stated in (*known.stated, *known.owned.values())
    ] + [(repeated(piece, 50), known.pairs[0][0]) for piece in PIECES]
    shuffled = random.Random(0).sample(range(len(rows)), len(rows))
    settings_ = {"choices": known.choices or None, "labels": known.labels or None}
    one = evalution.score_many([r for r, _ in rows], [g for _, g in rows], name, **settings_)
    other = evalution.score_many([rows[i][0] for i in shuffled], [rows[i][1] for i in shuffled], name, **settings_)
    for field in ("status", "value", "answer", "rule", "start", "end", "via", "note"):
        assert [getattr(one, field)[i] for i in shuffled] == getattr(other, field)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORERS)
def test_another_process_judges_alike(name, monkeypatch):
    """Other interpreters hash texts differently, so a verdict that hangs on the order of a set shows."""
    monkeypatch.setattr("evalution.scoring.columns.ROWS", 50)
    known = family(name)
    rows = [(stated.format(a), pair[0]) for pair in known.pairs for a in pair for stated in known.stated]
    rows += [(repeated(piece, length), known.pairs[0][0]) for piece in PIECES for length in (50, 500)]
    rows += [(f"{repeated(a, 40)}\n{repeated(b, 40)}", known.pairs[0][0]) for a in PIECES for b in PIECES[::7]]
    settings_ = {"choices": known.choices or None, "labels": known.labels or None}
    here, elsewhere = (
        evalution.score_many([r for r, _ in rows], [g for _, g in rows], name, processes=n, **settings_) for n in (1, 2)
    )
    assert here == elsewhere


def sound(verdict, text):
    """A verdict that contradicts neither itself nor the text."""
    assert verdict.status in evalution.Status
    if verdict.value is None:
        assert verdict.status == "unscored" and verdict.note
        return
    assert 0.0 <= verdict.value <= 1.0
    assert verdict.status != "unscored"
    if verdict.status in ("no_answer", "ambiguous"):
        assert verdict.value == 0.0
    if verdict.status == "correct":
        assert verdict.value == 1.0
    if verdict.span is not None:
        assert 0 <= verdict.span.start <= verdict.span.end <= len(text)
