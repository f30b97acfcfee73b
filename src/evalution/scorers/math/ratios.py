"""Ratios: `1:2:3`, "3 to 4"."""

from __future__ import annotations

from evalution.scorers.math.grammar import Parser
from evalution.scorers.math.items import Item, Token, Unparsed, split
from evalution.scorers.math.values import Ratio


def read_ratio(items: list[Item]) -> Ratio | None:
    """The ratio of the expressions between colons, or of numbers around "to"; None when it is no such thing."""
    parts = _around_to(items) or split(items, frozenset({":"}))
    if not 2 <= len(parts) <= 8 or any(_is_prose(item) for part in parts for item in part):
        return None
    try:
        return Ratio(tuple(Parser(part).whole() for part in parts))
    except Unparsed:
        return None


def _around_to(items: list[Item]) -> list[list[Item]]:
    """The numbers of "3 to 4", a ratio in words; nothing when the items are no such thing."""
    said = [isinstance(item, Token) and item.text.strip().lower() == "to" for item in items]
    if len(items) not in (3, 5) or said != [i % 2 == 1 for i in range(len(items))]:
        return []
    numbers = items[::2]
    return [[item] for item in numbers] if all(item[0] == "number" for item in numbers) else []


def _is_prose(item: Item) -> bool:
    """A word that names no points ("Total", against "AB")."""
    return isinstance(item, Token) and item.kind == "word" and len(item.text) > 2 and not item.text.isupper()
