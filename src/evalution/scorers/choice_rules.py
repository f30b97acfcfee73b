"""The named rules that find a chosen option, in bands: commitments, then likely mentions, then guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from evalution.scorers import choice_words as words
from evalution.scorers.choice_claims import claim, likely
from evalution.scorers.choice_mentions import lead, mention, option_text
from evalution.scorers.choice_reading import HTML, read_choice
from evalution.scorers.extraction import Bands, Found, Rule
from evalution.scorers.letters import labels_of, letters
from evalution.scorers.markers import Marker, find_markers
from evalution.scorers.option_lists import ends_list, opens_list
from evalution.scorers.option_texts import option_texts, plain
from evalution.scorers.target import Target
from evalution.verdict import Span

_NOT = re.compile(
    r"\b(?:no|not|não|non|ne|n['’]est|isn['’]t|nicht|niet|inte|ikke|nie|не|nem|bukan|không)\b|不|ليس|לא|नहीं|নয়|ではな"
)
_BACK, _FEW = 40, 4


def marker(text: str, target: Target) -> Iterator[Found]:
    """An answer word and what it announces ("Answer: B", "答案是B", "die Antwort lautet B")."""
    marks = list(find_markers(text))
    for mark, following in zip_longest(marks, marks[1:]):
        if _denied(text, mark):
            continue
        reading = read_choice(text, mark.end, target, following and following.start)
        if reading and not (mark.broken and opens_list(text, reading.span, letters(labels_of(target)))):
            yield Found(reading.answers, f"marker:{mark.word}", reading.span)


def _denied(text: str, mark: Marker) -> bool:
    """Whether the announcement is turned round ("the wrong answer is", "the answer is not"), or a closing tag."""
    before = text[max(0, mark.start - _BACK) : mark.start].rstrip(" *_#>\"'")
    if before and before[-1] != "\n" and (before[-1] == "/" or _denies(before.lower())):
        return True
    after = mark.start + len(mark.word)
    return mark.end - after > 4 and _NOT.search(text, after, mark.end) is not None


def _denies(before: str) -> bool:
    if before.endswith(words.DENIERS_JOINED):
        return True
    for word in reversed(before.replace("n't", " not").split()[-_FEW:]):
        if word not in words.BEFORE_ANSWER:
            return word in words.DENIERS
    return False


_TAG = re.compile(
    r"[<\[](?:final[_ -]?)?(?:answer|choice|option)\b[^<>\[\]\n]{0,40}[>\]]"
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
        reading = read_choice(text, opened.end(), target)
        if reading:
            yield Found(reading.answers, "tag", reading.span)


_BOX = re.compile(r"\\f?boxed\s{0,4}\{?")
_BOX_REACH = 300


def boxed(text: str, target: Target) -> Iterator[Found]:
    r"""`\boxed{B}`, also `\boxed{\text{(B) 42}}`."""
    if "\\" not in text:
        return
    for box in _BOX.finditer(text):
        inside = _inside(text, box.end()) if box[0].endswith("{") else text[box.end() : box.end() + 2]
        reading = read_choice(inside, 0, target)
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
    rf"(?:{HTML}|[ \t\r\u00a0\u3000\u200b-\u200f\u2060\ufeff*_`)\]}}\"'”’»」』】》）>$.。!！]|\\[)\]]"
    r"|选项|選項|项|項|です|だ|입니다|번){0,40}+(?:\n|$)"
)


def hash_line(text: str, target: Target) -> Iterator[Found]:
    """A line `#### B`, with nothing after the letter."""
    if "#" not in text:
        return
    for mark in _HASH.finditer(text):
        reading = read_choice(text, mark.end(), target)
        if reading and _LINE_END.match(text, reading.span.end):
            yield Found(reading.answers, "hash", reading.span)


_FINAL_REACH = 200
_WRAPPING = 16


def final_line(text: str, target: Target) -> Iterator[Found]:
    """A last line that is the letter alone, in any wrapping, or the letter with its option ("**B) Rome**")."""
    end = len(text.rstrip())
    signs = letters(labels_of(target))
    start = text.rfind("\n", max(0, end - _FINAL_REACH), end) + 1
    if end - start > _FINAL_REACH or (not start and end > _FINAL_REACH):
        return
    with_text = bool(target.choices) or text.startswith("**", start)
    near = max(start, end - _WRAPPING)
    if not (with_text or signs.word.search(text, near) or text[near:end].strip("*_ .").isupper()):
        return
    reading = read_choice(text, start, Target(target.gold, labels=signs.labels, order=target.order))
    if not reading or not reading.answers or reading.span.start >= end:
        return
    if ends_list(text, start, reading.span, signs):
        return
    if _LINE_END.match(text, reading.span.end) or _is_option_line(text[start:end], reading.span.end - start, target):
        yield Found(reading.answers, "final_line", reading.span)


_DELIMITER = re.compile(r"[)\].:、．：\-–—\s]{1,4}+")


def _is_option_line(line: str, label_end: int, target: Target) -> bool:
    """`B) text`, with the option's own text or all in bold."""
    delimiter = _DELIMITER.match(line, label_end)
    if not delimiter:
        return False
    said = plain(line[delimiter.end() :])
    bold = line.lstrip().startswith("**") and line.rstrip(" .").endswith("**")
    return bold or any(said == option for option, _ in option_texts(target).pairs)


COMMITMENTS: tuple[Rule, ...] = (
    Rule("marker", marker),
    Rule("tag", tag),
    Rule("boxed", boxed),
    Rule("hash", hash_line),
    Rule("claim", claim),
    Rule("final_line", final_line, fallback=True),
)
BANDS: Bands = (
    COMMITMENTS,
    (Rule("lead", lead), Rule("likely", likely, fallback=True), Rule("option_text", option_text, fallback=True)),
    (Rule("mention", mention, fallback=True),),
)


_NEED_MARKUP_OR_OPTIONS = {tag, boxed, hash_line, option_text, mention}
_PLAIN: Bands = tuple(tuple(rule for rule in band if rule.find not in _NEED_MARKUP_OR_OPTIONS) for band in BANDS)


def bands(text: str, target: Target) -> Bands:
    """The bands, without the rules that a quick look rules out."""
    return BANDS if target.choices or "\\" in text or "#" in text or may_tag(text) else _PLAIN
