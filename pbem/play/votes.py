"""Votes: a draw, a concession, or more time. All are told what is proposed; who votes for it stays secret, unless the
game votes in the open. Votes lapse when the phase they were cast in is resolved.

Seats held by people and still in the game have a vote; bots and vacant seats have none, and neither has a player who
missed as many turns as the rules of the game say, until he gives orders again. Nothing is carried that leaves an absent
player or a vacant seat out. What votes come to: `pbem.play.ballots`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col

from pbem.db import add_once
from pbem.limits import USUAL, Limits
from pbem.models import Game, Phase, Seat, Vote
from pbem.pace import PaceError, length, length_text
from pbem.play import Refused, ballots, games, seats
from pbem.play.ballots import Proposal, electorate, parsed
from pbem.play.deadlines import move
from pbem.play.rules import Rules, rules_of
from pbem.play.tell import Kind, note, tell_all
from pbem.spending import spend

MOST = 12
"""Ballots of one seat in one phase."""
LONGEST = 400
"""Characters of a proposal that are read."""


@dataclass(frozen=True)
class Tabled:
    """A proposal on the table and how many votes carry it. How many it has is secret; where votes are open, `by` says
    which seats accept it."""

    proposal: str
    needed: int
    by: tuple[str, ...] = ()


def cast(session: Session, seat: Seat, proposal: str, now: datetime, limits: Limits = USUAL) -> bool:
    """Votes for "draw", "draw A B", "concede A" or "extend 24h"; True if something is carried by that.

    Raises Refused: "bad proposal", "no such seat", "no vote", "not running", "no draws", "all must share",
    "left out unasked", "no extensions", "extension too long", "too many votes", "too many proposals".
    """
    game, phase = open_table(session, seat)
    electors = electorate(session, game, phase)
    if seat.code not in {s.code for s in electors}:
        raise Refused("no vote", seat=seat.label)
    wanted = read(session, game, phase, proposal)
    table = {one.proposal for one, _ in ballots.cast(session, game)}
    keep(session, game, seat, wanted, now)
    if wanted.kind == "extend":
        if extended(session, game, phase, wanted, electors, now):
            return True
    elif ballots.settle(session, game, phase, now):
        return True
    if wanted.text not in table:
        if not spend(session, limits, "proposals", seat.player_id, now):
            raise Refused("too many proposals", most=limits.proposals)
        announce(session, game, phase, seat, wanted, needed(wanted, electors), now)
    return False


def keep(session: Session, game: Game, seat: Seat, wanted: Proposal, now: datetime) -> None:
    """Keeps a ballot, once however often it is cast; those of the seat's player of before are void."""
    mine = [vote for vote, one in ballots.cast(session, game) if one.id == seat.id]
    void = sa.delete(Vote).where(col(Vote.seat_id) == seat.id, col(Vote.id).not_in([vote.id for vote in mine]))
    session.execute(void)
    if len(mine) >= MOST:
        raise Refused("too many votes", most=MOST)
    shown = rules_of(game).votes == "open"
    row = Vote(game_id=game.id, seat_id=seat.id, proposal=wanted.text, shown=shown, cast_at=now)
    add_once(session, row, "game_id", "seat_id", "proposal")


def announce(
    session: Session, game: Game, phase: Phase, seat: Seat, wanted: Proposal, votes: int, now: datetime
) -> None:
    """Tells all what is newly on the table; by whom, where votes are open."""
    by = {"by": seat.code} if rules_of(game).votes == "open" else {}
    data = {"proposal": wanted.text, "needed": votes, **by}
    tell_all(session, Kind.PROPOSED, game, f"proposed:{phase.id}:{wanted.text}", phase=phase, data=data, now=now)


def withdraw(session: Session, seat: Seat, proposal: str, now: datetime) -> None:  # noqa: ARG001 - as all use cases
    """Takes a vote back; "" takes all of the seat's votes back, "draw" or "concede" without names those of that kind
    if there is none of those very words. Raises Refused "no such vote"."""
    game, phase = open_table(session, seat)
    mine = sa.delete(Vote).where(col(Vote.seat_id) == seat.id)
    kind = proposal.strip().lower()
    if kind in ("draw", "concede"):
        mine = mine.where(col(Vote.proposal).startswith(f"{kind} "))
    elif kind:
        mine = mine.where(col(Vote.proposal) == read(session, game, phase, proposal).text)
    if not session.execute(mine.returning(col(Vote.id))).all():
        raise Refused("no such vote", proposal=proposal.strip()[:80])


def tabled(session: Session, game: Game) -> list[Tabled]:
    """The proposals on the table; who is for them only where votes were cast in the open."""
    votes = ballots.cast(session, game)
    phase = games.current(session, game) if votes and game.status != "finished" else None
    if phase is None:
        return []
    electors = electorate(session, game, phase)
    shown = [(parsed(vote.proposal), seat.code) for vote, seat in votes if vote.shown]
    every = [parsed(text) for text in sorted({vote.proposal for vote, _ in votes})]
    return [Tabled(one.text, needed(one, electors), supporters(one, shown, electors)) for one in every]


def supporters(proposal: Proposal, shown: Sequence[tuple[Proposal, str]], electors: Sequence[Seat]) -> tuple[str, ...]:
    """The electors whose open votes accept a proposal."""
    known = {code for ballot, code in shown if supports(ballot, code, proposal)}
    return tuple(seat.code for seat in electors if seat.code in known)


