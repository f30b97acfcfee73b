"""What it costs to import, to ask for help, and to install."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = {"numpy", "scipy", "datasets", "mpmath", "aiohttp", "jinja2", "tokenizers", "torch", "transformers"}
ENGINES = "evalution.engines."


def cpu_seconds(*command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def above_the_interpreter(*command: str) -> float:
    """The median of seven differences, each to a bare interpreter run beside it."""
    pairs = [(cpu_seconds(*command), cpu_seconds(sys.executable, "-c", "pass")) for _ in range(7)]
    return statistics.median(ours - bare for ours, bare in pairs)


def test_import_is_light():
    assert above_the_interpreter(sys.executable, "-c", "import evalution") <= 0.050


def test_help_is_quick():
    assert statistics.median(cpu_seconds(sys.executable, "-m", "evalution", "--help") for _ in range(7)) <= 0.200


@pytest.mark.parametrize(
    "code",
    [
        "import evalution",
        "import evalution.cli.app",
        "import evalution; evalution.score('It is 18.', '18', 'num')",
        "import evalution; evalution.score('The answer is (B).', 'B', 'choice_label', choices=4)",
    ],
)
def test_nothing_heavy_is_imported(code):
    loaded = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    ).stdout.split()
    assert not HEAVY & set(loaded)
    assert not [name for name in loaded if name.startswith(ENGINES)]


@pytest.mark.slow
def test_the_install_is_small(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    python = next(p for p in (tmp_path / "bin" / "python", tmp_path / "Scripts" / "python.exe") if p.exists())
    subprocess.run([python, "-m", "pip", "install", "-q", ROOT], check=True)
    site = next(tmp_path.glob("lib*/**/site-packages"))
    packages = [d for d in distributions(path=[str(site)]) if d.metadata["Name"] not in ("pip", "setuptools")]
    size = sum(
        file.locate().stat().st_size  # type: ignore[attr-defined]
        for package in packages
        for file in package.files or ()
        if file.locate().is_file()  # type: ignore[attr-defined]
    )
    print(f"{len(packages)} packages, {size / 2**20:.0f} MiB")
    assert len(packages) <= 30
    assert size <= 260 * 2**20
