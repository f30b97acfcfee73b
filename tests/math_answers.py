"""Generated answers of every kind, by a seeded generator; written for the laws, drawn from no benchmark."""

from __future__ import annotations


def _small(rng):
    return rng.randint(2, 60)


def _signed(rng):
    return rng.choice((-1, 1)) * rng.randint(1, 60)


def _fraction(rng):
    top, bottom = rng.randint(1, 99), rng.randint(2, 60)
    return rf"{rng.choice(('', '', '-'))}\frac{{{top}}}{{{bottom}}}"


def _polynomial(rng):
    a, b, c = _small(rng), _small(rng), _small(rng)
    return rng.choice(
        (f"{a}x^2+{b}x+{c}", f"{a}x^{rng.randint(3, 6)}-{b}x", f"{a}x+{b}", f"{a}x^2-{b}", f"({a}x+{b})(x-{c})")
    )


def _list(rng):
    return ", ".join(str(n) for n in sorted({_signed(rng) for _ in range(rng.randint(2, 5))} | {0, 61}))


def _matrix(rng):
    rows = rng.randint(2, 3)
    body = r" \\ ".join(" & ".join(str(_signed(rng)) for _ in range(2)) for _ in range(rows))
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def _interval(rng):
    low = rng.randint(-50, 50)
    return f"{rng.choice('([')}{low},{low + _small(rng)}{rng.choice(')]')}"


def _surd_sum(rng):
    return rf"\frac{{{_small(rng)}+{_small(rng)}\sqrt{{{rng.choice((2, 3, 5, 6, 7, 10, 11, 13))}}}}}{{{_small(rng)}}}"


KINDS = (
    lambda rng: str(_signed(rng)),
    lambda rng: str(rng.choice((-1, 1)) * rng.randint(1000, 10 ** rng.randint(4, 9))),
    _fraction,
    _fraction,
    lambda rng: f"{_small(rng)}.{rng.randint(1, 9)}",
    lambda rng: rf"{_small(rng)}\sqrt{{{rng.choice((2, 3, 5, 6, 7, 10, 11, 13, 14, 15))}}}",
    lambda rng: rf"\frac{{\sqrt{{{rng.choice((2, 3, 5, 6, 7))}}}}}{{{_small(rng)}}}",
    _surd_sum,
    lambda rng: rf"{_small(rng)}\pi",
    lambda rng: rf"{_small(rng)}+{_small(rng)}i",
    _polynomial,
    _polynomial,
    _list,
    lambda rng: f"({_signed(rng)},{_signed(rng)})",
    _interval,
    lambda rng: rf"[{_signed(rng)},\infty)",
    _matrix,
    lambda rng: rf"{_small(rng)}^\circ",
    lambda rng: f"{_small(rng)}x+{_small(rng)}y={_small(rng)}",
    lambda rng: f"{rng.randint(1, 2)}{rng.randint(0, 2)}{rng.randint(0, 2)}_{rng.randint(3, 9)}",
    lambda rng: rf"\text{{{rng.choice(('Monday', 'circle', 'even', 'north', 'Ada', 'neither'))}}}",
)


def answer(rng):
    """The text of one answer."""
    return rng.choice(KINDS)(rng)
