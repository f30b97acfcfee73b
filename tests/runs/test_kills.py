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
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert start(whole, tmp_path / "whole.log", engine).wait() == 0
    drawn = random.Random(seed)
    asked = tmp_path / "broken.log"
    landed = 0
    for _ in range(kills):
        process = start(broken, asked, engine)
        time.sleep(drawn.uniform(0.1, longest))
        process.kill()
        landed += process.wait() == -signal.SIGKILL
    last = start(broken, asked, engine)
    assert last.wait() == 0, last.stderr.read()
    return whole, broken, asked, landed


def check(whole, broken, asked, kills):
    assert (broken / "results.json").read_bytes() == (whole / "results.json").read_bytes()
    asks = Counter(asked.read_text().split())
    with sqlite3.connect(broken / "journal.sqlite") as db:
        keys = [key for (key,) in db.execute("SELECT key FROM responses")]
    assert len(keys) == len(set(keys)) == len(asks)
    # one in flight and what a group commit may hold (50 ms of answers) can be lost to each kill
    repeated = sum(asks.values()) - len(asks)
    assert repeated <= kills * (2 + 0.06 / PAUSE)


def test_a_few_kills(tmp_path):
    whole, broken, asked, landed = kill_and_finish(tmp_path, kills=4, seed=1)
    assert landed >= 1, "no kill struck a running process"
    check(whole, broken, asked, landed)


@pytest.mark.slow
def test_thirty_kills(tmp_path):
    whole, broken, asked, landed = kill_and_finish(tmp_path, kills=30, seed=2)
    assert landed >= 10
    check(whole, broken, asked, landed)


def answers(folder):
    with sqlite3.connect(folder / "journal.sqlite") as db:
        return {key: decode_response(body) for key, body in db.execute("SELECT key, body FROM responses")}


@pytest.mark.slow
def test_three_kills_on_the_embedded_model(tmp_path, smollm2_path):
    """Log-likelihoods to the bit or within 1e-5; greedy text the same, except after a near-tie."""
    whole, broken, asked, landed = kill_and_finish(tmp_path, kills=3, seed=3, engine="smollm2", longest=25)
    assert landed >= 2
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
