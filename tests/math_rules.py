"""Ways to rewrite an answer: forty that keep its value and more than twenty-five that change it.

Each rule takes the text of an answer and a seeded generator, and gives another text, or None where it does not
apply. They work on the text alone and know nothing of the code under test.
"""

from __future__ import annotations

import re
from fractions import Fraction

INTEGER = re.compile(r"-?[0-9]+")
FRACTION = re.compile(r"(-?)\\frac\{(\d+)\}\{(\d+)\}")
SURD = re.compile(r"(?<![\d.^}])(\d+)\\sqrt\{(\d+)\}")
NUMBER = r"-?\d+(?:\.\d+)?"
LIST = re.compile(rf"(?!-?\d{{1,3}}(?:,\d{{3}})+$)\s*{NUMBER}(?:,\s*{NUMBER})+\s*")
PAIR = re.compile(r"\(([^,()\[\]]+),([^,()\[\]]+)\)")


def _integer(text):
    return int(text) if INTEGER.fullmatch(text) and len(text) < 15 and not text.startswith("-0") else None


def _fraction(text):
    found = FRACTION.fullmatch(text)
    if found and int(found[3]):
        return Fraction(int(found[2]), int(found[3])) * (-1 if found[1] else 1)
    return None


def _frac(value):
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _replace(pattern, with_what):
    def rule(text, rng):
        new = re.sub(pattern, with_what, text)
        return new if new != text else None

    return rule


def _swap_sum(text, rng):
    found = re.fullmatch(r"(-?[^-+(){}=<>,\s|]+) ?([-+]) ?([^-+(){}=<>,\s|]+)", text)
    if not found or "\\" in found[1] + found[3] or not re.fullmatch(r"[\w^.-]+", found[1] + found[3]):
        return None
    return f"{'-' if found[2] == '-' else ''}{found[3]}{'' if found[1][0] == '-' else '+'}{found[1]}"


def _reorder_list(text, rng):
    if not LIST.fullmatch(text):
        return None
    parts = [part.strip() for part in text.split(",")]
    shuffled = sorted(parts, key=lambda part: rng.random())
    return ", ".join(shuffled) if shuffled != parts else ", ".join(reversed(parts))


def _and_list(text, rng):
    if not LIST.fullmatch(text):
        return None
    *head, last = [part.strip() for part in text.split(",")]
    return ", ".join(head) + r" \text{ and } " + last


def _terminating(value):
    d = value.denominator
    for p in (2, 5):
        while d % p == 0:
            d //= p
    return d == 1


