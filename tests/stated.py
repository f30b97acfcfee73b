"""The generated suites over real and bundled data: tasks made ready, golds stated plainly, trials judged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from evalution.benchmarks.languages import answer_line
from evalution.datasets.locate import parse_flags
from evalution.prompt import render
from evalution.request import Generated
from evalution.runs.options import Options
from evalution.runs.task import Task, prepare
from evalution.runs.trial import Trial
from evalution.sample import Sample
from evalution.scorers.reference.drop import alternatives
from evalution.verdict import Verdict
from served import SERVICES

GENERATED = (
    "aime_2024",
    "aime_2025",
    "browsecomp",
    "drop",
    "gpqa_diamond",
    "gpqa_extended",
    "gpqa_main",
    "gsm8k",
    "gsm8k_platinum",
    "humaneval",
    "math",
    "math_500",
    "mbpp",
    "mgsm",
    "mmlu",
    "mmlu_pro",
    "mmmlu",
    "simpleqa",
)
FROZEN = Path(__file__).parent / "data" / "generated_prompts.json"
DATA = {
    "drop": ("drop", "drop/simple_evals_drop_v0_dev.jsonl.gz", r"drop/simple_evals_drop_v0_dev\.jsonl\.gz"),
    "drop (train)": ("drop", "drop/allennlp_fixture.jsonl", r"drop/allennlp_fixture\.jsonl"),
    "gsm8k": ("gsm8k", "gsm8k", r"gsm8k/test\.jsonl\.gz"),
    "humaneval": ("humaneval", "humaneval", r"humaneval/test\.jsonl\.gz"),
    "math": ("math", "math", r"math/test\.jsonl\.gz"),
    "math_500": ("math_500", "math500", r"math500/test\.jsonl\.gz"),
    "mgsm": ("mgsm", "mgsm", r"mgsm/.._test\.jsonl\.gz"),
    "mmlu": ("mmlu", "mmlu", r"mmlu/test\.jsonl\.gz"),
    "mmlu_pro": ("mmlu_pro", "mmlu_pro", r"mmlu_pro/test\.jsonl\.gz"),
    "mmmlu": ("mmmlu.AR_XY", "mmmlu/substitute_arabic_machine_translated_test.jsonl.gz", r"mmmlu/\w+_test\.jsonl\.gz"),
    "simpleqa": ("simpleqa", "simpleqa", r"simpleqa/test\.jsonl\.gz"),
}
"""Data flag, path under `data`, and that path as a pattern in `SOURCES.md`, by case."""
ABLE = {
    "model": frozenset({"generate"}),
    "grader": frozenset({"generate", "chat"}),
    "sandbox": frozenset({"execute"}),
}
BEST = {"is_incorrect,judge": 0.0, "is_not_attempted,judge": 0.0, "calibration_error,judge": 0.0}
"""Scores of a model that knows and is sure, where they are not 1."""
UNFENCED = ("exec@human_eval", "pass@1,exec@human_eval")
"""Keys under which a program in a fence does not pass."""


def ready(name: str, *flags: str, **options: object) -> Task:
    """The task of a suite over the files that the flags name, else over its bundled sample; asked as running text."""
    chosen = msgspec.convert({"fewshot": 0, "bundled": not flags, **options}, Options)
    return prepare(name, chosen, parse_flags(flags, [name]), ABLE)


def stated(name: str, sample: Sample) -> str:
    """The line that the prompt asks for, with the gold in it."""
    gold = str(sample.gold)
    if name == "mmlu_pro":
        return f"The answer is ({gold})."
    if sample.choices:
        shown = sample.labels[sample.order.index(sample.gold_index)]
        return answer_line(sample.language, shown)
    if name == "mgsm":
        return answer_line(sample.language, gold)
    if name.startswith("gsm8k"):
        return f"#### {gold}"
    if name == "humaneval":
        return f"```python\n{sample.meta['prompt']}{gold}```"
    if name == "mbpp":
        return f"```python\n{gold}\n```"
    if name == "simpleqa":
        return f"It is: {gold}"
    if name == "browsecomp":
        return f"Answer: {gold}\nConfidence: 100%"
    if name == "drop":
        return f"Answer: {', '.join(alternatives(gold)[0])}"
    return f"\\boxed{{{gold}}}"


def judged(task: Task, every: int = 1) -> Iterator[tuple[Sample, Mapping[str, Verdict]]]:
    """Trials whose model states the gold, and nothing else, before an honest grader and a sandbox."""
    name = task.benchmark.name
    for number, sample in enumerate(task.samples()):
        if number % every == 0:
            trial = Trial(sample, task.scorers)
            while requests := trial.advance():
                for request in requests:
                    bare = stated(name, sample).removeprefix("Answer: " * (name == "drop"))
                    answer = SERVICES[request.service](request) if request.service in SERVICES else Generated(bare)
                    trial.give(request, answer)
            yield sample, trial.record().verdicts


def prompt_hashes(task: Task) -> list[str]:
    """16 hexadecimal digits of the SHA-256 of the first prompt, and of the last."""
    samples = list(task.samples())
    return [hashlib.sha256(msgspec.json.encode(render(samples[i]))).hexdigest()[:16] for i in (0, -1)]


if __name__ == "__main__":  # freezes the prompts anew, after one was changed on purpose
    data = Path(__file__).resolve().parents[2] / "shared" / "data"
    hashes = {
        case: prompt_hashes(ready(flag.partition(".")[0], f"{flag}={data / path}"))
        for case, (flag, path, _) in DATA.items()
    }
    FROZEN.write_text(json.dumps(hashes, indent=2) + "\n", "utf-8")
