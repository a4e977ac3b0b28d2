"""How things stand now, with a party's orders drawn on it: the map, what the phase is about, standings, elections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engines.base import Seat, returns_tuple
from engines.europa import ballots, coalitions, grammars, picks, tables, words
from engines.europa.data import Code
from engines.europa.drawing import draw_europa_map
from engines.europa.elections import is_hopeless
from engines.europa.state import EuropaState
from engines.language import standing
from engines.language.grammar import Order
from engines.language.names import join_english_list
from engines.report import Block, Paragraph, Table, TableRow, make_columns

Orders = Sequence[Order]
MOST_LISTED = 3
"""More coalitions than these are counted, not named."""


@returns_tuple
def build_europa_board(view: EuropaState, seat: Seat | None, orders: Orders = ()) -> Iterator[Block]:
    """The board, for a party or (None) anybody."""
    yield draw_europa_map(view, seat, orders)
    yield from PHASE_BLOCKS.get(view.kind, no_phase_blocks)(view, seat, orders)
    yield tables.europa_standings_table(view, seat)
    yield from tables.track_blocks(view)


def no_phase_blocks(_: EuropaState, __: Seat | None, ___: Orders) -> Iterator[Block]:
    yield from ()


# --- peace -------------------------------------------------------------------------------------------------------


def peace_blocks(view: EuropaState, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """Yield what is at War, what peace costs, and what the party gives."""
    yield from tables.conflict_blocks(view)
    mine = view.recruits.get(seat, 0) if seat else 0
    if mine:
        given = next((order.args["n"] for order in reversed(orders) if order.verb == "PEACE"), 0)
        yield Paragraph(f"You give {given} of your {words.count_with_unit(mine, words.PAWNS)} for peace.")


def conflict_end_blocks(view: EuropaState, seat: Seat | None, _: Orders) -> Iterator[Block]:
    """By the book: who chooses what ends, and with how many pawns."""
    yield from tables.conflict_blocks(view)
    who = "You choose" if seat == view.chooser else f"{words.name_parties([view.chooser])} chooses"
    yield Paragraph(f"{who} what {words.count_with_unit(view.pool, words.PAWNS)} end.")


# --- placing -----------------------------------------------------------------------------------------------------


def placing_blocks(view: EuropaState, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """Yield how many pawns are to be placed, and how many the orders place."""
    half = view.half.get(seat, 0) if seat else 0
    if seat and half:
        lines = [order.args for order in orders if order.verb == "PLACE"]
        sure = min(half, sum(row["n"] for args in lines if not args["if"] for row in args["on"]))
        perhaps = " More if a condition holds." if sure < half and any(args["if"] for args in lines) else ""
        rest = view.reserve[seat] - half
        later = f" The other {rest} come later." if rest > 1 else " The other one comes later." if rest else ""
        yield Paragraph(f"{sure} of {words.count_with_unit(half, words.PAWNS)} placed.{perhaps}{later}")


# --- elections ---------------------------------------------------------------------------------------------------


def ballot_blocks(view: EuropaState, seat: Seat | None, orders: Orders) -> Iterator[Block]:
    """Yield what the party's lines amount to where it has pawns, if it came to a vote as things stand."""
    mine = [code for code in picks.voting_countries(view) if seat and view.count_pawns(code, seat)]
    if seat and mine:
        said = standing.append_standing_orders(orders, grammars.applicable_standing_orders(view, seat))
        rows = tuple(ballot_row(view, seat, code, said) for code in mine)
        head = make_columns("Election", "You propose", "You say Yes to", "You say No to", "Then a pawn goes to")
        yield Table("ballot", head, rows, "Your ballot as things stand")


def ballot_row(view: EuropaState, seat: Seat, code: Code, said: Orders) -> TableRow:
    if is_hopeless(view, code):
        return (view.get_country(code).name, "cannot be won so far", "", "", "")
    yes, no = split_by_answer(view, seat, code, said)
    mine = ballots.choose_proposal(view, code, seat, said)
    return (
        view.get_country(code).name,
        words.name_parties(mine) or "nothing",
        shorten_list(yes),
        shorten_list(no),
        describe_destinations(view, code, said),
    )


def split_by_answer(view: EuropaState, seat: Seat, code: Code, said: Orders) -> tuple[list[str], list[str]]:
    """The coalitions that others can propose so that they win, by whether it agrees to each."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for coalition in coalitions.winning_coalitions(view, code):
        told: dict[bool, list[Seat]] = {True: [], False: []}
        for proposer in possible_proposers(view, code, seat, coalition):
            told[ballots.agrees_to_coalition(view, code, seat, said, proposer, coalition)].append(proposer)
        for agreed, some in told.items():
            if some:
                whose = f" (of {words.name_parties(some)})" if told[not agreed] else ""
                found[agreed].append(f"{words.name_parties(coalition)}{whose}")
    return found[True], found[False]


def possible_proposers(view: EuropaState, code: Code, seat: Seat, coalition: Sequence[Seat]) -> Sequence[Seat]:
    """The other parties that could propose a coalition."""
    some = view.seats if view.options.propose_any else coalition
    return [party for party in some if party != seat and view.count_pawns(code, party)]


def shorten_list(names: Sequence[str]) -> str:
    """The first few, and how many more."""
    more = len(names) - MOST_LISTED
    if not names:
        return "none"
    return "; ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def describe_destinations(view: EuropaState, code: Code, said: Orders) -> str:
    """Return where a pawn goes after a victory, best first."""
    order = next(ballots.orders_for_country(said, ("MOVE",), code), None)
    wishes = [row["to"] for row in order.args["list"]] if order else ["AUTO"]
    special = {picks.BEST.code: picks.BEST.label, picks.NOWHERE.code: picks.NOWHERE.label}
    return ", else ".join(special.get(wish) or view.get_country(wish).spoken_name for wish in wishes)


# --- by the book -------------------------------------------------------------------------------------------------


def open_vote_blocks(view: EuropaState, seat: Seat | None, _: Orders) -> Iterator[Block]:
    """The election under way: what is proposed, and what it would bring."""
    sheet = view.sheet
    if sheet:
        name = words.capitalize_first(view.get_country(sheet.country).spoken_name)
        yield Paragraph(f"{name}: {picks.country_facts(view, sheet.country)}.")
        if sheet.coalition:
            table, note = (
                words.name_parties(sheet.coalition),
                coalitions.coalition_note(view, sheet.country, sheet.coalition),
            )
            yield Paragraph(f"{words.name_parties([sheet.proposer])} proposes {table}: {note}.")
        elif sheet.winners:
            who = join_english_list(["you" if each == seat else words.name_parties([each]) for each in sheet.winners])
            yield Paragraph(f"{words.capitalize_first(who)} won it and may send a pawn on.")


PHASE_BLOCKS: Mapping[str, Callable[[EuropaState, Seat | None, Orders], Iterator[Block]]] = {
    "peace": peace_blocks,
    "resolve": conflict_end_blocks,
    "place": placing_blocks,
    "elections": ballot_blocks,
    **dict.fromkeys(("campaign", "propose", "answer", "move"), open_vote_blocks),
}
"""What each kind of phase is about."""
