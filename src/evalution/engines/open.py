"""From a model string to an engine."""

from __future__ import annotations

from evalution import registry
from evalution.engines.engine import Engine


def open_engine(model: str | Engine) -> Engine:
    """The engine that a string names: `smollm2`, or `SCHEME:REST` such as `replay:answers.jsonl`.

    An engine object is returned as it is. EvalutionError with the nearest names for an unknown scheme.
    """
    if not isinstance(model, str):
        return model
    scheme, _, rest = model.partition(":")
    engine: Engine = registry.load("engines", scheme)(rest)
    return engine
