"""Deputies: somebody stands in for the holder of a seat from one day to another, if they accept. It ends by itself, by
a word of either, and when the seat passes on. What they may do: `pbem.games.rights`; who acts now:
`pbem.games.seating.substitutes`."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.notify import Kind, add_ledger_entry, queue_letter, queue_to_master
from pbem.games.people import people
from pbem.games.rules import rules_of
from pbem.games.seating import substitutes
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.models import Deputy, Game, Player, Seat

LONGEST = timedelta(days=60)
"""The longest span for which a deputy is named."""
AHEAD = timedelta(days=366)
"""How long before its beginning at most."""


def name_deputy(
    session: Session,
    game: Game,
    seat: Seat,
    player: Player,
    begins: datetime,
    ends: datetime,
    now: datetime,
    limits: Limits = USUAL_LIMITS,
    by: Player | None = None,
    for_holder: bool = False,
) -> Deputy:
    """Asks somebody to stand in for a seat's holder; who was asked before is not asked any more. `for_holder`: `by`,
    who leads the game (None: the host), asks in the holder's place, and the holder is told.

    Nothing here depends on whether the one who is asked plays in the game: in an anonymous one that is secret. Raises
    Refusal "no deputies", "game over", "seat vacant", "deputy yourself", "deputy span", "too many invitations",
    "asked too often".
    """
    games.lock_game(session, game)
    holder = get_represented_holder(session, game, seat)
    if player.id == holder.id:
        raise Refusal("deputy yourself")
    if not now < ends or not timedelta() < ends - begins <= LONGEST or begins > now + AHEAD:
        raise Refusal("deputy span", days=LONGEST.days)
    people.count_request(session, limits, by if for_holder else holder, player, now)
    for before in list_current_deputies(session, seat):
        close_deputyship(session, before, now)
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
    data = {**deputy_facts(row, seat), "by": "master" if for_holder else "player"}
    queue_letter(session, Kind.DEPUTY_ASKED, player, f"deputy-asked:{row.id}", game=game, data=data, now=now)
    if for_holder:
        add_ledger_entry(session, game, "MASTER" if by else "HOST", "asked a deputy", now, seat=seat.code)
        queue_deputy_news(session, row, seat, holder, "named", now)
    return row


def get_represented_holder(session: Session, game: Game, seat: Seat) -> Player:
    """The holder of a seat that may have a deputy."""
    if rules_of(game).deputies == "none":
        raise Refusal("no deputies", slug=game.slug)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    session.refresh(seat)
    holder = session.get(Player, seat.player_id) if seat.player_id else None
    if holder is None:
        raise Refusal("seat vacant", seat=seat.label)
    return holder


def deputy_facts(row: Deputy, seat: Seat) -> dict[str, object]:
    return {"seat": seat.label, "deputy": row.id, "begins": row.begins_at.isoformat(), "ends": row.ends_at.isoformat()}


def list_current_deputies(session: Session, seat: Seat) -> list[Deputy]:
    """Return who was asked to stand in at a seat, or does; the newest last."""
    query = select(Deputy).where(Deputy.seat_id == seat.id, col(Deputy.ended_at).is_(None))
    return list(session.exec(query.order_by(col(Deputy.id))))


def is_named_deputy(session: Session, game: Game, player: Player) -> bool:
    """Return whether somebody stands in for a player of a game, or may do so from some day on."""
    query = select(Deputy.id).where(Deputy.game_id == game.id, Deputy.player_id == player.id)
    query = query.where(col(Deputy.ended_at).is_(None))
    return session.exec(query.limit(1)).first() is not None


def list_deputy_requests(session: Session, player: Player, now: datetime) -> list[tuple[Deputy, Seat]]:
    """Return for whom somebody was asked to stand in, in any game, and has not answered yet: the newest first."""
    query = select(Deputy, Seat).join(Seat, col(Deputy.seat_id) == Seat.id).join(Game, col(Deputy.game_id) == Game.id)
    query = query.where(
        Deputy.player_id == player.id,
        col(Deputy.accepted_at).is_(None),
        col(Deputy.ended_at).is_(None),
        col(Deputy.ends_at) > now,
        Seat.player_id == Deputy.holder_id,
        Game.status != "finished",
    )
    return list(session.exec(query.order_by(col(Deputy.id).desc()).execution_options(populate_existing=True)))


def accept_deputyship(session: Session, game: Game, player: Player, now: datetime, number: int | None = None) -> Deputy:
    """Agrees to stand in (as asked last, or by the request of that number): they get an address of their own for the
    seat, its holder is told, and from its beginning they get what the holder gets. Raises Refusal "nothing offered",
    "plays and stands in"."""
    games.lock_game(session, game)
    asked = [row for row, _ in list_deputy_requests(session, player, now) if row.game_id == game.id]
    row = next((row for row in asked if number in (None, row.id)), None)
    if row is None:
        raise Refusal("nothing offered", slug=game.slug)
    people.lock_player(session, player)
    if not substitutes.can_act_as_deputy(session, row, player):
        raise Refusal("plays and stands in", slug=game.slug)
    people.mark_address_proved(session, player, now)
    row.accepted_at = now
    session.add(row)
    session.flush()
    seat, holder = session.get_one(Seat, row.seat_id), session.get_one(Player, row.holder_id)
    data = deputy_facts(row, seat)
    queue_letter(session, Kind.DEPUTY, player, f"deputy:{row.id}", game=game, seat=seat, data=data, now=now)
    queue_deputy_news(session, row, seat, holder, "accepted", now)
    if row.begins_at <= now:
        begin_deputyship(session, game, row, now)
    return row


def decline_deputyship(
    session: Session, game: Game, player: Player, now: datetime, number: int | None = None
) -> Deputy:
    """Does not want to stand in, or not any longer. Raises Refusal "nothing offered"."""
    games.lock_game(session, game)
    query = select(Deputy).where(
        Deputy.game_id == game.id, Deputy.player_id == player.id, col(Deputy.ended_at).is_(None)
    )
    query = query.where(Deputy.id == number) if number is not None else query
    row = session.exec(query.order_by(col(Deputy.id).desc())).first()
    if row is None:
        raise Refusal("nothing offered", slug=game.slug)
    seat, holder, known = session.get_one(Seat, row.seat_id), session.get_one(Player, row.holder_id), row.accepted_at
    close_deputyship(session, row, now)
    if seat.player_id == holder.id:
        queue_deputy_news(session, row, seat, holder, "stood down" if known else "declined", now)
    return row


def dismiss_deputies(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """The holder plays again, or asks nobody any more. Raises Refusal "no deputy"."""
    games.lock_game(session, game)
    every = list_current_deputies(session, seat)
    if not every:
        raise Refusal("no deputy", seat=seat.label)
    end_all_deputies(session, seat, now)


def end_all_deputies(session: Session, seat: Seat, now: datetime) -> None:
    """Nobody stands in at a seat any more; who did is told."""
    for row in list_current_deputies(session, seat):
        accepted = row.accepted_at is not None
        close_deputyship(session, row, now)
        if accepted:
            queue_deputy_news(session, row, seat, session.get_one(Player, row.player_id), "over", now)


def close_deputyship(session: Session, row: Deputy, now: datetime) -> None:
    row.ended_at, begun = now, row.told == "begun"
    row.told = "ended"
    session.add(row)
    session.flush()
    if begun:
        seat, game = session.get_one(Seat, row.seat_id), session.get_one(Game, row.game_id)
        add_ledger_entry(session, game, seat.code, "deputy ended", now)


def queue_deputy_news(session: Session, row: Deputy, seat: Seat, to: Player, what: str, now: datetime) -> None:
    """Tells one of the two what became of it."""
    game, data = session.get_one(Game, row.game_id), {**deputy_facts(row, seat), "what": what}
    queue_letter(session, Kind.DEPUTY_NEWS, to, f"deputy-news:{row.id}:{what}:{to.id}", game=game, data=data, now=now)


# --- by the clock --------------------------------------------------------------------------------------------------


def list_games_with_due_deputies(session: Session, now: datetime) -> list[int]:
    """The games in which one begins or ends."""
    begun = col(Deputy.accepted_at).is_not(None) & (col(Deputy.told) == "") & (col(Deputy.begins_at) <= now)
    query = select(Deputy.game_id).where(col(Deputy.ended_at).is_(None), begun | (col(Deputy.ends_at) <= now))
    return sorted({*session.exec(query)})


def handle_due_deputies(session: Session, game: Game, now: datetime) -> None:
    """Begins and ends what is due in a game."""
    games.lock_game(session, game)
    query = select(Deputy).where(Deputy.game_id == game.id, col(Deputy.ended_at).is_(None)).order_by(col(Deputy.id))
    for row in session.exec(query.execution_options(populate_existing=True)).all():
        if row.ends_at <= now:
            lapse_deputyship(session, row, now)
        elif row.accepted_at and row.told == "" and row.begins_at <= now:
            begin_deputyship(session, game, row, now)


def begin_deputyship(session: Session, game: Game, row: Deputy, now: datetime) -> None:
    """The deputy's span has begun: all can read it in the ledger, and the deputy gets the report on where things
    stand."""
    row.told = "begun"
    session.add(row)
    session.flush()
    seat, player = session.get_one(Seat, row.seat_id), session.get_one(Player, row.player_id)
    add_ledger_entry(session, game, seat.code, "deputy", now, until=row.ends_at.isoformat())
    data: dict[str, object] = {"seat": seat.label, "what": "begun", **deputy_facts(row, seat)}
    queue_to_master(session, Kind.DEPUTY_NEWS, game, f"deputy-news:{row.id}:begun", data=data, now=now)
    phase = games.find_current_phase(session, game)
    if phase and game.status != "finished":
        key = f"report:{phase.id}:{seat.id}:deputy:{row.id}"
        queue_letter(session, Kind.REPORT, player, key, game=game, phase=phase, seat=seat, now=now)


def lapse_deputyship(session: Session, row: Deputy, now: datetime) -> None:
    """The deputy's span is over; both are told, unless the deputy never answered."""
    accepted, seat = row.accepted_at is not None, session.get_one(Seat, row.seat_id)
    close_deputyship(session, row, now)
    if accepted:
        queue_deputy_news(session, row, seat, session.get_one(Player, row.player_id), "over", now)
        if seat.player_id == row.holder_id:
            queue_deputy_news(session, row, seat, session.get_one(Player, row.holder_id), "back", now)


def list_deputy_players(session: Session, seat: Seat, now: datetime) -> list[Player]:
    """Return who is to be reminded beside a seat's holder."""
    return [player for _, player in substitutes.list_active_deputies(session, [seat], now)]
