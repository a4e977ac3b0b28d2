"""Turns that are not taken: counted once, told to all, and what the game does then."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import select

from engines.base import Step
from engines.language.grammar import OrderGrammar
from pbem.documents import reports
from pbem.games import Refusal, notify
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.phases import turn_verdicts
from pbem.games.phases.turn_verdicts import TurnVerdict
from pbem.games.rules import Rules
from pbem.games.seating import roll_call, seats
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Turn
from tests.games.party import Party, clock_at, letter_data, open_party, start_party
from tests.games.toy import Bids, Toy

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
PROMPT = Rules(grace_hours=0, remind_hours=())


def verdicts(party: Party, code: str) -> list[str]:
    """Return what became of a seat's turns, the first first."""
    with party.store.read_session() as session:
        seat = party.seat(session, code)
        found = session.exec(select(Turn).where(Turn.seat_id == seat.id).order_by(Turn.phase_id))  # type: ignore[arg-type]
        return [turn.verdict for turn in found]


def report_words(party: Party, code: str | None = None) -> str:
    """Return what the newest report says before everything else."""
    with party.store.read_session() as session:
        seat = party.seat(session, code) if code else None
        return " ".join(
            b.text for b in reports.report_blocks(session, party.phase(session), seat) if hasattr(b, "text")
        )


# --- counted ------------------------------------------------------------------------------------------------------


def test_each_turn_has_one_verdict(store: Store, now: datetime) -> None:
    """C1: in time, late in the grace, not at all; a ready empty set is a turn taken; who need not speak misses
    nothing."""
    party = start_party(store, now, Rules(grace_hours=6, remind_hours=()), players=3)
    party.ready("RED", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    party.submit("BLU", "BID 3", now + 50 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 54 * HOUR))
    assert [verdicts(party, code)[0] for code in ("RED", "BLU", "GRN")] == ["taken", "late", "missed"]
    clock.run_clock_tick(store, clock_at(now + 120 * HOUR))
    assert verdicts(party, "GRN")[1] == "", "in the second round the last seat owes nothing"
    with store.read_session() as session:
        player = party.player(session, "BLU")
        assert turn_verdicts.tally_verdicts(session, player=player) == Counter(
            {TurnVerdict.LATE: 1, TurnVerdict.MISSED: 1}
        )


def test_who_cannot_be_reached_is_not_forgetful(sqlite: Store, now: datetime) -> None:
    """His letters came back; reminders are not sent to him either."""
    party = start_party(sqlite, now, Rules(grace_hours=6))
    with sqlite.write_session() as session:
        for _ in range(people.BOUNCES):
            people.count_player_bounce(session, party.player(session, "RED"), now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 54 * HOUR))
    assert (verdicts(party, "RED")[0], verdicts(party, "BLU")[0]) == ("unreachable", "missed")
    assert party.letters("remind", "RED") == []
    assert party.letters("remind", "BLU") != []


def test_nobody_misses_a_turn_that_was_cut_short(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    with sqlite.write_session() as session:
        master.process_phase(session, party.game(session), None, now + HOUR)
    assert verdicts(party, "RED")[0] == "excused"


def test_what_is_undone_counts_for_nobody(sqlite: Store, now: datetime) -> None:
    """A rollback behind a missed turn takes it from the count; going forward again brings it back."""
    party = start_party(sqlite, now, PROMPT)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 1, now + 49 * HOUR)
        assert turn_verdicts.tally_verdicts(session, seat=party.seat(session, "RED")) == Counter()
        assert turn_verdicts.count_missed_in_row(session, party.seat(session, "RED")) == 0
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 2, now + 50 * HOUR)
        assert turn_verdicts.tally_verdicts(session, seat=party.seat(session, "RED")) == Counter(
            {TurnVerdict.MISSED: 1}
        )


# --- told ---------------------------------------------------------------------------------------------------------


def test_all_read_who_did_not_write(sqlite: Store, now: datetime) -> None:
    """C6: the player what it means for him, the others once, in the report; and in the ledger."""
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "BID 4", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert "No orders for Round 1 came from Blue." in report_words(party, "RED")
    assert "No orders for Round 1 came from Blue." in report_words(party)
    own = report_words(party, "BLU")
    assert "You sent no orders for Round 1" in own
    assert "After 2 more turns missed in a row your seat is offered to others." in own
    with sqlite.read_session() as session:
        assert [
            entry.actor for entry in notify.list_ledger_entries(session, party.game(session)) if entry.act == "missed"
        ] == ["BLU"]


