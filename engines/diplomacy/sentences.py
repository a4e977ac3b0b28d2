"""What a seat may say in each phase: the sentences of a movement phase, and the parts all phases share (§5).

Everything that is not of one seat alone (names of places, words) is one object shared by all asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.base import Seat
from engines.diplomacy import words
from engines.diplomacy.data import Board
from engines.diplomacy.legality import destination
from engines.diplomacy.lexicon import (
    ARMY_PLACES,
    UnitNames,
    fleet_places,
    label,
    only_coasts,
    unit_label,
    unit_names,
)
from engines.diplomacy.reach import Reach, reach
from engines.diplomacy.state import State, titled
from engines.diplomacy.units import Location, Province, Unit, province
from engines.kept import keeps
from engines.language.ask import Ask, Given, Line, Many, OneOf, Part, Pick, Way, Word, way
from engines.language.names import Choice, Lexicon


def movement_ask(view: State, seat: Seat, later: tuple[Line, ...], standing: tuple[str, ...]) -> Ask:
    """One line for each unit of the seat, and those for `later` phases."""
    draft = (*(f"{unit} H" for unit in view.units_of(seat)), *standing)
    lines = unit_lines(view.units, tuple(sorted(view.centres.items())), seat, view.options.rulings.coasts == "named")
    return Ask(titled(view), lines + later, draft=draft, skip=words.SKIP)


@keeps(42)
def unit_lines(
    units: tuple[Unit, ...], centres: tuple[tuple[Province, Seat], ...], seat: Seat, named: bool
) -> tuple[Line, ...]:
    """A line for each unit of a seat: a letter, its receipt, a page and a report of one phase ask for the same."""
    situation = Situation(reach(units), unit_names(units), dict(centres), seat, named)
    mine = tuple(unit for unit in units if unit.seat == seat)
    return tuple(unit_line(situation, unit, mine) for unit in mine)


@dataclass(frozen=True)
class Situation:
    """A position from which a seat orders. `named`: supports name the coast where there are two (§5.8)."""

    could: Reach
    names: UnitNames
    centres: Mapping[Province, Seat]
    seat: Seat
    named: bool

    @property
    def board(self) -> Board:
        return self.could.board


def unit_line(situation: Situation, unit: Unit, mine: Collection[Unit]) -> Line:
    """Everything one unit can be told."""
    ways = unit_ways(situation, unit)
    parts = (*unit_parts(unit, mine), OneOf("order", ways))
    deeds = "hold, move, support or convoy" if ways[-1].name == "convoy" else "hold, move or support"
    return Line(str(unit), parts, province(unit.at), f"{unit_label(unit)}: {deeds}")


def unit_parts(unit: Unit, mine: Iterable[Unit]) -> tuple[Part, ...]:
    """The unit an order is for, at the head of a line."""
    among = ARMY_PLACES if unit.kind == "A" else fleet_places(only_coasts([unit.at]))
    yours = ", ".join(map(unit_label, mine))
    refusal = f"You have no unit in {{label}} to give this order to; yours are {yours}."
    choice = Choice(unit.at, label(unit.at), at=(province(unit.at),))
    pick = Pick("unit", (choice,), among, refusal, unknown="There is no place {word} on this map.")
    return words.kind_word(unit.kind, label(unit.at)), pick


def unit_ways(situation: Situation, unit: Unit) -> tuple[Way, ...]:
    return (
        way("hold", words.HOLD),
        way("move", words.TO, destinations(situation, unit)),
        *crossings(situation.could, unit),
        *supports(situation, unit),
        *convoys(situation, unit),
    )


# --- moves ----------------------------------------------------------------------------------------------------


def destinations(situation: Situation, unit: Unit) -> Pick:
    """Where it can go, with who stands there. Places next to it that it cannot enter are listed with the reason."""
    board, could, start = situation.board, situation.could, province(unit.at)
    refusal = f"{{label}} does not touch {label(unit.at)}."
    if unit.kind == "A":
        goals = could.goals[start]
        if (could.convoys and start in board.fleet_touches) or board.places[start].coasts:
            refusal = f"{{label}} does not touch {label(unit.at)}, and no fleets join the two."
        open_ = (noted(ARMY_PLACES.get(at), facts(situation, at, at not in board.army[start])) for at in sorted(goals))
        return Pick("to", (*open_, *shut(board, unit, goals)), ARMY_PLACES, refusal)
    reached = board.fleet[unit.at]
    among = fleet_places(only_coasts(reached))
    split = tuple(which_coast(at) for at in sorted(board.touches(unit)) if len(coasts_in(reached, at)) > 1)
    open_ = (noted(among.get(place), facts(situation, province(place), False)) for place in sorted(reached))
    return Pick("to", (*open_, *split, *shut(board, unit, board.touches(unit))), among, refusal)


@keeps(4096)
def noted(choice: Choice, note: str) -> Choice:
    """A choice with what helps to choose it."""
    return replace(choice, note=note)


def facts(situation: Situation, at: Province, by_sea: bool) -> str:
    """What helps to choose a goal: that only a convoy leads there, whose centre it is, and whose unit stands there."""
    unit, owner = situation.could.units.get(at), situation.centres.get(at, "")
    owned = f"centre of {whose(situation, owner)}" if owner else "free centre" if at in situation.board.centres else ""
    kind = "an army" if unit and unit.kind == "A" else "a fleet"
    stands = f"{kind} of {whose(situation, unit.seat)} is there" if unit else ""
    return "; ".join(filter(None, ("by convoy" if by_sea else "", owned, stands)))


def whose(situation: Situation, seat: Seat) -> str:
    return "yours" if seat == situation.seat else seat.title()


def places(among: Lexicon, codes: Iterable[Location]) -> tuple[Choice, ...]:
    """The shared choices for some places, in alphabetical order."""
    return tuple(among.get(code) for code in sorted(codes))


def coasts_in(locations: Iterable[Location], at: Province) -> list[Location]:
    return sorted(place for place in locations if province(place) == at and place != at)


@keeps(16)
def which_coast(at: Province) -> Choice:
    """The refusal of a fleet's move that could end on either coast."""
    named = [place.code for place in fleet_places().choices if place.code.startswith(f"{at}/")]
    why = f"{label(at)} has two coasts a fleet could go to: say {' or '.join(named)}."
    return Choice(at, label(at), why_not=why, at=(at,), group=words.HALF)


