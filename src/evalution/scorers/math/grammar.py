"""The grammar of one scalar expression: sums, products (also implied), powers, functions, over a tree of groups.

What stands after the expression (a unit) is left for the reader. Juxtaposition multiplies and divides from the left
(`1/2x` is half of x); an integer before a proper fraction of integers is a mixed number (`3\\frac14`, `3 1/4`).
"""

from __future__ import annotations

from fractions import Fraction

from evalution.scorers.math.atoms import ATOMIC, OPENERS, atom, function_before
from evalution.scorers.math.expression import MINUS_ONE, Add, Call, Expr, Mul, Num, Pow, Sym, divide, negate
from evalution.scorers.math.items import Group, Item, Token, Unparsed, Unreadable, split
from evalution.scorers.math.limits import MAX_DEPTH, LimitReached
from evalution.scorers.math.units import DEGREE, Unit, is_unit_word
from evalution.scorers.math.vocabulary import CONSTANTS, FUNCTIONS, GREEK

_TIMES = frozenset({"*", "\\cdot", "\\times"})
_SIGNS = frozenset({"+", "-", "\\pm", "\\mp"})


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
            elif self.starts_factor():
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
                whole = Fraction(self.literal())
                self.at += 4
                return Num(whole + fraction)
        value = self.power()
        if isinstance(value, Num) and value.places < 0 and value.value.denominator == 1 and self.peek() == "\\frac":
            before = self.items[self.at - 1]
            if isinstance(before, Token) and before.kind == "number":
                return self._mixed(value)
        return value

    def literal(self) -> str:
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

    def starts_factor(self) -> bool:
        kind = self.kind()
        if kind in ("number", "repeating"):
            return True
        if kind == "word":
            return self._is_symbols(self.literal())
        spelt = self.peek()
        return spelt in OPENERS or spelt in ATOMIC or (spelt == "|" and not self.bars)

    @staticmethod
    def _is_symbols(word: str) -> bool:
        """Letters that are variables, constants or functions rather than a word after a number."""
        if word in FUNCTIONS or word in CONSTANTS or word in GREEK:
            return True
        return not is_unit_word(word) and (len(word) <= 3 or function_before(word) is not None)

    def power(self) -> Expr:
        """An atom with its exponents, factorials and degree signs."""
        self._deepen()
        base = atom(self)
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
            return atom(self)
        if item.kind == "number" and not whole_number and len(item.text) > 1 and item.text.isdigit():
            self.items[self.at] = Token("number", item.text[1:])
            return Num(Fraction(int(item.text[0])))
        if item.kind == "word" and len(item.text) > 1 and item.text not in CONSTANTS:
            self.items[self.at] = Token("word", item.text[1:])
            return Sym(item.text[0])
        if item.text in ("^", "_", "=", ","):
            raise Unreadable("an argument is missing")
        return atom(self)

    def inside(self, items: list[Item], in_angle: bool = False) -> Expr:
        parser = Parser(items, self.depth, self.in_angle or in_angle)
        value = parser.whole()
        self.unit = self.unit or parser.unit
        return value

    def arguments(self) -> tuple[Expr, ...]:
        """The parts between commas of the round group ahead."""
        group = self.items[self.at]
        assert isinstance(group, Group)
        self.at += 1
        return tuple(self.inside(part) for part in split(group.items, frozenset({","})))
