"""A grader and a sandbox for tests: one reads golds literally, the other runs programs without any isolation."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import lru_cache

from evalution.engines.scripted import Scripted
from evalution.request import Execute, Executed, Generated
from evalution.scorers.math import math_equal

_FIELD = re.compile(r"<(?P<name>\w+)-(?P<nonce>[0-9a-f]{12})>\n(?P<value>.*?)\n</(?P=name)-(?P=nonce)>", re.DOTALL)
_CONFIDENCE = re.compile(r"Confidence: (\d+)%")


def fields(request):
    """The nonce and the fields of what a grader is asked."""
    found = list(_FIELD.finditer(request.prompt[0].content))
    (nonce,) = {match["nonce"] for match in found}
    return nonce, {match["name"]: match["value"] for match in found}


def honest(request):
    """A grader's reply that finds the gold in the response; mathematics it compares."""
    nonce, given = fields(request)
    if "first" in given:
        return Generated(f"{nonce} Equal: {'Yes' if math_equal(given['first'], given['second']).equal else 'No'}")
    response = given.get("answer") or given["response"]
    right = given["gold"].strip() in response
    if "answer" in given:
        grade = "CORRECT" if right else "NOT_ATTEMPTED" if "not know" in response else "INCORRECT"
        return Generated(f"As I see it:\n{nonce} Grade: {grade}")
    stated = _CONFIDENCE.search(response)
    lines = [
        f"extracted_final_answer: {given['gold'] if right else 'another'}",
        f"correct: {'yes' if right else 'no'}",
        f"confidence: {stated[1] if stated else 'None'}",
    ]
    return Generated("\n".join(f"{nonce} {line}" for line in lines))


@lru_cache(4096)
def run(program: str, tests: str) -> str:
    """Whether a program passes its tests, here and now."""
    script = f"{program}\n{tests}\n"
    try:
        ended = subprocess.run([sys.executable, "-I", "-"], input=script, text=True, capture_output=True, timeout=30)
    except subprocess.TimeoutExpired:
        return "timeout"
    return "passed" if ended.returncode == 0 else "failed"


def execute(request):
    """The outcome of a program that is trusted."""
    assert isinstance(request, Execute)
    return Executed(run(request.program, request.tests))


GRADER = Scripted(honest, "honest")
SANDBOX = Scripted(execute, "bare")
SERVICES = {"grader": honest, "sandbox": execute}
