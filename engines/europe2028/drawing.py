"""The map: regions by holder with what stands in them; what has just happened, or what a seat has ordered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

from engines import palette
from engines.base import Event, Seat
from engines.dice import LoadedDice
from engines.europe2028.chart import world_chart
from engines.europe2028.data import Code
from engines.europe2028.plates import GLYPHS, MapMarks, region_plates
from engines.europe2028.state import MAT, WAREHOUSE, Europe2028State, Europe2028Token
from engines.europe2028.turn_context import Europe2028TurnContext
from engines.europe2028.words import KIND_NAMES, europe2028_phase_title
from engines.language.grammar import Order
from engines.report import Map, PlatePart, Style

WORDS: Mapping[str, str] = {GLYPHS[kind]: name for kind, name in KIND_NAMES.items()}
"""What suits stand for."""
LOOKS: Mapping[Seat, Style] = {
    "PB": replace(palette.BLUE, letter="P"),
    "OT": replace(palette.YELLOW, letter="O"),
    "RU": replace(palette.WHITE, letter="R"),
    "EA": replace(palette.ORANGE, letter="E"),
    "NF": replace(palette.VIOLET, letter="N"),
    "MC": replace(palette.GREEN, letter="M"),
}
SPARE = (palette.GREY, palette.RED, palette.BLACK, *LOOKS.values())
"""For empires of an owner's own."""
FREE = {
    "market": replace(palette.MARKET, name="open to all"),
    "deck": replace(palette.DECK, name="still in the deck"),
}
ORDER_SIGNS: Mapping[str, PlatePart] = {
    "DAMAGE": PlatePart(
        "burst", "½", mark="asked", words="you damage the first you can", key="you damage the first you can"
    ),
    "REPAIR": PlatePart("sign", "", ("plus",), words="you repair it", key="you repair it"),
    "CHALLENGE": PlatePart("sign", "", ("shield",), words="you challenge here", key="you challenge attacks here"),
}
"""What is drawn for orders that move no token."""


def draw_europe2028_map(view: Europe2028State, seat: Seat | None, drawn: MapMarks | None = None) -> Map:
    """The position with the reader's open objective, and what is drawn on it."""
    on_it = drawn or MapMarks()
    on_it.marks |= {(fight.seat, fight.token): "moved" for fight in view.fights}
    goals = view.world.empires[seat].objective if seat else ()
    return Map(
        world_chart(view.world),
        europe2028_phase_title(view),
        owners={code: region_look(view, code) for code in view.world.regions},
        styles=empire_styles(view),
        looks=FREE,
        words=WORDS,
        focus=tuple(dict.fromkeys((*(regions_near_seat(view, seat) if seat else ()), *on_it.regions))),
        names={code: region.name for code, region in view.world.regions.items()},
        plates=region_plates(view, goals, on_it),
    )


def empire_styles(view: Europe2028State) -> dict[Seat, Style]:
    """The looks of the empires in play; empires of an owner's own take colours and letters that are left."""
    known = {seat: LOOKS[seat] for seat in view.seats if seat in LOOKS}
    spare = [style for style in SPARE if style not in known.values()]
    taken = {style.letter for style in known.values()}
    found = {}
    for seat in view.seats:
        style = known.get(seat) or spare.pop(0)
        letter = style.letter if seat in known else next(c for c in (*seat, *ascii_uppercase) if c not in taken)
        taken.add(letter)
        found[seat] = replace(style, name=view.world.empires[seat].name, letter=letter)
    return found


def region_look(view: Europe2028State, code: Code) -> str:
    if code in view.held:
        return view.held[code].seat
    return "market" if code in view.market else "deck"


def regions_near_seat(view: Europe2028State, seat: Seat) -> Iterator[Code]:
    """The regions that matter to a seat: its own, those its tokens stand on, and those that are open."""
    yield from view.regions_held_by(seat)
    yield from (at.place for at in view.tokens[seat].values() if at.place not in (MAT, WAREHOUSE))
    yield from view.market


# --- what has happened, and what is ordered -----------------------------------------------------------------------


def drawn_conquests(events: Sequence[Event]) -> MapMarks:
    """The conquests."""
    taken = [event.args["region"] for event in events if event.kind == "conquered"]
    return MapMarks(new=set(taken), regions=taken)


def drawn_orders(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> MapMarks:
    """A letter on the map: tokens that come home or land, attacks, regions to be damaged, repaired, challenged."""
    drawn, working = MapMarks(), Europe2028TurnContext(view, LoadedDice())
    working.recall_tokens(seat, orders)
    drawn.marks = {(seat, event.args["token"]): "removed" for event in working.events}
    for order in orders:
        if order.verb in ("ATTACK", "LAND"):
            draw_token_order(drawn, working, seat, order)
        drawn.signs += order_signs(order)
    drawn.regions += [at for at, _ in drawn.signs]
    return drawn


def draw_token_order(drawn: MapMarks, working: Europe2028TurnContext, seat: Seat, order: Order) -> None:
    """One attack or landing; the token is there for the lines that follow."""
    region = order.args["region"]
    token = working.find_meant_token(seat, order.args["token"], region)
    if working.tokens[seat][token].place == MAT:
        working.tokens[seat][token] = Europe2028Token(region)
        drawn.coming.append((region, seat, token, "sent" if order.verb == "ATTACK" else "built"))
    elif order.verb == "ATTACK":
        drawn.marks[seat, token] = "moved"
    others = [part["other"] for part in order.args.get("else", ()) if part["other"] != region]
    drawn.coming += [(other, seat, token, "instead") for other in others]
    drawn.regions += [region, *others]


def order_signs(order: Order) -> Iterator[tuple[Code, PlatePart]]:
    """Yield what an order damages, repairs or challenges, and where."""
    if order.verb in ORDER_SIGNS:
        rows = (*order.args.get("regions", ()), *order.args.get("at", ()))
        yield from ((row["region"], ORDER_SIGNS[order.verb]) for row in rows if row["region"] != "ANY")
