"""Votes: a draw, a concession, or more time. All are told what is proposed; who votes for it stays secret, unless the
game votes in the open. Votes lapse when the phase they were cast in is resolved.

Seats held by people and still in the game have a vote; bots and vacant seats have none, and neither has a player who
missed as many turns as the rules of the game say, until they give orders again. Nothing is carried that leaves an
absent player or a vacant seat out. What votes come to: `pbem.games.results.vote_counting`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col

from pbem.games import Refusal, games
from pbem.games.notify import Kind, add_ledger_entry, queue_to_all
from pbem.games.phases.deadlines import move_deadline
from pbem.games.results import vote_counting
from pbem.games.results.vote_counting import Proposal, list_electors, parse_proposal
from pbem.games.rules import Rules, rules_of
from pbem.games.seating import seats
from pbem.pace import PaceError, format_length, parse_length
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.budgets import spend
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, Phase, Seat, Vote

MOST = 12
"""Ballots of one seat in one phase."""
LONGEST = 400
"""Characters of a proposal that are read."""


@dataclass(frozen=True)
class TabledProposal:
    """A proposal on the table and how many votes carry it. How many it has is secret; where votes are open, `by` says
    which seats accept it."""

    proposal: str
    needed: int
    by: tuple[str, ...] = ()


def cast_vote(session: Session, seat: Seat, proposal: str, now: datetime, limits: Limits = USUAL_LIMITS) -> bool:
    """Votes for "draw", "draw A B", "concede A" or "extend 24h"; True if something is carried by that.

    Raises Refusal: "bad proposal", "no such seat", "no vote", "not running", "no draws", "all must share",
    "left out unasked", "no extensions", "extension too long", "too many votes", "too many proposals".
    """
    game, phase = get_voting_phase(session, seat)
    electors = list_electors(session, game, phase)
    if seat.code not in {s.code for s in electors}:
        raise Refusal("no vote", seat=seat.label)
    wanted = parse_vote(session, game, phase, proposal)
    table = {one.proposal for one, _ in vote_counting.list_standing_votes(session, game)}
    keep_ballot(session, game, seat, wanted, now)
    if wanted.kind == "extend":
        if extend_if_carried(session, game, phase, wanted, electors, now):
            return True
    elif vote_counting.end_if_carried(session, game, phase, now):
        return True
    if wanted.text not in table:
        if not spend(session, limits, "proposals", seat.player_id, now):
            raise Refusal("too many proposals", most=limits.proposals)
        announce_proposal(session, game, phase, seat, wanted, vote_counting.count_needed_votes(wanted, electors), now)
    return False


def keep_ballot(session: Session, game: Game, seat: Seat, wanted: Proposal, now: datetime) -> None:
    """Keeps a ballot, once however often it is cast; those of the seat's player of before are void."""
    mine = [vote for vote, one in vote_counting.list_standing_votes(session, game) if one.id == seat.id]
    for vote, one in vote_counting.list_votes(session, game):
        if one.id == seat.id and vote not in mine:
            session.delete(vote)
            session.flush()
    if len(mine) >= MOST:
        raise Refusal("too many votes", most=MOST)
    shown = rules_of(game).votes == "open"
    row = Vote(game_id=game.id, seat_id=seat.id, proposal=wanted.text, shown=shown, cast_at=now)
    insert_if_missing(session, row, "game_id", "seat_id", "proposal")


def announce_proposal(
    session: Session, game: Game, phase: Phase, seat: Seat, wanted: Proposal, votes: int, now: datetime
) -> None:
    """Tells all what is newly on the table; by whom, where votes are open."""
    by = {"by": seat.code} if rules_of(game).votes == "open" else {}
    data = {"proposal": wanted.text, "needed": votes, **by}
    queue_to_all(session, Kind.PROPOSED, game, f"proposed:{phase.id}:{wanted.text}", phase=phase, data=data, now=now)


