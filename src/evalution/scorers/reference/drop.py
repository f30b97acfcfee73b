"""DROP's exact match and F1 as its owners compute them.

Source: allenai/allennlp-reading-comprehension, `allennlp_rc/eval/drop_eval.py`; the same function is
used by openai/simple-evals (as percentages) and lm-evaluation-harness. Its quirks are kept: a text is
split at spaces and hyphens only, so "10\\n\\nPassage:" is one token and no number; "5.3%" loses its point
with its sign; number words are no numbers; a bag is a set; exact match compares sets and lengths, so
(x, y, x) is (x, y, y); a span passes the number gate by sharing any one number with the gold.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import lru_cache

from evalution.scorers.alignment import mean_aligned
from evalution.scorers.metrics import mean_metric
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Status, Verdict

Spans = str | Sequence[str]
Words = tuple[str, ...]

KEYS = ("f1,drop@allenai", "em,drop@allenai")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MEMO_LENGTH = 32


def get_drop_metrics(predicted: Spans, gold: Spans) -> tuple[float, float]:
    """Exact match (0.0 or 1.0) and F1 (0.0 to 1.0) of one answer against one gold; each side is a
    string (one span) or the spans of an answer.

    F1 is the mean over the optimal one-to-one alignment of spans, divided by the larger number of
    spans. It is not rounded here; the owners round it to two decimals, simple-evals its percentage.
    ValueError when a side has no span.

    >>> get_drop_metrics(["blue"], ["red", "blue"]), get_drop_metrics("the 10", "10.0")
    ((0.0, 0.5), (1.0, 1.0))
    """
    predicted_spans = [words(predicted)] if isinstance(predicted, str) else list(map(words, predicted))
    gold_spans = [words(gold)] if isinstance(gold, str) else list(map(words, gold))
    if not (predicted_spans and gold_spans):
        raise ValueError("drop: expected at least one span on either side")
    if len(predicted_spans) == len(gold_spans) == 1:
        mine, theirs = predicted_spans[0], gold_spans[0]
        return (1.0, 1.0) if mine == theirs else (0.0, _f1(set(mine), set(theirs)))
    same = len(predicted_spans) == len(gold_spans) and set(predicted_spans) == set(gold_spans)
    bags = [set(span) for span in predicted_spans]
    scores = [[_f1(bag, gold_bag) for bag in bags] for gold_bag in map(set, gold_spans)]
    return float(same), mean_aligned(scores)


def words(span: str) -> Words:
    """The normalised words of a span: lower case, without punctuation and articles, numbers as `str(float)`."""
    found: list[str] = []
    for token in span.lower().replace("-", " ").split(" "):
        found += _remembered(token) if len(token) <= _MEMO_LENGTH else _normalised(token)
    return tuple(found)


def _normalised(token: str) -> Words:
    bare = token if is_number(token) else token.translate(_PUNCTUATION)
    if is_number(bare):
        return (str(float(bare)),)
    if bare.isascii() and bare.isalnum():
        return () if bare in ("a", "an", "the") else (bare,)
    return tuple(_ARTICLES.sub(" ", bare).split())


_remembered = lru_cache(maxsize=1 << 16)(_normalised)


def is_number(word: str) -> bool:
    """Whether Python reads the word as a float, "nan" and "inf" included."""
    try:
        float(word)
    except ValueError:
        return False
    return True


_number = lru_cache(maxsize=1 << 16)(is_number)


def _f1(predicted: set[str], gold: set[str]) -> float:
    common = predicted & gold
    if not common:
        return 0.0 if predicted or gold else 1.0
    if not any(map(_number, common)) and any(map(_number, gold)):
        return 0.0
    precision, recall = len(common) / len(predicted), len(common) / len(gold)
    return (2 * precision * recall) / (precision + recall)


def alternatives(gold: str | Sequence[str]) -> list[Sequence[str]]:
    """The golds of a question, each as its spans: `|` stands between alternatives in a string, a line
    break between the spans of one; a sequence is the spans of the only one. Blank ones are left out.

    >>> alternatives("Lee\\nKim|Lee"), alternatives(["Lee", "Kim"])
    ([['Lee', 'Kim'], ['Lee']], [['Lee', 'Kim']])
    """
    golds = [text.split("\n") for text in gold.split("|")] if isinstance(gold, str) else [list(gold)]
    return [spans for spans in golds if spans and spans[0].strip()]


def judge(text: str, target: Target) -> tuple[Verdict, ...]:
    """The whole reply as one span; the best exact match and the best F1 over the golds, each to two
    decimals as the owners round."""
    golds = alternatives(target.gold)
    if not golds:
        return (Verdict.unscored("the gold is empty"),) * len(KEYS)
    pairs = [get_drop_metrics(text, gold) for gold in golds]
    em, f1 = max(em for em, _ in pairs), max(round(100 * f1) / 100 for _, f1 in pairs)
    answer = " ".join(words(text)) or None
    missed = Status.INCORRECT if answer else Status.NO_ANSWER
    status = Status.CORRECT if em == 1.0 else Status.PARTIAL if f1 > 0.0 else missed
    return (
        Verdict(status, f1, answer, "whole", via="drop.f1"),
        Verdict(status, em, answer, "whole", via="drop.em"),
    )


DROP_ALLENAI = TextScorer("drop@allenai", 1, KEYS, judge, tuple(map(mean_metric, KEYS)), rules="whole")
