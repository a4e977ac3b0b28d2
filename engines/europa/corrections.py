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
from engines.europa.state import MOST_PAWNS, Card, Member, State, title
from engines.europa.words import spoken, upper
from engines.europa.working import Working
from engines.language.ask import Ask, Line, Many, Number, Order, Pick, Word
from engines.language.names import Choice
from engines.palette import NAMES

Args = Mapping[str, Any]
MARKERS = (Choice("TENSION"), Choice("WAR"), Choice("PEACE"))
MARKS = {"TENSION": "T", "WAR": "W", "PEACE": ""}
MOST_POINTS = 999
BEFORE_PLACING = ("peace", "resolve")
"""Kinds of phases in which countries at War have still an election on the track."""
SKIP = frozenset({"the", "pawn", "pawns", "points", "is", "are"})


def corrections(state: State) -> Ask:
    lines = (*on_the_map(state), *of_parties(state))
    return Ask(f"Corrections: {title(state)}", lines, due=False, skip=SKIP)


# --- what can be said -------------------------------------------------------------------------------------------


def party(state: State) -> Pick:
    return Pick("party", words.parties(state.seats, ""), words.lexicon(state.seats, ""), words.NO_PARTY)


def amount(most: int, unit: tuple[str, str]) -> Number:
    return Number("n", 0, most, unit=unit)


def on_the_map(state: State) -> Iterator[Line]:
    """Pawns, elections, conflicts and the Union."""
    country, election = words.country(state, "country"), "election {country}"
    pawns = spoken("PAWNS", "pawns in", "PAWNS IN"), country, Word("OF", optional=True, plain="of"), party(state)
    told = "how many pawns a party has in a country"
    yield Line("PAWNS", (*pawns, amount(MOST_PAWNS, words.PAWNS)), "pawns {country} {party}", told)
    mark = Word("MARK"), country, Pick("marker", MARKERS)
    yield Line("MARK", mark, "mark {country}", "put Tension or War on a country, or neither")
    coalition = Many("coalition", (party(state),), 1, len(state.seats), "", distinct=True, plain=" and")
    told = "make a country a member of the Union, brought in by these; points are not given for it"
    yield Line("ADMIT", (spoken("ADMIT", "admit"), country, FOR, coalition), election, told)
    yield Line(
        "EXPEL", (spoken("EXPEL", "take out of the Union:"), country), election, "take a country out of the Union"
    )
    yield Line("CALL", (spoken("CALL", "hold an election in"), country), election, "its election is still to come")
    yield Line("CANCEL", (spoken("CANCEL", "hold no election in"), country), election, "no election there this turn")


def of_parties(state: State) -> Iterator[Line]:
    """Points, pawns to be placed, the order of play, and who plays."""
    one, most = party(state), amount(MOST_POINTS, words.POINTS)
    hidden = "" if state.options.vp_open else "party"
    yield Line("POINTS", (spoken("POINTS", "Political Points of"), one, most), "pp {party}", "Political Points")
    victory = spoken("VICTORY", "Victory Points of"), one, most
    yield Line("VICTORY", victory, "vp {party}", "Victory Points", only_for=hidden)
    reserve = spoken("RESERVE", "pawns to be placed of"), one, amount(MOST_PAWNS, words.PAWNS)
    yield Line("RESERVE", reserve, "reserve {party}", "pawns that a party has still to place")
    count = len(state.order)
    row = Many("parties", (one,), count, count, "", distinct=True, plain=", then")
    yield Line("ORDER", (spoken("ORDER", "the order of play:"), row), "order", "the order of play")
    if state.resigned:
        back = Pick("party", tuple(c for c in one.choices if c.code in state.resigned), one.among, "{label} plays.")
        yield Line("RETURN", (spoken("RETURN", "plays again:"), back), "return {party}", "a party that resigned plays")


# --- what comes of it -------------------------------------------------------------------------------------------


def corrected(state: State, orders: Sequence[Order]) -> State:
    """Elections and the Union first, then conflicts, then pawns and points. Raises ValueError."""
    working = Working(state, LoadedDice())
    carry_out(orders, ACTS, working)
    for seat in state.seats:
        supplied(working.state, seat)
    return working.state


def supplied(state: State, seat: Seat) -> None:
    """Raises ValueError for more pawns than the box has."""
    count = state.reserve.get(seat, 0) + sum(pawns.get(seat, 0) for pawns in state.board.values())
    if count > MOST_PAWNS:
        raise ValueError(f"{NAMES[seat]} would have {count} pawns; each party has {MOST_PAWNS}.")


def dealt(working: Working, code: Code) -> Card:
    """The election of a country that is not being voted on. Raises ValueError."""
    card, name = working.state.card(code), upper(working.state.country(code).spoken)
    if card is None:
        raise ValueError(f"{name} has no election this turn.")
    if working.state.vote.country == code:
        raise ValueError(f"The vote on {working.state.country(code).spoken} is under way: go back a phase instead.")
    return card


