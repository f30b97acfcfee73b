"""Whether two expressions are equal: by normal forms, by a separation bound, or by evaluation."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Any

from evalution.scorers.math.expression import Add, Expr, Num, Sym, negate, variables, walk
from evalution.scorers.math.limits import LimitReached, Work
from evalution.scorers.math.normal import normal_form, same
from evalution.scorers.math.numeric import BASE_PRECISION, MAX_PRECISION, Undefined, context, evaluate, literal_bits
from evalution.scorers.math.separation import bits_to_zero

_SAMPLES = tuple(
    Fraction(n, d)
    for n, d in ((173, 119), (-251, 137), (311, 101), (-97, 211), (1259, 83), (19, 157), (-877, 61), (641, 89))
)
_STEPS = tuple(
    Fraction(n, d) for n, d in ((37, 53), (-29, 71), (43, 31), (-61, 97), (23, 59), (83, 47), (-41, 79), (67, 29))
)
_WANTED = 3


class How(Enum):
    """What decided, as `via` names it."""

    RATIONAL = "math.rational"
    EXACT = "math.exact"
    POLYNOMIAL = "math.polynomial"
    ALGEBRAIC = "math.algebraic"
    NUMERIC = "math.numeric"
    LIMIT = "limit"


def equal(a: Expr, b: Expr) -> tuple[bool, How]:
    """Equality of two expressions, with what decided it.

    Variables are real; where both sides have real values these must agree, so 1/sqrt(n) is sqrt(1/n) and |x| is
    not x. A difference that evaluation cannot tell from zero relative to the sides is equality; sides that
    cannot be told from zero themselves are equal to nothing.
    """
    if a == b:
        return True, How.EXACT
    if isinstance(a, Num) and isinstance(b, Num):
        return a.value == b.value, How.RATIONAL
    f, g = normal_form(a), normal_form(b)
    if f is None or g is None:
        return False, How.LIMIT
    names = variables(a) | variables(b)
    how = How.RATIONAL if f.rational is not None and g.rational is not None else _exact(names)
    if how is How.RATIONAL:
        return f.rational == g.rational, how
    try:
        if same(f, g, Work()):
            return True, how
    except LimitReached:
        return False, How.LIMIT
    if f.sure and g.sure:
        return False, how
    if any(isinstance(node, Sym) and node.name == "oo" for side in (a, b) for node in walk(side)):
        return False, how
    return _agree_at_points(a, b, sorted(names)) if names else _constants(a, b)


def _exact(names: frozenset[str]) -> How:
    return How.POLYNOMIAL if names else How.EXACT


def _precision(*sides: Expr) -> int:
    return min(MAX_PRECISION // 2, BASE_PRECISION + sum(2 * literal_bits(side) for side in sides))


def _constants(a: Expr, b: Expr) -> tuple[bool, How]:
    """Two constants: told apart by evaluation, or proved equal by a separation bound, or agreeing to the limit."""
    difference = Add((a, negate(b)))
    low = _precision(a, b)
    try:
        rough, fine = evaluate(difference, {}, low), evaluate(difference, {}, 2 * low)
        if fine and _close(rough, fine, 30):
            return False, How.NUMERIC
        needed = bits_to_zero(difference)
        if needed is not None and needed + 100 <= MAX_PRECISION:
            ctx = context(needed + 100)
            exact = evaluate(difference, {}, needed + 100)
            return (not exact or ctx.mag(exact) < -needed), How.ALGEBRAIC
        left, right = (evaluate(side, {}, 2 * low) for side in (a, b))
        told = all(_close(evaluate(side, {}, low), value, 30) for side, value in ((a, left), (b, right)))
        if told and left and right and _close(left, right, low):
            return True, How.NUMERIC
    except Undefined:
        return False, How.LIMIT
    return False, How.LIMIT


def _agree_at_points(a: Expr, b: Expr, names: list[str]) -> tuple[bool, How]:
    """Two functions at fixed points: real values are compared where both are real; complex ones where none is."""
    precision = _precision(a, b)
    agreed = complex_agreed = 0
    differ_complex = False
    for sample, step in zip(_SAMPLES, _STEPS, strict=True):
        point = {name: sample + i * step for i, name in enumerate(names)}
        try:
            left, right = evaluate(a, point, precision), evaluate(b, point, precision)
        except Undefined:
            continue
        ctx = context(precision)
        close = bool(left) and bool(right) and _close(left, right, precision // 2)
        if isinstance(left, ctx.mpf) and isinstance(right, ctx.mpf):
            if not close:
                return False, How.NUMERIC
            agreed += 1
        else:
            complex_agreed += close
            differ_complex = differ_complex or not close
    if agreed >= _WANTED or (not agreed and not differ_complex and complex_agreed >= _WANTED):
        return True, How.NUMERIC
    return False, How.LIMIT


def _close(a: Any, b: Any, bits: int) -> bool:
    """|a - b| is below 2**-bits of the greater."""
    ctx = context(max(64, bits))
    difference = abs(a - b)
    return bool(not difference or ctx.mag(difference) < ctx.mag(max(abs(a), abs(b))) - bits)
