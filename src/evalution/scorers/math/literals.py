"""Numbers as they are written: decimals, scientific and repeating ones, digits in a base."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.expression import Expr, Num
from evalution.scorers.math.items import Unparsed
from evalution.scorers.math.limits import MAX_DIGITS, LimitReached


def literal(digits: str) -> tuple[Fraction, int]:
    """The value of a decimal literal and the places it shows; -1 for an integer."""
    if len(digits) > MAX_DIGITS:
        raise LimitReached("too many digits")
    mantissa, _, shift = digits.lower().partition("e")
    if shift and len(shift) > 5:
        raise LimitReached("exponent too large")
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int(whole + decimals or "0"), 10 ** len(decimals))
    if shift:
        if abs(int(shift)) > MAX_DIGITS:
            raise LimitReached("exponent too large")
        value *= Fraction(10) ** int(shift)
        return value, -1
    return value, len(decimals) if decimals else -1


def repeating(spelt: str) -> Num:
    """`0.1|6` is 0.1666..., exactly."""
    head, _, block = spelt.partition("|")
    if len(spelt) > MAX_DIGITS:
        raise LimitReached("too many digits")
    whole, _, fixed = head.partition(".")
    shift = 10 ** len(fixed)
    return Num(Fraction(int(whole + fixed or "0"), shift) + Fraction(int(block), shift * (10 ** len(block) - 1)))


def in_base(digits: str, base: Expr) -> Fraction:
    """The value of digits in the base of their subscript; Unparsed when they are no digits of it."""
    if not isinstance(base, Num) or base.value.denominator != 1 or not 2 <= base.value <= 36:
        raise Unparsed
    if len(digits) > MAX_DIGITS:
        raise LimitReached("too many digits")
    b = int(base.value)
    whole, _, fraction = digits.partition(".")
    try:
        return Fraction(int(whole + fraction, b), b ** len(fraction))
    except ValueError:
        raise Unparsed from None
