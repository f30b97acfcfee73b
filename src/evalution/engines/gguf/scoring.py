"""Log-likelihoods: a request's prompts, and the sums over the tokens of its continuations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalution.engines.gguf.forward import logits
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.rows import RowRule
from evalution.engines.gguf.tokenizer import GgufTokenizer, Join, join
from evalution.request import Loglikelihood, Scored

_MOST = 96  # rows at once: 19 MB of logits for a vocabulary of 49,152


class Scoring(NamedTuple):
    """A request with each continuation tokenised behind the context."""

    request: Loglikelihood
    joins: tuple[Join, ...]

    @property
    def prompts(self) -> list[tuple[list[int], int]]:
        """What is run: all but the last token, read from the last token of the context on."""
        return [(each.ids[:-1], each.start - 1) for each in self.joins]

    @property
    def longest(self) -> int:
        return max(len(each.ids) for each in self.joins)

    @property
    def targets(self) -> list[list[int]]:
        return [each.ids[each.start :] for each in self.joins]

    def scored(self, logprobs: list[float]) -> Scored:
        """`logprobs`: one sum a continuation."""
        return Scored(
            logprobs=tuple(logprobs),
            tokens=tuple(len(own) for own in self.targets),
            resplit=tuple(i for i, each in enumerate(self.joins) if each.resplit),
        )


def scoring(request: Loglikelihood, context: str, tokenizer: GgufTokenizer) -> Scoring:
    """ValueError, from `join`, for a continuation that cannot be scored."""
    return Scoring(request, tuple(join(tokenizer, context, text) for text in request.continuations))


def answers(asked: list[tuple[Scoring, list[list[int]]]], states: Floats, head: Floats, rule: RowRule) -> list[Scored]:
    """Of each request with, for every continuation, the rows of `states` that predict its tokens."""
    rows = [row for _, own in asked for each in own for row in each]
    targets = [token for one, _ in asked for each in one.targets for token in each]
    values = iter(token_logprobs(states, rows, targets, head, rule).tolist())
    return [one.scored([sum(next(values) for _ in own) for own in one.targets]) for one, _ in asked]


def token_logprobs(
    states: Floats, rows: list[int], targets: list[int], head: Floats, rule: RowRule
) -> NDArray[np.float64]:
    """log p of each target after its row, in nats, shape (targets,). Rows that repeat are run once."""
    unique, where = np.unique(np.array(rows, np.intp), return_inverse=True)
    wanted = np.array(targets, np.intp)
    values = np.empty(len(targets))
    for start in range(0, len(unique), _MOST):
        block = unique[start : start + _MOST]
        after = logits(states, block, head, rule)
        mine = np.flatnonzero((where >= start) & (where < start + len(block)))
        picked = after[where[mine] - start, wanted[mine]].astype(np.float64)
        totals = np.array([_log_sum_exp(row) for row in after])
        values[mine] = picked - totals[where[mine] - start]
    return values


def _log_sum_exp(row: Floats) -> float:
    top = row.max()
    np.subtract(row, top, out=row)
    np.exp(row, out=row)
    return float(top) + float(np.log(np.float64(row.sum())))
