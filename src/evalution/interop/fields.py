"""Which fields of a row hold the response and what it is judged against."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from evalution import registry
from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark
from evalution.errors import BadInput, shorten
from evalution.scorers.target import Target
from evalution.scoring.one import AnyGold, target

Row = Mapping[str, Any]

_CUT = {
    **dict.fromkeys(("true", "1", "yes", "length", "max_tokens"), True),
    **dict.fromkeys(("false", "0", "no", "", "none", "null", "stop", "end_turn", "eos"), False),
}
"""What says that a response was cut, flags and reasons for finishing alike."""


class Fields(Struct, frozen=True, kw_only=True):
    """Names of fields; `labels` are the letters themselves, the same for every row.

    choices     a field with the options' texts (a list, or its JSON in a table) or their number, or a number
    truncated   a field with a flag or a reason for finishing ("length", "stop")
    benchmark   its declaration then reads gold, choices and language from its own fields
    """

    response: str = "response"
    gold: str | None = None
    choices: str | None = None
    labels: tuple[str, ...] | None = None
    language: str | None = None
    truncated: str | None = None
    benchmark: str | None = None


class Asked(Struct, frozen=True):
    """One row as the scorers see it; a response that is null is None."""

    response: str | None
    target: Target
    groups: dict[str, str] = {}


def read(row: Row, fields: Fields) -> Asked:
    """The row's response and target; BadInput names the field that is missing or not what it should be.

    A gold of any kind is taken: the scorers say which they cannot read.

    >>> read({"out": "B", "key": "B", "n": 4}, Fields(response="out", gold="key", choices="n")).target.labels
    ('A', 'B', 'C', 'D')
    """
    response = rows.value(row, fields.response)
    if response is not None and not isinstance(response, str):
        raise BadInput(shorten(response), expected="a text", field=fields.response)
    cut = _cut(row, fields.truncated) if fields.truncated else False
    if fields.benchmark:
        return _of_benchmark(row, response, cut, registry.load("benchmarks", fields.benchmark))
    gold = _gold(rows.value(row, fields.gold)) if fields.gold else None
    choices = _choices(row, fields.choices) if fields.choices else None
    language = rows.value(row, fields.language) if fields.language else None
    return Asked(response, target(gold, choices, fields.labels, str(language or ""), cut))


def _of_benchmark(row: Row, response: str | None, cut: bool, benchmark: Benchmark) -> Asked:
    item = benchmark.item(row)
    order = tuple(range(len(item.choices)))
    return Asked(response, Target(item.gold, item.choices, item.labels, order, item.language, cut), item.groups)


def _gold(value: Any) -> AnyGold:
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, list) and all(isinstance(one, (str, int, float)) for one in value):
        return tuple(map(str, value))
    return None


def _choices(row: Row, field: str) -> tuple[str, ...] | int | None:
    value: Any = int(field) if field.isdecimal() and field not in row else rows.value(row, field)
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise BadInput(shorten(value), expected="a JSON list of texts, or a number", field=field) from None
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadInput(shorten(value), expected="a list of texts, or a number", field=field)
    return tuple(value)


def _cut(row: Row, field: str) -> bool:
    value = rows.value(row, field)
    word = "" if value is None else str(value).strip().lower()
    if word not in _CUT:
        raise BadInput(shorten(value), expected=f"one of {', '.join(filter(None, _CUT))}", field=field)
    return _CUT[word]
