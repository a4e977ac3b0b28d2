"""Who leads a game: its master, and co-masters who may do all that the master may, so that one can act while another is
away.

Nobody leads without having agreed: who is asked gets a letter, and says “accept”.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from pbem.games import Refusal, games, waiting_for_yes
from pbem.games.notify import Kind, add_ledger_entry, list_co_masters, queue_letter
from pbem.games.people import people
from pbem.storage.models import Game, Leader, Player

MOST = 4
"""Co-masters, and people who are asked, of one game."""
OfferedRole = Literal["asked", "heir"]


def is_master(game: Game, player: Player) -> bool:
    """Return whether somebody is the master in person, who alone says who leads the game."""
    return player.id == game.master_id


def leads_game(session: Session, game: Game, player: Player) -> bool:
    """Return whether a player may do what the master of a game may."""
    return is_master(game, player) or any(one.id == player.id for one in list_co_masters(session, game))


def list_leaders_and_asked(session: Session, game: Game) -> list[tuple[Leader, Player]]:
    """The co-masters, and who was asked, in the order in which they were asked."""
    query = select(Leader, Player).join(Player, col(Leader.player_id) == Player.id)
    return list(session.exec(query.where(Leader.game_id == game.id).order_by(col(Leader.id))))


def list_lead_requests(session: Session, player: Player, now: datetime) -> list[tuple[Leader, Game]]:
    """Return which games somebody was asked to lead and can still say yes to, the first asked first."""
    query = select(Leader, Game).join(Game, col(Leader.game_id) == Game.id).where(Leader.player_id == player.id)
    query = query.where(Leader.role != "co-master", Leader.since > now - waiting_for_yes.LEAD)
    return list(session.exec(query.order_by(col(Leader.id))))


def list_led_games(session: Session, player: Player, most: int | None = None) -> list[Game]:
    """The games that a player leads, the newest first; `most` of them."""
    mine = select(Leader.game_id).where(Leader.player_id == player.id, Leader.role == "co-master")
    query = select(Game).where((col(Game.master_id) == player.id) | col(Game.id).in_(mine))
    return list(session.exec(query.order_by(col(Game.id).desc()).limit(most)))


def offer_lead(session: Session, game: Game, player: Player, role: OfferedRole, now: datetime) -> None:
    """Asks somebody who has written to this server before to lead a game. Raises Refusal "leads already", "never
    wrote", "too many leaders"."""
    remove_lapsed_requests(session, game, now)
    rows = {one.id: row for row, one in list_leaders_and_asked(session, game)}
    if leads_game(session, game, player):
        raise Refusal("leads already", address=player.address, slug=game.slug)
    if player.answered_at is None or player.bot or player.banned_at or player.forgotten_at:
        raise Refusal("never wrote", address=player.address)
    if player.id not in rows and len(rows) >= MOST:
        raise Refusal("too many leaders", most=MOST, slug=game.slug)
    for old in [row for number, row in rows.items() if row.role == role == "heir" or number == player.id]:
        session.delete(old)  # the newest heir is meant
    session.flush()
    session.add(Leader(game_id=game.id, player_id=player.id, role=role, since=now))
    session.flush()
    key = f"lead:{game.id}:{player.id}:{role}:{now:%Y%m%d%H%M%S}"
    queue_letter(session, Kind.LEAD, player, key, game=game, data={"role": role}, now=now)


def remove_lapsed_requests(session: Session, game: Game, now: datetime) -> None:
    """Who was asked to lead and did not answer in time makes room for others."""
    for row, _ in list_leaders_and_asked(session, game):
        if row.role != "co-master" and row.since <= now - waiting_for_yes.LEAD:
            session.delete(row)
    session.flush()


def accept_lead(session: Session, game: Game, player: Player, now: datetime) -> str:
    """Note that who was asked agrees, and return what they are from now on: "master" or "co-master". Raises Refusal
    "not asked"."""
    games.lock_game(session, game)
    people.lock_player(session, player)
    row = next((row for row, one in list_lead_requests(session, player, now) if one.id == game.id), None)
    if row is None:
        raise Refusal("not asked", slug=game.slug)
    if row.role == "asked":
        row.role, row.since = "co-master", now
        session.add(row)
        add_ledger_entry(session, game, "CO-MASTER", "leads too", now)
    else:
        session.delete(row)
        session.flush()
        make_master(session, game, player, now)
    session.flush()
    return "master" if is_master(game, player) else "co-master"


def make_master(session: Session, game: Game, player: Player, now: datetime) -> None:
    """Makes somebody the master; who was it hears of it, and leads no more."""
    former = session.get(Player, game.master_id) if game.master_id else None
    game.master_id = player.id
    session.add(game)
    session.flush()
    add_ledger_entry(session, game, "MASTER", "leads now", now)
    if former:
        key = f"led:{game.id}:{former.id}:{now:%Y%m%d%H%M%S}"
        queue_letter(session, Kind.LED, former, key, game=game, data={"how": "handed over"}, now=now)


def stop_leading(session: Session, game: Game, player: Player, now: datetime) -> None:
    """Somebody leads a game no more, or will not. The master must have a co-master, who is the master then. Raises
    Refusal "nobody else leads", "not the master"."""
    games.lock_game(session, game)
    if is_master(game, player):
        others = list_co_masters(session, game)
        if not others:
            raise Refusal("nobody else leads", slug=game.slug)
        remove_leader(session, game, others[0])
        game.master_id = others[0].id
        session.add(game)
        session.flush()
        add_ledger_entry(session, game, "MASTER", "leads now", now)
        return
    led = leads_game(session, game, player)
    if not remove_leader(session, game, player):
        raise Refusal("not the master", slug=game.slug)
    if led:
        add_ledger_entry(session, game, "CO-MASTER", "leads no more", now)


def remove_leader(session: Session, game: Game, player: Player) -> bool:
    """Return whether somebody was a co-master, or asked to lead; they are not any more."""
    row = next((row for row, one in list_leaders_and_asked(session, game) if one.id == player.id), None)
    if row is not None:
        session.delete(row)
        session.flush()
    return row is not None


def replace_leader(session: Session, game: Game, player: Player, now: datetime) -> None:
    """The game goes on without somebody who led it: a co-master takes their place; without one the host leads."""
    remove_leader(session, game, player)
    if is_master(game, player):
        heir = next(iter(list_co_masters(session, game)), None)
        if heir:
            remove_leader(session, game, heir)
        game.master_id = heir.id if heir else None
        session.add(game)
        session.flush()
        add_ledger_entry(session, game, "MASTER" if heir else "HOST", "leads now", now)
