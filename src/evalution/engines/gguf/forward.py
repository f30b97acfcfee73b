"""The Llama forward pass in numpy, fp32: packed rows in, logits out.

A row's result is the same whatever else is in the pass, to the bit where the processor's matrix kernels allow it (see
`kernels`): the number of rows of a product is padded, and attention is laid out by `batch`. Prompts and generated
tokens take different products (`wide` and `narrow`), each always the same one.
"""

from __future__ import annotations

import functools
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evalution.engines.gguf.batch import Batch, Units
from evalution.engines.gguf.quantisation import Floats
from evalution.engines.gguf.weights import Layer, Shape, Weights

NARROW = 16
"""Rows of a pass over generated tokens, always: what memory can feed costs the same for 1 row as for 16."""

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
    """The product for NARROW rows: w in blocks so small that BLAS multiplies them where they lie. A third faster."""
    n_out, n_in = w.shape
    blocks = np.matmul(w.reshape(-1, _block(n_out, n_in * len(x)), n_in), np.ascontiguousarray(x.T))
    return np.ascontiguousarray(blocks.reshape(n_out, len(x)).T)


@functools.cache
def _block(n_out: int, work: int) -> int:
    """The largest divisor of n_out within OpenBLAS's bound for products without packing, 10^6 multiplications."""
    return max(b for b in range(1, n_out + 1) if n_out % b == 0 and (b * work <= 900_000 or b == 1))


def hidden(weights: Weights, batch: Batch, product: Product, n_rows: int) -> tuple[Floats, dict[int, int]]:
    """Runs a batch, padded to `n_rows`, and writes its keys and values into the pool.

    Returns the final hidden states of the rows that are read, at least NARROW of them, and where each row stands there.
    """
    shape, pool = weights.shape, batch.pool
    pad = n_rows - len(batch)
    slots = np.array(batch.slots + [0] * pad, np.intp)
    x = weights.embedding[np.array(batch.tokens + [0] * pad)]
    turn = _rotation(weights, pool.positions[slots])
    reads = sorted(batch.reads)
    padded = np.array(reads + [0] * (NARROW - len(reads)), np.intp)
    units = batch.units()
    mixed = np.zeros((n_rows, shape.heads * shape.head_size), np.float32)
    for i, layer in enumerate(weights.layers):
        q, k, v = _queries_keys_values(x, layer, shape, turn, product)
        pool.keys[i, slots], pool.values[i, slots] = k, v
        last = i == shape.layers - 1
        attend(q, pool.keys[i], pool.values[i], batch.units(batch.reads) if last else units, shape, mixed)
        if last:
            x, mixed = x[padded], mixed[padded]
        x += product(mixed, layer.out)
        x += _mlp(_normed(x, layer.mlp_norm, shape.epsilon), layer, product)
    return _normed(x, weights.norm, shape.epsilon), {row: i for i, row in enumerate(reads)}


def attend(q: Floats, keys: Floats, values: Floats, units: list[Units], shape: Shape, out: Floats) -> None:
    """Softmax attention of the units' rows over their keys; writes rows of `out` (rows, heads * head_size)."""
    for unit in units:
        n_units, n_rows = unit.rows.shape
        at_once = max(1, _SCORES // (n_rows * shape.heads * unit.keys.shape[1]))
        mixed = [_mix(q, keys, values, unit, slice(u, u + at_once), shape) for u in range(0, n_units, at_once)]
        flat = (mixed[0] if len(mixed) == 1 else np.concatenate(mixed)).reshape(n_units * n_rows, -1)
        out[unit.give] = flat[unit.take]


def _mix(q: Floats, keys: Floats, values: Floats, unit: Units, which: slice, shape: Shape) -> Floats:
    n_kv, size, shared = shape.kv_heads, shape.head_size, shape.heads // shape.kv_heads
    rows, slots = unit.rows[which], unit.keys[which]
    (n_units, n_rows), n_keys = rows.shape, slots.shape[1]
    queries = q[rows].reshape(n_units, n_rows, n_kv, shared, size).transpose(0, 2, 1, 3, 4)
    queries = queries.reshape(n_units, n_kv, n_rows * shared, size)
    k = keys.take(slots, axis=0).reshape(n_units, n_keys, n_kv, size).transpose(0, 2, 3, 1)
    v = values.take(slots, axis=0).reshape(n_units, n_keys, n_kv, size).transpose(0, 2, 1, 3)
    scores = np.matmul(queries, np.ascontiguousarray(k)).reshape(n_units, n_kv, n_rows, shared, n_keys)
    scores += unit.mask[which]
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores = scores.reshape(n_units, n_kv, n_rows * shared, n_keys)
    ones = np.ones((n_keys, NARROW), np.float32)
    total, weight = np.zeros_like(queries), np.zeros((*queries.shape[:-1], NARROW), np.float32)
    for start, end in unit.chunks:
        total += np.matmul(scores[..., start:end], v[..., start:end, :])
        weight += np.matmul(scores[..., start:end], ones[start:end])
    total /= weight[..., :1]
    mixed: Floats = total.reshape(n_units, n_kv, n_rows, shared, size).transpose(0, 2, 1, 3, 4)
    return mixed


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
        scale = normed[rows].mean(axis=1, keepdims=True)
        np.multiply(block, 1 / np.sqrt(scale + np.float32(epsilon)), out=normed[rows])
        normed[rows] *= weight
    return normed


def _rotation(weights: Weights, positions: NDArray[np.intp]) -> tuple[Floats, Floats]:
    angles = positions[:, None].astype(np.float32) * weights.frequencies
    return np.cos(angles)[:, None], np.sin(angles)[:, None]


def _blocks(n_rows: int) -> list[slice]:
    return [slice(i, i + _BLOCK) for i in range(0, n_rows, _BLOCK)]
