"""Elections: one country after the other, proposals in turn order, answers, winners and their pawns (§5.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Seat
from engines.europa import ballots
from engines.europa.data import Code
from engines.europa.state import Member, State
from engines.europa.working import Working

STRONGEST = 3
"""Parties whose pawns together decide whether an election can be won at all."""


def eligible(working: Working, code: Code) -> list[Seat]:
    """The parties with pawns in a country, in the order in which they propose (§5.10a)."""
    options = working.state.options
    if options.variable_order:
        resort(working)
    here = [seat for seat in working.state.order if working.state.pawns(code, seat)]
    return here[::-1] if options.black_horse else here


def resort(working: Working) -> None:
    """The order of play by points as they are now; equal ones as at the start of the turn (§5.10a, §6.40)."""
    state = working.state
    ranking = state.ranking or state.order  # a turn that began before rankings were kept
    order = tuple(sorted(state.order, key=lambda seat: (-state.pp[seat], ranking.index(seat))))
    if order != state.order:
        working.set(order=order)
        working.tell("order", order=order)


def hopeless(state: State, code: Code) -> bool:
    """Whether no coalition can have the votes: no pawns, or too few of the best three together (§5.10b and §6.27)."""
    strongest = sorted(state.board.get(code, {}).values(), reverse=True)[:STRONGEST]
    return sum(strongest) < state.need(code)


def hold(working: Working, code: Code) -> None:
    """One election by sealed ballots."""
    if hopeless(working.state, code):
        nationalists(working, code)
        return
    for proposer in eligible(working, code):
        coalition = ballots.proposal(working.state, code, proposer, working.said(proposer))
        if carried(working, code, proposer, coalition, answers(working, code, proposer, coalition)):
            win(working, code, coalition)
            move_on(working, code, coalition)
            return
    nationalists(working, code)


def answers(working: Working, code: Code, proposer: Seat, coalition: Sequence[Seat]) -> dict[Seat, bool]:
    """What every party present says; the proposer says Yes."""
    state = working.state
    here = [seat for seat in state.order if state.pawns(code, seat)]
    return {
        seat: seat == proposer or ballots.answer(state, code, seat, working.said(seat), proposer, coalition)
        for seat in here
        if coalition
    }


def carried(working: Working, code: Code, proposer: Seat, coalition: Sequence[Seat], said: Mapping[Seat, bool]) -> bool:
    """Whether a proposal passes: more than half of all pawns, and every member's Yes (§5.10c, §6.21 and §6.22)."""
    state = working.state
    if not coalition:
        working.tell("passed", country=code, seat=proposer)
        return False
    total = strength_of(state, code, said, None)
    votes = strength_of(state, code, said, True)
    agreed = all(said[seat] for seat in coalition) or not state.options.consent
    result = 2 * votes > total and agreed
    working.tell(
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


def strength_of(state: State, code: Code, said: Mapping[Seat, bool], yes: bool | None) -> int:
    return ballots.strength(state, code, [seat for seat, flag in said.items() if yes is None or flag is yes])


def nationalists(working: Working, code: Code) -> None:
    """Nobody wins: pawns are withdrawn; the country comes again, its marker stays (§5.10d and §6.16)."""
    state = working.state
    pawns = dict(state.board.get(code, {}))
    working.status(code, "nationalist")
    working.withdraw(code)
    working.tell("nationalists", country=code, pawns=pawns, need=state.need(code))


def win(working: Working, code: Code, coalition: Sequence[Seat]) -> None:
    """The country joins; each member gets its share and a Victory Point (§5.10e and §6.15)."""
    state = working.state
    pp = ballots.share(state, code, len(coalition))
    working.set(eu={**state.eu, code: Member(state.turn, tuple(coalition))})
    working.status(code, "EU")
    working.mark(code, "")
    for seat in coalition:
        working.award(seat, pp=pp, vp=1)
    working.tell("joined", country=code, coalition=tuple(coalition), pp=pp, vp=1)


def move_on(working: Working, code: Code, coalition: Sequence[Seat]) -> None:
    """Each winner, in turn order, may move one pawn; all others are withdrawn (§5.10e, §6.4, §6.44 and §6.45)."""
    for seat in ballots.in_play_order(working.state, coalition):
        to = ballots.destination(working.state, code, working.said(seat))
        working.tell("moved", country=code, seat=seat, to=to)
        if to:
            working.put(to, seat, 1)
    working.withdraw(code)
