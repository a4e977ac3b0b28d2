"""What was asked about a game is not asked again, as long as nobody can have changed the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from pbem.storage.database import Store
from pbem.storage.inserting import build_row, insert_if_missing, insert_missing_rows
from pbem.storage.models import Game, Player, Seat, Turn, Watcher
from pbem.storage.questions import (
    Question,
    Tables,
    ask_once,
    count_games_in_hand,
    group_by_game,
    is_marked_locked,
    mark_games_locked,
    take_games_in_hand,
)
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


@pytest.mark.parametrize("looks", [True, False])
def test_who_only_looks_asks_once_whatever_it_is(store: Store, looks: bool) -> None:
    """By its key; who may write asks anew."""
    numbers = count(1)
    with store.read_session() if looks else store.write_session() as session:
        found = [ask_once(session, key, lambda: next(numbers)) for key in ("one", "one", "two", "one")]
    assert found == ([1, 1, 2, 1] if looks else [1, 2, 3, 4])


def test_a_session_that_keeps_no_answers_asks_again(store: Store, party: Party) -> None:
    """It need not know of games in hand either."""
    numbers = count(1)
    with Session(store.engine) as session:
        assert [ask_once(session, "one", lambda: next(numbers)) for _ in range(2)] == [1, 2]
        question = Asked(session, party)
        assert question.answer() == question.answer() == ["RED", "BLU"] and question.asked == 2
        mark_games_locked(session, [party.game(session)])
        take_games_in_hand(session, [party.game_id])
        assert count_games_in_hand(session) == 0 and not is_marked_locked(session, party.game_id)


def test_games_in_hand_are_counted(store: Store, party: Party, now: datetime) -> None:
    other = start_party(store, now, slug="other")
    with store.write_session() as session:
        assert count_games_in_hand(session) == 0
        mark_games_locked(session, [party.game(session)])
        take_games_in_hand(session, [party.game_id, other.game_id])
        assert count_games_in_hand(session) == 2
        assert is_marked_locked(session, party.game_id) is not store.is_sqlite
        assert not is_marked_locked(session, other.game_id)


def test_an_answer_about_a_game_that_others_can_change_is_not_kept(store: Store, party: Party, now: datetime) -> None:
    """Nor is one about such a game asked ahead; on SQLite nobody else can change anything."""
    other = start_party(store, now, slug="other")
    with store.write_session() as session:
        mark_games_locked(session, [party.game(session)])
        take_games_in_hand(session, [other.game_id])
        question = Asked(session, party)
        question.answer()
        question.answer(other)
        question.answer(other)
        both = {party.game_id, other.game_id}
        assert question.about == ([both] if store.is_sqlite else [{party.game_id}, {other.game_id}, {other.game_id}])


def test_a_question_is_forgotten_alone(store: Store, party: Party) -> None:
    with store.read_session() as session:
        one, two = Asked(session, party), Asked(session, party)
        one.question.forget(session)
        for question in (one, two):
            question.answer()
        one.question.forget(session)
        assert one.answer() == two.answer() and (one.asked, two.asked) == (2, 1)
    with Session(store.engine) as session:
        one.question.forget(session)


class Watched:
    """How many watch each of two games, asked of tables that a test names."""

    def __init__(self, session: Session, games: list[int], of: Tables = (), rows_of: Tables = ()) -> None:
        self.session, self.games, self.about = session, games, list[set[int]]()
        self.question = Question(self.read, of=of, rows_of=rows_of)

    def read(self, session: Session, ids: Collection[int]) -> dict[int, int]:
        self.about.append({*ids})
        found = session.exec(select(Watcher.game_id, Watcher.player_id).where(col(Watcher.game_id).in_(ids)))
        return {game_id: len(rows) for game_id, rows in group_by_game(ids, found).items()}

    def ask(self) -> tuple[list[int], list[set[int]]]:
        """The answers about both games, and about which games it was asked for that."""
        self.about.clear()
        return [self.question.answer(self.session, game_id) for game_id in self.games], [*self.about]


def add_watcher(session: Session, row: dict[str, Any]) -> None:
    session.add(Watcher(**row))


def add_watcher_and_flush(session: Session, row: dict[str, Any]) -> None:
    session.add(Watcher(**row))
    session.flush()


def let_watcher_wait(session: Session, row: dict[str, Any]) -> None:
    insert_missing_rows(session, Watcher, [build_row(Watcher, **row)], "game_id", "player_id")


def insert_watcher(session: Session, row: dict[str, Any]) -> None:
    insert_if_missing(session, Watcher(**row), "game_id", "player_id")


WAYS = (add_watcher, add_watcher_and_flush, let_watcher_wait, insert_watcher)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("counted", ["of", "rows_of"])
def test_rows_that_come_and_go_are_seen_however_they_do(
    store: Store, party: Party, now: datetime, way: Callable[[Session, dict[str, Any]], None], counted: str
) -> None:
    """And only what is made of them is asked again, about their game alone; a statement may concern every game."""
    other = start_party(store, now, slug="other")
    one, two = party.game_id, other.game_id
    with store.write_session() as session:
        mark_games_locked(session, [party.game(session), other.game(session)])
        watched = Watched(session, [one, two], **{counted: (Watcher,)})
        unmoved = Watched(session, [one, two], of=(Player,))
        assert watched.ask() == unmoved.ask() == ([0, 0], [{one, two}])
        way(session, {"game_id": one, "player_id": party.player(session, "RED").id, "since": now})
        assert watched.ask() == ([1, 0], [{one}]) and unmoved.ask() == ([0, 0], [])
        row = session.exec(select(Watcher)).one()
        row.since = now.replace(year=now.year + 1)
        session.flush()
        assert watched.ask() == ([1, 0], [{one}] if counted == "of" else []), "what a row holds is not whether it is"
        session.delete(row)
        assert watched.ask() == ([0, 0], [{one}])
        session.execute(sa.delete(Watcher))
        assert watched.ask() == ([0, 0], [{one, two}]) and unmoved.ask() == ([0, 0], [])
        session.execute(sa.text("SELECT 1"))
        assert watched.ask() == ([0, 0], []), "who only asks changes nothing"


@pytest.mark.parametrize("table", [Game, Turn])
def test_a_row_without_the_number_of_its_game_is_known_to_be_of_it(
    store: Store, party: Party, now: datetime, table: type[SQLModel]
) -> None:
    """The game itself, and what only names a seat: answers about another game stay, and nothing is written for them."""
    other = start_party(store, now, slug="other")
    one, two = party.game_id, other.game_id
    with store.write_session() as session:
        mark_games_locked(session, [party.game(session), other.game(session)])
        seats = [each.seat(session, "RED") for each in (party, other)]
        turn = session.exec(select(Turn).where(Turn.seat_id == seats[0].id)).one()
        watched = Watched(session, [one, two], of=(table,))
        assert watched.ask() == ([0, 0], [{one, two}])
        turn.ready = True
        party.game(session).zone = "Europe/Paris"
        watched.question.answer(session, two)
        assert turn in session.dirty, "who asks about another game need not wait for it"
        assert watched.ask() == ([0, 0], [{one}])
