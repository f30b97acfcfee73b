"""Choice labels: laws over all texts, and that every rule is needed."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import golden_cases
from evalution.scorers import (
    choice_claims,
    choice_corrections,
    choice_lines,
    choice_mentions,
    choice_reading,
    choice_rules,
)
from evalution.scorers import choice_label as module
from evalution.scorers.choice_label import CHOICE_LABEL, choice_label_exact_match, exact_match
from evalution.scorers.choice_rules import BANDS
from evalution.scorers.extraction import decide
from evalution.scorers.letters import letters, original
from evalution.scorers.markers import WORDS
from evalution.scorers.reference.simple_evals import ANSWER_WORDS
from evalution.scorers.target import Target
from evalution.verdict import Status

LABELS = tuple("ABCD")
FOUR = Target("B", labels=LABELS)
SCORER = "choice_label"
NEVER = re.compile("(?!)")
CITIES = ("Rome", "Paris", "Oslo", "Lima")
STATED = [
    "Answer: {}", "The answer is {}.", "**Answer:** {}", "answer: ({})", "\\boxed{{{}}}", "$\\boxed{{\\text{{{}}}}}$",
    "#### {}", "<answer>{}</answer>", "I choose {}.", "The correct option is {}.", "{}", "({})", "**{}**", "答案：{}",
    "答案是{}。", "الإجابة: ({})", "উত্তরঃ {}", "정답은 {}입니다", "Réponse : {}", "Jibu: {}",
    "({}) is the correct answer.",
]  # fmt: skip
PIECES = [
    *STATED,
    "Answer:",
    "\n",
    "\n\n",
    " ",
    "**",
    "(",
    ")",
    "$",
    "\\boxed{{",
    "}}",
    "or",
    "and",
    "not",
    "/",
    "?",
    ".",
    ":",
    "is",
]
PIECES += [
    "A",
    "b",
    "C",
    "D",
    "E",
    "أ",
    "ব",
    "Ｃ",
    "В",
    "the",
    "option",
    "because",
    "none of the above",
    "<think>",
    "</think>",
    "#### ",
]
PIECES += [
    "Question:",
    "Rome",
    "Paris",
    "I",
    "cannot",
    "x" * 30,
    "答案",
    "故选",
    "'",
    "-",
    "+",
    "_",
    "é",
    "Option B) says so. ",
    "Wait, no, it is C. ",
    "Actually, ",
    "Correction: ",
    "it must be ",
    "\nChoice: A\n",
    '{"option": "B"}',
    "maybe",
    ", ",
]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map(lambda parts: "".join(parts).replace("{}", "B"))


def judged(text, target=FOUR):
    return CHOICE_LABEL.judge(text, target)[0]


@given(st.text(max_size=400) | texts)
def test_any_text_gives_a_verdict(text):
    verdict = judged(text, Target("B", CITIES, LABELS))
    assert verdict == judged(text, Target("B", CITIES, LABELS))
    assert verdict.value == (1.0 if verdict.status is Status.CORRECT else 0.0)
    assert verdict.answer is None or verdict.answer in LABELS
    if verdict.span is not None:
        assert 0 <= verdict.span.start < verdict.span.end <= len(text)


@given(texts, st.sampled_from(["", "x " * 150, "Option A) says so.\n" * 20]))
def test_looking_at_the_end_first_changes_nothing(text, before):
    text = before + text
    assert module._decide(text, FOUR) == decide(BANDS, text, FOUR)


@pytest.mark.parametrize("form", STATED)
@pytest.mark.parametrize("letter", LABELS)
def test_a_letter_stated_plainly_is_read(form, letter):
    verdict = judged(form.format(letter), Target(letter, labels=LABELS))
    assert (verdict.status, verdict.answer) == (Status.CORRECT, letter)


@pytest.mark.parametrize("first", STATED)
@pytest.mark.parametrize("last", STATED)
def test_the_last_commitment_wins_whatever_its_form(first, last):
    weak = {"{}", "({})", "**{}**"}
    text = f"{first.format('B')}\n\n{last.format('C')}"
    assert judged(text).answer == "C", text
    if first not in weak:
        assert judged(f"{first.format('C')}\n\nSo be it, said the reader, and that was all.").answer == "C"


@given(
    st.sampled_from(STATED),
    st.sampled_from(LABELS),
    st.sampled_from(["", " ", "\n", "\n\n \t"]),
    st.sampled_from(["", " ", "\n\n"]),
)
def test_surrounding_whitespace_changes_nothing(form, letter, before, after):
    assert judged(before + form.format(letter) + after).answer == judged(form.format(letter)).answer


@pytest.mark.parametrize(
    "wrap", ["**{}**", "*{}*", "`{}`", "({})", "[{}]", "\\text{{{}}}", "${}$", "\\({}\\)", "「{}」", '"{}"', "{}."]
)
@pytest.mark.parametrize("letter", ["A", "b", "Ｃ", "Ⓓ", "ب", "ড", "В", "Α"])
def test_wrapping_and_forms_of_a_letter(wrap, letter):
    verdict = judged("Answer: " + wrap.format(letter))
    assert verdict.answer == letters(LABELS).means[letter]


@given(st.sampled_from(STATED), st.sampled_from(LABELS), st.permutations(range(4)))
def test_answers_are_labels_of_the_original_options(form, letter, order):
    target = Target("A", CITIES, LABELS, tuple(order))
    verdict = judged(form.format(letter), target)
    assert verdict.answer == original(letter, target) == LABELS[order[LABELS.index(letter)]]


@pytest.mark.parametrize("count", range(2, 27))
def test_two_to_twenty_six_options(count):
    labels = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count])
    for letter in labels:
        assert judged(f"Answer: {letter}", Target(letter, labels=labels)).status is Status.CORRECT
    if count < 26:
        outside = chr(ord("A") + count)
        assert judged(f"Answer: {outside}", Target("A", labels=labels)).status is Status.NO_ANSWER


def test_answer_words_of_every_language():
    assert len(WORDS) >= 35
    for words in WORDS.values():
        for word in words.answer:
            for form in ("{}: B", "{}: (B)", "{}： B"):
                if not word.endswith("."):
                    assert judged(form.format(word.capitalize())).answer == "B", (word, form)


def test_the_answer_words_of_simple_evals_are_known():
    unknown = [word for word, colon in ANSWER_WORDS if judged(f"{word}{colon} B").answer != "B"]
    assert unknown == []


@pytest.mark.parametrize("name", [rule.name for band in BANDS for rule in band])
def test_every_rule_is_needed(name, monkeypatch):
    """Without the rule some golden case gets another verdict; with it alone in charge some case shows that it fires."""
    mine = [case for case in golden_cases.cases() if case.scorer == "choice_label"]
    before = {case.id: case.verdict() for case in mine}
    fired = [verdict for verdict in before.values() if (verdict.rule or "").split(":")[0] == name]
    assert fired
    fewer = tuple(tuple(rule for rule in band if rule.name != name) for band in BANDS)
    monkeypatch.setattr(module, "bands", lambda text, target: fewer)
    assert any(case.verdict().status != before[case.id].status for case in mine)


BROKEN = [
    (choice_claims, "_PAUSED", {}),
    (choice_claims, "_LINKS", {}),
    (choice_claims, "_CUES", {}),
    (choice_claims, "_joined", lambda text, start: False),
    (choice_corrections, "_retold", lambda text, start, end: None),
    (choice_corrections, "ends_sentence", lambda text, end, truncated: True),
    (choice_claims, "ends_sentence", lambda text, end, truncated: True),
    (choice_claims, "_supposed", lambda text, start: False),
    (choice_claims, "_ONLY_IF", NEVER),
    (choice_mentions, "lists_on", lambda text, span, signs: False),
    (choice_corrections, "_leads_on", lambda between: True),
    (choice_corrections, "_PAUSED", frozenset()),
    (choice_lines, "_opens_line", lambda text, start: True),
    (choice_reading, "_apart", lambda text, start, end, signs: None),
    (choice_reading, "_RETRACTS", NEVER),
    (choice_reading, "_STILL", NEVER),
    (choice_reading, "_COMMA", NEVER),
    (choice_rules, "_states", lambda text, mark: True),
    (choice_rules, "_between", lambda text, mark, target: None),
    (choice_rules, "_doubted", lambda text, start, span: False),
]


@pytest.mark.parametrize(("owner", "name", "broken"), [pytest.param(*one, id=one[1]) for one in BROKEN])
def test_every_part_of_the_rules_is_needed(owner, name, broken, monkeypatch):
    monkeypatch.setattr(owner, name, broken)
    forget()
    try:
        assert any(case.verdict().status != case.status for case in golden_cases.cases() if case.scorer == SCORER)
    finally:
        forget()


def forget():
    choice_claims.lone_letters.cache_clear()
    choice_rules.marker.cache_clear()


def test_explain_says_what_each_candidate_lost_to():
    text = "Answer: A\nB is right.\nAnswer: C"
    lost = [(one.answer, one.rule, one.why) for one in CHOICE_LABEL.explain(text, FOUR)]
    assert ("A", "marker:answer", "an earlier commitment") in lost
    assert ("B", "likely", "a weaker band") in lost


def test_a_gold_that_is_no_label():
    verdict = judged("Answer: B", Target("Z", labels=LABELS))
    assert (verdict.status, verdict.value) == (Status.UNSCORED, None)
    assert verdict.note == "gold: expected one of A, B, C, D, found 'Z'"


def test_golds_as_they_are_written():
    for gold in ("B", "b", "(B)", "B.", "Paris", ("B", "C")):
        assert judged("Answer: B", Target(gold, CITIES, LABELS)).status is Status.CORRECT


def test_exact_match():
    assert (exact_match("A ", " A"), exact_match("A", "B"), choice_label_exact_match("b", "B")) == (1.0, 0.0, 1.0)


@pytest.fixture(scope="module")
def outputs(shared):
    def read(name):
        with gzip.open(shared(f"data/model_outputs/{name}.jsonl.gz"), "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    return read


def test_arabic_letters_agree_with_the_official_ones(outputs):
    rows = outputs("acegpt_arabic_mmlu_3runs")
    agree = [
        (judged(row["response"], Target(row["gold"], labels=LABELS)).answer or "") == row["official_pred"]
        for row in rows
    ]
    assert sum(agree) / len(agree) >= 0.995


def test_the_macro_averages_of_helm(outputs):
    scores = defaultdict(lambda: defaultdict(list))
    for row in outputs("helm_mmlu_5models"):
        scores[row["model"]][row["doc_id"].split("/")[0]].append(exact_match(row["response"], row["gold"]))
    macro = {model: round(sum(sum(s) / len(s) for s in by.values()) / len(by), 4) for model, by in scores.items()}
    assert sorted(macro.values(), reverse=True) == [0.8458, 0.8415, 0.8242, 0.8091, 0.793]


def test_live_and_official_letters_of_mmlu_pro(outputs):
    """Where the live rule and the owner's differ the response is a refusal, names two options, or corrects itself."""
    rows = outputs("mmlu_pro_3models")[::7]
    ten = tuple("ABCDEFGHIJ")
    same = defaultdict(list)
    for row in rows:
        verdict = judged(row["response"], Target(row["gold"], labels=ten[: row["n_options"]]))
        same[row["model"]].append(verdict.answer == row["official_pred"])
    shares = {model: sum(all_) / len(all_) for model, all_ in same.items()}
    assert shares["Llama-2-7b-hf"] > 0.99
    assert shares["Meta-Llama-3-70B"] > 0.99
    assert shares["gemini-1.5-flash-002"] > 0.94


def test_the_letters_of_fifteen_languages(shared):
    with gzip.open(shared("perf/mmlu_multi.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wrong = [
        row for row in rows if judged(row["response"], Target(row["gold"], labels=LABELS)).answer != row["expected"]
    ]
    assert wrong == []