def supports(ballot: Proposal, own: str, proposal: Proposal) -> bool:
    return ballot == proposal or (proposal.kind != "extend" and ballots.accepts(ballot, own, proposal.shared))


def cast_by(session: Session, seat: Seat) -> list[str]:
    """What a seat's player has voted for."""
    game = session.get_one(Game, seat.game_id)
    return [vote.proposal for vote, one in ballots.cast(session, game) if one.id == seat.id]


def first_for(session: Session, game: Game, proposal: str) -> int | None:
    """The seat whose vote for a proposal is the oldest that stands; for its own player alone to know."""
    return next((seat.id for vote, seat in ballots.cast(session, game) if vote.proposal == proposal), None)


def is_asked(session: Session, seat: Seat) -> bool:
    """Whether a seat has a vote now, or had one when its game was over."""
    game = seats.game_of(session, seat)
    phase = games.current(session, game) if game.status in ("running", "paused") else None
    return phase is None or any(one.id == seat.id for one in electorate(session, game, phase))


def open_table(session: Session, seat: Seat) -> tuple[Game, Phase]:
    game = seats.game_of(session, seat)
    phase = games.current(session, game)
    if game.status not in ("running", "paused") or phase is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    return game, phase


# --- what is meant -----------------------------------------------------------------------------------------------


def read(session: Session, game: Game, phase: Phase, text: str) -> Proposal:
    """The proposal in canonical words."""
    words = text[:LONGEST].split()
    kind = words[0].lower() if words else ""
    rules, rest = rules_of(game), " ".join(words[1:])
    if kind == "extend":
        return extension(rules, rest)
    if kind not in ("draw", "concede"):
        raise Refused("bad proposal", proposal=text.strip()[:80])
    if rules.draws == "none":
        raise Refused("no draws", slug=game.slug)
    alive = ballots.survivors(phase)
    if kind == "draw":
        return heard(session, game, phase, draw(session, game, rest, alive, rules.draws == "survivors"))
    winner = seats.find(session, game, rest.removeprefix("to ")).code
    if winner not in alive:
        raise Refused("bad proposal", proposal=text.strip()[:80])
    return heard(session, game, phase, ballots.ending((winner,)))


def heard(session: Session, game: Game, phase: Phase, proposal: Proposal) -> Proposal:
    """A proposal that leaves out nobody who cannot be asked. Raises Refused "left out unasked"."""
    silent = ballots.unasked(session, game, phase) - proposal.shared
    if silent:
        names = [seat.label for seat in games.seats(session, game) if seat.code in silent]
        raise Refused("left out unasked", seats=names)
    return proposal


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


def draw(session: Session, game: Game, names: str, alive: Sequence[str], all_share: bool) -> Proposal:
    """A draw of those who are named, or of all who are left."""
    named = set(codes(session, game, names)) or set(alive)
    if all_share and named != set(alive):
        raise Refused("all must share", seats=list(alive))
    if not named <= set(alive):
        raise Refused("bad proposal", proposal=f"draw {names}"[:80])
    shared = [code for code in alive if code in named]
    return Proposal("draw", " ".join(("draw", *shared)), tuple(shared)) if len(alive) == 1 else ballots.ending(shared)


AND = re.compile(r"\s*(?:[,;&+]|\b(?:and|et)\b)\s*", re.IGNORECASE)


def codes(session: Session, game: Game, names: str) -> list[str]:
    """The seats of "France, Turkey and Italy" or "France Turkey Italy"; of "FTI" as well, as judges had it, where every
    letter begins the name of one seat only. Raises Refused "no such seat"."""
    return [code for part in AND.split(names) if part.strip() for code in named(session, game, part)]


def named(session: Session, game: Game, part: str) -> list[str]:
    """One seat by a name of one or more words, or several by their names or initials."""
    try:
        return [seats.find(session, game, part).code]
    except Refused:
        words = part.split()
        if len(words) > 1:
            return [code for word in words for code in named(session, game, word)]
        if found := initials(games.seats(session, game), part.strip()):
            return found
        raise


def initials(every: Sequence[Seat], word: str) -> list[str]:
    """The seats whose names begin with these letters; [] if one of them begins none, or several."""
    by_letter = [[seat.code for seat in every if seat.label[:1].upper() == letter] for letter in word.upper()]
    return [some[0] for some in by_letter] if all(len(some) == 1 for some in by_letter) else []


# --- more time ---------------------------------------------------------------------------------------------------


def needed(proposal: Proposal, electors: Sequence[Seat]) -> int:
    """All must agree to an ending, but for who is given the game; more than half to more time."""
    if proposal.kind == "extend":
        return len(electors) // 2 + 1
    return max(1, sum(proposal.shared != {seat.code} for seat in electors))


def extended(
    session: Session, game: Game, phase: Phase, wanted: Proposal, electors: Sequence[Seat], now: datetime
) -> bool:
    """Moves the deadline if enough want it; the votes for it are used up then."""
    for_it = {seat.code for vote, seat in ballots.cast(session, game) if vote.proposal == wanted.text}
    if len(for_it & {seat.code for seat in electors}) < needed(wanted, electors):
        return False
    session.execute(sa.delete(Vote).where(col(Vote.game_id) == game.id, col(Vote.proposal) == wanted.text))
    note(session, game, "SERVER", "carried", now, proposal=wanted.text)
    move(session, game, phase, length(wanted.length), "votes", now)
    return True
