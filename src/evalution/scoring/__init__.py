"""Scoring responses that are at hand: one, or columns of them; no engine, no event loop."""

from evalution.scoring.columns import Columns, score_many
from evalution.scoring.one import explain, resolve, score, target

__all__ = ["Columns", "explain", "resolve", "score", "score_many", "target"]
