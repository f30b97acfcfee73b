"""Inspect's scorers on task states made from the responses; no model is called. Rows in, outcomes out."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from inspect_ai.model import ChatMessageUser, ModelName, ModelOutput
from inspect_ai.scorer import CORRECT, Score, Target, answer, choice, match, math
from inspect_ai.solver import Generate, Solver, TaskState, multiple_choice

SCORERS = {
    "letter": [
        ("multiple_choice, choice()", choice(), multiple_choice()),
        ('answer("letter")', answer("letter"), None),
        ("match()", match(), None),
    ],
    "number": [("match(numeric=True)", match(numeric=True), None), ('answer("line")', answer("line"), None)],
    "math": [("math()", math(), None), ('answer("line")', answer("line"), None)],
}


async def score(row: dict[str, Any], scorer: Any, solver: Solver | None) -> Score:
    """The score of a state that holds the response as the model's output."""
    stop = "max_tokens" if row.get("truncated") else "stop"
    output = ModelOutput.from_content("canned", row["response"], stop_reason=stop)
    state = TaskState(
        model=ModelName("mockllm/model"),
        sample_id=row["id"],
        epoch=1,
        input=row["question"],
        messages=[ChatMessageUser(content=row["question"])],
        target=Target(row["gold"]),
        choices=row.get("options"),
    )

    async def canned(state: TaskState, *_: Any, **__: Any) -> TaskState:
        state.output = output
        state.messages.append(output.message)
        return state

    generate: Generate = canned
    state = await solver(state, generate) if solver else await canned(state)
    return await scorer(state, Target(row["gold"]))


async def main() -> None:
    rows = [json.loads(line) for line in sys.stdin]
    for family, scorers in SCORERS.items():
        for rule, scorer, solver in scorers:
            for row in (row for row in rows if row["family"] == family):
                result = await score(row, scorer, solver)
                found = bool(result.answer) and result.reason is None
                outcome = "right" if result.value == CORRECT else "wrong" if found else "no_answer"
                print(json.dumps({"rule": rule, "id": row["id"], "outcome": outcome}))


if __name__ == "__main__":
    asyncio.run(main())
