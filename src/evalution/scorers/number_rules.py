"""Where responses commit to a number: the rules of the live number scorer.

hash         the line after `####` (a heading such as "#### Step 1" or "#### 1. First" is none)
marker       an answer word with a number behind it ("The answer is", "Antwort:", "答案："; `A:` at a line's start;
             `<answer>…</answer>`)
boxed        `\\boxed{…}` and `\\fbox{…}`
last_number  falls back on the last number of the text
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

from evalution.scorers.extraction import Bands, Found, Rule
from evalution.scorers.markers import WORDS, Marker, find_markers
from evalution.scorers.numbers import gold_values
from evalution.scorers.numerals import COMMA_DECIMAL, MAX_DIGITS, fold
from evalution.scorers.quantities import Locale, quantities
from evalution.scorers.sentences import DENIED_AFTER, statement
from evalution.scorers.statements import RUNNING, Statement, chain, direct, in_words
from evalution.scorers.target import Target
from evalution.scorers.withdrawals import withdrawals
from evalution.verdict import Span

Find = Callable[[str, Target], Iterator[Found]]
Place = TypeVar("Place")
BEYOND = "beyond limits"
"""Stands for an answer with more digits than `numerals.MAX_DIGITS`."""

_REACH = 600
_MOST_PLACES = 1000
_CONTEXT = 24
_LINES = 20
_HASH = re.compile(r"(?<![#＃])[#＃]{4}(?![#＃])[ \t]*")
_OLD_MARKER = re.compile(r"^[ \t]*A:[ \t]*", re.MULTILINE)
_TAG = re.compile(r"<answer>", re.IGNORECASE)
_BOX = re.compile(r"\\(?:boxed|fbox)\s{0,4}(\{|(?=\d))")
_BRACE = re.compile(r"\\?[{}]")
_NUMERAL_REST = re.compile(rf"[\d.,]{{0,{MAX_DIGITS + 1}}}")
_QUOTES = re.compile(r"[\s\"'“”`*_]{0,16}")
_ENUMERATOR = re.compile(r"\s*(?:[1-9]|1\d|20)[.)]\s+[^\W\d_]")
_NOTHING = re.compile(
    r"[\s*_\"'(]*(?:it |this |we |i )?(?:is |are )?(?:cannot|can't|can not|could not|unknown|undefined|not enough"
    r"|none\b|insufficient|impossible|n/a|no (?:answer|solution)|unclear|indeterminate|don't know|do not know|unable)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not|nicht|pas|не|si|nie|no\s(?:es|son)|não\sé|non\sè)|n't|不是|不等于|ไม่ใช่)\s?[$*_(]{0,3}$", re.IGNORECASE
)
_GAP_DENIAL = re.compile(
    r"(?<![^\W\d_])(?:not|no|non|não|nicht|n['’]|не|si)(?![^\W\d_])|n['’]|不|ไม่|isn|wasn", re.IGNORECASE
)
_CONTRAST = re.compile(
    r"[\s*_]{0,4}(?:is|was|ist|lautet|n['’]est|es|é|è|-)?[\s*_]{0,4}(?<![^\W\d_])(?:not|nicht|pas|no|não|non|не|不是)(?![a-z])"
    r"(?:[^\n.!?;]|\.(?=\d)){1,40}?(?:[,，\s]\s?(?:but|sondern|mais|sino|mas|ma|а)(?![^\W\d_])(?:\srather)?|而是)",
    re.IGNORECASE,
)
"""What stands between the answer word and the answer in "The answer is not 5 but 7"."""
_CHECKED = re.compile(r"(?:check|verif|confirm|validat|test)\w{0,8}\s(?:\w{1,10}\s){0,3}\W{0,4}$", re.IGNORECASE)
_RETRACTED = re.compile(
    r"[^\n.!?]{0,24}?\b(?:is|was|that's|it's)\s(?:wrong|incorrect|not\s(?:right|correct)|a\smistake)\b"
    r"|(?:\s?[^\W\d_]{1,12}){0,2}\W{1,12}(?:(?:(?:no\s)?wait|hmm+|oops|hold\son|scratch\sthat|correction|actually|no(?=,)"
    r"|i\smade\sa\smistake|my\smistake|i\sapologi[sz]e|apologies|sorry|moment|nein|korrektur|attendez|erratum|espera"
    r"|нет(?=,)|стоп|подождите"
    r"|(?:that|this|which|it)(?:'s|\sis|\swas)\s(?:wrong|incorrect|not\s(?:right|correct)|a\smistake))\b"
    r"|等等|等一下|不对|不對|更正|いや|待って|間違え|訂正)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"[\s*_>(#-]{0,8}(?:(?:double[- ])?check(?:ing)?|verif\w{1,10}|note|confidence"
    r"|proof|probe|vérification|comprobación|проверка"
    r"|验证|检验|検算)(?![^\W\d_])",
    re.IGNORECASE,
)
_PASSING = re.compile(r"[^\W\d_]\s#$|\bin\sthe\s(?:first|last|next|past|final)\s$", re.IGNORECASE)
"""Before a number that names something ("horse #12") or a span of time ("in the first 15 minutes")."""
_BOLD = re.compile(r"\*\*[^*\n]{1,80}\*\*")
_LETTER = re.compile(r"[^\W\d_]")
_LAST_DIGIT = re.compile(r".*[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]", re.DOTALL)


class _Window(NamedTuple):
    """Folded text around a commitment; `start` is where the commitment begins in it, `offset` where it lies."""

    text: str
    start: int
    offset: int


def _window(text: str, start: int, stop: int | None = None) -> _Window:
    """The rest of the line from `start` (to `stop`, or so far as anything is read), with a little before it. A numeral
    at its end is kept whole, or long enough to be beyond the limits."""
    stop = min(start + _REACH, len(text) if stop is None else stop)
    end = text.find("\n", start, stop)
    if end < 0:
        rest = _NUMERAL_REST.match(text, stop) if text[stop - 1 : stop].isdigit() else None
        end = rest.end() if rest else stop
    offset = max(0, start - _CONTEXT)
    return _Window(fold(text[offset:end]), start - offset, offset)


def _last_of(places: Iterable[Place]) -> list[Place]:
    """The last of them first; any before so many others is never the last commitment."""
    return list(deque(places, _MOST_PLACES))[::-1]


def _locale(target: Target, language: str = "") -> Locale:
    golds = gold_values(target.gold)
    return Locale(target.language or language, golds[0] if golds else "")


def _found(window: _Window, said: Statement, rule: str) -> Found:
    """A statement as a commitment. A numeral without a convention names each of its parts ("1,2,3"), `±3` both signs,
    an expression such as "2√3" no number."""
    answers: list[str] = []
    for value in said.values:
        if value == "":
            raw = window.text[said.start : said.end]
            parts = re.findall(r"\d+", raw)[:8]
            answers += parts if len(parts) > 1 else [parts[0], f"-{parts[0]}"] if parts and "±" in raw else []
        else:
            answers.append(BEYOND if value is None else value)
    return Found(tuple(answers), rule, Span(said.start + window.offset, said.end + window.offset))


def find_hash(text: str, target: Target) -> Iterator[Found]:
    """Every `####` with a number or equation right behind it, the last first."""
    for match in _last_of(_HASH.finditer(text)):
        if not _ENUMERATOR.match(text, match.end()):
            yield from _line(text, match.end(), target, "hash")


def find_old_marker(text: str, target: Target) -> Iterator[Found]:
    """Every `A:` at a line's start with a number or equation right behind it, the last first."""
    for match in _last_of(_OLD_MARKER.finditer(text)):
        yield from _line(text, match.end(), target, "marker:A")


