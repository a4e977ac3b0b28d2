"""A letter that waited at the host's own mail server counts as of then, and nobody wins time by forging that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.games.rules import Rules
from pbem.server import clock
from pbem.settings.config import ConfigError, load_config
from pbem.storage.database import Store
from pbem.storage.models import Turn
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office, letter, toy  # noqa: F401  fixture

RED, BLUE = "red@example.org", "blue@example.org"
MX, MX2, STRANGER = "127.0.0.1", "192.0.2.2", "203.0.113.9"
"""The host's mail server beside the game, its second one elsewhere, and somebody else's."""
DEADLINE = datetime(2026, 3, 4, 12, tzinfo=UTC)
LATE = DEADLINE + timedelta(minutes=10)


@pytest.fixture
def office(sqlite: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    settings = {"SMTP_LISTEN": "127.0.0.1:0", "MAIL_HOST": "pbem.test", "MAIL_AUTHORITY": "mx.pbem.test"}
    settings["MAIL_SERVERS"] = f"{MX} {MX2}"
    found = Office(
        sqlite, load_config(tmp_path / "instance", {f"PBEM_{name}": value for name, value in settings.items()}), now
    )
    yield found
    found.listener.stop_listening()


def format_received_field(came: str, by: str, when: datetime, said: str = "") -> str:
    """The field as Postfix writes it."""
    name = {MX: "localhost", MX2: "mx2.pbem.test"}.get(came, "unknown")
    date = format_datetime(when)
    return f"from {said or name} ({name} [{came}])\r\n\tby {by} (Postfix) with ESMTPS id 4F2; {date} (UTC)"


DIRECT = format_received_field(STRANGER, "mx.pbem.test", LATE - timedelta(hours=1))
FROM_MX2 = format_received_field(MX2, "mx.pbem.test", LATE)
AT_MX2 = format_received_field(STRANGER, "mx2.pbem.test", LATE - timedelta(hours=3))
FORGED = format_received_field(MX2, "mx.pbem.test", LATE - timedelta(hours=4))
FORGED_2 = format_received_field(STRANGER, "mx2.pbem.test", LATE - timedelta(hours=5))
NOW = format_received_field(STRANGER, "mx.pbem.test", LATE)


def deliver_late_letter(office: Office, party: Party, *fields: str, text: str = "BID 3\n", subject: str = "") -> None:
    """A letter to Red's seat ten minutes after the deadline, with these fields on top, handed in by our mail server."""
    office.now = LATE
    clock.run_clock_tick(office.store, clock_at(office.now))
    raw = letter(RED, text, subject).as_bytes()
    head = "".join(f"Received: {field}\r\n" for field in fields).encode()
    office.post(RED, office.seat_address(party, "RED"), head + raw)
    office.read()


def given_at(office: Office) -> datetime | None:
    with office.store.read_session() as session:
        return next(turn.given_at for turn in session.exec(select(Turn)) if turn.given)


@pytest.mark.parametrize(
    ("fields", "waited"),
    [
        ((DIRECT,), 1),
        ((FROM_MX2, AT_MX2), 3),
        ((FROM_MX2, AT_MX2, FORGED, FORGED_2), 3),
        ((NOW, FORGED, FORGED_2), 0),
        ((NOW, AT_MX2), 0),
        ((AT_MX2,), 0),
        ((format_received_field(STRANGER, "mx.pbem.test", LATE, said=f"[{MX2}]"), AT_MX2), 0),
        ((format_received_field(MX2, "mx.pbem.test", LATE).replace("mx2", "mx3"), AT_MX2), 0),
        ((format_received_field(STRANGER, "mx.pbem.test", LATE + timedelta(hours=1)),), 0),
        ((format_received_field(STRANGER, "mx.pbem.test", LATE - timedelta(hours=9)),), 6),
        (("by mx.pbem.test (Postfix, from userid 33); " + format_datetime(LATE - timedelta(hours=2)), FORGED), 2),
        (("nonsense", DIRECT), 0),
        (("from a (b [127.0.0.1]) by mx.pbem.test; Wed, 4 Mar 2026 09:10:00 -0000",), 0),
        ((), 0),
    ],
    ids=[
        "waited here",
        "waited at the second server",
        "forged below the true ones",
        "forged to have come from the second server",
        "a true field below somebody else's",
        "not handed over by the one who wrote it",
        "called by an address of ours",
        "called by another name than the field below",
        "in the future",
        "longer than the host allows",
        "written on this machine",
        "below what cannot be read",
        "no zone",
        "no field at all",
    ],
)
def test_only_what_our_own_servers_wrote_counts(office: Office, fields: tuple[str, ...], waited: int) -> None:
    """A8: in the grace, the orders are as old as the letter was at our own servers."""
    party = office.start_party(rules=Rules(grace_hours=12))
    deliver_late_letter(office, party, *fields)
    assert given_at(office) == LATE - timedelta(hours=waited)


