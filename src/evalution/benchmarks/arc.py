"""ARC, the AI2 Reasoning Challenge: grade-school science questions with three to five options.

The model never sees the options: each one's text is scored as the answer to the question. The headline is
the exam score of the owners' ARC solver: a gold option among k tied bests earns 1/k.
Source: https://github.com/allenai/ARC-Solvers, arc_solvers/processing/calculate_scores.py.
"""

from __future__ import annotations

from evalution.benchmarks.benchmark import Benchmark, Source
from evalution.benchmarks.choices import QUESTION, keyed_item


def _arc(name: str, title: str, config: str, size: int) -> Benchmark:
    return Benchmark(
        name=name,
        title=title,
        version=1,
        source=Source("allenai/ai2_arc", config),
        size=size,
        item=keyed_item,
        form=QUESTION,
        scorers=("exam", "multiple_choice"),
        headline="acc,exam",
        citation="Clark et al. 2018, Think you have Solved Question Answering? Try ARC (arXiv:1803.05457)",
        licence="CC-BY-SA-4.0",
        sample="arc.jsonl",
    )


ARC_EASY = _arc("arc_easy", "ARC, easy set", "ARC-Easy", 2376)
ARC_CHALLENGE = _arc("arc_challenge", "ARC, challenge set", "ARC-Challenge", 1172)
