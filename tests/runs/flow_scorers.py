"""Small scorers of every kind that the flow must carry: they exist to prove it, not to score."""

from __future__ import annotations

from msgspec import Struct

from evalution.request import Execute, Executed, Generate
from evalution.sample import Reduced
from evalution.scorers.metrics import mean_metric
from evalution.scorers.scorer import Ask, Metric
from evalution.scorers.text import generation
from evalution.statistics.means import mean_estimate
from evalution.statistics.passk import estimate_pass_at_k
from evalution.verdict import Status, Verdict


def verdict(right: bool, via: str) -> Verdict:
    return Verdict(Status.CORRECT if right else Status.INCORRECT, float(right), via=via)


def pass_at(k):
    def reduce(records, key):
        verdicts = [record.verdicts[key] for record in records]
        right = sum(v.value or 0.0 for v in verdicts)
        value = float(estimate_pass_at_k(len(verdicts), int(right), k))
        first = records[0]
        return Reduced(first.id, first.index, first.groups, first.gold, value, None, Status.PARTIAL)

    return Metric(f"pass@{k},exec", "exec", reduce, mean_estimate, repeats=k)


class PassAtK(Struct, frozen=True):
    """Generate, execute, and where the sandbox was too slow execute alone: three rounds."""

    name: str = "pass_at_k"
    version: int = 1
    needs: tuple = (("model", "generate"), ("sandbox", "execute"))
    metrics: tuple = (pass_at(1), pass_at(2))
    rounds: int = 4
    signature: tuple = (("v", "1"),)

    def ask(self, sample, responses):
        first = generation(sample)
        if first not in responses:
            return [first]
        program = Execute(responses[first].text)
        alone = Execute(responses[first].text, alone=True)
        slow = program in responses and responses[program].outcome == "timeout"
        return [first, program, alone] if slow else [first, program]

    def verdict(self, sample, responses):
        last = [r for r in responses.values() if isinstance(r, Executed)][-1]
        return {"exec": verdict(last.outcome == "passed", "tests")}


class Judged(Struct, frozen=True):
    """Generate, judge, and once more when the judge breaks its contract; then unscored."""

    name: str = "judged"
    version: int = 1
    needs: tuple = (("model", "generate"), ("grader", "generate"))
    metrics: tuple = (mean_metric("acc,judge"),)
    rounds: int = 4
    signature: tuple = (("v", "1"),)

    def ask(self, sample, responses):
        first = generation(sample)
        if first not in responses:
            return [first]
        judged = Generate(f"judge: {responses[first].text}", 8, service="grader")
        again = Generate(f"again: {responses[first].text}", 8, service="grader")
        broken = judged in responses and responses[judged].text not in ("yes", "no")
        return [first, judged, again] if broken else [first, judged]

    def verdict(self, sample, responses):
        words = [a.text for r, a in responses.items() if r.service == "grader" and a.text in ("yes", "no")]
        return {"acc,judge": verdict(words[-1] == "yes", "judge") if words else Verdict.unscored("broken contract")}


class Log(list):
    """A list that a frozen scorer may hold."""

    __hash__ = object.__hash__


class Cascade(Struct, frozen=True):
    """Decides locally where it can, and keeps that decision as its state; else asks the grader."""

    calls: Log
    name: str = "cascade"
    version: int = 1
    needs: tuple = (("model", "generate"), ("grader", "generate"))
    metrics: tuple = (mean_metric("acc,cascade"),)
    rounds: int = 4
    signature: tuple = (("v", "1"),)

    def ask(self, sample, responses):
        first = generation(sample)
        if first not in responses:
            return [first]
        local = responses.state
        if local is None:
            self.calls.append(sample.id)
            local = responses[first].text == sample.gold or None if len(responses[first].text) < 3 else "ask"
        grader = [Generate(f"judge: {responses[first].text}", 8, service="grader")] if local == "ask" else []
        return Ask([first, *grader], state=local)

    def verdict(self, sample, responses):
        if responses.state == "ask":
            grade = next(a for r, a in responses.items() if r.service == "grader")
            return {"acc,cascade": verdict(grade.text == "yes", "judge")}
        return {"acc,cascade": verdict(bool(responses.state), "local")}


class Endless(Struct, frozen=True):
    """Never has enough: an error of the scorer."""

    name: str = "endless"
    version: int = 1
    needs: tuple = (("model", "generate"),)
    metrics: tuple = (mean_metric("acc,endless"),)
    rounds: int = 4
    signature: tuple = (("v", "1"),)

    def ask(self, sample, responses):
        return [Generate(str(n), 8) for n in range(len(responses) + 1)]

    def verdict(self, sample, responses):
        raise AssertionError("never reached")
