"""Contracts with a judging model: the instruction, the grades, and the parser of its replies."""

from evalution.scorers.judge.browsecomp import BROWSECOMP
from evalution.scorers.judge.contract import Contract, Grade, Judgement
from evalution.scorers.judge.equality import EQUALITY
from evalution.scorers.judge.graded import GRADED
from evalution.scorers.judge.simpleqa import SIMPLEQA

__all__ = ["BROWSECOMP", "CONTRACTS", "EQUALITY", "GRADED", "SIMPLEQA", "Contract", "Grade", "Judgement"]

CONTRACTS = {contract.name: contract for contract in (EQUALITY, SIMPLEQA, BROWSECOMP, GRADED)}
