"""What is owed: the deadline with its reason, who is waited for, and what a seat may say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from engines.report import SHEET, Block, Heading, Text
from pbem import reasons
from pbem.books.sheet import sheet
from pbem.models import Game, Phase, Seat
from pbem.pace import zone_info
from pbem.play import Refused, games, orders
from pbem.render.pdf_parts import NEXT
from pbem.wording import ENGLISH, Tongue, tongue


def owed(
    session: Session, game: Game, phase: Phase, seat: Seat | None, zone: str, say: Tongue, now: datetime | None
) -> Iterator[Block]:
    """The deadline with its reason, who owes orders, and what this seat may say."""
    if game.status == "finished" or phase.resolved_at:
        return
    yield Heading(say("next"), anchor=NEXT)
    if game.status == "paused":
        yield Text(say("paused"))
    elif phase.deadline:
        left = say.calendar.until(phase.deadline - now) if now else ""
        yield Text(say("by in" if left else "by", when=say.calendar.moment(phase.deadline, zone_info(zone)), left=left))
        yield Text(say("why", why=why(phase, zone, say)), quiet=True)
    yield from debtors(session, game, phase, say)
    if seat:
        yield from offered(session, game, phase, seat, say)


def why(phase: Phase, zone: str, say: Tongue = ENGLISH) -> str:
    """Why the deadline of a phase is when it is."""
    return say.why(reasons.read(phase.deadline_why), lambda at: say.calendar.moment(at, zone_info(zone)))


def debtors(session: Session, game: Game, phase: Phase, say: Tongue) -> Iterator[Text]:
    """Who is waited for; vacant seats are not."""
    debts = games.engine(game).owes(games.state(phase))
    held = [s for s in games.seats(session, game) if s.player_id is not None]
    due, relaxed = ([s for s in held if debts.get(s.code) == debt] for debt in ("due", "relaxed"))
    everybody = len(due) == len(games.seats(session, game)) > 2
    if due:
        yield Text(say("due all") if everybody else say("due", seats=say.listed(map(say.name, due))))
    if relaxed:
        yield Text(say("due relaxed", seats=say.listed(map(say.name, relaxed))))


def order_sheet(session: Session, phase: Phase, seat: Seat) -> tuple[Block, ...]:
    """What a seat can order while a phase is open, to be answered."""
    if phase.resolved_at is not None:
        return ()
    game = games.of(phase)
    return tuple(offered(session, game, phase, seat, tongue(game, phase, seat)))


def offered(session: Session, game: Game, phase: Phase, seat: Seat, say: Tongue) -> Iterator[Block]:
    """The order sheet of a seat, with what it has given drawn in, or what stands if it gives nothing."""
    try:
        at = orders.hearing(session, game, seat, phase)
    except Refused:
        yield Text(say("nothing"))
        return
    standing = [order.text for order in orders.given(at)] or at.ask.draft
    yield Heading(say("can", seat=say.name(seat), title=at.ask.title), 3, SHEET)
    yield from sheet(at.ask, standing, orders.judge_of(at)) or [Text(say("nothing now"))]


def when(at: datetime, zone: str) -> str:
    """An instant in the reader's zone, and in UTC where that differs."""
    here, short = zone_info(zone), ENGLISH.calendar.short
    told = f"{short(at, here)} {here.key}"
    return told if here.key == "UTC" else f"{told} ({short(at, zone_info('UTC'))} UTC)"
