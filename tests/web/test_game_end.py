"""How a game ends, on its pages: votes, scores, diaries, statements, ratings."""

from __future__ import annotations

from datetime import datetime

import pytest

from pbem.games.results import ratings
from pbem.games.rules import Rules
from tests.games.party import MASTER, Party, start_party
from tests.web.conftest import Browser, Site

GAME, DESK = "/games/verdun", "/games/verdun/seat"
AT_DESK, AT_GAME = f"{GAME}/commands/desk", f"{GAME}/commands/game"
SECRET = "Green is next."


@pytest.fixture
def party(site: Site, present: datetime) -> Party:
    return start_party(site.store, present, Rules(draws="any"), players=3)


def at_desk(site: Site, address: str) -> Browser:
    found = site.browser(address)
    found.get(DESK)
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_a_game_ends_by_page(site: Site) -> None:
    """C8: “draw” of one and a draw of two of the others; then the scores stand on the page of the game."""
    red, blue, green = (at_desk(site, f"{name}@example.org") for name in ("red", "blue", "green"))
    before = red.get(GAME).text()
    assert "What an end would be worth now" in before and "Scored by places." in red.words
    red.get(DESK)
    red.give("vote", proposal="draw")
    assert "any draw that you share" in red.words and "Votes are secret" in red.words
    blue.get(DESK)
    assert (
        "a draw, shared by Red, Blue and Green; 3 votes carry it." in blue.words and "You voted for" not in blue.words
    )
    blue.give("vote", proposal="draw Red, Blue")
    green.get(DESK)
    green.give("vote", proposal="draw RB")
    assert "Carried." in green.words
    green.get(GAME)
    assert "agreed on a draw of Red and Blue" in green.words
    assert "Red 1.5" in green.words and "Green 0" in green.words


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_a_diary_on_the_desk(site: Site) -> None:
    """Noted, opened, closed, taken out; nobody else's page has it, whatever he asks for."""
    red, blue = at_desk(site, "red@example.org"), at_desk(site, "blue@example.org")
    red.give("diary", text=SECRET)
    assert SECRET in red.words and "Open it at the end" in red.words
    red.give("open diary")
    red.get(DESK)
    assert "All may read it once the game is over." in red.words
    for path in (GAME, DESK, f"{GAME}/phases/1", f"{GAME}/phases/1.txt"):
        blue.get(path)
        assert SECRET not in blue.response.get_data(as_text=True)
    blue.get(DESK)
    blue.force(AT_DESK, "diary delete", number="1")
    red.get(DESK)
    assert SECRET in red.words
    red.give("diary delete")
    red.get(DESK)
    assert SECRET not in red.words


@pytest.mark.usefixtures("party")
def test_a_note_that_its_box_takes_is_kept_and_a_refused_one_given_back(site: Site) -> None:
    """A browser sends two characters for a line end that its box counts as one."""
    red = at_desk(site, "red@example.org")
    lines = ["x" * 39] * 150
    red.give("diary", text="\r\n".join(lines))
    assert "Note 1" in red.words
    long = "\n".join([*lines, "more"])
    red.give("diary", text=long, status=400)
    assert "6000 is the most" in red.words
    assert long in [box.text().removeprefix("\n") for box in red.page.css("#diary textarea[name=text]")]


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_an_opened_diary_stands_with_its_phase_after_the_end(site: Site) -> None:
    red, blue = at_desk(site, "red@example.org"), at_desk(site, "blue@example.org")
    red.give("diary", text=SECRET)
    red.give("open diary")
    for browser in (red, blue):
        browser.get(DESK)
        browser.give("vote", proposal="concede Green")
    anybody = site.browser()
    anybody.get(f"{GAME}/phases/1")
    assert "From the diary of Red" in anybody.words and SECRET in anybody.words


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_statements_on_the_page_of_the_game(site: Site) -> None:
    """By who played and by the master, for all to read; nobody else has a box for it."""
    red, blue, lead = (site.browser(address) for address in ("red@example.org", "blue@example.org", MASTER))
    for browser in (red, blue):
        browser.get(DESK)
        browser.give("vote", proposal="concede Green")
    for browser, words in ((red, "I gave it away."), (lead, "Well <b>played</b>.")):
        browser.get(GAME)
        browser.give("statement", text=words)
    anybody = site.browser()
    anybody.get(GAME)
    assert "I gave it away." in anybody.words and "Well <b>played</b>." in anybody.words
    assert "The game master" in anybody.words
    assert anybody.page.css_first('button[value="statement"]') is None
    assert anybody.force(AT_GAME, "statement", text="I am the master.").status_code == 403  # for who is not signed in
    red.get(GAME)
    red.give("statement none")
    anybody.get(GAME)
    assert "I gave it away." not in anybody.words and "I am the master." not in anybody.words


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_a_refused_statement_is_given_back(site: Site) -> None:
    """It can be shortened and sent again from the page that says what was wrong with it."""
    red, blue = at_desk(site, "red@example.org"), at_desk(site, "blue@example.org")
    for browser in (red, blue):
        browser.get(DESK)
        browser.give("vote", proposal="concede Green")
    red.get(GAME)
    lines = ["x" * 39] * 150
    long, fitting = "\r\n".join([*lines, "more"]), "\r\n".join(lines)
    red.give("statement", text=long, status=400)
    assert "6000 is the most" in red.words and red.form_fields(AT_GAME)["text"] == [long.replace("\r\n", "\n")]
    red.send(AT_GAME, text=fitting)
    assert red.page.css_first('button[value="statement"]') and lines[0] in red.words


@pytest.mark.usefixtures("party")
def test_the_page_of_ratings(site: Site) -> None:
    """Every page leads there; players stand in it by their names."""
    anybody = site.browser()
    anybody.get("/")
    assert anybody.page.css_first('footer a[href="/ratings"]')
    anybody.get("/ratings")
    assert "Nobody is rated yet." in anybody.words
    for address in ("red@example.org", "blue@example.org"):
        browser = at_desk(site, address)
        browser.give("vote", proposal="concede Green")
    with site.store.write_session() as session:
        ratings.catch_up_ratings(session)
    anybody.get("/ratings")
    assert "1 Green" in anybody.words and "@" not in anybody.words
    anybody.get("/ratings/toy")
    assert "Ratings in Sealed bids" in anybody.words
    anybody.get("/ratings/chess", 404)
