"""No mailbox, no newcomer and no bot holds a game up without end, or costs others theirs: through a real relay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import g
from freezegun import freeze_time
from sqlmodel import col, select

from pbem import create_app
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from pbem.storage.models import Phase, Turn
from pbem.web.pages import report_delivery
from tests.games import toy
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office, Sink, use_relay
from tests.mail.test_told import BLUE, HOUR, call_roll, list_held_seats, pass_hours, seats_held
from tests.size import proof_only, size

RULES = Rules(grace_hours=0, remind_hours=(), open_after=2)
DAY = 24 * HOUR


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on for more rounds."""
    monkeypatch.setattr(toy, "ROUNDS", 20)


def red_plays(office: Office, party: Party) -> None:
    with office.store.write_session() as session:
        orders.add_orders(session, party.seat(session, "RED"), "BID 1", source="mail", now=office.now)


def blues(office: Office, party: Party) -> list[tuple[str, timedelta]]:
    """Return what became of Blue's turns that were due, and how long each phase was open."""
    with office.store.read_session() as session:
        query = select(Turn, Phase).join(Phase, col(Turn.phase_id) == Phase.id).where(Phase.game_id == party.game_id)
        every = session.exec(query.where(col(Phase.resolved_at).is_not(None)).order_by(col(Phase.number))).all()
        blue = party.seat(session, "BLU").id
        return [(one.verdict, phase.resolved_at - phase.opened_at) for one, phase in every if one.seat_id == blue]  # type: ignore[operator]


def read_by_blue(office: Office, party: Party) -> str:
    """Return what their page says of their report."""
    app = create_app(office.config, office.store)
    with app.test_request_context(), office.store.read_session() as session, freeze_time(office.now):
        g.player = party.player(session, "BLU")
        found = report_delivery.delivery_of_report(
            session, party.game(session), party.phase(session), party.seat(session, "BLU")
        )
    return found.words if found else ""


def rounds(office: Office, party: Party, count: int, hours: int = 120) -> None:
    """So many phases, Red playing at once in each."""
    for _ in range(count):
        before = party.now_at().number
        pass_hours(office, 1)
        red_plays(office, party)
        for _ in range(hours):
            if party.now_at().number > before:
                break
            pass_hours(office, 1)


@pytest.mark.usefixtures("long")
@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("answer", ["451 greylisted", "550 5.1.1 no such mailbox", "550 no"][: size(1, 3)])
def test_a_dead_mailbox_is_forgiven_twice(office: Office, sink: tuple[Sink, int], answer: str) -> None:
    """Then its player is unreachable, nobody waits for them, and the seat is opened like that of any who is silent."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = answer, BLUE
    party = office.start_party(rules=RULES, pace="24h")
    rounds(office, party, 5)
    found = [(verdict, span // HOUR) for verdict, span in blues(office, party)]
    first = 24 if answer.startswith("550") else 48
    assert [one for one in found if one[0]] == [("excused", first), ("unreachable", 24), ("unreachable", 24)]
    assert found[1][0] == "", "in the second round Blue owes nothing"
    assert list_held_seats(office, party) == {"RED": True, "BLU": False}


@proof_only
@pytest.mark.usefixtures("long")
def test_who_plays_by_web_while_their_mailbox_is_dead_has_played(office: Office, sink: tuple[Sink, int]) -> None:
    """Orders count, from wherever they come."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    party = office.start_party(rules=RULES, pace="24h")
    rounds(office, party, 3)
    pass_hours(office, 3)
    assert "nobody waits for you any more" in read_by_blue(office, party)
    party.submit("BLU", "BID 2", office.now, source="web")
    rounds(office, party, 1)
    assert [verdict for verdict, _ in blues(office, party) if verdict][-1] == "taken" and seats_held(office, party)


