"""Normal forms: an expression as a quotient of polynomials over atoms, exactly.

`sure` says that the atoms are algebraically independent as far as anyone needs: variables, pi, e, i and rational
powers of primes. Two sure forms that differ are different. Where an atom is a root of a sum or a value of a
function, equal forms are still equal, but a difference decides nothing and evaluation must.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from evalution.scorers.math import polynomial as poly
from evalution.scorers.math.expression import Add, Call, Expr, Mul, Num, Pow, Sym
from evalution.scorers.math.limits import LimitReached, Work, check_bits
from evalution.scorers.math.polynomial import UNIT, Exponent, Mono, Poly


class Form(NamedTuple):
    """num / den."""

    num: Poly
    den: Poly
    sure: bool = True

    @property
    def rational(self) -> Fraction | None:
        """The value of a rational constant, None for anything else."""
        if (not self.num or (len(self.num) == 1 and UNIT in self.num)) and len(self.den) == 1 and UNIT in self.den:
            return Fraction(self.num.get(UNIT, 0), self.den[UNIT])
        return None

    def text(self) -> str:
        """A spelling that equal forms mostly share; used to name atoms."""
        return f"({poly.text(self.num)})/({poly.text(self.den)})"


ONE: Poly = {UNIT: 1}


@lru_cache(maxsize=4096)
def normal_form(x: Expr) -> Form | None:
    """The normal form within the limits, None beyond them."""
    try:
        return normalise(x, Work())
    except (LimitReached, ZeroDivisionError):
        return None


def from_fraction(value: Fraction) -> Form:
    return Form(poly.constant(value.numerator), poly.constant(value.denominator))


def atom(name: str, exponent: Exponent = 1, sure: bool = True) -> Form:
    return Form({((name, exponent),): 1}, ONE, sure)


def normalise(x: Expr, work: Work) -> Form:
    """The normal form; LimitReached beyond the limits, ZeroDivisionError for a zero denominator."""
    from evalution.scorers.math.functions import apply
    from evalution.scorers.math.powers import raise_to

    work.spend(1)
    match x:
        case Num(value):
            return from_fraction(value)
        case Sym(name):
            return atom(name, sure=name != "oo")
        case Add(terms):
            total = Form({}, ONE)
            for term in terms:
                total = plus(total, normalise(term, work), work)
            return total
        case Mul(factors):
            product = Form(ONE, ONE)
            for factor in factors:
                product = times(product, normalise(factor, work), work)
            return product
        case Pow(base, exponent):
            return raise_to(normalise(base, work), normalise(exponent, work), work)
        case Call(name, args):
            return apply(name, [normalise(arg, work) for arg in args], work)


def plus(a: Form, b: Form, work: Work, sign: int = 1) -> Form:
    """a + sign * b."""
    sure = a.sure and b.sure
    if a.den == b.den:
        return tidy(Form(poly.add(a.num, b.num, work, sign), a.den, sure), work)
    left, right = poly.multiply(a.num, b.den, work), poly.multiply(b.num, a.den, work)
    return tidy(Form(poly.add(left, right, work, sign), poly.multiply(a.den, b.den, work), sure), work)


def times(a: Form, b: Form, work: Work) -> Form:
    num, den = poly.multiply(a.num, b.num, work), poly.multiply(a.den, b.den, work)
    return tidy(Form(num, den, a.sure and b.sure), work)


def inverse(a: Form, work: Work) -> Form:
    if not a.num:
        raise ZeroDivisionError
    return tidy(Form(a.den, a.num, a.sure), work)


def same(a: Form, b: Form, work: Work) -> bool:
    """The forms are equal: a.num * b.den - b.num * a.den vanishes."""
    if a.num == b.num and a.den == b.den:
        return True
    left, right = poly.multiply(a.num, b.den, work), poly.multiply(b.num, a.den, work)
    return not poly.add(left, right, work, -1)


def tidy(a: Form, work: Work) -> Form:
    """Lowest terms as far as one-term denominators go, and a positive denominator."""
    num, den = a.num, a.den
    if not den:
        raise ZeroDivisionError
    if not num:
        return Form({}, ONE, a.sure)
    if den == ONE:
        return a
    if len(den) == 1 and UNIT not in den:
        num, den = _clear_denominator(num, den, work)
    divisor = gcd(poly.content(num), poly.content(den))
    if den[UNIT if UNIT in den and len(den) == 1 else poly.leading(den)] < 0:
        divisor = -divisor
    if divisor != 1:
        num = {m: c // divisor for m, c in num.items()}
        den = {m: c // divisor for m, c in den.items()}
    return Form(num, den, a.sure)


def _clear_denominator(num: Poly, den: Poly, work: Work) -> tuple[Poly, Poly]:
    """Rationalise a one-term denominator and cancel the atoms it shares with every term above it."""
    ((mono, _),) = den.items()
    up: list[tuple[str, Exponent]] = []
    for name, exponent in mono:
        if name == "i" or name[0] == "#":
            up.append((name, 1 if name == "i" else 1 - exponent))
    if up:
        factor: Poly = {tuple(up): 1}
        num, den = poly.multiply(num, factor, work), poly.multiply(den, factor, work)
        ((mono, _),) = den.items()
    shared = dict(mono)
    for m in num:
        powers = dict(m)
        shared = {n: min(e, powers[n]) for n, e in shared.items() if n in powers and n[0] != "#" and n != "i"}
    if shared:
        num = {_without(m, shared): c for m, c in num.items()}
        den = {_without(m, shared): c for m, c in den.items()}
    return num, den


def _without(mono: Mono, shared: dict[str, Exponent]) -> Mono:
    left = ((name, exponent - shared.get(name, 0)) for name, exponent in mono)
    return tuple((name, exponent) for name, exponent in left if exponent)


def whole_number(a: Form) -> int | None:
    """The value of an integer constant of a size that can be an exponent, None for anything else."""
    value = a.rational
    if value is None or value.denominator != 1:
        return None
    check_bits(value.numerator.bit_length() * 2048)
    return value.numerator
