"""Requests as they come, packed into passes over prompts and passes over generated tokens.

One pass of prompts and `NARROW` generations are in flight at most, so no more than that is pulled ahead of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from evalution.engines.gguf.batch import Batch
from evalution.engines.gguf.forward import NARROW, Product, logits, narrow, wide
from evalution.engines.gguf.generation import Generation
from evalution.engines.gguf.job import Job
from evalution.engines.gguf.kernels import one_thread
from evalution.engines.gguf.pool import Pool
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.rows import RowRule
from evalution.engines.gguf.scoring import Scoring, answers
from evalution.engines.gguf.weights import Weights
from evalution.request import Failure, Request, Response

ROWS = 640
"""Tokens a pass over prompts aims at: fewer leave the kernels half idle, more leave the processor's cache."""

KEPT = 2048
"""Tokens whose keys and values stay for prompts to come; 46 kB each in SmolLM2-135M."""

Answer = tuple[Request, Response | Failure]
Forward = Callable[[Batch, Product], tuple[Floats, dict[int, int]]]


class _Planned(NamedTuple):
    """A job in a pass, with the rows of the pass that each of its prompts reads."""

    job: Job
    rows: list[list[int]]


class Schedule:
    """One run over one iterator of requests. Its pool goes with it, whether the run ends or is given up."""

    def __init__(
        self, weights: Weights, rule: RowRule, prepare: Callable[[Request], Job | Failure], forward: Forward
    ) -> None:
        self._head, self._rule = weights.head, rule
        self._prepare, self._forward = prepare, forward
        self._pool = Pool(weights.shape, KEPT, weights.shape.context + KEPT + ROWS)
        self._active: list[Generation] = []
        self._held: Job | None = None
        self._ready: list[Answer] = []

    def answers(self, source: Iterator[Request]) -> Iterator[Answer]:
        while True:
            self._pool.next_step()
            for generation in self._active:
                self._pool.touch(generation.path)
            batch, planned = self._pull(source)
            with one_thread():
                if planned:
                    self._run_prompts(batch, planned)
                if self._active:
                    self._run_tokens()
            if not (planned or self._active or self._ready):
                return
            yield from self._ready
            self._ready.clear()

    def _pull(self, source: Iterator[Request]) -> tuple[Batch, list[_Planned]]:
        """The next pass over prompts. What needs none is ready at once; what has no room yet is held."""
        batch, planned = Batch(self._pool), list[_Planned]()
        room = self._pool.capacity - sum(generation.room for generation in self._active)
        places = NARROW - len(self._active)
        while len(batch) < ROWS and places > 0 and len(self._ready) < NARROW:
            job = self._next(source)
            if job is None:
                break
            long = self._pool.unknown(job.context) > ROWS
            if job.room > self._pool.capacity:
                self._ready.append((job.work.request, Failure(f"{job.room} tokens at once do not fit into memory")))
                continue
            if job.room > room or (long and planned):
                self._held = job
                break
            if long:
                self._run_ahead(job.context)
            planned.append(_Planned(job, batch.add(job.prompts)))
            room -= job.room
            places -= isinstance(job.work, Generation)
        return batch, planned

    def _next(self, source: Iterator[Request]) -> Job | None:
        """The next job that needs a pass."""
        if self._held is not None:
            job, self._held = self._held, None
            return job
        for request in source:
            prepared = self._prepare(request)
            if isinstance(prepared, Job):
                return prepared
            self._ready.append((request, prepared))
            if len(self._ready) >= NARROW:
                break
        return None

    def _run_ahead(self, context: list[int]) -> None:
        """A long context, a pass at a time."""
        for end in range(ROWS, len(context), ROWS):
            batch = Batch(self._pool)
            batch.add([(context[:end], end)])
            if len(batch):
                with one_thread():
                    self._forward(batch, wide)

    def _run_prompts(self, batch: Batch, planned: list[_Planned]) -> None:
        states, at = self._forward(batch, wide)
        asked, starting = list[tuple[Scoring, list[list[int]]]](), list[tuple[Generation, int]]()
        for job, rows in planned:
            if isinstance(job.work, Scoring):
                asked.append((job.work, [[at[row] for row in own] for own in rows]))
            else:
                starting.append((job.work, at[rows[0][0]]))
        scored = answers(asked, states, self._head, self._rule) if asked else []
        self._ready += [(one.request, answer) for (one, _), answer in zip(asked, scored, strict=True)]
        if starting:
            after = logits(states, np.array([row for _, row in starting], np.intp), self._head, self._rule)
            for (generation, _), row in zip(starting, after, strict=True):
                generation.path, _ = self._pool.place(generation.prompt)
                self._advance(generation, row)

    def _run_tokens(self) -> None:
        batch = Batch(self._pool)
        active, self._active = self._active, []
        rows = [batch.extend(*generation.extend(self._pool)) for generation in active]
        states, at = self._forward(batch, narrow)
        after = np.ascontiguousarray(narrow(states, self._head)[: len(rows)])
        for generation, row in zip(active, rows, strict=True):
            self._advance(generation, after[at[row]])

    def _advance(self, generation: Generation, after: Floats) -> None:
        generation.advance(after)
        if generation.answer is None:
            self._active.append(generation)
        else:
            generation.release(self._pool)
            self._ready.append((generation.request, generation.answer))
