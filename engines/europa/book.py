"""Elections by the book: proposals, answers and moves, each with a deadline of its own (§3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, elections
from engines.europa.state import Vote
from engines.europa.turn import Run

Open = Callable[[Run, str, str], None]
Done = Callable[[Run], None]


def sheet(run: Run) -> Vote:
    """The vote under way. Raises ValueError if there is none."""
    if run.state.sheet is None:
        raise ValueError(f"no election is under way in {run.state.phase}")
    return run.state.sheet


def note(run: Run, **changes: object) -> None:
    """Changes the vote under way."""
    run.set(sheet=replace(sheet(run), **changes))  # type: ignore[arg-type]


def next_election(run: Run, open_phase: Open, done: Done) -> None:
    """The next election somebody has to decide; those that decide themselves are run through."""
    for card in run.state.track:
        if card.status != "pending":
            continue
        if elections.hopeless(run.state, card.country):
            elections.nationalists(run, card.country)
            continue
        run.set(sheet=Vote(card.country))
        if run.state.options.campaign and len(elections.eligible(run, card.country)) > 1:
            open_phase(run, "campaign", f"{card.country}-CAMPAIGN")
        else:
            go_on(run, open_phase, done)
        return
    run.set(sheet=None)
    done(run)


def go_on(run: Run, open_phase: Open, done: Done) -> None:
    """The next step of the election under way: moves, answers, the next proposal, or the next election."""
    vote = sheet(run)
    card = run.state.card(vote.country)
    if card is None or card.status != "pending":
        finish_or_move(run, open_phase, done)
    elif vote.coalition:
        open_phase(run, "answer", f"{vote.country}-ANSWER-{vote.proposer}")
    else:
        next_proposal(run, open_phase, done)


def next_proposal(run: Run, open_phase: Open, done: Done) -> None:
    vote = sheet(run)
    here = elections.eligible(run, vote.country)
    left = [seat for seat in here if seat not in vote.tried]
    if not left or elections.hopeless(run.state, vote.country):
        elections.nationalists(run, vote.country)
        next_election(run, open_phase, done)
    elif len(here) == 1:  # nobody else to ask: ALONE is proposed for him
        decide(run, left[0], (left[0],), left)
        go_on(run, open_phase, done)
    else:
        note(run, proposer=left[0])
        open_phase(run, "propose", f"{vote.country}-PROPOSE-{left[0]}")


def finish_or_move(run: Run, open_phase: Open, done: Done) -> None:
    """Winners are asked where their pawns go, unless there is nowhere."""
    vote = sheet(run)
    if vote.winners and ballots.destinations(run.state):
        open_phase(run, "move", f"{vote.country}-MOVE")
    elif vote.winners:
        work_moves(run)
        next_election(run, open_phase, done)
    else:
        next_election(run, open_phase, done)


def decide(run: Run, proposer: Seat, coalition: Sequence[Seat], yes: Sequence[Seat]) -> None:
    """Counts a vote; the country joins if it is carried, else the next may propose."""
    vote = sheet(run)
    here = [seat for seat in run.state.order if run.state.pawns(vote.country, seat)]
    said = {seat: seat in yes for seat in here}
    note(run, tried=(*vote.tried, proposer), proposer="", coalition=())
    if elections.carried(run, vote.country, proposer, coalition, said):
        elections.win(run, vote.country, coalition)
        note(run, winners=tuple(coalition))


# --- the steps ---------------------------------------------------------------------------------------------------


def work_campaign(run: Run) -> None:
    """A campaign changes nothing: talk binds nobody."""


def work_proposal(run: Run) -> None:
    vote = sheet(run)
    coalition = ballots.proposal(run.state, vote.country, vote.proposer, run.said(vote.proposer))
    if coalition:
        note(run, coalition=coalition)
        run.tell("on the table", country=vote.country, seat=vote.proposer, coalition=coalition)
    else:
        decide(run, vote.proposer, (), ())


def work_answers(run: Run) -> None:
    vote = sheet(run)
    if not ballots.valid(run.state, vote.country, vote.proposer, vote.coalition):  # a member was taken off the map
        note(run, tried=(*vote.tried, vote.proposer), proposer="", coalition=())
        return
    here = [seat for seat in run.state.order if run.state.pawns(vote.country, seat)]
    decide(run, vote.proposer, vote.coalition, [seat for seat in here if says_yes(run, seat)])


def says_yes(run: Run, seat: Seat) -> bool:
    """A plain word decides; without one the standing rules do."""
    vote, said = sheet(run), run.said(seat)
    plain = [order.verb for order in said if order.verb in ("AYE", "NAY")]
    if seat == vote.proposer or plain:
        return seat == vote.proposer or plain[-1] == "AYE"
    return ballots.answer(run.state, vote.country, seat, said, vote.proposer, vote.coalition)


def work_moves(run: Run) -> None:
    vote = sheet(run)
    elections.move_on(run, vote.country, [seat for seat in vote.winners if run.state.pawns(vote.country, seat)])
    note(run, winners=())


WORK: Mapping[str, Callable[[Run], None]] = {
    "campaign": work_campaign,
    "propose": work_proposal,
    "answer": work_answers,
    "move": work_moves,
}
