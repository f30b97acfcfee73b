"""Sets of reals as unions of intervals: union, intersection, difference, and one form for equal sets."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from evalution.scorers.math.constants import value_of
from evalution.scorers.math.expression import Expr, Sym, negate
from evalution.scorers.math.normal import normal_form
from evalution.scorers.math.numeric import BASE_PRECISION, Undefined, evaluate
from evalution.scorers.math.values import Collection, Named, Piece, RealSet, Scalar, Sequence, Value

INFINITY = Sym("oo")
LINE = Piece(negate(INFINITY), False, INFINITY, False)
Place = Fraction | float


@lru_cache(maxsize=2048)
def place(x: Expr) -> Place | None:
    """Where a real constant lies, exactly or to 300 bits; None for what is no real constant."""
    if x in (INFINITY, negate(INFINITY)):
        return float("inf") if x == INFINITY else float("-inf")
    form = normal_form(x)
    if form is None:
        return None
    if form.rational is not None:
        return form.rational
    fixed = value_of(form)
    if fixed is not None:
        return fixed
    try:
        value = evaluate(x, {}, BASE_PRECISION)
    except Undefined:
        return None
    if not hasattr(value, "man_exp"):
        return None
    mantissa, exponent = value.man_exp
    if abs(exponent) > 20_000:
        return None
    scale = Fraction(2) ** int(exponent)
    return scale * int(mantissa)


def as_real_set(value: Value) -> RealSet | None:
    """A value as a set of reals, None for what is none: a pair is the interval between its brackets."""
    match value:
        case RealSet():
            return value
        case Sequence((Scalar(low, None), Scalar(high, None)), opening, closing):
            return RealSet((Piece(low, opening == "[", high, closing == "]"),))
        case Collection(items):
            points = [item.expr for item in items if isinstance(item, Scalar) and item.unit is None]
            return RealSet(tuple(Piece(p, True, p, True) for p in points)) if len(points) == len(items) else None
        case Scalar(Sym("mathbb_R"), None):
            return RealSet((LINE,))
        case Scalar(point, None):
            return RealSet((Piece(point, True, point, True),))
        case Named(name, inner):
            inner_set = as_real_set(inner)
            return RealSet(inner_set.pieces, inner_set.name or name) if inner_set else None
    return None


def combine(operator: str, values: list[Value]) -> RealSet | None:
    """The union, intersection or difference of sets; None when a part is no set of reals or names differ."""
    parts = [as_real_set(value) for value in values]
    sets = [part for part in parts if part is not None]
    names = {part.name for part in sets if part.name}
    if len(sets) < len(parts) or len(names) > 1:
        return None
    name = names.pop() if names else ""
    if operator == "\\cup":
        return RealSet(tuple(piece for part in sets for piece in part.pieces), name)
    pieces = canonical(sets[0])
    for part in sets[1:]:
        other = canonical(part)
        if pieces is None or other is None:
            return None
        pieces = _meet(pieces, other if operator == "\\cap" else _outside(other))
    return RealSet(pieces, name) if pieces is not None else None


@lru_cache(maxsize=2048)
def canonical(part: RealSet) -> tuple[Piece, ...] | None:
    """The pieces in order and as few as there are; None when an end is no real constant."""
    placed = []
    for piece in part.pieces:
        low, high = place(piece.low), place(piece.high)
        if low is None or high is None:
            return None
        piece = _opened(piece)
        if low < high or (low == high and piece.low_closed and piece.high_closed):
            placed.append(piece)
    placed.sort(key=lambda p: (_at(p.low), not p.low_closed))
    merged: list[Piece] = []
    for piece in placed:
        if merged and _touch(merged[-1], piece):
            last = merged.pop()
            longer, shorter = (piece, last) if _at(piece.high) > _at(last.high) else (last, piece)
            closed = longer.high_closed or (shorter.high_closed and _at(shorter.high) == _at(longer.high))
            piece = Piece(last.low, last.low_closed, longer.high, closed)
        merged.append(piece)
    return tuple(merged)


def _opened(piece: Piece) -> Piece:
    """An end at infinity is open, however it was written."""
    low_closed = piece.low_closed and abs(_at(piece.low)) != float("inf")
    high_closed = piece.high_closed and abs(_at(piece.high)) != float("inf")
    return Piece(piece.low, low_closed, piece.high, high_closed)


def _at(x: Expr) -> Place:
    where = place(x)
    assert where is not None
    return where


def _touch(a: Piece, b: Piece) -> bool:
    return _at(b.low) < _at(a.high) or (_at(b.low) == _at(a.high) and (a.high_closed or b.low_closed))


def _meet(a: tuple[Piece, ...], b: tuple[Piece, ...]) -> tuple[Piece, ...]:
    found = []
    for p in a:
        for q in b:
            low, low_closed = max((p.low, p.low_closed), (q.low, q.low_closed), key=lambda e: (_at(e[0]), not e[1]))
            high, high_closed = min((p.high, p.high_closed), (q.high, q.high_closed), key=lambda e: (_at(e[0]), e[1]))
            found.append(Piece(low, low_closed, high, high_closed))
    return canonical(RealSet(tuple(found))) or ()


def _outside(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The complement of ordered pieces."""
    gaps, low, closed = [], LINE.low, False
    for piece in pieces:
        gaps.append(Piece(low, closed, piece.low, not piece.low_closed))
        low, closed = piece.high, not piece.high_closed
    gaps.append(Piece(low, closed, INFINITY, False))
    return canonical(RealSet(tuple(gaps))) or ()
