"""Questions that are asked about games again and again. Each is declared once; it is asked for all the games in hand in
one statement, and its answer stands as long as nobody can have changed it.

Who only looks keeps every answer. Who may write keeps those about the games that they have locked
(`mark_games_locked`), since nobody else changes those until the transaction ends; an answer is forgotten when the
session itself writes a row that it is made of. Answers are rows that the session knows, so what is changed in one of
them is seen at once. What is rolled back is forgotten with all else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import ORMExecuteState
from sqlalchemy.orm import Session as OrmSession
from sqlalchemy.orm.util import identity_key
from sqlmodel import Session, SQLModel

from pbem.storage.models import Game, Seat

ANSWERS_KEY = "answers"
"""Where a session keeps its `Answers`."""

IDS: sa.BindParameter[Any] = sa.bindparam("ids", expanding=True)
"""The games that a question is about, in its statement, which is made once: making it costs as much as asking."""

ANEW = {"populate_existing": True}
"""How a statement reads rows that the session may know as they were before."""

Found = TypeVar("Found")
Row = TypeVar("Row")
Tables = tuple[type[SQLModel], ...]


@dataclass(eq=False)
class Answers:
    """What a session was answered. `writes`: whether it may change anything; `locked`: the games that nobody else can
    change meanwhile, None for all; `in_hand`: those that it works on, and asks about together."""

    writes: bool = False
    locked: set[int] | None = None
    in_hand: set[int] = field(default_factory=set)
    games: dict[int, Game] = field(default_factory=dict)
    """The rows of the locked games: a session loses sight of a row that nobody else holds."""
    known: dict[Question[Any], dict[int, Any]] = field(default_factory=lambda: defaultdict(dict))
    asked: dict[Hashable, Any] = field(default_factory=dict)
    """Answers to what is asked but once (`ask_once`)."""

    def lasts(self, game_id: int) -> bool:
        """Return whether what is said of a game stays true until this session itself changes it."""
        return self.locked is None or game_id in self.locked

    def forget(self, kind: type[SQLModel], game_id: int | None, *, comes_or_goes: bool) -> None:
        """Forgets what is made of a row of that kind, which has come or gone or only changed. `game_id`: of which game
        it tells, None if that is not known."""
        for question, known in self.known.items():
            if kind in question.of or (comes_or_goes and kind in question.rows_of):
                if game_id is None:
                    known.clear()
                else:
                    known.pop(game_id, None)


@dataclass(frozen=True, eq=False)
class Question(Generic[Found]):
    """`read`: the answers for some games, by their numbers. They hang on every row of the tables `of`, and on which
    rows there are of the tables `rows_of`. An answer of neither is changed by whoever changes what it tells of."""

    read: Callable[[Session, Collection[int]], Mapping[int, Found]]
    of: Tables = ()
    rows_of: Tables = ()

    def answer(self, session: Session, game_id: int) -> Found:
        """The answer for a game; it is asked for all others that are in hand as well."""
        answers: Answers | None = session.info.get(ANSWERS_KEY)
        if answers is None or not answers.lasts(game_id):
            return self.read(session, [game_id])[game_id]
        if answers.writes:
            self.write_pending_rows(session, game_id)
        known: dict[int, Found] = answers.known[self]
        if game_id not in known:
            others = (one for one in answers.in_hand if one not in known and answers.lasts(one))
            found = self.read(session, {game_id, *others})
            known.update(found)  # reading may have written rows, after which other answers are forgotten
        return known[game_id]

    def forget(self, session: Session) -> None:
        """Forgets all answers."""
        if (answers := session.info.get(ANSWERS_KEY)) is not None:
            answers.known.pop(self, None)

    def write_pending_rows(self, session: Session, game_id: int) -> None:
        """Writes rows of a game that wait to be written, if the answer is made of them; with them all others."""
        every = self.of + self.rows_of
        waiting = (*session.new, *session.deleted, *(row for row in session.dirty if isinstance(row, self.of)))
        if every and any(isinstance(row, every) and tells_of(session, row, game_id) for row in waiting):
            session.flush()


def start_reading() -> dict[str, Any]:
    """The `info` of a session that only looks."""
    return {ANSWERS_KEY: Answers()}


def start_writing(*, alone: bool) -> dict[str, Any]:
    """The `info` of a session that may write. `alone`: nobody else can write until it ends."""
    return {ANSWERS_KEY: Answers(writes=True, locked=None if alone else set())}


def mark_games_locked(session: Session, games: Iterable[Game]) -> None:
    """Says that nobody else can change some games until the transaction ends, and takes them in hand."""
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    if answers is not None:
        answers.games.update({game.id: game for game in games})
        answers.in_hand.update(answers.games)
        if answers.locked is not None:
            answers.locked.update(answers.games)


def is_marked_locked(session: Session, game_id: int) -> bool:
    """Return whether it was said that nobody else can change a game."""
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    return answers is not None and answers.locked is not None and game_id in answers.locked


def take_games_in_hand(session: Session, ids: Iterable[int]) -> None:
    """Says that a session works on some games: what it asks about one of them it asks about all."""
    if (answers := session.info.get(ANSWERS_KEY)) is not None:
        answers.in_hand.update(ids)


def count_games_in_hand(session: Session) -> int:
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    return len(answers.in_hand) if answers is not None else 0


def ask_once(session: Session, key: Hashable, query: Callable[[], Found]) -> Found:
    """Return what is found by who only looks: asked once, however often it is wanted."""
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    if answers is None or answers.writes:
        return query()
    if key not in answers.asked:
        answers.asked[key] = query()
    found: Found = answers.asked[key]
    return found


def group_by_game(ids: Collection[int], rows: Iterable[tuple[int, Row]]) -> dict[int, list[Row]]:
    """The rows of each game in their order; [] for a game without any."""
    found: dict[int, list[Row]] = {game_id: [] for game_id in ids}
    for game_id, row in rows:
        found[game_id].append(row)
    return found


# --- what is written ----------------------------------------------------------------------------------------------


def note_inserted_rows(session: Session, kind: type[SQLModel], rows: Iterable[Mapping[str, Any]]) -> None:
    """Forgets what rows make untrue that were inserted past the session."""
    if answers := answers_at_stake(session):
        for row in rows:
            answers.forget(kind, game_number(session, kind, row), comes_or_goes=True)


@event.listens_for(OrmSession, "after_flush")
def note_flushed_rows(session: OrmSession, _: object) -> None:
    if answers := answers_at_stake(session):
        for row, comes_or_goes in iter_flushed_rows(session):
            kind = type(row)
            answers.forget(kind, game_number(session, kind, row.__dict__), comes_or_goes=comes_or_goes)


def iter_flushed_rows(session: OrmSession) -> Iterator[tuple[SQLModel, bool]]:
    """The rows that were written just now, each with whether it has come or gone."""
    for rows, comes_or_goes in ((session.new, True), (session.deleted, True), (session.dirty, False)):
        yield from ((row, comes_or_goes) for row in rows)


@event.listens_for(OrmSession, "do_orm_execute")
def note_statement(state: ORMExecuteState) -> None:
    """A statement may change rows of any game, and one that names no table of ours may change anything."""
    if (state.is_update or state.is_delete or state.is_insert) and (answers := answers_at_stake(state.session)):
        if state.bind_mapper is None:
            answers.known.clear()
        else:
            answers.forget(state.bind_mapper.class_, None, comes_or_goes=True)


@event.listens_for(OrmSession, "after_soft_rollback")
def forget_answers(session: OrmSession, _: object) -> None:
    """What was taken back may have been part of any answer, and PostgreSQL gives back locks with it."""
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    if answers is not None:
        answers.known.clear()
        answers.games.clear()
        if answers.locked is not None:
            answers.locked.clear()


def answers_at_stake(session: OrmSession) -> Answers | None:
    """The answers that a session may make untrue; None if there are none."""
    answers: Answers | None = session.info.get(ANSWERS_KEY)
    return answers if answers is not None and answers.writes and answers.known else None


def tells_of(session: OrmSession, row: SQLModel, game_id: int) -> bool:
    """Return whether a row tells of a game, or may do so."""
    return game_number(session, type(row), row.__dict__) in (game_id, None)


def game_number(session: OrmSession, kind: type[SQLModel], values: Mapping[str, Any]) -> int | None:
    """Of which game a row tells; None if that is not known."""
    if kind is Game or "game_id" in values:
        return values.get("id" if kind is Game else "game_id")
    seat_id = values.get("seat_id")
    seat = session.identity_map.get(identity_key(Seat, seat_id)) if seat_id is not None else None
    found: int | None = sa.inspect(seat).dict.get("game_id") if seat is not None else None
    return found
