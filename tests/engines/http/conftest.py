from __future__ import annotations

import pytest

from evalution.engines.http import client


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    """Back-off as always, a fiftieth as long."""
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    monkeypatch.delenv("EVALUTION_API_KEY", raising=False)
