"""Orders given, amended, taken back, and made ready."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import select

from engines.language.grammar import Remark
from pbem.games import Refusal, games
from pbem.games.orders import orders, projection
from pbem.games.people import people
from pbem.games.phases import closing, phase_turns
from pbem.games.proof import verify
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.storage.database import Store
from pbem.storage.models import Submission, Turn
from tests.games.party import Party, open_party, start_party
from tests.games.toy import Toy


def turn(party: Party, code: str) -> Turn:
    with party.store.read_session() as session:
        found = phase_turns.find_turn(session, party.phase(session), party.seat(session, code))
        assert found is not None
        return found


def test_a_receipt_judges_each_line_and_shows_the_whole_set(store: Store, now: datetime) -> None:
    """A good line, a bad one; what stands is the good one in canonical text."""
    party = start_party(store, now)
    answer = party.submit("RED", "bid  4\nBID many", now)
    assert [(v.raw.strip(), v.order_text, bool(v.remarks)) for v in answer.verdicts] == [
        ("bid  4", "BID 4", False),
        ("BID many", "", True),
    ]
    assert answer.standing == ("BID 4",)
    assert (answer.owed, answer.ready, answer.deadline) == (False, False, now + timedelta(hours=48))


def test_a_later_order_replaces_the_earlier_one_for_the_same_thing(sqlite: Store, now: datetime) -> None:
    """The last valid word counts; a line that is not understood changes nothing."""
    party = start_party(sqlite, now)
    party.submit("RED", "BID 4", now)
    assert party.submit("RED", "BID 7", now).standing == ("BID 7",)
    assert party.submit("RED", "BID 99", now).standing == ("BID 7",)


def test_an_order_that_the_game_refuses_replaces_nothing(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read well, and refused when all is read together, leaves the order that stood."""

    def check(*known: Any) -> list[Remark]:
        return [Remark("error", "Too much.", o.text) for o in known[-1] if o.args.get("bid") == 9]

    monkeypatch.setattr(Toy, "check", check)
    party = start_party(sqlite, now)
    party.submit("RED", "BID 4", now)
    answer = party.submit("RED", "BID 9", now)
    assert answer.standing == ("BID 4",)
    assert [(remark.text, remark.line) for remark in answer.remarks] == [("Too much.", "BID 9")]


def test_every_submission_is_kept_word_for_word(sqlite: Store, now: datetime) -> None:
    """With its verdicts, source and time, also when nothing of it was understood."""
    party = start_party(sqlite, now)
    party.submit("RED", "BID 4", now)
    party.submit("RED", "hello", now + timedelta(hours=1), source="web")
    with sqlite.read_session() as session:
        rows = session.exec(select(Submission)).all()
    assert [(r.text, r.source, r.received_at) for r in rows] == [
        ("BID 4", "mail", now),
        ("hello", "web", now + timedelta(hours=1)),
    ]
    assert [line["text"] for r in rows for line in json.loads(r.lines)] == ["BID 4", ""]


def test_nothing_understood_is_nothing_given(sqlite: Store, now: datetime) -> None:
    """A mail of chatter does not count as orders."""
    assert start_party(sqlite, now).submit("RED", "how are you?", now).owed


def test_orders_that_cannot_stand_together_cost_the_line_the_engine_names(sqlite: Store, now: datetime) -> None:
    """The error is in the receipt, the line is not in the set."""
    answer = start_party(sqlite, now).submit("RED", "BID 3\nPASS", now)
    assert answer.standing == ("BID 3",)
    assert [r.level for r in answer.remarks] == ["error"]


def test_a_warning_costs_nothing(sqlite: Store, now: datetime) -> None:
    """Said, and done all the same."""
    answer = start_party(sqlite, now).submit("RED", "BID 0", now)
    assert answer.standing == ("BID 0",)
    assert [r.level for r in answer.remarks] == ["warning"]


