"""The map: lands by owner, units by kind, cities, factories, what is in danger; with orders, or what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engines import palette
from engines.base import Event, Seat
from engines.cantillon.chart import LINKS, WALLS, fold_chart
from engines.cantillon.connect import besieged_cities, isolated_areas
from engines.cantillon.data import Area
from engines.cantillon.state import CantillonState, goods_value
from engines.cantillon.turn_context import CantillonTurnContext, LuckyDice
from engines.cantillon.words import YIELDS
from engines.language.grammar import Order
from engines.report import Map, MapPiece, Sign, Stroke

LANDS = {
    "r": replace(palette.MINERALS, name="free, yields minerals"),
    "b": replace(palette.WOOD, name="free, yields wood"),
    "y": replace(palette.FOOD, name="free, yields food"),
}
"""How free land looks, by what it yields."""
SHAPES = {"T": "flag", "A": "disc", "F": "boat"}
WORDS = {
    "flag": "taxman",
    "disc": "army",
    "boat": "fleet",
    "in": "in",
    "built": "ordered, not yet there",
    "removed": "dismissed by your orders",
    "move": "step, move or attack",
    "failed": "attack lost, or refused",
    "star": "city that you would like",
    "tag": "what the land yields, and what the goods there are worth",
    "link": "neighbours: units can cross",
    "wall": "no way across",
}
"""What is drawn, in words."""
COLOURS = {"P": palette.PURPLE_GOODS, "O": palette.ORANGE_GOODS, "G": palette.GREEN_GOODS}
NAMES = {"P": "purple factory", "O": "orange factory", "G": "green factory"}


def draw_cantillon_map(
    view: CantillonState, seat: Seat | None, title: str, strokes: Sequence[Stroke] = (), given: Sequence[Order] = ()
) -> Map:
    """The position as a map. `given`: orders of the seat, whose new and dismissed units are marked, or the cities it
    would like, with a star."""
    here, lands = view.board.next_to.keys(), view.board.lands
    return Map(
        fold_chart(view.options.fold),
        title,
        owners={code: view.plot_of(code).owner or land.goods for code, land in lands.items()},
        pieces=(*unit_pieces(view, count_dismissed(seat, given)), *ordered_pieces(seat or "", given)),
        strokes=tuple(strokes),
        styles={s: palette.STYLES[s] for s in view.seats},
        stars=frozenset(row["city"] for order in given if order.verb == "CITY" for row in order.args["list"]),
        looks=LANDS,
        tags={code: goods_tag(view, code) for code in lands},
        signs=tuple(map_signs(view)),
        links=tuple((a, b) for a, b in LINKS if {a, b} <= here),
        walls=frozenset(pair for pair in WALLS if pair <= here),
        words=WORDS,
        focus=tuple(code for code in here if seat and view.owner_of(code) == seat),
        names={code: view.board.name_with_code(code) for code in here},
    )


def goods_tag(view: CantillonState, code: Area) -> str:
    """Return what a land yields; what lies there is worth, if that is not just what an owned one yielded."""
    plot, word = view.plot_of(code), YIELDS[view.board.lands[code].goods]
    lies = goods_value(plot.goods)
    return f"{word} {lies}" if lies > bool(plot.owner) else word


# --- pieces -----------------------------------------------------------------------------------------------------


def unit_pieces(view: CantillonState, gone: Counter[tuple[Area, str]]) -> Iterator[MapPiece]:
    """All units: taxmen as flags, armies as discs, fleets as hulls, beside what they carry."""
    for code, plot in view.lands.items():
        yield from mark_pieces(plot.owner, code, plot.units, gone)
        yield from mark_pieces(plot.anchor, code, "F" if plot.anchor else "", gone)
    for code, water in view.seas.items():
        yield from mark_pieces(water.fleet, code, f"F{water.cargo}", gone)


def mark_pieces(seat: Seat, code: Area, units: str, gone: Counter[tuple[Area, str]]) -> Iterator[MapPiece]:
    left = Counter(gone)
    for letter in units:
        left[code, letter] -= 1
        yield MapPiece(SHAPES[letter], seat, code, "removed" if left[code, letter] >= 0 else "")


def count_dismissed(seat: Seat | None, given: Iterable[Order]) -> Counter[tuple[Area, str]]:
    return Counter((o.args["at"], o.args["unit"]) for o in given if seat and o.verb == "DISBAND")


def ordered_pieces(seat: Seat, given: Iterable[Order]) -> Iterator[MapPiece]:
    """The units that are ordered."""
    for order in given:
        if order.verb == "BUILD":
            number = order.args["times"][0]["n"] if order.args["times"] else 1
            yield from [MapPiece(SHAPES[order.args["unit"]], seat, order.args["at"], "built")] * min(number, 2)


def map_signs(view: CantillonState) -> Iterator[Sign]:
    """Yield what is no unit: cities, ports, factories; red rings round besieged cities, grey ones round what is cut
    off."""
    working = CantillonTurnContext(view, LuckyDice())
    besieged = {area for seat in view.living_seats for area in besieged_cities(working, seat)}
    lost = {area for seat in view.living_seats for area in isolated_areas(working, seat)}
    for code in view.board.lands:
        yield from land_signs(view, code, code in besieged)
    for code in sorted(lost):
        yield Sign("broken", code, palette.CUT_OFF, "cut off")


def land_signs(view: CantillonState, code: Area, besieged: bool) -> Iterator[Sign]:
    land, plot = view.board.lands[code], view.plot_of(code)
    if land.city:
        yield Sign("disc", code, palette.TOWN, "city")
    if land.port:
        yield Sign("anchor", code, palette.PORT, "port")
    if besieged:
        yield Sign("ring", code, palette.ALARM, "siege")
    if plot.basic:
        yield Sign("square", code, palette.BASIC, f"basic factory ({YIELDS[land.goods]})", land.goods.upper())
    if plot.advanced:
        yield Sign("square", code, COLOURS[plot.advanced], NAMES[plot.advanced], plot.advanced)


# --- strokes ----------------------------------------------------------------------------------------------------


def order_strokes(seat: Seat, given: Sequence[Order], refused: Collection[str]) -> Iterator[Stroke]:
    """Steps, attacks and moves that are ordered; those that would be refused with a cross."""
    for order in given:
        if order.verb in ("STEP", "POS"):
            yield Stroke("move", seat, (order.args["from"], order.args["to"]), order.text in refused)
        elif order.verb == "ATT":
            for start in dict.fromkeys(row["area"] for row in order.args["from"]):
                yield Stroke("move", seat, (start, order.args["to"]), order.text in refused)


def event_strokes(events: Sequence[Event]) -> Iterator[Stroke]:
    """Steps, attacks and moves that were made; attacks that were lost with a cross."""
    for event in events:
        if event.kind in ("step", "attack", "positioned"):
            path = event.args["start"], event.args["goal"]
            yield Stroke("move", event.args["seat"], path, not event.args.get("won", True))
