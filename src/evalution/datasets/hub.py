"""Rows from the Hugging Face Hub through the `datasets` library (the extra `hub`)."""

from __future__ import annotations

from typing import Any

from evalution.benchmarks.benchmark import Source
from evalution.errors import EvalutionError


def hub_rows(source: Source, config: str | None, split: str, benchmark: str) -> tuple[list[dict[str, Any]], str]:
    """All rows of a configuration's split and the commit they come from, resolved before they are loaded.

    EvalutionError names `--data` when the library is missing or the Hub cannot be reached.
    """
    way_out = f"give a local file instead: --data {benchmark}:{split}=FILE"
    if split == source.train:
        way_out += ", or ask without solved examples: --fewshot 0"
    if not source.hub:
        raise EvalutionError(f"{benchmark}: its rows are a file of one's own: --data {benchmark}:{split}=FILE")
    try:
        from huggingface_hub import HfApi

        from datasets import load_dataset
    except ImportError:
        raise EvalutionError(
            f"{benchmark}: loading {source.hub} needs the extra `hub` (pip install 'evalution[hub]'); or {way_out}"
        ) from None
    try:
        commit = HfApi().dataset_info(source.hub, revision=source.revision or "main").sha or "unknown"
        loaded = load_dataset(source.hub, config, split=split, revision=commit)
    except Exception as error:  # the library raises its own, requests' and the standard library's errors
        reason = str(error).partition("\n")[0][:160]
        raise EvalutionError(
            f"{benchmark}: {source.hub} cannot be loaded ({type(error).__name__}: {reason}); {way_out}"
        ) from None
    return [dict(row) for row in loaded], commit[:12]
