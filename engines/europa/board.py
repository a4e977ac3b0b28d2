"""How things stand now, with a party's orders drawn on it: the map, what the phase is about, standings, elections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engines.base import Seat, whole
from engines.europa import asks, ballots, coalitions, picks, tables, words
from engines.europa.data import Code
from engines.europa.drawing import drawing
from engines.europa.elections import hopeless
from engines.europa.state import State
from engines.language import standing
from engines.language.ask import Order
from engines.language.names import enumerated
from engines.report import Block, Row, Table, Text, columns

Orders = Sequence[Order]
LISTED = 3
"""More coalitions than these are counted, not named."""


@whole
def blocks(view: State, seat: Seat | None, orders: Orders = ()) -> Iterator[Block]:
    """The board, for a party or (None) anybody."""
    yield drawing(view, seat, orders)
    yield from MATTERS.get(view.kind, nothing)(view, seat, orders)
    yield tables.standings(view, seat)
    yield from tables.track(view)


def nothing(_: State, __: Seat | None, ___: Orders) -> Iterator[Block]:
    yield from ()


# --- peace -------------------------------------------------------------------------------------------------------


def peace(view: State, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """What is at War, what peace costs, and what the party gives."""
    yield from tables.conflicts(view)
    mine = view.recruits.get(seat, 0) if seat else 0
    if mine:
        given = next((order.args["n"] for order in reversed(orders) if order.verb == "PEACE"), 0)
        yield Text(f"You give {given} of your {words.counted(mine, words.PAWNS)} for peace.")


def ending(view: State, seat: Seat | None, _: Orders) -> Iterator[Block]:
    """By the book: who chooses what ends, and with how many pawns."""
    yield from tables.conflicts(view)
    who = "You choose" if seat == view.chooser else f"{words.called([view.chooser])} chooses"
    yield Text(f"{who} what {words.counted(view.pool, words.PAWNS)} end.")


# --- placing -----------------------------------------------------------------------------------------------------


def placing(view: State, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """How many pawns are to be placed, and how many the orders place."""
    half = view.half.get(seat, 0) if seat else 0
    if seat and half:
        lines = [order.args for order in orders if order.verb == "PLACE"]
        sure = min(half, sum(row["n"] for args in lines if not args["if"] for row in args["on"]))
        perhaps = " More if a condition holds." if sure < half and any(args["if"] for args in lines) else ""
        rest = view.reserve[seat] - half
        later = f" The other {rest} come later." if rest > 1 else " The other one comes later." if rest else ""
        yield Text(f"{sure} of {words.counted(half, words.PAWNS)} placed.{perhaps}{later}")


# --- elections ---------------------------------------------------------------------------------------------------


def ballot(view: State, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """What the party's lines amount to where it has pawns, if it came to a vote as things stand."""
    mine = [code for code in picks.voting(view) if seat and view.pawns(code, seat)]
    if seat and mine:
        said = standing.behind(orders, asks.lasting(view, seat))
        rows = tuple(ballot_row(view, seat, code, said) for code in mine)
        head = columns("Election", "You propose", "You say Yes to", "You say No to", "Then a pawn goes to")
        yield Table("ballot", head, rows, "Your ballot as things stand")


def ballot_row(view: State, seat: Seat, code: Code, said: Orders) -> Row:
    if hopeless(view, code):
        return (view.country(code).name, "cannot be won so far", "", "", "")
    yes, no = answers(view, seat, code, said)
    mine = ballots.proposal(view, code, seat, said)
    return (view.country(code).name, words.called(mine) or "nothing", listed(yes), listed(no), goals(view, code, said))


def answers(view: State, seat: Seat, code: Code, said: Orders) -> tuple[list[str], list[str]]:
    """The coalitions that others can propose so that they win, by whether it agrees to each."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for coalition in coalitions.winners(view, code):
        told: dict[bool, list[Seat]] = {True: [], False: []}
        for proposer in proposers(view, code, seat, coalition):
            told[ballots.answer(view, code, seat, said, proposer, coalition)].append(proposer)
        for agreed, some in told.items():
            if some:
                whose = f" (of {words.called(some)})" if told[not agreed] else ""
                found[agreed].append(f"{words.called(coalition)}{whose}")
    return found[True], found[False]


def proposers(view: State, code: Code, seat: Seat, coalition: Sequence[Seat]) -> Sequence[Seat]:
    """The other parties that could propose a coalition."""
    some = view.seats if view.options.propose_any else coalition
    return [party for party in some if party != seat and view.pawns(code, party)]


def listed(names: Sequence[str]) -> str:
    """The first few, and how many more."""
    more = len(names) - LISTED
    if not names:
        return "none"
    return "; ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")


def goals(view: State, code: Code, said: Orders) -> str:
    """Where a pawn goes after a victory, best first."""
    order = next(ballots.said_for(said, ("MOVE",), code), None)
    wishes = [row["to"] for row in order.args["list"]] if order else ["AUTO"]
    special = {picks.BEST.code: picks.BEST.label, picks.NOWHERE.code: picks.NOWHERE.label}
    return ", else ".join(special.get(wish) or view.country(wish).spoken for wish in wishes)


# --- by the book -------------------------------------------------------------------------------------------------


def vote(view: State, seat: Seat | None, _: Orders) -> Iterator[Block]:
    """The election under way: what is proposed, and what it would bring."""
    sheet = view.sheet
    if sheet:
        name = words.upper(view.country(sheet.country).spoken)
        yield Text(f"{name}: {picks.facts(view, sheet.country)}.")
        if sheet.coalition:
            table, note = words.called(sheet.coalition), coalitions.note(view, sheet.country, sheet.coalition)
            yield Text(f"{words.called([sheet.proposer])} proposes {table}: {note}.")
        elif sheet.winners:
            who = enumerated(["you" if each == seat else words.called([each]) for each in sheet.winners])
            yield Text(f"{words.upper(who)} won it and may send a pawn on.")


MATTERS: Mapping[str, Callable[[State, Seat | None, Orders], Iterator[Block]]] = {
    "peace": peace,
    "resolve": ending,
    "place": placing,
    "elections": ballot,
    **dict.fromkeys(("campaign", "propose", "answer", "move"), vote),
}
"""What each kind of phase is about."""