def withdraw_votes(session: Session, seat: Seat, proposal: str, now: datetime) -> None:  # noqa: ARG001 - as all use cases
    """Takes a vote back; "" takes all of the seat's votes back, "draw" or "concede" without names those of that kind
    if there is none of those very words. Raises Refusal "no such vote"."""
    game, phase = get_voting_phase(session, seat)
    mine = sa.delete(Vote).where(col(Vote.seat_id) == seat.id)
    kind = proposal.strip().lower()
    if kind in ("draw", "concede"):
        mine = mine.where(col(Vote.proposal).startswith(f"{kind} "))
    elif kind:
        mine = mine.where(col(Vote.proposal) == parse_vote(session, game, phase, proposal).text)
    if not session.execute(mine.returning(col(Vote.id))).all():
        raise Refusal("no such vote", proposal=proposal.strip()[:80])


def list_tabled_proposals(session: Session, game: Game) -> list[TabledProposal]:
    """The proposals on the table; who is for them only where votes were cast in the open."""
    votes = vote_counting.list_standing_votes(session, game)
    phase = games.find_current_phase(session, game) if votes and game.status != "finished" else None
    if phase is None:
        return []
    electors = list_electors(session, game, phase)
    shown = [(parse_proposal(vote.proposal), seat.code) for vote, seat in votes if vote.shown]
    every = [parse_proposal(text) for text in sorted({vote.proposal for vote, _ in votes})]
    return [
        TabledProposal(one.text, vote_counting.count_needed_votes(one, electors), list_supporters(one, shown, electors))
        for one in every
    ]


def list_supporters(
    proposal: Proposal, shown: Sequence[tuple[Proposal, str]], electors: Sequence[Seat]
) -> tuple[str, ...]:
    """The electors whose open votes accept a proposal."""
    known = {code for ballot, code in shown if ballot_supports(ballot, code, proposal)}
    return tuple(seat.code for seat in electors if seat.code in known)


def ballot_supports(ballot: Proposal, own: str, proposal: Proposal) -> bool:
    return ballot == proposal or (
        proposal.kind != "extend" and vote_counting.ballot_accepts(ballot, own, proposal.sharing_seats)
    )


def list_votes_of_seat(session: Session, seat: Seat) -> list[str]:
    """Return what a seat's player has voted for."""
    game = session.get_one(Game, seat.game_id)
    return [vote.proposal for vote, one in vote_counting.list_standing_votes(session, game) if one.id == seat.id]


def find_first_supporter(session: Session, game: Game, proposal: str) -> int | None:
    """The seat whose vote for a proposal is the oldest that stands; for its own player alone to know."""
    return next(
        (seat.id for vote, seat in vote_counting.list_standing_votes(session, game) if vote.proposal == proposal), None
    )


def has_vote(session: Session, seat: Seat) -> bool:
    """Return whether a seat has a vote now, or had one when its game was over."""
    game = seats.lock_game_of_seat(session, seat)
    phase = games.find_current_phase(session, game) if game.status in ("running", "paused") else None
    return phase is None or any(one.id == seat.id for one in list_electors(session, game, phase))


def get_voting_phase(session: Session, seat: Seat) -> tuple[Game, Phase]:
    game = seats.lock_game_of_seat(session, seat)
    phase = games.find_current_phase(session, game)
    if game.status not in ("running", "paused") or phase is None:
        raise Refusal("not running", slug=game.slug, status=game.status)
    return game, phase


# --- what is meant -----------------------------------------------------------------------------------------------


def parse_vote(session: Session, game: Game, phase: Phase, text: str) -> Proposal:
    """The proposal in canonical words."""
    words = text[:LONGEST].split()
    kind = words[0].lower() if words else ""
    rules, rest = rules_of(game), " ".join(words[1:])
    if kind == "extend":
        return parse_extension(rules, rest)
    if kind not in ("draw", "concede"):
        raise Refusal("bad proposal", proposal=text.strip()[:80])
    if rules.draws == "none":
        raise Refusal("no draws", slug=game.slug)
    alive = vote_counting.surviving_seats(phase)
    if kind == "draw":
        return refuse_unaskable(
            session, game, phase, parse_draw(session, game, rest, alive, rules.draws == "survivors")
        )
    winner = seats.get_seat_by_name(session, game, rest.removeprefix("to ")).code
    if winner not in alive:
        raise Refusal("bad proposal", proposal=text.strip()[:80])
    return refuse_unaskable(session, game, phase, vote_counting.ending_proposal((winner,)))


