"""Votes: a draw, a concession, or more time. All are told what is proposed; who votes for it stays secret. Votes lapse
when the phase they were cast in is resolved.

Seats held by people and still in the game have a vote; bots and vacant seats have none, and neither has a player who
missed his last two turns, so that nobody who is absent blocks the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.db import add_once
from pbem.models import Game, Phase, Seat, Vote
from pbem.pace import PaceError, length, length_text
from pbem.play import Refused, endings, games, missed, seats
from pbem.play.deadlines import move
from pbem.play.rules import Rules, rules_of
from pbem.play.tell import Kind, holders, note, tell_all

ABSENT = 2
"""Turns missed in a row after which a seat's consent is not needed."""


@dataclass(frozen=True)
class Proposal:
    """`kind`: draw, concede or extend; `seats` who share the draw or wins; `text` the canonical words."""

    kind: str
    text: str
    seats: tuple[str, ...] = ()
    length: str = ""


@dataclass(frozen=True)
class Tabled:
    """A proposal on the table and how many votes carry it; how many it has is secret."""

    proposal: str
    needed: int


def cast(session: Session, seat: Seat, proposal: str, now: datetime) -> bool:
    """Votes for "draw", "draw A B", "concede A" or "extend 24h"; True if that carries it.

    Raises Refused: "bad proposal", "no such seat", "no vote", "not running", "no draws", "all must share",
    "no extensions", "extension too long".
    """
    game, phase = open_table(session, seat)
    electors = electorate(session, game, phase)
    if seat.code not in {s.code for s in electors}:
        raise Refused("no vote", seat=seat.label)
    wanted = read(session, game, phase, proposal)
    row = Vote(game_id=game.id, seat_id=seat.id, proposal=wanted.text, cast_at=now)
    new = wanted.text not in {s.proposal for s in tabled(session, game)}
    add_once(session, row, "game_id", "seat_id", "proposal")
    votes = ballots(session, game, wanted.text)
    if len(votes & {s.id for s in electors}) >= needed(wanted, electors):
        enact(session, game, phase, wanted, now)
        return True
    if new:
        data = {"proposal": wanted.text, "needed": needed(wanted, electors)}
        tell_all(session, Kind.PROPOSED, game, f"proposed:{phase.id}:{wanted.text}", phase=phase, data=data, now=now)
    return False


def withdraw(session: Session, seat: Seat, proposal: str, now: datetime) -> None:  # noqa: ARG001 - as all use cases
    """Takes a vote back; "" takes all of the seat's votes back. Raises Refused "no such vote"."""
    game, phase = open_table(session, seat)
    mine = sa.delete(Vote).where(col(Vote.seat_id) == seat.id)
    if proposal.strip():
        mine = mine.where(col(Vote.proposal) == read(session, game, phase, proposal).text)
    if not session.execute(mine.returning(col(Vote.id))).all():
        raise Refused("no such vote", proposal=proposal.strip()[:80])


def tabled(session: Session, game: Game) -> list[Tabled]:
    """The proposals on the table, without who is for them."""
    texts = sorted(set(session.exec(select(Vote.proposal).where(Vote.game_id == game.id))))
    phase = games.current(session, game) if texts and game.status != "finished" else None
    if phase is None:
        return []
    electors = electorate(session, game, phase)
    return [Tabled(text, needed(parsed(text), electors)) for text in texts]


def parsed(text: str) -> Proposal:
    """A proposal by its canonical words."""
    kind, *rest = text.split()
    return Proposal(kind, text, length=rest[0]) if kind == "extend" else Proposal(kind, text, tuple(rest))


def cast_by(session: Session, seat: Seat) -> list[str]:
    """What a seat itself has voted for."""
    return list(session.exec(select(Vote.proposal).where(Vote.seat_id == seat.id).order_by(col(Vote.id))))


def open_table(session: Session, seat: Seat) -> tuple[Game, Phase]:
    game = seats.game_of(session, seat)
    phase = games.current(session, game)
    if game.status not in ("running", "paused") or phase is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    return game, phase


def read(session: Session, game: Game, phase: Phase, text: str) -> Proposal:
    """The proposal in canonical words."""
    words = text.split()
    kind = words[0].lower() if words else ""
    rules, rest = rules_of(game), " ".join(words[1:])
    if kind == "extend":
        return extension(rules, rest)
    if kind not in ("draw", "concede"):
        raise Refused("bad proposal", proposal=text.strip()[:80])
    if rules.draws == "none":
        raise Refused("no draws", slug=game.slug)
    survivors = [s for s in games.state(phase).seats if s not in games.state(phase).out]
    if kind == "draw":
        return draw(session, game, rest, survivors, rules.draws == "survivors")
    winner = seats.find(session, game, rest.removeprefix("to ")).code
    if winner not in survivors:
        raise Refused("bad proposal", proposal=text.strip()[:80])
    return Proposal("concede", f"concede {winner}", (winner,))


def extension(rules: Rules, text: str) -> Proposal:
    if not rules.extensions:
        raise Refused("no extensions")
    try:
        span = length(text)
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    if span.total_seconds() > rules.longest_extension_hours * 3600:
        raise Refused("extension too long", hours=rules.longest_extension_hours)
    return Proposal("extend", f"extend {length_text(span)}", (), length_text(span))


def draw(session: Session, game: Game, names: str, survivors: Sequence[str], all_share: bool) -> Proposal:
    words = names.replace(",", " ").replace(" and ", " ").split()
    named = {seats.find(session, game, word).code for word in words} or set(survivors)
    if all_share and named != set(survivors):
        raise Refused("all must share", seats=list(survivors))
    if not named <= set(survivors):
        raise Refused("bad proposal", proposal=f"draw {names}"[:80])
    shared = tuple(code for code in survivors if code in named)
    return Proposal("draw", " ".join(("draw", *shared)), shared)


def electorate(session: Session, game: Game, phase: Phase) -> list[Seat]:
    """The seats that have a vote."""
    out = games.state(phase).out
    return [s for s, p in holders(session, game) if s.code not in out and not p.bot and not absent(session, s)]


def absent(session: Session, seat: Seat) -> bool:
    return missed.in_a_row(session, seat) >= ABSENT


def ballots(session: Session, game: Game, text: str) -> set[int]:
    return set(session.exec(select(Vote.seat_id).where(Vote.game_id == game.id, Vote.proposal == text)))


def needed(proposal: Proposal, electors: Sequence[Seat]) -> int:
    """All must agree to an ending, more than half to more time."""
    return len(electors) // 2 + 1 if proposal.kind == "extend" else len(electors)


def enact(session: Session, game: Game, phase: Phase, proposal: Proposal, now: datetime) -> None:
    session.execute(sa.delete(Vote).where(col(Vote.game_id) == game.id, col(Vote.proposal) == proposal.text))
    note(session, game, "SERVER", "carried", now, proposal=proposal.text)
    if proposal.kind == "extend":
        move(session, game, phase, length(proposal.length), "votes", now)
        return
    everybody = games.state(phase).seats
    ranks = {code: 1 if code in proposal.seats else 2 for code in everybody}
    how = "draw" if proposal.kind == "draw" else "concession"
    endings.finish(session, game, phase, {"how": how, "seats": list(proposal.seats), "ranks": ranks}, now)
