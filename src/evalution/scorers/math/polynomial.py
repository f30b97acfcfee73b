"""Polynomials with integer coefficients over named atoms, the arithmetic under the normal forms.

A monomial is a sorted tuple of (atom, exponent) pairs. Three kinds of atoms rewrite themselves in a product: `#p` is
the prime p (in hexadecimal) and carries only exponents in (0, 1), so `#2^(1/2) * #2^(1/2)` is the coefficient 2;
`i` carries only the exponent 1, `i * i` is -1; every other atom is free. Rational powers of distinct primes are
linearly independent over the rationals (Besicovitch 1940), so over these atoms equal numbers have equal forms.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from evalution.scorers.math.limits import Work, check_bits

Exponent = int | Fraction
Mono = tuple[tuple[str, Exponent], ...]
Poly = dict[Mono, int]

UNIT: Mono = ()


def root_atom(n: int) -> str:
    """The atom that carries fractional powers of n; hexadecimal, since Python spells no long decimal."""
    return f"#{n:x}"


def base_of(atom: str) -> int:
    """The integer behind a root atom."""
    return int(atom[1:], 16)


def spell(n: Exponent) -> str:
    """A number in hexadecimal."""
    return f"{n:x}" if isinstance(n, int) else f"{n.numerator:x}/{n.denominator:x}"


def constant(n: int) -> Poly:
    return {UNIT: n} if n else {}


def multiply_monos(a: Mono, b: Mono, times: int = 1) -> tuple[int, Mono]:
    """a * b**times as an integer factor and a reduced monomial."""
    if not b:
        return 1, a
    if not a and times == 1:
        return 1, b
    powers: dict[str, Exponent] = dict(a)
    for atom, exponent in b:
        powers[atom] = powers.get(atom, 0) + exponent * times
    return reduce_mono(powers)


def reduce_mono(powers: dict[str, Exponent]) -> tuple[int, Mono]:
    """The reduced monomial of non-negative powers, with the integer that its atoms turn into."""
    factor, kept = 1, []
    for atom, exponent in sorted(powers.items()):
        if atom == "i":
            turns = int(exponent) % 4
            factor *= -1 if turns >= 2 else 1
            exponent = turns % 2
        elif atom[0] == "#" and exponent >= 1:
            whole = int(exponent)
            base = base_of(atom)
            check_bits(whole * base.bit_length())
            factor *= base**whole
            exponent -= whole
        if exponent:
            if isinstance(exponent, Fraction) and exponent.denominator == 1:
                exponent = int(exponent)
            kept.append((atom, exponent))
    return factor, tuple(kept)


def add(p: Poly, q: Poly, work: Work, sign: int = 1) -> Poly:
    """p + sign * q."""
    work.spend(len(q) + 1)
    out = dict(p)
    for mono, c in q.items():
        total = out.get(mono, 0) + sign * c
        if total:
            out[mono] = total
        else:
            del out[mono]
    return out


def multiply(p: Poly, q: Poly, work: Work) -> Poly:
    """p * q, reduced."""
    if not p or not q:
        return {}
    if len(p) > 1 or len(q) > 1:
        work.spend(len(p) * len(q))
    out: Poly = {}
    for m1, c1 in p.items():
        for m2, c2 in q.items():
            bits = c1.bit_length() + c2.bit_length()
            if bits > 256:
                check_bits(bits)
                work.spend(bits >> 8)
            factor, mono = multiply_monos(m1, m2)
            out[mono] = out.get(mono, 0) + c1 * c2 * factor
    return {m: c for m, c in out.items() if c}


def power(p: Poly, n: int, work: Work) -> Poly:
    """p**n for n >= 0; one term at once, several by squaring."""
    if n == 0:
        return constant(1)
    if len(p) == 1:
        ((mono, c),) = p.items()
        check_bits(c.bit_length() * n if abs(c) > 1 else n.bit_length())
        factor, reduced = multiply_monos(UNIT, mono, n) if mono else (1, UNIT)
        work.spend(1 + (c.bit_length() * n >> 8 if abs(c) > 1 else 0))
        return {reduced: c**n * factor}
    work.spend(n)
    out = constant(1)
    while n:
        if n & 1:
            out = multiply(out, p, work)
        n >>= 1
        if n:
            p = multiply(p, p, work)
    return out


def content(p: Poly) -> int:
    """The greatest common divisor of the coefficients; 0 for the zero polynomial."""
    g = 0
    for c in p.values():
        g = gcd(g, c)
        if g == 1:
            break
    return g


def leading(p: Poly) -> Mono:
    """The greatest monomial in the order of `sort_key`: which term gives a polynomial its sign."""
    return max(p, key=sort_key)


def sort_key(mono: Mono) -> tuple[Exponent, Mono]:
    return sum((e for _, e in mono), start=0), mono


def text(p: Poly) -> str:
    """A spelling that equal polynomials share."""
    return (
        "+".join(f"{spell(c)}{mono_text(m)}" for m, c in sorted(p.items(), key=lambda item: sort_key(item[0]))) or "0"
    )


def mono_text(mono: Mono) -> str:
    return "".join(f"*{atom}^{spell(exponent)}" for atom, exponent in mono)
