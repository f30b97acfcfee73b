"""The GGUF file format, versions 2 and 3, little-endian: metadata and where each tensor lies.

Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from evalution.errors import EvalutionError

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9


class TensorInfo(NamedTuple):
    """`shape` is (out, in), slowest first (the file has it reversed); `type` is ggml's number; `offset` counts from
    the start of the file."""

    shape: tuple[int, ...]
    type: int
    offset: int


class GgufFile(NamedTuple):
    """A file as read: its metadata by key, its tensors by name, its bytes mapped into memory."""

    path: Path
    metadata: dict[str, Any]
    tensors: dict[str, TensorInfo]
    data: mmap.mmap


def read_gguf(path: Path) -> GgufFile:
    """Maps a file and reads its head. EvalutionError, in one line, when it is missing, no GGUF file, or cut short."""
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise EvalutionError(f"{path}: cannot be read as a GGUF file: {error}") from None
    if data[:4] != b"GGUF":
        raise EvalutionError(f"{path}: not a GGUF file: expected it to begin with 'GGUF', found {bytes(data[:4])!r}")
    try:
        return _Cursor(data, path).file()
    except (struct.error, OverflowError, UnicodeDecodeError, KeyError) as error:
        raise EvalutionError(f"{path}: the head of this GGUF file is damaged or cut short: {error}") from None


class _Cursor:
    def __init__(self, data: mmap.mmap, path: Path) -> None:
        self.data, self.path, self.at = data, path, 4

    def scalar(self, code: str) -> Any:
        (value,) = struct.unpack_from("<" + code, self.data, self.at)
        self.at += struct.calcsize("<" + code)
        return value

    def string(self) -> str:
        length = self.scalar("Q")
        raw = self.data[self.at : self.at + length]
        if len(raw) < length:
            raise struct.error("a string runs past the end")
        self.at += length
        return raw.decode("utf-8")

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.string()
        if kind != _ARRAY:
            return self.scalar(_SCALARS[kind])
        inner, count = self.scalar("I"), self.scalar("Q")
        if inner in _SCALARS:
            values = struct.unpack_from(f"<{count}{_SCALARS[inner]}", self.data, self.at)
            self.at += struct.calcsize(f"<{count}{_SCALARS[inner]}")
            return list(values)
        read: Callable[[], Any] = self.string if inner == _STRING else lambda: self.value(inner)
        return [read() for _ in range(count)]

    def file(self) -> GgufFile:
        version = self.scalar("I")
        if version not in (2, 3):
            raise EvalutionError(f"{self.path}: GGUF versions 2 and 3 are read, found {version}")
        n_tensors, n_values = self.scalar("Q"), self.scalar("Q")
        metadata = {}
        for _ in range(n_values):
            key, kind = self.string(), self.scalar("I")
            metadata[key] = self.value(kind)
        tensors = {}
        for _ in range(n_tensors):
            name = self.string()
            shape = tuple(self.scalar("Q") for _ in range(self.scalar("I")))[::-1]
            tensors[name] = TensorInfo(shape, self.scalar("I"), self.scalar("Q"))
        alignment = int(metadata.get("general.alignment", 32))
        start = -(-self.at // alignment) * alignment
        tensors = {name: info._replace(offset=start + info.offset) for name, info in tensors.items()}
        return GgufFile(self.path, metadata, tensors, self.data)
