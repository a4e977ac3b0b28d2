"""Deputies: somebody stands in for the holder of a seat from one day to another, if he accepts. It ends by itself, by a
word of either, and when the seat passes on. What he may do: `pbem.play.rights`; who acts now: `pbem.play.acting`."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.limits import USUAL, Limits
from pbem.models import Deputy, Game, Player, Seat
from pbem.play import Refused, acting, games, people
from pbem.play.rules import rules_of
from pbem.play.tell import Kind, note, tell, tell_master

LONGEST = timedelta(days=60)
"""The longest span for which a deputy is named."""
AHEAD = timedelta(days=366)
"""How long before its beginning at most."""


def name(
    session: Session,
    game: Game,
    seat: Seat,
    player: Player,
    begins: datetime,
    ends: datetime,
    now: datetime,
    limits: Limits = USUAL,
    by: Player | None = None,
) -> Deputy:
    """Asks somebody to stand in for a seat's holder; who was asked before is not asked any more. `by`: the game master
    who asks in the holder's place, and the holder is told.

    Nothing here depends on whether the one who is asked plays in the game: in an anonymous one that is secret. Raises
    Refused "no deputies", "game over", "seat vacant", "deputy yourself", "deputy span", "too many invitations",
    "asked too often".
    """
    games.lock(session, game)
    holder = asked_for(session, game, seat)
    if player.id == holder.id:
        raise Refused("deputy yourself")
    if not now < ends or not timedelta() < ends - begins <= LONGEST or begins > now + AHEAD:
        raise Refused("deputy span", days=LONGEST.days)
    people.asked(session, limits, by or holder, player, now)
    for before in current(session, seat):
        close(session, before, now)
    row = Deputy(
        game_id=game.id,
        seat_id=seat.id,
        player_id=player.id,
        holder_id=holder.id,
        named_at=now,
        begins_at=max(begins, now),
        ends_at=ends,
    )
    session.add(row)
    session.flush()
    data = {**facts(row, seat), "by": "master" if by else "player"}
    tell(session, Kind.DEPUTY_ASKED, player, f"deputy-asked:{row.id}", game=game, data=data, now=now)
    if by:
        note(session, game, "MASTER", "asked a deputy", now, seat=seat.code)
        tell_news(session, row, seat, holder, "named", now)
    return row


def asked_for(session: Session, game: Game, seat: Seat) -> Player:
    """The holder of a seat that may have a deputy."""
    if rules_of(game).deputies == "none":
        raise Refused("no deputies", slug=game.slug)
    if game.status == "finished":
        raise Refused("game over", slug=game.slug)
    session.refresh(seat)
    holder = session.get(Player, seat.player_id) if seat.player_id else None
    if holder is None:
        raise Refused("seat vacant", seat=seat.label)
    return holder


def facts(row: Deputy, seat: Seat) -> dict[str, object]:
    return {"seat": seat.label, "deputy": row.id, "begins": row.begins_at.isoformat(), "ends": row.ends_at.isoformat()}


def current(session: Session, seat: Seat) -> list[Deputy]:
    """Who was asked to stand in at a seat, or does; the newest last."""
    query = select(Deputy).where(Deputy.seat_id == seat.id, col(Deputy.ended_at).is_(None))
    return list(session.exec(query.order_by(col(Deputy.id))))


def asked_or_acting(session: Session, game: Game, player: Player) -> bool:
    """Whether somebody stands in for a player of a game, or may do so from some day on."""
    query = select(Deputy.id).where(Deputy.game_id == game.id, Deputy.player_id == player.id)
    query = query.where(col(Deputy.ended_at).is_(None))
    return session.exec(query.limit(1)).first() is not None


def asked(session: Session, game: Game, player: Player, now: datetime) -> Deputy | None:
    """What somebody was asked to do in a game, and has not answered yet."""
    query = select(Deputy).where(
        Deputy.game_id == game.id,
        Deputy.player_id == player.id,
        col(Deputy.accepted_at).is_(None),
        col(Deputy.ended_at).is_(None),
        col(Deputy.ends_at) > now,
    )
    found = session.exec(query.order_by(col(Deputy.id).desc()).execution_options(populate_existing=True)).first()
    seat = session.get_one(Seat, found.seat_id) if found else None
    return found if found and seat and seat.player_id == found.holder_id else None


def accept(session: Session, game: Game, player: Player, now: datetime) -> Deputy:
    """Agrees to stand in: he gets an address of his own for the seat, its holder is told, and from its beginning he
    gets what the holder gets. Raises Refused "nothing offered", "plays and stands in"."""
    games.lock(session, game)
    row = asked(session, game, player, now)
    if row is None:
        raise Refused("nothing offered", slug=game.slug)
    people.lock(session, player)
    if not acting.may_act(session, row, player):
        raise Refused("plays and stands in", slug=game.slug)
    people.answered(session, player, now)
    row.accepted_at = now
    session.add(row)
    session.flush()
    seat, holder = session.get_one(Seat, row.seat_id), session.get_one(Player, row.holder_id)
    data = facts(row, seat)
    tell(session, Kind.DEPUTY, player, f"deputy:{row.id}", game=game, seat=seat, data=data, now=now)
    tell_news(session, row, seat, holder, "accepted", now)
    if row.begins_at <= now:
        begin(session, game, row, now)
    return row


def decline(session: Session, game: Game, player: Player, now: datetime) -> Deputy:
    """Does not want to stand in, or not any longer. Raises Refused "nothing offered"."""
    games.lock(session, game)
    query = select(Deputy).where(
        Deputy.game_id == game.id, Deputy.player_id == player.id, col(Deputy.ended_at).is_(None)
    )
    row = session.exec(query.order_by(col(Deputy.id).desc())).first()
    if row is None:
        raise Refused("nothing offered", slug=game.slug)
    seat, holder, known = session.get_one(Seat, row.seat_id), session.get_one(Player, row.holder_id), row.accepted_at
    close(session, row, now)
    if seat.player_id == holder.id:
        tell_news(session, row, seat, holder, "stood down" if known else "declined", now)
    return row


def dismiss(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The holder plays himself again, or asks nobody any more. Raises Refused "no deputy"."""
    games.lock(session, game)
    every = current(session, seat)
    if not every:
        raise Refused("no deputy", seat=seat.label)
    end_all(session, seat, now)


