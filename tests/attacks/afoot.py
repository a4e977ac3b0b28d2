"""A game that is afoot when its host starts the server: what was accepted, due or left behind before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from sqlmodel import Session, col, select

from pbem.games import games
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.settings import config, mail_addresses
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Pulse, Seat, Turn
from tests.hosting import Host, Relay

PROMPT = Rules(grace_hours=0, remind_hours=())
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
MASTER = "master@example.org"


def present() -> datetime:
    return datetime.now(UTC)


@contextmanager
def store_of(host: Host) -> Iterator[Store]:
    """The host's database, with its tables."""
    store = Store(config.load_config(host.folder, host.environment).database)
    store.migrate()
    yield store
    store.close()


def start_first_game(
    store: Store, opened: datetime, rules: Rules = PROMPT, *, bots: bool = False, pace: str = "48h"
) -> int:
    """The number of a running game of the first engine, each seat with a player (or a bot) of its own; a master who
    does not play."""
    with store.write_session() as session:
        master = people.get_or_register_player(session, MASTER, opened)
        people.mark_address_proved(session, master, opened)
        code = next(iter(ENGINES))
        game = games.insert_game(session, code, slug="verdun", master=master, rules=rules, pace=pace, now=opened)
        for number, seat in enumerate(games.list_game_seats(session, game)):
            address = f"{seat.code.lower()}@example.org"
            who = (
                people.get_bot(session, "robot", number, opened)
                if bots
                else people.get_or_register_player(session, address, opened)
            )
            seats.join_game(session, game, who, [seat.code], opened)
        return game.id


def record_heartbeat(store: Store, at: datetime) -> None:
    """The clock ran then for the last time."""
    with store.write_session() as session:
        session.merge(Pulse(id=1, beat_at=at))


def due(store: Store, at: datetime) -> None:
    """The deadline of the open phase, of which everybody was told when it opened."""
    with store.write_session() as session:
        for row in session.exec(select(Outbox)):
            row.sent_at, row.ready_at = row.created_at, None
        phase = session.exec(select(Phase).where(col(Phase.resolved_at).is_(None))).one()
        phase.deadline = phase.due_at = at
        session.add(phase)


def seat_address(host: Host, seat: Seat) -> str:
    settings = config.load_config(host.folder, host.environment)
    return mail_addresses.make_seat_address(
        settings.secret_key, settings.mail_host, seat.id, seat.generation, seat.nonce
    )


def letter(host: Host, seat: Seat, text: str, number: int, at: datetime, attempts: int = 0) -> MailIn:
    """A letter of a seat's player as it lies in the inbox."""
    sender, to = f"{seat.code.lower()}@example.org", seat_address(host, seat)
    raw = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{text}\r\n".encode()
    kept = MailIn(digest=str(number), sender=sender, recipient=to, raw=raw, received_at=at, ready_at=at)
    kept.game_id, kept.attempts = seat.game_id, attempts
    return kept


def orders(session: Session, number: int = 1) -> dict[str, str]:
    """Each seat's orders in a phase, as kept."""
    query = select(Seat.code, Turn.orders).join(Turn, col(Turn.seat_id) == Seat.id).join(Phase)
    return dict(session.exec(query.where(Phase.number == number)).all())


def game_of(session: Session) -> Game:
    return session.exec(select(Game)).one()


def wait_for_report(relay: Relay, store: Store, number: int) -> None:
    """Waits until the master has the report that opens a phase."""
    relay.wait_for_letter(MASTER, lambda m: f"<phase.{phase_id(store, number)}@" in str(m["References"]))


def phase_id(store: Store, number: int) -> int:
    with store.read_session() as session:
        return session.exec(select(Phase.id).where(Phase.number == number)).one_or_none() or 0
