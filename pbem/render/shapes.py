"""Outlines and lines in chart units: what pieces, arrowheads and stars look like, and how a line runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, dist, hypot, pi, sin
from typing import TypeAlias

from pbem.render.scene import PathStep, PathSteps

Spot: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Cubic: TypeAlias = tuple[Spot, Spot, Spot, Spot]
Course: TypeAlias = tuple[Cubic, ...]
"""A line as Bézier curves end to end; a straight one has its handles on its ends."""

ARMY = ((-70, -62), (70, -62), (70, 62), (-70, 62))
FLEET = ((-106, -10), (-54, -10), (-54, -76), (54, -76), (54, -10), (106, -10), (62, 66), (-62, 66))
BOAT = ((-78, -14), (-42, -14), (-42, -58), (42, -58), (42, -14), (78, -14), (46, 48), (-46, 48))
FLAG = ((-56, 72), (-56, -72), (58, -72), (58, 18), (-38, 18), (-38, 72))
SQUARE = ((-41, -41), (41, -41), (41, 41), (-41, 41))
DISC = 0.5523
STAR = [(r * sin(i * pi / 5), -r * cos(i * pi / 5)) for i in range(10) for r in ((1.0, 0.45)[i % 2],)]


def polygon_steps(points: Iterable[Spot], closed: bool = True) -> PathSteps:
    """Straight steps through the points."""
    steps: list[PathStep] = [("L", (round(x), round(y))) for x, y in points]
    steps[0] = ("M", steps[0][1])
    return (*steps, ("Z", ())) if closed else tuple(steps)


def outline_steps(outline: Sequence[Spot], x: float, y: float, scale: float) -> PathSteps:
    """An outline drawn around a point."""
    return polygon_steps((x + scale * a, y + scale * b) for a, b in outline)


def circle_steps(x: float, y: float, r: float) -> PathSteps:
    """A circle."""
    k = DISC * r
    quarters = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    curves = [("C", tuple(round(n) for n in quarter)) for quarter in quarters]
    return (("M", (round(x + r), round(y))), *curves, ("Z", ()))


def pill_steps(x: float, y: float, half: float, r: float) -> PathSteps:
    """A plaque with round ends that reaches `half` aside and `r` up and down."""
    k, flat = DISC * r, half - r
    quarters = (
        (x + half, y + k, x + flat + k, y + r, x + flat, y + r),
        (x - flat - k, y + r, x - half, y + k, x - half, y),
        (x - half, y - k, x - flat - k, y - r, x - flat, y - r),
        (x + flat + k, y - r, x + half, y - k, x + half, y),
    )
    curves = [("C", tuple(round(n) for n in quarter)) for quarter in quarters]
    foot, top = ("L", (round(x - flat), round(y + r))), ("L", (round(x + flat), round(y - r)))
    return (("M", (round(x + half), round(y))), curves[0], foot, *curves[1:3], top, curves[3], ("Z", ()))


def saltire_steps(x: float, y: float, r: float) -> PathSteps:
    """A saltire."""
    left, right, top, foot = round(x - r), round(x + r), round(y - r), round(y + r)
    return (("M", (left, top)), ("L", (right, foot)), ("M", (left, foot)), ("L", (right, top)))


def plus_steps(x: float, y: float, r: float) -> PathSteps:
    """An upright cross."""
    a, b = round(x), round(y)
    return (("M", (a - round(r), b)), ("L", (a + round(r), b)), ("M", (a, b - round(r))), ("L", (a, b + round(r))))


def arrowhead_steps(course: Course, length: float, half: float) -> PathSteps:
    """The arrowhead at the end of a line: a triangle whose tip is the line's last point."""
    (x, y), angle = course[-1][3], course_heading(course)
    back = x - length * cos(angle), y - length * sin(angle)
    side = half * sin(angle), -half * cos(angle)
    return polygon_steps(((x, y), (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])))


# --- lines ----------------------------------------------------------------------------------------------------


def straight_course(a: Spot, b: Spot) -> Course:
    return ((a, a, b, b),)


def bowed_course(a: Spot, b: Spot, bow: float = 0.14) -> Course:
    """From one point to the other, bent to the right by a part of its length."""
    side = (a[1] - b[1]) * bow, (b[0] - a[0]) * bow
    one = a[0] + (b[0] - a[0]) / 3 + side[0], a[1] + (b[1] - a[1]) / 3 + side[1]
    two = a[0] + (b[0] - a[0]) * 2 / 3 + side[0], a[1] + (b[1] - a[1]) * 2 / 3 + side[1]
    return ((a, one, two, b),)


def smooth_course(spots: Sequence[Spot]) -> Course:
    """A smooth line through all the points (Catmull-Rom)."""
    ends = [spots[0], *spots, spots[-1]]
    return tuple(
        (
            b,
            (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6),
            (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6),
            c,
        )
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
    )


def circle_course(x: float, y: float, r: float) -> Course:
    """A circle as a line."""
    k = DISC * r
    return (
        ((x + r, y), (x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x, y + r), (x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y), (x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x, y - r), (x + k, y - r), (x + r, y - k), (x + r, y)),
    )


def course_points(course: Course, parts: int = 6) -> tuple[Spot, ...]:
    """Points along a line: its corners, and so many for each curve."""
    found = [course[0][0]]
    for a, b, c, d in course:
        if a == b and c == d:
            found.append(d)
            continue
        for n in range(1, parts + 1):
            t = n / parts
            p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]
            found.append((x, y))
    return tuple(found)


def point_along(course: Course, part: float) -> Spot:
    """The point after that part, 0 to 1, of the line."""
    index = min(int(part * len(course)), len(course) - 1)
    return split_curve(course[index], part * len(course) - index)[0][3]


def split_curve(curve: Cubic, t: float) -> tuple[Cubic, Cubic]:
    """The two halves of a curve on either side of `t` (de Casteljau)."""
    a, b, c, d = curve
    ab, bc, cd = mix_points(a, b, t), mix_points(b, c, t), mix_points(c, d, t)
    abc, bcd = mix_points(ab, bc, t), mix_points(bc, cd, t)
    middle = mix_points(abc, bcd, t)
    if a == b and c == d:  # a straight line keeps its handles on its ends
        middle = mix_points(a, d, t)
        return (a, a, middle, middle), (middle, middle, d, d)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def mix_points(a: Spot, b: Spot, t: float) -> Spot:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def shorten_course(course: Course, by: float) -> Course:
    """The line without its last `by` units, of which at least a quarter of the last curve is left."""
    last = course[-1]
    length = dist(last[0], last[3])
    if by <= 0 or length == 0:
        return course
    return (*course[:-1], split_curve(last, max(0.25, 1 - by / length))[0])


def course_heading(course: Course) -> float:
    """The direction of the line's end, in radians."""
    a, b, c, d = course[-1]
    start = next((p for p in (c, b, a) if hypot(d[0] - p[0], d[1] - p[1]) > 1), a)
    return atan2(d[1] - start[1], d[0] - start[0])


def course_steps(course: Course) -> PathSteps:
    """The line as steps of a path."""
    x, y = course[0][0]
    found: list[PathStep] = [("M", (round(x), round(y)))]
    for a, b, c, d in course:
        if a == b and c == d:
            found.append(("L", (round(d[0]), round(d[1]))))
        else:
            found.append(("C", (round(b[0]), round(b[1]), round(c[0]), round(c[1]), round(d[0]), round(d[1]))))
    return tuple(found)
