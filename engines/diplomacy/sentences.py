"""What a seat may say in each phase: the sentences of a movement phase, and the parts all phases share (§5).

Everything that is not of one seat alone (names of places, words) is one object shared by all asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.base import Seat
from engines.diplomacy import words
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.legality import move_destination
from engines.diplomacy.lexicon import (
    ARMY_PLACES,
    UnitNames,
    coasts_alone,
    fleet_places,
    location_label,
    unit_label,
    unit_names,
)
from engines.diplomacy.reach import PositionReach, position_reach
from engines.diplomacy.state import DiplomacyState, position_title
from engines.diplomacy.units import Location, Province, Unit, province_of
from engines.language.grammar import (
    Alternative,
    DependentChoices,
    GrammarPart,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice, Lexicon
from engines.memo import memoize


def movement_grammar(
    view: DiplomacyState, seat: Seat, later: tuple[OrderPattern, ...], standing: tuple[str, ...]
) -> OrderGrammar:
    """One line for each unit of the seat, and those for `later` phases."""
    draft = (*(f"{unit} H" for unit in view.units_of(seat)), *standing)
    lines = unit_lines(view.units, tuple(sorted(view.centres.items())), seat, view.options.rulings.coasts == "named")
    return OrderGrammar(position_title(view), lines + later, draft=draft, skip=words.SKIP)


@memoize(42)
def unit_lines(
    units: tuple[Unit, ...], centres: tuple[tuple[Province, Seat], ...], seat: Seat, named: bool
) -> tuple[OrderPattern, ...]:
    """A line for each unit of a seat: a letter, its receipt, a page and a report of one phase ask for the same."""
    situation = Situation(position_reach(units), unit_names(units), dict(centres), seat, named)
    mine = tuple(unit for unit in units if unit.seat == seat)
    return tuple(unit_line(situation, unit, mine) for unit in mine)


@dataclass(frozen=True)
class Situation:
    """A position from which a seat orders. `named`: supports name the coast where there are two (§5.8)."""

    could: PositionReach
    names: UnitNames
    centres: Mapping[Province, Seat]
    seat: Seat
    named: bool

    @property
    def board(self) -> DiplomacyBoard:
        return self.could.board


def unit_line(situation: Situation, unit: Unit, mine: Collection[Unit]) -> OrderPattern:
    """Everything one unit can be told."""
    ways = unit_alternatives(situation, unit)
    parts = (*unit_parts(unit, mine), OneOf("order", ways))
    deeds = "hold, move, support or convoy" if ways[-1].name == "convoy" else "hold, move or support"
    return OrderPattern(str(unit), parts, province_of(unit.at), f"{unit_label(unit)}: {deeds}")


def unit_parts(unit: Unit, mine: Iterable[Unit]) -> tuple[GrammarPart, ...]:
    """The unit an order is for, at the head of a line."""
    among = ARMY_PLACES if unit.kind == "A" else fleet_places(coasts_alone([unit.at]))
    yours = ", ".join(map(unit_label, mine))
    refusal = f"You have no unit in {{label}} to give this order to; yours are {yours}."
    choice = Choice(unit.at, location_label(unit.at), at=(province_of(unit.at),))
    pick = Pick("unit", (choice,), among, refusal, unknown="There is no place {word} on this map.")
    return words.kind_word(unit.kind, location_label(unit.at)), pick


def unit_alternatives(situation: Situation, unit: Unit) -> tuple[Alternative, ...]:
    return (
        alternative("hold", words.HOLD),
        alternative("move", words.TO, destination_pick(situation, unit)),
        *crossing_alternatives(situation.could, unit),
        *support_alternatives(situation, unit),
        *convoy_alternatives(situation, unit),
    )


# --- moves ----------------------------------------------------------------------------------------------------


def destination_pick(situation: Situation, unit: Unit) -> Pick:
    """Return where it can go, with who stands there. Places next to it that it cannot enter are listed with the
    reason."""
    board, could, start = situation.board, situation.could, province_of(unit.at)
    refusal = f"{{label}} does not touch {location_label(unit.at)}."
    if unit.kind == "A":
        goals = could.goals[start]
        if (could.convoys and start in board.fleet_touches) or board.places[start].coasts:
            refusal = f"{{label}} does not touch {location_label(unit.at)}, and no fleets join the two."
        open_ = (
            with_note(ARMY_PLACES.get(at), describe_goal(situation, at, at not in board.army[start]))
            for at in sorted(goals)
        )
        return Pick("to", (*open_, *shut_choices(board, unit, goals)), ARMY_PLACES, refusal)
    reached = board.fleet[unit.at]
    among = fleet_places(coasts_alone(reached))
    split = tuple(
        which_coast_choice(at) for at in sorted(board.touched_provinces(unit)) if len(coasts_in(reached, at)) > 1
    )
    open_ = (
        with_note(among.get(place), describe_goal(situation, province_of(place), False)) for place in sorted(reached)
    )
    return Pick("to", (*open_, *split, *shut_choices(board, unit, board.touched_provinces(unit))), among, refusal)


@memoize(4096)
def with_note(choice: Choice, note: str) -> Choice:
    """A choice with what helps to choose it."""
    return replace(choice, note=note)


def describe_goal(situation: Situation, at: Province, by_sea: bool) -> str:
    """Return what helps to choose a goal: that only a convoy leads there, whose centre it is, and whose unit stands
    there."""
    unit, owner = situation.could.units.get(at), situation.centres.get(at, "")
    owned = (
        f"centre of {yours_or_power(situation, owner)}"
        if owner
        else "free centre"
        if at in situation.board.centres
        else ""
    )
    kind = "an army" if unit and unit.kind == "A" else "a fleet"
    stands = f"{kind} of {yours_or_power(situation, unit.seat)} is there" if unit else ""
    return "; ".join(filter(None, ("by convoy" if by_sea else "", owned, stands)))


def yours_or_power(situation: Situation, seat: Seat) -> str:
    return "yours" if seat == situation.seat else seat.title()


def place_choices(among: Lexicon, codes: Iterable[Location]) -> tuple[Choice, ...]:
    """The shared choices for some places, in alphabetical order."""
    return tuple(among.get(code) for code in sorted(codes))


def coasts_in(locations: Iterable[Location], at: Province) -> list[Location]:
    return sorted(place for place in locations if province_of(place) == at and place != at)


@memoize(16)
def which_coast_choice(at: Province) -> Choice:
    """The refusal of a fleet's move that could end on either coast."""
    named = [place.code for place in fleet_places().choices if place.code.startswith(f"{at}/")]
    why = f"{location_label(at)} has two coasts a fleet could go to: say {' or '.join(named)}."
    return Choice(at, location_label(at), why_not=why, at=(at,), group=words.HALF)


