"""ggml's block formats, back to fp32.

A quantised row is cut into blocks of 32 values (256 for the K formats) that share a scale `d`, in some formats also a
minimum `m`. Each function here takes blocks as bytes, shape (n, bytes a block), and gives fp32, shape (n, values a
block), equal to the bit to ggml's own dequantisation. Source of the layouts: ggml-quants.c, ggml-common.h.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalution.engines.gguf.reader import GgufFile
from evalution.errors import EvalutionError

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def _f16(blocks: Bytes, at: int) -> Floats:
    return np.ascontiguousarray(blocks[:, at : at + 2]).view(np.float16).astype(np.float32)


def _nibbles(packed: Bytes) -> Bytes:
    """Low halves first, then high halves."""
    return np.concatenate((packed & 15, packed >> 4), axis=1)


def _fifth_bits(blocks: Bytes, at: int) -> Bytes:
    bits = np.unpackbits(np.ascontiguousarray(blocks[:, at : at + 4]), axis=1, bitorder="little")
    fifth: Bytes = bits << np.uint8(4)
    return fifth


def _q4_0(b: Bytes) -> Floats:
    return (_nibbles(b[:, 2:]).astype(np.float32) - 8) * _f16(b, 0)


def _q4_1(b: Bytes) -> Floats:
    values = _nibbles(b[:, 4:]).astype(np.float32)
    values *= _f16(b, 0)
    values += _f16(b, 2)
    return values


def _q5_0(b: Bytes) -> Floats:
    return ((_nibbles(b[:, 6:]) | _fifth_bits(b, 2)).astype(np.float32) - 16) * _f16(b, 0)


def _q5_1(b: Bytes) -> Floats:
    return (_nibbles(b[:, 8:]) | _fifth_bits(b, 4)).astype(np.float32) * _f16(b, 0) + _f16(b, 2)


def _q8_0(b: Bytes) -> Floats:
    return b[:, 2:].view(np.int8).astype(np.float32) * _f16(b, 0)


def _k_scales(packed: Bytes) -> tuple[Bytes, Bytes]:
    """Eight 6-bit scales and eight 6-bit minima in 12 bytes."""
    low, middle, high = packed[:, 0:4], packed[:, 4:8], packed[:, 8:12]
    scales = np.concatenate((low & 63, (high & 15) | ((low >> 6) << 4)), axis=1)
    minima = np.concatenate((middle & 63, (high >> 4) | ((middle >> 6) << 4)), axis=1)
    return scales, minima


def _q4_k(b: Bytes) -> Floats:
    scales, minima = _k_scales(b[:, 4:16])
    quants = _nibbles(b[:, 16:].reshape(-1, 32)).reshape(len(b), 8, 32).astype(np.float32)
    d, m = _f16(b, 0) * scales, _f16(b, 2) * minima
    values: Floats = quants * d[:, :, None] - m[:, :, None]
    return values.reshape(len(b), 256)


def _q6_k(b: Bytes) -> Floats:
    low, high = b[:, :128].reshape(-1, 2, 64), b[:, 128:192].reshape(-1, 2, 1, 32)
    fours = np.concatenate((low & 15, low >> 4), axis=2).reshape(-1, 2, 4, 32)
    twos = (high >> np.array([0, 2, 4, 6], np.uint8).reshape(4, 1)) & 3
    quants = (fours | (twos << 4)).astype(np.float32) - 32
    scales = np.ascontiguousarray(b[:, 192:208]).view(np.int8).astype(np.float32) * _f16(b, 208)
    values: Floats = quants.reshape(len(b), 16, 16) * scales[:, :, None]
    return values.reshape(len(b), 256)


def _f32(b: Bytes) -> Floats:
    return b.view(np.float32)


def _f16_values(b: Bytes) -> Floats:
    return b.view(np.float16).astype(np.float32)


def _bf16(b: Bytes) -> Floats:
    return (b.view(np.uint16).astype(np.uint32) << 16).view(np.float32)


class Format(NamedTuple):
    name: str
    values: int
    bytes: int
    decode: Callable[[Bytes], Floats]


FORMATS = {
    0: Format("F32", 1, 4, _f32),
    1: Format("F16", 1, 2, _f16_values),
    2: Format("Q4_0", 32, 18, _q4_0),
    3: Format("Q4_1", 32, 20, _q4_1),
    6: Format("Q5_0", 32, 22, _q5_0),
    7: Format("Q5_1", 32, 24, _q5_1),
    8: Format("Q8_0", 32, 34, _q8_0),
    12: Format("Q4_K", 256, 144, _q4_k),
    14: Format("Q6_K", 256, 210, _q6_k),
    30: Format("BF16", 1, 2, _bf16),
}
"""By ggml's type number. Others are refused by name where ggml's list has one."""

_OTHERS = {9: "Q8_1", 10: "Q2_K", 11: "Q3_K", 13: "Q5_K", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS"} | {
    19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S", 23: "IQ4_XS", 29: "IQ1_M", 34: "TQ1_0", 35: "TQ2_0"
}  # fmt: skip


class Stored(NamedTuple):
    """A tensor as it lies in the file: `raw` has one line of bytes for each row (a vector is one row)."""

    format: Format
    raw: Bytes

    def values(self) -> Floats:
        """fp32, shape (rows, values a row)."""
        form = self.format
        return form.decode(self.raw.reshape(-1, form.bytes)).reshape(len(self.raw), -1)


def stored(file: GgufFile, name: str) -> Stored:
    """Finds a tensor. EvalutionError in one line when it is absent, of a format that is not read here, or cut short."""
    info = file.tensors.get(name)
    if info is None:
        raise EvalutionError(f"{file.path}: expected a tensor {name}, found none")
    form = FORMATS.get(info.type)
    if form is None:
        known = ", ".join(f.name for f in FORMATS.values())
        found = _OTHERS.get(info.type, f"number {info.type}")
        raise EvalutionError(f"{file.path}: {name} is stored as {found}; formats read here: {known}")
    rows, rest = int(np.prod(info.shape[:-1])), info.shape[-1] % form.values
    size = rows * info.shape[-1] // form.values * form.bytes
    if rest or info.offset + size > len(file.data):
        raise EvalutionError(f"{file.path}: {name}, shape {info.shape}: the file is cut short or damaged there")
    return Stored(form, np.frombuffer(file.data, np.uint8, size, info.offset).reshape(rows, -1))
