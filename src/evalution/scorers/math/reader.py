"""From a text to a value: lists, unions, relations, brackets, then the grammar of expressions, then words."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from evalution.scorers.math import sets
from evalution.scorers.math.expression import Mul, Num, walk
from evalution.scorers.math.grammar import Parser
from evalution.scorers.math.items import Group, Item, Token, Unparsed, Unreadable, spelling, split
from evalution.scorers.math.lexer import tokens, tree
from evalution.scorers.math.limits import MAX_ITEMS, LimitReached
from evalution.scorers.math.plus_minus import both_signs
from evalution.scorers.math.ratios import read_ratio
from evalution.scorers.math.relations import read_relation
from evalution.scorers.math.scaling import scaled
from evalution.scorers.math.units import DEGREE, PERCENT, TEMPERATURES, read_unit
from evalution.scorers.math.values import (
    Beyond,
    Broken,
    Collection,
    Matrix,
    Named,
    RealSet,
    Scalar,
    Sequence,
    Text,
    Value,
)
from evalution.scorers.math.vocabulary import RELATIONS
from evalution.scorers.math.worded import worded
from evalution.scorers.math.words import SCALES, normalise_words, read_moment, read_number_words

_SEPARATORS = frozenset({",", ";", "\\\\", "\\lor", "\\land"})
_WORDS = {
    **dict.fromkeys(("and", "&", "und", "и", "和"), "and"),
    **dict.fromkeys(
        ("or", "or maybe", "or perhaps", "or possibly", "or else", "oder", "ou", "или", "或", "或者"), "or"
    ),
}
_MINUS = ("negative", "minus")
_STACKED = ("env:cases", "env:aligned", "env:align", "env:gathered")
_TRAILING = frozenset({".", ",", ";", ":", "\\ldots"})
_VECTORS = frozenset({"pmatrix", "bmatrix", "matrix", "Bmatrix", "smallmatrix", "array", "psmallmatrix"})


class Reading(NamedTuple):
    """A text as read. `key` is its spelling without dress: equal keys are equal answers."""

    key: str
    words: str
    value: Value


def read(text: str) -> Reading:
    """The reading of an answer; kept, so that a gold is read once. Total: broken and oversized texts have values.

    A caller whose own stack is nearly full gets a reading beyond the limits, which is not kept.
    """
    try:
        return _kept(text)
    except RecursionError:
        return Reading(text.strip(), "", Beyond("the caller's stack is full"))


@lru_cache(maxsize=8192)
def _kept(text: str) -> Reading:
    words = normalise_words(text[:400]) if len(text) <= 400 else ""
    try:
        found = tokens(text)
        items = _trimmed(tree(found))
    except Unreadable as problem:
        return Reading(text.strip(), words, _broken(words, str(problem)))
    except LimitReached as problem:
        return Reading(text.strip(), words, Beyond(str(problem)))
    key = "\x1f".join([token.text for token in found if token.text != "."])
    try:
        return Reading(key, words, read_value(items, words))
    except Unreadable as problem:
        return Reading(key, words, Broken(str(problem)))
    except LimitReached as problem:
        return Reading(key, words, Beyond(str(problem)))


def right_hand_side(text: str) -> str | None:
    """What follows the last equals sign on the top level of a readable text."""
    sides = split(_trimmed(tree(tokens(text))), frozenset({"="}))
    return spelling(sides[-1]) if len(sides) > 1 else None


def _broken(words: str, problem: str) -> Value:
    """A choice's letter with half a bracket ("C)") is a letter; anything else that does not close is broken."""
    return Text(words) if len(words) == 1 and words.isalpha() else Broken(problem)


def _trimmed(items: list[Item]) -> list[Item]:
    """Without punctuation at the end, and out of braces around the whole."""
    while True:
        while items and isinstance(items[-1], Token) and items[-1].kind != "text" and items[-1].text in _TRAILING:
            items = items[:-1]
        whole = items[0] if len(items) == 1 else None
        if not (isinstance(whole, Group) and whole.open == "{") or "\\choose" in [item[1] for item in whole.items]:
            return items
        items = whole.items


def read_value(items: list[Item], words: str = "") -> Value:
    """The value of a list of items; Text when it is no mathematics."""
    items = _trimmed(items)
    if not items:
        return Broken("nothing there")
    moment = read_moment(_plain(items))
    if moment:
        return moment
    if len(items) == 1 and isinstance(items[0], Token) and items[0].kind == "text":
        return _read_text(items[0].text)
    groups = [group for group in split(items, frozenset({";"})) if group]
    if len(groups) > 1 and any(_joint(item) == "," for group in groups for item in group):
        return collect([_in_name_order(read_value(group)) for group in groups])
    parts, joints = _listed(items)
    if len(parts) > 1:
        return _join([read_value(part) for part in parts], joints)
    return read_part(parts[0] if parts else items, words)