def end_all(session: Session, seat: Seat, now: datetime) -> None:
    """Nobody stands in at a seat any more; who did is told."""
    for row in current(session, seat):
        accepted = row.accepted_at is not None
        close(session, row, now)
        if accepted:
            tell_news(session, row, seat, session.get_one(Player, row.player_id), "over", now)


def close(session: Session, row: Deputy, now: datetime) -> None:
    row.ended_at, begun = now, row.told == "begun"
    row.told = "ended"
    session.add(row)
    session.flush()
    if begun:
        seat, game = session.get_one(Seat, row.seat_id), session.get_one(Game, row.game_id)
        note(session, game, seat.code, "deputy ended", now)


def tell_news(session: Session, row: Deputy, seat: Seat, to: Player, what: str, now: datetime) -> None:
    """Tells one of the two what became of it."""
    game, data = session.get_one(Game, row.game_id), {**facts(row, seat), "what": what}
    tell(session, Kind.DEPUTY_NEWS, to, f"deputy-news:{row.id}:{what}:{to.id}", game=game, data=data, now=now)


# --- by the clock --------------------------------------------------------------------------------------------------


def due(session: Session, now: datetime) -> list[int]:
    """The games in which one begins or ends."""
    begun = col(Deputy.accepted_at).is_not(None) & (col(Deputy.told) == "") & (col(Deputy.begins_at) <= now)
    query = select(Deputy.game_id).where(col(Deputy.ended_at).is_(None), begun | (col(Deputy.ends_at) <= now))
    return sorted({*session.exec(query)})


def attend(session: Session, game: Game, now: datetime) -> None:
    """Begins and ends what is due in a game."""
    games.lock(session, game)
    query = select(Deputy).where(Deputy.game_id == game.id, col(Deputy.ended_at).is_(None)).order_by(col(Deputy.id))
    for row in session.exec(query.execution_options(populate_existing=True)).all():
        if row.ends_at <= now:
            lapse(session, row, now)
        elif row.accepted_at and row.told == "" and row.begins_at <= now:
            begin(session, game, row, now)


def begin(session: Session, game: Game, row: Deputy, now: datetime) -> None:
    """His span has begun: all can read it in the ledger, and he gets the report on where things stand."""
    row.told = "begun"
    session.add(row)
    session.flush()
    seat, player = session.get_one(Seat, row.seat_id), session.get_one(Player, row.player_id)
    note(session, game, seat.code, "deputy", now, until=row.ends_at.isoformat())
    data: dict[str, object] = {"seat": seat.label, "what": "begun", **facts(row, seat)}
    tell_master(session, Kind.DEPUTY_NEWS, game, f"deputy-news:{row.id}:begun", data=data, now=now)
    phase = games.current(session, game)
    if phase and game.status != "finished":
        key = f"report:{phase.id}:{seat.id}:deputy:{row.id}"
        tell(session, Kind.REPORT, player, key, game=game, phase=phase, seat=seat, now=now)


def lapse(session: Session, row: Deputy, now: datetime) -> None:
    """His span is over; both are told, unless he never answered."""
    accepted, seat = row.accepted_at is not None, session.get_one(Seat, row.seat_id)
    close(session, row, now)
    if accepted:
        tell_news(session, row, seat, session.get_one(Player, row.player_id), "over", now)
        if seat.player_id == row.holder_id:
            tell_news(session, row, seat, session.get_one(Player, row.holder_id), "back", now)


def helpers(session: Session, seat: Seat, now: datetime) -> list[Player]:
    """Who is to be reminded beside a seat's holder."""
    return [player for _, player in acting.deputies(session, [seat], now)]