def _decimal(text, rng):
    value = _fraction(text)
    if value is None or not _terminating(value) or value.denominator == 1 or value.denominator > 10**6:
        return None
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(value.numerator * 10**places // value.denominator)).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _repeating(text, rng):
    value = _fraction(text)
    if value is None or value.denominator not in (3, 9, 11, 37, 99) or value < 0:
        return None
    whole, rest = divmod(value.numerator, value.denominator)
    block = str(rest * (999 if value.denominator == 37 else 99) // value.denominator)
    return rf"{whole}.\overline{{{block.rjust(3 if value.denominator == 37 else 2, '0')}}}"


def _mixed(text, rng):
    value = _fraction(text)
    if value is None or value.denominator == 1 or abs(value) < 1:
        return None
    whole, rest = divmod(abs(value.numerator), value.denominator)
    return rf"{'-' if value < 0 else ''}{whole}\frac{{{rest}}}{{{value.denominator}}}"


def _grouped(mark):
    def rule(text, rng):
        n = _integer(text)
        return f"{n:,}".replace(",", mark) if n is not None and abs(n) >= 1000 else None

    return rule


def _on_integer(make):
    def rule(text, rng):
        n = _integer(text)
        return make(n, rng) if n is not None else None

    return rule


def _on_fraction(make):
    def rule(text, rng):
        value = _fraction(text)
        return make(value, rng) if value is not None else None

    return rule


def _closed_form(text):
    """An expression that may be put in brackets: no list, relation, unit, text, or percent."""
    return not re.search(
        r"[,=<>:%$]|\\(?:text|mbox|cup|in|pm|begin|circ|infty|\{|,|;|!|%|\$|le|ge|overline)|_|[A-Z]", text
    ) and (not re.search(r"[\[\]]", text) and bool(text.strip()))


def _around(before, after):
    return lambda text, rng: f"{before}{text}{after}" if _closed_form(text) else None


def _to_inequality(text, rng):
    found = re.fullmatch(rf"([\[(])({NUMBER}), ?({NUMBER})([\])])", text)
    if not found or (found[1], found[4]) == ("(", ")"):
        return None
    low, high = ("<" if bracket in "()" else r"\le" for bracket in (found[1], found[4]))
    return f"{found[2]} {low} x {high} {found[3]}"


def _ray_to_inequality(text, rng):
    found = re.fullmatch(rf"([\[(])({NUMBER}), ?\\infty\)", text)
    return f"x {'>' if found[1] == '(' else chr(92) + 'ge'} {found[2]}" if found else None


def _swap_sides(text, rng):
    found = re.fullmatch(r"([^=<>,\\]+)=([^=<>,\\]+)", text)
    return f"{found[2].strip()} = {found[1].strip()}" if found else None


def _double_sides(text, rng):
    found = re.fullmatch(r"([^=<>,\\]+)=([^=<>,\\]+)", text)
    return f"2({found[1].strip()}) = 2({found[2].strip()})" if found and re.search("[a-z].*[a-z]", text) else None


def _surd_under_root(text, rng):
    new = SURD.sub(lambda m: rf"\sqrt{{{int(m[1]) ** 2 * int(m[2])}}}", text)
    return new if new != text else None


def _irrational_denominator(text, rng):
    found = re.fullmatch(r"\\frac\{\\sqrt\{(\d+)\}\}\{(\d+)\}", text)
    return rf"\frac{{{found[1]}}}{{{found[2]}\sqrt{{{found[1]}}}}}" if found else None


def _wide(text, rng):
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in text) if INTEGER.fullmatch(text) else None


def _pi_to_digits(text, rng):
    found = re.fullmatch(r"(\d{1,4})\\pi", text)
    return f"{int(found[1]) * 3.141592653589793:.8f}" if found else None


KEEP = {
    "dfrac": _replace(r"\\frac(?=\{)", r"\\dfrac"),
    "tfrac": _replace(r"\\frac(?=\{)", r"\\tfrac"),
    "dollars": lambda text, rng: f"${text}$" if "$" not in text else None,
    "parentheses delimiter": lambda text, rng: rf"\({text}\)" if "$" not in text else None,
    "braces": lambda text, rng: f"{{{text}}}",
    "sized brackets": lambda text, rng: _sized(text),
    "wide operators": _replace(r"(?<=[\d}])([+])(?=[\d\\])", r" \1 "),
    "thin space": _replace(r", ?(?=-?\d)(?!\d{3}(?!\d))", r",\\ "),
    "dot product": _replace(r"(?<=\d)\\sqrt(?=\{)", r" \\cdot \\sqrt"),
    "times": _replace(r"(?<=\d)\\pi(?![a-z])", r" \\times \\pi"),
    "half power": lambda text, rng: _replace(r"\\sqrt\{(\d+)\}", r"{\1}^{1/2}")(text, rng),
    "second root": _replace(r"\\sqrt\{", r"\\sqrt[2]{"),
    "slash": _replace(r"^(-?)\\frac\{(\d+)\}\{(\d+)\}$", r"\1\2/\3"),
    "scaled fraction": _on_fraction(lambda v, rng: _scaled(v, rng.randint(2, 9))),
    "decimal": _decimal,
    "repeating decimal": _repeating,
    "mixed number": _mixed,
    "point zero": _on_integer(lambda n, rng: f"{n}.0"),
    "grouped by commas": _grouped(","),
    "grouped by thin commas": _grouped(",\\!"),
    "grouped by braces": _grouped("{,}"),
    "grouped by spaces": _grouped("\\,"),
    "fraction of one": _on_integer(lambda n, rng: rf"\frac{{{n}}}{{1}}"),
    "quotient": _on_integer(lambda n, rng: (lambda k: rf"\frac{{{n * k}}}{{{k}}}")(rng.randint(2, 12))),
    "sum": _on_integer(lambda n, rng: (lambda k: f"{n - k}+{k}")(rng.randint(1, 50))),
    "plus zero": _around("", "+0"),
    "times one": _around("1 \\cdot (", ")"),
    "minus minus": _around("-(-(", "))"),
    "named": lambda text, rng: f"y = {text}" if _closed_form(text) and "y" not in text else None,
    "sum swapped": _swap_sum,
    "list reordered": _reorder_list,
    "list in braces": lambda text, rng: rf"\{{{text}\}}" if LIST.fullmatch(text) and _distinct(text) else None,
    "list with and": _and_list,
    "square matrix brackets": _replace("pmatrix", "bmatrix"),
    "interval as inequality": _to_inequality,
    "ray as inequality": _ray_to_inequality,
    "sides swapped": _swap_sides,
    "sides doubled": _double_sides,
    "factor under the root": _surd_under_root,
    "irrational denominator": _irrational_denominator,
    "full stop": lambda text, rng: text + ".",
    "text dropped": _replace(r"^\\text\{([A-Za-z]{3,})\}$", r"\1"),
    "degree sign": _replace(r"\^\\circ|\^\{\\circ\}", "°"),
    "Unicode signs": lambda text, rng: _unicode(text),
    "wide digits": _wide,
    "unit": _on_integer(lambda n, rng: rf"{n}\text{{ cm}}"),
    "digits of pi": _pi_to_digits,
}


def _sized(text):
    new = re.sub(r"(?<!\\)\(", r"\\left(", re.sub(r"(?<!\\)\)", r"\\right)", text))
    return new if new != text and text.count("(") == text.count(")") and "\\left" not in text else None


def _scaled(value, k):
    return rf"{'-' if value < 0 else ''}\frac{{{abs(value.numerator) * k}}}{{{value.denominator * k}}}"


def _distinct(text):
    parts = [part.strip() for part in text.split(",")]
    return len(set(parts)) == len(parts)


def _unicode(text):
    new = text.replace("\\pi", "π").replace("-", "−").replace("\\cup", "∪").replace("\\infty", "∞")
    return new if new != text else None


def _first_number(change):
    """Change the first integer of a text that is an integer of its own."""

    def rule(text, rng):
        found = re.search(r"(?<![\d.{,!_^])\d{1,9}(?![\d.,{}!_])", text)
        if not found or re.search(r"\\(?:text|mbox|begin)|[A-Za-z]\^|[()]", text):
            return None
        return text[: found.start()] + str(change(int(found[0]), rng)) + text[found.end() :]

    return rule


def _interval_bracket(text, rng):
    found = re.fullmatch(rf"([\[(])({NUMBER}), ?({NUMBER})([\])])", text)
    if not found or (found[1] == "(" and found[4] == ")"):
        return None
    return f"{'(' if found[1] == '[' else '['}{found[2]},{found[3]}{found[4]}"


def _pair_swapped(text, rng):
    found = PAIR.fullmatch(text)
    return f"({found[2].strip()},{found[1].strip()})" if found and found[1].strip() != found[2].strip() else None


def _dropped(text, rng):
    return text[: text.rindex(",")] if LIST.fullmatch(text) else None


def _added(text, rng):
    return f"{text}, 7919" if LIST.fullmatch(text) and "7919" not in text else None


def _doubled_item(text, rng):
    return f"{text}, {text.split(',')[0].strip()}" if LIST.fullmatch(text) else None


def _matrix_entry(text, rng):
    found = re.search(r"(?<=&) ?(-?\d+) ?(?=\\\\|&|\\end)|(?<=\\\\) ?(-?\d+) ?(?=\\\\|\\end)", text)
    if not found or "matrix" not in text:
        return None
    return text[: found.start()] + f" {int(found[0]) + 1} " + text[found.end() :]


CHANGE = {
    "plus one": _on_integer(lambda n, rng: str(n + 1)),
    "minus one": _on_integer(lambda n, rng: str(n - 1)),
    "negated": _on_integer(lambda n, rng: str(-n) if n else None),
    "ten times": _on_integer(lambda n, rng: str(n * 10) if n else None),
    "a tenth": _on_integer(lambda n, rng: f"{n}e-1" if n else None),
    "last digit cut": _on_integer(lambda n, rng: str(n)[:-1] if abs(n) > 9 else None),
    "digit appended": _on_integer(lambda n, rng: f"{n}{rng.randint(0, 9)}" if n else None),
    "decimal part added": _on_integer(lambda n, rng: f"{n}.5"),
    "slightly more": _on_integer(lambda n, rng: f"{n}.000001"),
    "numerator plus one": _on_fraction(lambda v, rng: rf"\frac{{{v.numerator + 1}}}{{{v.denominator}}}"),
    "denominator plus one": _on_fraction(
        lambda v, rng: rf"\frac{{{v.numerator}}}{{{v.denominator + 1}}}" if v else None
    ),
    "upside down": _on_fraction(lambda v, rng: _frac(1 / v) if v and abs(v) != 1 else None),
    "fraction negated": _on_fraction(lambda v, rng: _frac(-v) if v else None),
    "numerator alone": _on_fraction(lambda v, rng: str(v.numerator) if v.denominator > 1 and v else None),
    "two decimals": _on_fraction(lambda v, rng: f"{float(v):.2f}" if not _terminating(v) else None),
    "root dropped": lambda text, rng: (
        text.replace("\\sqrt", "", 1) if re.fullmatch(r"\d*\\sqrt\{\d+\}", text) else None
    ),
    "radicand plus one": lambda text, rng: _radicand(text),
    "pi dropped": lambda text, rng: re.sub(r"\\pi", "", text) if re.fullmatch(r"\d+\\pi", text) else None,
    "pi added": _on_integer(lambda n, rng: rf"{n}\pi" if n else None),
    "bracket turned": _interval_bracket,
    "pair swapped": _pair_swapped,
    "item dropped": _dropped,
    "item added": _added,
    "item repeated": _doubled_item,
    "matrix entry": _matrix_entry,
    "variable renamed": lambda text, rng: _renamed(text),
    "exponent plus one": lambda text, rng: _exponent(text),
    "coefficient plus one": lambda text, rng: _coefficient(text),
    "sum to difference": lambda text, rng: _difference(text),
    "times i": _on_integer(lambda n, rng: f"{n}i" if n else None),
    "letter added": _replace(r"^\\text\{([A-Za-z]{3,})\}$", r"\\text{\1x}"),
    "other base": _replace(r"(?<=\d\d)_\{?([2-9])\}?$", lambda m: f"_{{{int(m[1]) + 7}}}"),
}


def _radicand(text):
    found = re.fullmatch(r"(\d*)\\sqrt\{(\d+)\}", text)
    return rf"{found[1]}\sqrt{{{int(found[2]) + 1}}}" if found else None


def _renamed(text):
    if not re.fullmatch(r"[-+\dx^{}() ]+", text) or "x" not in text:
        return None
    return text.replace("x", "t")


def _exponent(text):
    if not re.fullmatch(r"[-+\dxyzabnt^{}() ]+", text):
        return None
    found = re.search(r"(?<=[a-z])\^\{?(\d)\}?", text)
    return f"{text[: found.start()]}^{{{int(found[1]) + 1}}}{text[found.end() :]}" if found else None


def _coefficient(text):
    found = re.search(r"(?<![\d^{.])\d+(?=[a-z])", text)
    if not found or not re.fullmatch(r"[-+\dxyzabnt^{} ]+", text):
        return None
    return text[: found.start()] + str(int(found[0]) + 1) + text[found.end() :]


def _difference(text):
    if not re.fullmatch(r"[\dxyzabnti^{} ]+\+[\dxyzabnti^{} ]+", text) or re.search(r"\+ ?0+$", text):
        return None
    return text.replace("+", "-")