def shut(board: Board, unit: Unit, goals: Iterable[Province]) -> tuple[Choice, ...]:
    """The neighbouring provinces the unit cannot enter, each with the reason."""
    closed = board.borders[province(unit.at)].difference(goals)
    return tuple(closed_to(board, unit.kind, label(unit.at), at) for at in sorted(closed))


@keeps(1024)
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
    sea = Pick("sea", tuple(map(on_the_way, sorted(could.carriers(unit)))), ARMY_PLACES, none)
    return (
        way("via", words.TO, to, words.VIA, Many("route", (sea,), 0, 12, "-", distinct=True)),
        way("by way of", words.TO, Many("route", (sea, words.STEP), 1, 12, "", distinct=True), to),
    )


@keeps(64)
def on_the_way(sea: Province) -> Choice:
    """A sea that an army names to show by what way it goes."""
    return replace(ARMY_PLACES.get(sea), note="by convoy over this sea", group="By convoy, sea by sea")


# --- supports and convoys ---------------------------------------------------------------------------------------


def supports(situation: Situation, unit: Unit) -> tuple[Way, ...]:
    """Support of a unit next to it, or of a move to a province next to it: an army's, of which the coast means
    nothing, or a fleet's."""
    moving = situation.could.supportable(unit)
    touched = situation.board.touches(unit)
    far = f"{unit_label(unit)} can support a move only to a place that it could go to itself, and {{label}} is none."
    refusals = (
        f"{unit_label(unit)} can only support a unit that stands where it could go itself, or that could move there; "
        "this is not so of {label}.",
        "{given} cannot go to {label}, so nothing can support that.",
    )
    ways = [*stays(situation, unit, moving, refusals[0])]
    if armies := {other: places(ARMY_PLACES, goals) for other, goals in moving.items() if other.kind == "A"}:
        to = Pick("to", places(ARMY_PLACES, touched), ARMY_PLACES, far)
        ways.append(way("support", *helping(situation, words.SUPPORT, armies, to, refusals)))
    if fleets := {other: landings(situation, other, goals) for other, goals in moving.items() if other.kind == "F"}:
        to = Pick("to", places(fleet_places(), (*touched, *coasts_of(situation.board, touched))), fleet_places(), far)
        ways.append(way("support a fleet", *helping(situation, words.SUPPORT, fleets, to, refusals)))
    return tuple(ways)


