"""The named rules that find a chosen option, in bands: commitments, then likely mentions, then guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from evalution.scorers import choice_words as words
from evalution.scorers.choice_claims import claim, likely, lone_letters
from evalution.scorers.choice_corrections import corrections
from evalution.scorers.choice_lines import line
from evalution.scorers.choice_mentions import lead, mention, option_text
from evalution.scorers.choice_reading import HTML, Reading, read_announced, read_choice
from evalution.scorers.extraction import Bands, Found, Rule
from evalution.scorers.letters import labels_of, letters
from evalution.scorers.markers import Marker, answer_words, find_markers
from evalution.scorers.option_lists import ends_list, opens_list
from evalution.scorers.option_texts import option_texts, plain
from evalution.scorers.target import Target
from evalution.scorers.withdrawals import withdrawals
from evalution.verdict import Span

_NOT = re.compile(
    r"\b(?:no|not|não|non|ne|n['’]est|isn['’]t|nicht|niet|inte|ikke|nie|не|nem|bukan|không)\b|不|ليس|לא|नहीं|নয়|ではな"
)
_BACK, _FEW = 40, 4
_SENTENCE = re.compile(r"[.!?\n,:。！？，：]")


@lru_cache(maxsize=1)
def marker(text: str, target: Target) -> tuple[Found, ...]:
    """An answer word and what it announces ("Answer: B", "答案是B", "die Antwort lautet B").

    Kept for `correction`, which asks for the same."""
    marks = list(find_markers(text))
    return tuple(_announced(text, marks, target)) if marks else ()


_WITHDRAWING = {
    "answer": "be", "antwort": "nicht", "lösung": "nicht", "réponse": "peut", "respuesta": "puede",
    "resposta": "pode", "ответ": "определить", "答案": "",
}  # fmt: skip
"""Answer words of which it may be said that there is none, each with what such a sentence has in any case."""


def _may_withdraw(text: str) -> bool:
    return any(_WITHDRAWING[word] in text for word in answer_words(text) if word in _WITHDRAWING)


def withdrawn(text: str, target: Target) -> Iterator[Found]:
    """The sentence "the answer cannot be determined": a commitment to the option that says so, else to none."""
    for found in withdrawals(text, target) if _may_withdraw(text) else ():
        options = [option.lower() for option in target.choices]
        saying = [i for i, option in enumerate(options) if "determin" in option and "not" in option]
        if len(saying) < 2:
            yield found._replace(answers=tuple(labels_of(target)[i] for i in saying))


def _announced(text: str, marks: list[Marker], target: Target) -> Iterator[Found]:
    for mark, following in zip_longest(marks, marks[1:]):
        if _denied(text, mark):
            continue
        read = read_announced if _states(text, mark) else read_choice
        reading = read(text, mark.end, target, following and following.start) or _between(text, mark, target)
        if reading and not (mark.broken and opens_list(text, reading.span, letters(labels_of(target)))):
            yield Found(reading.answers, f"marker:{mark.word}", reading.span)


def _denied(text: str, mark: Marker) -> bool:
    """Whether the announcement is turned round ("the wrong answer is", "the answer is not"), or a closing tag."""
    before = text[max(0, mark.start - _BACK) : mark.start].rstrip(" *_#>\"'")
    if before and before[-1] != "\n" and (before[-1] == "/" or _denies(before.lower())):
        return True
    after = mark.start + len(mark.word)
    return mark.end - after > (4 if mark.word[0] < "\u2e80" else 1) and _NOT.search(text, after, mark.end) is not None


def _states(text: str, mark: Marker) -> bool:
    """Whether a question mark behind the letter only doubts it: "Answer: B?", "So the answer is B?"."""
    if mark.link != "is":
        return True
    head = _SENTENCE.split(text[max(0, mark.start - _BACK) : mark.start])[-1]
    return words.STATING.issuperset(head.lower().replace("*", "").split())


def _between(text: str, mark: Marker, target: Target) -> Reading | None:
    """The letter before a verb that comes last ("सही उत्तर ख है")."""
    if mark.link != "is" or mark.word[0] < "\u0370":
        return None
    return read_choice(text, mark.start + len(mark.word), target, mark.end)


def _denies(before: str) -> bool:
    if before.endswith(words.DENIERS_JOINED):
        return True
    for word in reversed(before.replace("n't", " not").split()[-_FEW:]):
        if word not in words.BEFORE_ANSWER:
            return word in words.DENIERS
    return False


_TAG = re.compile(
    r"[<\[](?:final[_ -]?)?(?:answer|choice|option|response|result|final|output)\b[^<>\[\]\n]{0,40}[>\]]"
    r"|\|[ \t*]{0,8}(?:final )?answer[ \t*]{0,8}\|"
    r"|(?<![^\W_])ans(?:[.:]|\b(?=[ \t]?=))",
    re.IGNORECASE,
)


def may_tag(text: str) -> bool:
    """A quick look: `False` means that `tag` finds nothing."""
    if "<" in text or "[" in text or "|" in text:
        return True
    return (":" in text and "Ans:" in text) or text.startswith(("Ans", "ANS", "ans"))


def tag(text: str, target: Target) -> Iterator[Found]:
    """`<answer>B</answer>`, also never closed; `[ANSWER] B`, `| Answer | B |`, `Ans. B`."""
    if not may_tag(text):
        return
    for opened in _TAG.finditer(text):
        reading = read_announced(text, opened.end(), target)
        if reading:
            yield Found(reading.answers, "tag", reading.span)


_KEY = re.compile(
    r"[\"'](?P<key>[a-z_]{0,16}(?:answer|choice|option|letter|response|selection|prediction|pick))[\"']\s{0,4}:\s{0,4}(?=[\"'\[])",
    re.IGNORECASE,
)
_BOX = re.compile(r"\\f?boxed\s{0,4}\{?")
_BOX_REACH = 300


def json_value(text: str, target: Target) -> Iterator[Found]:
    """The value of a key for the answer: `{"correctAnswer": "C"}`, `{"option": "C", …}`.

    Where a key stands more than once with different letters it lists the options.
    """
    if "{" not in text:
        return
    by_key: dict[str, list[Found]] = {}
    for key in _KEY.finditer(text):
        reading = read_announced(text, key.end(), target)
        if reading:
            by_key.setdefault(key["key"], []).append(Found(reading.answers, "json", reading.span))
    for found in by_key.values():
        if len({one.answers for one in found}) == 1:
            yield found[-1]


def boxed(text: str, target: Target) -> Iterator[Found]:
    r"""`\boxed{B}`, also `\boxed{\text{(B) 42}}`."""
    if "\\" not in text:
        return
    for box in _BOX.finditer(text):
        inside = _inside(text, box.end()) if box[0].endswith("{") else text[box.end() : box.end() + 2]
        reading = read_announced(inside, 0, target)
        if reading:
            start, end = reading.span
            yield Found(reading.answers, "boxed", Span(box.end() + start, box.end() + end))


def _inside(text: str, start: int) -> str:
    depth = 1
    for here in range(start, min(len(text), start + _BOX_REACH)):
        depth += {"{": 1, "}": -1}.get(text[here], 0)
        if not depth:
            return text[start:here]
    return text[start : start + _BOX_REACH]


_HASH = re.compile(r"(?<![^\n])[ \t]{0,3}#{2,6}[ \t]{0,8}(?=\S)")
_LINE_END = re.compile(
    rf"(?:{HTML}|[ \t\r\u00a0\u3000\u200b-\u200f\u2060\ufeff\ufe0f*_`)\]}}\"'”’»」』】》）>$.。!！?？]|\\[)\]]"
    r"|选项|選項|项|項|です|だ|입니다|번){0,40}+(?:\n|$)"
)


def hash_line(text: str, target: Target) -> Iterator[Found]:
    """A line `#### B`, with nothing after the letter."""
    if "#" not in text:
        return
    for mark in _HASH.finditer(text):
        reading = read_announced(text, mark.end(), target)
        if reading and _LINE_END.match(text, reading.span.end):
            yield Found(reading.answers, "hash", reading.span)


_COMMITTED = (marker, tag, boxed, hash_line, claim)


def correction(text: str, target: Target) -> Iterator[Found]:
    """A letter that takes back an earlier commitment: "Wait, no, it is C", "Correction: C", "不对，应该是C"."""
    if lone_letters(text, labels_of(target)):
        first = min((found.span.end for find in _COMMITTED for found in find(text, target)), default=len(text))
        yield from corrections(text, first, target)


_MARKS = " ✅☑✔✓👉➡🔹🔸⭐🎯📌\ufe0f"
_FINAL_REACH = 200
_WRAPPING = 16


def final_line(text: str, target: Target) -> Iterator[Found]:
    """A last line that is the letter alone, in any wrapping, or the letter with its option ("**B) Rome**")."""
    end = len(text.rstrip())
    signs = letters(labels_of(target))
    start = text.rfind("\n", max(0, end - _FINAL_REACH), end) + 1
    if end - start > _FINAL_REACH or (not start and end > _FINAL_REACH):
        return
    with_text = bool(target.choices) or "**" in text[start : start + 6]
    near = max(start, end - _WRAPPING)
    if not (with_text or signs.word.search(text, near) or text[near:end].strip("*_ .").isupper()):
        return
    read = read_choice if start else read_announced
    reading = read(text, start, Target(target.gold, labels=signs.labels, order=target.order))
    if not reading or not reading.answers or reading.span.start >= end or _doubted(text, start, reading.span):
        return
    if (
        ends_list(text, start, reading.span, signs)
        or 2 < len(signs.labels) == len(reading.answers)
        or (len(reading.answers) > 1 and _is_option(text[start:end], target))
    ):
        return
    if _LINE_END.match(text, reading.span.end) or _is_option_line(text[start:end], reading.span.end - start, target):
        yield Found(reading.answers, "final_line", reading.span)


def _doubted(text: str, start: int, span: Span) -> bool:
    """Whether the line asks about the letter: "Is it C?", though not "Perhaps C?"."""
    words_before = text[start : span.start].lower().replace("*", "").split()
    return "?" in text[span.end : span.end + _WRAPPING] and not words.STATING.issuperset(words_before)


_DELIMITER = re.compile(r"[)\].:、．：\-–—\s]{1,4}+")


def _is_option_line(line: str, label_end: int, target: Target) -> bool:
    """`B) text`, with the option's own text or all in bold."""
    delimiter = _DELIMITER.match(line, label_end)
    if not delimiter:
        return False
    bold = line.lstrip(_MARKS).startswith("**") and line.rstrip(" .").endswith("**")
    return bold or _is_option(line[delimiter.end() :], target)


