"""The grammar of one scalar expression: sums, products (also implied), powers, functions, over a tree of groups.

What stands after the expression (a unit) is left for the reader. Juxtaposition multiplies and divides from the left
(`1/2x` is half of x); an integer before a proper fraction of integers is a mixed number (`3\\frac14`, `3 1/4`).
"""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.expression import HALF, MINUS_ONE, Add, Call, Expr, Mul, Num, Pow, Sym, divide, negate
from evalution.scorers.math.lexer import Group, Item, Token, Unreadable
from evalution.scorers.math.limits import MAX_DEPTH, MAX_DIGITS, LimitReached
from evalution.scorers.math.units import DEGREE, UNITS, Unit, is_unit_word
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

_MONEY = {"\\$": "$", "€": "€", "£": "£", "¥": "¥", "₹": "₹", "\\pounds": "£", "\\euro": "€"}
_TIMES = frozenset({"*", "\\cdot", "\\times"})
_SIGNS = frozenset({"+", "-", "\\pm", "\\mp"})
_OPENERS = frozenset({"(", "[", "{", "\\lfloor", "\\lceil"})
_APPLYING = frozenset(f"\\{name}" for name in FUNCTIONS)
_ATOMIC = _APPLYING | {f"\\{name}" for name in GREEK} | {f"\\{name}" for name in CONSTANTS} | {
    "\\frac", "\\binom", "\\overline", "\\mathbb", "\\|", "\\sqrt", "\\operatorname",
}  # fmt: skip


class Unparsed(Exception):
    """The items are no expression."""


