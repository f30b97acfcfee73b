"""One live line a benchmark: done, rate, time left, the running value, failures."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from evalution.reports.terminal import console
from evalution.runs.task import Task
from evalution.sample import Record
from evalution.scorers.metrics import mean_over_samples
from evalution.statistics.intervals import wilson
from evalution.verdict import Status

if TYPE_CHECKING:
    from rich.live import Live

REFRESH_SECONDS = 0.25
PLAIN_SECONDS = 10.0


class ProgressLine:
    """Writes to standard error: a line that renews itself on a terminal, else one now and then.

    The running value is the headline's mean over the records of this call; a headline that is no plain mean has none.
    """

    def __init__(self) -> None:
        self._console = console(stderr=True)
        self._live: Live | None = None

    def begin(self, task: Task, done: int) -> None:
        """Start a benchmark's line; `done` trials were finished before."""
        self._task, self._before, self._done = task, done, 0
        headline = next(metric for _, metric in task.metrics if metric.key == task.benchmark.headline)
        plain = headline.key == headline.reads and headline.aggregate is mean_over_samples and task.spec.repeats == 1
        self._key = headline.key if plain else None
        self._total = self._n = 0.0
        self._unscored, self._unshown = 0, True
        self._begun = self._shown = time.monotonic()
        if self._console.is_terminal:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=False)
            self._live.start()

    def record(self, record: Record) -> None:
        """Count a record."""
        self._done += 1
        self._unshown = True
        verdict = record.verdicts.get(self._key) if self._key else None
        if verdict is not None:
            if verdict.status is Status.UNSCORED or verdict.value is None:
                self._unscored += 1
            else:
                self._total += verdict.value
                self._n += 1
        now = time.monotonic()
        if now - self._shown >= (REFRESH_SECONDS if self._live else PLAIN_SECONDS):
            self._show(now)

    def end(self) -> None:
        """Leave the line as it stands."""
        if self._unshown:
            self._show(time.monotonic())
        if self._live:
            self._live.stop()
            self._live = None

    def warn(self, message: str) -> None:
        """A line above."""
        self._console.print(message)

    def _show(self, now: float) -> None:
        self._shown, self._unshown = now, False
        line = self._line(now - self._begun)
        if self._live:
            self._live.update(line, refresh=True)
        else:
            self._console.print(line)

    def _line(self, seconds: float) -> str:
        done, total = self._before + self._done, self._task.trials
        rate = self._done / seconds if seconds > 0 else 0.0
        parts = [f"{self._task.spec.benchmark}: {done}/{total}", f"{rate:.1f}/s"]
        if self._done > 0 and done < total:
            parts.append(f"{_duration((total - done) / rate)} left")
        if self._n:
            mean = self._total / self._n
            low, high = wilson(mean, self._n)
            new = f" over {self._n:.0f} new" if self._before else ""
            parts.append(f"{self._key} {mean:.3f} [{low:.3f}, {high:.3f}]{new}")
        if self._unscored:
            parts.append(f"{self._unscored} failed")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    return (
        f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"
    )
