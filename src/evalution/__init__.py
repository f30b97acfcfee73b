"""Evalution: verdicts on what language models produce, and benchmark numbers made of them.

The public names are imported when they are first used, so that `import evalution` stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalution.errors import BadInput as BadInput
    from evalution.errors import EvalutionError as EvalutionError
    from evalution.runs.evaluate import evaluate as evaluate
    from evalution.runs.evaluate import rescore as rescore
    from evalution.runs.run import Run as Run
    from evalution.scoring import Columns as Columns
    from evalution.scoring import explain as explain
    from evalution.scoring import score as score
    from evalution.scoring import score_many as score_many
    from evalution.verdict import MetricKey as MetricKey
    from evalution.verdict import Signature as Signature
    from evalution.verdict import Span as Span
    from evalution.verdict import Status as Status
    from evalution.verdict import Verdict as Verdict

_HOMES = {
    "BadInput": "errors",
    "Columns": "scoring",
    "EvalutionError": "errors",
    "MetricKey": "verdict",
    "Run": "runs.run",
    "Signature": "verdict",
    "Span": "verdict",
    "Status": "verdict",
    "Verdict": "verdict",
    "evaluate": "runs.evaluate",
    "explain": "scoring",
    "rescore": "runs.evaluate",
    "score": "scoring",
    "score_many": "scoring",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("evalution")
    if name not in _HOMES:
        raise AttributeError(f"module 'evalution' has no attribute {name!r}")
    return getattr(importlib.import_module(f"evalution.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
