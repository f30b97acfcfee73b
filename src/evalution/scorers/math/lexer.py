"""From a text to tokens, and from tokens to a tree of groups; neither recurses.

What only dresses a formula (sizes, spacing, fonts, `\\left`) is dropped here; digits in groups become one number.
"""

from __future__ import annotations

import re

from evalution.scorers.math.folding import fold
from evalution.scorers.math.items import Group, Item, Token, Unreadable
from evalution.scorers.math.limits import MAX_CHARS, MAX_DEPTH, MAX_NODES, LimitReached

_FONTS = "text|textrm|textnormal|textbf|textit|textsf|texttt|mbox|hbox|mathrm|mathsf|mathtt|operatorname"
_SIZES = r"left|right|middle|[bB]ig{1,2}[lrm]?|displaystyle|textstyle|scriptstyle|limits|nolimits"
_ACCENTS = (
    "ensuremath|underline|emph|mathbf|boldsymbol|bm|bold|mathit|mathcal|mathnormal|vec|hat|widehat|tilde|bar"
    "|overrightarrow|boxed|fbox"
)
_LEXEMES = re.compile(
    rf"""
    (?P<space>\s+|~|\\(?:[,!;:>\s()\[\]]|(?:quad|qquad|thinspace|enspace|hfill|hline|displaystyle|nobreak)(?![a-zA-Z])
      |(?:large|Large|LARGE|huge|Huge|small|normalsize|rm|bf|it|sf|tt)(?![a-zA-Z])|(?:tag|phantom|hphantom|vphantom|label)\*?\{{[^{{}}\\$]{{0,40}}\}}
      |(?:text)?color\s*(?:\[[a-zA-Z]*\])?\{{[^{{}}\\$]{{0,40}}\}}))
  | (?P<repeating>(?P<head>\d*\.\d*)(?:\\(?:overline|bar|dot)\s*(?:\{{\s*(?P<bar>\d+)\s*\}}|(?P<digit>\d))))
  | (?P<number>\d{{1,3}}(?:(?P<comma>,\d{{3}})+|(?:[ ]\d{{3}})+(?!\s*/))(?!,?\d)(?:\.\d+)?
      |(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![\d.a-zA-Z\\]))?)
  | \\begin\s*\{{(?P<begin>[a-zA-Z]+\*?)\}}(?:\[[a-z]*\]|\{{[lcr|\s]*\}})?
  | \\end\s*\{{(?P<end>[a-zA-Z]+\*?)\}}
  | \\(?:{_FONTS})(?![a-zA-Z])\s*(?:\{{(?P<text>[^{{}}\\$]*)\}})
  | \\(?P<dress>{_SIZES}|{_ACCENTS}|{_FONTS})(?![a-zA-Z])(?:\s*(?P<nothing>\.))?
  | (?P<command>\\(?:[a-zA-Z]+|.))
  | (?P<word>[a-zA-Z]+)
  | (?P<mark>\.{{2,}}|\*\*|<=|>=|!=|=>|->|[^\W\d_]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_GROUPED = re.compile(
    r"(?<![\d.])\d{1,3}(?:(?:\s*,\s*(?:\\!\s*)+|\s*\{\s*,\s*\}\s*|\\[,:;! ]\s*|~|(?<=\d)')\d{3})+(?!\d)"
)
_DOUBLED = re.compile(r"\\\\[a-zA-Z]{2}")
_SINGLE = re.compile(r"(?<!\\)\\[a-zA-Z]")
_NOT_DIGITS = re.compile(r"\D+")
_DEGREES = re.compile(
    r"(?<=[\d)}])\s?\^\s?(?:o(?![a-zA-Z])|\{\s?o\s?\}|\{\s?\\(?:text|mathrm|rm)\s?\{?\s?o\s?\}?\s?\})"
)
_CHOSEN = re.compile(r"(?<![\w)}\]])(?:\{\s?\}\s?)?[_^](?:(\d)|\{(\d{1,4})\})\s?C_(?:(\d)|\{(\d{1,4})\})(?!\d)")
_UPRIGHT_WORD = re.compile(r"\{\\(?:rm|bf|it)(?![a-zA-Z])\s{0,4}(?:\\\s)?([a-zA-Z][a-zA-Z ]{1,40})\}")
_WHOLE_REPEATING = re.compile(r"\s*(-?\d*\.\d*)\((\d+)\)\s*")
_ELLIPSIS = re.compile(r"(\d*\.\d*?)(\d{1,6}?)\2{2,}(?:\.\.\.|\\(?:ldots|dots|cdots))")
_SPELLINGS = r"""
\frac \dfrac \tfrac \cfrac \nicefrac \sfrac
\binom \dbinom \tbinom
\le \leq \leqslant <=
\ge \geq \geqslant >=
\ne \neq !=
< \lt
> \gt
^ **
* \ast
/ \div \slash
\cdot \bullet
\{ \lbrace
\} \rbrace
[ \lbrack
] \rbrack
| \vert \mid \lvert \rvert
\| \Vert \lVert \rVert
: \colon
\emptyset \varnothing
\infty \infin
\ldots \dots \cdots ... ..
\setminus \backslash \smallsetminus
\circ \degree \degrees
\\ \newline
\implies \Rightarrow =>
\to \rightarrow ->
\% %
\$ \textdollar
\approx \simeq
\lor \vee
\land \wedge
\phi \varphi
\varepsilon \epsilon
\theta \vartheta
"""
_SYNONYMS = {variant: row[0] for row in map(str.split, _SPELLINGS.strip().splitlines()) for variant in row[1:]}
_CLOSERS = {
    "(": (")", "]"),
    "[": ("]", ")"),
    "{": ("}",),
    "\\{": ("\\}",),
    "\\langle": ("\\rangle",),
    "\\lfloor": ("\\rfloor",),
    "\\lceil": ("\\rceil",),
}
_CLOSING = frozenset(close for closes in _CLOSERS.values() for close in closes)


def tokens(text: str) -> list[Token]:
    """The tokens of a text of at most MAX_CHARS characters; LimitReached beyond, Unreadable when broken."""
    if len(text) > MAX_CHARS:
        raise LimitReached("answer too long")
    if "\\\\" in text and _DOUBLED.search(text) and not _SINGLE.search(text):
        text = text.replace("\\\\", "\\")
    text = _GROUPED.sub(lambda run: _NOT_DIGITS.sub("", run[0]), fold(text).replace("{:}", ":"))
    text = _DEGREES.sub(r"^\\circ ", text) if "o" in text and "^" in text else text
    text = _CHOSEN.sub(lambda m: rf"\binom{{{m[1] or m[2]}}}{{{m[3] or m[4]}}}", text) if "C_" in text else text
    text = _UPRIGHT_WORD.sub(r"\\text{\1}", text) if "{\\" in text else text
    whole = _WHOLE_REPEATING.fullmatch(text)
    if whole:
        return _repeating(whole[1], whole[2])
    text = _ELLIPSIS.sub(r"\1\\overline{\2}", text) if "." in text else text
    found: list[Token] = []
    at, depth, spaced, lefts = 0, 0, False, 0
    while at < len(text):
        lexeme = _LEXEMES.match(text, at)
        assert lexeme
        at, kind = lexeme.end(), lexeme.lastgroup or ""
        if kind == "space":
            spaced = True
            continue
        if lexeme["dress"] is not None:
            lefts += {"left": 1, "right": -1}.get(lexeme["dress"], 0)
            if lefts < 0:
                raise Unreadable("\\right without \\left")
            continue
        token, at = _token(lexeme, depth, at, spaced)
        depth += (token.text in ("(", "[", "\\{")) - (token.text in (")", "]", "\\}"))
        found.append(token)
        spaced = False
    if lefts:
        raise Unreadable("\\left without \\right")
    return _without_dollars(found)


def _repeating(head: str, block: str) -> list[Token]:
    sign = [Token("mark", "-")] if head[0] == "-" else []
    return [*sign, Token("repeating", f"{head.lstrip('-')}|{block}")]


def _token(lexeme: re.Match[str], depth: int, at: int, spaced: bool) -> tuple[Token, int]:
    """The token of a match and where the next starts; digits with commas split inside a tuple or a set."""
    if lexeme["repeating"]:
        return Token("repeating", f"{lexeme['head']}|{lexeme['bar'] or lexeme['digit']}", spaced), at
    number = lexeme["number"]
    if number:
        if lexeme["comma"] and depth > 0 and ",0" not in number:
            number = number.partition(",")[0]
            at = lexeme.start() + len(number)
        return Token("number", number.replace(",", "").replace(" ", ""), spaced), at
    for part, prefix in (("begin", "\\begin:"), ("end", "\\end:")):
        if lexeme[part]:
            return Token("command", prefix + lexeme[part].rstrip("*"), spaced), at
    if lexeme["text"] is not None:
        return _text_token(lexeme["text"], spaced), at
    spelt = _SYNONYMS.get(lexeme[0], lexeme[0])
    kind = "command" if spelt[0] == "\\" else "word" if lexeme["word"] else "mark"
    return Token(kind, spelt, spaced), at


_UPRIGHT_WORDS = "i e d sin cos tan cot sec csc arcsin arccos arctan ln log exp lcm gcd sgn cis"
_UPRIGHT = frozenset(_UPRIGHT_WORDS.split())


def _text_token(content: str, spaced: bool) -> Token:
    """Text in a formula; what only sets a function's name or a number upright is read as if it were bare."""
    bare = content.strip()
    if bare in _UPRIGHT:
        return Token("word", bare, spaced)
    if bare.isdigit():
        return Token("number", bare, spaced)
    return Token("text", content, spaced)


def _without_dollars(found: list[Token]) -> list[Token]:
    """Dollar signs in pairs delimit mathematics; an odd one before a number is money."""
    places = [i for i, token in enumerate(found) if token.text == "$"]
    if not places:
        return found
    if len(places) % 2 and places[0] + 1 < len(found) and found[places[0] + 1].kind == "number":
        found[places[0]] = Token("command", "\\$")
    return [token for token in found if token.text != "$"]


def tree(found: list[Token]) -> list[Item]:
    """Tokens as nested groups, at most MAX_DEPTH deep.

    A round or square bracket may close the other (half-open intervals); everything else must match.
    """
    if len(found) > MAX_NODES:
        raise LimitReached("too many tokens")
    found = _outward(found)
    stack: list[tuple[Token, list[Item]]] = [(Token("mark", ""), [])]
    for token in found:
        spelt = token.text
        if token.kind in ("mark", "command") and (spelt in _CLOSERS or spelt.startswith("\\begin:")):
            if len(stack) > MAX_DEPTH:
                raise LimitReached("nested too deep")
            stack.append((token, []))
        elif token.kind in ("mark", "command") and (spelt in _CLOSING or spelt.startswith("\\end:")):
            opened, items = stack.pop()
            expected = _CLOSERS.get(opened.text, (opened.text.replace("\\begin:", "\\end:"),))
            if not stack or spelt not in expected:
                raise Unreadable(f"unbalanced {spelt}")
            name = opened.text.replace("\\begin:", "env:")
            stack[-1][1].append(Group(name, spelt, items, opened.spaced))
        else:
            stack[-1][1].append(token)
    if len(stack) > 1:
        raise Unreadable(f"unbalanced {stack[-1][0].text}")
    return stack[0][1]


def _outward(found: list[Token]) -> list[Token]:
    """`]a,b[`, the outward brackets of open ends, as `(a,b)`."""
    if len(found) > 2 and (found[0].text == "]" or found[-1].text == "["):
        first = Token("mark", "(") if found[0].text == "]" else found[0]
        last = Token("mark", ")") if found[-1].text == "[" else found[-1]
        return [first, *found[1:-1], last]
    return found
