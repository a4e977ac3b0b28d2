"""Who was not told owes nothing: reports that wait, leave late or never leave, through a real relay."""

from __future__ import annotations

import socket
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem import clock, queues
from pbem.models import Phase, Turn
from pbem.play.rules import Rules
from tests.mail.conftest import Office, Sink, relayed
from tests.play.party import Party, at

RULES = Rules(grace_hours=0, remind_hours=(), open_after=2)
HOUR = timedelta(hours=1)
BLUE = "blue@example.org"


def pass_hours(office: Office, hours: int) -> None:
    """The sender and the clock, an hour at a time."""
    for _ in range(hours):
        office.later(hours=1)
        office.deliver()
        clock.tick(office.store, at(office.now), posted=True)


def verdicts(office: Office, party: Party) -> list[str]:
    with office.store.read() as session:
        query = select(Turn.verdict).join(Phase).where(Phase.game_id == party.game_id, Turn.verdict != "")
        return list(session.exec(query))


def seats_held(office: Office, party: Party) -> bool:
    with office.store.read() as session:
        return all(party.seat(session, code).player_id for code in ("RED", "BLU"))


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["shut", "451"])
def test_a_relay_that_takes_nothing_for_three_days_costs_nobody_anything(
    office: Office, sink: tuple[Sink, int], trouble: str
) -> None:
    """No turn is missed and no seat is opened; when the letters have left the phase has its whole time, and all are
    told why."""
    relay, port = sink
    relay.answer = "451 not now" if trouble == "451" else "250 OK"
    relayed(office, port if trouble == "451" else 1)
    party = office.begun(rules=RULES, pace="24h")
    pass_hours(office, 72)
    assert relay.letters == [] and party.now_at().number == 1
    assert verdicts(office, party) == [] and seats_held(office, party)
    relay.answer = "250 OK"
    relayed(office, port)
    pass_hours(office, 24)
    left = max(row.sent_at for row in office.outbox(kind="started") if row.sent_at)
    assert party.now_at().number == 1 and party.now_at().deadline == left + 24 * HOUR
    told = [str(message.get_body(("plain",))) for _, to, message in relay.letters if to == [BLUE]]
    assert any("could not be sent" in " ".join(text.split()) for text in told)


@pytest.mark.slow
def test_reports_that_leave_late_begin_the_time_anew(office: Office, sink: tuple[Sink, int]) -> None:
    """The relay is away for 20 of 24 hours: the phase has 24 from when its reports left."""
    _, port = sink
    relayed(office, 1)
    party = office.begun(rules=RULES, pace="24h")
    opened = office.now
    pass_hours(office, 20)
    relayed(office, port)
    pass_hours(office, 5)
    assert party.now_at().deadline == opened + 45 * HOUR and verdicts(office, party) == []
    pass_hours(office, 20)
    assert party.now_at().number == 2 and set(verdicts(office, party)) == {"missed"}


@pytest.mark.slow
def test_one_dead_mailbox_holds_a_game_up_once(office: Office, sink: tuple[Sink, int]) -> None:
    """It is refused for now, for days, while the others get theirs: its turns are excused, and the game goes on."""
    relay, port = sink
    relayed(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    party = office.begun(rules=RULES, pace="24h")
    party.submit("RED", "BID 1", office.now)
    pass_hours(office, 60)
    assert party.now_at().number == 2
    assert sorted(verdicts(office, party)) == ["excused", "taken"] and seats_held(office, party)


def test_a_report_that_is_refused_for_good_is_not_waited_for(office: Office, sink: tuple[Sink, int]) -> None:
    """Its seat owes nothing, and the letter is counted."""
    relay, port = sink
    relayed(office, port)
    relay.answer, relay.bad = "550 no", BLUE
    party = office.begun(rules=RULES, pace="24h")
    pass_hours(office, 25)
    assert party.now_at().number == 2 and sorted(verdicts(office, party)) == ["excused", "missed"]
    with office.store.read() as session:
        assert queues.given_up(session) > 0


def test_the_second_relay_is_tried_while_the_first_is_away(office: Office, sink: tuple[Sink, int]) -> None:
    """All letters leave at once."""
    relay, port = sink
    with socket.create_server(("127.0.0.1", 0)) as silent:
        gone = silent.getsockname()[1]
    office.config = replace(office.config, relay=f"smtp://127.0.0.1:{gone}", relay_2=f"smtp://127.0.0.1:{port}")
    office.begun()
    assert office.deliver() == len(office.outbox()) == len(relay.letters)
