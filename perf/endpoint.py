"""Speed and memory of the engine for servers, journal on, against a server that answers at once or after a while.

    python perf/endpoint.py SERVER.py [REQUESTS]

SERVER.py is started as `SERVER.py PORT LATENCY_MS` on loopback; it speaks both completion APIs. Each case runs in a
process of its own. CPU is the client's from the first request to the last, imports left out; ideal is requests / 32 at
once x latency. (Not called `http.py`: scripts here would then import it in place of the standard library's module.)
"""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CONCURRENCY = 32


class Stopwatch:
    """Watches a run: seconds of wall and CPU from the first request to the last record."""

    def begin(self, task: object, done: int) -> None:
        self.before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self.wall, self.cpu = time.perf_counter(), time.process_time()

    def record(self, record: object) -> None:
        pass

    def end(self) -> None:
        self.wall, self.cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu

    def warn(self, message: str) -> None:
        print(message, file=sys.stderr)


def one_case(url: str, count: int) -> None:
    """Evaluate `count` questions of GSM8K's form, scoring and journal included, and print what it took as JSON."""
    import evalution

    with tempfile.TemporaryDirectory() as folder:
        rows = [{"question": f"What is {n} + {n}?", "answer": f"{n} + {n}\n#### {2 * n}"} for n in range(count)]
        data = Path(folder) / "rows.jsonl"
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        model = f"{url}#fake?concurrency={CONCURRENCY}"
        watch = Stopwatch()
        run = evalution.evaluate(["gsm8k"], model, data={"gsm8k": data}, out=Path(folder) / "run", progress=watch)
        answered = count - sum(run.unanswered().values())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        json.dumps({"wall": watch.wall, "cpu": watch.cpu, "answered": answered, "peak": peak, "before": watch.before})
    )


def measure(server: str, latency: float, count: int) -> None:
    """Print one line for one latency."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, server, str(port), str(latency), str(10 * count)])
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        command = [sys.executable, __file__, "--case", f"http://127.0.0.1:{port}/v1", str(count)]
        found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    finally:
        process.terminate()
        process.wait()
    ideal = count / CONCURRENCY * latency / 1000
    beside = f"{found['wall'] / ideal:.2f} x ideal" if ideal else f"{count / found['wall']:,.0f} requests / s"
    print(
        f"{latency:g} ms, {found['answered']} of {count} answered: wall {found['wall']:.2f} s ({beside}), "
        f"CPU {found['cpu'] * 1000 / count:.2f} s a thousand, peak {found['peak']:.0f} MB "
        f"({found['before']:.0f} before the first request)"
    )


def main() -> None:
    """Measure and print."""
    if len(sys.argv) < 2:
        sys.exit((__doc__ or "").strip())
    if sys.argv[1] == "--case":
        one_case(sys.argv[2], int(sys.argv[3]))
        return
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for latency in (50, 0):
        measure(sys.argv[1], latency, count)


if __name__ == "__main__":
    main()
