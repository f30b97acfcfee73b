"""Mathematics: reading final answers and deciding whether two are the same."""

from evalution.scorers.math.equality import Equality, gold_problem, math_equal
from evalution.scorers.math.extraction import Answer, extract_math_answer
from evalution.scorers.math.scorer import MATH

__all__ = ["MATH", "Answer", "Equality", "extract_math_answer", "gold_problem", "math_equal"]
