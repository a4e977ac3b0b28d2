"""A position put right by who leads the game: pawns, members of the Union, conflicts, elections, points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Seat
from engines.corrections import FOR, carry_out
from engines.dice import LoadedDice
from engines.europa import words
from engines.europa.data import Code
from engines.europa.state import MOST_PAWNS, ElectionCard, EuropaState, UnionMember, europa_phase_title
from engines.europa.turn_context import EuropaTurnContext
from engines.europa.words import capitalize_first, plain_word
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Repeat, Word
from engines.language.names import Choice
from engines.palette import NAMES

Args = Mapping[str, Any]
MARKERS = (Choice("TENSION"), Choice("WAR"), Choice("PEACE"))
MARKS = {"TENSION": "T", "WAR": "W", "PEACE": ""}
MOST_POINTS = 999
BEFORE_PLACING = ("peace", "resolve")
"""Kinds of phases in which countries at War have still an election on the track."""
SKIP = frozenset({"the", "pawn", "pawns", "points", "is", "are"})


def build_europa_corrections(state: EuropaState) -> OrderGrammar:
    lines = (*map_correction_lines(state), *party_correction_lines(state))
    return OrderGrammar(f"Corrections: {europa_phase_title(state)}", lines, due=False, skip=SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def correction_party_pick(state: EuropaState) -> Pick:
    return Pick("party", words.party_choices(state.seats, ""), words.party_lexicon(state.seats, ""), words.NO_PARTY)


def amount_part(most: int, unit: tuple[str, str]) -> Number:
    return Number("n", 0, most, unit=unit)


def map_correction_lines(state: EuropaState) -> Iterator[OrderPattern]:
    """Pawns, elections, conflicts and the Union."""
    country, election = words.country_pick(state, "country"), "election {country}"
    pawns = (
        plain_word("PAWNS", "pawns in", "PAWNS IN"),
        country,
        Word("OF", optional=True, plain="of"),
        correction_party_pick(state),
    )
    told = "how many pawns a party has in a country"
    yield OrderPattern("PAWNS", (*pawns, amount_part(MOST_PAWNS, words.PAWNS)), "pawns {country} {party}", told)
    mark = Word("MARK"), country, Pick("marker", MARKERS)
    yield OrderPattern("MARK", mark, "mark {country}", "put Tension or War on a country, or neither")
    coalition = Repeat(
        "coalition", (correction_party_pick(state),), 1, len(state.seats), "", distinct=True, plain=" and"
    )
    told = "make a country a member of the Union, brought in by these; points are not given for it"
    yield OrderPattern("ADMIT", (plain_word("ADMIT", "admit"), country, FOR, coalition), election, told)
    yield OrderPattern(
        "EXPEL", (plain_word("EXPEL", "take out of the Union:"), country), election, "take a country out of the Union"
    )
    yield OrderPattern(
        "CALL", (plain_word("CALL", "hold an election in"), country), election, "its election is still to come"
    )
    yield OrderPattern(
        "CANCEL", (plain_word("CANCEL", "hold no election in"), country), election, "no election there this turn"
    )


def party_correction_lines(state: EuropaState) -> Iterator[OrderPattern]:
    """Points, pawns to be placed, the order of play, and who plays."""
    one, most = correction_party_pick(state), amount_part(MOST_POINTS, words.POINTS)
    hidden = "" if state.options.vp_open else "party"
    yield OrderPattern(
        "POINTS", (plain_word("POINTS", "Political Points of"), one, most), "pp {party}", "Political Points"
    )
    victory = plain_word("VICTORY", "Victory Points of"), one, most
    yield OrderPattern("VICTORY", victory, "vp {party}", "Victory Points", only_for=hidden)
    reserve = plain_word("RESERVE", "pawns to be placed of"), one, amount_part(MOST_PAWNS, words.PAWNS)
    yield OrderPattern("RESERVE", reserve, "reserve {party}", "pawns that a party has still to place")
    count = len(state.order)
    row = Repeat("parties", (one,), count, count, "", distinct=True, plain=", then")
    yield OrderPattern("ORDER", (plain_word("ORDER", "the order of play:"), row), "order", "the order of play")
    if state.resigned:
        back = Pick("party", tuple(c for c in one.choices if c.code in state.resigned), one.among, "{label} plays.")
        yield OrderPattern(
            "RETURN", (plain_word("RETURN", "plays again:"), back), "return {party}", "a party that resigned plays"
        )


# --- what comes of it -------------------------------------------------------------------------------------------


def correct_europa(state: EuropaState, orders: Sequence[Order]) -> EuropaState:
    """Elections and the Union first, then conflicts, then pawns and points. Raises ValueError."""
    working = EuropaTurnContext(state, LoadedDice())
    carry_out(orders, ACTS, working)
    for seat in state.seats:
        require_pawn_supply(working.state, seat)
    return working.state


def require_pawn_supply(state: EuropaState, seat: Seat) -> None:
    """Raises ValueError for more pawns than the box has."""
    count = state.reserve.get(seat, 0) + sum(set_pawns.get(seat, 0) for set_pawns in state.board.values())
    if count > MOST_PAWNS:
        raise ValueError(f"{NAMES[seat]} would have {count} pawns; each party has {MOST_PAWNS}.")


def get_election_card(working: EuropaTurnContext, code: Code) -> ElectionCard:
    """The election of a country that is not being voted on. Raises ValueError."""
    card, name = working.state.find_card(code), capitalize_first(working.state.get_country(code).spoken_name)
    if card is None:
        raise ValueError(f"{name} has no election this turn.")
    if working.state.current_vote.country == code:
        raise ValueError(
            f"The vote on {working.state.get_country(code).spoken_name} is under way: go back a phase instead."
        )
    return card


def admit_country(working: EuropaTurnContext, args: Args) -> None:
    code, state = args["country"], working.state
    if state.get_country(code).turn > state.turn:
        raise ValueError(f"{capitalize_first(state.get_country(code).spoken_name)} has not entered the game yet.")
    if state.find_card(code):
        get_election_card(working, code)
        working.set_election_status(code, "EU")
    coalition = tuple(dict.fromkeys(row["party"] for row in args["coalition"]))
    since = state.eu[code].turn if code in state.eu else state.turn
    working.withdraw_pawns(code)
    working.set_marker(code, "")
    working.change_state(eu={**state.eu, code: UnionMember(since, coalition)})


def expel_country(working: EuropaTurnContext, args: Args) -> None:
    """Its election is over for this turn; CALL has it held once more."""
    code, state = args["country"], working.state
    if code not in state.eu:
        raise ValueError(f"{capitalize_first(state.get_country(code).spoken_name)} is no member of the Union.")
    if state.find_card(code):
        get_election_card(working, code)
        working.set_election_status(code, "nationalist")
    working.change_state(eu={other: member for other, member in state.eu.items() if other != code})


def call_election(working: EuropaTurnContext, args: Args) -> None:
    code, state = args["country"], working.state
    card = get_election_card(working, code)
    if code in state.eu or state.markers.get(code) == "W":
        where = "in the Union" if code in state.eu else "at War"
        raise ValueError(
            f"{capitalize_first(state.get_country(code).spoken_name)} is {where}: there is no election in it."
        )
    again = replace(card, status="pending", part=max(card.part, state.part))
    working.change_state(track=tuple(again if one is card else one for one in state.track))


def cancel_election(working: EuropaTurnContext, args: Args) -> None:
    if get_election_card(working, args["country"]).status == "pending":
        working.set_election_status(args["country"], "nationalist")
        working.withdraw_pawns(args["country"])


def mark_conflict(working: EuropaTurnContext, args: Args) -> None:
    """A War closes the election of a country once wars are set aside, and its end opens it."""
    code, marker, state = args["country"], MARKS[args["marker"]], working.state
    if code in state.eu and marker:
        raise ValueError(
            f"{capitalize_first(state.get_country(code).spoken_name)} is in the Union, where there is no conflict."
        )
    card = state.find_card(code)
    if card and card.status == "war" and marker != "W":
        get_election_card(working, code)
        working.set_election_status(code, "pending")
    elif card and card.status == "pending" and marker == "W" and state.kind not in BEFORE_PLACING:
        get_election_card(working, code)
        working.set_election_status(code, "war")
        working.withdraw_pawns(code)
    working.set_marker(code, marker)


def set_pawns(working: EuropaTurnContext, args: Args) -> None:
    code, state = args["country"], working.state
    card = state.find_card(code)
    if card is None or card.status != "pending":
        raise ValueError(
            f"There is no election in {state.get_country(code).spoken_name} for which pawns could stand there."
        )
    here = {seat: n for seat, n in {**state.board.get(code, {}), args["party"]: args["n"]}.items() if n}
    board = {**state.board, code: here}
    working.change_state(board={each: some for each, some in board.items() if some})


def set_reserve(working: EuropaTurnContext, args: Args) -> None:
    """What is placed in this phase goes with it; before the peace nothing is placed, and all of it can be given."""
    state, seat, count = working.state, args["party"], args["n"]
    working.change_state(reserve={**state.reserve, seat: count})
    if state.kind == "peace":
        working.change_state(recruits={**state.recruits, seat: count})
    elif seat in state.half:
        first = "PLACE1" in state.phase.split("-")
        working.change_state(half={**state.half, seat: -(-count // 2) if first else count})


def set_political_points(working: EuropaTurnContext, args: Args) -> None:
    working.change_state(pp={**working.state.pp, args["party"]: args["n"]})


def set_victory_points(working: EuropaTurnContext, args: Args) -> None:
    vp = {**working.state.vp, args["party"]: args["n"]}
    working.change_state(vp=vp, vp_shown=vp if working.state.options.vp_open else {})


def set_play_order(working: EuropaTurnContext, args: Args) -> None:
    said = tuple(row["party"] for row in args["parties"])
    if {*said} != {*working.state.order}:
        raise ValueError(f"The order of play names {words.name_parties(working.state.order)} once each.")
    working.change_state(order=said, ranking=said)


def return_party(working: EuropaTurnContext, args: Args) -> None:
    """Who was removed plays last this turn, without pawns."""
    state, seat = working.state, args["party"]
    left = tuple(one for one in state.resigned if one != seat)
    row = state.order if seat in state.order else (*state.order, seat)
    working.change_state(resigned=left, out=tuple(one for one in state.out if one != seat), order=row, ranking=row)


ACTS: Mapping[str, Callable[[EuropaTurnContext, Args], None]] = {
    "ORDER": set_play_order,
    "RETURN": return_party,
    "EXPEL": expel_country,
    "ADMIT": admit_country,
    "CANCEL": cancel_election,
    "CALL": call_election,
    "MARK": mark_conflict,
    "PAWNS": set_pawns,
    "RESERVE": set_reserve,
    "POINTS": set_political_points,
    "VICTORY": set_victory_points,
}
"""In the order in which they are carried out."""
