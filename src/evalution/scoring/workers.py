"""Work spread over several Python processes, with results in order and a bounded number in flight.

The processes are plain interpreters that talk over pipes, not `multiprocessing`: its start methods either
copy the threads' locks (fork) or run the caller's main module again (spawn, forkserver), and a library that
is called from anybody's script, notebook or trainer can afford neither.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import Any, BinaryIO, TypeVar

from evalution.errors import EvalutionError
from evalution.registry import is_extended

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Chunks in flight for each process: one at work and one waiting."""
SMALL = 4
"""So many chunks are not worth a process."""
_START = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from {} import serve; serve()"


def ordered_map(work: Callable[[T], R], chunks: Iterable[T], processes: int | None = None) -> Iterator[R]:
    """`work(chunk)` for every chunk, in order.

    processes   at most so many; by default one for each CPU that this process may use, and none beside this
                one where there are no more than `SMALL` chunks

    `work`, chunks and results must be values that pickle. What `work` or the iteration raises is raised here
    in its place in the order; chunks are taken from the iterable only a few ahead.
    """
    if processes is not None and processes < 1:
        raise EvalutionError(f"processes: expected 1 or more, found {processes}")
    source = iter(chunks)
    if processes is None:
        first = list(islice(source, SMALL + 1))
        source = chain(first, source)
        processes = 1 if len(first) <= SMALL or not sys.executable else available()
    alone = processes == 1 or is_extended()  # what a plug-in registered here exists in no other process
    return map(work, source) if alone else _spread(work, source, processes)


def available() -> int:
    """How many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _spread(work: Callable[[T], R], source: Iterator[T], processes: int) -> Iterator[R]:
    job = _pickled(work)
    own = threading.local()
    workers: list[_Worker] = []

    def call(chunk: T) -> R:
        if not hasattr(own, "worker"):
            own.worker = _Worker(job)
            workers.append(own.worker)
        result: R = own.worker.call(chunk)
        return result

    pool = ThreadPoolExecutor(processes, thread_name_prefix="evalution")
    pending: deque[Future[R]] = deque()
    failure: Exception | None = None
    try:
        while True:
            while source is not None and len(pending) < AHEAD * processes:
                try:
                    pending.append(pool.submit(call, next(source)))
                except StopIteration:
                    source = None  # type: ignore[assignment]
                except Exception as error:
                    source, failure = None, error  # type: ignore[assignment]
            if not pending:
                break
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
        for worker in workers:
            worker.end()
        pool.shutdown()
        for worker in workers:
            worker.end()
    if failure is not None:
        raise failure


class _Worker:
    """One process, called from one thread."""

    def __init__(self, job: bytes) -> None:
        command = [sys.executable, "-c", _START.format(__name__)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self.inbox, self.outbox = self.process.stdin, self.process.stdout
        self._send(pickle.dumps(sys.path) + job)

    def call(self, chunk: object) -> Any:
        self._send(_pickled(chunk))
        try:
            done, result = pickle.load(self.outbox)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            raise self._ended() from None
        if done:
            return result
        raise result

    def _send(self, content: bytes) -> None:
        try:
            self.inbox.write(content)
            self.inbox.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _ended(self) -> EvalutionError:
        return EvalutionError(f"a scoring process ended before its work was done (exit code {self.process.wait()})")

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.inbox, self.outbox):
            try:
                pipe.close()
            except OSError:
                continue


def _pickled(value: object) -> bytes:
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise EvalutionError(f"cannot be sent to another process: {error}") from None


def serve() -> None:
    """The other side: reads the work, then chunks, and answers each; ends when the pipe does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox, outbox = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a plug-in prints must not get between the answers
    try:
        answer = pickle.load(inbox)
    except EOFError:
        return
    except Exception as error:
        answer = _refusing(error)
    while _answered(answer, inbox, outbox):
        pass


def _answered(work: Callable[[Any], Any], inbox: BinaryIO, outbox: BinaryIO) -> bool:
    try:
        chunk = pickle.load(inbox)
    except EOFError:
        return False
    try:
        reply = pickle.dumps((True, work(chunk)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        reply = pickle.dumps((False, _portable(error)))
    try:
        outbox.write(reply)
        outbox.flush()
    except OSError:
        return False
    return True


def _refusing(error: Exception) -> Callable[[Any], Any]:
    def work(chunk: Any) -> Any:
        raise EvalutionError(f"cannot be read by another process: {error}")

    return work


def _portable(error: Exception) -> Exception:
    """The error as the caller shall see it: one that pickles, with where it was raised."""
    if not isinstance(error, EvalutionError):
        error.add_note("".join(traceback.format_exception(error)).rstrip())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