def shut_choices(board: DiplomacyBoard, unit: Unit, goals: Iterable[Province]) -> tuple[Choice, ...]:
    """The neighbouring provinces the unit cannot enter, each with the reason."""
    closed = board.borders[province_of(unit.at)].difference(goals)
    return tuple(shut_choice(board, unit.kind, location_label(unit.at), at) for at in sorted(closed))


@memoize(1024)
def shut_choice(board: DiplomacyBoard, kind: str, start: str, at: Province) -> Choice:
    """The refusal of a neighbouring province that such a unit cannot enter from `start`."""
    if at in board.impassable:
        why = f"Nobody can enter {location_label(at)}."
    elif kind == "A" or board.places[at].kind == "inland":
        why = f"{'An army' if kind == 'A' else 'A fleet'} cannot enter {location_label(at)}."
    else:
        why = f"{location_label(at)} and {start} have no coast in common; a fleet cannot go there."
    return Choice(at, location_label(at), why_not=why, at=(at,))


def crossing_alternatives(could: PositionReach, unit: Unit) -> tuple[Alternative, ...]:
    """An army's moves that say by what way it goes: VIA, or the seas by name."""
    overseas = could.convoy_goals(unit)
    if not overseas:
        return ()
    refusal = f"No chain of fleets joins {{label}} and {location_label(unit.at)}."
    to = Pick("to", place_choices(ARMY_PLACES, overseas), ARMY_PLACES, refusal)
    none = "There is no fleet in {label} that could convoy this army."
    sea = Pick("sea", tuple(map(sea_choice, sorted(could.carriers(unit)))), ARMY_PLACES, none)
    return (
        alternative("via", words.TO, to, words.VIA, Repeat("route", (sea,), 0, 12, "-", distinct=True)),
        alternative("by way of", words.TO, Repeat("route", (sea, words.STEP), 1, 12, "", distinct=True), to),
    )


@memoize(64)
def sea_choice(sea: Province) -> Choice:
    """A sea that an army names to show by what way it goes."""
    return replace(ARMY_PLACES.get(sea), note="by convoy over this sea", group="By convoy, sea by sea")


# --- supports and convoys ---------------------------------------------------------------------------------------