def test_judging_stores_nothing(sqlite: Store, now: datetime) -> None:
    """It gives the receipt that submitting would give, and leaves no trace."""
    party = start_party(sqlite, now)
    with sqlite.read_session() as session:
        assert orders.judge_orders(session, party.seat(session, "RED"), "BID 5").standing == ("BID 5",)
    assert turn(party, "RED").orders == "[]"
    with sqlite.read_session() as session:
        assert session.exec(select(Submission)).all() == []


def test_clearing_owes_again(sqlite: Store, now: datetime) -> None:
    """Orders and readiness are taken back."""
    party = start_party(sqlite, now)
    party.submit("RED", "BID 5", now)
    party.ready("RED", now)
    with sqlite.write_session() as session:
        answer = orders.clear_orders(session, party.seat(session, "RED"), now)
    assert (answer.standing, answer.owed, answer.ready) == ((), True, False)


def test_the_last_ready_moves_the_end_to_now(store: Store, now: datetime) -> None:
    """One ready waits; both are looked at now; whoever waits again puts the deadline back."""
    party, later = start_party(store, now), now + timedelta(hours=1)
    party.submit("RED", "BID 5", now)
    party.ready("RED", now)
    assert party.now_at().early_at is None
    party.ready("BLU", later)
    assert (party.now_at().early_at, party.now_at().due_at) == (later, later)
    party.ready("RED", later, flag=False)
    assert party.now_at().early_at is None
    assert party.now_at().due_at == now + timedelta(hours=24), "the next reminder"


def test_the_delay_leaves_time_to_think_again(sqlite: Store, now: datetime) -> None:
    """Not resolved before the delay is over."""
    party = start_party(sqlite, now, Rules(delay_minutes=30))
    party.ready("RED", now)
    party.ready("BLU", now)
    assert party.close(now + timedelta(minutes=29)) is None
    assert party.close(now + timedelta(minutes=30)) is not None


def test_orders_before_the_start_and_after_the_end_are_refused(sqlite: Store, now: datetime) -> None:
    """With what the game is doing instead."""
    party = open_party(sqlite, now)
    with pytest.raises(Refusal) as caught:
        party.submit("RED", "BID 1", now)
    assert (caught.value.code, caught.value.facts["status"]) == ("not running", "forming")


def test_what_would_happen_is_not_told_from_secrets(sqlite: Store, now: datetime) -> None:
    """The toy game hides each seat's last bid from the others, so there is no answer."""
    party = start_party(sqlite, now)
    with pytest.raises(Refusal, match="what if hidden"), sqlite.read_session() as session:
        projection.project_orders(session, party.seat(session, "RED"), "RED: BID 1")


def test_too_long_a_text_is_refused(sqlite: Store, now: datetime) -> None:
    """Nobody's orders fill a book."""
    with pytest.raises(Refusal, match="text too long"):
        start_party(sqlite, now).submit("RED", "BID 1\n" * 10_000, now)


@pytest.mark.usefixtures("at_once")
def test_concurrent_submissions_lose_nothing(store: Store, now: datetime) -> None:
    """Three seats write ten times each at once; every word is kept, and each seat's last bid stands."""
    party = start_party(store, now, players=3)

    def write(code: str) -> None:
        for bid in range(10):
            party.submit(code, f"BID {bid}", now)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(write, ("RED", "BLU", "GRN")))
    with store.read_session() as session:
        assert len(session.exec(select(Submission)).all()) == 30
    assert {json.loads(turn(party, code).orders)[0]["text"] for code in ("RED", "BLU", "GRN")} == {"BID 9"}


@pytest.mark.usefixtures("at_once")
def test_one_seat_from_two_places_at_once_loses_nothing(store: Store, now: datetime) -> None:
    """A bid and a pass sent at the same moment both reach the set that is judged."""
    party = start_party(store, now)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda text: party.submit("RED", text, now), ["BID 3", "PASS"]))
    with store.read_session() as session:
        assert len(session.exec(select(Submission)).all()) == 2
    assert json.loads(turn(party, "RED").orders)[0]["text"] == "BID 3"


