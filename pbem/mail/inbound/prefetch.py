"""What letters will ask of the database, asked at once for all that are done together, once their games are locked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games import games, requests
from pbem.games.orders import receipts
from pbem.games.phases import phases
from pbem.mail.inbound import identity
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.memo import prefetch
from pbem.storage.models import MailIn, Phase, Seat, Turn


def lock_letters(session: Session, ids: Collection[int]) -> dict[int, MailIn]:
    """Some letters, locked."""
    query = select(MailIn).where(col(MailIn.id).in_(ids)).order_by(col(MailIn.id)).with_for_update()
    return {mail.id: mail for mail in session.exec(query)}


def prefetch_order_facts(session: Session, config: Config, mails: Collection[MailIn], now: datetime) -> None:
    """Everything that orders to seats ask for; letters to other addresses ask for themselves."""
    read = (mail_addresses.parse_seat_address(config.secret_key, mail.recipient) for mail in mails)
    seat_ids = {one.number for one in filter(None, read)}
    if not seat_ids:
        return
    rows = {row[0].id: row for row in session.execute(identity.HELD_SEATS.where(col(Seat.id).in_(seat_ids)))}
    players = {player.id for _, player, _ in rows.values()}
    given, held = receipts.newest_receipts(session, seat_ids), count_held_letters(session, players, now)
    prefetch(session, {("seat", number): rows.get(number) for number in seat_ids})
    prefetch(session, {("receipt", number): given.get(number) for number in seat_ids})
    prefetch(session, {("held", number): held[number] for number in players})
    prefetch_newest_phases(session, {mail.game_id for mail in mails if mail.game_id is not None})


def count_held_letters(session: Session, players: Collection[int], now: datetime) -> defaultdict[int, int]:
    """Return how many letters wait for the word of each of some players."""
    query = sa.select(col(MailIn.player_id), sa.func.count()).where(*requests.held_letter_clauses(now))
    rows = session.execute(query.where(col(MailIn.player_id).in_(players)).group_by(col(MailIn.player_id)))
    return defaultdict(int, {player: count for player, count in rows})  # noqa: C416 - rows are no pairs to mypy


def prefetch_newest_phases(session: Session, game_ids: Collection[int]) -> None:
    """The newest phases of some games, and who may say something in them."""
    newest = sa.select(col(Phase.game_id), sa.func.max(col(Phase.number))).where(col(Phase.game_id).in_(game_ids))
    pair = sa.tuple_(col(Phase.game_id), col(Phase.number))
    found = session.exec(select(Phase).where(pair.in_(newest.group_by(col(Phase.game_id))))).all()
    turns: dict[int, list[tuple[Turn, Seat]]] = {phase.id: [] for phase in found}
    query = select(Turn, Seat).join(Seat, col(Turn.seat_id) == Seat.id).where(col(Turn.phase_id).in_(turns))
    for turn, seat in session.exec(query.order_by(col(Seat.id))):
        turns[turn.phase_id].append((turn, seat))
    for phase in found:
        games.remember_current_phase(session, phase)
        phases.remember_turns(session, phase, turns[phase.id])
