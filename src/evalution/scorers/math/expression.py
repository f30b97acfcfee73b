"""What a mathematical expression is once it is read: six kinds of frozen nodes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct


class Num(Struct, frozen=True):
    """A rational literal. `places` counts the decimals it was written with, -1 for an exact form."""

    value: Fraction
    places: int = -1


class Sym(Struct, frozen=True):
    """A variable or a constant: "x", "x_1", "pi", "e", "i", "oo"."""

    name: str


class Add(Struct, frozen=True):
    terms: tuple[Expr, ...]


class Mul(Struct, frozen=True):
    factors: tuple[Expr, ...]


class Pow(Struct, frozen=True):
    base: Expr
    exponent: Expr


class Call(Struct, frozen=True):
    """A named function: "sin", "ln", "abs", "factorial", or an unknown one ("f")."""

    name: str
    args: tuple[Expr, ...]


Expr = Num | Sym | Add | Mul | Pow | Call

CONSTANTS = frozenset({"pi", "e", "i", "oo"})
ZERO, ONE = Num(Fraction(0)), Num(Fraction(1))
MINUS_ONE, HALF = Num(Fraction(-1)), Num(Fraction(1, 2))


def negate(x: Expr) -> Expr:
    """-x, keeping a literal a literal."""
    return Num(-x.value, x.places) if isinstance(x, Num) else Mul((MINUS_ONE, x))


def divide(a: Expr, b: Expr) -> Expr:
    return Mul((a, Pow(b, MINUS_ONE)))


def children(x: Expr) -> tuple[Expr, ...]:
    """The nodes directly below, in the order written."""
    match x:
        case Add(parts) | Mul(parts) | Call(_, parts):
            return parts
        case Pow(base, exponent):
            return (base, exponent)
    return ()


def walk(x: Expr) -> Iterator[Expr]:
    """Every node, the root first; iterative, so that depth costs no stack."""
    stack = [x]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def variables(x: Expr) -> frozenset[str]:
    """The free symbols.

    >>> sorted(variables(Add((Sym("x"), Mul((Sym("pi"), Sym("y")))))))
    ['x', 'y']
    """
    return frozenset(n.name for n in walk(x) if isinstance(n, Sym) and n.name not in CONSTANTS)
