"""Elections by the book: proposals, answers and moves, each with a deadline of its own (§3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, elections
from engines.europa.state import Vote
from engines.europa.working import Working

Open = Callable[[Working, str, str], None]
Done = Callable[[Working], None]


def sheet(working: Working) -> Vote:
    """The vote under way. Raises ValueError if there is none."""
    if working.state.sheet is None:
        raise ValueError(f"no election is under way in {working.state.phase}")
    return working.state.sheet


def note(working: Working, **changes: object) -> None:
    """Changes the vote under way."""
    working.set(sheet=replace(sheet(working), **changes))  # type: ignore[arg-type]


def next_election(working: Working, open_phase: Open, done: Done) -> None:
    """The next election somebody has to decide; those that decide themselves are run through."""
    for card in working.state.track:
        if card.status != "pending":
            continue
        if elections.hopeless(working.state, card.country):
            elections.nationalists(working, card.country)
            continue
        working.set(sheet=Vote(card.country))
        if working.state.options.campaign and len(elections.eligible(working, card.country)) > 1:
            open_phase(working, "campaign", f"{card.country}-CAMPAIGN")
        else:
            go_on(working, open_phase, done)
        return
    working.set(sheet=None)
    done(working)


def go_on(working: Working, open_phase: Open, done: Done) -> None:
    """The next step of the election under way: moves, answers, the next proposal, or the next election."""
    vote = sheet(working)
    card = working.state.card(vote.country)
    if card is None or card.status != "pending":
        finish_or_move(working, open_phase, done)
    elif vote.coalition:
        open_phase(working, "answer", f"{vote.country}-ANSWER-{vote.proposer}")
    else:
        next_proposal(working, open_phase, done)


def next_proposal(working: Working, open_phase: Open, done: Done) -> None:
    vote = sheet(working)
    here = elections.eligible(working, vote.country)
    left = [seat for seat in here if seat not in vote.tried]
    if not left or elections.hopeless(working.state, vote.country):
        elections.nationalists(working, vote.country)
        next_election(working, open_phase, done)
    elif len(here) == 1:  # nobody else to ask: ALONE is proposed for him
        decide(working, left[0], (left[0],), left)
        go_on(working, open_phase, done)
    else:
        note(working, proposer=left[0])
        open_phase(working, "propose", f"{vote.country}-PROPOSE-{left[0]}")


def finish_or_move(working: Working, open_phase: Open, done: Done) -> None:
    """Winners are asked where their pawns go, unless there is nowhere."""
    vote = sheet(working)
    if vote.winners and ballots.destinations(working.state):
        open_phase(working, "move", f"{vote.country}-MOVE")
    elif vote.winners:
        work_moves(working)
        next_election(working, open_phase, done)
    else:
        next_election(working, open_phase, done)


def decide(working: Working, proposer: Seat, coalition: Sequence[Seat], yes: Sequence[Seat]) -> None:
    """Counts a vote; the country joins if it is carried, else the next may propose."""
    vote = sheet(working)
    here = [seat for seat in working.state.order if working.state.pawns(vote.country, seat)]
    said = {seat: seat in yes for seat in here}
    note(working, tried=(*vote.tried, proposer), proposer="", coalition=())
    if elections.carried(working, vote.country, proposer, coalition, said):
        elections.win(working, vote.country, coalition)
        note(working, winners=tuple(coalition))


# --- the steps ---------------------------------------------------------------------------------------------------


def work_campaign(working: Working) -> None:
    """A campaign changes nothing: talk binds nobody."""


def work_proposal(working: Working) -> None:
    vote = sheet(working)
    coalition = ballots.proposal(working.state, vote.country, vote.proposer, working.said(vote.proposer))
    if coalition:
        note(working, coalition=coalition)
        working.tell("on the table", country=vote.country, seat=vote.proposer, coalition=coalition)
    else:
        decide(working, vote.proposer, (), ())


def work_answers(working: Working) -> None:
    vote = sheet(working)
    if not ballots.valid(working.state, vote.country, vote.proposer, vote.coalition):  # a member was taken off the map
        note(working, tried=(*vote.tried, vote.proposer), coalition=())
        return
    here = [seat for seat in working.state.order if working.state.pawns(vote.country, seat)]
    decide(working, vote.proposer, vote.coalition, [seat for seat in here if says_yes(working, seat)])


def says_yes(working: Working, seat: Seat) -> bool:
    """A plain word decides; without one the standing rules do."""
    vote, said = sheet(working), working.said(seat)
    plain = [order.verb for order in said if order.verb in ("AYE", "NAY")]
    if seat == vote.proposer or plain:
        return seat == vote.proposer or plain[-1] == "AYE"
    return ballots.answer(working.state, vote.country, seat, said, vote.proposer, vote.coalition)


def work_moves(working: Working) -> None:
    vote = sheet(working)
    elections.move_on(working, vote.country, [seat for seat in vote.winners if working.state.pawns(vote.country, seat)])
    note(working, winners=())


WORK: Mapping[str, Callable[[Working], None]] = {
    "campaign": work_campaign,
    "propose": work_proposal,
    "answer": work_answers,
    "move": work_moves,
}
