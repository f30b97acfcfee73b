"""Equations are equal up to a constant factor, inequalities up to a positive one."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math import polynomial as poly
from evalution.scorers.math.decide import equal
from evalution.scorers.math.decision import Decision
from evalution.scorers.math.expression import Add, Expr, Num, Sym, negate, variables
from evalution.scorers.math.limits import LimitReached, Work
from evalution.scorers.math.normal import normal_form
from evalution.scorers.math.polynomial import Poly
from evalution.scorers.math.sets import combine
from evalution.scorers.math.values import Chain, Equation, Piece, RealSet


def proportional(a: Equation, b: Equation) -> Decision:
    """The differences of the sides have numerators that are multiples of each other by a constant.

    Sides that are equal as they stand, or exchanged, are equal equations even where no normal form decides.
    """
    for right in ((b.left, b.right), (b.right, b.left)):
        if equal(a.left, right[0])[0] and equal(a.right, right[1])[0]:
            return Decision(True, "math.equation")
    p, q = _numerator(a), _numerator(b)
    if p is None or q is None:
        return Decision(False, "limit", "beyond the limits")
    stated = any(mono for mono in p) and any(mono for mono in q)
    return Decision(stated and factor_between(p, q) is not None, "math.equation")


def _numerator(e: Equation) -> Poly | None:
    form = normal_form(Add((e.left, negate(e.right))))
    return form.num if form else None


def factor_between(p: Poly, q: Poly) -> Fraction | None:
    """r with p = r * q, None when there is none; also for an irrational r when p and q share a variable's monomial."""
    if p.keys() == q.keys():
        ratio = next(Fraction(p[m], q[m]) for m in p)
        if all(p[m] == ratio * q[m] for m in p):
            return ratio
    return _irrational_factor(p, q)


def _irrational_factor(p: Poly, q: Poly) -> Fraction | None:
    """Multiples by a radical constant: the coefficients of one variable's monomial, cross-multiplied, agree."""
    by_p, by_q = _by_variables(p), _by_variables(q)
    if by_p.keys() != by_q.keys() or not any(by_p):
        return None
    pivot = max(by_p)
    try:
        work = Work()
        for mono in by_p:
            left = poly.multiply(by_p[mono], by_q[pivot], work)
            right = poly.multiply(by_q[mono], by_p[pivot], work)
            if poly.add(left, right, work, -1):
                return None
    except LimitReached:
        return None
    return Fraction(1)


def _by_variables(p: Poly) -> dict[poly.Mono, Poly]:
    """A polynomial as coefficients (in primes' powers, pi, e, i) of monomials in the rest."""
    out: dict[poly.Mono, Poly] = {}
    for mono, c in p.items():
        free = tuple(part for part in mono if not _constant(part[0]))
        kept = tuple(part for part in mono if _constant(part[0]))
        out.setdefault(free, {})[kept] = c
    return out


def _constant(name: str) -> bool:
    return name[0] == "#" or name in ("pi", "e", "i")


def same_chain(a: Chain, b: Chain) -> Decision:
    """Chains with the same sides in order; a single inequality also up to a positive factor."""
    if a.strict != b.strict:
        return Decision(False, "math.inequality")
    if all(equal(x, y)[0] for x, y in zip(a.sides, b.sides, strict=True)):
        return Decision(True, "math.inequality")
    if len(a.sides) == 2:
        p, q = (_difference(chain.sides) for chain in (a, b))
        if p and q and p.keys() == q.keys() and _has_variables(a) and _has_variables(b):
            ratio = next(Fraction(p[m], q[m]) for m in p)
            return Decision(ratio > 0 and all(p[m] == ratio * q[m] for m in p), "math.inequality")
    return Decision(False, "math.inequality")


def _difference(sides: tuple[Expr, ...]) -> Poly | None:
    """left - right, when it is a polynomial; a variable denominator has no sign to multiply by."""
    form = normal_form(Add((sides[0], negate(sides[1]))))
    return form.num if form and list(form.den) == [()] else None


def _has_variables(chain: Chain) -> bool:
    return any(variables(side) for side in chain.sides)


def solve(chain: Chain) -> RealSet | None:
    """The set of reals that linear inequalities in one variable describe, with rational coefficients; else None.

    >>> from evalution.scorers.math.expression import Mul, Num, Sym
    >>> found = solve(Chain((Mul((Num(Fraction(2)), Sym("x"))), Num(Fraction(6))), (True,)))
    >>> found.pieces[0].high.value, found.name
    (Fraction(3, 1), 'x')
    """
    names = {name for side in chain.sides for name in variables(side)}
    if len(names) != 1:
        return None
    name = names.pop()
    pieces: list[RealSet] = []
    for low, high, strict in zip(chain.sides, chain.sides[1:], chain.strict, strict=False):
        difference = _difference((low, high))
        slope_at = ((name, 1),)
        if difference is None or not difference.keys() <= {slope_at, poly.UNIT} or slope_at not in difference:
            return None
        end = Num(Fraction(-difference.get(poly.UNIT, 0), difference[slope_at]))
        below = difference[slope_at] > 0
        piece = Piece(negate(Sym("oo")), False, end, not strict) if below else Piece(end, not strict, Sym("oo"), False)
        pieces.append(RealSet((piece,), name))
    return combine("\\cap", list(pieces)) if len(pieces) > 1 else pieces[0]
