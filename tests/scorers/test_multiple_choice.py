import math
import random

import pytest

from evalution.errors import EvalutionError
from evalution.request import Loglikelihood, Message, Scored
from evalution.sample import PromptParts, Sample
from evalution.scorers.exam import EXAM, exam_score_outcome
from evalution.scorers.label_permutations import LabelPermutations, label_permutation_outcome
from evalution.scorers.multiple_choice import (
    MULTIPLE_CHOICE,
    build_choice_score,
    build_choice_scores,
    multiple_choice_outcome,
)
from evalution.verdict import Status


def sample(choices=("red", "blue", "red", "green"), order=None, gold="B", chat=False):
    order = order or tuple(range(len(choices)))
    parts = PromptParts("Which colour?", lead="Question: ", after="Answer:", chat=chat)
    return Sample("q", 0, gold, parts, choices=tuple(choices[i] for i in order), order=order, labels=tuple("ABCDE"))


def answers(scorer, sample, score, tokens=lambda text: len(text.split())):
    """Every request of the scorer answered by `score(context, continuation)`."""
    found = {}
    for request in scorer.ask(sample, {}):
        texts = request.continuations
        found[request] = Scored(tuple(score(request.context, t) for t in texts), tuple(map(tokens, texts)))
    return found


def test_identical_options_are_asked_once_and_given_back():
    (request,) = MULTIPLE_CHOICE.ask(sample(), {})
    assert request == Loglikelihood("Question: Which colour?\nAnswer:", (" red", " blue", " green"))
    assert EXAM.ask(sample(), {}) == (request,)
    score = {" red": -1.0, " blue": -2.0, " green": -3.0}
    verdicts = MULTIPLE_CHOICE.verdict(sample(gold="A"), answers(MULTIPLE_CHOICE, sample(), lambda _, t: score[t]))
    first = verdicts["acc,ll"]
    assert (first.status, first.answer, first.value, first.note) == (Status.CORRECT, "A", 1.0, "tie: A, C")


def test_a_chat_reply_starts_without_a_space():
    (request,) = MULTIPLE_CHOICE.ask(sample(chat=True), {})
    assert request.context == (Message("user", "Question: Which colour?\nAnswer:"),)
    assert request.continuations == ("red", "blue", "green")


def test_each_length_has_its_own_key():
    asked = sample(("ja", "да"))
    score = {" ja": -2.0, " да": -3.0}
    found = MULTIPLE_CHOICE.verdict(asked, answers(MULTIPLE_CHOICE, asked, lambda _, t: score[t]))
    assert {key: v.answer for key, v in found.items()} == {
        "acc,ll": "A",
        "acc,ll_avg": "A",
        "acc,ll_char": "A",
        "acc,ll_byte": "B",
    }
    assert found["acc,ll_byte"].rule == "argmax:ll_byte"


def test_the_order_asked_changes_no_pick():
    score = {" one": -2.0, " two": -2.0, " three": -1.5, " four": -9.0}
    for order in ((0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)):
        asked = sample(("one", "two", "three", "four"), order, gold="C")
        found = MULTIPLE_CHOICE.verdict(asked, answers(MULTIPLE_CHOICE, asked, lambda _, t: score[t]))
        assert (found["acc,ll"].answer, found["acc,ll"].value) == ("C", 1.0)
        tied = MULTIPLE_CHOICE.verdict(asked, answers(MULTIPLE_CHOICE, asked, lambda _, t: -1.0))["acc,ll"]
        assert (tied.answer, tied.status, tied.note) == ("A", Status.INCORRECT, "tie: A, B, C, D")


@pytest.mark.parametrize("bad", [math.nan, -math.inf, math.inf])
def test_what_is_no_score_is_never_a_pick(bad):
    for scorer in (MULTIPLE_CHOICE, EXAM, LabelPermutations(0.5)):
        asked = sample(("x", "y"))
        replies = answers(scorer, asked, lambda _, t: bad if t in (" x", " B") else -1.0)
        for verdict in scorer.verdict(asked, replies).values():
            assert (verdict.status, verdict.value) == (Status.UNSCORED, None) and "finite" in verdict.note
    with pytest.raises(ValueError, match="finite"):
        build_choice_score(choice_index=0, logprob=bad, token_count=1)


def test_an_option_without_tokens_has_no_score():
    asked = sample(("x", "y"))
    replies = answers(MULTIPLE_CHOICE, asked, lambda *_: -1.0, tokens=lambda _: 0)
    assert {v.status for v in MULTIPLE_CHOICE.verdict(asked, replies).values()} == {Status.UNSCORED}
    for lengths in (
        {"token_count": 0},
        {"token_count": -1},
        {"token_count": 1, "char_count": 0},
        {"token_count": 1, "byte_count": 0},
    ):
        with pytest.raises(ValueError, match="at least 1"):
            build_choice_score(choice_index=0, logprob=-1.0, **lengths)


def test_padding_is_no_length():
    scores = build_choice_scores([(0, -4.0, 2), (1, -5.0, 3)])
    assert multiple_choice_outcome(scores, 1).normalized_best_index == 1
    assert multiple_choice_outcome(scores, 1).by_char is None


