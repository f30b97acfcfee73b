"""How small an algebraic number can be without being zero.

For an expression of integers, sums, products, quotients, powers and roots (also of cosines of rational angles) let u
bound all conjugates of its numerator and l those of its denominator, both being algebraic integers, and D its degree.
If it is not zero, it is at least 1 / (u**(D - 1) * l) in modulus. So evaluating to that precision decides exactly.

Rules: C. Burnikel, R. Fleischer, K. Mehlhorn, S. Schirra, "A strong and easily computable separation bound for
arithmetic expressions involving radicals", Algorithmica 27 (2000).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm, log2
from typing import NamedTuple

from evalution.scorers.math.expression import Add, Call, Expr, Mul, Num, Pow, Sym


class Bound(NamedTuple):
    """log2 of u and of l."""

    upper: float
    lower: float


class _NotAlgebraic(Exception):
    pass


def bits_to_zero(x: Expr) -> int | None:
    """b such that x is zero if |x| < 2**-b; None when x is not built of algebraic numbers.

    >>> bits_to_zero(Pow(Num(Fraction(2)), Num(Fraction(1, 2)))) is not None
    True
    """
    roots: dict[Expr, int] = {}
    angles: list[int] = []
    try:
        bound = _bound(x, roots, angles)
    except (_NotAlgebraic, OverflowError):
        return None
    degree = lcm(1, *angles)
    for q in roots.values():
        degree *= q
    if degree > 1 << 12:
        return None
    return int((degree - 1) * max(bound.upper, 0.0) + max(bound.lower, 0.0)) + 2


def _bound(x: Expr, roots: dict[Expr, int], angles: list[int]) -> Bound:
    match x:
        case Num(value):
            return Bound(_log2(abs(value.numerator)), _log2(value.denominator))
        case Sym("i"):
            roots[x] = 2
            return Bound(0.0, 0.0)
        case Add(terms):
            bounds = [_bound(term, roots, angles) for term in terms]
            lower = sum(b.lower for b in bounds)
            tops = [b.upper + lower - b.lower for b in bounds]
            return Bound(max(tops) + log2(len(tops)), lower)
        case Mul(factors):
            bounds = [_bound(factor, roots, angles) for factor in factors]
            return Bound(sum(b.upper for b in bounds), sum(b.lower for b in bounds))
        case Pow(base, exponent):
            return _power(x, base, exponent, roots, angles)
        case Call("sin" | "cos", (angle,)):
            angles.append(_order(angle))
            return Bound(1.0, 1.0)
    raise _NotAlgebraic


def _power(x: Expr, base: Expr, exponent: Expr, roots: dict[Expr, int], angles: list[int]) -> Bound:
    value = _rational(exponent)
    bound = _bound(base, roots, angles)
    p, q = value.numerator, value.denominator
    if p < 0:
        bound, p = Bound(bound.lower, bound.upper), -p
    upper, lower = bound.upper * p, bound.lower * p
    if q > 1:
        roots[Pow(base, Num(Fraction(1, q)))] = q
        upper, lower = (upper + (q - 1) * lower) / q, lower
    if upper + lower > 1 << 20:
        raise _NotAlgebraic
    return Bound(upper, lower)


def _rational(x: Expr) -> Fraction:
    from evalution.scorers.math.normal import normal_form

    form = normal_form(x)
    value = form.rational if form else None
    if value is None or value.denominator > 64:
        raise _NotAlgebraic
    return value


def _order(angle: Expr) -> int:
    """The order of the root of unity exp(i * angle), which carries the cosine and the sine."""
    from evalution.scorers.math.normal import normal_form

    form = normal_form(angle)
    turns: Fraction | None = None
    if form and not form.num:
        turns = Fraction(0)
    elif form and len(form.num) == 1 and (("pi", 1),) in form.num and list(form.den) == [()]:
        turns = Fraction(form.num[(("pi", 1),)], form.den[()])
    if turns is None or turns.denominator > 1 << 10:
        raise _NotAlgebraic
    return lcm(4, 2 * turns.denominator)


def _log2(n: int) -> float:
    return log2(n) if n else 0.0
