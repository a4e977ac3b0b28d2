"""Who was not told owes nothing: reports that wait, leave late or never leave, through a real relay."""

from __future__ import annotations

import socket
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.health import clock_check, queues
from pbem.server import clock
from pbem.storage.models import Phase, Turn
from tests.games.party import Party, clock_at, open_party
from tests.mail.conftest import Office, Sink, use_relay
from tests.size import take_some

RULES = Rules(grace_hours=0, remind_hours=(), open_after=2)
HOUR = timedelta(hours=1)
BLUE = "blue@example.org"


def pass_hours(office: Office, hours: int) -> None:
    """The sender and the clock, an hour at a time."""
    for _ in range(hours):
        office.later(hours=1)
        office.deliver()
        clock.run_clock_tick(office.store, clock_at(office.now), posted=True)


def verdicts(office: Office, party: Party) -> list[str]:
    with office.store.read_session() as session:
        query = select(Turn.verdict).join(Phase).where(Phase.game_id == party.game_id, Turn.verdict != "")
        return list(session.exec(query))


def list_held_seats(office: Office, party: Party) -> dict[str, bool]:
    with office.store.read_session() as session:
        return {code: bool(party.seat(session, code).player_id) for code in ("RED", "BLU")}


def seats_held(office: Office, party: Party) -> bool:
    return all(list_held_seats(office, party).values())


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("trouble", take_some(["shut", "451"], 1))
def test_a_relay_that_takes_nothing_for_three_days_costs_nobody_anything(
    office: Office, sink: tuple[Sink, int], trouble: str
) -> None:
    """No turn is missed and no seat is opened; when the letters have left the phase has its whole time, and all are
    told why."""
    relay, port = sink
    relay.answer = "451 not now" if trouble == "451" else "250 OK"
    use_relay(office, port if trouble == "451" else 1)
    party = office.start_party(rules=RULES, pace="24h")
    pass_hours(office, 72)
    assert relay.letters == [] and party.now_at().number == 1
    assert verdicts(office, party) == [] and seats_held(office, party)
    relay.answer = "250 OK"
    use_relay(office, port)
    pass_hours(office, 24)
    left = max(row.sent_at for row in office.outbox(kind="started") if row.sent_at)
    assert party.now_at().number == 1 and party.now_at().deadline == left + 24 * HOUR
    told = [str(message.get_body(("plain",))) for _, to, message in relay.letters if to == [BLUE]]
    assert any("could not be sent" in " ".join(text.split()) for text in told)


@pytest.mark.slow
def test_reports_that_leave_late_begin_the_time_anew(office: Office, sink: tuple[Sink, int]) -> None:
    """The relay is away for 20 of 24 hours: the phase has 24 from when its reports left."""
    _, port = sink
    use_relay(office, 1)
    party = office.start_party(rules=RULES, pace="24h")
    opened = office.now
    pass_hours(office, 20)
    use_relay(office, port)
    pass_hours(office, 5)
    assert party.now_at().deadline == opened + 45 * HOUR and verdicts(office, party) == []
    pass_hours(office, 20)
    assert party.now_at().number == 2 and set(verdicts(office, party)) == {"missed"}


@pytest.mark.slow
def test_one_dead_mailbox_holds_a_game_up_once(office: Office, sink: tuple[Sink, int]) -> None:
    """It is refused for now, for days, while the others get theirs: its turns are excused, and the game goes on."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    party = office.start_party(rules=RULES, pace="24h")
    party.submit("RED", "BID 1", office.now)
    pass_hours(office, 60)
    assert party.now_at().number == 2
    assert sorted(verdicts(office, party)) == ["excused", "taken"] and seats_held(office, party)


@pytest.mark.slow
def test_a_report_that_is_refused_for_good_is_not_waited_for(office: Office, sink: tuple[Sink, int]) -> None:
    """Its seat owes nothing, and the letter is counted."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "550 no", BLUE
    party = office.start_party(rules=RULES, pace="24h")
    pass_hours(office, 25)
    assert party.now_at().number == 2 and sorted(verdicts(office, party)) == ["excused", "missed"]
    with office.store.read_session() as session:
        assert queues.count_given_up(session, office.now - timedelta(days=14)) > 0


def test_the_second_relay_is_tried_while_the_first_is_away(office: Office, sink: tuple[Sink, int]) -> None:
    """All letters leave at once."""
    relay, port = sink
    with socket.create_server(("127.0.0.1", 0)) as silent:
        gone = silent.getsockname()[1]
    office.config = replace(office.config, relay=f"smtp://127.0.0.1:{gone}", relay_2=f"smtp://127.0.0.1:{port}")
    office.start_party()
    assert office.deliver() == len(office.outbox()) == len(relay.letters)


