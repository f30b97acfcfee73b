"""Work for other processes, which must be able to import it."""

from __future__ import annotations

import os

from evalution.errors import BadInput


def double(n):
    if n == 7:
        raise BadInput("seven", expected="another number", file="f", row=n)
    if n == 13:
        raise ZeroDivisionError("thirteen")
    if n == 99:
        os._exit(3)
    if n == 50:
        print("chatter that must not get between the answers")
    return 2 * n
