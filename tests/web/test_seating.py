"""Who sits on a seat, by click."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.rules import Rules
from pbem.games.seating import deputies, gifts
from pbem.games.talk import press
from tests.games.party import Party, open_party, start_party
from tests.web.conftest import Site

RED, BLUE, BOB = "red@example.org", "blue@example.org", "bob@example.org"


@pytest.fixture
def party(site: Site, present: datetime) -> Party:
    """A game in which something private was written before anybody stood in."""
    found = start_party(site.store, present, pace="30d")
    with site.store.write_session() as session:
        press.post_press(session, found.game(session), "BLU", ["RED"], "the old secret", present, "old")
    return found


@pytest.mark.slow
def test_a_friend_plays_by_clicks(site: Site, party: Party, present: datetime) -> None:
    """C11: asked on the desk, accepted on the page of the game, played at the desk, ended by the player."""
    red, day = site.browser(RED), present.date()
    red.get("/games/verdun/seating")
    red.give("deputy", address=BOB, span=[str(day), str(day + timedelta(days=7))])
    assert "bob@example.org is asked to stand in" in red.words
    bob = site.browser(BOB)
    bob.get("/games/verdun/seat", 403)
    bob.get("/games/verdun")
    assert "Will you stand in for Red?" in bob.words
    bob.give("accept")
    assert "You stand in for this seat's player" in bob.words and "old secret" not in bob.words
    assert "Leave the game" not in bob.words and "Votes" not in bob.words
    bob.send("/games/verdun/seat/orders", text="bid 4\nvote extend 24h")
    assert "a deputy cannot do that" in bob.words
    assert "BID 4" in orders_of(party, "RED")
    for act, given in (
        ("vote", {"proposal": "draw"}),
        ("resign", {"game": "verdun"}),
        ("address", {"new": "yes"}),
        ("phase", {"text": "bid 9", "wanted": "next"}),
        ("stand in", {"ways": "advice"}),
        ("no deputy", {}),
        ("give", {"slug": "verdun", "address": BOB}),
        ("diary", {"text": "mine"}),
    ):
        answer = bob.force("/games/verdun/commands/desk", act, phase="1", **given)
        assert answer.status_code == 400 and "a deputy cannot do that" in answer.get_data(as_text=True), act
        bob.get("/games/verdun/seat")
    red.get("/games/verdun/seating")
    assert "stands in for you" in red.words
    red.give("no deputy")
    bob.get("/games/verdun/seat", 403)


def test_what_waits_stands_on_the_front_page(site: Site, party: Party, present: datetime) -> None:
    """From the moment it is asked to that of the answer, with a link to the buttons; for nobody else."""
    bob, blue = site.browser(BOB), site.browser(BLUE)
    bob.get("/")
    assert "Waits for your word" not in bob.words
    with site.store.write_session() as session:
        game, seat, asked = party.game(session), party.seat(session, "RED"), people.find_player(session, BOB)
        assert asked
        gifts.offer_seat(session, game, seat, asked, present)
        master.ask_co_master(session, game, None, asked, present)
        begins, ends = present + timedelta(days=1), present + timedelta(days=5)
        deputies.name_deputy(session, game, seat, asked, begins, ends, present)
    bob.get("/")
    assert "Waits for your word" in bob.words and "Red is offered to you." in bob.words
    assert "You are asked to lead this game." in bob.words and "You are asked to stand in for Red." in bob.words
    blue.get("/")
    assert "Waits for your word" not in blue.words
    for left in ("seat", "deputy", ""):
        bob.get("/games/verdun")
        bob.give("decline")
        bob.get("/")
        assert ("Red" in bob.words.partition("Games")[0]) == bool(left)
    with site.store.read_session() as session:
        assert party.player(session, "RED").address == RED


@pytest.mark.parametrize("act", ["accept", "decline"])
def test_a_button_on_the_page_of_the_game_answers_an_offer(
    site: Site, party: Party, present: datetime, act: str
) -> None:
    """As the letter does (tests/mail/test_requests.py); a page left open too long answers nothing."""
    bob = site.browser(BOB)
    with site.store.write_session() as session:
        asked = people.find_player(session, BOB)
        assert asked
        gifts.offer_seat(session, party.game(session), party.seat(session, "RED"), asked, present)
    bob.get("/games/verdun")
    bob.give(act)
    assert ("the game master has to agree" in bob.words) == (act == "accept")
    assert ("you do not take Red" in bob.words) == (act == "decline")
    bob.force("/games/verdun/commands/game", "accept")
    bob.get("/games/verdun")
    assert "There is nothing in verdun that you were asked" in bob.words


def orders_of(party: Party, code: str) -> str:
    with party.store.read_session() as session:
        turn = phase_turns.find_turn(session, party.phase(session), party.seat(session, code))
        assert turn is not None
        return turn.orders


def test_a_deputy_reads_reports_of_his_time_alone(site: Site, party: Party, present: datetime) -> None:
    """Those of before he reads as anybody; the game's private facts and words of before stay its player's."""
    for code in ("RED", "BLU"):
        party.submit(code, "BID 7" if code == "RED" else "BID 2", present)
        party.ready(code, present)
    with site.store.write_session() as session:
        master.process_phase(session, party.game(session), None, present)
        bob = people.get_or_register_player(session, BOB, present)
        seat, game = party.seat(session, "RED"), party.game(session)
        ends = present + timedelta(days=7)
        deputies.name_deputy(session, game, seat, bob, present + timedelta(seconds=1), ends, present)
        deputies.accept_deputyship(session, game, bob, present)
    browser = site.browser(BOB)
    own = site.browser(RED)
    anybody = site.browser()
    pages = {
        who: page.client.get("/games/verdun/phases/1.txt").text for who, page in (("bob", browser), ("all", anybody))
    }
    assert pages["bob"] == pages["all"] != own.client.get("/games/verdun/phases/1.txt").text


def test_a_player_has_a_page_where_that_may_be_told(site: Site, party: Party) -> None:
    """His name, his figures, never his address; who has no name, or plays in secret alone, has none."""
    browser = site.browser()
    page = browser.get("/games/verdun")
    link = next(a.attributes["href"] for a in page.css("a") if a.text() == "Red")
    browser.get(link or "")
    assert "Red" in browser.words and "example.org" not in browser.words
    with site.store.write_session() as session:
        master_id = party.game(session).master_id
        people.rename_player(session, party.player(session, "RED"), "")
    browser.get(link or "", 404)
    browser.get(f"/players/{master_id}", 404)


def test_wishes_for_the_draw_by_clicks(site: Site, present: datetime) -> None:
    """Given, changed and withdrawn on the page of the game; the last one in begins it."""
    drawn = open_party(site.store, present, Rules(seating="draw"), slug="drawn")
    ann, bob = site.browser("ann@example.org"), site.browser("bob@example.org")
    ann.get("/games/drawn")
    ann.give("join", seat=["BLU", ""])
    assert "You wait for the draw" in ann.words and "1 of 2 players are there" in ann.words
    ann.give("resign")
    assert "0 of 2 players" in ann.words
    ann.give("join", seat=["BLU", "RED"])
    bob.get("/games/drawn")
    bob.give("join")
    assert drawn.status() == "running"
    with site.store.read_session() as session:
        assert drawn.player(session, "BLU").address == "ann@example.org"


def test_a_game_for_those_who_are_invited(site: Site, present: datetime) -> None:
    """It stands in no list; the link with its word, which the master reads on his page, lets people in."""
    open_party(site.store, present, Rules(open_to="invited"), slug="quiet")
    lead, ann = site.browser("master@example.org"), site.browser("ann@example.org")
    lead.get("/games/quiet/master")
    lead.give("word")
    link = next(code.text() for code in lead.page.css("code") if "?word=" in code.text())
    ann.get("/")
    assert "quiet" not in ann.words
    ann.get("/games/quiet", 404)
    ann.get(link)
    ann.give("join")
    assert "Your desk" in ann.words
    ann.get("/")
    assert "quiet" in ann.words


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_a_seat_given_away_by_clicks(site: Site) -> None:
    """Offered, accepted, agreed to by the master; a box is ticked first."""
    red, bob, lead = site.browser(RED), site.browser(BOB), site.browser("master@example.org")
    red.get("/games/verdun/seating")
    red.give("give", address=BOB, status=400)
    assert "Tick the box" in red.words
    red.give("give", address=BOB, slug="verdun")
    assert "is offered to bob@example.org" in red.words
    bob.get("/games/verdun")
    bob.give("accept")
    lead.get("/games/verdun/master")
    lead.give("agree")
    bob.get("/games/verdun/seat")
    red.get("/games/verdun/seat", 403)


@pytest.mark.usefixtures("party")
def test_watching_by_clicks(site: Site) -> None:
    eve, red = site.browser("eve@example.org"), site.browser(RED)
    eve.get("/games/verdun")
    eve.give("watch")
    eve.give("unwatch")
    assert "Send me its public reports" in eve.words
    red.get("/games/verdun")
    assert "public reports" not in red.words
