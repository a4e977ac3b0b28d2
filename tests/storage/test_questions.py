"""What was asked about a game is not asked again, as long as nobody can have changed the answer."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import pytest
import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.storage.database import Store
from pbem.storage.models import Player, Seat
from pbem.storage.questions import Question, group_by_game, mark_games_locked, take_games_in_hand
from tests.games.party import Party, start_party

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    return start_party(store, now)


class Asked:
    """Who holds seats of a game, and about which games that was asked."""

    def __init__(self, session: Session, party: Party) -> None:
        self.session, self.party = session, party
        self.about = list[set[int]]()
        self.question = Question(self.read, of=(Seat,))

    def answer(self, party: Party | None = None) -> list[str]:
        return self.question.answer(self.session, (party or self.party).game_id)

    def read(self, session: Session, ids: Collection[int]) -> dict[int, list[str]]:
        self.about.append({*ids})
        query = select(Seat.game_id, Seat.code).where(col(Seat.game_id).in_(ids), col(Seat.player_id).is_not(None))
        return group_by_game(ids, session.exec(query.order_by(col(Seat.id))))

    @property
    def asked(self) -> int:
        return len(self.about)


def test_who_looks_asks_once(store: Store, party: Party) -> None:
    with store.read_session() as session:
        question = Asked(session, party)
        assert question.answer() == question.answer() == ["RED", "BLU"] and question.asked == 1


def test_who_may_write_asks_again_unless_nobody_else_can(store: Store, party: Party) -> None:
    with store.write_session() as session:
        question = Asked(session, party)
        question.answer()
        question.answer()
        assert question.asked == (1 if store.is_sqlite else 2), "SQLite's one writer is alone from the beginning"
        mark_games_locked(session, [party.game(session)])
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
        mark_games_locked(session, [party.game(session)])
        question = Asked(session, party)
        assert question.answer() == ["RED", "BLU"]
        assert callable(change)
        change(session, party)
        assert question.answer() == question.answer() == ["BLU"] and question.asked == 2
        session.add(Player(address="new@example.org", created_at=party.phase(session).opened_at))
        session.flush()
        assert question.answer() == ["BLU"] and question.asked == 2, "another table"


def test_what_is_taken_back_is_forgotten(store: Store, party: Party) -> None:
    with store.write_session() as session:
        mark_games_locked(session, [party.game(session)])
        question = Asked(session, party)
        question.answer()
        with pytest.raises(ZeroDivisionError), session.begin_nested():
            changed_by_the_object(session, party)
            assert question.answer() == ["BLU"]
            raise ZeroDivisionError
        assert question.answer() == ["RED", "BLU"]


def test_what_is_asked_about_one_is_asked_about_all_in_hand(store: Store, party: Party, now: datetime) -> None:
    """Once, and of who may write only about games that nobody else can change; a change makes one game's answer untrue,
    and no other's."""
    other = start_party(store, now, slug="other")
    with store.read_session() as session:
        question = Asked(session, party)
        take_games_in_hand(session, [party.game_id, other.game_id])
        assert question.answer() == question.answer(other) and question.about == [{party.game_id, other.game_id}]
    with store.write_session() as session:
        question = Asked(session, party)
        mark_games_locked(session, [party.game(session), other.game(session)])
        question.answer()
        changed_by_the_object(session, party)
        assert (question.answer(), question.answer(other)) == (["BLU"], ["RED", "BLU"])
        assert question.about == [{party.game_id, other.game_id}, {party.game_id}]
