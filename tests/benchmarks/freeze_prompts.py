"""Writes the hashes that `test_generated_data` compares with: run after a prompt was changed on purpose."""

from __future__ import annotations

import json
from pathlib import Path

from test_generated_data import DATA, FROZEN

from stated import prompt_hash, ready

if __name__ == "__main__":
    data = Path(__file__).resolve().parents[3] / "shared" / "data"
    hashes = {}
    for case, (flag, path, _) in DATA.items():
        samples = list(ready(flag.partition(".")[0], f"{flag}={data / path}").samples())
        hashes[case] = [prompt_hash(samples[0]), prompt_hash(samples[-1])]
    FROZEN.write_text(json.dumps(hashes, indent=2) + "\n", "utf-8")
