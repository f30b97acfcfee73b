"""DROP's exact match and F1 on what a reply answers, `f1,drop` and `em,drop`.

Wider than the owners' rule (`reference/drop.py`) in these points: the answer is read out of the reply
(`drop_reading`); white space of every kind, dashes and typographic quotes are those of plain text;
"5.3%" and "$4.5" keep their points; bags and exact match count repeated words and spans; every number
of a gold span must be in the span that answers it. Number words are no numbers here either.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from evalution.scorers.alignment import mean_aligned
from evalution.scorers.drop_reading import RULES, Reading, read, splittings
from evalution.scorers.metrics import mean_metric
from evalution.scorers.reference.drop import Words, alternatives, get_drop_metrics
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer
from evalution.verdict import Status, Verdict

__all__ = ["DROP", "get_drop_metrics"]

KEYS = ("f1,drop", "em,drop")
_PLAIN = str.maketrans(dict.fromkeys("‐‑‒–—―−-", " ") | dict.fromkeys("“”„‟‘’‚‛«»‹›`´。、，！？；：·•…", ""))
_BEFORE_NUMBER = string.punctuation.replace(".", "")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+")
_ARTICLES = frozenset(("a", "an", "the"))
_MEMO_LENGTH = 32


def judge(text: str, target: Target) -> tuple[Verdict, ...]:
    """The best exact match and the best F1 over the golds. Where a gold has several spans the reply's
    list is split, at the separators that serve it best; otherwise the reply is one span."""
    golds = [list(map(words, gold)) for gold in alternatives(target.gold)]
    if not any(any(gold) for gold in golds):
        return (Verdict.unscored("the gold is empty"),) * len(KEYS)
    reading = read(text, target.truncated)
    if reading.span is None:
        return (Verdict(Status.NO_ANSWER, 0.0, note=reading.note),) * len(KEYS)
    em, f1 = (max(values) for values in zip(*(_best(reading, gold) for gold in golds), strict=True))
    status = Status.CORRECT if em == 1.0 else Status.PARTIAL if f1 > 0.0 else Status.INCORRECT
    shared = (reading.line, reading.rule, reading.span)
    return (
        Verdict(status, f1, *shared, via="drop.f1", note=reading.note),
        Verdict(status, em, *shared, via="drop.em", note=reading.note),
    )


def _best(reading: Reading, gold: Sequence[Words]) -> tuple[float, float]:
    ways = [[reading.line]] if len(gold) == 1 else splittings(reading.block)
    return max(_metrics(list(map(words, spans)), gold) for spans in ways)


def _metrics(predicted: Sequence[Words], gold: Sequence[Words]) -> tuple[float, float]:
    if predicted == gold:
        return 1.0, 1.0
    same = len(predicted) == len(gold) and Counter(predicted) == Counter(gold)
    bags = list(map(Counter, predicted))
    return float(same), mean_aligned([[_f1(bag, theirs) for bag in bags] for theirs in map(Counter, gold)])


def _f1(predicted: Counter[str], gold: Counter[str]) -> float:
    common = sum(min(count, predicted[word]) for word, count in gold.items() if word in predicted)
    if not common or any(predicted[word] < count for word, count in gold.items() if _is_number(word)):
        return 0.0
    return 2 * common / (predicted.total() + gold.total())


def words(span: str) -> Words:
    """The normalised words of a span: lower case, without punctuation and articles, numbers plain.

    >>> words("The $1,200.50 -- 5.3% of “Lee’s” (45-yard) goal"), words("٠١٠.0")
    (('1200.5', '5.3', 'of', 'lees', '45', 'yard', 'goal'), ('10',))
    """
    tokens = span.translate(_PLAIN).lower().split()
    found = (_remembered(token) if len(token) <= _MEMO_LENGTH else _word(token) for token in tokens)
    return tuple(word for word in found if word)


def _word(token: str) -> str:
    """One word, or "" for an article and for bare punctuation."""
    if not token.isascii() and len(token) <= _MEMO_LENGTH:
        token = unicodedata.normalize("NFKC", token)
    token = token.rstrip(string.punctuation).lstrip(_BEFORE_NUMBER)
    if not _NUMBER.fullmatch(token):
        token = token.translate(_PUNCTUATION)
    return _plain_number(token) if _NUMBER.fullmatch(token) else "" if token in _ARTICLES else token


_remembered = lru_cache(maxsize=1 << 16)(_word)


def _plain_number(token: str) -> str:
    digits = token.replace(",", "")
    if not digits.isascii():
        digits = "".join(c if c == "." else str(unicodedata.decimal(c)) for c in digits)
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + fraction if fraction else "")


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


DROP = TextScorer("drop", 1, KEYS, judge, tuple(map(mean_metric, KEYS)), RULES)
