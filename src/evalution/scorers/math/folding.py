"""One spelling for the signs that Unicode has many of, before a text is taken into tokens."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SIGNS = {
    "−‐‑‒–﹣－➖": "-", "＋﹢": "+", "×✕⨯": r"\times ", "·⋅∙•": r"\cdot ", "÷": r"\div ", "√": r"\sqrt ",
    "∛": r"\cbrt ", "∞": r"\infty ", "≤⩽≦": r"\le ", "≥⩾≧": r"\ge ",
    "≠": r"\ne ", "≈≅": r"\approx ", "±": r"\pm ",
    "∓": r"\mp ", "∪": r"\cup ", "∩": r"\cap ", "∈": r"\in ", "∅⌀": r"\emptyset ", "∖": r"\setminus ",
    "°º˚": r"^\circ ",
    "⁄∕／": "/", "‘’′": "'", "⟨〈": r"\langle ", "⟩〉": r"\rangle ", "∧": r"\land ", "∨": r"\lor ",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "→": r"\to ", "⇒": r"\implies ",
    "∠": r"\angle ", "，、": ",", "；": ";", "：": ":", "。．": ".", "（": "(", "）": ")", "｛": r"\{", "｝": r"\}",
    "［": "[", "］": "]", "＝": "=", "＜": "<", "＞": ">", "％٪﹪": r"\%", "＄": r"\$", "٫": ".", "٬": ",",
    "…⋯": r"\ldots ", "\u00a0\u2002\u2003\u3000": " ", "\u202f\u2009\u2008\u2007": r"\,",
    "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u2061\u2062\u2063": "",
    "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℚ": r"\mathbb{Q}", "ℕ": r"\mathbb{N}", "ℂ": r"\mathbb{C}",
    "ϕ": r"\phi ", "ϵ": r"\epsilon ", "ϑ": r"\theta ",
}  # fmt: skip
_TABLE = {sign: folded for signs, folded in _SIGNS.items() for sign in signs}
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱˣ]+")
_LOWERED = re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₙₓ]+")


def fold(text: str) -> str:
    r"""The text in ASCII as far as it has one: signs, digits of any script, raised and lowered digits, Greek.

    >>> print(fold("−½·π²"))
    -\frac{1}{2}\cdot \pi ^{2}
    """
    if text.isascii():
        return text
    text = _RAISED.sub(lambda run: f"^{{{unicodedata.normalize('NFKC', run[0])}}}", text)
    text = _LOWERED.sub(lambda run: f"_{{{unicodedata.normalize('NFKC', run[0])}}}", text)
    return "".join([c if c < "\x80" else _folded(c) for c in text])


@lru_cache(maxsize=1024)
def _folded(character: str) -> str:
    if character in _TABLE:
        return _TABLE[character]
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    kind, _, codes = unicodedata.decomposition(character).partition("> ")
    plain = "".join(chr(int(code, 16)) for code in codes.split())
    if kind == "<fraction":
        top, _, bottom = plain.partition("\u2044")
        return rf"\frac{{{top}}}{{{bottom or 1}}}"
    if kind in ("<wide", "<font", "<circle") and plain.isascii():
        return plain
    words = unicodedata.name(character, "").split()
    if len(words) == 4 and words[0] == "GREEK" and words[2] == "LETTER":
        letter = words[3].lower().replace("lamda", "lambda")
        return f"\\{letter if words[1] == 'SMALL' else letter.capitalize()} "
    return character
