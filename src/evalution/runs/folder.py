"""The run folder: made, locked against a second process, and written so that a good file is never half replaced."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from evalution.errors import EvalutionError

_T = TypeVar("_T")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; the system lets go of it however the process ends.

    The lock is an exclusive transaction on a database of its own, which works the same on every platform.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / "lock.sqlite", isolation_level=None, timeout=0)
        lock.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise EvalutionError(f"--out {folder}: cannot be written ({error.strerror})") from None
    except sqlite3.Error as error:
        busy = "another process is running in this folder" if "locked" in str(error) else f"cannot be written ({error})"
        raise EvalutionError(f"--out {folder}: {busy}") from None
    try:
        yield
    finally:
        lock.close()


def read_json(path: Path, kind: type[_T], schema: int) -> _T | None:
    """A file of the run as a value of `kind`; None when there is none.

    EvalutionError when it cannot be read or has another schema.
    """
    try:
        value = msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise EvalutionError(f"{path}: cannot be read ({error})") from None
    found = getattr(value, "schema", schema)
    if found != schema:
        raise EvalutionError(f"{path}: expected schema {schema}, found {found}; use the version that made it")
    return value


def write_json(path: Path, value: object) -> None:
    """Replace a file by a value's JSON at once: readers see the old one or the new one."""
    temporary = path.with_name(f".{path.name}.new")
    with temporary.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=1))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
