"""The names that the grammar knows: functions, constants, Greek letters, relations."""

from __future__ import annotations

_GREEK_LETTERS = """
alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma tau upsilon phi chi psi
omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar varrho varsigma
"""
GREEK = frozenset(_GREEK_LETTERS.split())
CONSTANTS = {"pi": "pi", "infty": "oo", "infinity": "oo", "inf": "oo", "oo": "oo", "imath": "i", "jmath": "j"}
TRIGONOMETRIC = frozenset(["sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth"])
INVERSE = {
    "sin": "arcsin", "cos": "arccos", "tan": "arctan", "cot": "arccot", "sec": "arcsec", "csc": "arccsc",
    "sinh": "arcsinh", "cosh": "arccosh", "tanh": "arctanh",
}  # fmt: skip
FUNCTIONS = {
    **{name: name for name in TRIGONOMETRIC},
    **{name: name for name in INVERSE.values()},
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "arsinh": "arcsinh", "arcosh": "arccosh", "artanh": "arctanh",
    "ln": "ln", "log": "log", "lg": "log", "exp": "exp", "abs": "abs", "max": "max", "min": "min", "gcd": "gcd",
    "lcm": "lcm", "floor": "floor", "ceil": "ceil", "sgn": "sgn", "Re": "re", "Im": "im", "arg": "arg", "det": "det",
    "cbrt": "cbrt", "sqrt": "sqrt", "binom": "binom", "cis": "cis",
}  # fmt: skip
VARIADIC = frozenset({"max", "min", "gcd", "lcm"})
APPLIED = frozenset("fghFGHP")

EQUALITY = frozenset({"=", "\\approx"})
ORDER = {"<": (False, 1), ">": (False, -1), "\\le": (True, 1), "\\ge": (True, -1)}
RELATIONS = frozenset({*EQUALITY, *ORDER, "\\ne", "\\in", "\\equiv", "\\to", "\\mapsto", "\\implies", "\\sim", "\\mod"})

_LITTLE_WORDS = """
the is are was has had its our you who how why any all can may not but for and per out off get got let say see use
of to it we so he that this with from there
"""
PROSE = frozenset(_LITTLE_WORDS.split())
"""Words that are never a product of variables, however short."""
