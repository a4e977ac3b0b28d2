"""What votes come to: who has a vote, which endings each ballot accepts, and whether one is accepted by all.

A ballot for a draw is more than a yes to one proposal. Whoever names themselves accepts every draw that they share with
some of those they name; whoever leaves themselves out accepts every draw of two or more among those they name. Of all
the endings that everybody accepts the largest is carried, so that nobody must find out first what the others would
take.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from engines.base import Seat as SeatCode
from pbem.games import games
from pbem.games.notify import add_ledger_entry, list_holders
from pbem.games.orders.orders import PLAYER
from pbem.games.phases import phase_turns, phases, turn_verdicts
from pbem.games.rarities import has_any
from pbem.games.results import endings
from pbem.games.results.result import How
from pbem.games.rules import rules_of
from pbem.storage.models import Game, Phase, Seat, Vote

Sharers = frozenset[SeatCode]
"""Who shares the first place at an ending: one seat, to which the game is conceded, or several."""


@dataclass(frozen=True)
class Proposal:
    """`kind`: draw, concede or extend; `seats` who share the draw or wins; `text` the canonical words."""

    kind: str
    text: str
    seats: tuple[SeatCode, ...] = ()
    length: str = ""

    @property
    def sharing_seats(self) -> Sharers:
        return frozenset(self.seats)


Ballots = Mapping[SeatCode, Sequence[Proposal]]
"""What each seat with a vote accepts."""


def parse_proposal(text: str) -> Proposal:
    """A proposal by its canonical words."""
    kind, *rest = text.split()
    return Proposal(kind, text, length=rest[0]) if kind == "extend" else Proposal(kind, text, tuple(rest))


def ending_proposal(seats: Sequence[SeatCode]) -> Proposal:
    """A draw of some, or a concession to one."""
    kind = "draw" if len(seats) > 1 else "concede"
    return Proposal(kind, " ".join((kind, *seats)), tuple(seats))


# --- who has a vote ----------------------------------------------------------------------------------------------


def list_electors(session: Session, game: Game, phase: Phase) -> list[Seat]:
    """The seats that have a vote: held by people who are there, and still in the game."""
    out, silent_for = games.phase_state(phase).out, rules_of(game).unasked_after
    held = [seat for seat, player in list_holders(session, game) if seat.code not in out and not player.bot]
    return [seat for seat in held if not is_absent_voter(session, seat, phase, silent_for)]


def is_absent_voter(session: Session, seat: Seat, phase: Phase, silent_for: int) -> bool:
    """Return whether a seat's player missed so many turns, or could not be reached for them, that of a phase which is
    just being closed among them, and has not come back since; 0: nobody is ever absent."""
    if not silent_for or has_acted_in_phase(session, seat, phase):
        return False
    return turn_verdicts.count_missed_in_row(session, seat) >= silent_for


def has_acted_in_phase(session: Session, seat: Seat, phase: Phase) -> bool:
    """Return whether a player has given orders, or voted, for the phase that is open."""
    turns = phase_turns.list_turns(session, phase)
    if any(one.id == seat.id and turn.given and turn.given_by == PLAYER for turn, one in turns):
        return True
    game = session.get_one(Game, seat.game_id)
    return any(one.id == seat.id for _, one in list_standing_votes(session, game))


def unaskable_seats(session: Session, game: Game, phase: Phase) -> Sharers:
    """The seats still in the game that nobody can be asked for: of absent players, and vacant ones, which somebody may
    take. No ending leaves them out. A bot loses nothing."""
    asked = {seat.code for seat in list_electors(session, game, phase)}
    bots = {seat.code for seat, player in list_holders(session, game) if player.bot}
    return frozenset(surviving_seats(phase)) - asked - bots


def surviving_seats(phase: Phase) -> tuple[SeatCode, ...]:
    """The seats that are still in the game."""
    position = games.phase_state(phase)
    return tuple(code for code in position.seats if code not in position.out)


# --- what is accepted --------------------------------------------------------------------------------------------


def count_needed_votes(proposal: Proposal, electors: Sequence[Seat]) -> int:
    """All must agree to an ending, but for who is given the game; more than half to more time."""
    if proposal.kind == "extend":
        return len(electors) // 2 + 1
    return max(1, sum(proposal.sharing_seats != {seat.code} for seat in electors))


def list_standing_votes(session: Session, game: Game) -> list[tuple[Vote, Seat]]:
    """The votes that stand, the oldest first; never those of a seat's player of before."""
    found = list_votes(session, game)
    return [(vote, seat) for vote, seat in found if seat.joined_at is None or vote.cast_at >= seat.joined_at]


