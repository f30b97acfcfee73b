"""Mathematics: reading final answers and deciding whether two are the same."""

from evalution.scorers.math.equality import Equality, gold_problem, math_equal

__all__ = ["Equality", "gold_problem", "math_equal"]
