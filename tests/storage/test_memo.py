"""What was asked of the database is not asked again, as long as nobody can have changed the answer."""

from __future__ import annotations

from datetime import datetime

import pytest
import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.storage.database import NeedsSavepoints, Store, savepoint
from pbem.storage.memo import forget_prefetched, get_cached, mark_games_locked, prefetch, take_prefetched
from pbem.storage.models import Player, Seat
from tests.games.party import Party, start_party

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    return start_party(store, now)


class Question:
    """Who holds seats of a game, and how often that was asked."""

    def __init__(self, session: Session, party: Party) -> None:
        self.session, self.party, self.asked = session, party, 0

    def answer(self) -> list[str]:
        return get_cached(self.session, ("held", self.party.game_id), self.ask, of=(Seat,))

    def ask(self) -> list[str]:
        self.asked += 1
        query = select(Seat.code).where(Seat.game_id == self.party.game_id, col(Seat.player_id).is_not(None))
        return list(self.session.exec(query.order_by(col(Seat.id))))


def test_who_looks_asks_once(store: Store, party: Party) -> None:
    with store.read_session() as session:
        question = Question(session, party)
        assert question.answer() == question.answer() == ["RED", "BLU"] and question.asked == 1


def test_who_may_write_asks_again_unless_nobody_else_can(store: Store, party: Party) -> None:
    with store.write_session() as session:
        question = Question(session, party)
        question.answer()
        question.answer()
        assert question.asked == (1 if store.is_sqlite else 2), "SQLite's one writer is alone from the beginning"
        mark_games_locked(session, [party.game_id])
        question.answer()
        question.answer()
        assert question.asked == (1 if store.is_sqlite else 3)


def changed_by_the_object(session: Session, party: Party) -> None:
    party.seat(session, "RED").player_id = None


def changed_by_a_statement(session: Session, party: Party) -> None:
    session.execute(
        sa.update(Seat).where(col(Seat.code) == "RED", col(Seat.game_id) == party.game_id).values(player_id=None)
    )


@pytest.mark.parametrize("change", [changed_by_the_object, changed_by_a_statement])
def test_what_one_writes_oneself_is_seen(store: Store, party: Party, change: object) -> None:
    with store.write_session() as session:
        mark_games_locked(session, [party.game_id])
        question = Question(session, party)
        assert question.answer() == ["RED", "BLU"]
        assert callable(change)
        change(session, party)
        assert question.answer() == question.answer() == ["BLU"] and question.asked == 2
        session.add(Player(address="new@example.org", created_at=party.phase(session).opened_at))
        session.flush()
        assert question.answer() == ["BLU"] and question.asked == 2, "another table"


def test_what_is_taken_back_is_forgotten(store: Store, party: Party) -> None:
    with store.write_session() as session:
        mark_games_locked(session, [party.game_id])
        question = Question(session, party)
        question.answer()
        with pytest.raises(ZeroDivisionError), savepoint(session):
            changed_by_the_object(session, party)
            assert question.answer() == ["BLU"]
            raise ZeroDivisionError
        assert question.answer() == ["RED", "BLU"]


def test_what_was_asked_ahead_is_the_answer_once(store: Store) -> None:
    with store.write_session() as session:
        prefetch(session, {("number", 1): "ahead", ("number", 2): None, ("number", 3): "ahead"})
        assert [take_prefetched(session, ("number", 1), lambda: "asked") for _ in range(2)] == ["ahead", "asked"]
        assert take_prefetched(session, ("number", 2), lambda: "asked") is None
        assert [take_prefetched(session, ("number", 3), lambda: "asked", lasts=True) for _ in range(2)] == ["ahead"] * 2
        forget_prefetched(session)
        assert take_prefetched(session, ("number", 3), lambda: "asked") == "asked"


def test_a_bold_session_begins_anew_if_something_is_to_be_taken_back(store: Store, party: Party) -> None:
    with pytest.raises(NeedsSavepoints), store.open_unguarded() as session:
        changed_by_the_object(session, party)
        with pytest.raises(KeyError), savepoint(session):
            raise KeyError
        with savepoint(session):
            party.seat(session, "BLU").player_id = None
            raise KeyError
    with store.read_session() as session:
        assert Question(session, party).answer() == ["RED", "BLU"]
