"""What a run has asked, what came back, and what it made of it: one SQLite file.

A response is committed before anything counts it. Commits are grouped: whatever was written is on disk at
most `GROUP_SECONDS` later, or sooner when `GROUP_ROWS` have gathered, even while an engine computes. What belongs to
a sealed benchmark is written with `sealed`, and read like the rest.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from evalution.errors import EvalutionError
from evalution.request import Failure, Request, Response, decode_request, decode_response, encode, request_key
from evalution.runs.seal import seal, unseal
from evalution.sample import Record, Sample

SCHEMA = 1
GROUP_SECONDS = 0.05
GROUP_ROWS = 256

_TABLES = """
CREATE TABLE requests (key TEXT PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE responses (service TEXT, key TEXT, body BLOB NOT NULL, at REAL, PRIMARY KEY (service, key));
CREATE TABLE errors (service TEXT, key TEXT, message TEXT NOT NULL, at REAL);
CREATE TABLE samples (task TEXT, id TEXT, repeat INTEGER, body BLOB NOT NULL, PRIMARY KEY (task, id, repeat));
CREATE TABLE records (task TEXT, row INTEGER, repeat INTEGER, id TEXT, plan TEXT, whole INTEGER, body BLOB NOT NULL,
                      PRIMARY KEY (task, row, repeat));
"""

_decode_sample = msgspec.json.Decoder(Sample).decode
_decode_record = msgspec.json.Decoder(Record).decode


class Journal:
    """The journal of a run folder; `readonly` for one that another process may be writing."""

    def __init__(self, folder: Path, *, readonly: bool = False) -> None:
        path = folder / "journal.sqlite"
        self._readonly = readonly
        self._lock = threading.RLock()
        self._pending = 0
        self._timer: threading.Timer | None = None
        if readonly and not path.is_file():
            raise EvalutionError(f"{folder}: expected a run folder, found no journal.sqlite in it")
        source = f"{path.resolve().as_uri()}?mode={'ro' if readonly else 'rwc'}"
        try:
            self._db = sqlite3.connect(source, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
            self._open()
        except sqlite3.Error as error:
            raise EvalutionError(f"{path}: cannot be used as a journal ({error})") from None

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not self._readonly:
            self._db.execute("PRAGMA journal_mode=WAL")
        if version == 0 and not self._readonly:
            self._db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version={SCHEMA}; COMMIT;")
        elif version != SCHEMA:
            raise EvalutionError(
                f"journal.sqlite: expected schema {SCHEMA}, found {version}; use the version that made it"
            )
        self._db.execute("PRAGMA synchronous=FULL")

    def response(self, service: str, request: Request) -> Response | None:
        """The answer that the service gave to this request, if any."""
        row = self._one("SELECT body FROM responses WHERE service=? AND key=?", (service, request_key(request)))
        return None if row is None else decode_response(unseal(row[0]))

    def add_response(
        self, service: str, request: Request, response: Response, at: float, *, sealed: bool = False
    ) -> None:
        """Keep an answer; a second one to the same request is a fault and raises sqlite3.IntegrityError."""
        key = request_key(request)
        self._write(
            ("INSERT OR IGNORE INTO requests VALUES (?,?)", (key, _body(encode(request), sealed))),
            ("INSERT INTO responses VALUES (?,?,?,?)", (service, key, _body(encode(response), sealed), at)),
        )

    def add_error(self, service: str, request: Request, failure: Failure, at: float, *, sealed: bool = False) -> None:
        """Note that a request got no answer; it never stands in the way of a later one."""
        key = request_key(request)
        self._write(
            ("INSERT OR IGNORE INTO requests VALUES (?,?)", (key, _body(encode(request), sealed))),
            ("INSERT INTO errors VALUES (?,?,?,?)", (service, key, failure.message, at)),
        )

    def add_sample(self, task: str, sample: Sample, *, sealed: bool = False) -> None:
        """Keep a trial as it was asked."""
        body = _body(msgspec.json.encode(sample), sealed)
        self._write(("INSERT OR REPLACE INTO samples VALUES (?,?,?,?)", (task, sample.id, sample.repeat, body)))

    def add_record(self, task: str, record: Record, plan: str, *, whole: bool, sealed: bool = False) -> None:
        """Keep a trial's verdicts. `plan` names the scorers that gave them; `whole` says none lacked an answer."""
        body = _body(msgspec.json.encode(record), sealed)
        values = (task, record.index, record.repeat, record.id, plan, whole, body)
        self._write(("INSERT OR REPLACE INTO records VALUES (?,?,?,?,?,?,?)", values))

    def finished(self, task: str, plan: str) -> set[tuple[int, int]]:
        """(row, repeat) of the trials whose records are whole under this plan."""
        rows = self._all("SELECT row, repeat FROM records WHERE task=? AND plan=? AND whole", (task, plan))
        return {(row, repeat) for row, repeat in rows}

    def records(self, task: str) -> Iterator[Record]:
        """A task's records in file order, repeats of a row together."""
        for (body,) in self._db.execute("SELECT body FROM records WHERE task=? ORDER BY row, repeat", (task,)):
            yield _decode_record(unseal(body))

    def record(self, task: str, row: int, repeat: int) -> Record | None:
        """The record of one trial."""
        found = self._one("SELECT body FROM records WHERE task=? AND row=? AND repeat=?", (task, row, repeat))
        return None if found is None else _decode_record(unseal(found[0]))

    def samples(self, task: str, sample_id: str | None = None) -> Iterator[Sample]:
        """A task's samples, or the repeats of one."""
        query = "SELECT body FROM samples WHERE task=?" + ("" if sample_id is None else " AND id=?")
        for (body,) in self._db.execute(query, (task,) if sample_id is None else (task, sample_id)):
            yield _decode_sample(unseal(body))

    def responses(self, service: str) -> Iterator[tuple[Request, Response]]:
        """All answers of a service with their requests."""
        query = "SELECT q.body, r.body FROM responses r JOIN requests q USING (key) WHERE r.service=?"
        for request, response in self._db.execute(query, (service,)):
            yield decode_request(unseal(request)), decode_response(unseal(response))

    def unanswered(self) -> dict[str, int]:
        """Requests that failed and were not answered since, counted by the last failure's message."""
        rows = self._all(
            "SELECT message, count(*) FROM (SELECT message, max(at) FROM errors e WHERE NOT EXISTS"
            " (SELECT 1 FROM responses r WHERE r.service=e.service AND r.key=e.key) GROUP BY service, key)"
            " GROUP BY message ORDER BY message",
            (),
        )
        return dict(rows)

    def counts(self) -> Mapping[str, int]:
        """Rows by table."""
        tables = ("requests", "responses", "errors", "samples", "records")
        return {t: self._all(f"SELECT count(*) FROM {t}", ())[0][0] for t in tables}

    def flush(self) -> None:
        """Commit what is pending, now."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._pending:
                self._db.execute("COMMIT")
                self._pending = 0

    def close(self) -> None:
        """Commit and close; a journal that nobody else reads is left as one plain file."""
        with self._lock:
            self.flush()
            if not self._readonly:
                self._db.execute("PRAGMA journal_mode=DELETE")
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, *statements: tuple[str, tuple[object, ...]]) -> None:
        with self._lock:
            if not self._pending:
                self._db.execute("BEGIN IMMEDIATE")
                self._timer = threading.Timer(GROUP_SECONDS, self.flush)
                self._timer.daemon = True
                self._timer.start()
            for sql, values in statements:
                self._db.execute(sql, values)
            self._pending += 1
            if self._pending >= GROUP_ROWS:
                self.flush()

    def _one(self, sql: str, values: tuple[object, ...]) -> tuple[bytes] | None:
        with self._lock:
            return self._db.execute(sql, values).fetchone()  # type: ignore[no-any-return]

    def _all(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()


def _body(encoded: bytes, sealed: bool) -> bytes:
    return seal(encoded) if sealed else encoded