def test_a_gold_that_is_no_option_is_unscored():
    for asked in (sample(gold="E"), sample(gold="?"), sample(gold=("A", "B")), sample((), gold="A")):
        for scorer in (MULTIPLE_CHOICE, EXAM, LabelPermutations(1.0)):
            replies = answers(scorer, asked, lambda *_: -1.0)
            assert {v.status for v in scorer.verdict(asked, replies).values()} == {Status.UNSCORED}


def test_refusals_of_scores():
    pair = build_choice_scores([(0, -1.0, 1), (1, -2.0, 1)])
    for scores, gold in (([], 0), (pair, 2), (pair, -1), ([*pair, pair[0]], 0)):
        with pytest.raises(ValueError, match=r"score|none"):
            multiple_choice_outcome(scores, gold)
        with pytest.raises(ValueError, match=r"score|none"):
            exam_score_outcome(scores, gold)


def test_a_wrong_number_of_answers_is_unscored():
    asked = sample(("x", "y"))
    (request,) = MULTIPLE_CHOICE.ask(asked, {})
    found = MULTIPLE_CHOICE.verdict(asked, {request: Scored((-1.0,), (1,))})
    assert found["acc,ll"].note == "expected 2 log-likelihoods, found 1"


@pytest.mark.parametrize(
    ("logprobs", "gold", "value", "status"),
    [
        ((-1.0, -1.0, -3.0), 1, 0.5, Status.PARTIAL),
        ((-1.0, -1.0, -1.0), 2, 1 / 3, Status.PARTIAL),
        ((-1.0, -1.0, -3.0), 2, 0.0, Status.INCORRECT),
        ((-1.0, -2.0, -3.0), 0, 1.0, Status.CORRECT),
        ((-1.0, -0.5, -0.5), 0, 0.0, Status.INCORRECT),
    ],
)
def test_exam_score_shares_a_tie(logprobs, gold, value, status):
    asked = sample(("x", "y", "z"), gold="ABC"[gold])
    score = dict(zip((" x", " y", " z"), logprobs, strict=True))
    found = EXAM.verdict(asked, answers(EXAM, asked, lambda _, t: score[t]))["acc,exam"]
    assert (found.value, found.status) == (value, status)
    assert exam_score_outcome(build_choice_scores((i, v, 1) for i, v in enumerate(logprobs)), gold).exam_score == value


def test_permutations_cancel_a_liking_for_a_label():
    liking = {"A": 0.0, "B": -2.0, "C": -4.0, "D": -6.0}

    def score(context, label):
        """The model likes labels as above, and the option "blue" a little."""
        line = next(line for line in context.splitlines() if line.startswith(f"{label.strip()}. "))
        return liking[label.strip()] + (0.5 if "blue" in line else 0.0)

    asked = sample(("red", "pink", "blue", "green"), gold="C")
    for fraction, contexts in ((0.01, 4), (0.5, 12), (1.0, 24)):
        scorer = LabelPermutations(fraction)
        replies = answers(scorer, asked, score)
        found = scorer.verdict(asked, replies)[f"acc,label_perm:{fraction}"]
        assert (len(replies), found.answer, found.value) == (contexts, "C", 1.0)
        assert len({request.context for request in replies}) == contexts
    plain = max("ABCD", key=lambda label: score("A. red\nB. pink\nC. blue\nD. green", label))
    assert plain == "A"


def test_outcome_by_its_definition():
    draw = random.Random(2)
    from evalution.scorers.permutations import label_permutations_for_mode

    orders = label_permutations_for_mode(5, 0.3)
    rows = [[draw.uniform(-9, 0) for _ in range(5)] for _ in orders]
    found = label_permutation_outcome(permutations=orders, permutation_label_logprobs=rows, gold_index=2)
    means = [sum(row[pi[i]] for pi, row in zip(orders, rows, strict=True)) / len(orders) for i in range(5)]
    assert found.averaged_choice_logprobs == pytest.approx(means)
    assert found.predicted_index == max(range(5), key=means.__getitem__)
    assert found.permutation_count == len(orders) == 36


@pytest.mark.parametrize(
    ("orders", "rows", "gold"),
    [
        ([], [], 0),
        ([(0, 1)], [], 0),
        ([(0, 0)], [(-1.0, -1.0)], 0),
        ([(0, 1)], [(-1.0,)], 0),
        ([(0, 1)], [(-1.0, math.nan)], 0),
        ([(0, 1)], [(-1.0, -1.0)], 2),
    ],
)
def test_refusals_of_permutation_outcomes(orders, rows, gold):
    with pytest.raises(ValueError, match=r"expected|permutation|gold"):
        label_permutation_outcome(permutations=orders, permutation_label_logprobs=rows, gold_index=gold)


def test_the_limit_is_said_and_strict_is_an_error():
    from evalution.sample import Reduced
    from evalution.statistics.estimate import Design

    rows = [Reduced("a", 0, {}, "A", 1.0, "A", Status.CORRECT, n_choices=n) for n in (4, 10)]
    (metric,) = LabelPermutations(0.25).metrics
    estimate = metric.aggregate(rows, Design())
    assert estimate.note == "120 of 907200 orders asked"
    assert estimate.signed == (("perms", "6/6"), ("perms", "120/907200"))
    many = sample(tuple("abcdefgh"), gold="A")
    with pytest.raises(EvalutionError, match="limit is 120"):
        LabelPermutations(0.5, strict=True).ask(many, {})
    with pytest.raises(EvalutionError, match="fraction"):
        LabelPermutations(0.0)
