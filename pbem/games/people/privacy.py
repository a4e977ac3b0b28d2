"""What is kept of a person: shown to them, taken away, or put together with what is kept under another address of
theirs.

Every table whose rows name a player is one of two kinds. What belongs to games stays when they are forgotten, without
their name: other people play them, and they can be proved as before. All else goes with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import or_
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, col, select

from pbem.games import Refusal, games
from pbem.games.leading import leaders
from pbem.games.people import people
from pbem.games.results import ratings
from pbem.games.seating import deputies, seat_lottery, seats
from pbem.storage.inserting import begin_savepoint
from pbem.storage.models import (
    Campaign,
    Deputy,
    Entrant,
    Game,
    GameBook,
    Gift,
    Leader,
    MailIn,
    Player,
    Press,
    Rest,
    Seat,
    Submission,
    Tenure,
    Wish,
)

KEPT_TABLES = frozenset({"campaign", "deputy", "entrant", "game", "seat", "statement", "tenure", "turn"})
"""Tables of games: their rows stay, and name “a former player”."""
DELETED_TABLES = frozenset(
    {
        "absence",
        "diary",
        "gift",
        "invitation",
        "leader",
        "mail_in",
        "outbox",
        "rating",
        "sign_in",
        "watcher",
        "web_session",
        "wish",
    }
)
"""Tables of a person: the rows go with the person."""
SHOWN_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "game": ("slug", "engine", "status", "created_at"),
    "seat": ("game_id", "code", "label", "contribution", "joined_at"),
}
"""What is shown of a row that holds secrets of a game."""
SECRET_ENDINGS = ("hash", "secret", "shared", "digest", "letter")
"""What the names of columns end with that are shown to nobody."""

PlayerColumn = tuple[sa.Table, sa.Column[Any]]


def iter_player_columns() -> Iterator[PlayerColumn]:
    """Every column that names a player, with its table."""
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if any(key.column.table.name == "player" for key in column.foreign_keys):
                yield table, column


# --- shown ------------------------------------------------------------------------------------------------------


def export_player(session: Session, player: Player) -> str:
    """All that is kept of a person, as JSON: who they are, every row that names them, what they wrote in their seats,
    and their letters. What others wrote belongs to the others."""
    found: dict[str, list[dict[str, Any]]] = {"player": export_rows(session, Player, col(Player.id) == player.id)}
    for table, column in iter_player_columns():
        found.setdefault(table.name, []).extend(export_rows(session, table, column == player.id, column.name))
    mine = seats.list_held_seats(session, player)
    found["press"] = [row for seat in mine for row in export_rows(session, Press, press_of_player(seat))]
    found["submission"] = export_rows(session, Submission, submissions_of_player(player))
    found["mail_in"] += export_rows(session, MailIn, letters_of_player(player) & col(MailIn.player_id).is_(None))
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)


def export_rows(session: Session, table: Any, where: sa.ColumnElement[bool], theirs: str = "") -> list[dict[str, Any]]:
    """Rows as they can be shown; of the columns that name players only `theirs`, for who the others are may be
    secret."""
    whole: sa.Table = getattr(table, "__table__", table)
    others = {column.name for of, column in iter_player_columns() if of is whole} - {theirs}
    shown = [
        column
        for column in whole.columns
        if column.name in SHOWN_COLUMNS.get(whole.name, (column.name,))
        and not column.name.endswith(SECRET_ENDINGS)
        and column.name not in others
    ]
    return [
        {key: to_json_value(value) for key, value in row.items()}
        for row in session.execute(sa.select(*shown).where(where)).mappings()
    ]


def to_json_value(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case bytes():
            return value.decode("utf-8", "replace")
    return value


def press_of_player(seat: Seat) -> sa.ColumnElement[bool]:
    """The press that the player of a seat wrote in it."""
    return (
        (col(Press.game_id) == seat.game_id) & (col(Press.author) == seat.code) & (col(Press.sent_at) >= seat.joined_at)
    )


def submissions_of_player(player: Player) -> sa.ColumnElement[bool]:
    """The words of orders that somebody sent: in seats that they hold or have held, and for whom they stood in."""
    at, end = col(Submission.received_at), col(Tenure.ended_at)
    held = sa.exists().where(
        col(Tenure.player_id) == player.id,
        col(Tenure.seat_id) == Submission.seat_id,
        at >= col(Tenure.began_at),
        end.is_(None) | (at < end),
    )
    stood_in = sa.exists().where(
        col(Deputy.player_id) == player.id,
        col(Deputy.seat_id) == Submission.seat_id,
        at >= col(Deputy.begins_at),
        at <= sa.func.coalesce(Deputy.ended_at, Deputy.ends_at),
    )
    as_deputy = col(Submission.source) == "deputy"
    return (held & ~as_deputy) | (stood_in & as_deputy)


def letters_of_player(player: Player) -> sa.ColumnElement[bool]:
    """The letters from their address, and those that wait for their word."""
    return (col(MailIn.sender) == player.address) | (col(MailIn.player_id) == player.id)


# --- forgotten --------------------------------------------------------------------------------------------------


def forget_player(session: Session, player: Player, now: datetime) -> None:
    """Takes a person away. Their seats in games that go on become vacant; games they lead are led by a co-master, else
    by the host; in games that are over the person is “a former player”. Their words of orders and their letters go; the
    orders stay, which games are made of, and so does press, which belongs to those who got it, too. Nothing is written
    to them."""
    lock_with_games(session, player)
    if player.forgotten_at:
        return
    words = sa.update(Submission).where(submissions_of_player(player)).values(text="", lines="[]")
    session.execute(words.execution_options(synchronize_session=False))
    letters = sa.select(col(MailIn.id)).where(letters_of_player(player))
    session.execute(sa.update(Submission).where(col(Submission.mail_id).in_(letters)).values(text="", lines="[]"))
    emptied = {
        "raw": b"",
        "sender": "",
        "recipient": "",
        "note": "",
        "player_id": None,
        "ready_at": None,
        "status": "done",
    }
    session.execute(sa.update(MailIn).where(letters_of_player(player)).values(**emptied))
    leave_games(session, player, now)
    for table, column in iter_player_columns():
        if table.name in DELETED_TABLES - {"mail_in"}:
            session.execute(sa.delete(table).where(column == player.id))
    blank = Player(address=f"forgotten-{player.id}@nobody.invalid", created_at=player.created_at, forgotten_at=now)
    for name, value in blank.model_dump(exclude={"id"}).items():
        setattr(player, name, value)
    session.add(player)
    session.flush()
    ratings.forget_ratings(session)  # they are worked out anew


def lock_with_games(session: Session, *persons: Player) -> None:
    """Keeps some people, and the games that they have to do with, from being changed by others until the transaction
    ends. Games come first, in the order of their numbers, so that two who are forgotten at once never wait for each
    other; who comes into a game locks it before the person, too."""
    theirs = or_(*(col(Game.id).in_(select_concerned_games(player)) for player in persons))
    for game in session.exec(select(Game).where(theirs).order_by(col(Game.id))).all():
        games.lock_game(session, game)
    for player in sorted(persons, key=lambda one: one.id):
        people.lock_even_banned(session, player)


def select_concerned_games(player: Player) -> Any:
    """The games in which rows of games name a person."""
    tables: Sequence[Any] = (Seat, Wish, Deputy, Leader)
    named = [sa.select(one.game_id).where(one.player_id == player.id) for one in tables]
    named.append(sa.select(col(Deputy.game_id)).where(col(Deputy.holder_id) == player.id))
    named.append(sa.select(col(Gift.game_id)).where(col(Gift.taker_id) == player.id))
    return sa.union(*named, sa.select(col(Game.id)).where(col(Game.master_id) == player.id))


def leave_games(session: Session, player: Player, now: datetime, act: seats.LeavingAct = "resigned") -> None:
    """Gives up all seats in games that go on, waits for no other, stands in for nobody, and leads no game any more."""
    for wish in session.exec(select(Wish).where(Wish.player_id == player.id)).all():
        seat_lottery.stop_waiting_for_draw(session, session.get_one(Game, wish.game_id), player, now)
    for deputy in session.exec(
        select(Deputy).where(Deputy.player_id == player.id, col(Deputy.ended_at).is_(None))
    ).all():
        deputies.decline_deputyship(session, session.get_one(Game, deputy.game_id), player, now)
    offered = (col(Gift.taker_id) == player.id) & col(Gift.closed_at).is_(None)
    session.execute(sa.update(Gift).where(offered).values(closed_at=now))
    for game in leaders.list_led_games(session, player):
        leaders.replace_leader(session, game, player, now)
    for seat in seats.list_held_seats(session, player):
        if session.get_one(Game, seat.game_id).status != "finished":
            seats.leave_seat_vacant(session, seat, now, act)
    leave_campaigns(session, player, now)


def leave_campaigns(session: Session, player: Player, now: datetime) -> None:
    """Plays no further round, and leads no campaign any more: the host does."""
    session.execute(sa.update(Campaign).where(col(Campaign.master_id) == player.id).values(master_id=None))
    mine = (col(Entrant.player_id) == player.id) & col(Entrant.out_at).is_(None)
    left = session.exec(select(Entrant.campaign_id).where(mine)).all()
    session.execute(sa.update(Entrant).where(mine).values(out_at=now, answer="no"))
    running = col(Campaign.id).in_(left) & (col(Campaign.status) != "open")
    session.execute(sa.update(Campaign).where(running).values(due_at=now))


# --- two addresses, one person ----------------------------------------------------------------------------------


def merge_players(session: Session, gone: Player, kept: Player) -> None:
    """Puts all that is kept under one address to another of the same person; the first is not known any more.

    Raises Refusal "same person", "sit together" if both hold seats in one game, "banned"."""
    if gone.id == kept.id:
        raise Refusal("same person", address=kept.address)
    lock_with_games(session, gone, kept)
    if gone.banned_at or kept.banned_at or gone.forgotten_at or kept.forgotten_at:
        raise Refusal("banned")
    mine = {seat.game_id for seat in seats.list_held_seats(session, kept)}
    both = [seat.game_id for seat in seats.list_held_seats(session, gone) if seat.game_id in mine]
    if both:
        raise Refusal("sit together", slugs=[session.get_one(Game, one).slug for one in both])
    for table, column in iter_player_columns():
        reassign_rows(session, table, column, gone, kept)
    for led in session.exec(
        select(Leader)
        .join(Game, col(Leader.game_id) == Game.id)
        .where(Leader.player_id == kept.id, Game.master_id == kept.id)
    ):
        session.delete(led)
    for book in session.exec(select(GameBook).where(col(GameBook.readers).contains(str(gone.id)))):
        readers = [kept.id if one == gone.id else one for one in json.loads(book.readers)]
        book.readers = json.dumps(list(dict.fromkeys(readers)))
        session.add(book)
    kept.name = kept.name or gone.name
    kept.answered_at = min(filter(None, (kept.answered_at, gone.answered_at)), default=None)
    session.flush()
    session.delete(gone)
    session.flush()
    ratings.forget_ratings(session)  # they are worked out anew
    session.expire_all()


def reassign_rows(session: Session, table: sa.Table, column: sa.Column[Any], gone: Player, kept: Player) -> None:
    """Lets rows name another player; one that they have already is not had twice."""
    for number in session.execute(sa.select(table.c.id).where(column == gone.id)).scalars().all():
        try:
            with begin_savepoint(session):
                session.execute(sa.update(table).where(table.c.id == number).values({column.name: kept.id}))
        except IntegrityError:
            if table.name == "entrant":
                session.execute(sa.delete(Rest).where(col(Rest.entrant_id) == number))
            session.execute(sa.delete(table).where(table.c.id == number))