def _is_option(said: str, target: Target) -> bool:
    return any(plain(said) == option for option, _ in option_texts(target).pairs)


COMMITMENTS: tuple[Rule, ...] = (
    Rule("marker", marker),
    Rule("tag", tag),
    Rule("json", json_value),
    Rule("boxed", boxed),
    Rule("hash", hash_line),
    Rule("claim", claim),
    Rule("line", line),
    Rule("correction", correction),
    Rule("marker", withdrawn),
    Rule("final_line", final_line, fallback=True),
)
BANDS: Bands = (
    COMMITMENTS,
    (Rule("lead", lead), Rule("likely", likely, fallback=True), Rule("option_text", option_text, fallback=True)),
    (Rule("mention", mention, fallback=True),),
)

NEED_ALL = frozenset(("json", "line", "correction"))
"""Rules whose finds depend on what stands far before them."""

_NEED_MARKUP_OR_OPTIONS = frozenset((tag, json_value, boxed, hash_line, option_text, mention))
_NEED_LONE_LETTERS = frozenset((claim, line, correction, likely))


def _without(unneeded: frozenset[object]) -> Bands:
    return tuple(tuple(rule for rule in band if rule.find not in unneeded) for band in BANDS)


_PLAIN = _without(_NEED_MARKUP_OR_OPTIONS)
_PLAIN_WITHOUT_LETTERS = _without(_NEED_MARKUP_OR_OPTIONS | _NEED_LONE_LETTERS)


def bands(text: str, target: Target) -> Bands:
    """The bands, without the rules that a quick look rules out."""
    if target.choices or "\\" in text or "#" in text or "{" in text or may_tag(text):
        return BANDS
    return _PLAIN if lone_letters(text, labels_of(target)) else _PLAIN_WITHOUT_LETTERS
