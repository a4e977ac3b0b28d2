"""Letters that are held until their writer says that they are theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col

from pbem.storage.models import MailIn, Seat
from pbem.storage.questions import IDS, Question


def read_held_letters(session: Session, ids: Collection[int]) -> dict[int, dict[int, list[tuple[int, datetime]]]]:
    """The letters that wait for the word of who holds seats of some games, by game and player."""
    found: dict[int, dict[int, list[tuple[int, datetime]]]] = {game_id: defaultdict(list) for game_id in ids}
    for game_id, player_id, mail_id, at in session.execute(HELD_OF_GAMES, {"ids": list(ids)}):
        found[game_id][player_id] += [(mail_id, at)] if mail_id else []
    return found


HELD_OF_GAMES = (
    sa.select(col(Seat.game_id), col(Seat.player_id), col(MailIn.id), col(MailIn.received_at))
    .distinct()
    .outerjoin(MailIn, (col(MailIn.player_id) == col(Seat.player_id)) & (col(MailIn.status) == "held"))
    .where(col(Seat.game_id).in_(IDS), col(Seat.player_id).is_not(None))
)
WAITING_LETTERS = Question(read_held_letters, of=(Seat,))
"""Forgotten when a letter is held, or waits no longer (`pbem.mail.inbound.case.settle_letter`)."""
