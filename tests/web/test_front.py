"""The first five minutes, and the ends: what a visitor reads and clicks first, and what a game says when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from engines.all import SHIPPED
from pbem.games import demo, games
from pbem.games.people import people
from pbem.games.phases import deadlines
from pbem.games.results import endings, votes
from pbem.games.rules import Rules
from pbem.mail.outbound.compose import compose_letter
from pbem.server import clock
from pbem.server.duties.work import keep_demonstrations
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox
from pbem.web.pages.home import MOST_LED
from tests.games.party import Party, clock_at, start_party
from tests.games.toy import Toy
from tests.web.conftest import Browser, Site, site
from tests.web.test_pages import check_guarding_headers, faults

HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0)


@pytest.fixture
def show(sqlite: Store, tmp_path: Path, present: datetime) -> Site:
    """A demonstration of two games."""
    keep_demonstrations(sqlite, ["diplomacy", "toy"], present)
    return site(sqlite, tmp_path, PBEM_DEMO="true")


# --- what there is ----------------------------------------------------------------------------------------------


def test_a_visitor_reads_what_each_game_is(site: Site) -> None:
    """Two sentences, for how many, how long; and where to go on."""
    nobody = site.browser()
    nobody.get("/")
    for code, engine in SHIPPED.items():
        assert engine.about.text in nobody.words
        assert nobody.page.css_first(f'main a[href="/help/{code}"]')
    assert "Players 7" in nobody.words and "Players 2 to 6" in nobody.words and "Deadlines 8 or 9" in nobody.words


@pytest.mark.slow
def test_headings_go_down_one_by_one(show: Site) -> None:
    """For who listens to the page, whether he is known or not."""
    nobody = show.browser()
    nobody.get("/")
    assert levels(nobody)[0] == 1 and steps_down(levels(nobody)) <= 1
    nobody.send("/demo/sit", game="first-toy")
    for url in ("/", "/games/first-toy", "/help", "/help/toy", "/help/diplomacy"):
        nobody.get(url)
        assert levels(nobody)[0] == 1 and steps_down(levels(nobody)) <= 1, url


def levels(browser: Browser) -> list[int]:
    return [int(str(node.tag)[1]) for node in browser.page.css("h1, h2, h3, h4, h5, h6")]


def steps_down(found: Sequence[int]) -> int:
    return max((after - before for before, after in pairwise(found)), default=0)


def test_a_picture_is_painted_once(site: Site) -> None:
    """It is small, is no page's own script or style, and is not sent again to who has it."""
    client = site.browser().client
    first = client.get("/help/diplomacy/picture.svg")
    check_guarding_headers(first.headers)
    assert first.mimetype == "image/svg+xml" and first.data.startswith(b"<svg") and len(first.data) < 60_000
    again = client.get("/help/diplomacy/picture.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.data
    assert client.get("/help/toy/picture.svg").status_code == 404


def test_a_game_without_a_picture_is_offered_all_the_same(site: Site) -> None:
    nobody = site.browser()
    nobody.get("/help/toy")
    assert not nobody.page.css("main img") and "All bid a number in secret" in nobody.words
    assert faults(nobody.response.get_data(as_text=True)) == []


# --- one click --------------------------------------------------------------------------------------------------


def test_one_click_is_a_first_turn(show: Site) -> None:
    """At the seat of which the guide tells, with its units by their names, and what to do with them."""
    nobody = show.browser()
    nobody.get("/")
    assert "Play France now" in nobody.words
    nobody.send("/demo/sit", game="first-diplomacy")
    assert nobody.url == "/games/first-diplomacy/seat"
    lesson = " ".join(nobody.page.css_first(".lesson").text().split())  # type: ignore[union-attr]
    begin = lesson.partition("Press one: ")[2].partition(".")[0].split("; ")
    assert sorted(begin) == ["Army Marseilles", "Army Paris", "Fleet Brest"] and "Say that you are ready" in lesson
    assert faults(nobody.response.get_data(as_text=True)) == []


def test_nobody_is_taught_in_a_game_of_others(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    assert not red.page.css(".lesson")


@pytest.mark.slow
def test_a_visitor_takes_a_second_game_as_himself(show: Site) -> None:
    """He is not made somebody else."""
    visitor = show.browser()
    visitor.get("/")
    visitor.send("/demo/sit", game="first-toy")
    visitor.get("/")
    visitor.send("/demo/sit", game="first-diplomacy")
    visitor.get("/")
    rows = [row.text() for row in visitor.page.css("table.games tr")]
    assert any("first-toy" in row for row in rows) and any("first-diplomacy" in row for row in rows)


@pytest.mark.slow
def test_beginners_games_are_nobody_elses_business(show: Site) -> None:
    """They are no open seats and no games to watch: there are as many as there were visitors."""
    show.browser().get("/")
    visitor = show.browser()
    visitor.get("/")
    visitor.send("/demo/sit", game="first-toy")
    other = show.browser()
    other.get("/")
    assert not other.page.css('main table a[href*="first-"]')


def test_who_looks_first_sits_down_there(show: Site) -> None:
    """By a click as well, at the seat he likes."""
    nobody = show.browser()
    nobody.get("/games/demo-toy")
    nobody.send("/demo/sit", seat="RED")
    assert nobody.url == "/games/demo-toy/seat" and "Red" in nobody.page.css_first("h1").text()  # type: ignore[union-attr]


@pytest.mark.slow
def test_who_leads_many_games_is_told_that_there_are_more(site: Site, present: datetime) -> None:
    """The newest are listed, with a link to all; who leads no more than that reads of none."""
    lead = site.browser("lead@example.org")
    for made in (MOST_LED, 1):
        with site.store.write_session() as session:
            chief, old = (
                people.get_or_register_player(session, "lead@example.org", present),
                len(games.list_all_games(session)),
            )
            for number in range(old, old + made):
                games.insert_game(session, "toy", slug=f"led-{number}", master=chief, now=present)
        lead.get("/")
        shown = {node.attributes["href"] for node in lead.page.css("table.games")[0].css("td:first-child a")}
        assert len(shown) == MOST_LED
        assert bool(lead.page.css_first('main a[href="/?led=all"]')) == (made == 1)
    assert "/games/led-0" not in shown and "Only the newest are listed." in lead.words
    lead.get("/?led=all")
    assert len(lead.page.css("table.games")[0].css("tbody tr")) == MOST_LED + 1
    assert "/games/led-0" in lead.response.get_data(as_text=True) and "Only the newest" not in lead.words


def test_who_leads_a_game_reads_that_it_is_over(site: Site, present: datetime) -> None:
    """N4: it was “not begun yet”."""
    party = start_party(site.store, present)
    lead = site.browser("lead@example.org")
    with site.store.write_session() as session:
        game = party.game(session)
        game.master_id = people.get_or_register_player(session, "lead@example.org", present).id
        endings.end_as_abandoned(session, game, party.phase(session), present)
    lead.get("/")
    assert "You lead" in lead.words and "not begun yet" not in lead.words
    assert "nobody was left to play it" in lead.page.css("table.games")[0].text()


# --- how it stands ----------------------------------------------------------------------------------------------


def test_a_phase_has_a_name(site: Site, present: datetime) -> None:
    """In headings and lists: nowhere its code."""
    start_party(site.store, present, Rules(grace_hours=0))
    clock.run_clock_tick(site.store, clock_at(present + 48 * HOUR))
    red = site.browser("red@example.org")
    for url in ("/", "/games/verdun", "/games/verdun/phases/1"):
        red.get(url)
        told = " ".join(node.text() for node in red.page.css("title, h1, .kicker, .deadline, .phases, table.games"))
        assert "Round 2" in told and "R2" not in told and "R1" not in told, url


def test_a_paused_game_does_not_count_down(site: Site, present: datetime) -> None:
    """Its deadline will be another one."""
    party = start_party(site.store, present)
    nobody = site.browser()
    nobody.get("/games/verdun")
    assert nobody.page.css("[data-countdown]")
    with site.store.write_session() as session:
        deadlines.stop_game_clock(session, party.game(session), "master", present)
    nobody.get("/games/verdun")
    assert not nobody.page.css("[data-countdown]") and "the clock stands" in nobody.words
    nobody.get("/")
    assert "the clock stands" in nobody.words


def test_who_may_speak_and_need_not_is_waited_for(
    site: Site, present: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody owes anything, and yet the game goes on only when all are ready."""
    monkeypatch.setattr(Toy, "obligations", lambda _, state: dict.fromkeys(state.seats, "relaxed"))
    party = start_party(site.store, present)
    nobody = site.browser()
    nobody.get("/games/verdun")
    assert "Nobody owes orders. Red and Blue may still say something" in nobody.words
    party.ready("RED", present)
    nobody.get("/games/verdun")
    assert "Nobody owes orders. Blue may still say something" in nobody.words


# --- the end ----------------------------------------------------------------------------------------------------


def over(site: Site, present: datetime, rules: Rules = PROMPT) -> Party:
    """Blue has won; Ada played Red."""
    party = start_party(site.store, present, rules)
    party.submit("BLU", "BID 9", present)
    with site.store.write_session() as session:
        people.change_settings(session, party.player(session, "RED"), name="Ada")
    for hours in (48, 96, 144):
        clock.run_clock_tick(site.store, clock_at(present + hours * HOUR))
    assert party.status() == "finished"
    return party


def test_an_end_says_who_won_and_who_played(site: Site, present: datetime) -> None:
    """On the page and in the last letter; in an anonymous game too, now that it is over, and nobody's address."""
    party = over(site, present, Rules(anonymous=True, grace_hours=0))
    nobody = site.browser()
    nobody.get("/games/verdun")
    told = letter(party, "RED")
    for words in (nobody.words, " ".join(told.split())):
        assert "The game is over: Blue won it" in words and "Ada" in words and "@example.org" not in words
    assert "First Blue" in nobody.words and "Second Red" in nobody.words
    assert "First: Blue\nSecond: Red" in told
    ledger = " ".join(node.text() for node in nobody.page.css(".ledger"))
    assert "Blue won it" in ledger and not [sign for sign in ("ranks", "BLU", "{", "how:") if sign in ledger]
    nobody.get("/")
    assert "Blue won it" in nobody.words


def letter(party: Party, code: str) -> str:
    """The letter about the end."""
    settings = config.load_config(Path(party.store.engine.url.database or "").parent / "instance", {})
    with party.store.read_session() as session:
        row = session.get_one(Outbox, party.letters("finished", code)[0].id)
        painted = compose_letter(session, settings, row)
        body = painted.get_body(("plain",))
        assert body is not None
        return f"{painted['Subject']}\n{body.get_content()}"


def test_a_draw_is_announced_with_who_shares_it(site: Site, present: datetime) -> None:
    party = start_party(site.store, present, players=3)
    with site.store.write_session() as session:
        for code in ("RED", "BLU", "GRN"):
            votes.cast_vote(session, party.seat(session, code), "draw", present)
    nobody = site.browser()
    nobody.get("/games/verdun")
    heading = nobody.page.css_first("#ending")
    assert heading is not None
    assert heading.text() == "The game is over: the survivors agreed on a draw of Red, Blue and Green."
    assert "agreed on a draw of Red, Blue and Green" in letter(party, "RED")


def test_an_abandoned_game_says_so(site: Site, present: datetime) -> None:
    party = start_party(site.store, present)
    with site.store.write_session() as session:
        endings.end_as_abandoned(session, party.game(session), party.phase(session), present)
    nobody = site.browser()
    nobody.get("/games/verdun")
    assert "nobody was left to play it" in nobody.words
    assert "nobody was left to play it" in letter(party, "RED")


def test_a_seat_that_is_out_is_on_no_list(show: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither counted among the free ones nor offered on the game's page."""
    monkeypatch.setattr(games, "list_vacant_seats", lambda *_: [])
    with show.store.read_session() as session:
        game = demo.find_newest_demo(session, "toy")
        assert isinstance(game, Game)
    nobody = show.browser("red@example.org")
    nobody.get("/games/demo-toy")
    assert "vacant" not in nobody.page.css_first("main").text().partition("Who plays")[0]  # type: ignore[union-attr]


def test_a_desk_of_a_finished_game_offers_nothing(site: Site, present: datetime) -> None:
    """No letters to write, no votes, no leaving; before, all of it, and a vote is told in words."""
    party = start_party(site.store, present, PROMPT)
    red = site.browser("red@example.org")
    with site.store.write_session() as session:
        votes.cast_vote(session, party.seat(session, "RED"), "draw", present)
    red.get("/games/verdun/seat")
    offered = {button.attributes.get("value") for button in red.page.css("main button[name=act]")}
    assert {"press", "vote", "resign", "address"} <= offered and "a draw, shared by Red and Blue" in red.words
    for hours in (48, 96, 144):
        clock.run_clock_tick(site.store, clock_at(present + hours * HOUR))
    red.get("/games/verdun/seat")
    offered = {button.attributes.get("value") for button in red.page.css("main button[name=act]")}
    assert party.status() == "finished" and not {"press", "vote", "resign", "address"} & offered


def test_a_desk_of_a_paused_game_counts_nothing_down(site: Site, present: datetime) -> None:
    party = start_party(site.store, present)
    red = site.browser("red@example.org")
    with site.store.write_session() as session:
        deadlines.stop_game_clock(session, party.game(session), "master", present)
    red.get("/games/verdun/seat")
    assert "The clock stands" in red.words and not red.page.css("[data-left]")