def stays(situation: Situation, unit: Unit, moving: Mapping[Unit, Sequence[Location]], none: str) -> tuple[Way, ...]:
    """Support of a unit that stays. Those that only could be supported elsewhere are listed with the reason."""
    names, touched = situation.names, situation.board.touches(unit)
    near = [names.of(other, situation.seat) for at, other in situation.could.units.items() if at in touched]
    if not near and not moving:
        return ()
    away = (other for other in moving if province(other.at) not in touched)
    apart = (
        replace(names.of(other, situation.seat), why_not=elsewhere(unit, other, moving[other][0])) for other in away
    )
    itself = replace(names.of(unit, situation.seat), why_not="A unit cannot support itself.")
    pick = Pick("support", (*near, *apart, itself), names, none)
    return (way("support to hold", words.SUPPORT_HOLD, pick, words.TO_HOLD),)


def elsewhere(unit: Unit, other: Unit, to: Location) -> str:
    """Why another unit cannot be supported where it is, only in what it does."""
    where = f"{label(other.at)} does not touch {label(unit.at)}, so {unit_label(other)} cannot be supported there"
    return f"{where}. Say where it goes: “{unit} S {other} - {to}”."


def landings(situation: Situation, fleet: Unit, goals: Iterable[Location]) -> tuple[Choice, ...]:
    """Where a fleet's move can be supported. Its coast need not be named, unless that was agreed (§5.8)."""
    said = (at for at in goals if not situation.named or destination(situation.board, fleet, at))
    return tuple(one_coast(at) if "/" in at and not situation.named else fleet_places().get(at) for at in said)


@keeps(16)
def one_coast(at: Location) -> Choice:
    """A coast that is named though the province would do."""
    return replace(fleet_places().get(at), note="to this coast only", group="To one coast only")


def coasts_of(board: Board, provinces: Iterable[Province]) -> Iterable[Location]:
    return (coast for at in provinces for coast in board.places[at].coasts)


def helping(
    situation: Situation, word: Word, lawful: Mapping[Unit, tuple[Choice, ...]], to: Pick, refusals: tuple[str, str]
) -> tuple[Part, ...]:
    """Help for the move of a unit: which one, and where it goes, of what is `lawful`. `refusals`: of a unit that cannot
    be helped, and of a place to which the unit does not go."""
    none, off = refusals
    units = tuple(situation.names.of(unit, situation.seat) for unit in lawful)
    goals = {str(unit): choices for unit, choices in lawful.items()}
    helped = words.HELPED[word.text]
    return word, Pick(helped, units, situation.names, none), words.TO, replace(to, given=Given(helped, goals, off))


def convoys(situation: Situation, unit: Unit) -> tuple[Way, ...]:
    """Armies on the coasts that this fleet and those it touches join."""
    if unit.kind != "F" or unit.at not in situation.board.seas:
        return ()
    name = unit_label(unit)
    lawful = {army: places(ARMY_PLACES, goals) for army, goals in situation.could.convoyable(unit).items()}
    if not lawful:
        return ()
    refusals = (
        f"{name} cannot convoy {{label}}: it carries armies between the coasts that it joins, alone or with others.",
        f"{name} is on no way of {{given}} to {{label}}.",
    )
    shores = places(ARMY_PLACES, situation.could.shores(unit))
    to = Pick("to", shores, ARMY_PLACES, f"No chain of fleets with {name} reaches {{label}}.")
    return (way("convoy", *helping(situation, words.CONVOY, lawful, to, refusals)),)
