"""What an answer is once it is read: a number or expression, a collection, a set of reals, a point, a statement."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from evalution.scorers.math.expression import Expr
from evalution.scorers.math.units import Unit


class Scalar(Struct, frozen=True):
    """One expression, with the unit it was stated in."""

    expr: Expr
    unit: Unit | None = None


class Collection(Struct, frozen=True):
    """Answers in no order: `\\{1, 2\\}`, "1 and 2", "1, 2". A braced set has lost its repetitions, and stays one
    answer in a list of sets; `either` says that "or" joined them."""

    items: tuple[Value, ...]
    braced: bool = False
    either: bool = False


class Sequence(Struct, frozen=True):
    """Answers in order, with their brackets: a point, a vector, an ordered pair or an interval."""

    items: tuple[Value, ...]
    open: str = "("
    close: str = ")"


class Piece(Struct, frozen=True):
    """An interval of the reals, a point when both ends are one."""

    low: Expr
    low_closed: bool
    high: Expr
    high_closed: bool


class RealSet(Struct, frozen=True):
    """A union of intervals; `name` is the variable of the inequality it was written as."""

    pieces: tuple[Piece, ...]
    name: str = ""


class Matrix(Struct, frozen=True):
    rows: tuple[tuple[Value, ...], ...]


class Equation(Struct, frozen=True):
    left: Expr
    right: Expr


class Named(Struct, frozen=True):
    """`x = 5`, `f(x) = 2x`, `S = \\{1\\}`: a value under a name; `symbol` when the name is one variable."""

    name: str
    value: Value
    symbol: Expr | None = None


class Chain(Struct, frozen=True):
    """Inequalities that are no set of one variable: `a < b <= c`, read from the smaller side."""

    sides: tuple[Expr, ...]
    strict: tuple[bool, ...]


class Ratio(Struct, frozen=True):
    """`1:2:3`; also a time of day that does not say so (`4:30`)."""

    parts: tuple[Expr, ...]


class Moment(Struct, frozen=True):
    """A time of day or a date; parts that were not said are None."""

    hour: int | None = None
    minute: int | None = None
    afternoon: bool | None = None
    month: int | None = None
    day: int | None = None
    year: int | None = None


class Text(Struct, frozen=True):
    """Words, normalised; `product` is the other reading of bare letters ("abc" as a*b*c)."""

    words: str
    product: Expr | None = None


class Broken(Struct, frozen=True):
    """Broken LaTeX, or nothing at all."""

    problem: str


class Beyond(Struct, frozen=True):
    """Larger than the limits."""

    problem: str


Value = (
    Scalar
    | Collection
    | Sequence
    | RealSet
    | Matrix
    | Equation
    | Named
    | Chain
    | Ratio
    | Moment
    | Text
    | Broken
    | Beyond
)


def expressions(value: Value) -> Iterator[Expr]:
    """Every expression in a value."""
    match value:
        case Scalar(expr):
            yield expr
        case Collection(items=parts) | Sequence(items=parts):
            for part in parts:
                yield from expressions(part)
        case Matrix(rows):
            for row in rows:
                for cell in row:
                    yield from expressions(cell)
        case Named(_, inner):
            yield from expressions(inner)
        case Equation(left, right):
            yield from (left, right)
        case Chain(exprs) | Ratio(exprs):
            yield from exprs
        case RealSet(pieces):
            for piece in pieces:
                yield from (piece.low, piece.high)
