"""Units of measure and money, by one table.

A unit that one side leaves out is forgiven. Two stated units must be of one kind and are converted (1 m is
100 cm); a word that is no unit here ("ways", "students") only names what was counted and is dropped.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Unit(NamedTuple):
    """kind    what is measured, with its power ("length^2"), or "" for a word that measures nothing
    factor  how many of the kind's base unit it is
    name    as written, for people
    """

    kind: str
    factor: Fraction
    name: str


_ROWS = """
length 1/1000 mm millimeter millimeters millimetre millimetres
length 1/100 cm centimeter centimeters centimetre centimetres
length 1 m meter meters metre metres
length 1000 km kilometer kilometers kilometre kilometres
length 127/5000 in inch inches
length 381/1250 ft foot feet
length 1143/1250 yd yard yards
length 201168/125 mi mile miles
mass 1/1000 mg milligram milligrams
mass 1 g gm gram grams
mass 1000 kg kilogram kilograms
mass 45359237/100000 lb lbs pound pounds
mass 45359237/1600000 oz ounce ounces
time 1 s sec secs second seconds
time 60 min mins minute minutes
time 3600 h hr hrs hour hours
time 86400 day days
time 604800 week weeks
volume 1 L l liter liters litre litres
volume 1/1000 mL ml milliliter milliliters millilitre millilitres
money 1 $ dollar dollars usd
money 1/100 cent cents ¢
euro 1 € euro euros eur
sterling 1 £ gbp
yen 1 ¥ yen jpy
rupee 1 ₹ rupee rupees inr
angle 1 degree degrees deg
temperature 1 celsius C
temperatureF 1 fahrenheit F
length/time 1397/3125 mph
length/time 5/18 kmh kph
unit 1 unit units
force 1 N newton newtons
energy 1 J joule joules
power 1 W watt watts
voltage 1 V volt volts
pressure 1 Pa pascal pascals
frequency 1 Hz hertz
"""


def _table() -> dict[str, tuple[str, Fraction]]:
    rows = (line.split() for line in _ROWS.strip().splitlines())
    return {name: (kind, Fraction(factor)) for kind, factor, *names in rows for name in names}


UNITS = _table()
PERCENT = Unit("percent", Fraction(1), "%")
TEMPERATURES = frozenset({"C", "F", "Celsius", "Fahrenheit", "celsius", "fahrenheit"})
DEGREE = Unit("angle", Fraction(1), "degree")

_CODES = frozenset({"us", "usd", "eur", "gbp", "jpy", "inr"})
_POWERS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cu": 3, "cubed": 3}
_MEANING = """
and or not no none plus minus times over divided mod modulo base remainder
hundred hundreds thousand thousands million millions billion billions trillion trillions dozen
half halves third thirds quarter quarters fourth fourths fifth fifths tenth tenths hundredth hundredths thousandth
thousandths am pm is are equals less more than to from through if when where with without for except but
squared cubed pi root infinity negative positive at by between about approximately
"""
_MEANINGFUL = frozenset(_MEANING.split())
_SHAPE = re.compile(r"((?:[A-Za-z$]|[^\x00-\x7f])+)\.?(?:\s*\^?\s*\{?\s*([23])\s*\}?)?")
_PER = re.compile(r"\s*(?:/|\bper\b|\\frac)\s*")


def is_unit_word(word: str) -> bool:
    """A word that may follow a number without being a product of variables."""
    return (
        word == "pct"
        or (len(word) > 1 and (word in UNITS or word.lower() in _CODES))
        or (len(word) > 3 and word.islower() and word not in _MEANINGFUL)
    )


@lru_cache(maxsize=1024)
def read_unit(words: str) -> Unit | None:
    """The unit that trailing words name; None when they say something else ("million", "a.m.", "or 6").

    >>> read_unit("square cm"), read_unit("cm^2")[:2] == read_unit("square centimeters")[:2]
    (Unit(kind='length^2', factor=Fraction(1, 10000), name='square cm'), True)
    >>> read_unit("ways."), read_unit("million")
    (Unit(kind='', factor=Fraction(1, 1), name='ways.'), None)
    """
    plain = " ".join(words.split()).strip(" .,;")
    if plain in ("%", "percent", "percents", "per cent", "pct", "percentage"):
        return PERCENT
    if not plain or len(plain) > 80:
        return None
    kinds, total = [], Fraction(1)
    for i, part in enumerate(_PER.split(plain)):
        measured = _measure(part)
        if measured is None:
            return None
        kind, factor = measured
        kinds.append(kind)
        total = total * factor if i == 0 else total / factor
    return Unit("/".join(kinds) if all(kinds) else "", total if all(kinds) else Fraction(1), words)


def _measure(part: str) -> tuple[str, Fraction] | None:
    """The kind and factor of one part of a quotient of units; ("", 1) for words that measure nothing."""
    power, known = 1, []
    words = part.replace("-", " ").split()
    for word in words:
        shape = _SHAPE.fullmatch(word)
        if not shape or shape[1].lower() in _MEANINGFUL - _POWERS.keys():
            return None
        name, raised = shape[1], int(shape[2] or 1)
        if name == "US":
            continue
        if name.lower() in _POWERS:
            power = _POWERS[name.lower()]
            continue
        known.append((UNITS.get(name) or UNITS.get(name.lower()), raised))
    if not words or len(words) > 5:
        return None
    unit, raised = known[0] if len(known) == 1 else (None, 1)
    if unit is None:
        return "", Fraction(1)
    kind, factor = unit
    exponent = max(power, raised)
    return (f"{kind}^{exponent}" if exponent > 1 else kind), factor**exponent