def read_part(items: list[Item], words: str = "") -> Value:
    """The value of items that are no list."""
    if any(isinstance(item, Token) and item.text in RELATIONS for item in items):
        related = read_relation(items, read_operand)
        return related if related is not None else Text(words or normalise_words(_plain(items)))
    return read_operand(items, words)


def read_operand(items: list[Item], words: str = "") -> Value:
    """The value of items without relations: a set, a bracket, a ratio, an expression, or words."""
    items = _trimmed(items)
    if not items:
        return Broken("nothing there")
    first = items[0]
    if len(items) > 1 and first[0] == "word" and str(first[1]).lower() in _MINUS and items[1][0] != "word":
        items = [Token("mark", "-"), *items[1:]]
    for operator in ("\\cup", "\\cap", "\\setminus"):
        parts = split(items, frozenset({operator}))
        if len(parts) > 1:
            combined = sets.combine(operator, [read_operand(part) for part in parts])
            return combined if combined is not None else Text(words or normalise_words(_plain(items)))
    if len(items) == 1 and isinstance(items[0], Group):
        bracketed = _bracketed(items[0])
        if bracketed is not None:
            return bracketed
    if len(items) > 1 and isinstance(items[-1], Group) and items[-1].open[4:] in _VECTORS:
        product = scaled(items[:-1], _matrix(items[-1]))
        if product is not None:
            return product
    if items[0] == ("command", "\\emptyset", items[0][2]) and len(items) == 1:
        return Collection((), braced=True)
    number = read_number_words(_plain(items)) if all(isinstance(i, Token) and i.kind == "word" for i in items) else None
    if number is not None:
        return Scalar(Num(Fraction(number)))
    try:
        return _scalar(items)
    except Unparsed:
        return read_ratio(items) or worded(words or normalise_words(_plain(items)))


def _listed(items: list[Item]) -> tuple[list[list[Item]], set[str]]:
    """Items between commas, "and" and "or" on the top level, and which of these joined them."""
    parts: list[list[Item]] = [[]]
    joints: set[str] = set()
    for item in items:
        joint = _joint(item)
        if joint:
            joints.add(joint)
            parts.append([])
        else:
            parts[-1].append(item)
    parts = [part for part in parts if part]
    if len(parts) > MAX_ITEMS:
        raise LimitReached("too many items")
    return parts, joints


def _joint(item: Item) -> str:
    if isinstance(item, Group):
        return ""
    if item.kind in ("text", "word") or not item.text.isascii():
        return _WORDS.get(item.text.strip(" ,").lower(), "")
    return {"\\lor": "or", "\\land": "and"}.get(item.text, ",") if item.text in _SEPARATORS else ""


def _join(values: list[Value], joints: set[str]) -> Value:
    """Inequalities joined by "or" are a union, by "and" an intersection; anything else is a collection."""
    if all(isinstance(value, RealSet) for value in values) and joints in ({"or"}, {"and"}):
        combined = sets.combine("\\cup" if joints == {"or"} else "\\cap", values)
        if combined is not None:
            return combined
    return collect(values, either="or" in joints)


def _in_name_order(value: Value) -> Value:
    """`x = 1, y = 2` as (1, 2), where several such solutions stand between semicolons."""
    match value:
        case Collection(items) if all(isinstance(item, Named) and item.symbol is not None for item in items):
            named = sorted((item for item in items if isinstance(item, Named)), key=lambda item: item.name)
            return Sequence(tuple(item.value for item in named)) if len({item.name for item in named}) > 1 else value
    return value


def collect(values: list[Value], either: bool = False) -> Value:
    """A collection, with the collections in it (from plus-minus) laid open."""
    flat: list[Value] = []
    for value in values:
        flat.extend(value.items if isinstance(value, Collection) and not value.braced else (value,))
    return flat[0] if len(flat) == 1 else Collection(tuple(flat), either=either)


def _bracketed(group: Group) -> Value | None:
    """A set, point, interval or matrix; None for brackets around one expression."""
    if group.open in _STACKED:
        return _stacked(group)
    if group.open.startswith("env:"):
        return _matrix(group) if group.open[4:] in _VECTORS else None
    if group.open == "\\{":
        return _set(group.items)
    if group.open not in ("(", "[", "\\langle"):
        return None
    parts = [part for part in split(group.items, frozenset({",", ";"})) if part]
    if len(parts) < 2:
        inner = read_value(group.items) if group.items else Broken("nothing there")
        return None if isinstance(inner, Scalar) else inner
    if len(parts) > MAX_ITEMS:
        raise LimitReached("too many items")
    opening, closing = ("(", ")") if group.open == "\\langle" else (group.open, group.close)
    return Sequence(tuple(read_value(part) for part in parts), opening, closing)


