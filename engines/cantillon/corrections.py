"""A position put right by who leads the game: areas, units, factories, goods, treasuries, the order of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engines import states
from engines.cantillon import picks, words
from engines.cantillon.data import Area
from engines.cantillon.deals import count_goods
from engines.cantillon.moves import UNITS
from engines.cantillon.state import ROOM, CantillonState, Water, cantillon_phase_title
from engines.cantillon.turn_context import CantillonTurnContext
from engines.cantillon.words import plain_word
from engines.corrections import FOR, FROM, GIVE, IN, NOBODY, PLACE, REMOVE, TO, carry_out
from engines.dice import LoadedDice
from engines.language.grammar import Number, OneOf, Order, OrderGrammar, OrderPattern, Pick, Repeat, alternative
from engines.language.names import Choice, Lexicon
from engines.palette import NAMES

Args = Mapping[str, Any]
FACTORIES = tuple(choice for choice in words.KINDS if choice.code in "BPOG")
OWNERS = Lexicon((*words.SEATS, NOBODY))


def build_cantillon_corrections(state: CantillonState) -> OrderGrammar:
    """While cities are chosen nothing stands anywhere: treasuries and the order of play alone can be wrong."""
    board = () if state.kind == "setup" else (*unit_correction_lines(state), *land_correction_lines(state))
    return OrderGrammar(
        f"Corrections: {cantillon_phase_title(state)}",
        (*board, *player_correction_lines(state)),
        due=False,
        skip=words.SKIP,
    )


# --- what can be said -------------------------------------------------------------------------------------------


def seat_pick(state: CantillonState, *more: Choice) -> Pick:
    """A player of the game, also one who is out of it."""
    found = tuple(choice for choice in words.SEATS if choice.code in state.seats)
    return Pick("seat", (*found, *more), OWNERS, "{label} is not in this game.")


def unit_correction_lines(state: CantillonState) -> Iterator[OrderPattern]:
    """Units, and whose they are."""
    every, unit = picks.any_area_pick(state.options.fold, "area"), Pick("unit", words.UNITS)
    yield OrderPattern("REMOVE", (REMOVE, unit, FROM, every), help="take a unit away")
    whose = seat_pick(state, NOBODY)
    yield OrderPattern(
        "GIVE", (GIVE, every, TO, whose), "give {area}", "whose an area is, with the units that stand there"
    )
    yield OrderPattern(
        "PLACE",
        (PLACE, unit, IN, every, FOR, seat_pick(state)),
        help="put a unit into an area of its owner or of nobody",
    )


def land_correction_lines(state: CantillonState) -> Iterator[OrderPattern]:
    """Factories, and goods that were not taxed yet."""
    land, kind = picks.any_land_pick(state.options.fold, "area"), Pick("kind", FACTORIES)
    slot = "factory {kind} {area}"
    yield OrderPattern("RAZE", (plain_word("RAZE", "take away the", "no"), kind, IN, land), slot, "take a factory away")
    yield OrderPattern("FACTORY", (plain_word("FACTORY", "set up a new"), kind, IN, land), slot, "set up a factory")
    yield OrderPattern(
        "GOODS",
        (plain_word("GOODS", "the goods"), IN, land, goods_amounts()),
        "goods {area}",
        "all goods that lie on a land",
    )


def player_correction_lines(state: CantillonState) -> Iterator[OrderPattern]:
    """Treasuries, which their owners alone see if it was not agreed otherwise, and the order of play."""
    hidden = "" if state.options.treasury_open else "seat"
    treasury = plain_word("TREASURY", "the treasury of"), seat_pick(state), goods_amounts()
    yield OrderPattern("TREASURY", treasury, "treasury {seat}", "all goods in a treasury", only_for=hidden)
    count = len(state.seats)
    row = Repeat("seats", (seat_pick(state),), count, count, "", distinct=True, plain=", then")
    yield OrderPattern("ORDER", (plain_word("ORDER", "the order of play:"), row), "order", "the order of play")
    yield OrderPattern(
        "HEARD",
        (plain_word("HEARD", "has not been vacant:"), seat_pick(state)),
        "heard {seat}",
        "forget vacant rounds",
    )


@lru_cache(maxsize=1)
def goods_amounts() -> OneOf:
    """Goods as "2y 1R", or none; capitals matter."""
    each = Number("n", 1, 999, most=words.SMALL), Pick("kind", words.GOODS, exact=True)
    some = alternative(
        "some", plain_word("=", "now:", "are", "is", ":"), Repeat("goods", each, 1, 10, "", distinct=True)
    )
    return OneOf("what", (some, alternative("none", plain_word("NONE", "now: nothing", "nothing"))))


# --- what comes of it -------------------------------------------------------------------------------------------


def correct_cantillon(state: CantillonState, orders: Sequence[Order]) -> CantillonState:
    """Units are removed first, then areas change hands, then units are placed. Raises ValueError."""
    working = CantillonTurnContext(state, LoadedDice())
    carry_out(orders, ACTS, working)
    update_defeats(working)
    found = working.freeze_state(**correct_turn_fields(state, orders))
    return replace(found, stock_shown=found.stock if state.options.treasury_open else {})


def correct_turn_fields(state: CantillonState, orders: Sequence[Order]) -> dict[str, Any]:
    """Return what is not a thing on the board; and the positions to which players may go back, put right as well."""
    said = [order.args for order in orders if order.verb == "ORDER"]
    order = tuple(row["seat"] for row in said[-1]["seats"]) if said else state.order
    if {*order} != {*state.seats}:
        raise ValueError("The order of play names every player once.")
    heard = {one.args["seat"] for one in orders if one.verb == "HEARD"}
    silent = {seat: rounds for seat, rounds in state.silent.items() if seat not in heard}
    return {"order": order, "silent": silent, "closed": dict(correct_closed_stages(state.closed, orders))}


def correct_closed_stages(closed: Mapping[str, str], orders: Sequence[Order]) -> Iterator[tuple[str, str]]:
    """Earlier positions with the same corrections; those in which they make no sense are lost."""
    for stage, text in closed.items():
        try:
            yield stage, states.dump_state(correct_cantillon(states.load_state(CantillonState, text), orders))
        except ValueError:
            continue


def update_defeats(working: CantillonTurnContext) -> None:
    """Who has a city again is in the game again. Raises ValueError if somebody would lose the last one: defeat."""
    if working.state.kind == "setup":
        return
    for seat in working.state.seats:
        if working.cities_of(seat):
            working.out = [other for other in working.out if other != seat]
        elif seat not in working.out:
            raise ValueError(f"{NAMES[seat]} would have no city, and would be defeated. A correction defeats nobody.")


def correct_remove(working: CantillonTurnContext, args: Args) -> None:
    area, unit = args["area"], args["unit"]
    if unit not in units_standing(working, area):
        raise ValueError(f"There is no {UNITS[unit]} in {working.board.name_with_code(area)}.")
    working.remove_unit(area, unit)


def units_standing(working: CantillonTurnContext, area: Area) -> str:
    """The units in an area, by their letters; a fleet on the anchor counts."""
    if area in working.board.lands:
        plot = working.plot_of(area)
        return plot.units + ("F" if plot.anchor else "")
    return f"F{working.seas[area].cargo}" if area in working.seas else ""


def correct_owner(working: CantillonTurnContext, args: Args) -> None:
    """All units in an area change hands, or are taken away."""
    area, seat = args["area"], "" if args["seat"] == NOBODY.code else args["seat"]
    if not units_standing(working, area):
        raise ValueError(f"Nothing stands in {working.board.name_with_code(area)}: place a unit there.")
    if area in working.board.lands:
        plot = working.plot_of(area)
        if not seat:
            working.clear_land(area)
        else:
            working.change_plot(area, owner=seat if plot.units else "", anchor=seat if plot.anchor else "")
    elif seat:
        working.seas[area] = Water(seat, working.seas[area].cargo)
    else:
        working.remove_unit(area, "F")


def correct_place(working: CantillonTurnContext, args: Args) -> None:
    area, unit, seat = args["area"], args["unit"], args["seat"]
    name, owner = working.board.name_with_code(area), working.owner_of(area)
    if owner not in ("", seat):
        raise ValueError(f"{name} is {NAMES[owner]}’s: give it away in the same correction.")
    if unit == "F":
        anchor_fleet(working, area, seat)
    elif area in working.board.seas and (not owner or working.seas[area].cargo):
        raise ValueError(f"There is no empty fleet in {name} to carry it.")
    elif area in working.board.lands and len(working.plot_of(area).units) >= ROOM:
        raise ValueError(f"{name} holds {ROOM} units already.")
    else:
        working.add_unit(area, seat, unit)


def anchor_fleet(working: CantillonTurnContext, area: Area, seat: str) -> None:
    """A fleet into a sea or a port."""
    name = working.board.name_with_code(area)
    if "F" in units_standing(working, area):
        raise ValueError(f"There is a fleet in {name} already.")
    if area in working.board.seas:
        working.seas[area] = Water(seat)
    elif working.board.is_port(area):
        working.change_plot(area, anchor=seat)
    else:
        raise ValueError(f"{name} is no port.")


def correct_factory(working: CantillonTurnContext, args: Args) -> None:
    area, kind = args["area"], args["kind"]
    plot = working.plot_of(area)
    if plot.basic if kind == "B" else plot.advanced:
        raise ValueError(
            f"{working.board.name_with_code(area)} has such a factory: it can be razed in the same correction."
        )
    working.change_plot(area, **({"basic": True} if kind == "B" else {"advanced": kind}))


def raze_factory(working: CantillonTurnContext, args: Args) -> None:
    area, kind = args["area"], args["kind"]
    plot = working.plot_of(area)
    if not (plot.basic if kind == "B" else plot.advanced == kind):
        raise ValueError(f"There is no such factory in {working.board.name_with_code(area)}.")
    working.change_plot(area, **({"basic": False} if kind == "B" else {"advanced": ""}))


def correct_land_goods(working: CantillonTurnContext, args: Args) -> None:
    working.change_plot(args["area"], goods=stated_goods(args))


def correct_treasury(working: CantillonTurnContext, args: Args) -> None:
    working.stock[args["seat"]] = stated_goods(args)


def stated_goods(args: Args) -> dict[str, int]:
    return count_goods(args["what"].get("goods", ()))


ACTS: Mapping[str, Callable[[CantillonTurnContext, Args], None]] = {
    "REMOVE": correct_remove,
    "GIVE": correct_owner,
    "PLACE": correct_place,
    "RAZE": raze_factory,
    "FACTORY": correct_factory,
    "GOODS": correct_land_goods,
    "TREASURY": correct_treasury,
}
"""In the order in which they are carried out; the others are not about things (`correct_turn_fields`)."""
