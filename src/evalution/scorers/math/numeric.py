"""Evaluation in arbitrary precision, at fixed points, in a context of the thread's own.

mpmath keeps a few constants in module memory and writes them without a lock; they are computed once, under a lock,
to more bits than any evaluation asks for, so that afterwards threads only read them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from evalution.scorers.math.expression import Add, Call, Expr, Mul, Num, Pow, Sym, walk

MAX_PRECISION = 14_000
BASE_PRECISION = 320

_ready = threading.Lock()
_local = threading.local()


class Undefined(Exception):
    """The expression has no value at a point, or none that is computed within the limits."""


def context(precision: int) -> Any:
    """This thread's mpmath context at so many bits."""
    made = getattr(_local, "context", None)
    if made is None:
        from mpmath.ctx_mp import MPContext
        from mpmath.libmp import libelefun

        with _ready:
            for constant in (libelefun.pi_fixed, libelefun.e_fixed, libelefun.ln2_fixed, libelefun.ln10_fixed):
                constant(MAX_PRECISION + 2_000)
            made = _local.context = MPContext()
    made.prec = precision
    return made


def evaluate(x: Expr, point: Mapping[str, Fraction], precision: int) -> Any:
    """The value as an mpf or mpc; Undefined where there is none."""
    try:
        value = _value(x, point, context(precision))
    except (ZeroDivisionError, OverflowError, ValueError, ArithmeticError) as problem:
        raise Undefined from problem
    ctx = context(precision)
    if not ctx.isfinite(value):
        raise Undefined
    return value.real if isinstance(value, ctx.mpc) and not value.imag else value


def literal_bits(x: Expr) -> int:
    """How many bits the literals of an expression take beyond small ones."""
    sizes = (n.value.numerator.bit_length() + n.value.denominator.bit_length() for n in walk(x) if isinstance(n, Num))
    return sum(max(0, size - 16) for size in sizes)


def _value(x: Expr, point: Mapping[str, Fraction], ctx: Any) -> Any:
    match x:
        case Num(value):
            return ctx.mpf(value.numerator) / value.denominator
        case Sym(name):
            return _symbol(name, point, ctx)
        case Add(terms):
            return ctx.fsum([_value(term, point, ctx) for term in terms])
        case Mul(factors):
            product = ctx.one
            for factor in factors:
                product *= _value(factor, point, ctx)
            return product
        case Pow(base, exponent):
            return _power(_value(base, point, ctx), exponent, point, ctx)
        case Call(name, args):
            function = _FUNCTIONS.get(name)
            if function is None:
                raise Undefined
            values = [_value(arg, point, ctx) for arg in args]
            if any(ctx.mag(value) > 4_096 for value in values if value):
                raise Undefined
            return function(ctx, *values)


def _symbol(name: str, point: Mapping[str, Fraction], ctx: Any) -> Any:
    if name == "pi":
        return +ctx.pi
    if name == "e":
        return +ctx.e
    if name == "i":
        return ctx.j
    if name not in point:
        raise Undefined
    return ctx.mpf(point[name].numerator) / point[name].denominator


def _power(base: Any, exponent: Expr, point: Mapping[str, Fraction], ctx: Any) -> Any:
    """Real roots where there are real ones; the principal value otherwise."""
    power = _value(exponent, point, ctx)
    if not base:
        if ctx.re(power) < 0:
            raise Undefined
        return ctx.zero if power else ctx.one
    if power and abs(power) * (abs(ctx.mag(base)) + 1) > 1 << 20:
        raise Undefined
    odd_root = _odd_root(exponent)
    if odd_root is not None and isinstance(base, ctx.mpf) and base < 0:
        return -((-base) ** power) if odd_root else (-base) ** power
    return base**power


def _odd_root(exponent: Expr) -> bool | None:
    """For an exponent p/q with q odd and above 1: whether p is odd. None for any other."""
    from evalution.scorers.math.normal import normal_form

    if isinstance(exponent, Num):
        value: Fraction | None = exponent.value
    else:
        form = normal_form(exponent)
        value = form.rational if form else None
    if value is None or value.denominator == 1 or value.denominator % 2 == 0:
        return None
    return value.numerator % 2 == 1


def _inverse_of(name: str) -> Callable[..., Any]:
    return lambda ctx, x: getattr(ctx, name)(1 / x)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: (lambda n: lambda ctx, x: getattr(ctx, n)(x))(name) for name in
       ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "exp", "floor", "ceil")},
    "arcsin": lambda ctx, x: ctx.asin(x),
    "arccos": lambda ctx, x: ctx.acos(x),
    "arctan": lambda ctx, x: ctx.atan(x),
    "arccot": lambda ctx, x: ctx.pi / 2 - ctx.atan(x),
    "arcsec": _inverse_of("acos"),
    "arccsc": _inverse_of("asin"),
    "arcsinh": lambda ctx, x: ctx.asinh(x),
    "arccosh": lambda ctx, x: ctx.acosh(x),
    "arctanh": lambda ctx, x: ctx.atanh(x),
    "ln": lambda ctx, x: ctx.ln(x),
    "log": lambda ctx, base, x: ctx.ln(x) / ctx.ln(base),
    "abs": lambda ctx, x: abs(x),
    "re": lambda ctx, x: ctx.re(x),
    "im": lambda ctx, x: ctx.im(x),
    "arg": lambda ctx, x: ctx.arg(x),
    "max": lambda ctx, *xs: max(xs),
    "min": lambda ctx, *xs: min(xs),
}  # fmt: skip
