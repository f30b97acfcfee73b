"""Benchmarks that their owners report together, with one average over them."""

from __future__ import annotations

from msgspec import Struct


class Score(Struct, frozen=True):
    """A benchmark's key that enters an average."""

    benchmark: str
    key: str


class Collection(Struct, frozen=True):
    """Tasks averaged with equal weight; a task that has several scores enters with their mean.

    Its name stands for all its benchmarks on the command line and in `--data NAME=FOLDER`.
    """

    name: str
    title: str
    tasks: tuple[tuple[Score, ...], ...]
    citation: str

    @property
    def benchmarks(self) -> tuple[str, ...]:
        """The benchmarks of all tasks, each once."""
        return tuple(dict.fromkeys(score.benchmark for task in self.tasks for score in task))