def _line(text: str, start: int, target: Target, rule: str) -> Iterator[Found]:
    window = _window(text, start)
    locale = _locale(target)
    said = direct(window.text, locale, window.start) or in_words(window.text, locale, window.start)
    if said:
        yield _exclaimed(window, said, _found(window, said, rule))


def _exclaimed(window: _Window, said: Statement, found: Found) -> Found:
    """`5!` that ends a commitment may be 5, said loudly, or 120."""
    text, end = window.text, said.end
    if len(found.answers) != 1 or not text.startswith("!", end) or text[end - 1 : end + 2].count("!") > 1:
        return found
    return found._replace(answers=(*found.answers, f"{found.answers[0]}!"))


def find_tag(text: str, target: Target) -> Iterator[Found]:
    """Every `<answer>` tag that closes within reach and has a number in it, the last first."""
    for match in _last_of(_TAG.finditer(text)):
        close = text.find("<", match.end(), match.end() + _REACH)
        found = _content(text, match.end(), close, target, "marker:<answer>") if close >= 0 else None
        if found:
            yield found


def find_announced(text: str, target: Target) -> Iterator[Found]:
    """Every answer word with a number behind it, or with words that decline to give one, the last first."""
    stop = len(text)
    for marker in _last_of(find_markers(text)):
        checked = _CHECKED.search(text, max(0, marker.start - 40), marker.start)
        found = None if checked else _said_after(marker, text, stop, target)
        if found:
            yield found
        stop = marker.start


def _said_after(marker: Marker, text: str, stop: int, target: Target) -> Found | None:
    contrast = _CONTRAST.match(text, marker.start + len(marker.word), stop)
    quoted = _QUOTES.match(text, contrast.end() if contrast else marker.end)
    start = quoted.end() if quoted else marker.end
    if "\n" in text[marker.start : start] and _ENUMERATOR.match(text, start):
        return None
    window = _window(text, start, stop)
    rule = f"marker:{marker.word}"
    if marker.link != "bare" and _NOTHING.match(text, start):
        return Found((), rule, Span(start, start + len(window.text) - window.start))
    read = direct if marker.link == "bare" and not marker.broken else statement
    locale = _locale(target, _language(marker.word))
    denied = not contrast and _GAP_DENIAL.search(text, marker.start + len(marker.word), marker.end)
    said = None if denied else read(window.text, locale, window.start)
    if read is direct:
        said = said or in_words(window.text, locale, window.start)
        said = None if said and DENIED_AFTER.match(window.text, said.end) else said
    if said:
        found = _found(window, said, rule)
        return _exclaimed(window, said, found) if marker.link == "colon" else found
    return None


