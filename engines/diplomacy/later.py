"""The sentences of retreats and winter, in their own phase and as standing orders in the phases before (§9.5,
§10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from engines.base import Seat
from engines.diplomacy import words
from engines.diplomacy.adjustments import build_options, home_units, unit_balance
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.defaults import standing_builds, standing_removals, wanted_retreat
from engines.diplomacy.lexicon import (
    ARMY_PLACES,
    KINDS,
    coasts_alone,
    fleet_places,
    location_label,
    new_units,
    unit_label,
    unit_names,
)
from engines.diplomacy.prose import count_things
from engines.diplomacy.sentences import place_choices, unit_parts
from engines.diplomacy.state import DiplomacyState, DislodgedUnit, StandingOrders, position_title
from engines.diplomacy.units import Location, Province, Unit, province_of
from engines.language.grammar import GrammarPart, OneOf, OrderGrammar, OrderPattern, Pick, Repeat, Word, alternative
from engines.language.names import Choice, Lexicon, join_english_list
from engines.memo import memoize

WINTER, RETREATS = "Winter", "Retreats"


def retreat_grammar(view: DiplomacyState, seat: Seat, due: bool, later: tuple[OrderPattern, ...]) -> OrderGrammar:
    """One line for each dislodged unit of the seat, and those for winter."""
    mine = view.dislodged_of(seat)
    units = [one.unit for one in mine]
    lines = tuple(line for one in mine for line in retreat_lines(one, units))
    wishes = view.standing_orders_of(seat)
    draft = (*(default_retreat(one, wishes) for one in mine), *winter_texts(wishes))
    return OrderGrammar(position_title(view), lines + later, due, draft, words.SKIP)


def retreat_lines(one: DislodgedUnit, mine: Iterable[Unit]) -> tuple[OrderPattern, ...]:
    """Return where a dislodged unit goes, or that it is disbanded; or a list of wishes."""
    unit, slot = one.unit, province_of(one.unit.at)
    name, head = unit_label(unit), unit_parts(unit, mine)
    among = ARMY_PLACES if unit.kind == "A" else fleet_places(coasts_alone(one.options))
    to = Pick("to", place_choices(among, one.options), among, f"{name} cannot retreat to {{label}}.")
    disband = alternative("disband", words.DISBANDED)
    ways = (alternative("retreat", words.RETREAT, to), disband) if one.options else (disband,)
    said = f"{name}: retreat, or be disbanded" if one.options else f"{name} can go nowhere and is disbanded"
    return (
        OrderPattern(str(unit), (*head, OneOf("order", ways)), slot, said),
        OrderPattern("DISBAND", (words.DISBAND, *head), slot, f"take {name} off the board"),
        OrderPattern(
            "RETREAT",
            retreat_wish_parts(words.RETREAT_LIST, unit, mine, one.options),
            slot,
            f"{name}: where to, best first",
        ),
    )


def retreat_wish_parts(
    verb: Word, unit: Unit, mine: Iterable[Unit], options: Sequence[Location]
) -> tuple[GrammarPart, ...]:
    """Return where a unit would like to retreat to, best first, and when to be disbanded."""
    among = army_wishes() if unit.kind == "A" else fleet_wishes(coasts_alone(options))
    named = place_choices(among, options)
    first = (*(wish_choice("retreats to", at) for at in named), wish_choice("", words.DISBAND_CHOICE))
    others = (*(wish_choice("to", at) for at in named), wish_choice("", words.DISBAND_CHOICE))
    refusal = f"{unit_label(unit)} cannot retreat to {{label}}."
    pick, more = (Pick("to", choices, among, refusal) for choices in (first, others))
    return verb, *unit_parts(unit, mine), words.RETREATS_TO, pick, further_wishes(more, words.ELSE, 12, after="to")


@memoize(1024)
def wish_choice(deed: str, place: Choice) -> Choice:
    """A wish as it is said of a unit: "retreats to Paris", "is disbanded"."""
    return replace(place, label=f"{deed} {place.label}" if deed else "is disbanded")


def further_wishes(pick: Pick, between: Word, most: int, after: str) -> Repeat:
    """Further wishes, each once, after the first."""
    return Repeat("next", (between, pick), 0, most, "", distinct=True, after=after)


@lru_cache(maxsize=1)
def army_wishes() -> Lexicon:
    """All places as armies know them, whose coasts mean nothing (DATC 4.B.6), and DISBAND."""
    return Lexicon([*ARMY_PLACES.choices, words.DISBAND_CHOICE])


@memoize(64)
def fleet_wishes(meant: frozenset[Location]) -> Lexicon:
    """All places of fleets, and DISBAND."""
    return Lexicon([*fleet_places(meant).choices, words.DISBAND_CHOICE])


def default_retreat(one: DislodgedUnit, wishes: StandingOrders) -> str:
    """Return what becomes of a dislodged unit if nothing comes: the best wish that is possible, or it is disbanded."""
    to = wanted_retreat(one, wishes)
    return f"{one.unit} R {to}" if to in one.options else f"{one.unit} DISBAND"


# --- winter -----------------------------------------------------------------------------------------------------


def winter_grammar(view: DiplomacyState, seat: Seat, due: bool) -> OrderGrammar:
    """Builds, or removals."""
    owed = unit_balance(view.by_province, view.centres, seat)
    if owed < 0:
        draft = tuple(f"REMOVE {unit}" for unit in standing_removals(view, seat))
        title = f"{position_title(view)}: {count_things(-owed, 'unit')} to remove"
        summary = removal_summary(standing_removals(view, seat))
        return OrderGrammar(title, removal_lines(view, seat), due, draft, words.SKIP, summary=summary)
    options = build_options(view.board, view.by_province, view.centres, seat)
    title = f"{position_title(view)}: {count_things(owed, 'unit')} to build"
    built = standing_builds(view, seat)
    draft = (*(f"BUILD {unit}" for unit in built), *(("WAIVE",) if len(built) < owed else ()))
    summary = build_summary(view, seat, options, owed, built)
    return OrderGrammar(title, build_lines(options), due, draft, words.SKIP, summary=summary)


def build_summary(view: DiplomacyState, seat: Seat, options: Sequence[Unit], owed: int, built: Sequence[Unit]) -> str:
    """Return how many units may be built, which and where, why not elsewhere at home, and what is built without an
    answer."""
    if not owed:
        return ""
    sites = {at: [unit for unit in options if province_of(unit.at) == at] for at in view.board.homes[seat]}
    free = ", ".join(f"{site_kinds(units)} in {location_label(at)}" for at, units in sites.items() if units)
    shut = [at for at, units in sites.items() if not units]
    taken = [location_label(at) for at in shut if at in view.by_province]
    lost = [location_label(at) for at in shut if at not in view.by_province]
    why = (
        f"{join_english_list(some)} {is_or_are(some)} {how}"
        for some, how in ((taken, "occupied"), (lost, "not yours"))
        if some
    )
    may = f"You may build {min(owed, len(sites) - len(shut))}: {free}" if free else "You can build nothing"
    then = f"{join_english_list([*map(unit_label, built)])} {is_or_are(built)}" if built else "nothing is"
    return f"{'; '.join((may, *why))}. If nothing comes: {then} built."


def site_kinds(units: Sequence[Unit]) -> str:
    """Return what may be built at a site: "army or fleet", "army, fleet (north coast) or fleet (south coast)"."""
    names = [
        KINDS[unit.kind].lower() + location_label(unit.at).removeprefix(location_label(province_of(unit.at)))
        for unit in units
    ]
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def is_or_are(some: Sequence[object]) -> str:
    return "is" if len(some) == 1 else "are"


def removal_summary(removed: Sequence[Unit]) -> str:
    """Return how many units have to go, and which ones go without an answer."""
    gone = f"{join_english_list([*map(unit_label, removed)])} {is_or_are(removed)}"
    return f"You must remove {len(removed)}. If nothing comes: {gone} removed."


def build_lines(options: Sequence[Unit], section: str = "") -> tuple[OrderPattern, ...]:
    """A line for each site, one to waive, and one for a list of wishes; builds are made in the order given."""
    sites = dict.fromkeys(province_of(unit.at) for unit in options)
    lines = [build_line([unit for unit in options if province_of(unit.at) == at], section) for at in sites]
    waive = OrderPattern(
        "WAIVE", (words.WAIVE,), section_slot("WAIVE", section), "leave the builds that you do not name unused", section
    )
    return (*lines, waive, build_list(options, section))


def build_line(options: Sequence[Unit], section: str) -> OrderPattern:
    at = province_of(options[0].at)
    refusal = "You cannot build {label}: it has to be a home centre of yours that you own and that is vacant."
    unit = Pick("unit", (*map(new_unit_choice, options), *half_build_choices(options)), new_units(), refusal)
    return OrderPattern(
        "BUILD", (words.BUILD, unit, words.BUILT), section_slot(at, section), f"build in {location_label(at)}", section
    )


def build_list(options: Sequence[Unit], section: str) -> OrderPattern:
    choices = (*map(new_unit_choice, options), words.WAIVE_CHOICE)
    parts = wish_list(words.BUILD_LIST, choices, builds_lexicon(), "You cannot build {label}.")
    return OrderPattern(
        "BUILDS", parts, section_slot("BUILDS", section), "what you would like to build, best first", section
    )


def new_unit_choice(unit: Unit) -> Choice:
    return new_units().get(str(unit))


def half_build_choices(options: Sequence[Unit]) -> tuple[Choice, ...]:
    """Return what is said by halves: a place without the kind of unit, a fleet without its coast."""
    at, fleets = province_of(options[0].at), [unit for unit in options if unit.kind == "F"]
    if not fleets:
        return (half_build_choice(f"F {at}", f"No fleet can be built in {location_label(at)}."),)
    bare = half_build_choice(at, "Say which unit: an army or a fleet.")
    coasts = " or ".join(map(str, fleets))
    return (bare, half_build_choice(f"F {at}", f"Say on which coast: {coasts}.")) if len(fleets) > 1 else (bare,)


@memoize(128)
def half_build_choice(code: str, why: str) -> Choice:
    return replace(new_units().get(code), why_not=why, group=words.HALF)


def wish_list(verb: Word, choices: tuple[Choice, ...], among: Lexicon, refusal: str) -> tuple[GrammarPart, ...]:
    """A verb and a list of wishes, best first."""
    pick = Pick("first", choices, among, refusal)
    return verb, pick, further_wishes(pick, words.THEN, 34, after="first")


def removal_lines(view: DiplomacyState, seat: Seat) -> tuple[OrderPattern, ...]:
    """A line for each unit, and one for a list of wishes."""
    among, mine = unit_names(view.units), view.units_of(seat)
    yours = ", ".join(map(unit_label, mine))
    refusal = f"{{label}} is not yours to remove; yours are {yours}."
    choices = tuple(among.here[province_of(unit.at)] for unit in mine)
    lines = (removal_line(choice, among, refusal) for choice in choices)
    wishes = wish_list(words.REMOVE_LIST, choices, among, refusal)
    return (*lines, OrderPattern("REMOVES", wishes, "REMOVES", "what you would rather lose, first the first"))


def removal_line(choice: Choice, among: Lexicon, refusal: str) -> OrderPattern:
    unit = Pick("unit", (choice,), among, refusal)
    return OrderPattern(
        "REMOVE", (words.REMOVE, unit, words.REMOVED), choice.at[0], f"take {choice.label} off the board"
    )


@lru_cache(maxsize=1)
def builds_lexicon() -> Lexicon:
    return Lexicon([*new_units().choices, words.WAIVE_CHOICE])


def section_slot(name: str, section: str) -> str:
    """Standing orders do not replace the orders of the phase."""
    return f"{section} {name}" if section else name


# --- standing orders --------------------------------------------------------------------------------------------


def retreats_later(view: DiplomacyState, seat: Seat) -> tuple[OrderPattern, ...]:
    """Return where each unit would retreat to if it were dislodged in the phase that is open."""
    return retreat_wishes(view.board, view.units_of(seat))


@memoize(42)
def retreat_wishes(board: DiplomacyBoard, mine: tuple[Unit, ...]) -> tuple[OrderPattern, ...]:
    return tuple(
        OrderPattern(
            "RETREAT",
            retreat_wish_parts(words.IF_DISLODGED, unit, mine, tuple(sorted(board.reachable_locations(unit)))),
            section_slot(province_of(unit.at), RETREATS),
            f"{unit_label(unit)}, if it is dislodged: where to, best first",
            RETREATS,
        )
        for unit in mine
    )


def winter_later(view: DiplomacyState, seat: Seat) -> tuple[OrderPattern, ...]:
    """Return what a seat would build and remove when winter comes."""
    return winter_wishes(view.board, seat, frozenset(province_of(unit.at) for unit in view.units_of(seat)))


@memoize(42)
def winter_wishes(board: DiplomacyBoard, seat: Seat, here: frozenset[Province]) -> tuple[OrderPattern, ...]:
    """The units may be anywhere by then: where they stand now comes first."""
    away = sorted(board.places.keys() - here)
    places_then = (*place_choices(ARMY_PLACES, here), *(unoccupied_choice(ARMY_PLACES.get(at)) for at in away))
    refusal = "No unit can be in {label}."
    at = Pick("unit", places_then, unit_names(()), refusal)
    remove = OrderPattern("REMOVE", (words.REMOVE_LATER, at), "", "a unit you would rather lose", WINTER)
    wishes = wish_list(words.REMOVE_LIST_LATER, places_then, unit_names(()), refusal)
    last = OrderPattern(
        "REMOVES", wishes, section_slot("REMOVES", WINTER), "what you would rather lose, first the first", WINTER
    )
    return (*build_lines(home_units(board, seat), WINTER), remove, last)


@memoize(128)
def unoccupied_choice(place: Choice) -> Choice:
    return replace(place, group="Where you have no unit now")


def winter_texts(wishes: StandingOrders) -> tuple[str, ...]:
    """A seat's standing orders for winter as lines."""
    builds = (f"BUILDS {' > '.join(wishes.builds)}",) if wishes.builds else ()
    removes = (f"REMOVES {' > '.join(wishes.removes)}",) if wishes.removes else ()
    return builds + removes
