"""Powers and roots of normal forms.

Roots are real where a real one exists (the cube root of -8 is -2), square roots of negatives are imaginary, and
variables under an even root are taken to be where the root is real: sqrt(1/n) is 1/sqrt(n); but sqrt(x^2) is |x|.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from evalution.scorers.math import polynomial as poly
from evalution.scorers.math.limits import LimitReached, Work, check_bits
from evalution.scorers.math.normal import ONE, Form, atom, from_fraction, inverse, times
from evalution.scorers.math.polynomial import UNIT, Exponent, Mono, Poly

_TRIAL = 1_000
_POWER = "pow:"


def raise_to(base: Form, exponent: Form, work: Work) -> Form:
    """base ** exponent; 0 ** 0 is 1, as in polynomials."""
    value = exponent.rational
    if value is None:
        return _symbolic(base, exponent, work)
    check_bits(value.denominator.bit_length() << 12)
    if not base.num:
        if value < 0:
            raise ZeroDivisionError
        return Form({}, ONE) if value else Form(ONE, ONE)
    rooted = root(base, value.denominator, work) if value.denominator > 1 else base
    return whole_power(rooted, value.numerator, work)


def whole_power(base: Form, n: int, work: Work) -> Form:
    if n < 0:
        return whole_power(inverse(base, work), -n, work)
    return Form(poly.power(base.num, n, work), poly.power(base.den, n, work), base.sure)


def _symbolic(base: Form, exponent: Form, work: Work) -> Form:
    """base ** (c1*m1 + c2*m2 + ...) as the product of (base ** m) ** c, the base split into its factors."""
    if len(exponent.den) > 1 or UNIT not in exponent.den or not base.num:
        return atom(f"({base.text()})^({exponent.text()})", sure=False)
    product = Form(ONE, ONE)
    for mono, c in exponent.num.items():
        coefficient = Fraction(c, exponent.den[UNIT])
        if not mono:
            factor = raise_to(base, from_fraction(coefficient), work)
        else:
            factor = Form(ONE, ONE)
            for name, e in _factors(base, work):
                powers = coefficient * e
                step = atom(f"{_POWER}{name}^({poly.mono_text(mono)})", _plain(abs(powers)), sure=False)
                factor = times(factor, step if powers > 0 else inverse(step, work), work)
        product = times(product, factor, work)
    return product


def _factors(base: Form, work: Work) -> list[tuple[str, Fraction]]:
    """A base as named factors with exponents: primes and atoms of a single positive term, else itself."""
    if len(base.num) == 1 and len(base.den) == 1:
        found: list[tuple[str, Fraction]] = []
        for part, sign in ((base.num, 1), (base.den, -1)):
            ((mono, c),) = part.items()
            primes = factorise(c, work) if c > 0 else None
            if primes is None:
                return [(f"({base.text()})", Fraction(1))]
            found += [(poly.root_atom(p), Fraction(sign * e)) for p, e in primes]
            found += [(name, Fraction(e) * sign) for name, e in mono]
        return found
    return [(f"({base.text()})", Fraction(1))]


def root(a: Form, q: int, work: Work) -> Form:
    """The q-th root, q >= 2."""
    if q > 64:
        raise LimitReached("root too high")
    return times(_root(a.num, q, a.sure, work), inverse(_root(a.den, q, a.sure, work), work), work)


def _root(p: Poly, q: int, sure: bool, work: Work) -> Form:
    if len(p) == 1:
        ((mono, c),) = p.items()
        if c > 0 and not any(name == "i" for name, _ in mono):
            return _root_of_term(mono, c, q, sure, work)
        if c < 0 and q % 2 and not any(name == "i" for name, _ in mono):
            rooted = _root_of_term(mono, -c, q, sure, work)
            return Form({m: -k for m, k in rooted.num.items()}, rooted.den, rooted.sure)
        if c < 0 and q == 2 and not any(name[0] != "#" for name, _ in mono):
            return times(atom("i"), _root_of_term(mono, -c, q, sure, work), work)
    shared = poly.content(p)
    if q % 2 and p[poly.leading(p)] < 0:
        shared = -shared
    rest: Poly = {m: c // shared for m, c in p.items()}
    inner = atom(f"[{poly.text(rest)}]", Fraction(1, q), sure=False)
    if shared == 1:
        return inner
    return times(_root({UNIT: shared}, q, True, work), inner, work)


def _root_of_term(mono: Mono, c: int, q: int, sure: bool, work: Work) -> Form:
    """The q-th root of c * mono, c > 0: rational powers of primes and of atoms."""
    primes = factorise(c, work)
    certain = sure and primes is not None
    powers: dict[str, Exponent] = {}
    for prime, e in primes if primes is not None else [(c, 1)]:
        powers[poly.root_atom(prime)] = _plain(Fraction(e, q))
    for name, exponent in mono:
        new = _plain(Fraction(exponent) / q)
        if name[0] == "#":
            powers[name] = powers.get(name, 0) + new
        elif q % 2 == 0 and _even(exponent) and not _even(new):
            powers[f"abs({name})"] = new
            certain = False
        else:
            powers[name] = new
    factor, reduced = poly.reduce_mono(powers)
    return Form({reduced: factor}, ONE, certain)


def _even(exponent: Exponent) -> bool:
    return isinstance(exponent, int) and exponent % 2 == 0


def _plain(value: Fraction) -> Exponent:
    return value.numerator if value.denominator == 1 else value


def factorise(n: int, work: Work) -> list[tuple[int, int]] | None:
    """The prime factors of n > 0 with exponents; None when trial division does not finish it.

    What remains below the square of the last trial is prime; a square is taken apart once.

    >>> factorise(720, Work())
    [(2, 4), (3, 2), (5, 1)]
    """
    found: list[tuple[int, int]] = []
    work.spend(20 + (n.bit_length() >> 6) * 20)
    divisor = 2
    while divisor < _TRIAL and divisor * divisor <= n:
        if n % divisor == 0:
            times_ = 0
            while n % divisor == 0:
                n //= divisor
                times_ += 1
            found.append((divisor, times_))
        divisor += 1 if divisor == 2 else 2
    if n == 1:
        return found
    if n < _TRIAL * _TRIAL:
        return [*found, (n, 1)]
    half = isqrt(n)
    if half * half == n and half < _TRIAL * _TRIAL:
        return [*found, (half, 2)]
    return None
