"""The value of a real constant in fixed point, for normal forms over rational powers of primes, pi and e.

Integers only, so that the commonest case, a decimal beside a surd or a multiple of pi, needs no other library.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from evalution.scorers.math.limits import MAX_BITS
from evalution.scorers.math.normal import Form
from evalution.scorers.math.polynomial import Poly, base_of

BITS = 384


def value_of(form: Form) -> Fraction | None:
    """The value to some 300 bits; None with other atoms, higher powers of pi or e, or a sum that nearly cancels."""
    num, den = _fixed(form.num), _fixed(form.den)
    if num is None or not den or (form.num and abs(num).bit_length() < BITS // 4):
        return None
    return Fraction(num, den)


def _fixed(p: Poly) -> int | None:
    total = 0
    for mono, c in p.items():
        term = 1 << BITS
        for name, exponent in mono:
            power = _atom(name, Fraction(exponent))
            if power is None or term.bit_length() > MAX_BITS:
                return None
            term = term * power >> BITS
        total += c * term
    return total


@lru_cache(maxsize=512)
def _atom(name: str, exponent: Fraction) -> int | None:
    if name[0] == "#" and exponent.denominator <= 12:
        base = base_of(name) ** exponent.numerator
        return _root(base << BITS * exponent.denominator, exponent.denominator) if base.bit_length() < 256 else None
    if name in ("pi", "e") and exponent.denominator == 1 and exponent <= 8:
        one = _pi() if name == "pi" else _e()
        power = 1 << BITS
        for _ in range(exponent.numerator):
            power = power * one >> BITS
        return power
    return None


def _root(n: int, q: int) -> int:
    """The integer part of the q-th root."""
    if q == 2:
        return isqrt(n)
    guess = 1 << -(-n.bit_length() // q)
    while True:
        better = ((q - 1) * guess + n // guess ** (q - 1)) // q
        if better >= guess:
            return guess
        guess = better


@lru_cache(maxsize=1)
def _pi() -> int:
    """Machin's formula, with guard bits."""
    guard = 32

    def arctan_of_inverse(n: int) -> int:
        term = total = (1 << BITS + guard) // n
        k, sign = 3, -1
        while term:
            term //= n * n
            total += sign * (term // k)
            k, sign = k + 2, -sign
        return total

    return 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) >> guard


@lru_cache(maxsize=1)
def _e() -> int:
    """The sum of the inverse factorials."""
    term = total = 1 << BITS + 32
    k = 1
    while term:
        term //= k
        total += term
        k += 1
    return total >> 32
