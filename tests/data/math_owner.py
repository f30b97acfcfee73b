"""Writes `math_owner.json`: what the MATH owners' own code says about pairs and responses of ours.

    python tests/data/math_owner.py CHECKOUT      # of github.com/hendrycks/math

Each pair is [a, b, is_equiv(a, b)], each response [text, the answer in its last box or null].
"""

from __future__ import annotations

import json
import random
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).parent
PIECES = [
    "\\frac", "\\sqrt", "\\text{ cm}", "{", "}", "1", "12", "/", ".", "=", "\\%", " ", "\\left", "\\right", "\\!",
    "0.5",
    "^\\circ", "^{\\circ}", "\\\\", "-", "x", "\n", "\\dfrac", "\\tfrac", "\\$", "٣", "_", "0", "3/4", "{.", " .",
]  # fmt: skip


def texts(rng: random.Random) -> tuple[str, str]:
    """An answer and a disturbed form of it."""
    sys.path.insert(0, str(HERE.parent))
    from math_answers import answer

    text = answer(rng) if rng.random() < 0.6 else "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 6)))
    parts = list(text)
    for _ in range(rng.randint(0, 2)):
        parts.insert(rng.randint(0, len(parts)), rng.choice(PIECES))
    return text, "".join(parts)


def main() -> None:
    """Ask the owner's code and write."""
    warnings.simplefilter("ignore")
    checkout = Path(sys.argv[1]) / "modeling"
    sys.path[:0] = [str(checkout), str(checkout / "dataset")]
    from math_equivalence import is_equiv
    from util import last_boxed_only_string

    rng = random.Random(11)
    pairs = [(a, b, is_equiv(a, b)) for a, b in (texts(rng) for _ in range(1500))]
    responses = []
    for _ in range(500):
        a, b = texts(rng)
        text = (
            rng.choice(("", "so "))
            + rng.choice(("\\boxed{", "\\fbox{", "\\boxed "))
            + a
            + "} then \\boxed{" * rng.randint(0, 1)
            + b
            + "}"
        )
        box = last_boxed_only_string(text)
        inside = box[7:-1] if box is not None and box.startswith("\\boxed{") and box.endswith("}") else None
        responses.append((text, inside))
    (HERE / "math_owner.json").write_text(
        json.dumps({"pairs": pairs, "responses": responses}, ensure_ascii=False, indent=0)
    )


if __name__ == "__main__":
    main()
