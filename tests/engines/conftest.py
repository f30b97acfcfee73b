from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def smollm2(smollm2_path):
    pytest.importorskip("tokenizers", reason="needs the extra `local`")
    from evalution.engines.gguf.engine import GgufEngine

    return GgufEngine(smollm2_path)
