"""WinoGrande: which of two names fills the blank, by partial evaluation (see `evalution.scorers.partial`).

The test answers are kept back: the validation split is judged. Source: https://github.com/allenai/winogrande.
"""

from __future__ import annotations

from evalution.benchmarks import choices, rows
from evalution.benchmarks.benchmark import Form, Item, Row, Source
from evalution.errors import BadInput, shorten


def winogrande_item(row: Row) -> Item:
    """`{sentence, option1, option2, answer}`; one blank `_` in the sentence, with words after it; answer 1 or 2."""
    sentence = rows.text(row, "sentence")
    if sentence.count("_") != 1 or not sentence.partition("_")[2].strip():
        raise BadInput(shorten(sentence), expected="one blank _ with text after it", field="sentence")
    options = (rows.text(row, "option1"), rows.text(row, "option2"))
    return choices.choice_item(sentence, options, choices.place(row, "answer", 2, first=1))


WINOGRANDE = choices.choice_suite(
    "winogrande",
    "WinoGrande, XL, partial evaluation",
    Source("allenai/winogrande", "winogrande_xl", split="validation"),
    winogrande_item,
    form=Form(),
    scorer="partial",
    size=1267,
    citation="Sakaguchi et al. 2019, WinoGrande: An Adversarial Winograd Schema Challenge (arXiv:1907.10641)",
    licence="CC-BY",
)
