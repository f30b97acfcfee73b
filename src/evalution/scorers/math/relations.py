"""Statements: equations, inequalities and memberships, as values."""

from __future__ import annotations

import re
from collections.abc import Callable

from evalution.scorers.math.decide import equal
from evalution.scorers.math.equations import solve
from evalution.scorers.math.expression import Call, Expr, Mul, Num, Pow, Sym, negate, variables, walk
from evalution.scorers.math.grammar import Parser
from evalution.scorers.math.items import Item, Token, Unparsed, spelling
from evalution.scorers.math.sets import INFINITY, as_real_set
from evalution.scorers.math.values import (
    Broken,
    Chain,
    Collection,
    Equation,
    Named,
    Piece,
    Ratio,
    RealSet,
    Scalar,
    Sequence,
    Text,
    Value,
)
from evalution.scorers.math.vocabulary import APPLIED, ORDER, RELATIONS

_FUNCTION = re.compile(r"[a-zA-Z]\^\{-1\}\(?[a-z]\)|\\frac\{d\^?\{?\d?\}?[a-z]\}\{d[a-z](?:\^\{?\d\}?)?\}")
"""The names of an inverse function and of a derivative."""

Operand = Callable[[list[Item]], Value]


def read_relation(items: list[Item], operand: Operand) -> Value | None:
    """The statement that items with relation signs make; None when it is not one that is read.

    What follows an approximation sign is dropped where the exact value stands before it.
    """
    sides, signs = _sides(items)
    while len(signs) > 1 and signs[-1] == "\\approx":
        signs.pop()
        sides.pop()
    if not all(sides):
        return _leading_sign(sides, signs, operand)
    kinds = set(signs)
    if kinds == {"\\approx"}:
        first = operand(sides[0])
        named = _is_name(first) and not _is_number(first)
        return Named(spelling(sides[0]), operand(sides[1])) if named else first
    if kinds == {"="}:
        return _equations(sides, operand)
    if kinds == {"\\in"} and len(sides) == 2:
        return Named(spelling(sides[0]), operand(sides[1]))
    if kinds == {"\\ne"} and len(sides) == 2:
        return _apart(sides, operand)
    if kinds <= ORDER.keys():
        return _inequality(sides, signs)
    return None


def _sides(items: list[Item]) -> tuple[list[list[Item]], list[str]]:
    sides: list[list[Item]] = [[]]
    signs: list[str] = []
    for item in items:
        if isinstance(item, Token) and item.kind in ("mark", "command") and item.text in RELATIONS:
            signs.append(item.text)
            sides.append([])
        else:
            sides[-1].append(item)
    return sides, signs


def _leading_sign(sides: list[list[Item]], signs: list[str], operand: Operand) -> Value | None:
    """`= 5`, an answer that begins with its equals sign."""
    return operand(sides[1]) if len(sides) == 2 and not sides[0] and signs[0] in ("=", "\\approx") else None


def _is_name(value: Value) -> bool:
    """What can stand before an equals sign to name the other side: a variable, f(x), words, a tuple of variables."""
    match value:
        case Scalar(Sym(), None) | Scalar(Call("overline", _), None):
            return True
        case Scalar(Call(name, args), None) if name.rstrip("'") in APPLIED:
            return all(isinstance(arg, Sym | Num) for arg in args)
        case Scalar(Call("abs") | Mul() as expr, None):
            return all(_of_capitals(node) for node in walk(expr))
        case Ratio(parts):
            return all(isinstance(part, Sym) or all(_of_capitals(node) for node in walk(part)) for part in parts)
        case Sequence(items):
            return all(_is_name(item) for item in items)
        case Text():
            return True
    return False


def _of_capitals(node: Expr) -> bool:
    """A part of a length, area or ratio named by points: |AB|, NO/BO."""
    match node:
        case Sym(name):
            return name[0].isupper()
        case Num(value):
            return value == -1
    return isinstance(node, Mul | Pow) or (isinstance(node, Call) and node.name in ("abs", "overline"))


