"""Reading what stands where a choice was announced: a letter in any wrapping, several, an option's text, or none."""

from __future__ import annotations

import re
from typing import NamedTuple

from evalution.scorers import choice_words as words
from evalution.scorers.letters import SUFFIX, Letters, labels_of, letters, original
from evalution.scorers.option_texts import Named, named_option, option_texts
from evalution.scorers.target import Target
from evalution.verdict import Span


class Reading(NamedTuple):
    """The original labels that are named, and where. None named means that the text says there is none."""

    answers: tuple[str, ...]
    span: Span


_REACH = 60
_TEX = (
    r"\\(?:[(\[]|(?:text|math|mbox|bold|fbox|boxed|large|Large|left|displaystyle|quad|rm|bf|sf|tt|,|;|!| )"
    r"[a-z]{0,10}(?![a-z]))"
)
HTML = r"</?(?:b|i|u|p|em|strong|span|div|code|mark|center|br)(?:\s[^<>\n]{0,40})?/?>"
_SKIP = re.compile(
    rf"(?:{HTML}|~~[^~\n]{{1,40}}~~|{_TEX}|[\s*_`~\"'“”„‘’«»「『【〔〖《〈⟨（(\[{{<>$#:：=\-–—→,|│·•¿✅☑✔✓👉➡🔹🔸⭐🎯📌"
    r"\ufe0f\u200b-\u200f\u2060\ufeff]){0,40}+"
)
_OPEN = frozenset("*_`~\"'“„‘«「『【〈《（([{<$")
_LATIN = re.compile(r"[A-Za-z\u00aa-\u024f\u1e00-\u1eff\u0300-\u036f'’]{1,24}+")
_JOINED = re.compile("|".join(sorted(map(re.escape, words.FILLERS_JOINED), key=len, reverse=True)), re.IGNORECASE)
_NEITHER = re.compile("|".join(words.NEITHER), re.IGNORECASE)
_NEITHER_BY_FIRST = {
    first: re.compile("|".join(one for one in words.NEITHER if one[0] == first), re.IGNORECASE)
    for first in {one[0] for one in words.NEITHER}
}
_BUT = re.compile(r"[^\n.。]{1,20}?(?:\b(?:but|sondern|mais|sino|mas|ma|rather)\s+|而是)")
_STILL = re.compile(
    r"[^\n.。()]{1,40}\((?=[A-Z]\))|[^\n.。]{0,20}?[,;]? ?\b(?:but|aber|mais|pero|mas|ma)\s+"
    r"(?:(?:probably|maybe|likely|perhaps|option|i(?: would|'d) (?:say|guess)|my (?:best )?guess is)\s+)?[(*]{0,3}",
    re.IGNORECASE,
)
_NOT_JOINED = re.compile("|".join(map(re.escape, words.NOT_JOINED)))
_CLOSE = re.compile(rf"(?:{HTML}|[)\]}}*_`~\"'”’»」』】〕〗〉》⟩）>$]|\\[)\]]){{0,16}}+")
_ASKS = re.compile(r"[ \t]{0,4}[?？؟]")
_RETRACTS = re.compile(
    rf"[ \t]{{0,4}}(?:吗|嗎|ですか|でしょうか|인가|입니까|일까)"
    rf"|[ \t]{{0,4}}[?？؟]{{1,3}}[\s*_]{{0,4}}(?:{'|'.join(map(re.escape, words.NO))})(?![^\W\d_])",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[ \t]{1,4}([^\W\d_]\S{0,23})")
_MATHS = re.compile(
    r"\(|[_^](?=[A-Za-z0-9{(\\])|'(?!" + SUFFIX + r")(?=[\w(])"
    r"|\s{0,4}(?:[=<≈≤≥∝×÷⊃≡∨∧·^](?!/)|\\(?:cdot|times|approx|sim|le|ge|frac|in)\b|\+\s)"
)
_OR = "|".join(sorted(map(re.escape, words.OR), key=len, reverse=True))
_OR_JOINED = "|".join(map(re.escape, words.OR_JOINED))
_TOGETHER = re.compile(
    rf"(?:\s{{0,4}}(?P<firm>[/|&+∕／]|(?:[,?？(（]|\\text\{{)?\s{{0,4}}(?:(?:{_OR})(?![^\W\d_])|{_OR_JOINED})"
    rf"|[-–—~～](?=[A-ZＡ-Ｚ]))|\s{{0,4}}[,;、，،；?？])"
    rf"(?:\s{{0,4}}(?:{'|'.join(map(re.escape, words.HEDGES))})(?=[\s*(]))?[\s*_`\"'“(\[（「{{}}$]{{0,12}}",
    re.IGNORECASE,
)
_APART = re.compile(r"[ \t]{1,4}([*_`\"'“(\[（「{$]{0,4})")
_ALONE = re.compile(r"[)\]}*_`\"'”’」）$]{0,4}[ \t]{0,4}(?:$|[\n.,;!?。<]|(?=[A-Z(\[*$]\b))")
_GAP = re.compile(r"[\s*_(]{0,8}+")
_DONE = re.compile(
    r"(?:[)\]}*_`\"'”’»」』】）$.,;:!。、，]|\\[)\]])*+\s*(?:$|\n|[^\w\s]|(?:or|and|oder|und|ou|et|y|o|e)\b)"
)
_COMMA = re.compile(r"[)\]}*_`]{0,4}\s{0,2}[,、，]\s{0,4}[(*\[]{0,3}")
_WRONG = re.compile(
    r"\s{0,4}(?:is|are|was)\s+(?:clearly\s+)?(?:not|n't|wrong|incorrect|false|eliminated|ruled)\b", re.IGNORECASE
)
_SENTENCE_ENDS = re.compile(
    r"(?:[)\]}*_`\"'”’»」』】）$]|\\[)\]])*+"
    r"(?:\s{0,4}(?:$|\n|[;:!。！；—–(]|\.(?!\s?[a-z])|です|だ|である|입니다|예요|이에요|است|है|项|選項|选项)"
    r"|[,，、]?\s{1,4}(?P<word>[^\W\d_]+)|[,，、]\s{0,4}(?=[^\x00-\u2e7f]))"
)
_STEPS = 14


def read_choice(text: str, start: int, target: Target, stop: int | None = None) -> Reading | None:
    """What is announced at `start`, or None when it is no choice, is asked about, or begins only at `stop`.

    >>> four = Target("B", labels=tuple("ABCD"))
    >>> [read_choice(text, 0, four).answers for text in ("$\\\\text{B}$", "definitely (C)", "B or D", "none")]
    [('B',), ('C',), ('B', 'D'), ()]
    >>> [read_choice(text, 0, four) for text in ("Because of", "A longer proof", "not B", "E")]
    [None, None, None, None]
    """
    reading = read_announced(text, start, target, stop)
    return None if reading and reading.answers and _ASKS.match(text, _closed(text, reading.span.end)) else reading


def read_announced(text: str, start: int, target: Target, stop: int | None = None) -> Reading | None:
    """The same where a question mark only doubts: "Answer: B?" is B, unless it goes on "No"."""
    reading = _read(text, start, target, stop)
    return None if reading and _RETRACTS.match(text, _closed(text, reading.span.end)) else reading


def _closed(text: str, end: int) -> int:
    return _CLOSE.match(text, end).end() if end < len(text) else end  # type: ignore[union-attr]


def _read(text: str, start: int, target: Target, stop: int | None) -> Reading | None:
    signs, after_article = letters(labels_of(target)), False
    here, last = start, min(start + _REACH + 1, len(text) if stop is None else stop)
    for _ in range(_STEPS):
        skipped = _SKIP.match(text, here)
        here = skipped.end() if skipped else here
        if here >= last or here >= len(text):
            return None
        named = named_option(text, here, target) if target.choices else None
        if named:
            return _with_named(text, named, target)
        sign = signs.label.match(text, here)
        if sign and _is_label(text, here, sign.end(), signs, after_article):
            return _with_others(text, here, sign.end(), signs, target)
        neither = _NEITHER_BY_FIRST.get(text[here].lower())
        refusal = neither and neither.match(text, here)
        if refusal:
            return _refusal(text, refusal, target)
        word = _LATIN.match(text, here)
        if word:
            lower = word[0].lower()
            if lower in words.NOT:
                instead = _BUT.match(text, word.end())
                if not instead:
                    return None
                here = instead.end()
                continue
            if lower not in words.FILLERS or (word[0] == "A" and _MATHS.match(text, word.end())):
                return _glued(text, word, signs, target)
            after_article, here = lower in words.ARTICLES, word.end()
            continue
        if _NOT_JOINED.match(text, here):
            return None
        joined = _JOINED.match(text, here)
        if not joined:
            return None
        after_article, here = False, joined.end()
    return None


def _with_named(text: str, named: Named, target: Target) -> Reading:
    """The option, and another that "or" joins to it."""
    joint = _TOGETHER.match(text, _closed(text, named.span.end))
    other = named_option(text, joint.end(), target) if joint and joint["firm"] and joint.end() < len(text) else None
    if other is None or other.label == named.label:
        return Reading((named.label,), named.span)
    return Reading((named.label, other.label), Span(named.span.start, other.span.end))


def _refusal(text: str, refusal: re.Match[str], target: Target) -> Reading:
    """No option; the one that says "none of …" or "all of …" itself; or a letter that follows with "but"."""
    span = Span(*refusal.span())
    word = refusal[0].split()[0].lower()
    own = [label for option, label in option_texts(target).pairs if option.startswith((f"{word} of ", f"{word} the "))]
    if word in ("none", "all") and len(own) == 1:
        return Reading((own[0],), span)
    signs = letters(labels_of(target))
    but = _STILL.match(text, span.end)
    sign = signs.label.match(text, but.end()) if but else None
    if sign and sign[0].isupper() and _ALONE.match(text, sign.end()):
        return Reading((original(signs.means[sign[0]], target),), Span(*sign.span()))
    return Reading((), span)


def ends_sentence(text: str, end: int, truncated: bool) -> bool:
    """Whether the sentence ends behind the letter, or gives a reason."""
    if truncated and end >= len(text.rstrip()):
        return False
    ended = _SENTENCE_ENDS.match(text, end)
    if not ended:
        return False
    word = ended["word"]
    return word is None or (word.lower() in words.BECAUSE - words.GOES_ON)


def refuses(text: str) -> bool:
    """Whether the text says anywhere that there is no answer."""
    return _NEITHER.search(text) is not None


def _is_label(text: str, start: int, end: int, signs: Letters, after_article: bool) -> bool:
    """Whether the sign is the option's letter, and not a word or the first word of a phrase."""
    if _ends_line(text, end):
        return True
    if _MATHS.match(text, end):
        return False
    wrapped = start > 0 and text[start - 1] in _OPEN and bool(_CLOSE.match(text, end)[0])  # type: ignore[index]
    if wrapped:
        return True
    after = _NEXT.match(text, end)
    if not after:
        return True
    word = after[1].rstrip(",.;:!?").lower()
    if text[start].isdigit():
        return word in words.BECAUSE or word in words.OR or not after[1].islower()
    if text[start] in signs.sure:
        return not after_article or word in words.BECAUSE
    if word in words.OR or word.startswith(words.OR_JOINED):
        return _other(text, end, signs) is not None
    return word in words.BECAUSE or (text[start].isupper() and _apart(text, start, end, signs) is not None)


def _ends_line(text: str, end: int) -> bool:
    return end == len(text) or text[end] == "\n"


def _other(text: str, end: int, signs: Letters) -> re.Match[str] | None:
    """A further letter joined to the one that ends at `end`."""
    closed = _CLOSE.match(text, end)
    joint = _TOGETHER.match(text, closed.end() if closed else end)
    if not joint:
        return None
    here = joint.end()
    word = _LATIN.match(text, here)
    if word and word[0].lower() in words.NOUNS:
        here = _GAP.match(text, word.end()).end()  # type: ignore[union-attr]
    sign = signs.label.match(text, here)
    if not sign:
        return None
    if _DONE.match(text, sign.end()) or (joint["firm"] and sign[0] in signs.sure):
        return sign
    comma = _COMMA.match(text, sign.end())
    return sign if comma and sign[0].isupper() and signs.label.match(text, comma.end()) else None


def _apart(text: str, start: int, end: int, signs: Letters) -> re.Match[str] | None:
    """A further capital, wrapped as the one before it, and nothing but a space between ("A B", "(A) (B)")."""
    gap = _APART.match(text, _closed(text, end))
    sign = signs.label.match(text, gap.end()) if gap else None
    if not gap or not sign or not sign[0].isupper() or not _ALONE.match(text, sign.end()):
        return None
    return sign if text[:start].endswith(gap[1]) and bool(gap[1]) == (text[start - 1 : start] in _OPEN) else None


def _with_others(text: str, start: int, end: int, signs: Letters, target: Target) -> Reading | None:
    """The letter, and those joined to it by "or" and its kin; None where it is asked about or denied."""
    label = signs.means[text[start:end]]
    if _ends_line(text, end):
        return Reading((original(label, target),), Span(start, end))
    named, place = [label], start
    for _ in signs.labels:
        sign = _other(text, end, signs) or _apart(text, place, end, signs)
        if sign is None:
            break
        named.append(signs.means[sign[0]])
        place, end = sign.span()
    if _WRONG.match(text, _closed(text, end)):
        return None
    return Reading(tuple(original(label, target) for label in dict.fromkeys(named)), Span(start, end))


def _glued(text: str, word: re.Match[str], signs: Letters, target: Target) -> Reading | None:
    """Letters written as one word ("AC"): ascending capitals, with nothing after them."""
    run = word[0]
    known = all(sign in signs.means and sign == sign.upper() for sign in run)
    if known and len(run) > 1 and list(run) == sorted(set(run)) and _DONE.match(text, word.end()):
        return Reading(tuple(original(signs.means[sign], target) for sign in run), Span(*word.span()))
    return None