@cache
def _language(word: str) -> str:
    """A language whose conventions numbers behind this answer word follow: where all its languages agree."""
    languages = [language for language, words in WORDS.items() if word in words.answer]
    return languages[0] if all(language in COMMA_DECIMAL for language in languages) else ""


def find_boxed(text: str, target: Target) -> Iterator[Found]:
    """Every box that closes within reach; one without a number is a commitment to no number."""
    boxes = _last_of(_BOX.finditer(text))
    closings = _closings(text) if boxes else {}
    for match in boxes:
        start = match.end()
        if not match[1]:
            yield from _line(text, start, target, "boxed")
            continue
        close = closings.get(start - 1, start + _REACH + 1)
        if close <= start + _REACH and text[start:close].strip():
            yield _content(text, start, close, target, "boxed") or Found((), "boxed", Span(start, close))


def _closings(text: str) -> dict[int, int]:
    """Where each brace that opens is closed; escaped braces are none."""
    closings: dict[int, int] = {}
    opened: list[int] = []
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif brace[0] == "}" and opened:
            closings[opened.pop()] = brace.start()
    return closings


def _content(text: str, start: int, end: int, target: Target, rule: str) -> Found | None:
    """What stands between two delimiters, line breaks included."""
    offset = max(0, start - _CONTEXT)
    window = _Window(fold(text[offset : end + 1].replace("\n", " ")), start - offset, offset)
    locale = _locale(target)
    said = statement(window.text, locale, window.start)
    return _found(window, said, rule) if said else None


def find_last_number(text: str, target: Target) -> Iterator[Found]:
    """The last number of the last line that has one, with the range or choice that it is part of.

    A number that is denied ("not 24") is none. Before it goes the line's only number in bold, one outside brackets
    goes before one in them ("24 apples (8 + 16)"), and any line before a check or a note.
    """
    end, locale, aside = len(text), _locale(target), None
    for _ in range(_LINES):
        digit = _LAST_DIGIT.match(text, 0, end)
        if not digit:
            break
        last = digit.end()
        line = text.rfind("\n", 0, last) + 1
        start = max(line, last - _REACH)
        window = _window(text, start, last + _REACH)
        said = _last(window, locale, start == line)
        if said:
            found = _found(window, said, "last_number")
            if not _ASIDE.match(text, line):
                yield found
                return
            aside = aside or found
        end = start
    if aside:
        yield aside


def _last(window: _Window, locale: Locale, whole_line: bool) -> Statement | None:
    at = window.start
    if whole_line:
        enumerator = _ENUMERATOR.match(window.text, at)
        at = enumerator.end() - 1 if enumerator else at
    told, asides = list[Statement](), list[Statement]()
    while quantity := next(quantities(window.text, locale, at), None):
        said = chain(window.text, quantity, locale, RUNNING)
        at = max(said.end, quantity.end)
        before = _DENIED.search(window.text, max(0, quantity.start - 16), quantity.start)
        if not before and not DENIED_AFTER.match(window.text, quantity.end):
            (asides if _PASSING.search(window.text, max(0, quantity.start - 16), quantity.start) else told).append(said)
    told = told or asides
    return (_emphasised(window, told) or _outside_brackets(window.text, told)) if told else None


def _emphasised(window: _Window, told: list[Statement]) -> Statement | None:
    text, start = window.text, window.start
    bold = [span for span in _BOLD.finditer(text, start) if _LETTER.search(text, start, span.start())]
    inside = [one for one in told if any(span.start() < one.start and one.end < span.end() for span in bold)]
    return inside[0] if len(inside) == 1 else None


def _outside_brackets(text: str, told: list[Statement]) -> Statement:
    bracket = text.rfind("(", 0, told[-1].start)
    if bracket < 0 or text.find(")", bracket, told[-1].start) >= 0:
        return told[-1]
    return next((one for one in reversed(told) if one.end <= bracket), told[-1])


def _standing(find: Find) -> Find:
    """`find` without the commitments that the words right after take back ("24. Wait, that's wrong")."""

    def found(text: str, target: Target) -> Iterator[Found]:
        return (one for one in find(text, target) if not _RETRACTED.match(text, one.span.end))

    return found


BANDS: Bands = (
    (
        Rule("hash", _standing(find_hash), latest_first=True),
        Rule("marker", _standing(find_old_marker), latest_first=True),
        Rule("marker", _standing(find_tag), latest_first=True),
        Rule("marker", _standing(find_announced), latest_first=True),
        Rule("marker", withdrawals),
        Rule("boxed", _standing(find_boxed)),
    ),
    (Rule("last_number", find_last_number, fallback=True),),
)
