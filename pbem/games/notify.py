"""What must be told to people, written to the outbox in the transaction of what it tells; and the public ledger.

Here, and nowhere else, it is decided whether somebody may be written to at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlmodel import Session, col, select

from pbem.games.rarities import has_any
from pbem.games.seating import substitutes
from pbem.settings.mail_addresses import new_nonce
from pbem.storage.inserting import Columns, build_row, insert_missing_rows
from pbem.storage.models import Audit, Game, Leader, Outbox, Phase, Player, Seat, Watcher, canonical_json
from pbem.storage.models.words import Kind as Kind
from pbem.storage.questions import IDS, Question, ask_once, group_by_game

UNASKED_KINDS = frozenset(
    {
        Kind.SIGNIN,
        Kind.INVITATION,
        Kind.QUESTION,
        Kind.STRANGER,
        Kind.ADDRESS_NEW,
        Kind.DEPUTY_ASKED,
        Kind.INVITED,
        Kind.OFFERED,
    }
)
"""The kinds of letters that may go to an address that has never answered; each has its limits where it is written."""


DEPUTY_KINDS = frozenset(
    {
        Kind.CORRECTED,
        Kind.DEADLINE,
        Kind.PAUSED,
        Kind.PRESS,
        Kind.PROPOSED,
        Kind.REMIND,
        Kind.REPORT,
        Kind.ROLLED_BACK,
        Kind.STUCK,
        Kind.FINISHED,
    }
)
"""The kinds of letters to the holder of a seat that go to whoever stands in for them as well."""


NO_MORE: Mapping[str, str] = MappingProxyType({})
"""Nothing that a letter tells besides."""


WATCHER_KINDS = frozenset({Kind.STARTED, Kind.REPORT, Kind.FINISHED})
"""The kinds of letters to all that go to watchers as well, without anything that a seat alone knows."""


def can_be_written_to(player: Player, kind: Kind) -> bool:
    """Return whether a letter may be written to a player: bots look for themselves, and nobody gets more than an
    invitation before they have answered once, and who is banned or forgotten none at all."""
    if player.banned_at or player.forgotten_at:
        return kind is Kind.BANNED
    return not player.bot and (player.answered_at is not None or kind in UNASKED_KINDS)


def queue_letter(
    session: Session,
    kind: Kind,
    player: Player,
    key: str,
    *,
    game: Game | None = None,
    phase: Phase | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Any] | None = None,
    in_reply_to: str = "",
    now: datetime,
) -> None:
    """Queues a letter unless one with this key was queued before, or the player does not want any. What the holder of a
    seat is told goes to their deputy as well, if it is of a kind that is shared."""
    readers = [(player, key)]
    if seat is not None and kind in DEPUTY_KINDS and seat.player_id == player.id:
        readers += [
            (other, f"{key}:deputy:{one.id}") for one, other in substitutes.list_active_deputies(session, [seat], now)
        ]
    rows = [
        letter_row(kind, reader, name, now, game=game, phase=phase, seat=seat, data=data, in_reply_to=in_reply_to)
        for reader, name in readers
        if can_be_written_to(reader, kind)
    ]
    insert_missing_rows(session, Outbox, rows, "key")


def letter_row(
    kind: Kind,
    player: Player,
    key: str,
    now: datetime,
    *,
    game: Game | None = None,
    phase: Phase | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Any] | None = None,
    in_reply_to: str = "",
) -> Columns:
    """The row of a letter to be sent at once."""
    return build_row(
        Outbox,
        key=key,
        kind=kind,
        player_id=player.id,
        game_id=game.id if game else None,
        phase_id=phase.id if phase else None,
        seat_id=seat.id if seat else None,
        data=canonical_json(dict(data)) if data else "{}",
        in_reply_to=in_reply_to,
        created_at=now,
        ready_at=now,
        nonce=new_nonce(),
    )


def list_holders(session: Session, game: Game) -> list[tuple[Seat, Player]]:
    """The seats somebody holds, with who holds them, in the order of the seats."""
    return list(HOLDERS.answer(session, game.id))


def read_holders(session: Session, ids: Collection[int]) -> dict[int, list[tuple[Seat, Player]]]:
    found = session.exec(HOLDERS_OF_GAMES, params={"ids": list(ids)})
    return group_by_game(ids, ((seat.game_id, (seat, player)) for seat, player in found))


HOLDERS_OF_GAMES = (
    select(Seat, Player)
    .join(Player, col(Seat.player_id) == Player.id)
    .where(col(Seat.game_id).in_(IDS))
    .order_by(col(Seat.id))
)
HOLDERS = Question(read_holders, of=(Seat,))


def list_watchers(session: Session, game: Game) -> list[Player]:
    """Return who gets the public reports: people who neither play in the game nor lead it."""
    if not has_any(session, game.id, Watcher):
        return []
    query = select(Player).join(Watcher, col(Watcher.player_id) == Player.id).where(Watcher.game_id == game.id)
    found = session.exec(query.order_by(col(Player.id))).all()
    leading = {game.master_id, *(player.id for player in list_co_masters(session, game))}
    concerned = leading | {player.id for _, player in list_holders(session, game)}
    return [player for player in found if player.id not in concerned]


def queue_to_all(
    session: Session,
    kind: Kind,
    game: Game,
    key: str,
    *,
    phase: Phase | None = None,
    data: Mapping[str, Any] | None = None,
    now: datetime,
    but: Iterable[Seat] = (),
    author: Player | None = None,
) -> None:
    """To everybody with a seat, and to the master if the master has none; the seat and its generation complete the key.
    `but`: the seats that hear of it in another way; `author`: who need not be told, for it is of their own doing."""
    seated, others = list_holders(session, game), {seat.id for seat in but}
    told = [
        (seat, player) for seat, player in seated if seat.id not in others and not (author and player.id == author.id)
    ]
    rows = seat_letter_rows(kind, told, key, now, game=game, phase=phase, data=data)
    if kind in DEPUTY_KINDS:
        by_id = {seat.id: seat for seat, _ in seated}
        rows += [
            letter_row(
                kind, player, f"{key}:{seat.id}:deputy:{one.id}", now, game=game, phase=phase, seat=seat, data=data
            )
            for one, player in substitutes.list_active_deputies(session, list(by_id.values()), now)
            if can_be_written_to(player, kind) and (seat := by_id[one.seat_id])
        ]
    if kind in WATCHER_KINDS:
        rows += [
            letter_row(kind, player, f"{key}:watcher:{player.id}", now, game=game, phase=phase, data=data)
            for player in list_watchers(session, game)
            if can_be_written_to(player, kind)
        ]
    insert_missing_rows(session, Outbox, rows, "key")
    known = {player.id for _, player in seated} | ({author.id} if author else set())
    queue_to_master(session, kind, game, key, phase=phase, data=data, now=now, but=known)


def seat_letter_rows(
    kind: Kind,
    seated: Iterable[tuple[Seat, Player]],
    key: str,
    now: datetime,
    *,
    game: Game,
    phase: Phase | None = None,
    data: Mapping[str, Any] | None = None,
) -> list[Columns]:
    """The letters to those who hold some seats; the seat and its generation complete the key."""
    return [
        letter_row(
            kind, player, f"{key}:{seat.id}:{seat.generation}", now, game=game, phase=phase, seat=seat, data=data
        )
        for seat, player in seated
        if can_be_written_to(player, kind)
    ]


def queue_to_master(
    session: Session,
    kind: Kind,
    game: Game,
    key: str,
    *,
    phase: Phase | None = None,
    data: Mapping[str, Any] | None = None,
    now: datetime,
    but: Collection[int | None] = (),
) -> None:
    """To the game master, if the game has one, and to co-masters, `but` for some players."""
    master = find_master(session, game)
    if master and master.id not in but:
        queue_letter(session, kind, master, f"{key}:master", game=game, phase=phase, data=data, now=now)
    for helper in list_co_masters(session, game):
        if helper.id not in but:
            queue_letter(session, kind, helper, f"{key}:master:{helper.id}", game=game, phase=phase, data=data, now=now)


def find_master(session: Session, game: Game) -> Player | None:
    """Return who leads a game; None if nobody does."""
    return MASTER.answer(session, game.id) if game.master_id else None


def read_masters(session: Session, ids: Collection[int]) -> dict[int, Player | None]:
    found = session.exec(MASTERS_OF_GAMES, params={"ids": list(ids)})
    return dict.fromkeys(ids) | {game_id: player for game_id, player in found}  # noqa: C416 - no mapping


MASTERS_OF_GAMES = select(Game.id, Player).join(Player, col(Game.master_id) == Player.id).where(col(Game.id).in_(IDS))
MASTER = Question(read_masters, of=(Game,))


def list_co_masters(session: Session, game: Game) -> list[Player]:
    """Return who leads a game with its master, in the order in which they agreed."""
    if not has_any(session, game.id, Leader):
        return []
    query = select(Player).join(Leader, col(Leader.player_id) == Player.id)
    query = query.where(Leader.game_id == game.id, Leader.role == "co-master").order_by(col(Leader.since))
    return list(ask_once(session, ("co-masters", game.id), lambda: session.exec(query).all()))


def add_ledger_entry(session: Session, game: Game, actor: str, act: str, now: datetime, **data: Any) -> Audit:
    """Enters an act in the game's ledger, which all its players may read. `actor` is a seat code, MASTER, CO-MASTER,
    HOST or SERVER."""
    entry = Audit(game_id=game.id, at=now, actor=actor, act=act, data=canonical_json(data))
    session.add(entry)
    return entry


def list_ledger_entries(
    session: Session, game: Game, last: int | None = None, before: int | None = None
) -> list[Audit]:
    """The acts entered for a game, the first first: all, the `last` so many, or those before the one of a number."""
    query = select(Audit).where(Audit.game_id == game.id).order_by(col(Audit.id).desc()).limit(last)
    query = query.where(col(Audit.id) < before) if before is not None else query
    return session.exec(query).all()[::-1]  # type: ignore[return-value]
