"""What one forward pass runs: rows (one a token), and for attention, which rows see which keys.

Rows are packed without padding. Attention goes by unit: up to `UNIT` rows of one prompt, the branches behind one
context together, over the keys of their paths in order of position. A row's result must not depend on what shares its
unit, so keys lie in chunks of `CHUNK` positions that are summed one after the other: a masked key between or behind a
row's own then adds an exact zero.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalution.engines.gguf.pool import Pool, Slots
from evalution.engines.gguf.quantisation import Floats

UNIT = 128
CHUNK = 256
_LEAST_ROWS = 4  # a unit is padded to this: the products of fewer rows take other kernels
_KEYS = 32  # and a chunk to a multiple of this, for the same reason; of four times this where units are many and small


class Piece(NamedTuple):
    """Rows `rows` of the pass stand at `positions` of a prompt whose slots are `path`."""

    path: Slots
    positions: Slots
    rows: Slots


class Units(NamedTuple):
    """Attention units of one size, to be run together.

    rows (units, T), keys (units, N) slots, mask (units, 1, T, 1, N) of 0 and -inf, chunks [start, end) of N;
    `take` are the flat indices into (units * T) of rows that are none of the padding, `give` where they belong.
    """

    rows: Slots
    keys: Slots
    mask: Floats
    chunks: tuple[tuple[int, int], ...]
    take: Slots
    give: Slots


class Batch:
    """Collects the rows of one pass. `add` returns the rows at which the caller reads."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.tokens: list[int] = []
        self.slots: list[int] = []
        self.reads: set[int] = set()
        self._row_of: dict[int, int] = {}
        self._pieces: list[list[Piece]] = []
        self._least_rows = _LEAST_ROWS

    def add(self, prompts: list[tuple[list[int], int]]) -> list[list[int]]:
        """Prompts that belong together, each as tokens and the first position read; for each, the rows of the positions
        from there to its end. A token that another prompt of this pass runs is not run again."""
        pieces: list[Piece] = []
        answers = []
        for tokens, first_read in prompts:
            path, known = self.pool.place(tokens)
            wanted = range(min(known, first_read), len(tokens))
            fresh = [p for p in wanted if int(path[p]) not in self._row_of]
            for position in fresh:
                self._row_of[int(path[position])] = self._append(tokens[position], int(path[position]))
            rows = [self._row_of[int(path[p])] for p in fresh]
            if fresh:
                pieces.append(Piece(path, np.array(fresh, np.intp), np.array(rows, np.intp)))
            answers.append([self._row_of[int(slot)] for slot in path[first_read:]])
            self.reads.update(answers[-1])
        self._pieces.append(pieces)
        return answers

    def extend(self, path: Slots, token: int) -> int:
        """One generated token at the end of `path`, which ends with its own slot. A pass of these holds no prompts: all
        its units have one row."""
        self._least_rows = 1
        row = self._append(token, int(path[-1]))
        self.reads.add(row)
        self._pieces.append([Piece(path, np.array([len(path) - 1], np.intp), np.array([row], np.intp))])
        return row

    def _append(self, token: int, slot: int) -> int:
        self.tokens.append(token)
        self.slots.append(slot)
        return len(self.tokens) - 1

    def __len__(self) -> int:
        return len(self.tokens)

    def units(self, places: Slots, only: set[int] | None = None) -> list[Units]:
        """All attention of the pass, or that of some rows; `places[i]` is where row i stands."""
        groups = [unit for pieces in self._pieces for unit in _grouped(_kept(pieces, only))]
        laid = [(_layout(self.pool, unit, self._least_rows), unit) for unit in groups]
        sizes = sorted({layout.size for layout, _ in laid})
        return [_stack(places, [(layout, unit) for layout, unit in laid if layout.size == size]) for size in sizes]


def _kept(pieces: list[Piece], only: set[int] | None) -> list[Piece]:
    if only is None:
        return pieces
    masks = [(p, np.array([row in only for row in p.rows.tolist()])) for p in pieces]
    return [Piece(p.path, p.positions[keep], p.rows[keep]) for p, keep in masks if keep.any()]


def _grouped(pieces: list[Piece]) -> list[list[Piece]]:
    """Pieces cut to at most UNIT rows and gathered into units of at most UNIT rows."""
    units: list[list[Piece]] = []
    room = 0
    for piece in pieces:
        for i in range(0, len(piece.rows), UNIT):
            part = Piece(piece.path, piece.positions[i : i + UNIT], piece.rows[i : i + UNIT])
            if len(part.rows) > room:
                units.append([])
                room = UNIT
            units[-1].append(part)
            room -= len(part.rows)
    return units


class _Layout(NamedTuple):
    rows: int
    chunks: tuple[tuple[int, int], ...]
    keys: Slots
    columns: Slots

    @property
    def size(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        return self.rows, self.chunks


def _layout(pool: Pool, unit: list[Piece], least: int) -> _Layout:
    """A unit's keys in order of position with the column of each, and the padded sizes."""
    paths = [piece.path[: piece.positions[-1] + 1] for piece in unit]
    keys = paths[0] if len(paths) == 1 else np.unique(np.concatenate(paths))
    keys = keys[np.argsort(pool.positions[keys], kind="stable")]
    ends = np.cumsum(np.bincount(pool.positions[keys] // CHUNK))
    n_rows = sum(len(piece.rows) for piece in unit)
    step = _KEYS if n_rows > _LEAST_ROWS else 4 * _KEYS
    chunks: list[tuple[int, int]] = []
    columns = np.empty(len(keys), np.intp)
    start = at = 0
    for end in ends.tolist():
        columns[start:end] = np.arange(at, at + end - start)
        width = -(-(end - start) // step) * step
        chunks.append((at, at + width))
        start, at = end, at + width
    return _Layout(-(-n_rows // least) * least, tuple(chunks), keys, columns)


def _stack(places: Slots, members: list[tuple[_Layout, list[Piece]]]) -> Units:
    """Units of one size side by side."""
    n_rows, chunks = members[0][0].size
    n_units, n_keys = len(members), chunks[-1][1]
    rows = np.zeros((n_units, n_rows), np.intp)
    keys = np.zeros((n_units, n_keys), np.intp)
    mask = np.full((n_units, n_rows, n_keys), -np.inf, np.float32)
    take, give = [], []
    for u, (layout, unit) in enumerate(members):
        keys[u, layout.columns] = layout.keys
        column_of = dict(zip(layout.keys.tolist(), layout.columns.tolist(), strict=True))
        at = 0
        for piece in unit:
            span = slice(at, at + len(piece.rows))
            path = piece.path[: piece.positions[-1] + 1].tolist()
            columns = np.array([column_of[slot] for slot in path], np.intp)
            seen = np.arange(len(path)) <= piece.positions[:, None]
            mask[u, span, columns] = np.where(seen, np.float32(0), np.float32(-np.inf)).T
            rows[u, span] = places[piece.rows]
            take.append(np.arange(span.start, span.stop) + u * n_rows)
            give.append(places[piece.rows])
            at = span.stop
        mask[u, at:, layout.columns[0]] = 0
    return Units(rows, keys, mask[:, None, :, None, :], chunks, np.concatenate(take), np.concatenate(give))
