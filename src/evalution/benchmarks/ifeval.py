"""IFEval: prompts with instructions whose following can be checked by rules, without a judge.

Sources: https://github.com/google-research/google-research/tree/master/instruction_following_eval
"""

from __future__ import annotations

import json

from evalution.benchmarks import rows
from evalution.benchmarks.benchmark import Benchmark, Form, Item, Row, Source
from evalution.errors import BadInput, shorten
from evalution.sample import Sampling
from evalution.scorers.ifeval import read_instructions
from evalution.scorers.ifeval_checks import ArgumentError


def ifeval_item(row: Row) -> Item:
    """`{key, prompt, instruction_id_list, kwargs}`; arguments that are null are left out, as the Hub fills them in."""
    names, arguments = rows.texts(row, "instruction_id_list"), rows.value(row, "kwargs")
    if not isinstance(arguments, list) or len(arguments) != len(names):
        raise BadInput(shorten(arguments), expected=f"a list of {len(names)} objects", field="kwargs")
    given = [{k: v for k, v in (one or {}).items() if v is not None} for one in arguments]
    gold = tuple(json.dumps(pair, ensure_ascii=False) for pair in zip(names, given, strict=True))
    try:
        read_instructions(gold)
    except ArgumentError as error:
        raise BadInput(str(error), expected="instructions with their arguments", field="kwargs") from None
    return Item(id=str(rows.value(row, "key")), question=rows.text(row, "prompt"), gold=gold, answer="")


IFEVAL = Benchmark(
    name="ifeval",
    title="IFEval",
    version=1,
    source=Source("google/IFEval", None, split="train", train=None),
    size=541,
    item=ifeval_item,
    form=Form(),
    scorers=("ifeval",),
    headline="prompt_acc,ifeval_strict",
    citation="Zhou et al. 2023, Instruction-Following Evaluation for Large Language Models (arXiv:2311.07911)",
    licence="Apache-2.0",
    sample="ifeval.jsonl",
    chat=True,
    sampling=Sampling(max_tokens=1280),
)
