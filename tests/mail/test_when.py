"""Time by letter: what a pace means, days away and back, calendar files, and the address of one's own calendar."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from pbem.documents import player_calendar
from pbem.games.rules import Rules
from pbem.games.seating import leave
from pbem.storage.database import Store
from pbem.storage.models import Absence
from tests.games.party import Party
from tests.mail.conftest import Office, letter

RED, BLUE = "red@example.org", "blue@example.org"


@pytest.fixture
def party(office: Office) -> Party:
    """It is Monday 2 March, noon."""
    return office.start_party(rules=Rules(absence_days=10), zone="Europe/Paris", pace="daily 20:00")


def answer(office: Office, party: Party, *lines: str, code: str = "RED") -> list[tuple[str, str]]:
    """Return what becomes of the lines of a letter to the seat's own address."""
    office.write(
        f"{code.lower()}@example.org".replace("blu@", "blue@"), office.seat_address(party, code), "\n".join(lines)
    )
    return office.outcomes(RED if code == "RED" else BLUE)


def section(office: Office) -> str:
    return "\n".join(one["text"] for one in office.receipt(RED)["sections"])


def standing(office: Office, party: Party, code: str = "RED") -> list[Absence]:
    with office.store.read_session() as session:
        return leave.list_current_absences(session, party.player(session, code), office.now)


# --- paces -------------------------------------------------------------------------------------------------------


def test_a_pace_is_told_with_its_next_deadlines(office: Office, party: Party) -> None:
    """C2: what was understood is said before it is chosen; nothing is changed by asking."""
    assert answer(office, party, "pace mon,thu 18:00 quiet 5 mar, 22:00 to 08:00")[0][0] == "ok"
    told = section(office).split("\n")
    assert told[0] == (
        "Orders are due every Monday and Thursday at 18:00 in Paris. "
        "No deadline falls on 5 March or from 22:00 to 08:00."
    )
    assert [line.strip() for line in told[2:]] == [
        f"{day} March, 17:00 UTC" for day in ("Monday 9", "Thursday 12", "Monday 16", "Thursday 19", "Monday 23")
    ]
    with office.store.read_session() as session:
        assert party.game(session).pace == "daily 20:00"


def test_the_pace_of_a_game_is_told(office: Office, party: Party) -> None:
    with office.store.write_session() as session:
        party.game(session).pace = "bid daily 20:00; short 12h"
        session.add(party.game(session))
    answer(office, party, "pace")
    assert section(office).startswith(
        "Orders are due every day at 20:00 in Paris; short: 12 hours after a phase begins.\nThe next deadlines are"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pace winter 24h", "“winter” is no kind of phase of this game."),
        ("pace daily 20h", "For a time of day write daily 20:00."),
        ("pace daily 23:00 quiet 22:00 to 08:00", "lies in the quiet hours"),
        ("pace 48h quiet saterday", "Did you mean saturday?"),
    ],
)
def test_what_is_no_pace_is_told(office: Office, party: Party, line: str, told: str) -> None:
    ((level, text),) = answer(office, party, line)
    assert level == "no"
    assert told in text


# --- away and back -----------------------------------------------------------------------------------------------


def test_who_is_away_says_so_in_a_line(office: Office, party: Party) -> None:
    """The sentence tells the days and what becomes of the deadline; the others hear of the seat."""
    ((level, text),) = answer(office, party, "away until Friday")
    assert level == "ok"
    assert text == (
        "You are away from Monday 2 March to Friday 6 March; in verdun no deadline falls on you then: those that would "
        "are moved on until you are back."
    )
    (told,) = office.outbox(BLUE, "deadline")
    words = office.text(told)
    assert "Saturday 7 March, 19:00 UTC" in words
    assert "Red is away until Friday 6 March" in words
    assert RED not in words


def test_days_that_are_not_left_are_refused(office: Office, party: Party) -> None:
    ((level, text),) = answer(office, party, "away 1 May to 20 May")
    assert (level, text) == ("no", "verdun does not wait so long: days left there this year: 10 of 10.")
    assert standing(office, party) == []


def test_away_alone_lists_the_days(office: Office, party: Party) -> None:
    answer(office, party, "away 3 May to 5 May")
    answer(office, party, "away")
    assert section(office) == "from Sunday 3 May to Tuesday 5 May\nverdun: 7 of 10 days left this year."


@pytest.mark.parametrize("line", ["set holiday 3 May to 5 May", "away 3 May to 5 May", "vacation 3-5 May"])
def test_old_spellings_are_known(office: Office, party: Party, line: str) -> None:
    answer(office, party, line)
    assert len(standing(office, party)) == 1


