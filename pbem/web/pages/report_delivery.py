"""What a seat's own player reads of the report in their mailbox: when it left, that it waits, or what to do where it
cannot be delivered. A page that is kept may be behind with it by a minute."""

from __future__ import annotations

from dataclasses import dataclass

from flask import g
from sqlmodel import Session

from pbem.documents import reports
from pbem.games.phases import deliveries
from pbem.storage.models import Game, Phase, Seat
from pbem.web.http import access


@dataclass(frozen=True)
class ReportDelivery:
    """A sentence, and whether all is well."""

    words: str
    well: bool = False


def delivery_of_report(db: Session, game: Game, phase: Phase | None, seat: Seat | None) -> ReportDelivery | None:
    """None for who reads as somebody else, of a phase that is over, and where no letter is written."""
    own = seat and g.player and seat.player_id == g.player.id
    if not own or seat is None or phase is None or phase.resolved_at or game.status not in ("running", "paused"):
        return None
    found = deliveries.find_delivery(db, phase, seat, access.request_time())
    if found is None:
        return None
    if found.at is None and deliveries.is_out_of_reach(db, phase, seat, access.request_time()):
        return ReportDelivery(access.say("page report unreachable"))
    if found.is_undeliverable or g.player.unreachable_at:
        return ReportDelivery(access.say("page report lost"))
    if found.at is None:
        return ReportDelivery(access.say("page report refused" if found.refused else "page report waits"))
    return ReportDelivery(
        access.say("page report left", at=reports.format_instant(found.at, access.reader_zone())), well=True
    )
