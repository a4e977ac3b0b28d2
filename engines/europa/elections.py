"""Elections: one country after the other, proposals in turn order, answers, winners and their pawns (§5.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Seat
from engines.europa import ballots
from engines.europa.data import Code
from engines.europa.state import EuropaState, UnionMember
from engines.europa.turn_context import EuropaTurnContext

STRONGEST = 3
"""Parties whose pawns together decide whether an election can be won at all."""


def eligible_proposers(working: EuropaTurnContext, code: Code) -> list[Seat]:
    """The parties with pawns in a country, in the order in which they propose (§5.10a)."""
    options = working.state.options
    if options.variable_order:
        resort_play_order(working)
    here = [seat for seat in working.state.order if working.state.count_pawns(code, seat)]
    return here[::-1] if options.black_horse else here


def resort_play_order(working: EuropaTurnContext) -> None:
    """The order of play by points as they are now; equal ones as at the start of the turn (§5.10a, §6.40)."""
    state = working.state
    order = tuple(sorted(state.order, key=lambda seat: (-state.pp[seat], state.ranking.index(seat))))
    if order != state.order:
        working.change_state(order=order)
        working.record_event("order", order=order)


def is_hopeless(state: EuropaState, code: Code) -> bool:
    """Return whether no coalition can have the votes: no pawns, or too few of the best three together (§5.10b and
    §6.27)."""
    strongest = sorted(state.board.get(code, {}).values(), reverse=True)[:STRONGEST]
    return sum(strongest) < state.votes_needed(code)


def hold_election(working: EuropaTurnContext, code: Code) -> None:
    """One election by sealed ballots."""
    if is_hopeless(working.state, code):
        lose_to_nationalists(working, code)
        return
    for proposer in eligible_proposers(working, code):
        coalition = ballots.choose_proposal(working.state, code, proposer, working.orders_from(proposer))
        if count_vote(working, code, proposer, coalition, collect_answers(working, code, proposer, coalition)):
            win_country(working, code, coalition)
            move_winners_on(working, code, coalition)
            return
    lose_to_nationalists(working, code)


def collect_answers(
    working: EuropaTurnContext, code: Code, proposer: Seat, coalition: Sequence[Seat]
) -> dict[Seat, bool]:
    """Return what every party present says; the proposer says Yes."""
    state = working.state
    here = [seat for seat in state.order if state.count_pawns(code, seat)]
    return {
        seat: seat == proposer
        or ballots.agrees_to_coalition(state, code, seat, working.orders_from(seat), proposer, coalition)
        for seat in here
        if coalition
    }


def count_vote(
    working: EuropaTurnContext, code: Code, proposer: Seat, coalition: Sequence[Seat], said: Mapping[Seat, bool]
) -> bool:
    """Return whether a proposal passes: more than half of all pawns, and every member's Yes (§5.10c, §6.21 and
    §6.22)."""
    state = working.state
    if not coalition:
        working.record_event("passed", country=code, seat=proposer)
        return False
    total = voting_strength(state, code, said, None)
    votes = voting_strength(state, code, said, True)
    agreed = all(said[seat] for seat in coalition) or not state.options.consent
    result = 2 * votes > total and agreed
    working.record_event(
        "proposal",
        country=code,
        seat=proposer,
        coalition=tuple(coalition),
        votes=votes,
        total=total,
        no=tuple(seat for seat, yes in said.items() if not yes),
        refused=tuple(seat for seat in coalition if not said[seat]),
        carried=result,
    )
    return result


def voting_strength(state: EuropaState, code: Code, said: Mapping[Seat, bool], yes: bool | None) -> int:
    return ballots.coalition_strength(state, code, [seat for seat, flag in said.items() if yes is None or flag is yes])


def lose_to_nationalists(working: EuropaTurnContext, code: Code) -> None:
    """Nobody wins: pawns are withdrawn; the country comes again, its marker stays (§5.10d and §6.16)."""
    state = working.state
    pawns = dict(state.board.get(code, {}))
    working.set_election_status(code, "nationalist")
    working.withdraw_pawns(code)
    working.record_event("nationalists", country=code, pawns=pawns, need=state.votes_needed(code))


def win_country(working: EuropaTurnContext, code: Code, coalition: Sequence[Seat]) -> None:
    """The country joins; each member gets its share and a Victory Point (§5.10e and §6.15)."""
    state = working.state
    pp = ballots.points_per_member(state, code, len(coalition))
    working.change_state(eu={**state.eu, code: UnionMember(state.turn, tuple(coalition))})
    working.set_election_status(code, "EU")
    working.set_marker(code, "")
    for seat in coalition:
        working.award_points(seat, pp=pp, vp=1)
    working.record_event("joined", country=code, coalition=tuple(coalition), pp=pp, vp=1)


def move_winners_on(working: EuropaTurnContext, code: Code, coalition: Sequence[Seat]) -> None:
    """Each winner, in turn order, may move one pawn; all others are withdrawn (§5.10e, §6.4, §6.44 and §6.45)."""
    for seat in ballots.sort_by_play_order(working.state, coalition):
        to = ballots.choose_destination(working.state, code, working.orders_from(seat))
        working.record_event("moved", country=code, seat=seat, to=to)
        if to:
            working.add_pawns(to, seat, 1)
    working.withdraw_pawns(code)
