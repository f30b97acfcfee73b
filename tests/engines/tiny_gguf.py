"""A tiny Llama model with random weights as a GGUF file, and the same model run the slow, obvious way in float64."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

LAYERS, WIDTH, HEADS, KV_HEADS, INNER, CONTEXT = 2, 64, 4, 2, 96, 256
SIZE = WIDTH // HEADS
THETA, EPSILON = 10000.0, 1e-5
SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
MERGES = ["t h", "th e", "Ġ the", "Ġ a", "i n", "Ġ in", "o n", "e r", "Ġ b", "a n"]


def byte_letters() -> list[str]:
    """GPT-2's printable stand-ins for the 256 bytes."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    spare = iter(range(256, 512))
    return [chr(b) if b in kept else chr(next(spare)) for b in range(256)]


VOCABULARY = [*SPECIALS, *byte_letters(), *(merge.replace(" ", "") for merge in MERGES)]


def metadata(**changes: Any) -> dict[str, Any]:
    """As a converter writes it. Keys of changes have `__` for `.`; None leaves a key out."""
    values: dict[str, Any] = {
        "general.architecture": "llama",
        "general.name": "tiny",
        "llama.block_count": LAYERS,
        "llama.context_length": CONTEXT,
        "llama.embedding_length": WIDTH,
        "llama.feed_forward_length": INNER,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": KV_HEADS,
        "llama.attention.layer_norm_rms_epsilon": EPSILON,
        "llama.rope.freq_base": THETA,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": VOCABULARY,
        "tokenizer.ggml.token_type": [3] * len(SPECIALS) + [1] * (len(VOCABULARY) - len(SPECIALS)),
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.add_bos_token": False,
        "tokenizer.chat_template": TEMPLATE,
    }
    values |= {key.replace("__", "."): value for key, value in changes.items()}
    return {key: value for key, value in values.items() if value is not None}


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)

    def matrix(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)

    kv = KV_HEADS * SIZE
    tensors = {
        "token_embd.weight": 4 * matrix(len(VOCABULARY), WIDTH),
        "output_norm.weight": 1 + matrix(WIDTH) / 4,
    }
    for i in range(LAYERS):
        tensors |= {
            f"blk.{i}.attn_norm.weight": 1 + matrix(WIDTH) / 4,
            f"blk.{i}.attn_q.weight": 2 * matrix(WIDTH, WIDTH),
            f"blk.{i}.attn_k.weight": 2 * matrix(kv, WIDTH),
            f"blk.{i}.attn_v.weight": matrix(kv, WIDTH),
            f"blk.{i}.attn_output.weight": matrix(WIDTH, WIDTH),
            f"blk.{i}.ffn_norm.weight": 1 + matrix(WIDTH) / 4,
            f"blk.{i}.ffn_gate.weight": matrix(INNER, WIDTH),
            f"blk.{i}.ffn_up.weight": matrix(INNER, WIDTH),
            f"blk.{i}.ffn_down.weight": matrix(WIDTH, INNER),
        }
    return tensors


def write_gguf(
    path: Path, values: dict[str, Any], tensors: dict[str, np.ndarray], kinds: dict[str, int] | None = None
) -> Path:
    """Version 3. A tensor that `kinds` gives ggml's number of a type for must be raw bytes, shape (out, bytes a row)
    after (out, in) is recorded under `name + ":shape"` in `values`; others are written as F32."""
    kinds = kinds or {}
    shapes = {name: values.pop(name + ":shape", tensor.shape) for name, tensor in tensors.items()}
    out = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values)))
    for key, value in values.items():
        out += _string(key) + _value(value)
    offset, body = 0, bytearray()
    for name, tensor in tensors.items():
        shape = shapes[name][::-1]
        out += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kinds.get(name, 0), offset)
        body += tensor.tobytes()
        body += bytes(-len(body) % 32)
        offset = len(body)
    out += bytes(-len(out) % 32) + body
    path.write_bytes(out)
    return path


def _string(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _value(value: Any) -> bytes:
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if isinstance(value[0], str):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_string, value))
    return struct.pack(f"<IIQ{len(value)}i", 9, 5, len(value), *value)


def slow_logprobs(tensors: dict[str, np.ndarray], ids: list[int]) -> np.ndarray:
    """log p of every token after each position, shape (len(ids), vocabulary): one sequence, float64, pairs (2i, 2i + 1)
    turned as llama.cpp does on the rows as stored."""
    w = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
    x = w["token_embd.weight"][ids]
    for i in range(LAYERS):
        x = x + _attention(w, f"blk.{i}.", x)
        h = _norm(x, w[f"blk.{i}.ffn_norm.weight"])
        gate = h @ w[f"blk.{i}.ffn_gate.weight"].T
        x = x + (gate / (1 + np.exp(-gate)) * (h @ w[f"blk.{i}.ffn_up.weight"].T)) @ w[f"blk.{i}.ffn_down.weight"].T
    logits = _norm(x, w["output_norm.weight"]) @ w.get("output.weight", w["token_embd.weight"]).T
    top = logits.max(axis=1, keepdims=True)
    return logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))


def _norm(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + EPSILON) * weight


def _attention(w: dict[str, np.ndarray], block: str, x: np.ndarray) -> np.ndarray:
    h = _norm(x, w[block + "attn_norm.weight"])
    q, k, v = (h @ w[f"{block}attn_{name}.weight"].T for name in "qkv")
    heads = []
    for head in range(HEADS):
        shared = head // (HEADS // KV_HEADS)
        a, b = _turned(q[:, head * SIZE : (head + 1) * SIZE]), _turned(k[:, shared * SIZE : (shared + 1) * SIZE])
        scores = a @ b.T / np.sqrt(SIZE)
        scores[np.triu_indices(len(x), 1)] = -np.inf
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        heads.append(p / p.sum(axis=1, keepdims=True) @ v[:, shared * SIZE : (shared + 1) * SIZE])
    return np.concatenate(heads, axis=1) @ w[block + "attn_output.weight"].T


def _turned(x: np.ndarray) -> np.ndarray:
    angles = np.arange(len(x))[:, None] * THETA ** (-np.arange(0, SIZE, 2) / SIZE)
    even, odd = x[:, ::2], x[:, 1::2]
    out = np.empty_like(x)
    out[:, ::2], out[:, 1::2] = (
        even * np.cos(angles) - odd * np.sin(angles),
        odd * np.cos(angles) + even * np.sin(angles),
    )
    return out