def admit(working: Working, args: Args) -> None:
    code, state = args["country"], working.state
    if state.country(code).turn > state.turn:
        raise ValueError(f"{upper(state.country(code).spoken)} has not entered the game yet.")
    if state.card(code):
        dealt(working, code)
        working.status(code, "EU")
    coalition = tuple(dict.fromkeys(row["party"] for row in args["coalition"]))
    since = state.eu[code].turn if code in state.eu else state.turn
    working.withdraw(code)
    working.mark(code, "")
    working.set(eu={**state.eu, code: Member(since, coalition)})


def expel(working: Working, args: Args) -> None:
    """Its election is over for this turn; CALL has it held once more."""
    code, state = args["country"], working.state
    if code not in state.eu:
        raise ValueError(f"{upper(state.country(code).spoken)} is no member of the Union.")
    if state.card(code):
        dealt(working, code)
        working.status(code, "nationalist")
    working.set(eu={other: member for other, member in state.eu.items() if other != code})


def call(working: Working, args: Args) -> None:
    code, state = args["country"], working.state
    card = dealt(working, code)
    if code in state.eu or state.markers.get(code) == "W":
        where = "in the Union" if code in state.eu else "at War"
        raise ValueError(f"{upper(state.country(code).spoken)} is {where}: there is no election in it.")
    again = replace(card, status="pending", part=max(card.part, state.part))
    working.set(track=tuple(again if one is card else one for one in state.track))


def cancel(working: Working, args: Args) -> None:
    if dealt(working, args["country"]).status == "pending":
        working.status(args["country"], "nationalist")
        working.withdraw(args["country"])


def mark(working: Working, args: Args) -> None:
    """A War closes the election of a country once wars are set aside, and its end opens it."""
    code, marker, state = args["country"], MARKS[args["marker"]], working.state
    if code in state.eu and marker:
        raise ValueError(f"{upper(state.country(code).spoken)} is in the Union, where there is no conflict.")
    card = state.card(code)
    if card and card.status == "war" and marker != "W":
        dealt(working, code)
        working.status(code, "pending")
    elif card and card.status == "pending" and marker == "W" and state.kind not in BEFORE_PLACING:
        dealt(working, code)
        working.status(code, "war")
        working.withdraw(code)
    working.mark(code, marker)


def pawns(working: Working, args: Args) -> None:
    code, state = args["country"], working.state
    card = state.card(code)
    if card is None or card.status != "pending":
        raise ValueError(f"There is no election in {state.country(code).spoken} for which pawns could stand there.")
    here = {seat: n for seat, n in {**state.board.get(code, {}), args["party"]: args["n"]}.items() if n}
    board = {**state.board, code: here}
    working.set(board={each: some for each, some in board.items() if some})


def reserve(working: Working, args: Args) -> None:
    """What is placed in this phase goes with it; before the peace nothing is placed, and all of it can be given."""
    state, seat, count = working.state, args["party"], args["n"]
    working.set(reserve={**state.reserve, seat: count})
    if state.kind == "peace":
        working.set(recruits={**state.recruits, seat: count})
    elif seat in state.half:
        first = "PLACE1" in state.phase.split("-")
        working.set(half={**state.half, seat: -(-count // 2) if first else count})


def points(working: Working, args: Args) -> None:
    working.set(pp={**working.state.pp, args["party"]: args["n"]})


def victory(working: Working, args: Args) -> None:
    vp = {**working.state.vp, args["party"]: args["n"]}
    working.set(vp=vp, vp_shown=vp if working.state.options.vp_open else {})


def order(working: Working, args: Args) -> None:
    said = tuple(row["party"] for row in args["parties"])
    if {*said} != {*working.state.order}:
        raise ValueError(f"The order of play names {words.called(working.state.order)} once each.")
    working.set(order=said, ranking=said)


def back(working: Working, args: Args) -> None:
    """Who was removed plays last this turn, without pawns."""
    state, seat = working.state, args["party"]
    left = tuple(one for one in state.resigned if one != seat)
    row = state.order if seat in state.order else (*state.order, seat)
    working.set(resigned=left, out=tuple(one for one in state.out if one != seat), order=row, ranking=row)


ACTS: Mapping[str, Callable[[Working, Args], None]] = {
    "ORDER": order,
    "RETURN": back,
    "EXPEL": expel,
    "ADMIT": admit,
    "CANCEL": cancel,
    "CALL": call,
    "MARK": mark,
    "PAWNS": pawns,
    "RESERVE": reserve,
    "POINTS": points,
    "VICTORY": victory,
}
"""In the order in which they are carried out."""
