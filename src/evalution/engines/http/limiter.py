"""How many requests are under way at once: one more a round while all goes well, half on overload."""

from __future__ import annotations

import asyncio
import time
from collections import deque


class Limiter:
    """Additive increase, multiplicative decrease, between 1 and `most`, beginning at `most`.

    Overload counts once for all requests that were under way when the limit was last cut: they saw the same
    overload.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit = float(most)
        self.active = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._cut = 0.0
        self._resume = 0.0

    async def acquire(self) -> None:
        """Wait for room, and for the end of a pause."""
        while True:
            pause = self._resume - time.monotonic() if self._resume else 0.0
            if pause > 0:
                await asyncio.sleep(pause)
            elif self.active < int(self.limit):
                break
            else:
                room = asyncio.get_running_loop().create_future()
                self._waiting.append(room)
                await room
        self.active += 1

    def release(self) -> None:
        """Give a place back."""
        self.active -= 1
        self._wake()

    def succeeded(self) -> None:
        """An answer came: raise the limit by one for every `limit` answers."""
        if self.limit < self.most:
            self.limit = min(float(self.most), self.limit + 1 / self.limit)
            self._wake()

    def overloaded(self, started: float, pause: float = 0.0) -> None:
        """A request sent at `started` (monotonic seconds) met an overload; nothing is sent for `pause` seconds."""
        now = time.monotonic()
        self._resume = max(self._resume, now + pause)
        if started >= self._cut:
            self.limit = max(1.0, self.limit / 2)
            self._cut = now

    def _wake(self) -> None:
        for _ in range(min(len(self._waiting), int(self.limit) - self.active)):
            room = self._waiting.popleft()
            if not room.done():
                room.set_result(None)
