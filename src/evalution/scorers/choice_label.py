"""Choice labels: which option a response picks, in any language (`em,choice_label`), and exact match (`em,exact`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evalution.sample import Gold
from evalution.scorers.choice_rules import BANDS, NEED_ALL, bands
from evalution.scorers.extraction import Found, candidates, decide, describe
from evalution.scorers.letters import LATIN, labels_of, letters
from evalution.scorers.markers import find_markers
from evalution.scorers.metrics import mean_metric
from evalution.scorers.option_texts import option_texts, plain
from evalution.scorers.run_on import before_run_on
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.scorers.thinking import set_aside
from evalution.verdict import Candidate, Span, Status, Verdict

KEY = "em,choice_label"
_ANNOUNCED = (BANDS[0][:1],)


_TAIL, _MARGIN, _LAST = 256, 216, 12
_NOTHING_MORE = re.compile(r"[\s*_`)\]}\"'.。!$]*+\Z")


def find_choice(text: str, target: Target) -> Found | None:
    """The commitment that counts in a text without thinking.

    A base model that goes on with a question of its own has answered before it, if it has at all.

    >>> find_choice("It must be B. A longer proof exists.", Target("B", labels=tuple("ABCD"))).answers
    ('B',)
    """
    answered = before_run_on(text)
    if answered is not None:
        found = _decide(answered, target)
        if found or any(find_markers(answered)):
            return found
    return _decide(text, target)


def _decide(text: str, target: Target) -> Found | None:
    """`decide`, looking at the end of the text first: the last commitment is what counts, and no rule looks further
    back than the margin, but those that need all of the text. Where an announced letter ends the text nothing can
    come after it."""
    cut = len(text) - _TAIL
    if cut > 0 and letters(labels_of(target)).word.search(text, max(cut, text.rfind("\n", cut), len(text) - _LAST)):
        tail = text[cut:]
        found = decide(_ANNOUNCED, tail, target)
        if not (found and _NOTHING_MORE.match(tail, found.span.end)):
            found = decide(bands(tail, target)[:1], tail, target)
        if found and found.span.start >= _MARGIN and found.rule not in NEED_ALL:
            start, end = found.span
            return found._replace(span=Span(start + cut, end + cut))
    return decide(bands(text, target), text, target)


def choice_label(text: str, target: Target, /) -> tuple[Verdict, ...]:
    """The verdict of `em,choice_label`: right when exactly the gold option is named.

    Two options in one commitment are AMBIGUOUS; a refusal, "none of them", and letters that were not shown
    are NO_ANSWER. UNSCORED when the gold is no label and no option's text.
    """
    gold = gold_labels(target.gold, target.choices, labels_of(target))
    if gold is None:
        return (Verdict.unscored(f"gold: expected one of {', '.join(labels_of(target))}, found {target.gold!r}"),)
    visible = set_aside(text)
    found = find_choice(visible.text, target)
    if found is None:
        return (Verdict(Status.NO_ANSWER, 0.0, via="label", note=visible.note),)
    if len(found.answers) == 1:
        right = found.answers[0] in gold
        status = Status.CORRECT if right else Status.INCORRECT
        return (Verdict(status, float(right), found.answers[0], found.rule, found.span, "label", note=visible.note),)
    status, note = (
        (Status.AMBIGUOUS, "names " + ", ".join(found.answers))
        if found.answers
        else (Status.NO_ANSWER, "names no option")
    )
    return (Verdict(status, 0.0, None, found.rule, found.span, "label", note=note),)


@lru_cache(maxsize=4096)
def gold_labels(gold: Gold, choices: tuple[str, ...], labels: tuple[str, ...]) -> frozenset[str] | None:
    """The labels that are right, or None when the gold cannot be read.

    A gold is a label in any form, an option's text, or, where letters of another script were shown, the Latin letter
    of the same place.

    >>> gold_labels("(B)", (), ("A", "B")), gold_labels("Rome", ("Rome", "Paris"), ("A", "B"))
    (frozenset({'B'}), frozenset({'A'}))
    >>> gold_labels("B", (), ("ক", "খ")), gold_labels("?", (), ("A", "B"))
    (frozenset({'খ'}), None)
    """
    texts = dict(option_texts(Target("", choices, labels)).pairs)
    by_place = dict(zip(LATIN, labels, strict=False)) if all(label[:1] > "\u02ff" for label in labels) else {}
    right = set()
    for one in (gold,) if isinstance(gold, str) else gold:
        letter = one.strip(" \t\n()[]*.")
        label = letters(labels).means.get(letter) or texts.get(plain(one)) or by_place.get(letter)
        if label is None:
            return None
        right.add(label)
    return frozenset(right) or None


def explain(text: str, target: Target, /) -> Iterator[Candidate]:
    """Every choice that did not count, and what it lost to."""
    return candidates(BANDS, set_aside(text).text, target)


def exact_match(prediction: str, target: str) -> float:
    """1.0 when both are equal once surrounding whitespace is gone.

    >>> exact_match(" Lisbon \\n", "Lisbon"), exact_match("lisbon", "Lisbon")
    (1.0, 0.0)
    """
    return float(prediction.strip() == target.strip())


def choice_label_exact_match(predicted_label: str, gold_label: str) -> float:
    """1.0 when two labels are the same letter, however it is wrapped.

    >>> choice_label_exact_match("(B)", "B"), choice_label_exact_match("ب", "B"), choice_label_exact_match("", "B")
    (1.0, 1.0, 0.0)
    """
    verdict = choice_label(predicted_label, Target(gold_label))[0]
    return float(verdict.status is Status.CORRECT)


def exact(text: str, target: Target, /) -> tuple[Verdict, ...]:
    """The verdict of `em,exact`: the whole response, stripped, is the gold or one of its alternatives."""
    start = len(text) - len(text.lstrip())
    said = text.strip()
    golds = (target.gold,) if isinstance(target.gold, str) else target.gold
    if not said:
        return (Verdict(Status.NO_ANSWER, 0.0, via="exact"),)
    right = any(exact_match(said, gold) for gold in golds)
    status = Status.CORRECT if right else Status.INCORRECT
    return (Verdict(status, float(right), said, "whole", Span(start, start + len(said)), "exact"),)


CHOICE_LABEL = TextScorer("choice_label", 1, (KEY,), choice_label, (mean_metric(KEY),), describe(BANDS), explain)
EXACT = TextScorer("exact", 1, ("em,exact",), exact, (mean_metric("em,exact"),), "whole")
