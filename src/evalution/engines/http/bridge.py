"""An asynchronous answerer as a synchronous iterator: an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from itertools import islice
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Opener = Callable[[], AbstractAsyncContextManager[Callable[[Asked], Awaitable[Answer]]]]


def answered(requests: Iterable[Asked], opener: Opener[Asked, Answer], ahead: int) -> Iterator[tuple[Asked, Answer]]:
    """Every request with its answer, as answers come; `opener` is entered in the loop and gives the answerer.

    Requests are pulled in the caller's thread, at most `ahead` before their answers are taken. What the
    answerer or the requests raise is raised here. Closing the iterator, or an exception, cancels what is
    under way and ends the thread.
    """
    source = iter(requests)
    bridge = _Bridge(opener)
    waiting = 0
    try:
        while True:
            batch = list(islice(source, ahead - waiting))
            bridge.give(batch)
            waiting += len(batch)
            if not waiting:
                return
            for pair in bridge.take():
                waiting -= 1
                yield pair
    finally:
        bridge.close()


class _Bridge(Generic[Asked, Answer]):
    def __init__(self, opener: Opener[Asked, Answer]) -> None:
        self._opener = opener
        self._answers: queue.SimpleQueue[tuple[Asked, Answer] | BaseException] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._ready = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._answer: Callable[[Asked], Awaitable[Answer]] | None = None
        self._thread = threading.Thread(target=self._run, name="evalution-http", daemon=True)
        self._thread.start()
        self._ready.wait()

    def give(self, requests: list[Asked]) -> None:
        if requests:
            self._loop.call_soon_threadsafe(self._begin, requests)

    def take(self) -> Iterator[tuple[Asked, Answer]]:
        """What has come in; waits for the first."""
        found: list[tuple[Asked, Answer] | BaseException] = [self._answers.get()]
        found += [self._answers.get_nowait() for _ in range(self._answers.qsize())]
        for one in found:
            if isinstance(one, BaseException):
                raise one
            yield one

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except BaseException as error:  # it is the caller's: the thread has nobody to tell
            self._answers.put(error)
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        async with self._opener() as self._answer:
            self._ready.set()
            await self._closing.wait()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, requests: list[Asked]) -> None:
        for request in requests:
            task = self._loop.create_task(self._one(request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _one(self, request: Asked) -> None:
        assert self._answer is not None
        try:
            self._answers.put((request, await self._answer(request)))
        except Exception as error:
            self._answers.put(error)