@proof_only
@pytest.mark.usefixtures("long")
@pytest.mark.slow
def test_a_mailbox_that_takes_each_report_late_holds_two_phases_up(office: Office, sink: tuple[Sink, int]) -> None:
    """It is the other player's time as well."""
    relay, port = sink
    use_relay(office, port)
    party = office.start_party(rules=Rules(grace_hours=0, remind_hours=(), open_after=0), pace="24h")
    for _ in range(5):
        before = party.now_at().number
        relay.answer, relay.bad = "451 greylisted", BLUE
        pass_hours(office, 18)
        red_plays(office, party)
        relay.answer = "250 OK"
        for _ in range(60):
            if party.now_at().number > before:
                break
            pass_hours(office, 1)
    spans = [span // HOUR for verdict, span in blues(office, party) if verdict]
    assert [span > 24 for span in spans] == [True, True, False, False]


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("way", ["bot", "vacant"][: size(1, 2)])
def test_a_seat_without_letters_makes_no_mailbox_of_an_outage(office: Office, sink: tuple[Sink, int], way: str) -> None:
    """The relay refuses all for three days: nobody's turn is over, though one seat needs no letter."""
    relay, port = sink
    relay.answer = "451 not now"
    use_relay(office, port)
    party = office.start_party(rules=RULES, pace="24h", players=3)
    with office.store.write_session() as session:
        if way == "bot":
            seats.replace_holder(
                session, party.game(session), "GREEN", people.get_bot(session, "random", 1, office.now), office.now
            )
        else:
            seats.leave_seat_vacant(session, party.seat(session, "GRN"), office.now)
    pass_hours(office, 72)
    assert party.now_at().number == 1 and relay.letters == []


@pytest.mark.slow
def test_newcomers_give_a_deadline_no_time(office: Office, sink: tuple[Sink, int]) -> None:
    """Each who takes the seat is told at once, just before the deadline; the phase ends when it does, and the last of
    them owes nothing whose report is on its way."""
    use_relay(office, sink[1])
    party = office.start_party(rules=RULES, pace="24h")
    red_plays(office, party)
    pass_hours(office, 1)
    with office.store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "BLU"), office.now)
    for count in range(4):
        if party.now_at().number > 1:
            break
        deadline = party.now_at().deadline
        assert deadline is not None
        office.now = deadline - timedelta(minutes=20 - 5 * count)
        with office.store.write_session() as session:
            if party.seat(session, "BLU").player_id:
                seats.leave_seat_vacant(session, party.seat(session, "BLU"), office.now)
            fresh = people.get_or_register_player(session, f"new{count}@example.org", office.now)
            seats.join_game(session, party.game(session), fresh, ["BLUE"], office.now)
        office.later(minutes=1)
        if count < 3:
            office.deliver()
        clock.run_clock_tick(office.store, clock_at(office.now), posted=True)
    office.now = max(office.now, party.now_at().opened_at + DAY)
    clock.run_clock_tick(office.store, clock_at(office.now), posted=True)
    assert [(verdict, span // HOUR) for verdict, span in blues(office, party)] == [("excused", 24)]


@pytest.mark.slow
def test_a_roll_call_waits_for_a_relay_that_refuses_all_and_for_no_mailbox(
    office: Office, sink: tuple[Sink, int]
) -> None:
    """Nobody who was asked by no letter loses a seat to an outage; one mailbox keeps no game from beginning."""
    relay, port = sink
    relay.answer = "451 not now"
    use_relay(office, port)
    party = call_roll(office)
    pass_hours(office, 30)
    assert party.status() == "forming" and seats_held(office, party)
    relay.bad = BLUE
    pass_hours(office, 70)
    assert list_held_seats(office, party) == {"RED": False, "BLU": False}


@pytest.mark.slow
def test_reports_that_leave_at_night_give_time_until_the_morning(office: Office, sink: tuple[Sink, int]) -> None:
    """No deadline that the server moves is at night."""
    use_relay(office, 1)
    party = office.start_party(rules=RULES, pace="24h")
    pass_hours(office, 15)
    assert office.now.hour == 3
    use_relay(office, sink[1])
    pass_hours(office, 10)
    deadline = party.now_at().deadline
    assert deadline is not None and (deadline.hour, deadline - office.now) == (8, 19 * HOUR)
