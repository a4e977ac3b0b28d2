"""Letters out: handed to a real relay at least once, recognisable when twice, patient when it is not well."""

from __future__ import annotations

import socket
from contextlib import closing
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from sqlalchemy import event
from sqlmodel import Session, select

from pbem.games.people import people
from pbem.games.phases import deadlines
from pbem.mail.inbound.letter import parse_letter
from pbem.mail.outbound import compose, delivery, painting
from pbem.mail.outbound.painting import Easel, PaintedLetter, SendResult
from pbem.mail.outbound.pictures import Album
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.models import Outbox, Seat
from pbem.storage.models.mail import UNPAINTABLE
from tests.games.party import clock_at
from tests.hosting import words
from tests.mail.conftest import Office, Sink, delivery_report, use_relay

RED, BLUE = "red@example.org", "blue@example.org"


def test_letters_go_to_the_relay(office: Office, sink: tuple[Sink, int]) -> None:
    """Once each, from an address that names the letter if it bounces; nothing is kept in the embedded mailbox."""
    relay, port = sink
    use_relay(office, port)
    office.start_party()
    assert office.deliver() == len(relay.letters) == len(office.outbox()) > 4
    assert office.deliver() == 0
    for sender, to, message in relay.letters:
        number = mail_addresses.parse_address(office.config.secret_key, "bounce", sender)
        row = next(r for r in office.outbox() if number and r.id == number[0])
        assert message["To"] == to[0] and row.sent_at == office.now and row.letter is None
    assert len({message["Message-ID"] for _, _, message in relay.letters}) == len(relay.letters)


def test_our_letters_are_known_as_a_machines(office: Office) -> None:
    """Should one come back to us, it is not acted on."""
    office.start_party()
    assert all(parse_letter(office.paint_letter(row).as_bytes()).machine for row in office.outbox())


def test_a_copy_after_a_crash_is_recognisable(office: Office, sink: tuple[Sink, int]) -> None:
    """The relay took it, the process died before that was written down: the copy has the same Message-ID."""
    relay, port = sink
    use_relay(office, port)
    office.open_party()
    office.write("anna@example.org", "pbem@pbem.test", "help")
    row = office.outbox("anna@example.org")[0]
    assert row.id is not None
    line = delivery.Relay(office.config)
    assert delivery.claim_outgoing_letters(office.store, office.now) == [row.id]
    assert delivery.hand_to_relay(line, painting.paint_letter(office.store, office.config, row.id)) == SendResult(
        row.id
    )
    line.close_connection()
    office.later(minutes=6)
    assert office.deliver() == 1
    assert len({message["Message-ID"] for _, _, message in relay.letters}) == 1 and len(relay.letters) == 2


def test_of_several_new_deadlines_only_the_last_is_told(office: Office, sink: tuple[Sink, int]) -> None:
    """N9: when the sender came back, each player had three at once, two of them past. What the master says is told."""
    relay, port = sink
    use_relay(office, port)
    party = office.start_party()
    office.deliver()
    moves: tuple[tuple[int, dict[str, str]], ...] = ((1, {}), (2, {"reason": "It snows."}), (3, {}), (4, {}))
    for hours, more in moves:
        with office.store.write_session() as session:
            game, phase = party.game(session), party.phase(session)
            deadlines.move_deadline(session, game, phase, timedelta(hours=hours), "host", office.now, more)
    before = len(relay.letters)
    office.deliver()
    red = [" ".join(words(message).split()) for _, to, message in relay.letters[before:] if to == [RED]]
    assert ["It snows." in text for text in red] == [True, False] and "4 hours" in red[1]


def test_a_dead_relay_costs_no_tries(office: Office, sink: tuple[Sink, int]) -> None:
    """Nothing listens: the whole queue waits and goes out in order when the relay is back."""
    relay, port = sink
    use_relay(office, 1)
    office.start_party()
    for _ in range(10):
        assert office.deliver() == 0
        office.later(minutes=2)
    assert {row.attempts for row in office.outbox()} == {0}
    use_relay(office, port)
    assert office.deliver() == len(office.outbox()) == len(relay.letters)


