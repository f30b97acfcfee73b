"""Where tests find the real data that is not in the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# in CI the same examples are tried every time, so that a change is judged by what it changed
settings.register_profile("shared machine", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("shared machine")

collect_ignore_glob = ["reference/*"]  # scripts that need peers' packages
_SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared():
    """`shared("data/gsm8k/test.jsonl.gz")` is a path, or skips the test when the data is not there.

    With EVALUTION_REQUIRE_SHARED=1 absent data fails the test.
    """

    def find(path: str) -> Path:
        found = _SHARED / path
        if not found.exists():
            message = f"real data not found: {path} (expected beside the repository, in ../shared)"
            if os.environ.get("EVALUTION_REQUIRE_SHARED") == "1":
                pytest.fail(message)
            pytest.skip(message)
        return found

    return find


@pytest.fixture(scope="session")
def smollm2_path() -> Path:
    """The embedded model's file where it is on this machine; tests never fetch it."""
    from evalution.engines.smollm2 import MEMBER, cache_folder

    named = os.environ.get("EVALUTION_SMOLLM2")
    path = Path(named) if named else cache_folder() / Path(MEMBER).name
    if not path.is_file():
        message = f"the embedded model is not on this machine ({path}); name it: EVALUTION_SMOLLM2=FILE"
        if os.environ.get("EVALUTION_REQUIRE_SHARED") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return path
