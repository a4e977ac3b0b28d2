"""A report with everything a report can hold, on a chart of four squares."""

from __future__ import annotations

from dataclasses import replace

from engines.atlas.chart import Arc, Chart, ChartRegion
from engines.report import (
    SHEET,
    Block,
    CardHand,
    Cell,
    Heading,
    Lead,
    Map,
    MapPiece,
    Paragraph,
    Stroke,
    Style,
    Table,
    TableCard,
    make_columns,
)
from pbem.render.to_pdf import NEXT, NOW


def square(code: str, kind: str, x: int, y: int) -> ChartRegion:
    ring = ((x, y), (x + 500, y), (x + 500, y + 500), (x, y + 500))
    return ChartRegion(code, kind, (ring,), (x + 120, y + 120), (x + 300, y + 300))  # type: ignore[arg-type]


CHART = Chart(
    "four squares",
    1000,
    1000,
    {
        r.code: r
        for r in (
            square("AA", "land", 0, 0),
            square("BB", "sea", 500, 0),
            square("CC", "land", 0, 500),
            square("DD", "shut", 500, 500),
        )
    },
    (Arc(((500, 0), (500, 500)), ("AA", "BB"), "coast"), Arc(((0, 500), (500, 500)), ("AA", "CC"), "land")),
    (((700, 200), (740, 200), (720, 240)),),
    {"AA/N": (250, 60)},
    "drawn for tests",
)
STYLES = {
    "ONE": Style("First", "1", "#D66635", "#E1916E", "level"),
    "TWO": Style("Second", "2", "#775C99", "#9D8AB6", "rising", "#FFFFFF"),
}
MAP = Map(
    CHART,
    "Round one",
    {"AA": "ONE", "CC": "TWO"},
    (
        MapPiece("army", "ONE", "AA"),
        MapPiece("fleet", "TWO", "BB"),
        MapPiece("army", "TWO", "CC", "dislodged"),
        MapPiece("fort", "TWO", "AA/N", "built"),
    ),
    (
        Stroke("move", "ONE", ("AA", "CC")),
        Stroke("support", "TWO", ("BB", "AA", "CC"), True),
        Stroke("convoy", "TWO", ("BB", "AA", "CC")),
        Stroke("hold", "TWO", ("CC",)),
        Stroke("retreat", "TWO", ("CC", "DD"), True),
    ),
    STYLES,
    frozenset({"AA"}),
)


def report(*more: Block) -> list[Block]:
    rows = tuple((Cell(style.name, seat=seat), n) for n, (seat, style) in enumerate(STYLES.items()))
    orders = (
        (Cell("First", seat="ONE"),),
        ("AA - CC", Cell("moves", good=True)),
        (Cell("Second", seat="TWO"),),
        ("BB S AA - CC", Cell("cut by the attack from CC", good=False, strong=True)),
    )
    return [
        Heading("Round one", 1),
        Lead("You lost AA to First and hold one region."),
        MAP,
        Table("standings", make_columns("Seat", "points"), rows),
        Table("orders", make_columns("Order", "Result"), orders, "Orders and results"),
        Heading("Next", anchor=NEXT),
        Paragraph("Orders by Tue 6 Jan 20:00 UTC."),
        Paragraph("Why then: 24h.", quiet=True),
        Heading("Press"),
        Paragraph("Τουρκία, Česko, Éire, Україна: ready when you are.\nSecond line."),
        *more,
    ]


HAND = CardHand(
    "Your hand",
    (
        TableCard("47", "wheat from France", "card 47", "green", "#3A7D44", "brings 300", "said", 2),
        TableCard("8", "coal from Germany", "card 8", "black", "#222222", mark="spent"),
        TableCard("12", "", "card 12", mark="said"),
        TableCard("13", mark="shut"),
    ),
)
SHEETED = Table(
    SHEET,
    make_columns("Order", "As it stands", "What it could be"),
    ((Cell("A BUD", strong=True), "Army Budapest holds", "holds; moves to Galicia or Serbia"),),
)


def both_maps() -> list[Block]:
    """A report with how things stand now, and what can be ordered."""
    first, *others = report()
    sheet = (Heading("What First can order", 3, SHEET), SHEETED, Paragraph("For later: Winter.", quiet=True))
    now = (Heading("How it stands", anchor=NOW), replace(MAP, title="Now"), HAND)
    at = next(n for n, block in enumerate(others) if block == Heading("Next", anchor=NEXT))
    return [first, *others[:at], *now, *others[at : at + 3], *sheet, *others[at + 3 :]]
