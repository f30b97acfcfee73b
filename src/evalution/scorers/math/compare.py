"""Equality of values, kind by kind; every rule is symmetric because pairs are put in one order first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Listed

from evalution.scorers.math import sets
from evalution.scorers.math.compare_scalars import exprs, scalars
from evalution.scorers.math.compare_words import clock, moments, texts
from evalution.scorers.math.decide import equal
from evalution.scorers.math.decision import Decision
from evalution.scorers.math.equations import proportional, same_chain
from evalution.scorers.math.expression import Mul, Num, Sym, divide
from evalution.scorers.math.values import (
    Beyond,
    Broken,
    Chain,
    Collection,
    Equation,
    Matrix,
    Moment,
    Named,
    Ratio,
    RealSet,
    Scalar,
    Sequence,
    Text,
    Value,
)

_KINDS: tuple[type, ...] = (
    Scalar, Ratio, Moment, Text, Named, Equation, Chain, RealSet, Sequence, Matrix, Collection, Broken, Beyond,
)  # fmt: skip
_FUNCTION = re.compile(r"[a-zA-Z]('{0,4}(?:\^\{-1\})?)\(")
"""The name of a function; its marks say that it is a derivative or an inverse."""

_RANK = {kind: i for i, kind in enumerate(_KINDS)}


def compare(a: Value, b: Value) -> Decision:
    """Equality of two values."""
    if _RANK[type(a)] > _RANK[type(b)]:
        a, b = b, a
    for side in (b, a):
        if isinstance(side, Beyond):
            return Decision(False, "limit", side.problem)
        if isinstance(side, Broken):
            return Decision(False, "text", side.problem)
    rule = _RULES.get((type(a), type(b)))
    if rule is not None:
        return rule(a, b)
    if isinstance(b, Named):
        return compare(a, b.value)
    if isinstance(a, Named):
        return compare(a.value, b)
    if isinstance(a, Text):
        return Decision(False, "text", "words against mathematics")
    return Decision(False, "math.kind", f"{type(a).__name__.lower()} against {type(b).__name__.lower()}")


def _named(a: Named, b: Named) -> Decision:
    """Definitions: under two different variables they are equations (`x = y` is `y = x`)."""
    if a.symbol is not None and b.symbol is not None and a.symbol != b.symbol:
        if isinstance(a.value, Scalar) and isinstance(b.value, Scalar):
            return proportional(Equation(a.symbol, a.value.expr), Equation(b.symbol, b.value.expr))
        return Decision(False, "math.name", f"{a.name} against {b.name}")
    heads = [_FUNCTION.match(side.name) for side in (a, b)]
    if heads[0] and heads[1] and heads[0][1] != heads[1][1]:
        return Decision(False, "math.name", f"{a.name} against {b.name}")
    return compare(a.value, b.value)


def _named_equation(a: Named, b: Equation) -> Decision:
    if a.symbol is not None and isinstance(a.value, Scalar):
        return proportional(Equation(a.symbol, a.value.expr), b)
    return Decision(False, "math.kind", "a value against an equation")


def _real_sets(a: RealSet, b: RealSet) -> Decision:
    if a.name and b.name and a.name != b.name:
        return Decision(False, "math.name", f"{a.name} against {b.name}")
    left, right = sets.canonical(a), sets.canonical(b)
    if left is None or right is None:
        left, right = a.pieces, b.pieces
    if len(left) != len(right):
        return Decision(False, "math.interval", "different numbers of pieces")
    for p, q in zip(left, right, strict=True):
        if (p.low_closed, p.high_closed) != (q.low_closed, q.high_closed):
            return Decision(False, "math.interval", "open against closed")
        for x, y in ((p.low, q.low), (p.high, q.high)):
            if not exprs(x, y).equal:
                return Decision(False, "math.interval", "different ends")
    return Decision(True, "math.interval")


def _set_against(a: Value, b: Value) -> Decision:
    first, other = sets.as_real_set(a), sets.as_real_set(b)
    if first is None or other is None:
        return Decision(False, "math.kind", "a set of reals against something else")
    return _real_sets(first, other)


def _sequences(a: Sequence, b: Sequence) -> Decision:
    """In order; with two parts the brackets count, since they may be those of an interval."""
    if len(a.items) != len(b.items):
        return Decision(False, "math.tuple", f"{len(a.items)} parts against {len(b.items)}")
    if len(a.items) == 2 and (a.open, a.close) != (b.open, b.close):
        both = sets.as_real_set(a), sets.as_real_set(b)
        if both[0] is None or both[1] is None:
            return Decision(False, "math.tuple", "different brackets")
        return _real_sets(both[0], both[1])
    return _in_order(a.items, b.items, "math.tuple")


def _in_order(a: Listed[Value], b: Listed[Value], via: str) -> Decision:
    for x, y in zip(a, b, strict=True):
        if not compare(x, y).equal:
            return Decision(False, via, "a part differs")
    return Decision(True, via)


def _matrices(a: Matrix, b: Matrix) -> Decision:
    if [len(row) for row in a.rows] != [len(row) for row in b.rows]:
        return Decision(False, "math.matrix", "different shapes")
    return _in_order([x for row in a.rows for x in row], [y for row in b.rows for y in row], "math.matrix")


def _vector(a: Sequence, b: Matrix) -> Decision:
    """A point against a column, or rows in brackets (`[[1,2],[3,4]]`) against a matrix."""
    rows = [item.items for item in a.items if isinstance(item, Sequence) and item.open == "["]
    if a.open == "[" and len(rows) == len(a.items):
        return _matrices(Matrix(tuple(rows)), b)
    if any(len(row) != 1 for row in b.rows) or len(b.rows) != len(a.items):
        return Decision(False, "math.matrix", "different shapes")
    return _in_order(a.items, [row[0] for row in b.rows], "math.matrix")


def _collections(a: Collection, b: Collection) -> Decision:
    """The same answers as often, in any order."""
    if len(a.items) != len(b.items):
        return Decision(False, "math.set", f"{len(a.items)} answers against {len(b.items)}")
    for named, bare in ((a, b), (b, a)):
        ordered = _assigned(named)
        if ordered and not any(isinstance(item, Named) for item in bare.items):
            written = [item.value for item in named.items if isinstance(item, Named)]
            by_name = _in_order(ordered, bare.items, "math.set")
            return by_name if by_name.equal else _in_order(written, bare.items, "math.set")
    left = list(b.items)
    for item in a.items:
        found = next((i for i, other in enumerate(left) if compare(item, other).equal), None)
        if found is None:
            return Decision(False, "math.set", "an answer is missing")
        del left[found]
    return Decision(True, "math.set")


def _assignments(a: Sequence, b: Collection) -> Decision:
    """`x = 1, y = 2` against (1, 2): the values in the order of the names."""
    ordered = _assigned(b)
    if not ordered or len(ordered) != len(a.items):
        return Decision(False, "math.kind", "a tuple against a list")
    return _in_order(a.items, ordered, "math.tuple")


def _assigned(a: Collection) -> list[Value]:
    """The values of a list that gives each of several variables one, in the order of their names; else nothing."""
    named = [item for item in a.items if isinstance(item, Named) and isinstance(item.symbol, Sym)]
    if len(named) != len(a.items) or len({item.name for item in named}) != len(named):
        return []
    return [item.value for item in sorted(named, key=lambda item: item.name)]


def _scalar_set(a: Scalar, b: Value) -> Decision:
    """The line by its letter against an interval; a number is no set."""
    if a.expr == Sym("mathbb_R"):
        return _set_against(a, b)
    return Decision(False, "math.kind", "a number against a set")


def _ratios(a: Ratio, b: Ratio) -> Decision:
    if len(a.parts) != len(b.parts):
        return Decision(False, "math.ratio", "different lengths")
    if _like_a_clock(a) and _like_a_clock(b):
        return Decision(a.parts == b.parts, "math.ratio")
    for x, y in zip(a.parts[1:], b.parts[1:], strict=True):
        if not equal(Mul((a.parts[0], y)), Mul((b.parts[0], x)))[0]:
            return Decision(False, "math.ratio")
    return Decision(True, "math.ratio")


def _like_a_clock(a: Ratio) -> bool:
    """`1:20` may be a time of day, so it is not `2:40`; no ratio has a part of zero."""
    values = [part.value for part in a.parts if isinstance(part, Num)]
    return len(values) == len(a.parts) == 2 and values[0] <= 24 and (values[1] == 0 or 10 <= values[1] < 60)


def _scalar_ratio(a: Scalar, b: Ratio) -> Decision:
    """`1:2` is the fraction 1/2, but no measure."""
    if len(b.parts) != 2 or a.unit:
        return Decision(False, "math.kind", "a number against a ratio")
    return Decision(equal(a.expr, divide(*b.parts))[0], "math.ratio")


def _scalar_text(a: Scalar, b: Text) -> Decision:
    """A letter against a letter set as text; bare letters also as their product."""
    if isinstance(a.expr, Sym) and a.unit is None and a.expr.name.casefold() == b.words:
        return Decision(True, "text")
    if b.product is not None and not isinstance(a.expr, Sym | Num):
        return exprs(a.expr, b.product)
    return Decision(False, "text", "words against mathematics")


def distinct(items: tuple[Value, ...]) -> Iterable[Value]:
    """The items without those equal to an earlier one."""
    kept: list[Value] = []
    for item in items:
        if not any(compare(item, other).equal for other in kept):
            kept.append(item)
    return kept


_RULES: dict[tuple[type, type], Callable[..., Decision]] = {
    (Scalar, Scalar): scalars,
    (Scalar, Ratio): _scalar_ratio,
    (Scalar, Text): _scalar_text,
    (Scalar, RealSet): _scalar_set,
    (Scalar, Sequence): _scalar_set,
    (Ratio, Ratio): _ratios,
    (Ratio, Moment): clock,
    (Moment, Moment): moments,
    (Text, Text): texts,
    (Named, Named): _named,
    (Named, Equation): _named_equation,
    (Equation, Equation): proportional,
    (Chain, Chain): same_chain,
    (RealSet, RealSet): _real_sets,
    (RealSet, Sequence): _set_against,
    (RealSet, Collection): _set_against,
    (Sequence, Sequence): _sequences,
    (Sequence, Matrix): _vector,
    (Sequence, Collection): _assignments,
    (Matrix, Matrix): _matrices,
    (Collection, Collection): _collections,
}