def test_what_a_phase_asked_of_the_reader_is_not_told_of_others(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phase may be called by what it asks of a seat (“2 units to build”): no name of it in what is told of missing
    orders, of others' or one's own."""
    plain = Toy.grammar

    def for_one(toy: Toy, view: Bids, seat: str) -> OrderGrammar | None:
        grammar = plain(toy, view, seat)
        return replace(grammar, title=f"for {seat} alone") if grammar else None

    monkeypatch.setattr(Toy, "grammar", for_one)
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "BID 4", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert "No orders for Round 1 came from Blue." in report_words(party, "RED")
    assert "You sent no orders for Round 1, so" in report_words(party, "BLU")


def test_a_game_may_keep_absences_to_itself(sqlite: Store, now: datetime) -> None:
    """Then only the player and the game master hear of them."""
    party = start_party(sqlite, now, Rules(grace_hours=6, remind_hours=(), absences="own"))
    party.submit("RED", "BID 4", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert party.letters("late", "RED") == []
    assert len(party.letters("late")) == 1, "the master"
    clock.run_clock_tick(sqlite, clock_at(now + 54 * HOUR))
    assert "Blue" not in report_words(party, "RED").split("Round 1")[0]
    assert "You sent no orders" in report_words(party, "BLU")


def test_all_hear_once_for_whom_the_game_waits(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(grace_hours=6, remind_hours=()))
    party.submit("RED", "BID 4", now)
    for hour in (48, 49, 50):
        clock.run_clock_tick(sqlite, clock_at(now + hour * HOUR))
    assert [letter_data(x)["seats"] for x in party.letters("late")] == [["Blue"]] * 2, "Red and the master, once each"
    assert party.letters("late", "BLU") == []


# --- what the game does -------------------------------------------------------------------------------------------


def test_silence_opens_a_seat(store: Store, now: datetime) -> None:
    """C1: after so many turns missed in a row it is offered; he is told how to get it back, all that it is free."""
    party = start_party(store, now, Rules(grace_hours=0, remind_hours=(), open_after=2))
    for round_ in (1, 2):
        party.submit("BLU", "BID 4", now + (round_ - 1) * 48 * HOUR)
        assert party.letters("opened") == []
        clock.run_clock_tick(store, clock_at(now + round_ * 48 * HOUR))
    with store.read_session() as session:
        assert party.seat(session, "RED").player_id is None
    assert [letter_data(x) for x in party.letters("opened")] == [{"seat": "Red"}]
    assert {letter_data(x)["why"] for x in party.letters("vacant")} == {"opened"}


def test_a_turn_taken_begins_the_count_anew(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=(), open_after=2))
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    party.ready("RED", now + 49 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 49 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 97 * HOUR))
    assert verdicts(party, "RED") == ["missed", "taken", "missed"]
    assert party.letters("opened", "RED") == []


def test_two_claim_one_seat(store: Store, now: datetime) -> None:
    """One gets it; the other is told so, and not given some other seat."""
    party = start_party(store, now, players=3)
    with store.write_session() as session:
        for code in ("RED", "BLU"):
            seats.leave_seat_vacant(session, party.seat(session, code), now)
        game = party.game(session)
        one, two = (people.get_or_register_player(session, f"{name}@example.org", now) for name in ("one", "two"))
        assert seats.join_game(session, game, one, ["RED"], now).code == "RED"
        with pytest.raises(Refusal, match="seat taken"):
            seats.join_game(session, game, two, ["RED"], now)


@pytest.mark.slow
def test_no_game_waits_for_ever(store: Store, now: datetime) -> None:
    """C1: one that waits does so up to its bound, with a last reminder; then it goes on, and who was silent loses his
    seat."""
    party = start_party(store, now, Rules(nmr="wait", wait_hours=14 * 24, remind_hours=()))
    party.submit("BLU", "BID 4", now)
    for day in range(2, 17):
        assert party.now_at().number == 1
        clock.run_clock_tick(store, clock_at(now + day * DAY))
    assert verdicts(party, "RED") == ["missed", "", ""], "in the second round only the vacant seat is asked"
    assert len(party.letters("remind", "RED")) == 2, "at the deadline, and a day before the end"
    assert len(party.letters("opened")) == 1


def test_a_seat_gets_more_time_from_its_budget(sqlite: Store, now: datetime) -> None:
    """As often as the rules say; all are told why."""
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=(), extra=1, extra_hours=24))
    party.ready("BLU", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert (party.now_at().number, party.now_at().deadline) == (1, now + 72 * HOUR)
    assert {letter_data(x)["why"][0]["kind"] for x in party.letters("deadline")} == {"extra"}
    clock.run_clock_tick(sqlite, clock_at(now + 72 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 120 * HOUR))
    assert party.now_at().number == 3, "the budget is empty"
    assert verdicts(party, "RED")[:2] == ["missed", "missed"]


def test_the_first_turn_is_guarded(sqlite: Store, now: datetime) -> None:
    """It waits for who is silent; then his seat is offered, and it waits once more for who takes it."""
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=(), guard_hours=24))
    party.ready("BLU", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert (party.now_at().number, party.now_at().deadline) == (1, now + 72 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 72 * HOUR))
    assert (party.now_at().number, party.now_at().deadline) == (1, now + 96 * HOUR)
    with sqlite.write_session() as session:
        assert party.seat(session, "RED").player_id is None
        seats.join_game(
            session,
            party.game(session),
            people.get_or_register_player(session, "new@example.org", now),
            ["RED"],
            now + 80 * HOUR,
        )
    party.ready("RED", now + 90 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 90 * HOUR))
    assert party.now_at().number == 2
    assert verdicts(party, "RED")[0] == "taken"


def test_a_guarded_first_turn_ends(sqlite: Store, now: datetime) -> None:
    """Nobody takes the seats: it goes on all the same."""
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=(), guard_hours=24))
    for hour in (48, 72, 96):
        assert party.now_at().number == 1
        clock.run_clock_tick(sqlite, clock_at(now + hour * HOUR))
    assert party.now_at().number == 2


# --- the roll call ------------------------------------------------------------------------------------------------


def gather_players(store: Store, now: datetime) -> Party:
    """A game whose seats are all taken, and whose roll is called."""
    party = open_party(store, now, Rules(roll_call_hours=48))
    with store.write_session() as session:
        for name in ("red", "blue"):
            seats.join_game(
                session,
                party.game(session),
                people.get_or_register_player(session, f"{name}@example.org", now),
                [],
                now,
            )
    assert party.status() == "forming"
    assert len(party.letters("roll-call")) == 2
    return party


def test_a_game_begins_when_all_are_there(store: Store, now: datetime) -> None:
    party = gather_players(store, now)
    for code, begins in (("RED", False), ("RED", False), ("BLU", True)):
        with store.write_session() as session:
            assert roll_call.answer_roll_call(session, party.seat(session, code), now + HOUR) is begins
    assert party.status() == "running"


def test_who_is_not_there_loses_his_seat(sqlite: Store, now: datetime) -> None:
    """The game waits for somebody else, who alone is asked."""
    party = gather_players(sqlite, now)
    with sqlite.write_session() as session:
        roll_call.answer_roll_call(session, party.seat(session, "RED"), now + HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert [letter_data(x) for x in party.letters("opened")] == [{"seat": "Blue"}]
    with sqlite.write_session() as session:
        seats.join_game(
            session,
            party.game(session),
            people.get_or_register_player(session, "new@example.org", now),
            [],
            now + 50 * HOUR,
        )
    assert len(party.letters("roll-call")) == 3
    with sqlite.write_session() as session:
        assert roll_call.answer_roll_call(session, party.seat(session, "BLU"), now + 51 * HOUR)


# --- reminders ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_reminders_are_few_and_stop(sqlite: Store, now: datetime) -> None:
    """C1: a silent week looked at every hour: what the rules say and no more; none once orders are there."""
    party = start_party(sqlite, now, Rules(grace_hours=12), pace="168h")
    party.submit("RED", "BID 4", now)
    for hour in range(1, 181):
        clock.run_clock_tick(sqlite, clock_at(now + hour * HOUR))
    assert len(party.letters("remind", "BLU")) == 3
    assert party.letters("remind", "RED") == []


def test_a_vacant_seat_misses_nothing(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert (verdicts(party, "RED")[0], verdicts(party, "BLU")[0]) == ("", "missed")


def test_a_seat_that_is_out_of_the_game_is_not_offered(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game may take out who was silent in the very turn that would open his seat: nobody could take that seat, so
    nobody is told that it is free."""
    plain = Toy.resolve

    def takes_out(toy: Toy, *given: Any) -> Step[Bids]:
        step = plain(toy, *given)
        return replace(step, state=replace(step.state, out=("BLU",)))

    monkeypatch.setattr(Toy, "resolve", takes_out)
    party = start_party(sqlite, now, replace(PROMPT, open_after=1), players=3)
    party.submit("RED", "BID 4", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    assert [letter_data(row)["seats"] for row in party.letters("vacant")][:1] == [["Green"]]
    assert not party.letters("opened", "BLU") and all(
        "Blue" not in letter_data(row)["seats"] for row in party.letters("vacant")
    )
    with sqlite.read_session() as session:
        assert party.seat(session, "BLU").player_id is not None
