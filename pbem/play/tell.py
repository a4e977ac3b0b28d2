"""What must be told to people, written to the outbox in the transaction of what it tells; and the public ledger.

Here, and nowhere else, it is decided whether somebody may be written to at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlmodel import Session, col, select

from pbem.db import add_new
from pbem.models import Audit, Game, Leader, Outbox, Phase, Player, Seat, canonical


class Kind(StrEnum):
    """The kinds of letters, as `Outbox.kind` keeps them. Each has a template of that name (`pbem.mail.compose`)."""

    ADDRESS = "address"
    ADDRESS_ASKED = "address-asked"
    ADDRESS_NEW = "address-new"
    BOOK = "book"
    BANNED = "banned"
    BOARD_CORRECTED = "board-corrected"
    AGAIN = "again"
    CAMPAIGN = "campaign"
    CALENDAR = "calendar"
    CORRECTED = "corrected"
    DEADLINE = "deadline"
    EJECTED = "ejected"
    FINISHED = "finished"
    EXPORT = "export"
    FOR_THE_HOST = "for-the-host"
    FORGED = "forged"
    GAME_BOOK = "game-book"
    INVITATION = "invitation"
    LATE = "late"
    LEAD = "lead"
    LED = "led"
    LATER = "later"
    OPENED = "opened"
    PARKED = "parked"
    PAUSED = "paused"
    PRESS = "press"
    PROPOSED = "proposed"
    PUT_ASIDE = "put-aside"
    QUESTION = "question"
    RECEIPT = "receipt"
    REMIND = "remind"
    REPLACED = "replaced"
    REPORT = "report"
    RESIGNED = "resigned"
    ROLLED_BACK = "rolled-back"
    ROLL_CALL = "roll-call"
    SIGNIN = "signin"
    STARTED = "started"
    STATEMENT = "statement"
    STRANGER = "stranger"
    STUCK = "stuck"
    TERMS = "terms"
    TAKEN = "taken"
    UNREACHABLE = "unreachable"
    UNREADABLE = "unreadable"
    VACANT = "vacant"
    WELCOME = "welcome"


UNASKED = frozenset({Kind.SIGNIN, Kind.INVITATION, Kind.QUESTION, Kind.STRANGER, Kind.ADDRESS_NEW})
"""The kinds of letters that may go to an address that has never answered; each has its limits where it is written."""


def wants(player: Player, kind: Kind) -> bool:
    """Whether a letter may be written to a player: bots look for themselves, and nobody gets more than an invitation
    before he has answered once, and who is banned or forgotten none at all."""
    if player.banned_at or player.forgotten_at:
        return kind is Kind.BANNED
    return not player.bot and (player.answered_at is not None or kind in UNASKED)


def tell(
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
    """Queues a letter unless one with this key was queued before, or the player does not want any."""
    if wants(player, kind):
        row = letter(kind, player, key, now, game=game, phase=phase, seat=seat, data=data, in_reply_to=in_reply_to)
        add_new(session, [row], "key")


def letter(
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
) -> Outbox:
    """The row of a letter to be sent at once."""
    return Outbox(
        key=key,
        kind=kind,
        player_id=player.id,
        game_id=game.id if game else None,
        phase_id=phase.id if phase else None,
        seat_id=seat.id if seat else None,
        data=canonical(dict(data or {})),
        in_reply_to=in_reply_to,
        created_at=now,
        ready_at=now,
    )


def holders(session: Session, game: Game) -> list[tuple[Seat, Player]]:
    """The seats somebody holds, with who holds them, in the order of the seats."""
    query = select(Seat, Player).join(Player, col(Seat.player_id) == Player.id)
    return list(session.exec(query.where(Seat.game_id == game.id).order_by(col(Seat.id))))


def tell_all(
    session: Session,
    kind: Kind,
    game: Game,
    key: str,
    *,
    phase: Phase | None = None,
    data: Mapping[str, Any] | None = None,
    now: datetime,
    but: Iterable[Seat] = (),
) -> None:
    """To everybody with a seat, and to the master if he has none; the seat and its generation complete the key. `but`:
    the seats that hear of it in another way."""
    seated, others = holders(session, game), {seat.id for seat in but}
    rows = [
        letter(kind, player, f"{key}:{seat.id}:{seat.generation}", now, game=game, phase=phase, seat=seat, data=data)
        for seat, player in seated
        if wants(player, kind) and seat.id not in others
    ]
    add_new(session, rows, "key")
    players = {player.id for _, player in seated}
    tell_master(session, kind, game, key, phase=phase, data=data, now=now, but=players)


def tell_master(
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
    master = session.get(Player, game.master_id) if game.master_id else None
    if master and master.id not in but:
        tell(session, kind, master, f"{key}:master", game=game, phase=phase, data=data, now=now)
    for helper in co_masters(session, game):
        if helper.id not in but:
            tell(session, kind, helper, f"{key}:master:{helper.id}", game=game, phase=phase, data=data, now=now)


def co_masters(session: Session, game: Game) -> list[Player]:
    """Who leads a game with its master, in the order in which they agreed."""
    query = select(Player).join(Leader, col(Leader.player_id) == Player.id)
    return list(
        session.exec(query.where(Leader.game_id == game.id, Leader.role == "co-master").order_by(col(Leader.since)))
    )


def note(session: Session, game: Game, actor: str, act: str, now: datetime, **data: Any) -> Audit:
    """Enters an act in the game's ledger, which all its players may read. `actor` is a seat code, MASTER, CO-MASTER,
    HOST or SERVER."""
    entry = Audit(game_id=game.id, at=now, actor=actor, act=act, data=canonical(data))
    session.add(entry)
    return entry


def ledger(session: Session, game: Game) -> list[Audit]:
    """Every act entered for a game, the first first."""
    return list(session.exec(select(Audit).where(Audit.game_id == game.id).order_by(col(Audit.id))))