def _stacked(group: Group) -> Value | None:
    """Assignments one under the other, as a list; None when a row is none."""
    rows = [[item for item in row if item[:2] != ("mark", "&")] for row in split(group.items, frozenset({"\\\\"}))]
    values = [read_value(row) for row in rows if row]
    return collect(values) if values and all(isinstance(value, Named) for value in values) else None


def _set(items: list[Item]) -> Value:
    """`\\{1, 2\\}` without repetitions, or the set that `\\{x | x > 3\\}` describes."""
    for bar in ("|", ":"):
        head, *condition = split(items, frozenset({bar}))
        if len(condition) == 1 and head and condition[0]:
            described = read_value(condition[0])
            return described if isinstance(described, RealSet) else Text(normalise_words(_plain(items)))
    if not items:
        return Collection((), braced=True)
    value = read_value(items)
    if not isinstance(value, Collection):
        return value
    if not value.items:
        return Collection((value,), braced=True)
    from evalution.scorers.math.compare import distinct

    kept = tuple(distinct(value.items))
    return Collection(kept, braced=True) if len(kept) > 1 else kept[0]


def _matrix(group: Group) -> Value:
    rows = [row for row in split(group.items, frozenset({"\\\\"})) if row]
    cells = tuple(tuple(read_value(cell) for cell in split(row, frozenset({"&"}))) for row in rows)
    if not cells or len({len(row) for row in cells}) != 1:
        return Text(normalise_words(_plain([group])))
    if sum(map(len, cells)) > MAX_ITEMS:
        raise LimitReached("matrix too large")
    return Matrix(cells)


def _scalar(items: list[Item]) -> Value:
    """An expression and the unit after it; Unparsed when the rest is no unit."""
    parser = Parser(items)
    expr = parser.sum()
    unit = parser.unit
    rest = parser.rest()
    if rest:
        trailing = _plain(rest)
        word = trailing.strip().lower()
        scale = SCALES.get(word) if word == "dozens" else SCALES.get(word.rstrip("s"))
        large, _, counted = word.partition(" ")
        if scale is None and counted and large in SCALES and (measured := read_unit(counted)) is not None:
            scale, unit = SCALES[large], unit or measured
        if scale is not None:
            expr = Mul((expr, Num(Fraction(scale))))
        else:
            if unit == DEGREE and trailing.strip(" .") in TEMPERATURES:
                unit = None
            stated = PERCENT if trailing == "\\%" else read_unit(trailing.replace("\\", ""))
            if stated is None or (stated.kind and unit and unit.kind != stated.kind):
                raise Unparsed
            set_as_text = all(isinstance(item, Token) and item.kind == "text" for item in rest)
            if not (stated.kind or set_as_text or any(isinstance(node, Num) for node in walk(expr))):
                raise Unparsed
            unit = unit or stated
    if _is_word(items):
        return Text("".join(item.text for item in items if isinstance(item, Token)).casefold(), expr)
    return collect(both_signs(expr, unit))


def _is_word(items: list[Item]) -> bool:
    """Three bare letters and more ("odd"), or two capitals ("AB"): rather a word than a product."""
    item = items[0] if len(items) == 1 else None
    if not isinstance(item, Token) or item.kind != "word":
        return False
    return (len(item.text) >= 3 or (len(item.text) == 2 and item.text.isupper())) and item.text not in ("inf",)


def _read_text(content: str) -> Value:
    """The content of `\\text{...}`: a list of words or letters, a number in words, or words."""
    words = normalise_words(content)
    moment = read_moment(content)
    if moment:
        return moment
    try:
        items = _trimmed(tree(tokens(content)))
    except Unreadable:
        return _broken(words, "unbalanced text") if len(words) == 1 else Text(words)
    if not items:
        return Broken("nothing there")
    parts, joints = _listed(items)
    if len(parts) > 1 and all(len(part) == 1 for part in parts):
        return collect([_read_text(_plain(part)) for part in parts], either="or" in joints)
    if any(isinstance(item, Token) and item.kind == "number" for item in items):
        return read_value([_bare(item) for item in items], words)
    return worded(words)


def _bare(item: Item) -> Item:
    return Token("word", item.text) if isinstance(item, Token) and item.kind == "text" else item


def _plain(items: list[Item]) -> str:
    """The items as words with their spaces, for reading as text, a unit or a time."""
    out = []
    for item in items:
        if isinstance(item, Token):
            out.append((" " if item.spaced else "") + item.text)
        else:
            out.append((" " if item.spaced else "") + spelling([item]))
    return "".join(out).strip()