def process_open_phase(office: Office, party: Party) -> None:
    """The game master waits no longer."""
    with office.store.write_session() as session:
        master.process_phase(session, party.game(session), None, office.now)


@pytest.mark.parametrize("way", ["never tried", "refused", "relay away"])
def test_a_phase_that_is_closed_by_hand_judges_nobody_who_was_not_told(
    office: Office, sink: tuple[Sink, int], way: str
) -> None:
    """After its deadline, while reports wait: the turn is excused, and the seat stays whose it is."""
    relay, port = sink
    relay.answer = "451 not now"
    use_relay(office, port if way == "refused" else 1)
    party = office.start_party(rules=Rules(grace_hours=0, remind_hours=(), open_after=1), pace="24h")
    if way != "never tried":
        office.deliver()
    office.later(hours=25)
    process_open_phase(office, party)
    assert party.now_at().number == 2
    assert verdicts(office, party) == ["excused", "excused"] and seats_held(office, party)


def test_who_was_told_and_said_nothing_has_missed_what_is_closed_by_hand(
    office: Office, sink: tuple[Sink, int]
) -> None:
    """After the deadline, as ever; the other one's mailbox refused it."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    party = office.start_party(rules=RULES, pace="24h")
    office.deliver()
    office.later(hours=25)
    process_open_phase(office, party)
    assert sorted(verdicts(office, party)) == ["excused", "missed"]


def test_a_deadline_that_was_brought_near_judges_nobody_before_the_reports_leave(
    office: Office, sink: tuple[Sink, int]
) -> None:
    """The game master sets it to five minutes after the start; nothing has been sent yet."""
    use_relay(office, sink[1])
    party = office.start_party(rules=RULES, pace="24h")
    office.later(minutes=1)
    with office.store.write_session() as session:
        master.fix_deadline(session, party.game(session), None, office.now + timedelta(minutes=4), office.now)
    office.later(minutes=5)
    clock.run_clock_tick(office.store, clock_at(office.now), posted=True)
    assert party.now_at().number == 2 and set(verdicts(office, party)) == {"excused"}


@pytest.mark.slow
def test_a_guarded_first_phase_opens_no_seat_that_was_not_told(office: Office, sink: tuple[Sink, int]) -> None:
    """Red was told and is silent: their seat opens. Blue's mailbox takes nothing: theirs does not."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    party = office.start_party(rules=Rules(grace_hours=0, remind_hours=(), guard_hours=24), pace="24h")
    pass_hours(office, 100)
    assert list_held_seats(office, party) == {"RED": False, "BLU": True}


def call_roll(office: Office) -> Party:
    """A game whose seats are taken, and whose roll is called for a day."""
    party = open_party(office.store, office.now, Rules(roll_call_hours=24))
    with office.store.write_session() as session:
        for address in ("red@example.org", BLUE):
            player = people.get_or_register_player(session, address, office.now)
            seats.join_game(session, party.game(session), player, [], office.now)
    return party


@pytest.mark.slow
def test_a_roll_call_goes_on_until_it_has_reached_all(office: Office, sink: tuple[Sink, int]) -> None:
    """Nobody loses a seat by a call that was not sent; the letter that leaves at last tells the new time."""
    relay, port = sink
    use_relay(office, 1)
    party = call_roll(office)
    pass_hours(office, 60)
    assert party.status() == "forming" and seats_held(office, party)
    use_relay(office, port)
    pass_hours(office, 1)
    with office.store.read_session() as session:
        until = party.game(session).roll_call_until
    assert until and until > office.now
    told = [str(message.get_body(("plain",))) for _, to, message in relay.letters if to == [BLUE]]
    assert any(f"{until:%H:%M}" in text and f"{until.day} March" in text for text in told)
    pass_hours(office, 48)
    assert list_held_seats(office, party) == {"RED": False, "BLU": False}


@pytest.mark.slow
def test_no_roll_call_ends_while_no_letter_is_taken_in(office: Office, sink: tuple[Sink, int]) -> None:
    """The word of who is there may wait outside; the call goes on for as long as it had left."""
    use_relay(office, sink[1])
    party = call_roll(office)
    clock_check.beat_duty(office.store, clock_check.Beat.RECEIVE, office.now)
    pass_hours(office, 30)
    assert party.status() == "forming" and seats_held(office, party)
    office.later(hours=1)
    clock_check.beat_duty(office.store, clock_check.Beat.RECEIVE, office.now)
    clock.run_clock_tick(office.store, clock_at(office.now), catch_up=timedelta(days=7), posted=True)
    with office.store.read_session() as session:
        assert party.game(session).roll_call_until == office.now + 24 * HOUR
