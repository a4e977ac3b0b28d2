"""What is owed: the deadline with its reason, who is waited for, and what a seat may say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from engines.report import SHEET, Block, Heading, Paragraph
from pbem.books.sheet import build_order_sheet
from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.pace import reasons, zone_info
from pbem.render.pdf.parts import NEXT
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import ENGLISH, Tongue, seat_tongue


def owing_blocks(
    session: Session, game: Game, phase: Phase, seat: Seat | None, zone: str, say: Tongue, now: datetime | None
) -> Iterator[Block]:
    """The deadline with its reason, who owes orders, and what this seat may say."""
    if game.status == "finished" or phase.resolved_at:
        return
    yield Heading(say("next"), anchor=NEXT)
    if game.status == "paused":
        yield Paragraph(say("paused"))
    elif phase.deadline:
        left = say.calendar.format_time_left(phase.deadline - now) if now else ""
        yield Paragraph(
            say("by in" if left else "by", when=say.calendar.format_moment(phase.deadline, zone_info(zone)), left=left)
        )
        yield Paragraph(say("why", why=explain_deadline(phase, zone, say)), quiet=True)
    yield from debtor_texts(session, game, phase, say)
    if seat:
        yield from seat_sheet_blocks(session, game, phase, seat, say)


def explain_deadline(phase: Phase, zone: str, say: Tongue = ENGLISH) -> str:
    """Return why the deadline of a phase is when it is."""
    return say.explain_reasons(
        reasons.parse_reasons(phase.deadline_why), lambda at: say.calendar.format_moment(at, zone_info(zone))
    )


def debtor_texts(session: Session, game: Game, phase: Phase, say: Tongue) -> Iterator[Paragraph]:
    """Yield who is waited for; vacant seats are not."""
    debts = games.get_engine(game).obligations(games.phase_state(phase))
    held = [s for s in games.list_game_seats(session, game) if s.player_id is not None]
    due, relaxed = ([s for s in held if debts.get(s.code) == debt] for debt in ("due", "relaxed"))
    everybody = len(due) == len(games.list_game_seats(session, game)) > 2
    if due:
        yield Paragraph(say("due all") if everybody else say("due", seats=say.join_list(map(say.seat_name, due))))
    if relaxed:
        yield Paragraph(say("due relaxed", seats=say.join_list(map(say.seat_name, relaxed))))


def order_sheet_blocks(session: Session, phase: Phase, seat: Seat) -> tuple[Block, ...]:
    """Return what a seat can order while a phase is open, to be answered."""
    if phase.resolved_at is not None:
        return ()
    game = games.game_of_phase(phase)
    return tuple(seat_sheet_blocks(session, game, phase, seat, seat_tongue(game, phase, seat)))


def seat_sheet_blocks(session: Session, game: Game, phase: Phase, seat: Seat, say: Tongue) -> Iterator[Block]:
    """The order sheet of a seat, with what it has given drawn in, or what stands if it gives nothing."""
    try:
        at = orders.build_order_context(session, game, seat, phase)
    except Refusal:
        yield Paragraph(say("nothing"))
        return
    standing = [order.text for order in orders.load_standing_orders(at)] or at.grammar.draft
    yield Heading(say("can", seat=say.seat_name(seat), title=at.grammar.title), 3, SHEET)
    yield from build_order_sheet(at.grammar, standing, orders.build_order_judge(at)) or [Paragraph(say("nothing now"))]


def format_instant(at: datetime, zone: str) -> str:
    """An instant in the reader's zone, and in UTC where that differs."""
    here, short = zone_info(zone), ENGLISH.calendar.format_short_moment
    told = f"{short(at, here)} {here.key}"
    return told if here.key == "UTC" else f"{told} ({short(at, zone_info('UTC'))} UTC)"
