"""The map of Europe: members, open and covered countries, points and votes, pawns, conflicts, orders drawn on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines import palette
from engines.atlas.chart import Chart
from engines.base import Seat
from engines.europa import picks
from engines.europa.chart import CHART
from engines.europa.data import Code
from engines.europa.state import EuropaState, europa_phase_title
from engines.language.grammar import Order
from engines.report import Map, MapPiece, Sign, Stroke

LOOKS = {
    "EU": replace(palette.MEMBER, name="European Union"),
    "NEW": replace(palette.JOINED, name="joined just now"),
    "OPEN": replace(palette.OPEN, name="open to pawns"),
    "COVERED": replace(palette.COVERED, name="covered: cannot vote yet"),
}
"""How regions look by what they are; pieces look like their parties."""
SPIRALS = {"T": Sign("spiral", "", palette.CALM, "Tension"), "W": Sign("spiral", "", palette.ALARM, "War")}
WORDS = {
    "pawn": "pawn",
    "in": "in",
    "pawns": "pawns of a party: its letter, how many",
    "built": "to be placed by your orders",
    "move": "where a pawn goes after a victory",
    "star": "member of the European Union",
    "tag": "when it votes, its points, and for how many votes",
    "link": "neighbours across the sea",
}
"""What is drawn, in words."""
SPECIAL = ("AUTO", "NONE")
"""What a pawn can be told in place of a country."""


def draw_europa_map(
    view: EuropaState,
    seat: Seat | None = None,
    orders: Sequence[Order] = (),
    joined: Sequence[Code] = (),
    chart: Chart = CHART,
) -> Map:
    """The map as it is now, with a party's orders drawn on it. `joined`: countries that joined just now."""
    there = [c for c in view.table.countries.values() if c.code in chart.regions]
    shown = {c.code for c in there}
    return Map(
        chart,
        europa_phase_title(view),
        owners={c.code: look for c in there if (look := country_look(view, c.code, joined))},
        pieces=tuple(piece for piece in (*pawn_pieces(view), *ordered_pawn_pieces(seat, orders)) if piece.at in shown),
        strokes=tuple(stroke for stroke in move_strokes(seat, orders) if {*stroke.path} <= shown),
        styles={s: palette.STYLES[s] for s in view.seats},
        looks=LOOKS,
        stars=frozenset(view.eu) & shown,
        tags={c.code: country_tag(view, c.code) for c in there if view.find_card(c.code)},
        signs=tuple(sign for sign in conflict_signs(view) if sign.at in shown),
        links=tuple((c.code, to) for c in there for to in c.dotted if c.code < to and to in shown),
        words=WORDS,
        focus=tuple(code for code in focus_countries(view, seat) if code in shown),
        names={c.code: c.name for c in there},
    )


def country_look(view: EuropaState, code: Code, joined: Sequence[Code] = ()) -> str:
    if code in view.eu:
        return "NEW" if code in joined else "EU"
    if view.table.find_overlay(view.get_country(code), view.turn):
        return "COVERED"
    return "OPEN" if view.is_open_to_pawns(code) else ""


def country_tag(view: EuropaState, code: Code) -> str:
    """Points and the votes needed, "30 for 4"; where it can be won, also when it votes, "3rd: 30 for 4"."""
    card, worth = view.find_card(code), f"{view.get_country(code).points} for {view.votes_needed(code)}"
    votes = card and card.status == "pending" and (view.is_open_to_pawns(code) or picks.describe_pawns(view, code))
    return f"{format_ordinal(card.number)}: {worth}" if card and votes else worth


def format_ordinal(number: int) -> str:
    """ "1st", "2nd", "3rd", "4th", "11th", "21st"."""
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def conflict_signs(view: EuropaState) -> Iterator[Sign]:
    """The spirals of Tension and War."""
    return (replace(SPIRALS[found], at=code) for code, found in sorted(view.markers.items()))


def pawn_pieces(view: EuropaState) -> Iterator[MapPiece]:
    """The pawns on the map, each party's with their number."""
    for code, pawns in sorted(view.board.items()):
        yield from (MapPiece("pawn", seat, code, "", str(count)) for seat, count in pawns.items() if count)


def ordered_pawn_pieces(seat: Seat | None, orders: Sequence[Order]) -> Iterator[MapPiece]:
    """The pawns that orders place."""
    for order in orders if seat else ():
        if seat and order.verb == "PLACE":
            yield from (MapPiece("pawn", seat, row["country"], "built", str(row["n"])) for row in order.args["on"])


def move_strokes(seat: Seat | None, orders: Sequence[Order]) -> Iterator[Stroke]:
    """Yield where pawns go first of all after a victory that orders name."""
    for order in orders:
        if seat and order.verb == "MOVE" and order.args["where"] != "*":
            first = next(iter(order.args["list"]))["to"]
            yield from [Stroke("move", seat, (order.args["where"], first))] * (first not in SPECIAL)


def focus_countries(view: EuropaState, seat: Seat | None) -> list[Code]:
    """Return what matters to a reader: where they have pawns, where they can place some, what is voted on, what is at
    War."""
    vote = [view.sheet.country] if view.sheet else []
    mine = [code for code, pawns in view.board.items() if (pawns.get(seat) if seat else any(pawns.values()))]
    open_ = list(view.open_countries) if view.kind == "place" or not mine else []
    return list(dict.fromkeys((*vote, *mine, *open_, *(view.markers if view.kind in ("peace", "resolve") else ()))))