def test_a_letter_that_waited_is_no_late_one(office: Office) -> None:
    """A8: the phase waits in its grace; the receipt says which time counted, and the report tells of nobody late."""
    party = office.start_party(rules=Rules(grace_hours=12))
    deliver_late_letter(office, party, FROM_MX2, AT_MX2)
    told = office.text(office.outbox(RED, "receipt")[-1])
    assert (
        "Our mail server had your letter on Wednesday 4 March, 09:10 UTC and brought it on Wednesday 4 March, 12:10 "
        "UTC: it counts as of the earlier time."
    ) in told
    office.later(hours=12)
    clock.run_clock_tick(office.store, clock_at(office.now))
    with office.store.read_session() as session:
        verdicts = {turn.seat_id: turn.verdict for turn in session.exec(select(Turn)) if turn.verdict}
        assert verdicts == {party.seat(session, "RED").id: "taken", party.seat(session, "BLU").id: "missed"}


def test_more_than_the_host_allows_is_told(office: Office) -> None:
    party = office.start_party(rules=Rules(grace_hours=12))
    deliver_late_letter(office, party, format_received_field(STRANGER, "mx.pbem.test", LATE - timedelta(hours=9)))
    assert "it counts as of Wednesday 4 March, 06:10 UTC." in office.text(office.outbox(RED, "receipt")[-1])


@pytest.mark.parametrize(
    "without", [{"mail_servers": ()}, {"mail_authority": ""}, {"mail_authority": "mx"}, {"mail_delay": timedelta()}]
)
def test_nothing_counts_that_is_not_declared(office: Office, without: dict[str, object]) -> None:
    """Nor does anything if the host does not want it."""
    office.config = office.listener.door.config = replace(office.config, **without)  # type: ignore[arg-type]
    party = office.start_party(rules=Rules(grace_hours=12))
    deliver_late_letter(office, party, DIRECT)
    assert given_at(office) == LATE


def test_what_was_resolved_meanwhile_stays_so_and_is_told(office: Office) -> None:
    """A8: without a grace the letter comes too late; who wrote it in time reads that they did."""
    party = office.start_party(rules=Rules(grace_hours=0))
    deliver_late_letter(office, party, FROM_MX2, AT_MX2, subject="Re: [verdun] Round 1 (R1)")
    told = office.text(office.outbox(RED, "receipt")[-1])
    assert "Our mail server had it on Wednesday 4 March, 09:10 UTC, before that phase ended on" in told
    assert "The game master can go back to that phase; tell them." in told
    assert office.outcomes(RED) == [("late", "It would have stood: BID 3")]


def test_a_letter_from_before_a_phase_is_not_read_for_it(office: Office) -> None:
    """It names no phase, and was at our server before the one now open began."""
    party = office.start_party(rules=Rules(grace_hours=0))
    deliver_late_letter(office, party, FROM_MX2, AT_MX2)
    ((level, text),) = office.outcomes(RED)
    assert level == "no" and text.startswith("This came before Round 2 began")


def test_a_letter_is_not_older_than_what_it_answers(office: Office) -> None:
    """Whatever the clock of a mail server says."""
    party = office.start_party(rules=Rules(grace_hours=0))
    deliver_late_letter(office, party, DIRECT, subject="Re: [verdun] Round 2 (R2)")
    assert [level for level, _ in office.outcomes(RED)] == ["ok"]


def test_the_setting(tmp_path: Path) -> None:
    assert load_config(tmp_path, {}).mail_delay == timedelta(hours=6)
    assert load_config(tmp_path, {"PBEM_MAIL_DELAY": "0"}).mail_delay == timedelta()
    with pytest.raises(ConfigError, match="mail_delay"):
        load_config(tmp_path, {"PBEM_MAIL_DELAY": "soon"})
