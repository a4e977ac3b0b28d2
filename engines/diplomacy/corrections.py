"""A position put right by who leads the game: units off the board or on it, and who owns which centre."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engines.diplomacy import words
from engines.diplomacy.ending import who_is_out
from engines.diplomacy.lexicon import ARMY_PLACES, new_units, unit_codes, unit_label, unit_names
from engines.diplomacy.options import SEATS
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, position_title, sort_units
from engines.diplomacy.units import Unit, province_of
from engines.language.grammar import Order, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice, Lexicon

NOBODY = Choice("NOBODY", "nobody", ("no one", "none", "neutral"))
OWNERS = Lexicon((*SEATS, NOBODY))
POWERS = Lexicon(SEATS)
REMOVE = Word("REMOVE", ("disband", "take off", "take away"), plain="remove")
PLACE = Word("PLACE", ("put", "add", "build"), plain="place")
FOR = Word("FOR", ("of",), plain="for")
GIVE = Word("GIVE", ("hand",), plain="give")
TO = Word("TO", ("-", "->"), plain="to")


def build_diplomacy_corrections(state: DiplomacyState) -> OrderGrammar:
    """Removals, units that are placed, and centres that change hands."""
    names = unit_names(state.units)
    standing = tuple(names.choice_for(unit, unit.seat) for unit in state.units)
    centres = tuple(ARMY_PLACES.get(at) for at in sorted(state.board.centres))
    taken = Pick("unit", standing, names, "There is no unit in {label}.")
    placed = Pick("unit", legal_units(), new_units(), "There can be no such unit: {label}.")
    centre = Pick("centre", centres, ARMY_PLACES, "{label} is no supply centre.")
    lines = (
        OrderPattern("REMOVE", (REMOVE, taken), "remove {unit}", "take a unit off the board"),
        OrderPattern(
            "PLACE", (PLACE, placed, FOR, Pick("seat", SEATS, POWERS)), "place {unit}", "put a unit on the board"
        ),
        OrderPattern(
            "GIVE", (GIVE, centre, TO, Pick("seat", OWNERS.choices, OWNERS)), "give {centre}", "who owns a centre"
        ),
    )
    return OrderGrammar(f"Corrections: {position_title(state)}", lines, due=False, skip=words.SKIP)


@lru_cache(maxsize=1)
def legal_units() -> tuple[Choice, ...]:
    """Every unit that can stand somewhere."""
    return tuple(new_units().get(code) for code, _ in unit_codes())


def correct_diplomacy(state: DiplomacyState, orders: Sequence[Order]) -> DiplomacyState:
    """Removals first, then units, then centres, in whatever order they were said. Raises ValueError."""
    said = {verb: [order.args for order in orders if order.verb == verb] for verb in ("REMOVE", "PLACE", "GIVE")}
    units, centres = dict(state.by_province), dict(state.centres)
    for args in said["REMOVE"]:
        del units[province_of(args["unit"].partition(" ")[2])]
    for args in said["PLACE"]:
        kind, _, at = args["unit"].partition(" ")
        if there := units.get(province_of(at)):
            raise ValueError(f"{unit_label(there)} stands there: remove it in the same correction.")
        units[province_of(at)] = Unit(kind, at, args["seat"])
    for args in said["GIVE"]:
        centres[args["centre"]] = args["seat"]
    owned = {at: seat for at, seat in centres.items() if seat != NOBODY.code}
    after = replace(state, units=sort_units(units, state.seats), centres=owned)
    return replace(after, dislodged=limit_retreats(after), out=who_is_out(after))


def limit_retreats(state: DiplomacyState) -> tuple[DislodgedUnit, ...]:
    """The dislodged units, which cannot go where somebody stands now."""
    return tuple(
        replace(one, options=tuple(at for at in one.options if province_of(at) not in state.by_province))
        for one in state.dislodged
    )
