"""Letters of the server to itself: a relay that takes letters and drops them, by a real relay and the real door."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlmodel import select

from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.health import alarms, relay_probes
from pbem.mail.inbound import intake
from pbem.mail.outbound import delivery, probing
from pbem.server import clock
from pbem.settings import mail_addresses
from pbem.storage.models import Outbox, Probe, Turn
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office, Sink, use_relay
from tests.size import proof_only

RULES = Rules(grace_hours=0, remind_hours=(), open_after=2)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
BLUE = "blue@example.org"


@dataclass
class Loop:
    """A server whose letters to itself come back, as long as its relay delivers."""

    office: Office
    relay: Sink
    port: int
    delivers: bool = True
    held: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        use_relay(self.office, self.port)
        self.line = delivery.Relay(self.office.config)
        self.prober = probing.Prober(self.office.store, self.office.config)
        self.posted = 0

    def post(self) -> None:
        """Letters leave, and what the relay has for this server comes in."""
        office = self.office
        sent = delivery.deliver_due_letters(
            office.store, office.config, clock_at(office.now), Random(1), relay=self.line
        )
        self.prober.send_due_probe(self.line, sent, office.now)
        fresh, self.posted = self.relay.letters[self.posted :], len(self.relay.letters)
        self.held += [one for one in fresh if one[1][0].endswith("@pbem.test")]
        if self.delivers:
            self.flush()

    def flush(self) -> None:
        for sender, to, message in self.held:
            self.office.post(sender, to[0], message.as_bytes())
        self.held.clear()

    def drop(self) -> None:
        self.delivers = False
        self.relay.letters.clear()
        self.posted = 0

    def forget(self) -> None:
        """What the relay has taken is lost."""
        self.held.clear()
        self.relay.letters.clear()
        self.posted = 0

    def passes(self, span: timedelta, step: int = 20) -> None:
        """So much time goes by, and the server works every `step` minutes."""
        end = self.office.now + span
        while self.office.now < end:
            self.office.later(minutes=step)
            self.post()
            clock.run_clock_tick(self.office.store, clock_at(self.office.now), posted=True)
        self.post()

    def words_received(self, address: str = BLUE) -> list[str]:
        """The words of what arrived at an address."""
        bodies = [message.get_body(("plain",)) for _, to, message in self.relay.letters if to == [address]]
        return [" ".join(str(body.get_content()).split()) for body in bodies if body]

    def probes(self) -> list[Probe]:
        with self.office.store.read_session() as session:
            return list(session.exec(select(Probe)))

    def verdicts(self) -> list[str]:
        with self.office.store.read_session() as session:
            return list(session.exec(select(Turn.verdict).where(Turn.verdict != "")))


@pytest.fixture
def loop(office: Office, sink: tuple[Sink, int]) -> Iterator[Loop]:
    found = Loop(office, *sink)
    yield found
    found.line.close_connection()


def second_phase(loop: Loop) -> Party:
    """A game of a phase a day whose first phase was told and played; the report of the second has not left."""
    party = loop.office.start_party(rules=RULES, pace="24h")
    loop.post()
    loop.passes(HOUR)
    for code in ("RED", "BLU"):
        party.submit(code, "BID 1", loop.office.now)
        party.ready(code, loop.office.now)
    assert party.close(loop.office.now) is not None and party.now_at().number == 2
    return party


@pytest.mark.slow
def test_a_relay_that_takes_and_drops_costs_nobody_anything(loop: Loop) -> None:
    """Two days and a half: no turn is missed and no seat lost, and the host is told. When it delivers again, all that
    it lost leaves once more, but for deadlines moved since; the phase has its whole time, and all hear why."""
    office, party = loop.office, second_phase(loop)
    lost_at = office.now
    loop.drop()
    loop.passes(60 * HOUR, step=60)
    assert party.now_at().number == 2 and "missed" not in loop.verdicts()
    with office.store.read_session() as session:
        named = [one.name for one in alarms.iter_letter_troubles(session, office.now)]
        assert named == ["letters vanish"]
        assert all(party.seat(session, code).player_id for code in ("RED", "BLU"))
    taken = [message for _, to, message in loop.relay.letters if to == [BLUE]]
    dropped = {str(message["Message-ID"]) for message in taken if "new deadline" not in str(message["Subject"])}
    loop.forget()
    loop.delivers = True
    loop.passes(HOUR)
    again = [str(message["Message-ID"]) for _, to, message in loop.relay.letters if to == [BLUE]]
    assert dropped and dropped <= set(again) and len(again) == len(set(again))
    assert any("could not be sent" in text for text in loop.words_received())
    (report,) = [row for row in office.outbox(BLUE, "report") if row.created_at == lost_at]
    assert report.sent_at and report.sent_at > lost_at + 60 * HOUR
    loop.passes(23 * HOUR)
    assert party.now_at().number == 2
    loop.passes(60 * HOUR, step=60)
    assert party.now_at().number > 2 and "missed" in loop.verdicts(), "the game goes on"


@pytest.mark.slow
def test_where_no_letter_to_oneself_ever_came_back_nothing_is_concluded(loop: Loop) -> None:
    """Mail in and out may be different worlds. One is tried a day."""
    loop.drop()
    party = loop.office.start_party(rules=RULES, pace="24h")
    loop.passes(25 * HOUR)
    assert party.now_at().number == 2 and set(loop.verdicts()) == {"missed"}
    assert len(loop.probes()) == 2
    with loop.office.store.read_session() as session:
        assert relay_probes.list_gaps(session, loop.office.now) == []


@pytest.mark.slow
def test_what_a_slow_relay_held_left_when_it_came(loop: Loop) -> None:
    """It keeps everything for twenty hours and then delivers: nothing is sent twice, and the time begins then."""
    office, party = loop.office, second_phase(loop)
    loop.drop()
    loop.passes(20 * HOUR)
    loop.delivers = True
    loop.passes(HOUR)
    came = office.now
    (report,) = [row for row in office.outbox(BLUE, "report") if row.phase_id == party.now_at().id]
    assert report.attempts == 1 and report.sent_at and abs(report.sent_at - came) <= HOUR
    loop.passes(23 * HOUR)
    assert party.now_at().number == 2 and "missed" not in loop.verdicts()


@pytest.mark.slow
def test_one_that_is_lost_alone_is_no_outage(loop: Loop) -> None:
    """The next one that comes back is soon sent, though no letter leaves."""
    second_phase(loop)
    loop.drop()
    loop.post()
    loop.forget()
    loop.delivers = True
    loop.passes(2 * HOUR)
    with loop.office.store.read_session() as session:
        assert relay_probes.list_gaps(session, loop.office.now) == []
    assert len(loop.probes()) <= 2 and all(one.back_at for one in loop.probes())


@pytest.mark.slow
def test_few_are_sent_and_none_is_kept(loop: Loop) -> None:
    """While nothing leaves, none does; none lies in the inbox or is answered."""
    second_phase(loop)
    loop.passes(20 * HOUR)
    mine = [to for _, to, _ in loop.relay.letters if to[0].startswith("probe+")]
    assert 1 <= len(mine) <= 3
    assert loop.office.mails() == [] and loop.office.read() == 0


def test_nobody_else_can_bring_one_back(loop: Loop) -> None:
    """Neither who makes up an address, nor a bounce of it, nor a pipe that does not say who sent it; whoever knows it
    brings it back once."""
    office = loop.office
    probe = relay_probes.make_due_probe(office.store, office.now, letters=True)
    assert probe is not None
    letter = probing.compose_probe(office.config, probe)
    forged = mail_addresses.make_address("another key of sixteen", "probe", "pbem.test", probe.id, probe.nonce)
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        office.post("eve@example.org", forged, letter.letter)
    office.post("", letter.recipient, letter.letter)
    intake.receive_handed_letter(office.store, office.config, letter.letter, letter.recipient, "", clock_at(office.now))
    assert [one.back_at for one in loop.probes()] == [None]
    office.post(
        "eve@example.org",
        mail_addresses.make_address(office.config.secret_key, "probe", "pbem.test", 7, 8),
        b"Subject: x\n\n",
    )
    office.post(letter.sender, letter.recipient, letter.letter)
    first, office.now = office.now, office.now + HOUR
    office.post(letter.sender, letter.recipient, letter.letter)
    assert [one.back_at for one in loop.probes()] == [first]


@proof_only
def test_after_a_week_it_is_not_waited_for_any_more(loop: Loop) -> None:
    """As after any outage."""
    party = second_phase(loop)
    loop.drop()
    loop.passes(timedelta(days=18), step=120)
    assert party.now_at().number > 2 and "missed" in loop.verdicts()


T = timedelta(minutes=10)


def row(loop: Loop, relay: str, tens: int, back: int | None) -> Probe:
    """A probe that left so many times ten minutes from now, and came back so much later."""
    sent_at = loop.office.now + tens * T
    return Probe(id=tens, relay=relay, sent_at=sent_at, back_at=None if back is None else sent_at + back * MINUTE)


def test_a_probe_proves_the_relay_that_it_went_through(loop: Loop) -> None:
    """While the first relay drops letters, the second brings probes back: that says nothing of what the first took.
    Once the first is not used any more, what it lost may be sent again."""
    first = [row(loop, "one", 0, 1), *(row(loop, "one", tens, None) for tens in (1, 3, 5, 7))]
    second = [row(loop, "two", tens, 1) for tens in (2, 4, 6)]
    start, now = loop.office.now, loop.office.now + 75 * MINUTE
    (gap,) = relay_probes.find_gaps({"one": first, "two": second}, now)
    assert gap.until is None and [gap.leaves_in_doubt(start + tens * T) for tens in range(9)] == [False, True] * 4 + [
        True
    ]
    (gap,) = relay_probes.find_gaps({"one": first, "two": [*second, row(loop, "two", 8, 1)]}, now + T)
    assert gap.until is not None and gap.leaves_in_doubt(start + 7 * T) and not gap.leaves_in_doubt(start + 8 * T)


def test_what_another_relay_delivered_meanwhile_is_not_sent_again(loop: Loop) -> None:
    """The first lost two probes, and those of the second came back in between: letters went the ways of both."""
    office, start = loop.office, loop.office.now
    with office.store.write_session() as session:
        reader = people.get_or_register_player(session, BLUE, start)
        session.add_all(row(loop, "one", tens, back) for tens, back in ((0, 1), (1, None), (4, None), (5, 1)))
        session.add_all(row(loop, "two", tens, 1) for tens in (2, 3))
        for minutes in (5, 15, 25, 35, 45):
            queue_letter(session, Kind.STRANGER, reader, f"after:{minutes}", now=start)
        session.flush()
        for letter in session.exec(select(Outbox)):
            letter.sent_at, letter.ready_at = start + int(letter.key.partition(":")[2]) * MINUTE, None
            session.add(letter)
    relay_probes.settle_gaps(office.store, start + 65 * MINUTE)
    assert [letter.key for letter in office.outbox() if letter.sent_at is None] == ["after:5", "after:35"]
    with office.store.read_session() as session:
        assert relay_probes.list_gaps(session, start + 65 * MINUTE) == []
