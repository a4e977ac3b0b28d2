"""Press: what seats write to each other, relayed by the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.notify import Kind, add_ledger_entry, list_holders, queue_letter, queue_to_master
from pbem.games.rules import rules_of
from pbem.games.seating import tenures
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.budgets import spend
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, Phase, Player, Press, Seat

LONGEST = 20_000
MASTER = "MASTER"
MOST = 200
"""Messages of one game that are looked at together."""
BEFORE = 0
"""Stands where the id of a phase stands for the time before the first."""


def post_press(
    session: Session,
    game: Game,
    author: Seat | str,
    to: Sequence[str] | str,
    text: str,
    now: datetime,
    key: str,
    limits: Limits = USUAL_LIMITS,
    leader: Player | None = None,
) -> Press:
    """Relays a message to seat codes ("MASTER" among them), or to all with "*". A second one with the same `key` is
    the first one again. `leader`: who writes as the master, and whose message it counts as.

    Raises Refusal: "no press", "no press now", "press empty", "press too long", "press to nobody", "no such seat",
    "too many messages".
    """
    code = author if isinstance(author, str) else author.code
    known = {seat.code for seat in games.list_game_seats(session, game)}
    audience = ["*"] if to == "*" else [c for c in dict.fromkeys(to) if c != code]
    unknown = [c for c in audience if c not in {*known, MASTER, "*"}]
    if unknown:
        raise Refusal("no such seat", word=unknown[0], near=[], seats=sorted(known))
    if not audience:
        raise Refusal("press to nobody")
    if rules_of(game).press == "none" and code != MASTER and audience != [MASTER]:
        raise Refusal("no press", slug=game.slug)
    if is_press_hushed(session, game) and code != MASTER and audience != [MASTER]:
        raise Refusal("no press now", kinds=kinds_with_press(game))
    if not text.strip():
        raise Refusal("press empty")
    if len(text) > LONGEST:
        raise Refusal("press too long", length=len(text), longest=LONGEST)
    writer = author.player_id if isinstance(author, Seat) else leader.id if leader else None
    if writer and not spend(session, limits, "messages", writer, now):
        raise Refusal("too many messages", most=limits.messages)
    return relay_press(session, game, code, audience, redact_secrets(text.strip()), now, key)


def is_press_hushed(session: Session, game: Game) -> bool:
    """Return whether players are silent in the open phase; before the first and after the last everybody may speak."""
    return is_phase_hushed(game, games.find_current_phase(session, game))


def is_phase_hushed(game: Game, phase: Phase | None) -> bool:
    """Return whether players are silent in a phase, the newest of the game; None before the first."""
    kinds = kinds_with_press(game)
    return bool(kinds) and phase is not None and game.status != "finished" and phase.kind not in kinds


def kinds_with_press(game: Game) -> tuple[str, ...]:
    """The kinds of phases in which players write to each other, if there are others; () if they do in all."""
    kinds = rules_of(game).press_kinds
    return kinds if {*games.get_engine(game).kinds} - {*kinds} else ()


def relay_press(
    session: Session, game: Game, code: str, audience: Sequence[str], text: str, now: datetime, key: str
) -> Press:
    phase = games.find_current_phase(session, game)
    row = Press(
        game_id=game.id,
        phase_id=phase.id if phase else None,
        author=code,
        audience=" ".join(audience),
        text=text,
        key=key,
        sent_at=now,
    )
    row.id = insert_if_missing(session, row, "key")  # type: ignore[assignment]
    sent = row if row.id else session.exec(select(Press).where(Press.key == key)).one()
    seated = list_holders(session, game)
    knowing = {player.id for seat, player in seated if code == seat.code or is_press_for(sent, seat.code)}
    for seat, player in seated:
        if seat.code != code and is_press_for(sent, seat.code):
            queue_letter(
                session,
                Kind.PRESS,
                player,
                f"press:{sent.id}:{seat.id}",
                game=game,
                phase=phase,
                seat=seat,
                data={"press": sent.id},
                now=now,
            )
    if code != MASTER and is_press_for(sent, MASTER):
        data = {"press": sent.id}
        queue_to_master(session, Kind.PRESS, game, f"press:{sent.id}", phase=phase, data=data, now=now, but=knowing)
    return sent


def is_press_for(press: Press, code: str) -> bool:
    """Return whether a message is for a seat (or the master)."""
    return press.audience == "*" or code in press.audience.split()


def list_visible_press(
    session: Session,
    game: Game,
    seat: Seat | str | None,
    phase_id: int | None = None,
    last: int = MOST,
    since: datetime | None = None,
) -> list[Press]:
    """The messages a seat ("MASTER": the master; None: a bystander) wrote or got, in one phase, `BEFORE` the first or
    in all, in order; the `last` of them, since one player can write as many as there is time for. What was private
    before its holder's tenure is theirs only if it was left to them. Once the game is over everybody reads what its
    authors have opened.

    `since`: a reader to whom nothing private is shown that is older."""
    some = readable_conditions(session, game, seat, phase_id, since)
    query = select(Press).where(*some).order_by(col(Press.id).desc()).limit(last)
    return list(reversed(session.exec(query).all()))


def count_visible_press(
    session: Session, game: Game, seat: Seat | None, phase_id: int, since: datetime | None = None
) -> int:
    """Return how many there are of them in a phase."""
    query = select(sa.func.count()).select_from(Press)
    return session.exec(query.where(*readable_conditions(session, game, seat, phase_id, since))).one()


def readable_conditions(
    session: Session, game: Game, seat: Seat | str | None, phase_id: int | None, since: datetime | None
) -> Iterator[sa.ColumnElement[bool]]:
    """Yield what holds for the messages that a seat may read."""
    code = seat.code if isinstance(seat, Seat) else seat
    for_it = col(Press.audience) == "*"
    if code is not None:
        named = sa.literal(" ") + col(Press.audience) + sa.literal(" ")
        private = (col(Press.author) == code) | named.contains(f" {code} ", autoescape=True)
        begins = tenures.press_readable_since(session, seat) if isinstance(seat, Seat) else None
        for begin in filter(None, (begins, since)):
            private = private & (col(Press.sent_at) >= begin)
        for_it = for_it | private
    if game.status == "finished":
        for_it = for_it | opened_condition(session, game)
    yield col(Press.game_id) == game.id
    yield for_it
    if phase_id is not None:
        yield col(Press.phase_id) == (phase_id or None)


# --- opened at the end ------------------------------------------------------------------------------------------


def open_press_at_end(session: Session, game: Game, seat: Seat, opens: bool, now: datetime) -> None:
    """Whether what a seat wrote to some may be read by all once the game is over. What its player wrote to the game
    master, and what others wrote who held the seat before them, stays closed."""
    if seat.opens_press != opens:
        seat.opens_press = opens
        session.add(seat)
        if game.status == "finished":
            add_ledger_entry(session, game, seat.code, "opened press" if opens else "closed press", now)


def opened_condition(session: Session, game: Game) -> sa.ColumnElement[bool]:
    """The messages that their authors have opened, for a game that is over."""
    mine = [
        sa.and_(col(Press.author) == seat.code, col(Press.sent_at) >= seat.joined_at)
        for seat in games.list_game_seats(session, game)
        if seat.opens_press and seat.joined_at
    ]
    to_master = (sa.literal(" ") + col(Press.audience) + sa.literal(" ")).contains(f" {MASTER} ", autoescape=True)
    return sa.or_(sa.false(), *mine) & ~to_master
