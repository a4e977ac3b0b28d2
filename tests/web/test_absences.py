"""The page on which players say when they are away, and the feed of their calendar."""

from __future__ import annotations

import io
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from icalendar import Calendar

from pbem.games.people import people
from pbem.games.seating import leave
from tests.games.party import start_party
from tests.web.conftest import Browser, Site

RED, BLUE = "red@example.org", "blue@example.org"


def signed_in(site: Site, present: datetime) -> Browser:
    start_party(site.store, present)
    browser = site.browser(RED)
    browser.get("/account")
    browser.get("/away")
    return browser


def feed_of(browser: Browser) -> str:
    link = browser.page.css_first(".address a")
    assert link is not None
    return urlsplit(link.attributes["href"] or "").path


def test_days_are_told_and_taken_back(site: Site, present: datetime) -> None:
    red = signed_in(site, present)
    red.send("/away", days="7 days")
    assert "You are away from" in red.words
    assert "verdun : 7 of 14" in red.words
    red.give("back")
    assert "you are back" in red.words
    assert "verdun : 13 of 14" in red.words


def test_days_that_are_none_stay_in_the_form(site: Site, present: datetime) -> None:
    red = signed_in(site, present)
    for days, told in (("when it rains", "is no day"), ("30 days", "does not wait so long")):
        red.get("/away")
        red.send("/away", status=400, days=days)
        assert told in red.words
        assert red.form_fields("/away")["days"] == [days]


def test_a_calendar_file_is_read(site: Site, present: datetime) -> None:
    red = signed_in(site, present)
    first = present.date() + timedelta(days=3)
    for text, told in (
        (
            f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:{first:%Y%m%d}\nEND:VEVENT\nEND:VCALENDAR",
            "You are away on",
        ),
        ("no calendar", "no calendar file that can be read"),
    ):
        data = {
            "days": "",
            "file": (io.BytesIO(text.encode()), "sea.ics"),
            "csrf_token": red.form_fields("/away")["csrf_token"][0],
        }
        red.arrive(red.client.post("/away", data=data), "/away", 200 if "BEGIN" in text else 400)
        assert told in red.words
        red.get("/away")
    with site.store.read_session() as session:
        player = people.find_player(session, RED)
        assert player is not None
        assert [one.first_day for one in leave.list_current_absences(session, player, present)] == [first]


def test_the_feed_needs_its_address_and_nothing_else(site: Site, present: datetime) -> None:
    """Whoever has the address reads the deadlines; a wrong or older one shows nothing."""
    red = signed_in(site, present)
    path = feed_of(red)
    program = site.browser()
    answer = program.client.get(path)
    assert answer.content_type.startswith("text/calendar")
    (event,) = Calendar.from_ical(answer.data).walk("VEVENT")
    assert str(event["SUMMARY"]) == "verdun: Round 1, orders of Red"
    red.give("calendar")
    assert feed_of(red) != path
    wrong = (path, "/calendar/1-0.ics", "/calendar/x.ics", "/calendar/99999999999.ics", "/calendar/²-0.ics")
    assert [program.client.get(one).status_code for one in wrong] == [404] * len(wrong)


def test_who_is_not_signed_in_is_asked_to(site: Site) -> None:
    nobody = site.browser()
    nobody.get("/away")
    assert urlsplit(nobody.url).path == "/sign-in"