def test_refused_for_now_is_tried_again_later(office: Office, sink: tuple[Sink, int]) -> None:
    """4xx for one letter: the others go; it goes after about a minute."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "451 greylisted", BLUE
    office.start_party()
    office.deliver()
    waiting = [row for row in office.outbox() if not row.sent_at]
    assert waiting and all(row.error.startswith("451") and row.attempts == 1 for row in waiting)
    relay.answer = "250 OK"
    office.later(seconds=40)
    assert office.deliver() == 0
    office.later(seconds=40)
    assert office.deliver() == len(waiting)


def test_refused_for_good_is_believed(office: Office, sink: tuple[Sink, int]) -> None:
    """5xx: not tried again, and the reason is kept."""
    relay, port = sink
    use_relay(office, port)
    relay.answer, relay.bad = "550 no such user", BLUE
    office.start_party()
    office.deliver()
    failed = office.outbox(BLUE)
    assert all(row.error == "550 no such user" and row.ready_at is None and row.sent_at is None for row in failed)


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "counts"), [("550 5.1.1 no such user", True), ("550 5.7.1 relaying denied", False)])
def test_who_does_not_exist_cannot_be_reached(
    office: Office, sink: tuple[Sink, int], answer: str, counts: bool
) -> None:
    """S22: a refusal by the relay is a bounce like one that comes as a letter, if it is about the address."""
    relay, port = sink
    use_relay(office, port)
    party = office.start_party()
    office.deliver()
    relay.answer, relay.bad = answer, BLUE
    for n in range(people.BOUNCES):
        office.write(RED, office.seat_address(party, "RED"), f"broadcast\nare you there? {n}\nendbroadcast")
        office.deliver()
    with office.store.read_session() as session:
        blue = people.find_player(session, BLUE)
        assert blue is not None
        assert (blue.bounces, blue.unreachable_at is not None) == (people.BOUNCES * counts, counts)


@pytest.mark.slow
def test_after_five_days_it_is_given_up(office: Office, sink: tuple[Sink, int]) -> None:
    """The waits grow to eight hours; there is an end to them."""
    relay, port = sink
    use_relay(office, port)
    relay.answer = "451 later"
    office.open_party()
    office.write("anna@example.org", "pbem@pbem.test", "help")
    for _ in range(200):
        office.deliver()
        office.later(hours=1)
    row = office.outbox("anna@example.org")[0]
    assert row.ready_at is None and row.sent_at is None and 15 < row.attempts < 30


@pytest.mark.parametrize("attempts", [1, 4, 7, 50])
def test_waits(attempts: int) -> None:
    """1, 5, 15 minutes, 1, 2, 4, 8 hours, a fifth more or less."""
    wanted = {1: timedelta(minutes=1), 4: timedelta(hours=1), 7: timedelta(hours=8), 50: timedelta(hours=8)}[attempts]
    assert all(0.8 <= delivery.retry_delay(attempts, Random(n)) / wanted <= 1.2 for n in range(50))


def test_a_letter_that_cannot_be_painted_holds_up_no_other(office: Office) -> None:
    """It is put aside with its error: what it holds will not change."""
    office.start_party()
    with office.store.write_session() as session:
        first = session.get_one(Outbox, office.outbox()[0].id)
        first.data = "?"
        session.add(first)
    office.deliver()
    rows = office.outbox()
    assert rows[0].error.startswith(UNPAINTABLE) and rows[0].ready_at is None
    assert all(row.letter for row in rows[1:])


def test_a_seats_letters_do_not_reach_who_left_it(office: Office) -> None:
    """They hold the secret of a seat that is somebody else's now."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "resign verdun")
    office.deliver()
    kept = [row for row in office.outbox(RED) if row.letter]
    assert all(row.seat_id is None for row in kept)
    assert {row.kind for row in kept} == {"resigned", "receipt"}