def test_back_again(office: Office, party: Party) -> None:
    answer(office, party, "away until Friday")
    office.later(days=1)
    assert answer(office, party, "back") == [("ok", "Welcome back. Nobody waits for you any more.")]
    answer(office, party, "away 3 May to 5 May")
    told = "You are not away then: from Sunday 3 May to Tuesday 5 May."
    assert answer(office, party, "away none") == [("ok", told)]
    assert answer(office, party, "back") == [("no", "You have said of no day that you are away.")]


def test_days_that_are_none_are_told(office: Office, party: Party) -> None:
    ((level, text),) = answer(office, party, "away when the moon is full")
    assert level == "no"
    assert "is no day" in text


# --- calendar files ----------------------------------------------------------------------------------------------

HOLIDAY = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:holiday@example.org
DTSTART;VALUE=DATE:20260503
DTEND;VALUE=DATE:20260506
SUMMARY:Sea
{more}END:VEVENT
BEGIN:VEVENT
UID:lunch@example.org
DTSTART:20260504T120000Z
DTEND:20260504T130000Z
END:VEVENT
END:VCALENDAR
"""


def send_calendar_file(office: Office, party: Party, file: str, text: str = "", name: str = "holiday.ics") -> None:
    message = letter(RED, text)
    message.add_attachment(file.encode(), maintype="text", subtype="calendar", filename=name)
    office.post(RED, office.seat_address(party, "RED"), message.as_bytes())
    office.read()


def test_a_calendar_file_tells_absences(office: Office, party: Party) -> None:
    """Whole days and long events count; the same file again changes nothing; changed or cancelled events follow."""
    send_calendar_file(office, party, HOLIDAY.format(more=""), "BID 3\n")
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok"]
    assert office.outcomes(RED)[1][1].startswith("holiday.ics: You are away from Sunday 3 May to Tuesday 5 May")
    send_calendar_file(office, party, HOLIDAY.format(more="").replace("20260506", "20260507"))
    assert [(one.first_day.day, one.last_day.day) for one in standing(office, party)] == [(3, 6)]
    send_calendar_file(office, party, HOLIDAY.format(more="STATUS:CANCELLED\n").replace("20260506", "20260507"))
    assert standing(office, party) == []


def test_a_calendar_file_without_absences_is_told(office: Office, party: Party) -> None:
    send_calendar_file(office, party, HOLIDAY.format(more="RRULE:FREQ=DAILY\n"))
    assert [level for level, _ in office.outcomes(RED)] == ["no"]
    send_calendar_file(office, party, "nothing")
    assert standing(office, party) == []


def test_a_stranger_tells_no_absences(office: Office, party: Party) -> None:
    """A calendar file counts as much as a line: a letter that proves nothing does nothing."""
    message = letter("eve@example.net", "")
    message.add_attachment(HOLIDAY.format(more="").encode(), maintype="text", subtype="calendar", filename="x.ics")
    office.post("eve@example.net", office.seat_address(party, "RED"), message.as_bytes())
    office.read()
    assert standing(office, party) == []


# --- one's own calendar ------------------------------------------------------------------------------------------


def events(store: Store, office: Office, address: str) -> dict[str, tuple[str, int, Any]]:
    with store.read_session() as session:
        player = player_calendar.find_calendar_owner(
            session, office.config.secret_key, address.rpartition("/")[2].removesuffix(".ics")
        )
        assert player is not None
        found = Calendar.from_ical(player_calendar.build_player_calendar(session, office.config, player, office.now))
    return {
        str(event["UID"]): (str(event["SUMMARY"]), int(str(event["SEQUENCE"])), event.decoded("DTSTART"))
        for event in found.walk("VEVENT")
    }


def link(office: Office) -> str:
    words = office.text(office.outbox(RED, "calendar")[-1])
    return next(word for word in words.split() if "/calendar/" in word)


def test_a_calendar_has_all_deadlines_and_follows_them(office: Office, party: Party) -> None:
    """The address comes in a letter of its own; each change of a deadline counts up; a new address voids the old."""
    answer(office, party, "calendar")
    assert "/calendar/" not in office.text(office.outbox(RED, "receipt")[-1])
    address = link(office)
    (before,) = events(office.store, office, address).items()
    assert before[1] == ("verdun: Round 1, orders of Red", 0, datetime.fromisoformat("2026-03-03T19:00:00+00:00"))
    answer(office, party, "away until Friday")
    after = events(office.store, office, address)
    assert after[before[0]][1:] == (1, before[1][2] + timedelta(days=4))
    assert {title for title, _, _ in after.values()} == {before[1][0], "Away (pbem)"}
    answer(office, party, "calendar new")
    assert link(office) != address
    with office.store.read_session() as session:
        token = address.rpartition("/")[2].removesuffix(".ics")
        assert player_calendar.find_calendar_owner(session, office.config.secret_key, token) is None
