"""Campaigns by letter, by page and on the command line: the same doors for all of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from icalendar import Calendar

from pbem.campaigns import opening, rounds
from pbem.cli import main
from pbem.games.people import people
from pbem.games.rules import Rules, rules_of
from pbem.storage.database import Store
from tests.campaigns.test_rounds import Club
from tests.mail.conftest import Office, office
from tests.web.conftest import Site, present, site

__all__ = ["office", "present"]


@pytest.fixture
def web(store: Store, tmp_path: Path) -> Site:
    return site(store, tmp_path)


@pytest.mark.slow
def test_a_league_by_page_alone(web: Site) -> None:
    """Opened, entered, begun, looked at; its deadlines as a calendar."""
    host = web.browser("host@example.org")
    host.get("/campaigns/new?engine=toy")
    host.send("/campaigns/new", slug="cup", title="The Cup", kind="league", rounds="1", pace="48h")
    assert "The Cup is open" in host.words and "0 so far" in host.words
    players = [web.browser(f"p{number}@example.org") for number in range(4)]
    for one in players:
        one.get("/campaigns/cup")
        one.give("enter")
        assert "You take part in The Cup." in one.words
    host.get("/campaigns/cup")
    host.give("begin")
    assert "The Cup has begun; its games: 2." in host.words
    players[0].get("/campaigns/cup")
    assert "Round 1 of 1: 0 of 2 games are over." in players[0].words
    feed = Calendar.from_ical(web.browser().client.get("/campaigns/cup.ics").get_data())
    assert len(feed.walk("VEVENT")) == 2
    players[0].get("/campaigns")
    assert "The Cup" in players[0].words


RED = "red@example.org"


def test_a_league_opened_by_letter(office: Office) -> None:
    """With lines of its own among those of its games; who opened it leads it, and begins it by letter."""
    desk = office.seat_address(office.start_party(), "RED")
    text = "title The Cup\nrounds 2\nbest 1\nplayers 2\npace daily 20:00\nzone Europe/Paris\ngrace 6h\nend"
    office.write(RED, desk, f"create league cup Sealed bids\n{text}")
    ((level, told),) = office.outcomes(RED)
    assert level == "ok" and "The Cup is open, and you lead it." in told and "begin cup" in told
    (section,) = office.receipt(RED)["sections"]
    agreed = {"ROUNDS 2", "BEST 1", "PLAYERS 2", "PACE daily 20:00", "ZONE Europe/Paris", "GRACE 6 hours"}
    assert agreed <= {*section["text"].splitlines()}
    with office.store.write_session() as session:
        found = opening.get_campaign(session, "cup")
        assert (found.kind, found.rounds, found.best, found.pace) == ("league", 2, 1, "daily 20:00")
        for number in range(4):
            opening.enter_campaign(
                session,
                found,
                people.get_or_register_player(session, f"p{number}@example.org", office.now),
                office.now,
            )
    office.later(hours=1)
    office.write(RED, desk, "begin cup")
    assert ("ok", "The Cup has begun; its games: 2.") in office.outcomes(RED)
    with office.store.read_session() as session:
        played = opening.list_campaign_games(session, opening.get_campaign(session, "cup"))
        assert {rules_of(game).grace_hours for game in played} == {6}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("create league cup Sealed bids\nend", "a league at least one"),
        ("create league cup Sealed bids\nrounds many\nend", "This campaign is not possible"),
        ("create series cup Sealed bids\nbeast 3\nend", "beast 3"),
        ("create knock-out cup nothing\nend", "nothing"),
    ],
)
def test_a_wrong_line_opens_no_campaign(office: Office, text: str, why: str) -> None:
    """It is named, or told what campaigns there can be."""
    office.write(RED, office.seat_address(office.start_party(), "RED"), text)
    ((level, told),) = office.outcomes(RED)
    assert level == "no" and why in told
    with office.store.read_session() as session:
        assert opening.list_campaigns(session) == []


def test_a_visitor_is_asked_to_sign_in(web: Site, present: datetime) -> None:
    """He sees how it stands, and no button but that one."""
    Club(web.store, present).open(2)
    visitor = web.browser()
    visitor.get("/campaigns/cup")
    assert "Sign in, and take part" in visitor.words and "Open the first round" not in visitor.words


def test_who_does_not_lead_it_cannot_begin_it(web: Site, present: datetime) -> None:
    """Whatever he sends."""
    Club(web.store, present).open(2)
    player = web.browser("p0@example.org")
    player.get("/campaigns/cup")
    answer = player.force("/commands/campaign", "begin", campaign="cup")
    player.arrive(answer, "/campaigns/cup", 200)
    assert "Only the game master of cup can do that." in player.words
    with web.store.read_session() as session:
        assert opening.get_campaign(session, "cup").status == "open"


@pytest.mark.parametrize("fault", [{"slug": ""}, {"kind": "war"}, {"rounds": "many"}, {"pace": "now and then"}])
def test_a_faulty_form_is_shown_again(web: Site, fault: dict[str, str]) -> None:
    """With what was filled in, and nothing is opened."""
    host = web.browser("host@example.org")
    host.get("/campaigns/new?engine=toy")
    filled = {"slug": "cup", "title": "The Cup", "kind": "league", "rounds": "1", **fault}
    host.send("/campaigns/new", filled, status=400)
    assert host.form_fields("/campaigns/new")["title"] == ["The Cup"]


def test_a_hidden_seat_stays_hidden(web: Site, present: datetime) -> None:
    """In a campaign of anonymous games the tables name nobody."""
    with web.store.write_session() as session:
        rules = Rules(anonymous=True)
        opening.create_campaign(
            session, "toy", "PLAYERS 2", slug="cup", title="The Cup", kind="league", rounds=1, rules=rules, now=present
        )
        for name in ("Ada", "Bob"):
            player = people.get_or_register_player(session, f"{name}@example.org", present, name)
            opening.enter_campaign(session, opening.get_campaign(session, "cup"), player, present)
        rounds.start_campaign(session, opening.get_campaign(session, "cup"), None, present)
    visitor = web.browser()
    visitor.get("/campaigns/cup")
    table = visitor.page.css("table")[-1].text()
    assert "secret until the end" in table and "Ada" not in table


def test_a_series_by_letter_alone(office: Office) -> None:
    """Listed, entered, begun by its master, and answered when the next season is asked for."""
    club, party = Club(office.store, office.now), office.start_party()
    red, blue = "red@example.org", "blue@example.org"
    with office.store.write_session() as session:
        terms: dict[str, Any] = {"slug": "cup", "title": "The Cup", "kind": "series"}
        lead = people.get_or_register_player(session, red, office.now)
        opening.create_campaign(session, "toy", "PLAYERS 2", **terms, master=lead, now=office.now)
    office.write(blue, office.seat_address(party, "BLU"), "campaigns\nenter cup")
    office.write(red, office.seat_address(party, "RED"), "enter cup\nbegin cup")
    assert "The Cup has begun; its games: 1." in [told for _, told in office.outcomes(red)]
    club.end(1)
    for address in (red, blue):
        asked = office.outbox(address, "again")[-1]
        assert "again cup yes" in office.text(asked)
        office.write(address, office.reply_address(asked), "again cup yes\ncampaign cup")
        assert "You play the next season of The Cup." in [told for _, told in office.outcomes(address)]
    receipt = office.text(office.outbox(blue, "receipt")[-1])
    assert "How everybody stands" in receipt and "Round 1 is over" in receipt
    club.tick()
    assert club.status() == "running" and len(club.tables(2)) == 1


@pytest.mark.parametrize(("words", "told"), [("yes", "You play the next"), ("no", "You do not play the next")])
def test_a_word_answers_whether_one_plays_again(office: Office, words: str, told: str) -> None:
    """As the line and the button do; once the season has begun, nothing is asked any more."""
    club, party = Club(office.store, office.now), office.start_party()
    red, blue = "red@example.org", "blue@example.org"
    with office.store.write_session() as session:
        terms: dict[str, Any] = {"slug": "cup", "title": "The Cup", "kind": "series"}
        lead = people.get_or_register_player(session, red, office.now)
        opening.create_campaign(session, "toy", "PLAYERS 2", **terms, master=lead, now=office.now)
    office.write(blue, office.seat_address(party, "BLU"), "enter cup")
    office.write(red, office.seat_address(party, "RED"), "enter cup\nbegin cup")
    club.end(1)
    asked = office.outbox(blue, "again")[-1]
    office.write(blue, office.reply_address(asked), words)
    assert told in office.outcomes(blue)[0][1]
    office.write(red, office.reply_address(office.outbox(red, "again")[-1]), "yes")
    club.tick()
    if words == "yes":
        office.write(blue, office.reply_address(asked), "no")
        assert office.outcomes(blue)[0][0] == "no" and "does not ask just now" in office.outcomes(blue)[0][1]


def test_the_host_opens_and_begins_one(tmp_path: Path) -> None:
    """`pbem campaign new`, `list`, `show` and `begin`."""
    said = ["--instance", str(tmp_path), "campaign"]

    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*said, *words])
        return done.output

    made = run("new", "diplomacy", "cup", "--rounds", "2", "--master", "gm@example.org", "--rule", "GRACE 0 hours")
    assert "cup is open" in made
    assert "a league" in run("list")
    assert "Players can enter" in run("show", "cup")
    assert "A table needs 7 players" in run("begin", "cup")


def test_games_of_a_duplicate_share_their_dice(sqlite: Store, now: datetime) -> None:
    """Where the rules of the game know such a thing."""
    with sqlite.write_session() as session:
        made = opening.create_campaign(session, "europa", slug="cup", title="Cup", kind="duplicate", now=now)
        assert f"TOURNAMENT {made.id}" in made.options
        plain = opening.create_campaign(session, "diplomacy", slug="dip", title="Cup", kind="duplicate", now=now)
        assert plain.options == ""


def test_the_letter_of_the_week_reads_well(office: Office) -> None:
    """Its table, its games, and where all of it stands."""
    club = Club(office.store, office.now)
    club.open(2)
    club.start()
    club.now = office.now + timedelta(days=8)
    club.tick()
    office.now = club.now
    letter = office.text(office.outbox("p0@example.org", "campaign")[-1])
    assert "Round 1 of 2: 0 of 1 games are over." in letter and "cup-1-1" in letter
