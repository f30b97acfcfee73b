"""Equality of numbers and expressions with their units; the policies of percent, units and decimals."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.decide import How, equal
from evalution.scorers.math.decimals import rounds_to
from evalution.scorers.math.decision import Decision
from evalution.scorers.math.expression import Expr, Mul, Num, Sym, divide, variables
from evalution.scorers.math.units import UNITS, Unit
from evalution.scorers.math.values import Scalar


def scalars(a: Scalar, b: Scalar) -> Decision:
    """Numbers and expressions, units first; a percentage is its number or its hundredth against a bare number."""
    a, b = _measured(a, b.unit), _measured(b, a.unit)
    left, right = a.unit, b.unit
    if _is_percent(left) != _is_percent(right):
        share, other = (a, b) if _is_percent(left) else (b, a)
        if other.unit:
            return Decision(False, "math.unit", "a percentage against a measure")
        plain = exprs(share.expr, other.expr)
        hundredth = divide(share.expr, Num(Fraction(100)))
        return plain if plain.equal else exprs(hundredth, other.expr)
    if left and right and _counted_against_sign(left, right):
        return Decision(False, "math.unit", f"{left.name.strip()} against {right.name.strip()}")
    if left and right and left.kind and right.kind and left != right:
        if left.kind != right.kind:
            return Decision(False, "math.unit", f"{left.name.strip()} against {right.name.strip()}")
        if left.factor != right.factor:
            return exprs(Mul((Num(left.factor), a.expr)), Mul((Num(right.factor), b.expr)))
    return exprs(a.expr, b.expr)


def _measured(a: Scalar, other: Unit | None) -> Scalar:
    """`3 m` as a measure, where the other side is one of that kind; by itself m is a variable."""
    match a:
        case Scalar(Mul((Num() as number, Sym(letter))), None) if other and other.kind:
            kind, factor = UNITS.get(letter, ("", Fraction(1)))
            if kind == other.kind:
                return Scalar(number, Unit(kind, factor, letter))
    return a


def _counted_against_sign(left: Unit, right: Unit) -> bool:
    """What was counted ("10 edges") against a sign that says what the number is: degrees or money."""
    signs = ("angle", "money", "euro", "sterling", "yen", "rupee")
    return (not left.kind and right.kind in signs) or (not right.kind and left.kind in signs)


def _is_percent(unit: Unit | None) -> bool:
    return unit is not None and unit.kind == "percent"


def exprs(a: Expr, b: Expr) -> Decision:
    same, how = equal(a, b)
    if same or variables(a) or variables(b):
        return Decision(same, how.value, "undefined, or beyond the limits" if how is How.LIMIT else None)
    if rounds_to(a, b) or rounds_to(b, a):
        return Decision(True, "math.decimal", "equal to the decimals shown")
    return Decision(False, how.value, "undefined, or beyond the limits" if how is How.LIMIT else None)
