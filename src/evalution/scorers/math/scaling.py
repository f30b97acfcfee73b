"""A number before a matrix: `\\frac12\\begin{pmatrix} 2 \\\\ 4 \\end{pmatrix}`, multiplied out."""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.expression import Mul, Num
from evalution.scorers.math.grammar import Parser
from evalution.scorers.math.items import Item, Token, Unparsed
from evalution.scorers.math.values import Matrix, Scalar, Value


def scaled(before: list[Item], matrix: Value | None) -> Matrix | None:
    """The matrix times the number that the items before it make; None unless all its cells are bare expressions."""
    if isinstance(before[-1], Token) and before[-1].text in ("\\cdot", "\\times"):
        before = before[:-1]
    signed = len(before) == 1 and isinstance(before[0], Token) and before[0].text == "-"
    try:
        factor = Num(Fraction(-1)) if signed else Parser(before).whole()
    except Unparsed:
        return None
    cells = [cell for row in matrix.rows for cell in row] if isinstance(matrix, Matrix) else []
    if not isinstance(matrix, Matrix) or not all(isinstance(cell, Scalar) and cell.unit is None for cell in cells):
        return None
    return Matrix(
        tuple(tuple(Scalar(Mul((factor, c.expr))) for c in row if isinstance(c, Scalar)) for row in matrix.rows)
    )