class Parser:
    """Reads one expression from items; `unit` is a degree or currency sign that stood inside it."""

    def __init__(self, items: list[Item], depth: int = 0, in_angle: bool = False) -> None:
        self.items = list(items)
        self.at = 0
        self.depth = depth
        self.in_angle = in_angle
        self.bars = 0
        self.unit: Unit | None = None

    def whole(self) -> Expr:
        """The expression that all items make."""
        value = self.sum()
        if self.at < len(self.items):
            raise Unparsed
        return value

    def rest(self) -> list[Item]:
        return self.items[self.at :]

    def peek(self, ahead: int = 0) -> str:
        """The spelling of a mark or command ahead; of a group its opening; "" for anything else or the end."""
        if self.at + ahead >= len(self.items):
            return ""
        item = self.items[self.at + ahead]
        if isinstance(item, Group):
            return item.open
        return item.text if item.kind in ("mark", "command") else ""

    def kind(self, ahead: int = 0) -> str:
        if self.at + ahead >= len(self.items):
            return ""
        item = self.items[self.at + ahead]
        return "group" if isinstance(item, Group) else item.kind

    def sum(self) -> Expr:
        self._deepen()
        terms = [self._signed()]
        while self.peek() in _SIGNS:
            terms.append(self._signed())
        self.depth -= 1
        return terms[0] if len(terms) == 1 else Add(tuple(terms))

    def _deepen(self) -> None:
        self.depth += 1
        if self.depth > 3 * MAX_DEPTH:
            raise LimitReached("nested too deep")

    def _signed(self) -> Expr:
        signs = []
        while self.peek() in _SIGNS:
            signs.append(self.peek())
            self.at += 1
        value = self.product()
        for sign in reversed(signs):
            if sign == "-":
                value = negate(value)
            elif sign != "+":
                value = Call(sign[1:], (value,))
        return value

    def product(self) -> Expr:
        factors = [self._first_factor()]
        while True:
            spelt = self.peek()
            if spelt in _TIMES or spelt == "/":
                self.at += 1
                minus = self.peek() == "-"
                self.at += minus
                factor = self.power()
                factors.append(divide(Num(Fraction(1)), factor) if spelt == "/" else factor)
                if minus:
                    factors.append(MINUS_ONE)
            elif self._starts_factor():
                if self.kind() in ("number", "repeating"):
                    raise Unparsed
                factors.append(self.power())
            else:
                break
        return factors[0] if len(factors) == 1 else Mul(tuple(factors))

    def _first_factor(self) -> Expr:
        if self.kind() == "number" and self.kind(1) == "number":
            fraction = self._plain_fraction(1)
            if fraction:
                whole = Fraction(self._literal())
                self.at += 4
                return Num(whole + fraction)
        value = self.power()
        if isinstance(value, Num) and value.places < 0 and value.value.denominator == 1 and self.peek() == "\\frac":
            before = self.items[self.at - 1]
            if isinstance(before, Token) and before.kind == "number":
                return self._mixed(value)
        return value

    def _literal(self) -> str:
        item = self.items[self.at]
        assert isinstance(item, Token)
        return item.text

    def _plain_fraction(self, ahead: int) -> Fraction | None:
        """`1/4` ahead, a proper fraction of integers; Unparsed when two numbers stand side by side otherwise."""
        texts = [item.text if isinstance(item, Token) else "" for item in self.items[self.at : self.at + ahead + 3]]
        if (
            len(texts) == ahead + 3
            and texts[ahead + 1] == "/"
            and all(t.isdigit() for t in (texts[0], texts[1], texts[-1]))
        ):
            top, bottom = int(texts[ahead]), int(texts[ahead + 2])
            if top < bottom:
                return Fraction(top, bottom)
        raise Unparsed

    def _mixed(self, whole: Num) -> Expr:
        """`3\\frac{1}{4}`: a mixed number when the fraction is proper and of integers, otherwise a product."""
        fraction = self.power()
        match fraction:
            case Mul((Num(top, -1), Pow(Num(bottom, -1), Num(minus)))) if minus == -1:
                if top.denominator == 1 == bottom.denominator and 0 < top < bottom:
                    return Num(whole.value + top / bottom)
        return Mul((whole, fraction))

    def _starts_factor(self) -> bool:
        kind = self.kind()
        if kind in ("number", "repeating"):
            return True
        if kind == "word":
            return self._is_symbols(self._literal())
        spelt = self.peek()
        return spelt in _OPENERS or spelt in _ATOMIC or (spelt == "|" and not self.bars)

    @staticmethod
    def _is_symbols(word: str) -> bool:
        """Letters that are variables, constants or functions rather than a word after a number."""
        if word in FUNCTIONS or word in CONSTANTS or word in GREEK:
            return True
        return not is_unit_word(word) and (len(word) <= 3 or _function_before(word) is not None)

    def power(self) -> Expr:
        """An atom with its exponents, factorials and degree signs."""
        self._deepen()
        base = self.atom()
        while True:
            spelt = self.peek()
            if spelt == "^":
                self.at += 1
                base = self._raised(base)
            elif spelt == "!":
                self.at += 1
                base = Call("factorial", (base,))
            elif spelt == "\\circ":
                self.at += 1
                base = self._degrees(base)
            else:
                break
        self.depth -= 1
        return base

    def _raised(self, base: Expr) -> Expr:
        item = self.items[self.at] if self.at < len(self.items) else None
        inner = item.items if isinstance(item, Group) and item.open == "{" else [item] if item else []
        if len(inner) == 1 and isinstance(inner[0], Token) and inner[0].text == "\\circ":
            self.at += 1
            return self._degrees(base)
        if isinstance(item, Token) and item.text == "-":
            self.at += 1
            return Pow(base, negate(self._exponent()))
        return Pow(base, self._exponent())

    def _exponent(self) -> Expr:
        """One group, number, letter or command; of a tower `a^b^c` the upper part first."""
        exponent = self.argument(whole_number=True)
        if self.peek() == "^":
            self.at += 1
            self._deepen()
            exponent = self._raised(exponent)
            self.depth -= 1
        return exponent

    def _degrees(self, base: Expr) -> Expr:
        if self.in_angle:
            return Mul((base, Sym("pi"), Num(Fraction(1, 180))))
        self.unit = DEGREE
        return base

    def argument(self, whole_number: bool = False) -> Expr:
        """What a command takes: a group, or one digit (`\\frac12`), number, letter or command."""
        self._deepen()
        value = self._argument(whole_number)
        self.depth -= 1
        return value

    def _argument(self, whole_number: bool) -> Expr:
        if self.at >= len(self.items):
            raise Unreadable("an argument is missing")
        item = self.items[self.at]
        if isinstance(item, Group):
            if item.open == "{" and not item.items:
                raise Unreadable("an argument is empty")
            return self.atom()
        if item.kind == "number" and not whole_number and len(item.text) > 1 and item.text.isdigit():
            self.items[self.at] = Token("number", item.text[1:])
            return Num(Fraction(int(item.text[0])))
        if item.kind == "word" and len(item.text) > 1 and item.text not in CONSTANTS:
            self.items[self.at] = Token("word", item.text[1:])
            return Sym(item.text[0])
        if item.text in ("^", "_", "=", ","):
            raise Unreadable("an argument is missing")
        return self.atom()

    def atom(self) -> Expr:
        if self.at >= len(self.items):
            raise Unparsed
        item = self.items[self.at]
        if isinstance(item, Group):
            self.at += 1
            return self._group(item)
        match item.kind:
            case "number":
                return self._number(item)
            case "repeating":
                self.at += 1
                return _repeating(item.text)
            case "word":
                return self._word(item.text)
            case "command":
                return self._command(item.text)
        if item.text == "|":
            return self._bars("|", "abs")
        if item.text in _MONEY:
            return self._money(item.text)
        raise Unparsed

    def _money(self, sign: str) -> Expr:
        self.at += 1
        kind, factor = UNITS[_MONEY[sign]]
        self.unit = Unit(kind, factor, _MONEY[sign])
        return self.power()

    def _bars(self, bar: str, name: str) -> Expr:
        self.at += 1
        self.bars += 1
        inner = self.sum()
        self.bars -= 1
        if self.peek() != bar:
            raise Unparsed
        self.at += 1
        return Call(name, (inner,))

    def _group(self, group: Group) -> Expr:
        if group.open not in _OPENERS:
            raise Unparsed
        for i, item in enumerate(group.items):
            if isinstance(item, Token) and item.text == "\\choose":
                return Call("binom", (self._inside(group.items[:i]), self._inside(group.items[i + 1 :])))
        inner = self._inside(group.items)
        return Call({"\\lfloor": "floor", "\\lceil": "ceil"}[group.open], (inner,)) if group.open[0] == "\\" else inner

    def _inside(self, items: list[Item], in_angle: bool = False) -> Expr:
        parser = Parser(items, self.depth, self.in_angle or in_angle)
        value = parser.whole()
        self.unit = self.unit or parser.unit
        return value

    def _number(self, item: Token) -> Expr:
        self.at += 1
        digits = item.text
        following = self.items[self.at] if self.at < len(self.items) else None
        if (
            isinstance(following, Token)
            and following.kind == "word"
            and self.peek(1) == "_"
            and following.text.isupper()
        ):
            self.at += 1
            digits += following.text
        if self.peek() == "_":
            self.at += 1
            return Num(in_base(digits, self.argument(whole_number=True)))
        return Num(*literal(digits))

    def _word(self, word: str) -> Expr:
        self.at += 1
        if word in FUNCTIONS:
            return self._apply(FUNCTIONS[word])
        if word in CONSTANTS or word in GREEK:
            return self._subscripted(CONSTANTS.get(word, word))
        if word.isupper() and len(word) > 1 and self.peek() == "_":
            return self._letters_in_base(word)
        name = _function_before(word)
        if name:
            self.at -= 1
            self.items[self.at : self.at + 1] = [Token("word", name), Token("word", word[len(name) :])]
            return self._word(name)
        if len(word) > 3 or word.lower() in PROSE:
            raise Unparsed
        if len(word) > 1:
            self.at -= 1
            self.items[self.at] = Token("word", word[1:])
            return Sym(word[0])
        return self._subscripted(word)

    def _letters_in_base(self, word: str) -> Expr:
        """`FF_{16}`, digits that are all letters; only capitals, at least two."""
        self.at += 1
        return Num(in_base(word, self.argument(whole_number=True)))

    def _subscripted(self, name: str) -> Expr:
        while self.peek() in ("_", "'"):
            mark = self.peek()
            self.at += 1
            name += "'" if mark == "'" else "_" + self._subscript()
        if name.rstrip("'") in APPLIED and self.peek() == "(":
            return Call(name, self._arguments())
        return Sym(name)

    def _subscript(self) -> str:
        if self.at >= len(self.items):
            raise Unreadable("a subscript is missing")
        item = self.items[self.at]
        self.at += 1
        return spelling([item] if isinstance(item, Token) else item.items)

    def _command(self, command: str) -> Expr:
        if command in _MONEY:
            return self._money(command)
        if command == "\\|":
            return self._bars("\\|", "norm")
        if command not in _ATOMIC:
            raise Unparsed
        self.at += 1
        name = command[1:]
        match name:
            case "frac":
                top = self.argument()
                if top == Sym("d") and self._differential():
                    raise Unparsed
                return divide(top, self.argument())
            case "binom":
                return Call("binom", (self.argument(), self.argument()))
            case "sqrt" | "cbrt":
                return self._root(name)
            case "overline":
                item = self.items[self.at] if self.at < len(self.items) else None
                self.at += 1
                return Call(
                    "overline", (Sym(spelling(item.items if isinstance(item, Group) else [item] if item else [])),)
                )
            case "mathbb":
                return Sym(f"mathbb_{self._subscript()}")
        return self._apply(FUNCTIONS[name]) if name in FUNCTIONS else self._subscripted(CONSTANTS.get(name, name))

    def _differential(self) -> bool:
        """`dx` ahead, so that `\\frac{d}{dx}` is no quotient."""
        item = self.items[self.at] if self.at < len(self.items) else None
        first = item.items[0] if isinstance(item, Group) and item.items else item
        return isinstance(first, Token) and first.kind == "word" and first.text[0] == "d"

    def _root(self, name: str) -> Expr:
        degree: Expr = Num(Fraction(3)) if name == "cbrt" else Num(Fraction(2))
        if self.peek() == "[" and name == "sqrt" and self.kind(1) in ("group", "number", "word"):
            item = self.items[self.at]
            assert isinstance(item, Group)
            self.at += 1
            degree = self._inside(item.items)
        radicand = self.argument(whole_number=True)
        return Pow(radicand, HALF if degree == Num(Fraction(2)) else divide(Num(Fraction(1)), degree))

    def _arguments(self) -> tuple[Expr, ...]:
        """The parts between commas of the round group ahead."""
        group = self.items[self.at]
        assert isinstance(group, Group)
        self.at += 1
        return tuple(self._inside(part) for part in split(group.items, frozenset({","})))

    def _apply(self, name: str) -> Expr:
        """A function, its power (`\\sin^2 x`) or base (`\\log_2 8`), and what it applies to."""
        if name in ("sqrt", "cbrt"):
            return self._root(name)
        exponent: Expr | None = None
        base: Expr | None = None
        while self.peek() in ("^", "_"):
            mark = self.peek()
            self.at += 1
            negative = mark == "^" and self.peek() == "-"
            self.at += negative
            taken = self.argument(whole_number=True)
            if mark == "^":
                exponent = negate(taken) if negative else taken
            else:
                base = taken
        if exponent == MINUS_ONE and name in INVERSE:
            name, exponent = INVERSE[name], None
        args = self._applied_to(name)
        if name == "log":
            args = (base or Num(Fraction(10)), *args)
        elif base is not None:
            args = (*args, base)
        if name not in VARIADIC and len(args) != (2 if name in ("log", "binom") else 1):
            raise Unparsed
        value = Call(name, args)
        return Pow(value, exponent) if exponent is not None else value

    def _applied_to(self, name: str) -> tuple[Expr, ...]:
        outer, self.in_angle = self.in_angle, self.in_angle or name in TRIGONOMETRIC
        if self.peek() == "(":
            args = self._arguments()
        else:
            factors = [self.power()]
            while self._starts_factor() and self.peek() not in _APPLYING and self.kind() != "number":
                if self.kind() == "word" and self._literal() in FUNCTIONS:
                    break
                factors.append(self.power())
            args = (factors[0] if len(factors) == 1 else Mul(tuple(factors)),)
        self.in_angle = outer
        return args


