"""What a seat may say in each phase: the sentences of a movement phase, and the parts all phases share (§5).

Everything that is not of one seat alone (names of places, words) is one object shared by all asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engines.base import Seat
from engines.diplomacy import words
from engines.diplomacy.board import Board
from engines.diplomacy.lexicon import ARMY_PLACES, UnitNames, fleet_places, label, only_coasts, unit_names
from engines.diplomacy.reach import Reach, reach
from engines.diplomacy.state import State, title_of
from engines.diplomacy.units import Location, Province, Unit, province
from engines.language.ask import Ask, Line, Many, OneOf, Part, Pick, Way, way
from engines.language.names import Choice, Lexicon


def movement_ask(view: State, seat: Seat, later: tuple[Line, ...], standing: tuple[str, ...]) -> Ask | None:
    """One line for each unit of the seat, and those for `later` phases. None if the seat has nothing to command."""
    mine = view.units_of(seat)
    if not mine:
        return None
    draft = (*(f"{unit} H" for unit in mine), *standing)
    return Ask(title_of(view.phase), unit_lines(view.units, seat) + later, draft=draft, skip=words.SKIP)


@lru_cache(maxsize=140)
def unit_lines(units: tuple[Unit, ...], seat: Seat) -> tuple[Line, ...]:
    """A line for each unit of a seat: a letter, its receipt, a page and a report of one phase ask for the same."""
    view = State(seats=(), phase="", kind="movement", units=units)
    could, mine = reach(units), view.units_of(seat)
    yours = ", ".join(map(str, mine))
    return tuple(unit_line(view, could, unit, yours) for unit in mine)


def unit_line(view: State, could: Reach, unit: Unit, yours: str) -> Line:
    """Everything one unit can be told."""
    parts = (*unit_parts(unit, yours), OneOf("order", unit_ways(view, could, unit)))
    return Line(str(unit), parts, province(unit.at), f"{label(unit.at)}: hold, move, support or convoy")


def unit_parts(unit: Unit, yours: str) -> tuple[Part, ...]:
    """The unit an order is for, at the head of a line."""
    among = ARMY_PLACES if unit.kind == "A" else fleet_places(only_coasts([unit.at]))
    refusal = f"You have no unit in {{label}} to give this order to; yours are {yours}."
    choice = Choice(unit.at, label(unit.at), at=(province(unit.at),))
    return words.kind_word(unit.kind, label(unit.at)), Pick("unit", (choice,), among, refusal)


def unit_ways(view: State, could: Reach, unit: Unit) -> tuple[Way, ...]:
    return (
        way("hold", words.HOLD),
        way("move", words.TO, destinations(view, could, unit)),
        *crossings(could, unit),
        *supports(view, could, unit),
        *convoys(view, could, unit),
    )


# --- moves ----------------------------------------------------------------------------------------------------


def destinations(view: State, could: Reach, unit: Unit) -> Pick:
    """Where it can go. Places next to it that it cannot enter are listed with the reason."""
    board, start = view.board, province(unit.at)
    refusal = f"{{label}} does not touch {label(unit.at)}."
    if unit.kind == "A":
        goals = could.goals[start]
        if (could.convoys and start in board.fleet_touches) or board.places[start].coasts:
            refusal = f"{{label}} does not touch {label(unit.at)}, and no fleets join the two."
        return Pick("to", (*places(ARMY_PLACES, goals), *shut(view, unit, goals)), ARMY_PLACES, refusal)
    goals = board.fleet[unit.at]
    among = fleet_places(only_coasts(goals))
    split = tuple(which_coast(at) for at in sorted(board.touches(unit)) if len(coasts_in(goals, at)) > 1)
    return Pick("to", (*places(among, goals), *split, *shut(view, unit, board.touches(unit))), among, refusal)


def places(among: Lexicon, codes: Iterable[Location]) -> tuple[Choice, ...]:
    """The shared choices for some places, in alphabetical order."""
    return tuple(among.get(code) for code in sorted(codes))


def coasts_in(locations: Iterable[Location], at: Province) -> list[Location]:
    return sorted(place for place in locations if province(place) == at and place != at)


@lru_cache(maxsize=16)
def which_coast(at: Province) -> Choice:
    """The refusal of a fleet's move that could end on either coast."""
    named = [place.code for place in fleet_places().choices if place.code.startswith(f"{at}/")]
    why = f"{label(at)} has two coasts a fleet could go to: say {' or '.join(named)}."
    return Choice(at, label(at), why_not=why, at=(at,))