def list_votes(session: Session, game: Game) -> Sequence[tuple[Vote, Seat]]:
    """All votes that are kept, the oldest first."""
    if not has_any(session, game.id, Vote):
        return []
    query = select(Vote, Seat).join(Seat, col(Vote.seat_id) == Seat.id).where(Vote.game_id == game.id)
    return session.exec(query.order_by(col(Vote.id)).execution_options(populate_existing=True)).all()


def ballots_by_elector(votes: Sequence[tuple[Vote, Seat]], electors: Iterable[Seat]) -> Ballots:
    """Return what each elector accepts; nothing for those who have not voted."""
    return {one.code: [parse_proposal(vote.proposal) for vote, seat in votes if seat.id == one.id] for one in electors}


def ballot_accepts(ballot: Proposal, own: SeatCode, shared: Sharers) -> bool:
    """Return whether the seat `own`, by one of its ballots, accepts that these share the first place."""
    named = ballot.sharing_seats
    if ballot.kind == "extend" or not shared <= named:
        return False
    return shared == named or (len(shared) > 1 and (own in shared or own not in named))


def is_ending_accepted(ballots: Ballots, shared: Sharers) -> bool:
    """Return whether all accept an ending. Nobody need accept their own victory, and nobody wins by their word
    alone."""
    others = {code: some for code, some in ballots.items() if shared != {code}}
    return bool(others) and all(any(ballot_accepts(one, code, shared) for one in some) for code, some in others.items())


def possible_draws(ballots: Ballots, everybody: Sharers) -> set[Sharers]:
    """Return what is left of all draws that could be, when each ballot takes away those whom it does not name. The
    largest draw that all accept is among them."""
    found = {everybody}
    for some in ballots.values():
        found = {whole & one.sharing_seats for whole in found for one in some if one.kind == "draw"}
    return found


def find_largest_ending(
    ballots: Ballots, alive: Sequence[SeatCode], *, all_share: bool, unasked: Sharers = frozenset()
) -> Proposal | None:
    """The largest ending that all accept; of two that are as large, the one whose seats come first in the game.
    `all_share`: no draw but that of all who are left; `unaskable_seats`: who shares whatever is carried."""
    draws = {frozenset(alive)} if all_share else possible_draws(ballots, frozenset(alive))
    concessions = {one.sharing_seats for some in ballots.values() for one in some if one.kind == "concede"}
    possible = {shared for shared in draws if len(shared) > 1 or len(alive) == 1} | concessions
    best = sorted(
        (shared for shared in possible if unasked <= shared and is_ending_accepted(ballots, shared)),
        key=lambda s: ending_sort_key(s, alive),
    )
    return ending_proposal([code for code in alive if code in best[0]]) if best else None


def ending_sort_key(shared: Collection[SeatCode], alive: Sequence[SeatCode]) -> tuple[int, list[int]]:
    """The larger first, then by the order of the seats."""
    return -len(shared), sorted(alive.index(code) for code in shared)


# --- carried -----------------------------------------------------------------------------------------------------


def end_if_carried(session: Session, game: Game, phase: Phase, now: datetime) -> Proposal | None:
    """Ends the game if all who have a vote accept one ending; which that is, or None."""
    rules = rules_of(game)
    votes = list_standing_votes(session, game) if rules.draws != "none" else []
    if not votes:
        return None
    ballots, left = (
        ballots_by_elector(votes, list_electors(session, game, phase)),
        unaskable_seats(session, game, phase),
    )
    found = find_largest_ending(ballots, surviving_seats(phase), all_share=rules.draws == "survivors", unasked=left)
    if found:
        phases.clear_votes(session, game)
        add_ledger_entry(session, game, "SERVER", "carried", now, proposal=found.text)
        how = How.DRAW if found.kind == "draw" else How.CONCESSION
        endings.end_as_agreed(session, game, phase, how, found.seats, now)
    return found