def _function_before(word: str) -> str | None:
    """The function or constant that a letter or two follow without a space: "sinx"."""
    names = ("sqrt", "sin", "cos", "tan", "log", "ln", "pi")
    return next((name for name in names if word.startswith(name) and len(word) <= len(name) + 2), None)


def literal(digits: str) -> tuple[Fraction, int]:
    """The value of a decimal literal and the places it shows; -1 for an integer."""
    if len(digits) > MAX_DIGITS:
        raise LimitReached("too many digits")
    mantissa, _, shift = digits.lower().partition("e")
    if shift and len(shift) > 5:
        raise LimitReached("exponent too large")
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int(whole + decimals or "0"), 10 ** len(decimals))
    if shift:
        if abs(int(shift)) > MAX_DIGITS:
            raise LimitReached("exponent too large")
        value *= Fraction(10) ** int(shift)
        return value, -1
    return value, len(decimals) if decimals else -1


def _repeating(spelt: str) -> Num:
    """`0.1|6` is 0.1666..., exactly."""
    head, _, block = spelt.partition("|")
    if len(spelt) > MAX_DIGITS:
        raise LimitReached("too many digits")
    whole, _, fixed = head.partition(".")
    shift = 10 ** len(fixed)
    return Num(Fraction(int(whole + fixed or "0"), shift) + Fraction(int(block), shift * (10 ** len(block) - 1)))


def in_base(digits: str, base: Expr) -> Fraction:
    """The value of digits in the base of their subscript; Unparsed when they are no digits of it."""
    if not isinstance(base, Num) or base.value.denominator != 1 or not 2 <= base.value <= 36:
        raise Unparsed
    if len(digits) > MAX_DIGITS:
        raise LimitReached("too many digits")
    b = int(base.value)
    whole, _, fraction = digits.partition(".")
    try:
        return Fraction(int(whole + fraction, b), b ** len(fraction))
    except ValueError:
        raise Unparsed from None


def split(items: list[Item], separators: frozenset[str]) -> list[list[Item]]:
    """Items between marks or commands of `separators`; at least one part, parts may be empty."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.kind in ("mark", "command") and item.text in separators:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def spelling(items: list[Item]) -> str:
    """The items as text without white space; iterative."""
    out: list[str] = []
    stack: list[Item | str] = list(reversed(items))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
        elif isinstance(item, Token):
            out.append(item.text if item.kind != "text" else f"\\text{{{' '.join(item.text.split())}}}")
        else:
            out.append(item.open)
            stack.append(item.close)
            stack.extend(reversed(item.items))
    return "".join(out)
