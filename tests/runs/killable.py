"""A run that the kill tests start as a process of its own: `killable.py OUT ASKED SECONDS_A_REQUEST`.

The engine is scripted from the request alone, or with "smollm2" for the seconds the real one. Every key that it
is asked for goes to ASKED, one a line.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import evalution
from evalution.engines.scripted import Scripted
from evalution.request import Generated, Loglikelihood, Scored, request_key


def real(asked: str) -> object:
    from evalution.engines.open import open_engine

    engine = open_engine("smollm2")
    run = engine.run

    def logged(requests):
        with Path(asked).open("a", buffering=1) as log:
            yield from run(request for request in requests if print(request_key(request), file=log) is None)

    engine.run = logged
    return engine


def scripted(asked: str, pause: float) -> Scripted:
    def answer(request):
        key = request_key(request)
        with Path(asked).open("a") as log:
            print(key, file=log)
        time.sleep(pause)
        drawn = random.Random(key)
        if isinstance(request, Loglikelihood):
            return Scored(tuple(-9 * drawn.random() for _ in request.continuations), (3,) * len(request.continuations))
        return Generated(f"So it is {drawn.randrange(40)}.\n#### {drawn.randrange(40)}")

    return Scripted(answer)


def main(out: str, asked: str, pause: str) -> None:
    engine = real(asked) if pause == "smollm2" else scripted(asked, float(pause))
    evalution.evaluate(["arc_easy"], engine, out=out, bundled=True, label_permutations=0.25)
    evalution.evaluate(["gsm8k"], engine, out=out, bundled=True, max_tokens=48)


if __name__ == "__main__":
    main(*sys.argv[1:])
