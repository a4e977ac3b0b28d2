"""Short words for tests that play: a party at the toy game with people at it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engines.abilities import Adviser
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.orders.orders import OrderContext
from pbem.games.people import people
from pbem.games.phases import closing
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import bots
from pbem.settings import installed_engines
from pbem.storage.database import Clock, Store
from pbem.storage.models import Game, Outbox, Phase, Player, Seat, Turn
from pbem.storage.models.packing import pack_text, unpack_text
from pbem.storage.models.words import Source
from tests import kept


def clock_at(instant: datetime) -> Clock:
    """A clock that stands at an instant."""
    return lambda: instant


def somebody_plays(session: Session, game: Game, now: datetime) -> None:
    """Somebody gives orders, without which nobody has played the game: the first who is asked says that they have
    none."""
    phase = games.find_current_phase(session, game)
    assert phase is not None
    turn = session.exec(select(Turn).where(Turn.phase_id == phase.id).order_by(col(Turn.id))).first()
    assert turn is not None
    orders.set_ready(session, session.get_one(Seat, turn.seat_id), True, now)


@dataclass
class Party:
    """A game in a store, by the codes of its seats."""

    store: Store
    game_id: int

    def game(self, session: Session) -> Game:
        return session.get_one(Game, self.game_id)

    def seat(self, session: Session, code: str) -> Seat:
        return seats.get_seat_by_code(session, self.game(session), code)

    def player(self, session: Session, code: str) -> Player:
        return session.get_one(Player, self.seat(session, code).player_id)

    def submit(self, code: str, text: str, now: datetime, source: Source = "mail") -> orders.Answer:
        with self.store.write_session() as session:
            return orders.add_orders(session, self.seat(session, code), text, source=source, now=now)

    def ready(self, code: str, now: datetime, flag: bool = True) -> orders.Answer:
        with self.store.write_session() as session:
            return orders.set_ready(session, self.seat(session, code), flag, now)

    def close(self, now: datetime) -> Phase | None:
        with self.store.write_session() as session:
            return closing.close_phase(session, self.game(session), self.phase(session), now)

    def phase(self, session: Session) -> Phase:
        phase = games.find_current_phase(session, self.game(session))
        assert phase is not None
        return phase

    def now_at(self) -> Phase:
        """The newest phase, to look at."""
        with self.store.read_session() as session:
            return self.phase(session)

    def status(self) -> str:
        with self.store.read_session() as session:
            return self.game(session).status

    def letters(self, kind: str = "", code: str = "") -> list[Outbox]:
        """Return what was queued, in order; of one kind, to one seat."""
        with self.store.read_session() as session:
            rows = session.exec(select(Outbox).where(Outbox.game_id == self.game_id).order_by(col(Outbox.id))).all()
            seat_id = self.seat(session, code).id if code else None
        return [r for r in rows if kind in ("", r.kind) and seat_id in (None, r.seat_id)]


def letter_data(letter: Outbox) -> dict[str, Any]:
    """The data of a letter."""
    data: dict[str, Any] = json.loads(letter.data)
    return data


MASTER = "master@example.org"
USUAL = Rules()


def open_party(store: Store, now: datetime, rules: Rules = USUAL, *, players: int = 2, **given: Any) -> Party:
    """A game that waits for its players, with a master who does not play. No `players`: as many as it has."""
    return Party(store, open_one(store, now, rules, players, given))


def start_party(store: Store, now: datetime, rules: Rules = USUAL, *, players: int = 2, **given: Any) -> Party:
    """A running game in its first phase; the player of RED is red@example.org, and so on. In a store that is still
    empty it is a copy of the same game of another test: nobody has to join again."""
    name = (
        "begun",
        now,
        rules,
        players,
        tuple(sorted(given.items())),
        installed_engines.ENGINES[given.get("engine", "toy")],
    )
    return Party(store, kept.once(store, name, lambda: begin(store, now, rules, players, given)))


def open_one(store: Store, now: datetime, rules: Rules, players: int, given: Mapping[str, Any]) -> int:
    usual = {"engine": "toy", "options": "", "slug": "verdun", "pace": "48h"}
    more = {**usual, **given}
    engine, options = more.pop("engine"), more.pop("options")
    with store.write_session() as session:
        master = people.get_or_register_player(session, MASTER, now)
        people.mark_address_proved(session, master, now)
        lines = f"{f'PLAYERS {players}' if players else ''}\n{options}"
        game = games.insert_game(session, engine, lines, master=master, rules=rules, now=now, **more)
        assert game.id is not None
        return game.id


def begin(store: Store, now: datetime, rules: Rules, players: int, given: Mapping[str, Any]) -> int:
    party = Party(store, open_one(store, now, rules, players, given))
    with store.write_session() as session:
        game = party.game(session)
        for seat in games.list_game_seats(session, game):
            person = people.get_or_register_player(
                session, f"{seat.label.lower().replace(' ', '-')}@example.org", now, seat.label
            )
            seats.join_game(session, game, person, [seat.code], now, contribution=f"{seat.label} was here")
    return party.game_id


def play_advised_party(store: Store, engine: str, count: int, now: datetime, options: str = "") -> Party:
    """Some phases of a game among advised bots, as many as it has; a copy of the same ones, as `start_party` gives."""
    name = "advised", engine, count, now, options, installed_engines.ENGINES[engine]
    return Party(store, kept.once(store, name, lambda: advise(store, engine, count, now, options)))


def advise(store: Store, engine: str, count: int, now: datetime, options: str) -> int:
    with store.write_session() as session:
        game = games.insert_game(session, engine, options, slug="verdun", now=now)
        for seat in games.list_game_seats(session, game):
            robot = Player(address=f"{seat.code}@bots.invalid".lower(), bot="advice", created_at=now)
            session.add(robot)
            session.flush()
            seats.join_game(session, game, robot, [seat.code], now)
        party = Party(store, game.id)
    for number in range(count):
        bots.play_bots(store, clock_at(now), Random(number))
        if party.status() == "running":
            with store.write_session() as session:
                master.process_phase(session, party.game(session), None, now)
    return party.game_id


def asking(session: Session, game: Party) -> Iterator[tuple[Seat, OrderContext]]:
    """Yield who may say something now."""
    for seat in games.list_game_seats(session, game.game(session)):
        with suppress(Refusal):
            yield seat, orders.build_order_context(session, game.game(session), seat)


def advice(session: Session, game: Party) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what an adviser would write for each seat, as it would stand."""
    engine = games.get_engine(game.game(session))
    for seat, asked in asking(session, game):
        assert isinstance(engine, Adviser)
        lines = engine.advise(asked.view, seat.code, Random(asked.phase.number))
        yield seat.code, orders.judge_text(asked, "\n".join(lines), alone=True)[0].standing


def tamper_with_store(sqlite: Store, statement: str) -> None:
    """Changes what is kept behind the server's back; `pack_text` and `unpack_text` are at hand for what lies packed."""
    with sqlite.write_session() as session:
        raw: Any = session.connection().connection.driver_connection
        raw.create_function("pack", 1, pack_text)
        raw.create_function("unpack", 1, unpack_text)
        session.execute(sa.text(statement))