def test_bounces_are_noted(office: Office, sink: tuple[Sink, int]) -> None:
    """A bounce comes to the envelope's sender: the letter it is about is marked."""
    relay, port = sink
    use_relay(office, port)
    office.open_party()
    office.write("anna@example.org", "pbem@pbem.test", "help")
    office.deliver()
    sender = relay.letters[0][0]
    office.post("", sender, delivery_report("anna@example.org"))
    office.read()
    assert office.outbox("anna@example.org")[0].error == "came back undelivered"


class Counting(Sink):
    """Counts who comes."""

    def __init__(self) -> None:
        super().__init__()
        self.came = 0

    async def handle_EHLO(self, _: object, session: object, __: object, hostname: str, answers: list[str]) -> list[str]:  # noqa: N802
        self.came += 1
        session.host_name = hostname  # type: ignore[attr-defined]
        return answers


def listening(handler: Sink, port: int = 0) -> Controller:
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
    found = Controller(handler, hostname="127.0.0.1", port=port, server_hostname="relay.test")
    found.start()
    return found


def handed_on(office: Office, line: delivery.Relay) -> int:
    return delivery.deliver_due_letters(office.store, office.config, clock_at(office.now), Random(1), relay=line)


def test_a_connection_is_kept_for_the_next_letters(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a while; a relay that has ended it meanwhile, or was started anew, gets them all the same, and once."""
    relay = Counting()
    first = listening(relay)
    use_relay(office, first.port)
    line, party = delivery.Relay(office.config), office.start_party()
    assert handed_on(office, line) > 4 and relay.came == 1
    office.write(RED, office.seat_address(party, "RED"), "bid 1")
    assert handed_on(office, line) == 1 and relay.came == 1
    first.stop()
    office.write(RED, office.seat_address(party, "RED"), "bid 2")
    assert handed_on(office, line) == 0, "nobody is there"
    office.later(minutes=2)
    again = listening(relay, first.port)
    assert handed_on(office, line) == 1 and relay.came == 2
    monkeypatch.setattr(delivery, "CONNECTION_KEPT_SECONDS", 0)
    assert handed_on(office, line) == 0 and line.connection is None
    again.stop()
    assert len(relay.letters) == len(office.outbox()) and not line.down


def test_the_next_letter_is_painted_while_one_is_handed_over(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """One ahead and no more, so that a relay that does not answer costs no painting."""
    party, known = office.start_party(), list[int]()
    whole = Easel.try_paint_row

    def painted(easel: Easel, row_id: int) -> PaintedLetter | SendResult:
        known.append(row_id)
        return whole(easel, row_id)

    monkeypatch.setattr(Easel, "try_paint_row", painted)
    use_relay(office, 1)
    assert office.deliver() == 0 and 1 <= len(known) <= 2
    assert party.letters() and {row.claims for row in office.outbox()} == {0}


# --- painting -----------------------------------------------------------------------------------------------------


def easel(office: Office) -> Easel:
    return Easel(office.store, office.config, [row.id or 0 for row in office.outbox()], None)


def test_letters_painted_together_are_those_painted_alone(office: Office) -> None:
    """They are made from the same rows: none leaves a trace in another."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "bid 1\npress to all\nHello.")
    office.write(BLUE, office.seat_address(party, "BLUE"), "help\nreport\norders")
    with closing(easel(office)) as together:
        found = [together.try_paint_row(row_id) for row_id in (*together.ids, *reversed(together.ids))]
    alone = [painting.paint_letter(office.store, office.config, row_id) for row_id in together.ids]
    assert found == [*alone, *reversed(alone)] and all(isinstance(one, PaintedLetter) for one in alone)


def test_what_letters_are_about_is_asked_for_once(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "READ_TOGETHER", 60)
    office.start_party()
    together, asked = easel(office), list[str]()

    def note(*said: object) -> None:
        asked.append(str(said[2]))

    event.listen(office.store.engine, "before_cursor_execute", note)
    with closing(together):
        for row_id in together.ids:
            together.try_paint_row(row_id)
    shared = len(asked)
    for row_id in together.ids:
        painting.paint_letter(office.store, office.config, row_id)
    event.remove(office.store.engine, "before_cursor_execute", note)
    assert len([one for one in asked[:shared] if "FROM outbox" in one]) == 1
    assert shared < (len(asked) - shared) / 2


def test_what_changed_since_others_were_read_is_seen(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has lost a seat meanwhile is told nothing more of it."""
    monkeypatch.setattr(painting, "READ_TOGETHER", 1)
    office.start_party()
    rows = [row for row in office.outbox(kind="started") if row.seat_id]
    with closing(easel(office)) as together:
        assert isinstance(together.try_paint_row(rows[0].id or 0), PaintedLetter)
        with office.store.write_session() as session:
            session.get_one(Seat, rows[1].seat_id).player_id = None
        assert together.try_paint_row(rows[1].id or 0) == SendResult(rows[1].id or 0, "the seat has another player now")


def test_a_game_that_cannot_be_read_keeps_no_other_letter_back(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked for together, and painted all the same."""
    monkeypatch.setattr(painting, "log", Mock())
    sick, _ = (office.start_party(slug=slug) for slug in ("sick", "sound"))
    with office.store.write_session() as session:
        session.execute(
            sa.text("UPDATE phase SET state = :junk WHERE game_id = :game"), {"junk": b"\xff\x01", "game": sick.game_id}
        )
    office.deliver()
    lost = [row for row in office.outbox() if row.error]
    assert {row.game_id for row in lost} == {sick.game_id} and all(row.phase_id for row in lost)
    assert [row for row in office.outbox() if row.letter and row.game_id != sick.game_id]


def test_nothing_is_held_while_nobody_wants_a_letter(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relay that takes its time keeps no transaction open."""
    monkeypatch.setattr(painting, "REST_SECONDS", 0.01)
    office.start_party()
    with closing(easel(office)) as one:
        one.try_paint_row(one.ids[0])
        assert one.session is not None
        one.rest_until_wanted()
        assert one.session is None


@pytest.mark.parametrize("error", [ImportError("being installed"), OSError("too many open files"), MemoryError()])
def test_what_the_machine_lacks_just_now_costs_no_letter(
    office: Office, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It waits, and is painted when the modules of a new version are there."""
    monkeypatch.setattr(painting, "log", Mock())
    office.start_party()
    with closing(easel(office)) as one, monkeypatch.context() as lacking:
        lacking.setattr(painting, "compose_letter", Mock(side_effect=error))
        kept = one.try_paint_row(one.ids[0])
        assert isinstance(kept, SendResult) and kept.temporary
    with closing(easel(office)) as one:
        assert isinstance(one.try_paint_row(one.ids[0]), PaintedLetter)


def test_after_one_that_could_not_be_painted_all_is_asked_anew(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may have been in trouble."""
    office.start_party()
    whole, together = compose.compose_letter, easel(office)
    first, second = together.ids[:2]

    def troubled(session: Session, config: Config, row: Outbox, album: Album | None) -> EmailMessage:
        if row.id == first:
            session.exec(select(Outbox).where(sa.text("no such column")))
        return whole(session, config, row, album)

    monkeypatch.setattr(painting, "compose_letter", troubled)
    with closing(together):
        lost = together.try_paint_row(first)
        assert isinstance(lost, SendResult) and lost.why.startswith(UNPAINTABLE) and together.session is None
        assert isinstance(together.try_paint_row(second), PaintedLetter)
