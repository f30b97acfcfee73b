"""Sentences that say that there is no answer: "the answer cannot be determined".

No verb stands between the answer word and what is said of it, so that they announce nothing; yet they are
commitments, to none, and come after those that they withdraw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalution.scorers.extraction import Found
from evalution.scorers.target import Target
from evalution.verdict import Span

_GAP = r"(?:\s[^\W\d_]{1,20}){0,8}"
_WITHDRAWN = re.compile(
    rf"(?<![^\W\d_])(?:answer{_GAP}\s(?:can(?:not|['’]t|\snot)|could\snot|couldn['’]t)\s(?:yet\s|really\s|actually\s)?be"
    r"\s(?:determined|known|found|computed|calculated|given|inferred|answered|established|derived|decided)"
    rf"|(?:antwort|lösung){_GAP}\s(?:kann\snicht\s[^\W\d_]{{4,20}}\swerden|lässt\ssich\snicht\s[^\W\d_]{{4,20}})"
    rf"|réponse{_GAP}\sne\speut\s(?:pas\s)?être\s(?:déterminée|trouvée|donnée|calculée)"
    rf"|respuesta{_GAP}\sno\s(?:se\spuede\s|puede\s(?:ser\s)?)(?:determinar|encontrar|calcular|dar)"
    rf"|resposta{_GAP}\snão\spode\sser\s(?:determinada|encontrada|calculada|dada)"
    rf"|ответ{_GAP}\s(?:определить\sневозможно|невозможно\sопределить|нельзя\sопределить))(?![^\W\d_])"
    r"|答案(?:是)?(?:无法|無法|不能)(?:确定|確定|计算|計算|得出)",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\s(?:until|unless|before|directly|by\s\w+ing|simply|bis|tant\sque|hasta)(?![^\W\d_])", re.IGNORECASE
)

_HEDGED = re.compile(
    r"(?:precise|exact|definitive|definite|numerical|accurate|specific|complete)\s{1,4}$", re.IGNORECASE
)
"""Before an answer word: a precise answer that cannot be given leaves the rough one standing."""
_HINTS = ("not be", "n't be", "n’t be", " yet be", " really be", "ally be", "nicht", "peut", "puede", "pode",
          "невозможно", "нельзя", "无法", "無法", "不能")  # fmt: skip
"""Where none of these stands there is no such sentence; a text is soon searched for them."""


def withdrawals(text: str, target: Target) -> Iterator[Found]:
    """Every such sentence; none of those that say what must come first ("... cannot be found until") or that miss only
    a precise answer.

    >>> [found.rule for found in withdrawals("The answer is 5. No: the answer cannot be determined.", Target("5"))]
    ['marker:answer']
    >>> list(withdrawals("The answer cannot be found by guessing.", Target("5")))
    []
    """
    if not any(hint in text for hint in _HINTS):
        return
    for said in _WITHDRAWN.finditer(text):
        if not _UNTIL.match(text, said.end()) and not _HEDGED.search(text, max(0, said.start() - 16), said.start()):
            word = said[0][:2] if said[0].startswith("答案") else said[0].split()[0].lower()
            yield Found((), f"marker:{word}", Span(*said.span()))
