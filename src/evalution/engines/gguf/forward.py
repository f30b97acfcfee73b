"""The Llama forward pass in numpy, fp32: packed rows in, logits out.

A row's result is the same whatever else is in the pass, to the bit where the processor's matrix kernels allow it:
`rows` says where a row may stand, and attention is laid out by `batch`. Prompts and generated tokens take different
products (`wide` and `narrow`), each always the same one.
"""

from __future__ import annotations

import functools
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from evalution.engines.gguf.batch import Batch, Units
from evalution.engines.gguf.pool import Slots
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.rows import RowRule
from evalution.engines.gguf.weights import Layer, Shape, Weights

NARROW = 16
"""Rows of a pass over generated tokens, always: what memory can feed costs the same for 1 row as for 16."""

_LANES = 16  # columns of ones: sums by the same kernel as the values
_BLOCK = 64  # rows whose activations fit into the processor's second cache
_SCORES = 1 << 21  # attention scores in hand at once


class Product(Protocol):
    def __call__(self, x: Floats, w: Floats) -> Floats:
        """x (rows, in) and w (out, in) -> (rows, out)."""


def wide(x: Floats, w: Floats) -> Floats:
    """The product for many rows."""
    result: Floats = x @ w.T
    return result


def narrow(x: Floats, w: Floats) -> Floats:
    """The product for NARROW rows: w in blocks so small that BLAS multiplies them where they lie. A third faster.

    The result lies in memory by columns, as the next product wants it.
    """
    n_out, n_in = w.shape
    blocks = np.matmul(w.reshape(-1, _block(n_out, n_in * len(x)), n_in), np.ascontiguousarray(x.T))
    result: Floats = blocks.reshape(n_out, len(x)).T
    return result


@functools.cache
def _block(n_out: int, work: int) -> int:
    """The largest divisor of n_out within OpenBLAS's bound for products without packing, 10^6 multiplications."""
    return max(b for b in range(1, n_out + 1) if n_out % b == 0 and (b * work <= 900_000 or b == 1))


def hidden(weights: Weights, batch: Batch, product: Product, rule: RowRule) -> tuple[Floats, dict[int, int]]:
    """Runs a batch and writes its keys and values into the pool.

    Returns the final hidden states of the rows that are read, placed by the rule, and where each row stands there.
    """
    shape, pool = weights.shape, batch.pool
    own = np.array(batch.slots, np.intp)
    places, n_rows = rule.place(pool.positions[own])
    slots, tokens = np.zeros(n_rows, np.intp), np.zeros(n_rows, np.intp)
    slots[places], tokens[places] = own, batch.tokens
    x, turn = weights.embedding[tokens], _rotation(weights, pool.positions[slots])
    reads = np.array(sorted(batch.reads), np.intp)
    read_places, n_reads = rule.place(pool.positions[own[reads]])
    kept = np.zeros(n_reads, np.intp)
    kept[read_places] = places[reads]
    units, last_units = batch.units(places), batch.units(places, batch.reads)
    precision = np.float32 if rule.gaps else np.float64
    mixed = np.zeros((n_rows, shape.heads * shape.head_size), np.float32)
    for i, layer in enumerate(weights.layers):
        q, k, v = _queries_keys_values(x, layer, shape, turn, product)
        pool.keys[i, slots], pool.values[i, slots] = k, v
        last = i == shape.layers - 1
        q, attention = q.astype(precision, copy=False), last_units if last else units
        attend(q, pool.keys[i], pool.values[i], attention, shape, mixed)
        if last:
            x, mixed = x[kept], mixed[kept]
        x += product(mixed, layer.out)
        x += _mlp(_normed(x, layer.mlp_norm, shape.epsilon), layer, product)
    states = _normed(x, weights.norm, shape.epsilon)
    return states, dict(zip(reads.tolist(), read_places.tolist(), strict=True))


def logits(states: Floats, rows: Slots, head: Floats, rule: RowRule) -> Floats:
    """(rows, vocabulary) after some rows of the states of a pass over prompts."""
    places, n_rows = rule.place(rule.kind(rows))
    padded = np.zeros(n_rows, np.intp)
    padded[places] = rows
    every = wide(states[padded], head)
    return every[: len(rows)] if np.array_equal(places, np.arange(len(rows))) else every[places]


