"""The atoms of the grammar: numbers, letters, commands, groups, and functions with what they apply to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from evalution.scorers.math.expression import (
    HALF,
    MINUS_ONE,
    Add,
    Call,
    Expr,
    Mul,
    Num,
    Pow,
    Sym,
    divide,
    negate,
    variables,
)
from evalution.scorers.math.items import Group, Token, Unparsed, Unreadable, spelling
from evalution.scorers.math.literals import in_base, literal, repeating
from evalution.scorers.math.units import UNITS, Unit
from evalution.scorers.math.vocabulary import (
    APPLIED,
    CONSTANTS,
    FUNCTIONS,
    GREEK,
    INVERSE,
    PROSE,
    TRIGONOMETRIC,
    VARIADIC,
)
from evalution.scorers.math.words import read_number_words

if TYPE_CHECKING:
    from evalution.scorers.math.grammar import Parser

_MONEY = {"\\$": "$", "€": "€", "£": "£", "¥": "¥", "₹": "₹", "\\pounds": "£", "\\euro": "€"}
OPENERS = frozenset({"(", "[", "{", "\\lfloor", "\\lceil"})
APPLYING = frozenset(f"\\{name}" for name in FUNCTIONS)
ATOMIC = APPLYING | {f"\\{name}" for name in GREEK} | {f"\\{name}" for name in CONSTANTS} | {
    "\\frac", "\\binom", "\\overline", "\\mathbb", "\\|", "\\sqrt", "\\operatorname",
}  # fmt: skip


def atom(p: Parser) -> Expr:
    if p.at >= len(p.items):
        raise Unparsed
    item = p.items[p.at]
    if isinstance(item, Group):
        p.at += 1
        return read_group(p, item)
    match item.kind:
        case "number":
            return read_number(p, item)
        case "repeating":
            p.at += 1
            return repeating(item.text)
        case "word":
            return read_word(p, item.text)
        case "command":
            return read_command(p, item.text)
    if item.text == "|":
        return bars(p, "|", "abs")
    if item.text in _MONEY:
        return money(p, item.text)
    raise Unparsed


def money(p: Parser, sign: str) -> Expr:
    p.at += 1
    kind, factor = UNITS[_MONEY[sign]]
    p.unit = Unit(kind, factor, _MONEY[sign])
    return p.power()


def bars(p: Parser, bar: str, name: str) -> Expr:
    p.at += 1
    p.bars += 1
    inner = p.sum()
    p.bars -= 1
    if p.peek() != bar:
        raise Unparsed
    p.at += 1
    return Call(name, (inner,))


def read_group(p: Parser, group: Group) -> Expr:
    if group.open not in OPENERS:
        raise Unparsed
    for i, item in enumerate(group.items):
        if isinstance(item, Token) and item.text == "\\choose":
            return choose(p.inside(group.items[:i]), p.inside(group.items[i + 1 :]))
    if p.peek() == "_" and group.open == "(" and len(group.items) == 1 and group.items[0][0] == "number":
        p.at += 1
        return Num(in_base(group.items[0][1], base(p)))
    inner = p.inside(group.items)
    return Call({"\\lfloor": "floor", "\\lceil": "ceil"}[group.open], (inner,)) if group.open[0] == "\\" else inner


def read_number(p: Parser, item: Token) -> Expr:
    p.at += 1
    digits = item.text
    following = p.items[p.at] if p.at < len(p.items) else None
    if isinstance(following, Token) and following.kind == "word" and p.peek(1) == "_" and following.text.isupper():
        p.at += 1
        digits += following.text
    if p.peek() == "_":
        p.at += 1
        return Num(in_base(digits, base(p)))
    return Num(*literal(digits))


def base(p: Parser) -> Expr:
    """The base after digits: a number, or one in words (`101_{\\text{two}}`)."""
    item = p.items[p.at] if p.at < len(p.items) else None
    inner = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
    if isinstance(inner, Token) and inner.kind == "text":
        said = read_number_words(inner.text.strip().lower())
        if said is None:
            raise Unparsed
        p.at += 1
        return Num(Fraction(said))
    return p.argument(whole_number=True)


def choose(n: Expr, k: Expr) -> Expr:
    """A binomial; of a variable over a small number the polynomial that it is."""
    if not (isinstance(k, Num) and k.value.denominator == 1 and 0 <= k.value <= 12 and variables(n)):
        return Call("binom", (n, k))
    factors = [divide(Add((n, Num(Fraction(-i)))), Num(Fraction(i + 1))) for i in range(int(k.value))]
    return Mul(tuple(factors)) if factors else Num(Fraction(1))


def read_word(p: Parser, word: str) -> Expr:
    p.at += 1
    if word in FUNCTIONS:
        return apply_function(p, FUNCTIONS[word])
    if word in CONSTANTS or word in GREEK:
        return subscripted(p, CONSTANTS.get(word, word))
    if word.isupper() and len(word) > 1 and p.peek() == "_":
        return letters_in_base(p, word)
    name = function_before(word)
    if name:
        p.at -= 1
        p.items[p.at : p.at + 1] = [Token("word", name), Token("word", word[len(name) :])]
        return read_word(p, name)
    if len(word) > 3 or word.lower() in PROSE:
        raise Unparsed
    if len(word) > 1:
        p.at -= 1
        p.items[p.at] = Token("word", word[1:])
        return Sym(word[0])
    return subscripted(p, word)


def letters_in_base(p: Parser, word: str) -> Expr:
    """`FF_{16}`, digits that are all letters; only capitals, at least two."""
    p.at += 1
    return Num(in_base(word, p.argument(whole_number=True)))


def subscripted(p: Parser, name: str) -> Expr:
    while p.peek() in ("_", "'"):
        mark = p.peek()
        p.at += 1
        name += "'" if mark == "'" else "_" + subscript(p)
    if name.rstrip("'") in APPLIED and p.peek() == "(":
        return Call(name, p.arguments())
    return Sym(name)


def subscript(p: Parser) -> str:
    if p.at >= len(p.items):
        raise Unreadable("a subscript is missing")
    item = p.items[p.at]
    p.at += 1
    return spelling([item] if isinstance(item, Token) else item.items)


def read_command(p: Parser, command: str) -> Expr:
    if command in _MONEY:
        return money(p, command)
    if command == "\\|":
        return bars(p, "\\|", "norm")
    if command not in ATOMIC:
        raise Unparsed
    p.at += 1
    name = command[1:]
    match name:
        case "frac":
            top = p.argument()
            if top == Sym("d") and differential_ahead(p):
                raise Unparsed
            return divide(top, p.argument())
        case "binom":
            return choose(p.argument(), p.argument())
        case "sqrt" | "cbrt":
            return read_root(p, name)
        case "overline":
            item = p.items[p.at] if p.at < len(p.items) else None
            p.at += 1
            return Call("overline", (Sym(spelling(item.items if isinstance(item, Group) else [item] if item else [])),))
        case "mathbb":
            return Sym(f"mathbb_{subscript(p)}")
    return apply_function(p, FUNCTIONS[name]) if name in FUNCTIONS else subscripted(p, CONSTANTS.get(name, name))


def differential_ahead(p: Parser) -> bool:
    """`dx` ahead, so that `\\frac{d}{dx}` is no quotient."""
    item = p.items[p.at] if p.at < len(p.items) else None
    first = item.items[0] if isinstance(item, Group) and item.items else item
    return isinstance(first, Token) and first.kind == "word" and first.text[0] == "d"


def read_root(p: Parser, name: str) -> Expr:
    degree: Expr = Num(Fraction(3)) if name == "cbrt" else Num(Fraction(2))
    if p.peek() == "[" and name == "sqrt" and p.kind(1) in ("group", "number", "word"):
        item = p.items[p.at]
        assert isinstance(item, Group)
        p.at += 1
        degree = p.inside(item.items)
    radicand = p.argument(whole_number=True)
    return Pow(radicand, HALF if degree == Num(Fraction(2)) else divide(Num(Fraction(1)), degree))


def apply_function(p: Parser, name: str) -> Expr:
    """A function, its power (`\\sin^2 x`) or base (`\\log_2 8`), and what it applies to."""
    if name in ("sqrt", "cbrt"):
        return read_root(p, name)
    exponent: Expr | None = None
    base: Expr | None = None
    while p.peek() in ("^", "_"):
        mark = p.peek()
        p.at += 1
        negative = mark == "^" and p.peek() == "-"
        p.at += negative
        taken = p.argument(whole_number=True)
        if mark == "^":
            exponent = negate(taken) if negative else taken
        else:
            base = taken
    if exponent == MINUS_ONE and name in INVERSE:
        name, exponent = INVERSE[name], None
    args = applied_to(p, name)
    if name == "log":
        args = (base or Num(Fraction(10)), *args)
    elif base is not None:
        args = (*args, base)
    if name not in VARIADIC and len(args) != (2 if name in ("log", "binom") else 1):
        raise Unparsed
    value: Expr = Call(name, args)
    if name == "cis":
        value = Add((Call("cos", args), Mul((Sym("i"), Call("sin", args)))))
    return Pow(value, exponent) if exponent is not None else value


def applied_to(p: Parser, name: str) -> tuple[Expr, ...]:
    outer, p.in_angle = p.in_angle, p.in_angle or name in TRIGONOMETRIC or name == "cis"
    if p.peek() == "(":
        args = p.arguments()
    else:
        factors = [p.power()]
        while p.starts_factor() and p.peek() not in APPLYING and p.kind() != "number":
            if p.kind() == "word" and p.literal() in FUNCTIONS:
                break
            factors.append(p.power())
        args = (factors[0] if len(factors) == 1 else Mul(tuple(factors)),)
    p.in_angle = outer
    return args


def function_before(word: str) -> str | None:
    """The function or constant that a letter or two follow without a space: "sinx"."""
    names = ("sqrt", "sin", "cos", "tan", "log", "ln", "pi")
    return next((name for name in names if word.startswith(name) and len(word) <= len(name) + 2), None)
