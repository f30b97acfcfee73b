"""The 25 instructions of IFEval: what a response must do to have followed each.

Each check is (response, arguments) -> whether it was followed, under the name that the data uses. The rules are those
of google-research's `instruction_following_eval/instructions.py`, written anew in linear time, with these differences:
keywords and section marks are literal texts, not patterns; sentences are counted by `sentence_count`, not by a trained
tokenizer; the language is guessed by `guess_language`, and a text whose language cannot be told is held to be right,
as theirs is. Arguments that are missing or of another kind raise ArgumentError. On the 541 responses of GPT-4 that
the owners publish, 777 of the 782 instructions other than sentence counts get the verdict of their code; four of the
five others are English of a word or a few names, which their language detector takes for another language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from evalution.scorers.language_guess import guess_language

Arguments = Mapping[str, Any]
Check = Callable[[str, Arguments], bool]

CONSTRAINED = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_RELATIONS = {"at least": int.__ge__, "less than": int.__lt__}
_WORD = re.compile(r"\w+")
_CASED_WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
_HIGHLIGHT = re.compile(r"\*([^\n*]*)\*")
_STRONG = re.compile(r"\*\*([^\n*]*)\*\*")
_DIVIDER = re.compile(r"\s?\*\*\*\s?")
_BULLET = re.compile(r"[ \t\r\f\v]*(?:\*[^*]|-)")
_FENCE = re.compile(r"```(?:json|Json|JSON)?")
_POSTSCRIPTS = {"P.P.S": re.compile(r"p\.\s?p\.\s?s"), "P.S.": re.compile(r"p\.\s?s\.")}
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]*_]*+(?=\s|\Z)|[。！？]+")
_NO_END = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\.g|i\.e|inc|ltd|co|no|fig|approx|dept|gen|col|capt|lt|rev|p\.s|p\.p\.s)"
    r"|\b[a-z]|(?:^|\n)[ \t]*\d+)\.\Z",
    re.IGNORECASE,
)
_LOOK_BACK = 16


class ArgumentError(ValueError):
    """An instruction's arguments are not what its check needs."""


def sentence_count(text: str) -> int:
    """Sentences: stretches of text up to a full stop, question or exclamation mark that white space follows.

    Abbreviations, initials and the numbers of a list end none; what follows the last mark is one more.

    >>> sentence_count("Dr. Lee left. Why?\\n1. No idea..."), sentence_count("- one\\n- two"), sentence_count(" ")
    (3, 1, 0)
    """
    count = start = 0
    for mark in _END.finditer(text):
        if mark[0] == "." and _NO_END.search(text[max(0, mark.end() - _LOOK_BACK) : mark.end()]):
            continue
        count += any(map(str.isalnum, text[start : mark.start()]))
        start = mark.end()
    return count + any(map(str.isalnum, text[start:]))