def _equations(sides: list[list[Item]], operand: Operand) -> Value | None:
    values = [operand(side) for side in sides]
    if any(isinstance(value, Broken) for value in values):
        return None
    left, right = values[0], values[-1]
    if len(values) == 2 and _FUNCTION.fullmatch(spelling(sides[0])):
        return _named(spelling(sides[0]), right, None)
    if _is_name(left) and (len(values) > 2 or not _is_number(left)):
        symbol = left.expr if isinstance(left, Scalar) and isinstance(left.expr, Sym) else None
        return _named(spelling(sides[0]), right, symbol, len(values) > 2)
    if len(values) == 2 and _is_name(right):
        return _named(
            spelling(sides[1]), left, right.expr if isinstance(right, Scalar) and isinstance(right.expr, Sym) else None
        )
    if not all(isinstance(value, Scalar) for value in values):
        return None
    scalars = [value for value in values if isinstance(value, Scalar)]
    if any(variables(scalar.expr) for scalar in scalars):
        return Equation(scalars[0].expr, scalars[-1].expr) if len(scalars) == 2 else None
    agree = all(equal(scalars[0].expr, scalar.expr)[0] for scalar in scalars[1:])
    return scalars[-1] if agree else None


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) and isinstance(value.expr, Sym) and value.expr.name in ("pi", "e", "i", "oo")


def _named(name: str, value: Value, symbol: Expr | None, chained: bool = False) -> Value | None:
    """A name for a value; a name that occurs in its own value makes an equation instead."""
    if isinstance(value, Text | Broken) and not isinstance(value, Text):
        return None
    if isinstance(symbol, Sym) and isinstance(value, Scalar) and symbol.name in variables(value.expr):
        return None if chained else Equation(symbol, value.expr)
    return Named(name, value, symbol)


def _apart(sides: list[list[Item]], operand: Operand) -> Value | None:
    """`x \\ne 3` as the line without 3."""
    left, right = operand(sides[0]), operand(sides[1])
    if not (isinstance(left, Scalar) and isinstance(left.expr, Sym)):
        return None
    points = right.items if isinstance(right, Collection) else (right,)
    out = as_real_set(Collection(points))
    if out is None or len(out.pieces) != 1:
        return None
    point = out.pieces[0].low
    pieces = (Piece(negate(INFINITY), False, point, False), Piece(point, False, INFINITY, False))
    return RealSet(pieces, left.expr.name)


def _inequality(sides: list[list[Item]], signs: list[str]) -> Value | None:
    """A chain of one direction: a set of reals when it bounds one variable by constants."""
    try:
        exprs = [Parser(side).whole() for side in sides]
    except Unparsed:
        return None
    directions = {ORDER[sign][1] for sign in signs}
    if len(directions) > 1 or len(exprs) > 8:
        return None
    strict = [not ORDER[sign][0] for sign in signs]
    if directions == {-1}:
        exprs.reverse()
        strict.reverse()
    named = [i for i, expr in enumerate(exprs) if _is_variable(expr)]
    constant = all(not variables(expr) for i, expr in enumerate(exprs) if i not in named)
    if len(named) == 1 and constant and len(exprs) <= 3 and (len(exprs) == 2 or named == [1]):
        return _bounded(exprs, strict, named[0])
    return solve(Chain(tuple(exprs), tuple(strict))) or Chain(tuple(exprs), tuple(strict))


def _is_variable(x: Expr) -> bool:
    """A variable, or f(x) in its place."""
    if isinstance(x, Call):
        return x.name.rstrip("'") in APPLIED and all(isinstance(arg, Sym) for arg in x.args)
    return isinstance(x, Sym) and bool(variables(x))


def _bounded(exprs: list[Expr], strict: list[bool], at: int) -> RealSet:
    low, low_closed = (exprs[at - 1], not strict[at - 1]) if at else (negate(INFINITY), False)
    high, high_closed = (exprs[at + 1], not strict[at]) if at + 1 < len(exprs) else (INFINITY, False)
    variable = exprs[at]
    return RealSet((Piece(low, low_closed, high, high_closed),), variable.name if isinstance(variable, Sym) else "")