def attend(q: Any, keys: Floats, values: Floats, units: list[Units], shape: Shape, out: Floats) -> None:
    """Softmax attention of the units' rows over their keys, in the precision of `q`. Writes rows of `out`, shape (rows,
    heads * head_size)."""
    for unit in units:
        n_units, n_rows = unit.rows.shape
        at_once = max(1, _SCORES // (n_rows * shape.heads * unit.keys.shape[1]))
        mixed = [_mix(q, keys, values, unit, slice(u, u + at_once), shape) for u in range(0, n_units, at_once)]
        flat = (mixed[0] if len(mixed) == 1 else np.concatenate(mixed)).reshape(n_units * n_rows, -1)
        out[unit.give] = flat[unit.take]


def _mix(q: Any, keys: Floats, values: Floats, unit: Units, which: slice, shape: Shape) -> Any:
    n_kv, size, shared = shape.kv_heads, shape.head_size, shape.heads // shape.kv_heads
    rows, slots = unit.rows[which], unit.keys[which]
    (n_units, n_rows), n_keys = rows.shape, slots.shape[1]
    queries = q[rows].reshape(n_units, n_rows, n_kv, shared, size).transpose(0, 2, 1, 3, 4)
    queries = queries.reshape(n_units, n_kv, n_rows * shared, size)
    k = keys.take(slots, axis=0).reshape(n_units, n_keys, n_kv, size).transpose(0, 2, 3, 1)
    k = np.ascontiguousarray(k, q.dtype)
    v = values.take(slots, axis=0).reshape(n_units, n_keys, n_kv, size).transpose(0, 2, 1, 3)
    v = v.astype(q.dtype, copy=False)
    scores = np.matmul(queries, k).reshape(n_units, n_kv, n_rows, shared, n_keys)
    scores += unit.mask[which]
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores = scores.reshape(n_units, n_kv, n_rows * shared, n_keys)
    ones = np.ones((n_keys, _LANES), q.dtype)
    total, weight = np.zeros_like(queries), np.zeros((*queries.shape[:-1], _LANES), q.dtype)
    for start, end in unit.chunks:
        total += np.matmul(scores[..., start:end], v[..., start:end, :])
        weight += np.matmul(scores[..., start:end], ones[start:end])
    total /= weight[..., :1]
    return total.reshape(n_units, n_kv, n_rows, shared, size).transpose(0, 2, 1, 3, 4)


def _queries_keys_values(
    x: Floats, layer: Layer, shape: Shape, turn: tuple[Floats, Floats], product: Product
) -> tuple[Floats, Floats, Floats]:
    """Rotated queries, already divided by sqrt(head_size), rotated keys, and values."""
    qkv = product(_normed(x, layer.attention_norm, shape.epsilon), layer.qkv)
    n_rows, size, turned = len(x), shape.head_size, shape.heads + shape.kv_heads
    pairs = qkv[:, : turned * size].reshape(n_rows, turned, 2, size // 2)
    cos, sin = turn
    rotated = np.empty((n_rows, turned, 2, size // 2), np.float32)
    for rows in _blocks(n_rows):
        first, second = pairs[rows, :, 0], pairs[rows, :, 1]
        np.multiply(first, cos[rows], out=rotated[rows, :, 0])
        rotated[rows, :, 0] -= second * sin[rows]
        np.multiply(second, cos[rows], out=rotated[rows, :, 1])
        rotated[rows, :, 1] += first * sin[rows]
    flat = rotated.reshape(n_rows, turned * size)
    split = shape.heads * size
    flat[:, :split] *= np.float32(size**-0.5)
    return flat[:, :split], flat[:, split:], qkv[:, turned * size :]


def _mlp(x: Floats, layer: Layer, product: Product) -> Floats:
    gate, up = product(x, layer.gate), product(x, layer.up)
    with np.errstate(over="ignore"):
        for rows in _blocks(len(x)):
            g = gate[rows]
            silu = np.negative(g)
            np.exp(silu, out=silu)
            silu += 1
            np.divide(g, silu, out=silu)
            up[rows] *= silu
    return product(up, layer.down)


def _normed(x: Floats, weight: Floats, epsilon: float) -> Floats:
    normed = np.empty_like(x)
    for rows in _blocks(len(x)):
        block = x[rows]
        np.multiply(block, block, out=normed[rows])
        scale = np.add.reduce(normed[rows], axis=1, keepdims=True)
        scale *= np.float32(1 / x.shape[1])
        scale += np.float32(epsilon)
        np.multiply(block, 1 / np.sqrt(scale), out=normed[rows])
        normed[rows] *= weight
    return normed


def _rotation(weights: Weights, positions: NDArray[np.intp]) -> tuple[Floats, Floats]:
    angles = positions[:, None].astype(np.float32) * weights.frequencies
    return np.cos(angles)[:, None], np.sin(angles)[:, None]


def _blocks(n_rows: int) -> list[slice]:
    return [slice(i, i + _BLOCK) for i in range(0, n_rows, _BLOCK)]
