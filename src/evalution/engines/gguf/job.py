"""A request made ready to run: its tokens, and the room it takes."""

from __future__ import annotations

from typing import NamedTuple

from evalution.engines.gguf.generation import Generation
from evalution.engines.gguf.scoring import Scoring


class Job(NamedTuple):
    """`work` holds the request, tokenised."""

    work: Scoring | Generation

    @property
    def prompts(self) -> list[tuple[list[int], int]]:
        """What is run: tokens, and the first position read."""
        if isinstance(self.work, Scoring):
            return self.work.prompts
        return [(self.work.prompt, len(self.work.prompt) - 1)]

    @property
    def context(self) -> list[int]:
        """The tokens before the first that is read."""
        tokens, first_read = min(self.prompts, key=lambda prompt: prompt[1])
        return tokens[:first_read]

    @property
    def longest(self) -> int:
        """Tokens of the longest sequence; a generation needs room for one token."""
        return self.work.longest if isinstance(self.work, Scoring) else len(self.work.prompt) + 1

    @property
    def room(self) -> int:
        """Slots it may come to need."""
        if isinstance(self.work, Generation):
            return self.work.room
        start = min(each.start for each in self.work.joins)
        return start + sum(len(each.ids) - start for each in self.work.joins)
