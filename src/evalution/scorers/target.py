"""What a text is judged against."""

from __future__ import annotations

from msgspec import Struct

from evalution.sample import Gold


class Target(Struct, frozen=True):
    """The gold and what the prompt showed.

    choices    the options' texts, by original index (empty when the question had none)
    labels     their letters, by original index ("A", "B", ...)
    order      `order[i]` is the original index of the option shown i-th; empty means as they stand
    language   BCP 47 primary tag of the response's expected language ("de"), or "" when unknown
    truncated  the token limit cut the response: fall-back rules must not fire
    """

    gold: Gold
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    language: str = ""
    truncated: bool = False
