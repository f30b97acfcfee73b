"""Functions of normal forms: exact where a value is known exactly, otherwise an atom named by its argument."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from evalution.scorers.math import polynomial as poly
from evalution.scorers.math.limits import LimitReached, Work
from evalution.scorers.math.normal import (
    ONE,
    Form,
    atom,
    from_fraction,
    inverse,
    plus,
    times,
    whole_number,
)
from evalution.scorers.math.powers import factorise, raise_to, root

Function = Callable[[list[Form], Work], Form | None]


def apply(name: str, args: list[Form], work: Work) -> Form:
    """The value of a named function, or an atom that stands for it."""
    known = FUNCTIONS.get(name)
    value = known(args, work) if known else None
    return value if value is not None else named(name, args)


def named(name: str, args: list[Form]) -> Form:
    return atom(f"{name}({';'.join(arg.text() for arg in args)})", sure=False)


def _ln(args: list[Form], work: Work) -> Form | None:
    """ln of a product is the sum of the logarithms of its primes and atoms."""
    (x,) = args
    if len(x.num) != 1 or len(x.den) != 1:
        return None
    total = Form({}, ONE)
    for part, sign in ((x.num, 1), (x.den, -1)):
        ((mono, c),) = part.items()
        if c <= 0:
            return None
        primes = factorise(c, work)
        bases = (
            [(poly.root_atom(p), Fraction(e)) for p, e in primes]
            if primes is not None
            else [(poly.root_atom(c), Fraction(1))]
        )
        for name, exponent in [*bases, *((n, Fraction(e)) for n, e in mono)]:
            if name == "i" or (name[0] != "#" and exponent.numerator % 2 == 0):
                return None
            log = Form(ONE, ONE) if name == "e" else atom(f"ln({name})", sure=False)
            total = plus(total, times(log, from_fraction(exponent * sign), work), work)
    return total


def _log(args: list[Form], work: Work) -> Form | None:
    base, x = args
    top, bottom = _ln([x], work), _ln([base], work)
    return times(top, inverse(bottom, work), work) if top is not None and bottom is not None else None


def _turns(x: Form) -> Fraction | None:
    """x as a multiple of pi, None when it is none."""
    if not x.num:
        return Fraction(0)
    if len(x.num) == 1 and (("pi", 1),) in x.num and x.den.keys() == ONE.keys():
        return Fraction(x.num[(("pi", 1),)], x.den[()])
    return None


def _cosine_of(turns: Fraction, work: Work) -> Form | None:
    """cos(turns * pi) in radicals for multiples of 1/12 and 1/10, otherwise an atom in (0, 1/2)."""
    turns %= 2
    if turns > 1:
        turns = 2 - turns
    if turns > Fraction(1, 2):
        value = _cosine_of(1 - turns, work)
        return times(from_fraction(Fraction(-1)), value, work) if value is not None else None
    exact = _COSINES.get(turns)
    if exact is None:
        return atom(f"cos({poly.spell(turns)}pi)", sure=False)
    total = Form({}, ONE)
    for coefficient, radicand in exact:
        term = times(from_fraction(coefficient), root(from_fraction(Fraction(radicand)), 2, work), work)
        total = plus(total, term, work)
    return total


_Q = Fraction(1, 4)
_COSINES = {
    Fraction(0): ((Fraction(1), 1),),
    Fraction(1, 12): ((_Q, 6), (_Q, 2)),
    Fraction(1, 6): ((Fraction(1, 2), 3),),
    Fraction(1, 5): ((_Q, 1), (_Q, 5)),
    Fraction(1, 4): ((Fraction(1, 2), 2),),
    Fraction(1, 3): ((Fraction(1, 2), 1),),
    Fraction(2, 5): ((-_Q, 1), (_Q, 5)),
    Fraction(5, 12): ((_Q, 6), (-_Q, 2)),
    Fraction(1, 2): (),
}


def _cos(args: list[Form], work: Work) -> Form | None:
    (x,) = args
    turns = _turns(x)
    if turns is not None:
        return _cosine_of(turns, work)
    return named("cos", [_upright(x)[0]])


def _sin(args: list[Form], work: Work) -> Form | None:
    (x,) = args
    turns = _turns(x)
    if turns is not None:
        return _cosine_of(Fraction(1, 2) - turns, work)
    upright, sign = _upright(x)
    return times(from_fraction(Fraction(sign)), named("sin", [upright]), work)


def _upright(x: Form) -> tuple[Form, int]:
    """x or -x, whichever has a positive leading term, and the sign."""
    if x.num and x.num[poly.leading(x.num)] < 0:
        return Form({m: -c for m, c in x.num.items()}, x.den, x.sure), -1
    return x, 1


def _quotient(top: Function | None, bottom: Function) -> Function:
    def value(args: list[Form], work: Work) -> Form | None:
        above = top(args, work) if top else Form(ONE, ONE)
        below = bottom(args, work)
        return times(above, inverse(below, work), work) if above is not None and below is not None else None

    return value


def _abs(args: list[Form], work: Work) -> Form | None:
    (x,) = args
    value = x.rational
    if value is not None:
        return from_fraction(abs(value))
    if (
        len(x.num) == 1
        and len(x.den) == 1
        and all(n[0] == "#" or n == "pi" for p in (x.num, x.den) for m in p for n, _ in m)
    ):
        return _upright(x)[0]
    return named("abs", [_upright(x)[0]])


def _factorial(args: list[Form], work: Work) -> Form | None:
    n = whole_number(args[0])
    if n is None or n < 0:
        return None
    if n > 5_000:
        raise LimitReached("factorial too large")
    work.spend(1 + n)
    return from_fraction(Fraction(factorial(n)))


def _binom(args: list[Form], work: Work) -> Form | None:
    n, k = whole_number(args[0]), whole_number(args[1])
    if n is None or k is None or n < 0 or k < 0:
        return None
    if min(k, abs(n - k)) > 2_000 or n > 1 << 20:
        raise LimitReached("binomial too large")
    work.spend(1 + min(k, abs(n - k)))
    return from_fraction(Fraction(comb(n, k)))


def _rounded(to: Callable[[Fraction], int]) -> Function:
    def value(args: list[Form], work: Work) -> Form | None:
        number = args[0].rational
        return from_fraction(Fraction(to(number))) if number is not None else None

    return value


FUNCTIONS: dict[str, Function] = {
    "ln": _ln,
    "log": _log,
    "exp": lambda args, work: raise_to(atom("e"), args[0], work),
    "cos": _cos,
    "sin": _sin,
    "tan": _quotient(_sin, _cos),
    "cot": _quotient(_cos, _sin),
    "sec": _quotient(None, _cos),
    "csc": _quotient(None, _sin),
    "abs": _abs,
    "factorial": _factorial,
    "binom": _binom,
    "floor": _rounded(lambda x: x.numerator // x.denominator),
    "ceil": _rounded(lambda x: -(-x.numerator // x.denominator)),
}
