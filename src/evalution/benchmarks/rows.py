"""Reading a row's fields; what is wrong with one is said with its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalution.errors import BadInput, shorten

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def value(row: Mapping[str, Any], name: str) -> Any:
    """A field that must be there; BadInput names it and lists the row's own fields."""
    if name not in row:
        raise BadInput(f"fields {', '.join(row) or 'none'}", expected=f"a field {name!r}", field=name)
    return row[name]


def text(row: Mapping[str, Any], name: str) -> str:
    """A field that must be a string with something in it."""
    found = value(row, name)
    if not isinstance(found, str) or not found.strip():
        raise BadInput(shorten(found), expected="a text", field=name)
    return found


def texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A field that must be a list of strings."""
    found = value(row, name)
    if not isinstance(found, Sequence) or isinstance(found, str) or not all(isinstance(x, str) for x in found):
        raise BadInput(shorten(found), expected="a list of texts", field=name)
    return tuple(found)


def label(row: Mapping[str, Any], name: str, labels: Sequence[str]) -> str:
    """A field that must be one of the row's own labels."""
    found = value(row, name)
    if found not in labels:
        raise BadInput(shorten(found), expected=f"one of the labels {', '.join(labels)}", field=name)
    return str(found)


def named(row: Mapping[str, Any], *names: str) -> str:
    """The first of the names that the row has, where copies of a data set differ in a column's; else the first."""
    return next((name for name in names if name in row), names[0])


def slug(text: str) -> str:
    """A name as `--subset` and the tables write it.

    >>> slug("Counting & Probability")
    'counting_and_probability'
    """
    return "_".join(text.lower().replace("&", "and").split())
