"""The letter rule of MMLU-Pro: three patterns in order, and a seeded guess where none matches.

Rules from TIGER-AI-Lab/MMLU-Pro `evaluate_from_local.py` and `compute_accuracy.py` (Apache-2.0), written anew
to give the same picks in linear time; the owner's second and third patterns are quadratic. The published
figures of some models used the first pattern alone (`patterns=1`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import structs

from evalution.sample import Reduced
from evalution.scorers.metrics import mean_metric, mean_over_repeats, mean_over_samples
from evalution.scorers.reference.letter import Pick, letter_scorer
from evalution.scorers.scorer import Metric
from evalution.scorers.text import TextScorer
from evalution.statistics.estimate import Design, Estimate
from evalution.verdict import Status

SEED = 12345
LETTERS = "ABCDEFGHIJ"

_ANSWER_IS = re.compile(r"answer is \(?([A-J])")
_ANSWER = re.compile(r"[aA]nswer:(?=\s*+([A-J]))")
_ALONE = re.compile(r".*\b([A-J])\b", re.DOTALL)


def answer_is(response: str) -> Pick | None:
    """The first `answer is X` or `answer is (X`; the letter may begin a word.

    >>> answer_is("The answer is (C). No, the answer is D.")
    Pick(letter='C', place=15, rule='answer_is')
    """
    found = _ANSWER_IS.search(response)
    return Pick(found[1], found.start(1), "answer_is") if found else None


def answer_colon(response: str) -> Pick | None:
    """The last `answer: X` of the first line that has one; the letter may stand on a later line.

    >>> answer_colon("Answer: A, or Answer: B\\nAnswer: C")
    Pick(letter='B', place=22, rule='answer_colon')
    """
    if "nswer:" not in response:
        return None
    first = _ANSWER.search(response)
    if first is None:
        return None
    end = response.find("\n", first.start())
    last = first
    for found in _ANSWER.finditer(response, first.end()):
        if found.start() > end >= 0:
            break
        last = found
    return Pick(last[1], last.start(1), "answer_colon")


def last_alone(response: str) -> Pick | None:
    """The last capital A to J that is a word by itself.

    >>> last_alone("I settle on (F). Edward would agree.")
    Pick(letter='F', place=13, rule='last_alone')
    """
    found = _ALONE.match(response)
    return Pick(found[1], found.start(1), "last_alone") if found else None


PATTERNS: tuple[Callable[[str], Pick | None], ...] = (answer_is, answer_colon, last_alone)


def mmlu_pro_pick(response: str, patterns: int = 3) -> Pick | None:
    """The pick of the first of the first `patterns` patterns that matches."""
    for pattern in PATTERNS[:patterns]:
        pick = pattern(response)
        if pick:
            return pick
    return None


def mean_with_guesses(reduced: Sequence[Reduced], design: Design) -> Estimate:
    """The mean with a guess for every sample without an answer, as the owner counts.

    One number is drawn for each of them in file order, from Python's generator with seed 12345, among its
    options (10 when their number is unknown); none is drawn for an unscored sample. The guess is compared
    with the row's `answer_index` (`groups["answer_index"]`, where the benchmark gives it), otherwise with
    the place of the gold letter: the two differ at question 3983 of the owner's file.
    """
    generator = random.Random(SEED)
    guessed = []
    for one in sorted(reduced, key=lambda one: one.index):
        if one.status is Status.NO_ANSWER:
            hit = generator.randint(0, (one.n_choices or len(LETTERS)) - 1) == _answer_index(one)
            one = structs.replace(one, value=float(hit))
        guessed.append(one)
    return mean_over_samples(guessed, design)


def _answer_index(one: Reduced) -> int:
    given = one.groups.get("answer_index", "")
    return int(given) if given.isdecimal() else LETTERS.find(str(one.gold))


def mmlu_pro(patterns: int = 3) -> TextScorer:
    """`choice_label@mmlu_pro` with all three patterns, or with the first ones only.

    The trial key is the one without guesses; `em,choice_label@mmlu_pro` guesses when it aggregates.
    """
    if not 1 <= patterns <= len(PATTERNS):
        raise ValueError(f"patterns: expected 1 to {len(PATTERNS)}, found {patterns}")
    key, variant = "em,choice_label_noguess@mmlu_pro", "" if patterns == len(PATTERNS) else f":{patterns}"
    guesses = Metric("em,choice_label@mmlu_pro", key, mean_over_repeats, mean_with_guesses)
    return letter_scorer(
        "mmlu_pro",
        partial(mmlu_pro_pick, patterns=patterns),
        ">".join(pattern.__name__ for pattern in PATTERNS[:patterns]),
        key=key,
        metrics=(guesses, mean_metric(key)),
        name=f"choice_label@mmlu_pro{variant}",
    )


CHOICE_LABEL_MMLU_PRO = mmlu_pro()
CHOICE_LABEL_MMLU_PRO_1 = mmlu_pro(patterns=1)
