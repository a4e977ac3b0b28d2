"""What must be told to people, written to the outbox in the transaction of what it tells; and the public ledger.

Here, and nowhere else, it is decided whether somebody may be written to at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlmodel import Session, col, select

from pbem.db import add_new
from pbem.models import Audit, Game, Outbox, Phase, Player, Seat, canonical


class Kind(StrEnum):
    """The kinds of letters, as `Outbox.kind` keeps them. Each has a template of that name (`pbem.mail.compose`)."""

    ADDRESS = "address"
    AGAIN = "again"
    BOOK = "book"
    CAMPAIGN = "campaign"
    CALENDAR = "calendar"
    CORRECTED = "corrected"
    DEADLINE = "deadline"
    FINISHED = "finished"
    FOR_THE_HOST = "for-the-host"
    FORGED = "forged"
    GAME_BOOK = "game-book"
    INVITATION = "invitation"
    LATE = "late"
    LATER = "later"
    OPENED = "opened"
    PARKED = "parked"
    PAUSED = "paused"
    PRESS = "press"
    PROPOSED = "proposed"
    PUT_ASIDE = "put-aside"
    QUESTION = "question"
    RECEIPT = "receipt"
    RECORD = "record"
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
    TAKEN = "taken"
    UNREACHABLE = "unreachable"
    UNREADABLE = "unreadable"
    VACANT = "vacant"
    WELCOME = "welcome"


UNASKED = frozenset({Kind.SIGNIN, Kind.INVITATION, Kind.QUESTION, Kind.STRANGER})
"""The kinds of letters that may go to an address that has never answered; each has its limits where it is written."""


def wants(player: Player, kind: Kind) -> bool:
    """Whether a letter may be written to a player: bots look for themselves, and nobody gets more than an invitation
    before he has answered once."""
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
    if game.master_id and game.master_id not in {player.id for _, player in seated}:
        tell_master(session, kind, game, key, phase=phase, data=data, now=now)


def tell_master(
    session: Session,
    kind: Kind,
    game: Game,
    key: str,
    *,
    phase: Phase | None = None,
    data: Mapping[str, Any] | None = None,
    now: datetime,
) -> None:
    """To the game master, if the game has one."""
    master = session.get(Player, game.master_id) if game.master_id else None
    if master:
        tell(session, kind, master, f"{key}:master", game=game, phase=phase, data=data, now=now)


def note(session: Session, game: Game, actor: str, act: str, now: datetime, **data: Any) -> None:
    """Enters an act in the game's ledger, which all its players may read. `actor` is a seat code, MASTER or SERVER."""
    session.add(Audit(game_id=game.id, at=now, actor=actor, act=act, data=canonical(data)))


def ledger(session: Session, game: Game) -> list[Audit]:
    """Every act entered for a game, the first first."""
    return list(session.exec(select(Audit).where(Audit.game_id == game.id).order_by(col(Audit.id))))
