"""Plus-minus: one expression that stands for several values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as choices

from evalution.scorers.math.expression import Add, Call, Expr, Mul, Num, Pow, walk
from evalution.scorers.math.limits import LimitReached
from evalution.scorers.math.units import Unit
from evalution.scorers.math.values import Scalar, Value


def both_signs(expr: Expr, unit: Unit | None) -> list[Value]:
    """The values of an expression with plus-minus; where there is a minus-plus, all signs turn together."""
    signs = [node for node in walk(expr) if isinstance(node, Call) and node.name in ("pm", "mp")]
    if not signs:
        return [Scalar(expr, unit)]
    linked = any(node.name == "mp" for node in signs)
    free = 1 if linked else len(signs)
    if free > 3:
        raise LimitReached("too many signs")
    taken = choices((1, -1), repeat=free)
    return [Scalar(_with_signs(expr, list(drawn), linked), unit) for drawn in taken]


def _with_signs(x: Expr, signs: list[int], linked: bool) -> Expr:
    match x:
        case Call("pm" | "mp" as name, (inner,)):
            sign = signs[0] if linked else signs.pop(0)
            if name == "mp":
                sign = -sign
            inner = _with_signs(inner, signs, linked)
            return inner if sign > 0 else Mul((Num(Fraction(-1)), inner))
        case Add(terms):
            return Add(tuple(_with_signs(term, signs, linked) for term in terms))
        case Mul(factors):
            return Mul(tuple(_with_signs(factor, signs, linked) for factor in factors))
        case Pow(base, exponent):
            return Pow(_with_signs(base, signs, linked), _with_signs(exponent, signs, linked))
        case Call(name, args):
            return Call(name, tuple(_with_signs(arg, signs, linked) for arg in args))
    return x
