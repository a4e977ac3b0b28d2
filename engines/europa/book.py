"""Elections by the book: proposals, answers and moves, each with a deadline of its own (§3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, elections
from engines.europa.state import EuropaVote
from engines.europa.turn_context import EuropaTurnContext

OpenPhase = Callable[[EuropaTurnContext, str, str], None]
AfterElections = Callable[[EuropaTurnContext], None]


def get_open_vote(working: EuropaTurnContext) -> EuropaVote:
    """The vote under way. Raises ValueError if there is none."""
    if working.state.sheet is None:
        raise ValueError(f"no election is under way in {working.state.phase}")
    return working.state.sheet


def change_open_vote(working: EuropaTurnContext, **changes: object) -> None:
    """Changes the vote under way."""
    working.change_state(sheet=replace(get_open_vote(working), **changes))  # type: ignore[arg-type]


def open_next_election(working: EuropaTurnContext, open_phase: OpenPhase, done: AfterElections) -> None:
    """The next election somebody has to decide; those that decide themselves are run through."""
    for card in working.state.track:
        if card.status != "pending":
            continue
        if elections.is_hopeless(working.state, card.country):
            elections.lose_to_nationalists(working, card.country)
            continue
        working.change_state(sheet=EuropaVote(card.country))
        if working.state.options.campaign and len(elections.eligible_proposers(working, card.country)) > 1:
            open_phase(working, "campaign", f"{card.country}-CAMPAIGN")
        else:
            continue_election(working, open_phase, done)
        return
    working.change_state(sheet=None)
    done(working)


def continue_election(working: EuropaTurnContext, open_phase: OpenPhase, done: AfterElections) -> None:
    """The next step of the election under way: moves, answers, the next proposal, or the next election."""
    vote = get_open_vote(working)
    card = working.state.find_card(vote.country)
    if card is None or card.status != "pending":
        finish_or_move(working, open_phase, done)
    elif vote.coalition:
        open_phase(working, "answer", f"{vote.country}-ANSWER-{vote.proposer}")
    else:
        ask_next_proposal(working, open_phase, done)


def ask_next_proposal(working: EuropaTurnContext, open_phase: OpenPhase, done: AfterElections) -> None:
    vote = get_open_vote(working)
    here = elections.eligible_proposers(working, vote.country)
    left = [seat for seat in here if seat not in vote.tried]
    if not left or elections.is_hopeless(working.state, vote.country):
        elections.lose_to_nationalists(working, vote.country)
        open_next_election(working, open_phase, done)
    elif len(here) == 1:  # nobody else to ask: ALONE is proposed for them
        decide_vote(working, left[0], (left[0],), left)
        continue_election(working, open_phase, done)
    else:
        change_open_vote(working, proposer=left[0])
        open_phase(working, "propose", f"{vote.country}-PROPOSE-{left[0]}")


def finish_or_move(working: EuropaTurnContext, open_phase: OpenPhase, done: AfterElections) -> None:
    """Winners are asked where their pawns go, unless there is nowhere."""
    vote = get_open_vote(working)
    if vote.winners and ballots.legal_destinations(working.state):
        open_phase(working, "move", f"{vote.country}-MOVE")
    elif vote.winners:
        work_moves(working)
        open_next_election(working, open_phase, done)
    else:
        open_next_election(working, open_phase, done)


def decide_vote(working: EuropaTurnContext, proposer: Seat, coalition: Sequence[Seat], yes: Sequence[Seat]) -> None:
    """Counts a vote; the country joins if it is carried, else the next may propose."""
    vote = get_open_vote(working)
    here = [seat for seat in working.state.order if working.state.count_pawns(vote.country, seat)]
    said = {seat: seat in yes for seat in here}
    change_open_vote(working, tried=(*vote.tried, proposer), proposer="", coalition=())
    if elections.count_vote(working, vote.country, proposer, coalition, said):
        elections.win_country(working, vote.country, coalition)
        change_open_vote(working, winners=tuple(coalition))


# --- the steps ---------------------------------------------------------------------------------------------------


def work_campaign(working: EuropaTurnContext) -> None:
    """A campaign changes nothing: talk binds nobody."""


def work_proposal(working: EuropaTurnContext) -> None:
    vote = get_open_vote(working)
    coalition = ballots.choose_proposal(working.state, vote.country, vote.proposer, working.orders_from(vote.proposer))
    if coalition:
        change_open_vote(working, coalition=coalition)
        working.record_event("on the table", country=vote.country, seat=vote.proposer, coalition=coalition)
    else:
        decide_vote(working, vote.proposer, (), ())


def work_answers(working: EuropaTurnContext) -> None:
    vote = get_open_vote(working)
    if not ballots.is_valid_proposal(
        working.state, vote.country, vote.proposer, vote.coalition
    ):  # a member was taken off the map
        change_open_vote(working, tried=(*vote.tried, vote.proposer), coalition=())
        return
    here = [seat for seat in working.state.order if working.state.count_pawns(vote.country, seat)]
    decide_vote(working, vote.proposer, vote.coalition, [seat for seat in here if says_yes(working, seat)])


def says_yes(working: EuropaTurnContext, seat: Seat) -> bool:
    """A plain word decides; without one the standing rules do."""
    vote, said = get_open_vote(working), working.orders_from(seat)
    plain = [order.verb for order in said if order.verb in ("AYE", "NAY")]
    if seat == vote.proposer or plain:
        return seat == vote.proposer or plain[-1] == "AYE"
    return ballots.agrees_to_coalition(working.state, vote.country, seat, said, vote.proposer, vote.coalition)


def work_moves(working: EuropaTurnContext) -> None:
    vote = get_open_vote(working)
    elections.move_winners_on(
        working, vote.country, [seat for seat in vote.winners if working.state.count_pawns(vote.country, seat)]
    )
    change_open_vote(working, winners=())


WORK: Mapping[str, Callable[[EuropaTurnContext], None]] = {
    "campaign": work_campaign,
    "propose": work_proposal,
    "answer": work_answers,
    "move": work_moves,
}
