"""A run that the kill tests start as a process of its own: `killable.py OUT ASKED SECONDS_A_REQUEST`.

The engine is scripted from the request alone and writes every key it is asked for to ASKED, one a line.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import evalution
from evalution.engines.scripted import Scripted
from evalution.request import Generated, Loglikelihood, Scored, request_key


def main(out: str, asked: str, pause: str) -> None:
    log = Path(asked).open("a", buffering=1)  # noqa: SIM115  (lives as long as the process)

    def answer(request):
        key = request_key(request)
        print(key, file=log)
        time.sleep(float(pause))
        drawn = random.Random(key)
        if isinstance(request, Loglikelihood):
            return Scored(tuple(-9 * drawn.random() for _ in request.continuations), (3,) * len(request.continuations))
        return Generated(f"So it is {drawn.randrange(40)}.\n#### {drawn.randrange(40)}")

    evalution.evaluate(["arc_easy"], Scripted(answer), out=out, bundled=True, label_permutations=0.25)
    evalution.evaluate(["gsm8k"], Scripted(answer), out=out, bundled=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