def shut(view: State, unit: Unit, goals: Iterable[Province]) -> tuple[Choice, ...]:
    """The neighbouring provinces the unit cannot enter, each with the reason."""
    closed = view.board.borders[province(unit.at)].difference(goals)
    return tuple(closed_to(view.board, unit.kind, label(unit.at), at) for at in sorted(closed))


@lru_cache(maxsize=1024)
def closed_to(board: Board, kind: str, start: str, at: Province) -> Choice:
    """The refusal of a neighbouring province that such a unit cannot enter from `start`."""
    if at in board.impassable:
        why = f"Nobody can enter {label(at)}."
    elif kind == "A" or board.places[at].kind == "inland":
        why = f"{'An army' if kind == 'A' else 'A fleet'} cannot enter {label(at)}."
    else:
        why = f"{label(at)} and {start} have no coast in common; a fleet cannot go there."
    return Choice(at, label(at), why_not=why, at=(at,))


def crossings(could: Reach, unit: Unit) -> tuple[Way, ...]:
    """An army's moves that say by what way it goes: VIA, or the seas by name."""
    overseas = could.overseas(unit)
    if not overseas:
        return ()
    refusal = f"No chain of fleets joins {{label}} and {label(unit.at)}."
    to = Pick("to", places(ARMY_PLACES, overseas), ARMY_PLACES, refusal)
    none = "There is no fleet in {label} that could convoy this army."
    sea = Pick("sea", places(ARMY_PLACES, could.carriers(unit)), ARMY_PLACES, none)
    return (
        way("via", words.TO, to, words.VIA, Many("route", (sea,), 0, 12, "-")),
        way("by way of", words.TO, Many("route", (sea, words.STEP), 1, 12, ""), to),
    )


# --- supports and convoys ---------------------------------------------------------------------------------------


def supports(view: State, could: Reach, unit: Unit) -> tuple[Way, ...]:
    """Support of a unit next to it, or of a move to a province next to it."""
    holding, moving = could.helpable(unit)
    among = unit_names(view.units)
    ways: list[Way] = []
    if holding:
        refusal = f"{unit} cannot support {{label}} to hold: it has to touch that place, and a unit has to stand there."
        to_hold = helped("support", holding, among, refusal)
        ways.append(way("support to hold", words.SUPPORT_HOLD, to_hold, words.TO_HOLD))
    if moving:
        refusal = (
            f"{unit} has nothing to support in {{label}}: no unit there could move to a place that {unit} touches."
        )
        to = Pick("to", into(view, could, unit, moving), fleet_places(), f"{{label}} does not touch {label(unit.at)}.")
        ways.append(way("support", words.SUPPORT, helped("support", moving, among, refusal), words.TO, to))
    return tuple(ways)


def helped(name: str, units: Iterable[Unit], among: UnitNames, refusal: str) -> Pick:
    """The unit that is supported or convoyed."""
    return Pick(name, tuple(among.here[province(unit.at)] for unit in units), among, refusal)


def into(view: State, could: Reach, unit: Unit, moving: Iterable[Unit]) -> tuple[Choice, ...]:
    """Where a unit can support others to, coasts included where a fleet could go to several."""
    touched = view.board.touches(unit)
    goals = {goal for other in moving for goal in touched & could.goals[province(other.at)]}
    fleets = [view.board.fleet[other.at] for other in moving if other.kind == "F"]
    coasts = {place for reached in fleets for place in reached if "/" in place and province(place) in touched}
    return places(fleet_places(), goals | coasts)


def convoys(view: State, could: Reach, unit: Unit) -> tuple[Way, ...]:
    """Armies on the coasts that this fleet and those it touches join."""
    group = could.group(unit) if unit.kind == "F" else None
    if not group or not group.armies:
        return ()
    none = f"No army that {unit} could convoy stands in {{label}}."
    far = f"No chain of fleets with {unit} reaches {{label}}."
    army = helped("convoy", group.armies, unit_names(view.units), none)
    return (
        way("convoy", words.CONVOY, army, words.TO, Pick("to", places(ARMY_PLACES, group.shores), ARMY_PLACES, far)),
    )
