"""Decimals against exact values: equal when the decimal is the exact value to the places it shows, and shows enough."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.expression import Expr, Mul, Num
from evalution.scorers.math.sets import place

MIN_SIGNIFICANT = 6
DOUBLE_DIGITS = 15


def rounds_to(decimal: Expr, exact: Expr) -> bool:
    """`decimal` is a literal with at least six significant digits, and `exact` lies within one unit of its last
    place (rounded or cut), the fifteenth significant digit being the last that counts.

    A value with a finite decimal expansion within those places must be met exactly, except for the noise of
    a double: 2.999999 is not 3, and 0.5 is not 0.500001. Two literals are only forgiven that noise.
    """
    shown = _literal(decimal)
    if shown is None:
        return False
    value, places = shown
    digits = len(str(abs(value.numerator * 10**places // value.denominator)))
    if digits < MIN_SIGNIFICANT or (digits <= DOUBLE_DIGITS and _literal(exact) is not None):
        return False
    where = place(exact)
    if not isinstance(where, Fraction) or not where:
        return False
    unit = Fraction(1, 10**places)
    if digits > DOUBLE_DIGITS:
        unit *= 10 ** (digits - DOUBLE_DIGITS)
    elif (where / unit).denominator == 1:
        return False
    cut = abs(value) <= abs(where) and value * where > 0
    return abs(value - where) < unit if cut else abs(value - where) <= unit / 2


def _literal(x: Expr) -> tuple[Fraction, int] | None:
    """The value and places of a decimal literal, also behind a minus sign."""
    if isinstance(x, Mul) and len(x.factors) == 2 and x.factors[0] == Num(Fraction(-1)):
        inner = _literal(x.factors[1])
        return (-inner[0], inner[1]) if inner else None
    return (x.value, x.places) if isinstance(x, Num) and x.places > 0 else None