def test_orders_that_say_some_words_are_taken_back(sqlite: Store, now: datetime) -> None:
    """Only those; and if there are none, the answer lists what there is."""
    party = start_party(sqlite, now)
    party.submit("RED", "BID 4", now)
    with sqlite.write_session() as session, pytest.raises(Refusal, match="no such order"):
        orders.clear_orders(session, party.seat(session, "RED"), now, "LIKE")
    with sqlite.write_session() as session:
        answer = orders.clear_orders(session, party.seat(session, "RED"), now, "bid")
    assert (answer.standing, answer.owed) == ((), True)


@pytest.mark.slow
def test_a_tournament_shares_its_dice_and_is_proved(sqlite: Store, now: datetime) -> None:
    """Two games of one server with one tournament number: the same six throws of war; without it others."""
    rolls = []
    with sqlite.write_session() as session:
        for slug, options in (("one", "TOURNAMENT 4"), ("two", "TOURNAMENT 4"), ("three", "")):
            game = games.insert_game(session, "europa", f"PLAYERS 3\n{options}", slug=slug, now=now)
            for number in range(3):
                seats.join_game(
                    session, game, people.get_or_register_player(session, f"{slug}{number}@example.org", now), (), now
                )
            while (phase := games.find_current_phase(session, game)) and "3" not in (
                found := games.phase_state(phase).rolls  # type: ignore[attr-defined]
            ):
                assert phase.deadline is not None
                closing.close_phase(session, game, phase, phase.deadline + timedelta(days=3))
            rolls.append(found["3"])
            assert verify.verify_game(session, game) == []
    assert rolls[0] == rolls[1] != rolls[2]


def test_time_to_talk_is_nothing_one_can_miss(sqlite: Store, now: datetime) -> None:
    """A campaign is waited for, but not owed: it ends at its deadline without grace, or when all are ready."""
    with sqlite.write_session() as session:
        game = games.insert_game(session, "europa", "PLAYERS 3\nMODE BOOK\nCAMPAIGN ON", slug="talk", now=now)
        for number in range(3):
            seats.join_game(
                session, game, people.get_or_register_player(session, f"{number}@example.org", now), (), now
            )
        while (phase := games.find_current_phase(session, game)) and phase.kind != "campaign":
            assert phase.deadline is not None
            closing.close_phase(session, game, phase, phase.deadline + timedelta(days=3))
        assert phase is not None and phase.deadline is not None
        assert phase_turns.list_debtor_seats(session, phase) == []
        assert len(phase_turns.list_unready_seats(session, phase)) == 3
        assert closing.close_phase(session, game, phase, phase.deadline) is not None
        assert {turn.verdict for turn, _ in phase_turns.list_turns(session, phase)} == {"free"}


def test_what_if_does_not_tell_who_has_standing_lines(sqlite: Store, now: datetime) -> None:
    """Worked out from one's own view; chance, or the end of the game, cannot be told."""
    with sqlite.write_session() as session:
        game = games.insert_game(session, "europa", "PLAYERS 3", slug="if", now=now)
        for number in range(3):
            seats.join_game(
                session, game, people.get_or_register_player(session, f"{number}@example.org", now), (), now
            )
        blue, green = games.list_game_seats(session, game)[:2]
        before = projection.project_orders(session, blue, "BLU: PLACE 2 LUX\nGRN: PLACE 2 LUX")
        assert "Blue: 2 pawns in Luxembourg." in str(before)
        orders.add_orders(session, green, "STANDING PLACE 1 FRA", source="mail", now=now)
        for _ in range(2):
            phase = games.find_current_phase(session, game)
            assert phase is not None and phase.deadline is not None
            standing = projection.project_orders(session, blue, "BLU: PLACE 2 LUX") if phase.kind == "place" else ()
            assert phase.kind != "place" or "Blue" in str(standing)
            closing.close_phase(session, game, phase, phase.deadline + timedelta(days=3))
        with pytest.raises(Refusal, match="what if chance"):
            projection.project_orders(session, blue, "BLU: PROPOSE * AUTO")
