"""What each family of text scorers is tried on: golds with answers that differ, and ways to state them.

A family is a scorer's name before its `@`. A scorer registered under a new family needs a line here, and
`test_laws.py` says so; a new reference rule of a known family is covered as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from evalution import registry
from evalution.scorers.target import Target
from evalution.scorers.text import TextScorer

COLOURS = ("a red kite", "a blue door", "a green lamp", "a grey wall")


class Family(NamedTuple):
    """`pairs` are golds, each with an answer that is wrong under it.

    stated   ways to state an answer plainly, which the live rule must all take
    marked   those of them that are explicit commitments, of which the last counts
    owned    the owners' forms by reference rule
    beyond_owners    golds that an owner's rule reads differently, by its nature
    folds    whether the live rule reads compatibility forms (full-width digits and letters)
    """

    pairs: tuple[tuple[str, str], ...]
    stated: tuple[str, ...]
    marked: tuple[str, ...] = ()
    owned: Mapping[str, str] = MappingProxyType({})
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    folds: bool = False
    beyond_owners: tuple[str, ...] = ()

    def target(self, gold: str) -> Target:
        return Target(gold, self.choices, self.labels)


FAMILIES = {
    "num": Family(
        pairs=(("18", "17"), ("-4", "4"), ("1250.5", "1250"), ("3/4", "4/3"), ("0", "1"), ("1000000", "100000")),
        stated=("{}", "The answer is {}.", "#### {}", "\\boxed{{{}}}", "Answer: {}", "<answer>{}</answer>"),
        marked=("The answer is {}.", "#### {}", "$\\boxed{{{}}}$", "Answer: {}"),
        owned={"gsm8k": "#### {}", "gsm8k_platinum": "Answer: {}", "simple_evals": "Answer: {}"},
        folds=True,
        beyond_owners=("-4", "3/4"),
    ),
    "choice_label": Family(
        pairs=(("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")),
        stated=(
            "{}",
            "({})",
            "Answer: {}",
            "The answer is {}.",
            "\\boxed{{{}}}",
            "#### {}",
            "The correct option is ({}).",
        ),
        marked=("Answer: {}", "The answer is {}.", "\\boxed{{{}}}", "#### {}"),
        owned={"simple_evals": "Answer: {}", "simple_evals_gpqa": "Answer: {}", "mmlu_pro": "The answer is ({})."},
        choices=COLOURS,
        labels=("A", "B", "C", "D"),
        folds=True,
    ),
    "math": Family(
        pairs=(
            ("\\frac{3}{4}", "\\frac{4}{3}"),
            ("18", "17"),
            ("x^2 + 1", "x^2 - 1"),
            ("(2, 3)", "(3, 2)"),
            ("2\\sqrt{3}", "3\\sqrt{2}"),
        ),
        stated=(
            "\\boxed{{{}}}",
            "The answer is ${}$.",
            "#### {}",
            "So we get $\\boxed{{{}}}$ in the end.",
            "Answer: ${}$",
        ),
        marked=("\\boxed{{{}}}", "The answer is ${}$.", "#### {}"),
        owned={"hendrycks": "\\boxed{{{}}}"},
    ),
    "drop": Family(
        pairs=(("Lee", "Kim"), ("42", "24"), ("blue door", "red kite")),
        stated=("{}", "Answer: {}", "The answer is {}."),
        marked=("Answer: {}",),
        owned={"allenai": "{}"},
        folds=True,
    ),
    "ifeval": Family(  # an instruction that asks for its own keyword is followed by a text that quotes it
        pairs=(
            ('["keywords:existence", {"keywords": ["lantern"]}]', '["keywords:existence", {"keywords": ["anchor"]}]'),
            ('["keywords:existence", {"keywords": ["north"]}]', '["keywords:existence", {"keywords": ["south"]}]'),
        ),
        stated=("{}", "Answer: {}"),
    ),
    "exact": Family(pairs=(("Lisbon", "Porto"), ("B", "C")), stated=("{}",)),
}


def text_scorers() -> dict[str, TextScorer]:
    """Every registered scorer that judges a text."""
    loaded = {name: registry.load("scorers", name) for name in registry.names("scorers")}
    return {name: scorer for name, scorer in loaded.items() if isinstance(scorer, TextScorer)}


def family(name: str) -> Family:
    """The examples for a scorer."""
    return FAMILIES[name.partition("@")[0]]
