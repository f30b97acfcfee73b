"""What a user may set for the benchmarks of a run."""

from __future__ import annotations

from msgspec import Struct


class Options(Struct, frozen=True, kw_only=True):
    """What a user may set for the benchmarks of a run; None leaves the benchmark's own choice."""

    subset: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    repeats: int | None = None
    order: str = "native"
    fewshot: int | None = None
    sampler: str | None = None
    label_permutations: float = 0.0
    label_permutations_limit: int = 120
    label_permutations_strict: bool = False
    system: str = ""
    chat: bool | None = None
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] | None = None
    bundled: bool = False
    prompt: str | None = None
