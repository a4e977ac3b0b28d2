"""The document about a phase: the engine's report for one seat, framed by what only the server knows.

It is made anew from (phase, seat) whenever it is sent or shown; mail, web page and PDF are painted from the same one.
Each part of it has a file: what happened, who did not write, what was written, what is owed, who plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlmodel import Session

from engines.report import STANDINGS, Block, Boards, CardHand, Graph, Heading, Lead, Map, Paragraph, Table
from pbem.documents import scores, standings_graph
from pbem.documents.reports.happening import (
    ending_blocks,
    first_lead,
    happening_blocks,
    is_end,
    phase_board_blocks,
    phase_title_for,
)
from pbem.documents.reports.owing import explain_deadline, format_instant, order_sheet_blocks, owing_blocks
from pbem.documents.reports.silence import absence_texts, describe_absence_risk
from pbem.documents.reports.table import hides_names, people_blocks, proof_texts
from pbem.documents.reports.talk import (
    PressExtent,
    diary_blocks,
    earlier_diary_blocks,
    earlier_press_blocks,
    press_blocks,
    statement_blocks,
)
from pbem.games import games
from pbem.render.pdf.parts import NOW
from pbem.storage.models import Game, Phase, Player, Seat
from pbem.wording import Tongue, seat_tongue

__all__ = [
    "PressExtent",
    "describe_absence_risk",
    "diary_blocks",
    "earlier_diary_blocks",
    "earlier_press_blocks",
    "explain_deadline",
    "first_lead",
    "format_instant",
    "happening_blocks",
    "hides_names",
    "order_sheet_blocks",
    "people_blocks",
    "phase_board_blocks",
    "phase_title_for",
    "press_blocks",
    "report_blocks",
    "statement_blocks",
]

ORDERS = "orders"
"""The name of the tables of all orders, which stand behind what is owed: they are long."""


def report_blocks(
    session: Session,
    phase: Phase,
    seat: Seat | None,
    zone: str = "",
    now: datetime | None = None,
    since: datetime | None = None,
    *,
    with_press: bool = True,
) -> tuple[Block, ...]:
    """Return what a seat (None: a bystander) is told about a phase: what led to it, with the press before it; how
    things stand; who owes what by when; what everybody ordered; and the proof. Times are in `zone`, by default the zone
    of the seat's player or of the game. `now`: it is told how long it is until the deadline. `since`: the reader stands
    in for the seat's holder, and reads nothing private that is older. `with_press` False: for who may see how things
    stand, but not what players write to each other."""
    game = games.game_of_phase(phase)
    place, say = zone or seat_zone(session, game, seat), seat_tongue(game, phase, seat)
    first, *others = happening_blocks(session, game, phase, seat)
    now_stands = drop_told_blocks(phase_board_blocks(session, game, phase, seat), others)
    if phase.number == 1 and includes_map(now_stands):
        others = [block for block in others if not isinstance(block, Map)]
    news, results = split_at_orders(others)
    return (
        first,
        Paragraph(" · ".join([game.slug, games.get_engine(game).title, *([say.seat_name(seat)] if seat else [])])),
        *ending_blocks(session, game, phase, say, any(isinstance(block, Lead) for block in news)),
        *absence_texts(session, game, phase, seat, say),
        *news,
        *(earlier_press_blocks(session, game, phase, seat, place, say, since=since) if with_press else ()),
        *([Heading(say("now"), anchor=NOW), *now_stands] if now_stands else ()),
        *graph_blocks(session, game, phase, (*others, *now_stands), say),
        *owing_blocks(session, game, phase, seat, place, say, now),
        *([Heading(say("details")), *results] if results else ()),
        *(people_blocks(session, game, say) if phase.number == 1 or game.status == "finished" else ()),
        *(scores.iter_score_blocks(session, game, say) if is_end(session, game, phase) else ()),
        *proof_texts(game, phase, seat, say),
    )


def drop_told_blocks(now: Sequence[Block], told: Sequence[Block]) -> list[Block]:
    """Return what a board shows that a report does not. Standings are told with what has changed; where there is a
    picture of boards, with the cards below it, it shows how they stand, and tables tell more than those of their names
    here."""
    pictured = any(isinstance(block, Boards) for block in told)
    names = {block.name for block in told if isinstance(block, Table)}
    known = names if pictured else names & {STANDINGS}
    shown = (block for block in now if block not in told and not (isinstance(block, Table) and block.name in known))
    return [block for block in shown if not (pictured and isinstance(block, Boards | CardHand))]


def includes_map(some: Sequence[Block]) -> bool:
    return any(isinstance(block, Map) for block in some)


def seat_zone(session: Session, game: Game, seat: Seat | None) -> str:
    player = session.get(Player, seat.player_id) if seat and seat.player_id else None
    return player.zone if player else game.zone


def split_at_orders(told: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """A report up to its first table of orders, and from there on, with the heading over it."""
    at = next((n for n, b in enumerate(told) if isinstance(b, Table) and b.name == ORDERS), len(told))
    while at and isinstance(told[at - 1], Heading) and at < len(told):
        at -= 1
    return told[:at], told[at:]


def graph_blocks(session: Session, game: Game, phase: Phase, told: Sequence[Block], say: Tongue) -> Iterator[Graph]:
    """Yield how everybody fared so far, in the looks that the report gives them."""
    found = standings_graph.build_standings_graph(session, game, phase, told, say)
    if found:
        yield found
