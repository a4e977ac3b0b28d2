"""A position put right by who leads the game: areas, units, factories, goods, treasuries, the order of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engines import states
from engines.cantillon import picks, words
from engines.cantillon.data import Area
from engines.cantillon.deals import goods_of
from engines.cantillon.moves import UNITS
from engines.cantillon.state import ROOM, State, Water, title
from engines.cantillon.words import spoken
from engines.cantillon.working import Working
from engines.corrections import FOR, FROM, GIVE, IN, NOBODY, PLACE, REMOVE, TO, carry_out
from engines.dice import LoadedDice
from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Pick, way
from engines.language.names import Choice, Lexicon
from engines.palette import NAMES

Args = Mapping[str, Any]
FACTORIES = tuple(choice for choice in words.KINDS if choice.code in "BPOG")
OWNERS = Lexicon((*words.SEATS, NOBODY))


def corrections(state: State) -> Ask:
    """While cities are chosen nothing stands anywhere: treasuries and the order of play alone can be wrong."""
    board = () if state.kind == "setup" else (*who_is_where(state), *what_lies(state))
    return Ask(f"Corrections: {title(state)}", (*board, *of_players(state)), due=False, skip=words.SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def seat(state: State, *more: Choice) -> Pick:
    """A player of the game, also one who is out of it."""
    found = tuple(choice for choice in words.SEATS if choice.code in state.seats)
    return Pick("seat", (*found, *more), OWNERS, "{label} is not in this game.")


def who_is_where(state: State) -> Iterator[Line]:
    """Units, and whose they are."""
    every, unit = picks.anywhere(state.options.fold, "area"), Pick("unit", words.UNITS)
    yield Line("REMOVE", (REMOVE, unit, FROM, every), help="take a unit away")
    whose = seat(state, NOBODY)
    yield Line("GIVE", (GIVE, every, TO, whose), "give {area}", "whose an area is, with the units that stand there")
    yield Line(
        "PLACE", (PLACE, unit, IN, every, FOR, seat(state)), help="put a unit into an area of its owner or of nobody"
    )


def what_lies(state: State) -> Iterator[Line]:
    """Factories, and goods that were not taxed yet."""
    land, kind = picks.any_land(state.options.fold, "area"), Pick("kind", FACTORIES)
    slot = "factory {kind} {area}"
    yield Line("RAZE", (spoken("RAZE", "take away the", "no"), kind, IN, land), slot, "take a factory away")
    yield Line("FACTORY", (spoken("FACTORY", "set up a new"), kind, IN, land), slot, "set up a factory")
    yield Line(
        "GOODS", (spoken("GOODS", "the goods"), IN, land, amounts()), "goods {area}", "all goods that lie on a land"
    )


def of_players(state: State) -> Iterator[Line]:
    """Treasuries, which their owners alone see if it was not agreed otherwise, and the order of play."""
    hidden = "" if state.options.treasury_open else "seat"
    treasury = spoken("TREASURY", "the treasury of"), seat(state), amounts()
    yield Line("TREASURY", treasury, "treasury {seat}", "all goods in a treasury", only_for=hidden)
    count = len(state.seats)
    row = Many("seats", (seat(state),), count, count, "", distinct=True, plain=", then")
    yield Line("ORDER", (spoken("ORDER", "the order of play:"), row), "order", "the order of play")
    yield Line(
        "HEARD",
        (spoken("HEARD", "has not been vacant:"), seat(state)),
        "heard {seat}",
        "forget vacant rounds",
    )


@lru_cache(maxsize=1)
def amounts() -> OneOf:
    """Goods as "2y 1R", or none; capitals matter."""
    each = Number("n", 1, 999, most=words.SMALL), Pick("kind", words.GOODS, exact=True)
    some = way("some", spoken("=", "now:", "are", "is", ":"), Many("goods", each, 1, 10, "", distinct=True))
    return OneOf("what", (some, way("none", spoken("NONE", "now: nothing", "nothing"))))


# --- what comes of it -------------------------------------------------------------------------------------------


def corrected(state: State, orders: Sequence[Order]) -> State:
    """Units are removed first, then areas change hands, then units are placed. Raises ValueError."""
    working = Working(state, LoadedDice())
    carry_out(orders, ACTS, working)
    with_cities(working)
    found = working.frozen(**of_the_turn(state, orders))
    return replace(found, stock_shown=found.stock if state.options.treasury_open else {})


def of_the_turn(state: State, orders: Sequence[Order]) -> dict[str, Any]:
    """What is not a thing on the board; and the positions to which players may go back, put right as well."""
    said = [order.args for order in orders if order.verb == "ORDER"]
    order = tuple(row["seat"] for row in said[-1]["seats"]) if said else state.order
    if {*order} != {*state.seats}:
        raise ValueError("The order of play names every player once.")
    heard = {one.args["seat"] for one in orders if one.verb == "HEARD"}
    silent = {seat: rounds for seat, rounds in state.silent.items() if seat not in heard}
    return {"order": order, "silent": silent, "closed": dict(put_right(state.closed, orders))}


def put_right(closed: Mapping[str, str], orders: Sequence[Order]) -> Iterator[tuple[str, str]]:
    """Earlier positions with the same corrections; those in which they make no sense are lost."""
    for stage, text in closed.items():
        try:
            yield stage, states.dump(corrected(states.load(State, text), orders))
        except ValueError:
            continue


def with_cities(working: Working) -> None:
    """Who has a city again is in the game again. Raises ValueError if somebody would lose his last: that is defeat."""
    if working.state.kind == "setup":
        return
    for seat in working.state.seats:
        if working.cities(seat):
            working.out = [other for other in working.out if other != seat]
        elif seat not in working.out:
            raise ValueError(f"{NAMES[seat]} would have no city, and would be defeated. A correction defeats nobody.")


def remove(working: Working, args: Args) -> None:
    area, unit = args["area"], args["unit"]
    if unit not in standing(working, area):
        raise ValueError(f"There is no {UNITS[unit]} in {working.board.name(area)}.")
    working.remove(area, unit)


def standing(working: Working, area: Area) -> str:
    """The units in an area, by their letters; a fleet on the anchor counts."""
    if area in working.board.lands:
        plot = working.plot(area)
        return plot.units + ("F" if plot.anchor else "")
    return f"F{working.seas[area].cargo}" if area in working.seas else ""


def give(working: Working, args: Args) -> None:
    """All units in an area change hands, or are taken away."""
    area, seat = args["area"], "" if args["seat"] == NOBODY.code else args["seat"]
    if not standing(working, area):
        raise ValueError(f"Nothing stands in {working.board.name(area)}: place a unit there.")
    if area in working.board.lands:
        plot = working.plot(area)
        if not seat:
            working.clear(area)
        else:
            working.change(area, owner=seat if plot.units else "", anchor=seat if plot.anchor else "")
    elif seat:
        working.seas[area] = Water(seat, working.seas[area].cargo)
    else:
        working.remove(area, "F")


def place(working: Working, args: Args) -> None:
    area, unit, seat = args["area"], args["unit"], args["seat"]
    name, owner = working.board.name(area), working.owner(area)
    if owner not in ("", seat):
        raise ValueError(f"{name} is {NAMES[owner]}’s: give it away in the same correction.")
    if unit == "F":
        anchor(working, area, seat)
    elif area in working.board.seas and (not owner or working.seas[area].cargo):
        raise ValueError(f"There is no empty fleet in {name} to carry it.")
    elif area in working.board.lands and len(working.plot(area).units) >= ROOM:
        raise ValueError(f"{name} holds {ROOM} units already.")
    else:
        working.add(area, seat, unit)


def anchor(working: Working, area: Area, seat: str) -> None:
    """A fleet into a sea or a port."""
    name = working.board.name(area)
    if "F" in standing(working, area):
        raise ValueError(f"There is a fleet in {name} already.")
    if area in working.board.seas:
        working.seas[area] = Water(seat)
    elif working.board.is_port(area):
        working.change(area, anchor=seat)
    else:
        raise ValueError(f"{name} is no port.")


def factory(working: Working, args: Args) -> None:
    area, kind = args["area"], args["kind"]
    plot = working.plot(area)
    if plot.basic if kind == "B" else plot.advanced:
        raise ValueError(f"{working.board.name(area)} has such a factory: it can be razed in the same correction.")
    working.change(area, **({"basic": True} if kind == "B" else {"advanced": kind}))


def raze(working: Working, args: Args) -> None:
    area, kind = args["area"], args["kind"]
    plot = working.plot(area)
    if not (plot.basic if kind == "B" else plot.advanced == kind):
        raise ValueError(f"There is no such factory in {working.board.name(area)}.")
    working.change(area, **({"basic": False} if kind == "B" else {"advanced": ""}))


def lay(working: Working, args: Args) -> None:
    working.change(args["area"], goods=said(args))


def fill(working: Working, args: Args) -> None:
    working.stock[args["seat"]] = said(args)


def said(args: Args) -> dict[str, int]:
    return goods_of(args["what"].get("goods", ()))


ACTS: Mapping[str, Callable[[Working, Args], None]] = {
    "REMOVE": remove,
    "GIVE": give,
    "PLACE": place,
    "RAZE": raze,
    "FACTORY": factory,
    "GOODS": lay,
    "TREASURY": fill,
}
"""In the order in which they are carried out; the others are not about things (`of_the_turn`)."""
