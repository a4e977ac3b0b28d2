"""Seats are told apart without colour, and as well as can be with it, whatever eyes look at them."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from engines.diplomacy.drawing import STYLES

DEFECTS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB."""
LEAST = {"none": 20.0, "deutan": 13.0, "protan": 14.0, "tritan": 11.0}
"""The least difference (CIEDE2000) between two seats' pieces."""

Triple = tuple[float, float, float]


def linear(color: str) -> Triple:
    r, g, b = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return bright(r), bright(g), bright(b)


def bright(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)


def seen(color: str, eyes: str) -> Triple:
    rgb = linear(color)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in DEFECTS[eyes])
    return r, g, b


def lab(rgb: Triple) -> Triple:
    r, g, b = rgb
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, two: Triple) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.2 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def test_the_measure_is_right() -> None:
    """A pair from the paper's test data."""
    assert difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)


@pytest.mark.parametrize("eyes", DEFECTS)
def test_pieces_differ_for_all_eyes(eyes: str) -> None:
    """Each pair of seats by at least so much."""
    for one, two in combinations(STYLES.values(), 2):
        apart = difference(lab(seen(one.fill, eyes)), lab(seen(two.fill, eyes)))
        assert apart >= LEAST[eyes], (one.name, two.name, apart)


def test_hatches_and_letters_need_no_colour() -> None:
    """Every seat has a hatch and a letter of its own."""
    assert len({style.hatch for style in STYLES.values()} - {""}) == len(STYLES)
    assert len({style.letter for style in STYLES.values()}) == len(STYLES)


def contrast(one: str, two: str) -> float:
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(two))]
    return (max(light) + 0.05) / (min(light) + 0.05)


def test_letters_and_names_can_be_read() -> None:
    """The letter on the piece and black names on the tint, by the ratio WCAG asks of text."""
    for style in STYLES.values():
        assert contrast(style.ink, style.fill) >= 4.5, style.name
        assert contrast("#141414", style.tint) >= 4.5, style.name
