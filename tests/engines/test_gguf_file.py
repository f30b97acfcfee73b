"""The file's head, the block formats, and what is refused, in one line each."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from evalution.engines.gguf.quantisation import FORMATS, stored
from evalution.engines.gguf.reader import read_gguf
from evalution.engines.gguf.weights import load_weights, stored_formats
from evalution.errors import EvalutionError

from .tiny_gguf import INNER, WIDTH, metadata, weights, write_gguf


def half(raw: bytes, at: int) -> float:
    return struct.unpack_from("<e", raw, at)[0]


def slow_q4_0(b):
    return [((b[2 + i % 16] >> (4 * (i // 16))) & 15) * half(b, 0) - 8 * half(b, 0) for i in range(32)]


def slow_q4_1(b):
    return [((b[4 + i % 16] >> (4 * (i // 16))) & 15) * half(b, 0) + half(b, 2) for i in range(32)]


def slow_q5_0(b):
    (high,) = struct.unpack_from("<I", b, 2)
    return [((((b[6 + i % 16] >> (4 * (i // 16))) & 15) | (high >> i & 1) << 4) - 16) * half(b, 0) for i in range(32)]


def slow_q5_1(b):
    (high,) = struct.unpack_from("<I", b, 4)
    return [
        (((b[8 + i % 16] >> (4 * (i // 16))) & 15) | (high >> i & 1) << 4) * half(b, 0) + half(b, 2) for i in range(32)
    ]


def slow_q8_0(b):
    return [struct.unpack_from("<b", b, 2 + i)[0] * half(b, 0) for i in range(32)]


def slow_q4_k(b):
    values = []
    for i in range(256):
        group = i // 32
        if group < 4:
            scale, minimum = b[4 + group] & 63, b[8 + group] & 63
        else:
            scale = (b[8 + group] & 15) | (b[group] >> 6) << 4
            minimum = (b[8 + group] >> 4) | (b[4 + group] >> 6) << 4
        quant = b[16 + 32 * (i // 64) + i % 32] >> (4 * (group % 2)) & 15
        values.append(half(b, 0) * scale * quant - half(b, 2) * minimum)
    return values


def slow_q6_k(b):
    values = []
    for i in range(256):
        part, within = i // 128, i % 128
        low = b[64 * part + within % 64] >> (4 * (within // 64)) & 15
        high = b[128 + 32 * part + within % 32] >> (2 * (within // 32)) & 3
        scale = struct.unpack_from("<b", b, 192 + i // 16)[0]
        values.append(half(b, 208) * scale * ((low | high << 4) - 32))
    return values


SLOW = {
    "Q4_0": (slow_q4_0, [0]),
    "Q4_1": (slow_q4_1, [0, 2]),
    "Q5_0": (slow_q5_0, [0]),
    "Q5_1": (slow_q5_1, [0, 2]),
    "Q8_0": (slow_q8_0, [0]),
    "Q4_K": (slow_q4_k, [0, 2]),
    "Q6_K": (slow_q6_k, [208]),
    "F32": (lambda b: list(struct.unpack("<f", b)), []),
    "F16": (lambda b: [half(b, 0)], [0]),
    "BF16": (lambda b: list(struct.unpack("<f", b"\0\0" + b)), []),
}


def random_blocks(name: str, count: int, seed: int = 0) -> np.ndarray:
    """Random bytes with sane scales."""
    form = next(form for form in FORMATS.values() if form.name == name)
    rng = np.random.default_rng(seed)
    if name in ("F32", "BF16"):
        floats = rng.standard_normal(count).astype("<f4").view(np.uint8).reshape(count, 4)
        return np.ascontiguousarray(floats[:, 4 - form.bytes :])
    raw = rng.integers(0, 256, (count, form.bytes), dtype=np.uint8)
    for at in SLOW[name][1]:
        raw[:, at : at + 2] = (rng.standard_normal((count, 1)) / 16).astype("<f2").view(np.uint8)
    return raw


@pytest.mark.parametrize("form", FORMATS.values(), ids=lambda form: form.name)
def test_each_format_is_decoded_as_its_layout_says(form):
    blocks = random_blocks(form.name, 6)
    values = form.decode(blocks)
    assert values.dtype == np.float32
    expected = [SLOW[form.name][0](block.tobytes()) for block in blocks]
    np.testing.assert_allclose(values.reshape(6, form.values), expected, rtol=1e-5, atol=1e-6)


def test_quantised_weights_reach_the_model_by_rows(tmp_path):
    tensors = weights()
    raw = random_blocks("Q4_1", INNER * WIDTH // 32).reshape(INNER, -1)
    tensors["blk.1.ffn_up.weight"] = raw
    values = metadata() | {"blk.1.ffn_up.weight:shape": (INNER, WIDTH)}
    file = read_gguf(write_gguf(tmp_path / "m.gguf", values, tensors, {"blk.1.ffn_up.weight": 3}))
    expected = np.array([slow_q4_1(block.tobytes()) for block in raw.reshape(-1, 20)]).reshape(INNER, WIDTH)
    np.testing.assert_allclose(load_weights(file).layers[1].up, expected, rtol=1e-5, atol=1e-6)
    assert stored_formats(file) == "F32+Q4_1"


def test_metadata_comes_back(tmp_path):
    file = read_gguf(write_gguf(tmp_path / "m.gguf", metadata(), weights()))
    assert file.metadata["tokenizer.ggml.tokens"] == metadata()["tokenizer.ggml.tokens"]
    assert file.metadata["llama.attention.layer_norm_rms_epsilon"] == pytest.approx(1e-5)
    for name, tensor in weights().items():
        np.testing.assert_array_equal(stored(file, name).values().reshape(tensor.shape), tensor)


def refusal(path) -> str:
    with pytest.raises(EvalutionError) as error:
        load_weights(read_gguf(path))
    assert "\n" not in str(error.value)
    return str(error.value)


def test_files_that_are_none(tmp_path):
    assert "No such file" in refusal(tmp_path / "absent.gguf")
    (tmp_path / "empty.gguf").write_bytes(b"")
    assert "cannot be read" in refusal(tmp_path / "empty.gguf")
    (tmp_path / "text.gguf").write_text("hello, world")
    assert "expected it to begin with 'GGUF'" in refusal(tmp_path / "text.gguf")
    (tmp_path / "old.gguf").write_bytes(b"GGUF" + struct.pack("<IQQ", 1, 0, 0))
    assert "versions 2 and 3" in refusal(tmp_path / "old.gguf")


def test_a_file_cut_anywhere_is_refused(tmp_path):
    whole = write_gguf(tmp_path / "m.gguf", metadata(), weights()).read_bytes()
    for size in [5, 20, 100, 1000, 4000, len(whole) // 2, len(whole) - 64]:
        (tmp_path / "cut.gguf").write_bytes(whole[:size])
        refusal(tmp_path / "cut.gguf")


def test_models_that_would_give_wrong_numbers_are_refused(tmp_path):
    def made(values=None, tensors=None, kinds=None):
        return refusal(write_gguf(tmp_path / "m.gguf", values or metadata(), tensors or weights(), kinds))

    assert "expected architecture 'llama', found 'qwen2'" in made(metadata(general__architecture="qwen2"))
    assert "rope.scaling" in made(metadata(llama__rope__scaling__type="yarn"))
    assert "rotary dimensions" in made(metadata(llama__rope__dimension_count=8))
    assert "block_count" in made(metadata(llama__block_count=None))
    bias = weights() | {"blk.0.attn_q.bias": np.zeros(WIDTH, np.float32)}
    assert "blk.0.attn_q.bias" in made(tensors=bias)
    assert "expected a tensor blk.1.ffn_up.weight" in made(
        tensors={name: tensor for name, tensor in weights().items() if name != "blk.1.ffn_up.weight"}
    )
    assert "stored as Q2_K" in made(kinds={"blk.0.attn_k.weight": 10})
    assert "expected shape" in made(tensors=weights() | {"output_norm.weight": np.ones(WIDTH + 1, np.float32)})
