"""The README's Python runs as it stands, and every command it names exists with the flags it is given."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
COMMANDS = re.findall(r"^evalution (.+?)(?: {3,}# .*)?$", README.read_text("utf-8"), re.MULTILINE)


def test_examples():
    failures, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 0
    assert failures == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_flags_exist(command):
    words = shlex.split(command)
    known = subprocess.run([sys.executable, "-m", "evalution", words[0], "--help"], capture_output=True, text=True)
    assert known.returncode == 0, known.stderr
    for word in words[1:]:
        if word.startswith("--"):
            assert re.search(rf"{word}\b", known.stdout), word


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)(.+?)\)", README.read_text("utf-8")))
def test_links_lead_somewhere(link):
    assert (README.parent / link).exists()