def support_alternatives(situation: Situation, unit: Unit) -> tuple[Alternative, ...]:
    """Support of a unit next to it, or of a move to a province next to it: an army's, of which the coast means
    nothing, or a fleet's."""
    moving = situation.could.supportable_moves(unit)
    touched = situation.board.touched_provinces(unit)
    far = f"{unit_label(unit)} can support a move only to a place that it could go to itself, and {{label}} is none."
    refusals = (
        f"{unit_label(unit)} can only support a unit that stands where it could go itself, or that could move there; "
        "this is not so of {label}.",
        "{given} cannot go to {label}, so nothing can support that.",
    )
    ways = [*support_hold_alternatives(situation, unit, moving, refusals[0])]
    if armies := {other: place_choices(ARMY_PLACES, goals) for other, goals in moving.items() if other.kind == "A"}:
        to = Pick("to", place_choices(ARMY_PLACES, touched), ARMY_PLACES, far)
        ways.append(alternative("support", *helping_parts(situation, words.SUPPORT, armies, to, refusals)))
    if fleets := {
        other: landing_choices(situation, other, goals) for other, goals in moving.items() if other.kind == "F"
    }:
        to = Pick(
            "to", place_choices(fleet_places(), (*touched, *coasts_of(situation.board, touched))), fleet_places(), far
        )
        ways.append(alternative("support a fleet", *helping_parts(situation, words.SUPPORT, fleets, to, refusals)))
    return tuple(ways)


def support_hold_alternatives(
    situation: Situation, unit: Unit, moving: Mapping[Unit, Sequence[Location]], none: str
) -> tuple[Alternative, ...]:
    """Support of a unit that stays. Those that only could be supported elsewhere are listed with the reason."""
    names, touched = situation.names, situation.board.touched_provinces(unit)
    near = [names.choice_for(other, situation.seat) for at, other in situation.could.units.items() if at in touched]
    if not near and not moving:
        return ()
    away = (other for other in moving if province_of(other.at) not in touched)
    apart = (
        replace(names.choice_for(other, situation.seat), why_not=explain_elsewhere(unit, other, moving[other][0]))
        for other in away
    )
    itself = replace(names.choice_for(unit, situation.seat), why_not="A unit cannot support itself.")
    pick = Pick("support", (*near, *apart, itself), names, none)
    return (alternative("support to hold", words.SUPPORT_HOLD, pick, words.TO_HOLD),)


def explain_elsewhere(unit: Unit, other: Unit, to: Location) -> str:
    """Return why another unit cannot be supported where it is, only in what it does."""
    where = (
        f"{location_label(other.at)} does not touch {location_label(unit.at)}, so {unit_label(other)} cannot be "
        "supported there"
    )
    return f"{where}. Say where it goes: “{unit} S {other} - {to}”."


def landing_choices(situation: Situation, fleet: Unit, goals: Iterable[Location]) -> tuple[Choice, ...]:
    """Return where a fleet's move can be supported. Its coast need not be named, unless that was agreed (§5.8)."""
    said = (at for at in goals if not situation.named or move_destination(situation.board, fleet, at))
    return tuple(one_coast_choice(at) if "/" in at and not situation.named else fleet_places().get(at) for at in said)


@memoize(16)
def one_coast_choice(at: Location) -> Choice:
    """A coast that is named though the province would do."""
    return replace(fleet_places().get(at), note="to this coast only", group="To one coast only")


def coasts_of(board: DiplomacyBoard, provinces: Iterable[Province]) -> Iterable[Location]:
    return (coast for at in provinces for coast in board.places[at].coasts)


def helping_parts(
    situation: Situation, word: Word, lawful: Mapping[Unit, tuple[Choice, ...]], to: Pick, refusals: tuple[str, str]
) -> tuple[GrammarPart, ...]:
    """Help for the move of a unit: which one, and where it goes, of what is `lawful`. `refusals`: of a unit that cannot
    be helped, and of a place to which the unit does not go."""
    none, off = refusals
    units = tuple(situation.names.choice_for(unit, situation.seat) for unit in lawful)
    goals = {str(unit): choices for unit, choices in lawful.items()}
    helped = words.HELPED[word.text]
    return (
        word,
        Pick(helped, units, situation.names, none),
        words.TO,
        replace(to, given=DependentChoices(helped, goals, off)),
    )


def convoy_alternatives(situation: Situation, unit: Unit) -> tuple[Alternative, ...]:
    """Armies on the coasts that this fleet and those it touches join."""
    if unit.kind != "F" or unit.at not in situation.board.seas:
        return ()
    name = unit_label(unit)
    lawful = {
        army: place_choices(ARMY_PLACES, goals) for army, goals in situation.could.convoyable_armies(unit).items()
    }
    if not lawful:
        return ()
    refusals = (
        f"{name} cannot convoy {{label}}: it carries armies between the coasts that it joins, alone or with others.",
        f"{name} is on no way of {{given}} to {{label}}.",
    )
    shores = place_choices(ARMY_PLACES, situation.could.joined_coasts(unit))
    to = Pick("to", shores, ARMY_PLACES, f"No chain of fleets with {name} reaches {{label}}.")
    return (alternative("convoy", *helping_parts(situation, words.CONVOY, lawful, to, refusals)),)
