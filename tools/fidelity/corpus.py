"""The labelled corpus: saved outputs of real models with the verdict of whoever published them."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from evalution.scorers.target import Target
from evalution.scoring.one import LETTERS, target

Row = Mapping[str, Any]
TOLERANCE = 1e-3
"""Within which ToRA's owners hold two numbers equal."""


class Case(Struct, frozen=True):
    """A response, what it is judged against, and the published verdict."""

    id: str
    response: str
    target: Target
    official: float


class Outputs(Struct, frozen=True):
    """One file of real outputs (or the part of it that `only` names), the live rule, and the owner's rules beside.

    `official` says where the published verdict comes from.
    """

    name: str
    scorer: str
    references: tuple[str, ...]
    official: str
    only: str
    case: Callable[[Path, Row], Case]

    def cases(self, data: Path) -> list[Case]:
        """The cases in file order; each id is the model and the question, and a number where a question comes again."""
        found = [self.case(data, row) for row in rows(data / f"model_outputs/{self.file}.jsonl.gz") if self._mine(row)]
        return list(numbered(found))

    @property
    def file(self) -> str:
        """The file's name without its suffixes."""
        return self.name.partition(":")[0]

    @property
    def reference_names(self) -> list[str]:
        """The owner's rules as the registry names them."""
        return [f"{self.scorer}@{reference}" for reference in self.references]

    def _mine(self, row: Row) -> bool:
        return not self.only or row["benchmark"] == self.only


def rows(path: Path) -> Iterator[Row]:
    """The rows of a packed file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def numbered(cases: list[Case]) -> Iterator[Case]:
    """The cases with ids of their own: the second of one id gets `#2` behind it."""
    seen: Counter[str] = Counter()
    for case in cases:
        seen[case.id] += 1
        again = seen[case.id]
        yield case if again == 1 else Case(f"{case.id}#{again}", case.response, case.target, case.official)


def _id(row: Row) -> str:
    return f"{row['model']}/{row['doc_id']}"


def _number(data: Path, row: Row) -> Case:
    return Case(_id(row), row["response"], target(str(row["gold"])), row["official_score"])


def _tora(data: Path, row: Row) -> Case:
    said, gold = str(row["official_pred"] or "").replace(",", ""), str(row["gold"]).replace(",", "")
    try:
        right = abs(float(said) - float(gold)) <= TOLERANCE
    except ValueError:
        right = False
    return Case(_id(row), row["response"], target(str(row["gold"])), float(right))


def _mgsm(data: Path, row: Row) -> Case:
    language = row["doc_id"].partition("/")[0]
    return Case(_id(row), row["response"], target(row["gold"], language=language), row["official_score"])


def _mmlu_pro(data: Path, row: Row) -> Case:
    options = _mmlu_pro_options(data)[row["doc_id"]]
    return Case(_id(row), row["response"], target(row["gold"], options), row["official_score"])


def _helm(data: Path, row: Row) -> Case:
    options = _mmlu_options(data)[row["doc_id"]]
    return Case(_id(row), row["response"], target(row["gold"], options), float(row["response"].strip() == row["gold"]))


def _arabic(data: Path, row: Row) -> Case:
    options = _arabic_options(data)[row["doc_id"]]
    return Case(_id(row), row["response"], target(row["gold"], options, language="ar"), row["official_score"])


def _cached(read: Callable[[Path], dict[Any, list[str]]]) -> Callable[[Path], dict[Any, list[str]]]:
    known: dict[Path, dict[Any, list[str]]] = {}

    def get(data: Path) -> dict[Any, list[str]]:
        if data not in known:
            known[data] = read(data)
        return known[data]

    return get


@_cached
def _mmlu_pro_options(data: Path) -> dict[Any, list[str]]:
    return {row["question_id"]: row["options"] for row in rows(data / "mmlu_pro/test.jsonl.gz")}


@_cached
def _mmlu_options(data: Path) -> dict[Any, list[str]]:
    return _by_subject((row["subject"], row["choices"]) for row in rows(data / "mmlu/test.jsonl.gz"))


@_cached
def _arabic_options(data: Path) -> dict[Any, list[str]]:
    path = data / "mmmlu/substitute_arabic_machine_translated_test.jsonl.gz"
    return _by_subject((row["Subject"], [row[letter] for letter in LETTERS[:4]]) for row in rows(path))


def _by_subject(pairs: Iterator[tuple[str, list[str]]]) -> dict[Any, list[str]]:
    seen: Counter[str] = Counter()
    options = {}
    for subject, choices in pairs:
        options[f"{subject}/{seen[subject]}"] = choices
        seen[subject] += 1
    return options


OUTPUTS = (
    Outputs("openai_gsm8k_example_solutions", "num", ("gsm8k", "gsm8k_platinum"), "the owner's flag", "", _number),
    Outputs("tora_gsm8k", "num", ("gsm8k", "gsm8k_platinum"), "the owner's extraction against the gold", "", _tora),
    Outputs("meta_prompting_mgsm_3styles", "num", ("simple_evals",), "the owner's substring test", "", _mgsm),
    Outputs("verify_cot_human100:gsm8k", "num", ("gsm8k", "gsm8k_platinum"), "the owner's flag", "gsm8k", _number),
    Outputs("mmlu_pro_3models", "choice_label", ("mmlu_pro", "simple_evals"), "the owner's letter", "", _mmlu_pro),
    Outputs("acegpt_arabic_mmlu_3runs", "choice_label", ("simple_evals",), "the owner's letter", "", _arabic),
    Outputs("helm_mmlu_5models", "choice_label", ("simple_evals",), "stripped exact match", "", _helm),
    Outputs("verify_cot_human100:math", "math", ("hendrycks",), "the owner's flag", "math", _number),
)