def refuse_unaskable(session: Session, game: Game, phase: Phase, proposal: Proposal) -> Proposal:
    """A proposal that leaves out nobody who cannot be asked. Raises Refusal "left out unasked"."""
    silent = vote_counting.unaskable_seats(session, game, phase) - proposal.sharing_seats
    if silent:
        names = [seat.label for seat in games.list_game_seats(session, game) if seat.code in silent]
        raise Refusal("left out unasked", seats=names)
    return proposal


def parse_extension(rules: Rules, text: str) -> Proposal:
    if not rules.extensions:
        raise Refusal("no extensions")
    try:
        span = parse_length(text)
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    if span.total_seconds() > rules.longest_extension_hours * 3600:
        raise Refusal("extension too long", hours=rules.longest_extension_hours)
    return Proposal("extend", f"extend {format_length(span)}", (), format_length(span))


def parse_draw(session: Session, game: Game, names: str, alive: Sequence[str], all_share: bool) -> Proposal:
    """A draw of those who are named, or of all who are left."""
    named = set(parse_seat_codes(session, game, names)) or set(alive)
    if all_share and named != set(alive):
        raise Refusal("all must share", seats=list(alive))
    if not named <= set(alive):
        raise Refusal("bad proposal", proposal=f"draw {names}"[:80])
    shared = [code for code in alive if code in named]
    return (
        Proposal("draw", " ".join(("draw", *shared)), tuple(shared))
        if len(alive) == 1
        else vote_counting.ending_proposal(shared)
    )


AND = re.compile(r"\s*(?:[,;&+]|\b(?:and|et)\b)\s*", re.IGNORECASE)


def parse_seat_codes(session: Session, game: Game, names: str) -> list[str]:
    """The seats of "France, Turkey and Italy" or "France Turkey Italy"; of "FTI" as well, as judges had it, where every
    letter begins the name of one seat only. Raises Refusal "no such seat"."""
    return [code for part in AND.split(names) if part.strip() for code in seat_codes_by_words(session, game, part)]


def seat_codes_by_words(session: Session, game: Game, part: str) -> list[str]:
    """One seat by a name of one or more words, or several by their names or initials."""
    try:
        return [seats.get_seat_by_name(session, game, part).code]
    except Refusal:
        words = part.split()
        if len(words) > 1:
            return [code for word in words for code in seat_codes_by_words(session, game, word)]
        if found := seat_codes_by_initials(games.list_game_seats(session, game), part.strip()):
            return found
        raise


def seat_codes_by_initials(every: Sequence[Seat], word: str) -> list[str]:
    """The seats whose names begin with these letters; [] if one of them begins none, or several."""
    by_letter = [[seat.code for seat in every if seat.label[:1].upper() == letter] for letter in word.upper()]
    return [some[0] for some in by_letter] if all(len(some) == 1 for some in by_letter) else []


# --- more time ---------------------------------------------------------------------------------------------------


def extend_if_carried(
    session: Session, game: Game, phase: Phase, wanted: Proposal, electors: Sequence[Seat], now: datetime
) -> bool:
    """Moves the deadline if enough want it; the votes for it are used up then."""
    for_it = {
        seat.code for vote, seat in vote_counting.list_standing_votes(session, game) if vote.proposal == wanted.text
    }
    if len(for_it & {seat.code for seat in electors}) < vote_counting.count_needed_votes(wanted, electors):
        return False
    session.execute(sa.delete(Vote).where(col(Vote.game_id) == game.id, col(Vote.proposal) == wanted.text))
    add_ledger_entry(session, game, "SERVER", "carried", now, proposal=wanted.text)
    move_deadline(session, game, phase, parse_length(wanted.length), "votes", now)
    return True
