"""A run killed at any moment goes on where it was: nothing asked twice, the same results byte for byte."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from evalution.request import Scored, decode_response

SCRIPT = Path(__file__).with_name("killable.py")
PAUSE = 0.004


def start(out, asked, engine=str(PAUSE)):
    return subprocess.Popen([sys.executable, SCRIPT, out, asked, engine], stderr=subprocess.PIPE, text=True)


def wait_for_asks(log, count, process):
    deadline = time.monotonic() + 30
    while not log.exists() or len(log.read_text().split()) < count:
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline, "nothing was asked"
        time.sleep(0.02)


def kill_and_finish(tmp_path, kills, seed, engine=str(PAUSE), longest=1.4):
    """Kill a run at random moments until so many kills struck it unfinished; a run that ends before has another
    begun beside it. Yields the unbroken run's folder, then each broken one with its log and its kills."""
    whole = tmp_path / "whole"
    assert start(whole, tmp_path / "whole.log", engine).wait() == 0
    drawn = random.Random(seed)
    landed = begun = 0
    while landed < kills:
        begun += 1
        assert begun <= 5 * kills, "runs end before a kill can strike them"
        broken, struck = tmp_path / f"broken-{begun}", 0
        asked = broken.with_suffix(".log")
        while landed + struck < kills:
            process = start(broken, asked, engine)
            time.sleep(drawn.uniform(0.1, longest))
            process.kill()
            if process.wait() != -signal.SIGKILL:
                break
            struck += 1
        last = start(broken, asked, engine)
        assert last.wait() == 0, last.stderr.read()
        landed += struck
        yield whole, broken, asked, struck


def check(whole, broken, asked, kills):
    assert (broken / "results.json").read_bytes() == (whole / "results.json").read_bytes()
    asks = Counter(asked.read_text().split())
    with sqlite3.connect(broken / "journal.sqlite") as db:
        keys = [key for (key,) in db.execute("SELECT key FROM responses")]
    assert len(keys) == len(set(keys)) == len(asks)
    # one in flight and what a group commit may hold (50 ms of answers) can be lost to each kill
    repeated = sum(asks.values()) - len(asks)
    assert repeated <= kills * (2 + 0.06 / PAUSE)


@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.slow)])
def test_kills(tmp_path, kills):
    for broken in kill_and_finish(tmp_path, kills, seed=kills):
        check(*broken)


def answers(folder):
    with sqlite3.connect(folder / "journal.sqlite") as db:
        return {key: decode_response(body) for key, body in db.execute("SELECT key, body FROM responses")}


@pytest.mark.slow
def test_three_kills_on_the_embedded_model(tmp_path, smollm2_path):
    """Log-likelihoods to the bit or within 1e-5; greedy text the same, except after a near-tie."""
    for whole, broken, asked, _ in kill_and_finish(tmp_path, kills=3, seed=3, engine="smollm2", longest=25):
        before, after = answers(whole), answers(broken)
        assert before.keys() == after.keys() == set(asked.read_text().split())
        for key, response in before.items():
            if isinstance(response, Scored):
                assert after[key].logprobs == pytest.approx(response.logprobs, abs=1e-5)
            elif response.near_tie is None:
                assert after[key] == response


def test_a_second_process_is_refused(tmp_path):
    first = start(tmp_path / "run", tmp_path / "log")
    try:
        wait_for_asks(tmp_path / "log", 1, first)
        second = subprocess.run(
            [sys.executable, SCRIPT, tmp_path / "run", tmp_path / "log2", "0"], capture_output=True, text=True
        )
        assert "another process is running in this folder" in second.stderr
        assert second.returncode != 0
        assert first.poll() is None, "the first process had already ended"
    finally:
        first.kill()


def test_ctrl_c_keeps_what_was_answered(tmp_path):
    process = start(tmp_path / "run", tmp_path / "log")
    wait_for_asks(tmp_path / "log", 20, process)
    process.send_signal(signal.SIGINT)
    process.wait()
    answered = len((tmp_path / "log").read_text().split())
    with sqlite3.connect(tmp_path / "run" / "journal.sqlite") as db:
        assert db.execute("SELECT count(*) FROM responses").fetchone()[0] >= answered - 1