def _number(arguments: Arguments, name: str) -> int:
    value = arguments.get(name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ArgumentError(f"{name}: expected a number, found {value!r}")
    return value


def _text(arguments: Arguments, name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ArgumentError(f"{name}: expected a text, found {value!r}")
    return value.strip()


def _texts(arguments: Arguments, name: str) -> list[str]:
    value = arguments.get(name)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
        raise ArgumentError(f"{name}: expected texts, found {value!r}")
    return value


def _compared(count: int, arguments: Arguments, number: str, relation: str = "relation") -> bool:
    chosen = _RELATIONS.get(str(arguments.get(relation)))
    if chosen is None:
        raise ArgumentError(f"{relation}: expected at least or less than, found {arguments.get(relation)!r}")
    return chosen(count, _number(arguments, number))


def _keywords(text: str, arguments: Arguments) -> bool:
    low = text.lower()
    return all(keyword.lower() in low for keyword in _texts(arguments, "keywords"))


def _keyword_frequency(text: str, arguments: Arguments) -> bool:
    return _compared(text.lower().count(_text(arguments, "keyword").lower()), arguments, "frequency")


def _forbidden(text: str, arguments: Arguments) -> bool:
    words = _texts(arguments, "forbidden_words")
    return not any(re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) for word in words)


def _letter_frequency(text: str, arguments: Arguments) -> bool:
    letter = _text(arguments, "letter")
    if len(letter) != 1:
        raise ArgumentError(f"letter: expected one letter, found {letter!r}")
    return _compared(text.lower().count(letter.lower()), arguments, "let_frequency", "let_relation")


def _language(text: str, arguments: Arguments) -> bool:
    return guess_language(text) in (_text(arguments, "language"), "")


def _paragraphs(text: str, arguments: Arguments) -> bool:
    filled = [bool(part.strip()) for part in _DIVIDER.split(text)]
    return all(filled[1:-1]) and sum(filled) == _number(arguments, "num_paragraphs")


def _first_word(text: str, arguments: Arguments) -> bool:
    """The count is of paragraphs with text, the place among all."""
    wanted = _number(arguments, "num_paragraphs"), _text(arguments, "first_word").lower()
    parts, place = text.split("\n\n"), _number(arguments, "nth_paragraph")
    count = sum(bool(part.strip()) for part in parts)
    if not 0 < place <= count or not (paragraph := parts[place - 1].strip()):
        return False
    word = re.split(r"[.,?!'\"]", paragraph.split()[0].lstrip("'").lstrip('"'), maxsplit=1)[0].lower()
    return (count, word) == wanted


def _placeholders(text: str, arguments: Arguments) -> bool:
    count = 0
    for line in text.split("\n"):
        opened = line.find("[")
        while opened >= 0 and (closed := line.find("]", opened)) >= 0:
            count += 1
            opened = line.find("[", closed)
    return count >= _number(arguments, "num_placeholders")


def _postscript(text: str, arguments: Arguments) -> bool:
    marker, low = _text(arguments, "postscript_marker"), text.lower()
    known = _POSTSCRIPTS.get(marker)
    return bool(known.search(low)) if known else marker.lower() in low


def _bullets(text: str, arguments: Arguments) -> bool:
    return sum(bool(_BULLET.match(line)) for line in text.split("\n")) == _number(arguments, "num_bullets")


def _highlights(text: str, arguments: Arguments) -> bool:
    found = [*_HIGHLIGHT.findall(text), *_STRONG.findall(text)]
    return sum(bool(inner.strip()) for inner in found) >= _number(arguments, "num_highlights")


def _sections(text: str, arguments: Arguments) -> bool:
    mark = re.escape(_text(arguments, "section_spliter"))
    return len(re.findall(rf"{mark}\s?\d+", text)) >= _number(arguments, "num_sections")


def _json(text: str, arguments: Arguments) -> bool:
    body = text.strip()
    if fence := _FENCE.match(body):
        body = body[fence.end() :]
    try:
        json.loads(body.removesuffix("```").strip())
    except (ValueError, RecursionError):
        return False
    return True


def _title(text: str, arguments: Arguments) -> bool:
    for line in text.split("\n"):
        opened, closed = line.find("<<"), line.rfind(">>")
        if 0 <= opened < closed and line[opened:closed].lstrip("<").rstrip(">").strip():
            return True
    return False


def _two_responses(text: str, arguments: Arguments) -> bool:
    parts = [part.strip() for part in text.split("******")]
    filled = [part for part in parts if part]
    return all(parts[1:-1]) and len(filled) == 2 and filled[0] != filled[1]


def _capital_words(text: str, arguments: Arguments) -> bool:
    count = sum(map(str.isupper, _CASED_WORD.findall(text)))
    return _compared(count, arguments, "capital_frequency", "capital_relation")


def _english(text: str) -> bool:
    return guess_language(text) in ("en", "")


def _repeated(text: str, arguments: Arguments) -> bool:
    return text.strip().lower().startswith(_text(arguments, "prompt_to_repeat").lower())


def _ended(text: str, arguments: Arguments) -> bool:
    return text.strip().strip('"').lower().endswith(_text(arguments, "end_phrase").lower())


def _quoted(text: str, arguments: Arguments) -> bool:
    body = text.strip()
    return len(body) > 1 and body[0] == body[-1] == '"'


CHECKS: dict[str, Check] = {
    "change_case:capital_word_frequency": _capital_words,
    "change_case:english_capital": lambda text, arguments: text.isupper() and _english(text),
    "change_case:english_lowercase": lambda text, arguments: text.islower() and _english(text),
    "combination:repeat_prompt": _repeated,
    "combination:two_responses": _two_responses,
    "detectable_content:number_placeholders": _placeholders,
    "detectable_content:postscript": _postscript,
    "detectable_format:constrained_response": lambda text, arguments: any(one in text for one in CONSTRAINED),
    "detectable_format:json_format": _json,
    "detectable_format:multiple_sections": _sections,
    "detectable_format:number_bullet_lists": _bullets,
    "detectable_format:number_highlighted_sections": _highlights,
    "detectable_format:title": _title,
    "keywords:existence": _keywords,
    "keywords:forbidden_words": _forbidden,
    "keywords:frequency": _keyword_frequency,
    "keywords:letter_frequency": _letter_frequency,
    "language:response_language": _language,
    "length_constraints:nth_paragraph_first_word": _first_word,
    "length_constraints:number_paragraphs": _paragraphs,
    "length_constraints:number_sentences": lambda text, a: _compared(sentence_count(text), a, "num_sentences"),
    "length_constraints:number_words": lambda text, a: _compared(len(_WORD.findall(text)), a, "num_words"),
    "punctuation:no_comma": lambda text, arguments: "," not in text,
    "startend:end_checker": _ended,
    "startend:quotation": _quoted,
}
"""By the name that the data gives it."""
