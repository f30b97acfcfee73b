"""Generated text, a token at a time: which token comes next, and when the text ends."""

from __future__ import annotations

import numpy as np

from evalution.engines.gguf.pool import Pool, Slots
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.tokenizer import GgufTokenizer
from evalution.request import Generate, Generated, request_key

NEAR_TIE = 1e-3


class Generation:
    """One request on its way: the prompt's slots, the tokens so far, and the answer once there is one.

    Draws come from a counter-based generator keyed by the request, so they are the same in whatever company.
    """

    def __init__(self, request: Generate, prompt: list[int], tokenizer: GgufTokenizer, context: int) -> None:
        self.request, self.prompt = request, prompt
        self.answer: Generated | None = None
        self.path: Slots = np.empty(0, np.intp)
        self._limit = min(request.max_tokens, context - len(prompt))
        self._tokenizer = tokenizer
        self._ids: list[int] = []
        self._near_tie: int | None = None
        self._random = np.random.Generator(np.random.Philox(key=int(request_key(request), 16)))
        # A stop string of b bytes lies within b tokens; one more at each side keeps characters whole.
        self._tail = max((len(stop.encode()) for stop in request.stop), default=0) + 8

    @property
    def room(self) -> int:
        """Tokens it may come to hold."""
        return len(self.prompt) + self._limit

    def extend(self, pool: Pool) -> tuple[Slots, int]:
        """Makes room for the last token: its path with its own slot at the end, and the token."""
        self.path = np.append(self.path, pool.private(len(self.path)))
        return self.path, self._ids[-1]

    def release(self, pool: Pool) -> None:
        pool.release(self.path[len(self.prompt) :].tolist())

    def advance(self, logits: Floats) -> None:
        """Takes the next token, logits (vocabulary,), and sets `answer` if the text ends with it."""
        token = self._greedy(logits) if self.request.temperature == 0 else self._sampled(logits)
        if token in self._tokenizer.ends:
            self.answer = self._answer(self._tokenizer.decode(self._ids), truncated=False)
            return
        self._ids.append(token)
        cut = self._stopped()
        if cut is not None:
            self.answer = self._answer(cut, truncated=False)
        elif len(self._ids) >= self._limit:
            self.answer = self._answer(self._tokenizer.decode(self._ids), truncated=True)

    def _greedy(self, logits: Floats) -> int:
        token = int(logits.argmax())
        if self._near_tie is None:
            others = max(logits[:token].max(initial=-np.inf), logits[token + 1 :].max(initial=-np.inf))
            if logits[token] - others <= NEAR_TIE:
                self._near_tie = len(self._ids)
        return token

    def _sampled(self, logits: Floats) -> int:
        """From the fewest most probable tokens that together hold `top_p`."""
        scaled = logits.astype(np.float64) / self.request.temperature
        p = np.exp(scaled - scaled.max())
        order = np.argsort(-p, kind="stable")
        mass = np.cumsum(p[order])
        kept = int(np.searchsorted(mass, self.request.top_p * mass[-1])) + 1
        drawn = self._random.random() * mass[min(kept, len(mass)) - 1]
        return int(order[np.searchsorted(mass, drawn, side="right")])

    def _stopped(self) -> str | None:
        """The text before the earliest stop string, once one is complete."""
        stops = self.request.stop
        if not stops or not any(stop in self._tokenizer.decode(self._ids[-self._tail :]) for stop in stops):
            return None
        text = self._tokenizer.decode(self._ids)
        ends = [at for stop in stops if (at := text.find(stop)) >= 0]
        return text[: min(ends)] if ends else None

    def _answer(self, text: str, truncated: bool) -> Generated:
        return Generated(
            text=text,
            truncated=truncated,
            tokens=len(self._ids),
            prompt_tokens=len(self.prompt),
            near_tie=self._near_tie,
        )
