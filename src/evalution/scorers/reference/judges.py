"""How openai/simple-evals reads its judges' replies, quirks kept. The instructions are the user's to supply.

- equality (`common.py`): right only if the reply, lower case and stripped, is exactly "yes";
- SimpleQA (`simpleqa_eval.py`): the first A, B or C anywhere in the reply, inside words too, else C;
- BrowseComp (`browsecomp_eval.py`): the first `correct: yes` or `correct: no` as spelled so, else no. Its published
  code compares the whole match with "yes" and so can never say yes; this is the rule that it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalution.scorers.judge import BROWSECOMP, EQUALITY, SIMPLEQA
from evalution.scorers.judge.contract import Contract, Judgement
from evalution.scorers.judge.simpleqa import LETTERS

_LETTER = re.compile(r"A|B|C")
_CORRECT = re.compile(r"correct: (yes|no)")


def equality_simple_evals(reply: str) -> Judgement:
    """Never breaks: anything but "yes" is No.

    >>> equality_simple_evals(" YES ").grade, equality_simple_evals("Yes.").grade
    ('Yes', 'No')
    """
    return Judgement("Yes" if reply.lower().strip() == "yes" else "No")


def simpleqa_simple_evals(reply: str) -> Judgement:
    """Never breaks: a reply without the letters is NOT_ATTEMPTED.

    >>> simpleqa_simple_evals("INCORRECT").grade, simpleqa_simple_evals("This is a B").grade
    ('NOT_ATTEMPTED', 'INCORRECT')
    """
    found = _LETTER.search(reply)
    return Judgement(LETTERS[found[0] if found else "C"])


def browsecomp_simple_evals(reply: str) -> Judgement:
    """Never breaks: a reply without the field is no.

    >>> browsecomp_simple_evals("correct: yes").grade, browsecomp_simple_evals("**correct:** yes").grade
    ('yes', 'no')
    """
    found = _CORRECT.search(reply)
    return Judgement(found[1] if found else "no")


def _replica(contract: Contract, read: Callable[[str], Judgement]) -> Contract:
    return Contract(f"{contract.name}@simple_evals", 1, "", contract.grades, read, visible=str)


EQUALITY_SIMPLE_EVALS = _replica(EQUALITY, equality_simple_evals)
SIMPLEQA_SIMPLE_EVALS = _replica(SIMPLEQA, simpleqa_simple_evals)
BROWSECOMP_SIMPLE_EVALS = _replica(BROWSECOMP, browsecomp_simple_evals)
