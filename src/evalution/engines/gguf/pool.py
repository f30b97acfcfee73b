"""Keys and values of tokens already run, in slots, found again by what stood before them.

A slot holds one token after one particular prefix: the slots form a trie, so whatever prompts have in common is
computed once, whether they are branches of one request, permutations of one question or all behind one few-shot block.
The oldest go first when room is needed; a prefix is as young as its youngest continuation, so none outlives its
beginning.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.weights import Shape

Slots = NDArray[np.intp]
_ROOT = -1


class Pool:
    """`keys` and `values` are (layers, slots, kv_heads * head_size), and grow as slots are used.

    `kept` is how many slots may stay for later prompts; up to `capacity` are used while prompts that are being run need
    them. Slot 0 belongs to no token: padding is read from and written to it.
    """

    def __init__(self, shape: Shape, kept: int, capacity: int) -> None:
        self.keys = np.zeros((shape.layers, 1, shape.kv_heads * shape.head_size), np.float32)
        self.values = self.keys.copy()
        self.positions = np.zeros(capacity + 1, np.intp)
        self.capacity = capacity
        self._kept = kept
        self._used = np.zeros(capacity + 1, np.int64)  # the step of last use; 0 when free
        self._step = 1
        self._children: dict[tuple[int, int], int] = {}
        self._edge: dict[int, tuple[int, int]] = {}
        self._free = list(range(capacity, 0, -1))  # taken from the end: low numbers first, so that little is grown

    def next_step(self) -> None:
        """What is not touched from here on may be dropped."""
        self._step += 1

    def touch(self, slots: Slots) -> None:
        self._used[slots] = self._step

    def unknown(self, tokens: list[int]) -> int:
        """How many tokens of a prompt have no slot yet."""
        return len(tokens) - len(self._walk(tokens))

    def place(self, tokens: list[int]) -> tuple[Slots, int]:
        """The slots of a prompt's tokens and how many of them were there already; the caller computes the others."""
        path = self._walk(tokens)
        known, node = len(path), path[-1] if path else _ROOT
        self._used[path] = self._step
        for position, slot in enumerate(self._take(len(tokens) - known), known):
            edge = (node, tokens[position])
            self._children[edge], self._edge[slot] = slot, edge
            self.positions[slot] = position
            path.append(slot)
            node = slot
        return np.array(path, np.intp), known

    def _walk(self, tokens: list[int]) -> list[int]:
        path, node = list[int](), _ROOT
        for token in tokens:
            found = self._children.get((node, token))
            if found is None:
                break
            path.append(found)
            node = found
        return path

    def private(self, position: int) -> int:
        """A slot for a generated token, that no other prompt will find."""
        (slot,) = self._take(1)
        self.positions[slot] = position
        return slot

    def release(self, slots: list[int]) -> None:
        """Gives private slots back."""
        self._used[slots] = 0
        self._free += slots

    def _take(self, count: int) -> list[int]:
        in_use = self.capacity - len(self._free)
        surplus = max(in_use + count - self._kept, count - len(self._free))
        if surplus > 0:
            self._drop(surplus)
        if count > len(self._free):
            raise MemoryError(f"{count} more tokens do not fit into {self.capacity} slots")
        taken = [self._free.pop() for _ in range(count)]
        self._used[taken] = self._step
        self._grow(max(taken, default=0) + 1)
        return taken

    def _grow(self, slots: int) -> None:
        had = self.keys.shape[1]
        if slots > had:
            size = min(max(slots, had + had // 2, 1024), self.capacity + 1)
            self.keys, self.values = _longer(self.keys, size), _longer(self.values, size)

    def _drop(self, count: int) -> None:
        old = np.flatnonzero((self._used > 0) & (self._used < self._step))
        old = old[np.argsort(self._used[old], kind="stable")]
        if len(old) > count:
            old = old[: np.searchsorted(self._used[old], self._used[old[count - 1]], side="right")]
        for slot in old.tolist():
            edge = self._edge.pop(slot, None)
            if edge is not None:
                del self._children[edge]
        self.release(old.tolist())


def _longer(array: Floats, slots: int) -> Floats:
    longer = np.empty((array.shape[0], slots, array.shape[2]), np.float32)
    longer[:, : array.shape[1]] = array
    return longer
