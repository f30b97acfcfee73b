"""The flag `--plugin FILE`, for every command that takes names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _load(plugins: list[Path] | None) -> list[Path] | None:
    from evalution.runs.plugin import load_plugin

    for path in plugins or ():
        load_plugin(path)
    return plugins


Plugin = Annotated[
    list[Path] | None, typer.Option(callback=_load, help="Python file with benchmarks or scorers of your own.")
]
