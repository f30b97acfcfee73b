"""A Llama-architecture model's shape and weights.

Matrices stand as (out, in), C order, fp32; q, k and v are joined. llama.cpp's converter interleaves the rows of q and
k in pairs; here they are put back into halves, as the rotary embedding in `forward` wants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalution.engines.gguf.quantisation import FORMATS, Floats, Stored, stored
from evalution.engines.gguf.reader import GgufFile
from evalution.errors import EvalutionError


class Shape(NamedTuple):
    """`heads` query heads share `kv_heads` key heads; `context` is the longest sequence in tokens."""

    layers: int
    width: int
    heads: int
    kv_heads: int
    head_size: int
    inner: int
    context: int
    vocabulary: int
    epsilon: float


class Layer(NamedTuple):
    attention_norm: Floats
    qkv: Floats
    out: Floats
    mlp_norm: Floats
    gate: Floats
    up: Floats
    down: Floats


class Weights(NamedTuple):
    """`embedding` and `head` are (vocabulary, width), the same array when tied; `frequencies` turn the pairs (i, i +
    head_size / 2) by position * frequencies[i] radians."""

    shape: Shape
    embedding: Floats
    layers: tuple[Layer, ...]
    norm: Floats
    head: Floats
    frequencies: Floats


def load_weights(file: GgufFile) -> Weights:
    """Dequantises every tensor. EvalutionError in one line for another architecture or a tensor this engine has no use
    for (a bias, an expert): ignoring one would give plausible, wrong numbers."""
    shape = _shape(file)
    expected = _expected(shape, tied="output.weight" not in file.tensors)
    for name, size in expected.items():
        if name in file.tensors and file.tensors[name].shape != size:
            raise EvalutionError(f"{file.path}: {name}: expected shape {size}, found {file.tensors[name].shape}")
    unknown = sorted(file.tensors.keys() - expected.keys() - {"rope_freqs.weight"})
    if unknown:
        raise EvalutionError(f"{file.path}: this Llama variant has tensors that are not run here, such as {unknown[0]}")
    embedding = _fp32(stored(file, "token_embd.weight"))
    return Weights(
        shape=shape,
        embedding=embedding,
        layers=tuple(_layer(file, shape, f"blk.{i}.") for i in range(shape.layers)),
        norm=_vector(file, "output_norm.weight"),
        head=_fp32(stored(file, "output.weight")) if "output.weight" in file.tensors else embedding,
        frequencies=_frequencies(file, shape),
    )


def stored_formats(file: GgufFile) -> str:
    """The formats of the file's matrices, commonest first: "Q4_1+Q8_0".

    Part of an engine's identity: two files with the same weights before quantisation answer differently.
    """
    types = [info.type for info in file.tensors.values() if len(info.shape) > 1]
    return "+".join(FORMATS[t].name for t in sorted(set(types), key=types.count, reverse=True) if t in FORMATS)


def _shape(file: GgufFile) -> Shape:
    architecture = file.metadata.get("general.architecture")
    if architecture != "llama":
        raise EvalutionError(f"{file.path}: expected architecture 'llama', found {architecture!r}")
    scaling = file.metadata.get("llama.rope.scaling.type", "none")
    if scaling != "none":
        raise EvalutionError(f"{file.path}: llama.rope.scaling.type {scaling!r} is not run here, only 'none'")
    try:
        get = {key.removeprefix("llama."): value for key, value in file.metadata.items()}
        width, heads = int(get["embedding_length"]), int(get["attention.head_count"])
        shape = Shape(
            layers=int(get["block_count"]),
            width=width,
            heads=heads,
            kv_heads=int(get.get("attention.head_count_kv", heads)),
            head_size=int(get.get("attention.key_length", width // heads)),
            inner=int(get["feed_forward_length"]),
            context=int(get["context_length"]),
            vocabulary=len(get["tokenizer.ggml.tokens"]),
            epsilon=float(get["attention.layer_norm_rms_epsilon"]),
        )
    except (KeyError, TypeError, ZeroDivisionError) as error:
        raise EvalutionError(f"{file.path}: the metadata lacks a usable {error}") from None
    rotated = int(get.get("rope.dimension_count", shape.head_size))
    if rotated != shape.head_size:
        raise EvalutionError(f"{file.path}: rotary dimensions: expected all {shape.head_size}, found {rotated}")
    return shape


def _expected(s: Shape, tied: bool) -> dict[str, tuple[int, ...]]:
    queries, keys = s.heads * s.head_size, s.kv_heads * s.head_size
    names: dict[str, tuple[int, ...]] = {
        "token_embd.weight": (s.vocabulary, s.width),
        "output_norm.weight": (s.width,),
    }
    if not tied:
        names["output.weight"] = (s.vocabulary, s.width)
    for i in range(s.layers):
        names |= {
            f"blk.{i}.attn_norm.weight": (s.width,),
            f"blk.{i}.attn_q.weight": (queries, s.width),
            f"blk.{i}.attn_k.weight": (keys, s.width),
            f"blk.{i}.attn_v.weight": (keys, s.width),
            f"blk.{i}.attn_output.weight": (s.width, queries),
            f"blk.{i}.ffn_norm.weight": (s.width,),
            f"blk.{i}.ffn_gate.weight": (s.inner, s.width),
            f"blk.{i}.ffn_up.weight": (s.inner, s.width),
            f"blk.{i}.ffn_down.weight": (s.width, s.inner),
        }
    return names


def _vector(file: GgufFile, name: str) -> Floats:
    """A copy: a view would keep the whole file in memory."""
    values: Floats = stored(file, name).values()[0].copy()
    return values


def _layer(file: GgufFile, s: Shape, prefix: str) -> Layer:
    def get(name: str) -> Stored:
        return stored(file, f"{prefix}{name}.weight")

    def halves(name: str, heads: int) -> Stored:
        pairs = np.arange(heads * s.head_size).reshape(heads, s.head_size // 2, 2)
        matrix = get(name)
        return matrix._replace(raw=matrix.raw[pairs.swapaxes(1, 2).reshape(-1)])

    return Layer(
        attention_norm=_vector(file, f"{prefix}attn_norm.weight"),
        qkv=_fp32(halves("attn_q", s.heads), halves("attn_k", s.kv_heads), get("attn_v")),
        out=_fp32(get("attn_output")),
        mlp_norm=_vector(file, f"{prefix}ffn_norm.weight"),
        gate=_fp32(get("ffn_gate")),
        up=_fp32(get("ffn_up")),
        down=_fp32(get("ffn_down")),
    )


_ROWS = 64  # decoded at once: what is in hand stays in the processor's cache, several times faster than whole


def _fp32(*matrices: Stored) -> Floats:
    """One or more matrices below each other."""
    pieces = [m._replace(raw=m.raw[i : i + _ROWS]) for m in matrices for i in range(0, len(m.raw), _ROWS)]
    first = pieces[0].values()
    joined = np.empty((sum(len(m.raw) for m in matrices), first.shape[1]), np.float32)
    at = 0
    for piece in pieces:
        values = piece.values()
        joined[at : at + len(values)] = values
        at += len(values)
    return joined


def _frequencies(file: GgufFile, s: Shape) -> Floats:
    base = float(file.metadata.get("llama.rope.freq_base", 10000.0))
    frequencies = (1.0 / base ** (np.arange(0, s.head_size, 2, dtype=np.float32) / s.head_size)).astype(np.float32)
    if "rope_freqs.weight" in file.tensors:
        frequencies /= _vector(file, "rope_freqs.weight")
    return frequencies
