"""The tables of a position, for the report and the board alike: standings, elections, conflicts."""

from __future__ import annotations

from collections.abc import Iterator

from engines.base import Seat
from engines.europa import picks, words
from engines.europa.state import ElectionCard, EuropaState
from engines.palette import STYLES
from engines.report import STANDINGS, Block, Cell, Column, Table, TableRow, make_columns


def europa_standings_table(view: EuropaState, seat: Seat | None) -> Table:
    """Points and pawns of each party: in the order of play, and at the end by rank."""
    order = (*view.order, *(s for s in view.seats if s not in view.order))
    ranks = view.ranks or {}
    rows = tuple(standings_row(view, each, seat) for each in sorted(order, key=lambda each: ranks.get(each, 0)))
    return Table(STANDINGS, make_columns("Party", "Points", Column("Victory Points", "r"), "Pawns", "To place"), rows)


def standings_row(view: EuropaState, each: Seat, seat: Seat | None) -> TableRow:
    """Victory Points are told to their owner, or to all if that was agreed or the game is over."""
    vp = view.vp_shown.get(each, view.vp.get(each) if each == seat else None)
    return (
        Cell(STYLES[each].name, seat=each, strong=each == seat),
        view.pp[each],
        "?" if vp is None else vp,
        view.recruits.get(each, 0),
        view.reserve.get(each, 0),
    )


def track_blocks(view: EuropaState) -> Iterator[Block]:
    """The elections of the turn in their order; it holds all that the map shows."""
    if view.track:
        rows = tuple(track_row(view, card) for card in view.track)
        head = make_columns("No.", "Country", "Points", "Votes", "Pawns", "State")
        yield Table("track", head, rows, "The elections of this turn")


STATES = {"EU": "in the union", "nationalist": "nationalists", "war": "at War", "held": "held"}


def track_row(view: EuropaState, card: ElectionCard) -> TableRow:
    country = view.get_country(card.country)
    return (
        card.number,
        f"{country.name} ({country.code})",
        country.points,
        view.votes_needed(card.country),
        picks.describe_pawns(view, card.country),
        election_state(view, card),
    )


def election_state(view: EuropaState, card: ElectionCard) -> str:
    """Return what has become of an election, or whether it can be won."""
    marker = view.markers.get(card.country)
    if card.status != "pending" or marker == "W":
        return STATES.get(card.status, STATES["war"])
    return f"{'open' if view.is_open_to_pawns(card.country) else 'closed'}{', Tension' if marker else ''}"


def conflict_blocks(view: EuropaState) -> Iterator[Block]:
    """Wars and tensions with what it costs to end each."""
    if view.markers:
        rows = tuple(conflict_row(view, code) for code in picks.countries_in_conflict(view))
        title = (
            f"Conflict level {view.conflict_level}: all ends if "
            f"{words.count_with_unit(view.conflict_level, words.PAWNS)} are given together"
        )
        head = make_columns("Country", "What", "Pawns to end it", "Neighbours it may spread to")
        yield Table("conflicts", head, rows, title)


def conflict_row(view: EuropaState, code: str) -> TableRow:
    country = view.get_country(code)
    near = sum(other not in view.eu for other in country.land)
    return (country.name, picks.MARKERS[view.markers[code]], picks.conflict_price(view, code), near)
