"""The game master's page: every act once, what players read of it, and that it is nobody else's."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games.talk import press
from pbem.server import clock
from tests.games.party import MASTER, Party, clock_at, start_party
from tests.web.conftest import Browser, Site

PAGE = "/games/verdun/master"
COMMANDS = "/games/verdun/commands/master"


@pytest.fixture
def game(site: Site, present: datetime) -> Party:
    return start_party(site.store, present)


@pytest.fixture
def host(site: Site, game: Party) -> Browser:
    assert game
    return site.browser(MASTER)


def act(host: Browser, name: str, status: int = 200, **given: str) -> None:
    """Fills in the form with this button, and presses it."""
    host.get(PAGE)
    host.give(name, status=status, **given)


def test_each_form_asks_why_once(host: Browser) -> None:
    """And where it has several buttons the key Enter presses none: the first one is none."""
    host.get(PAGE)
    by_button = {
        button.attributes["value"]: form for form in host.page.css("form") for button in form.css("button[value]")
    }
    assert all(len(form.css("[name=reason]")) <= 1 for form in host.page.css("form"))
    for one, other in (("extend", "process"), ("replace", "eject")):
        assert by_button[one].html == by_button[other].html
        first = by_button[one].css("button")[0]
        assert "disabled" in first.attributes and "hidden" in first.attributes


def test_more_time(host: Browser, game: Party) -> None:
    """The deadline moves, and the ledger says so to everybody."""
    before = game.now_at().deadline
    act(host, "extend", length="24h")
    after = game.now_at().deadline
    assert before and after and after - before == timedelta(hours=24)
    host.get("/games/verdun")
    assert "The game master moved the deadline by 1 day." in host.words


def test_a_length_that_is_none_is_refused_in_words(host: Browser, game: Party) -> None:
    """Nothing moves."""
    before = game.now_at().deadline
    act(host, "extend", status=400, length="soon")
    assert "no length of time" in host.words
    assert host.form_fields(COMMANDS)["length"] == ["soon"]
    assert game.now_at().deadline == before


def test_the_clock_is_stopped_and_started(host: Browser, game: Party) -> None:
    """One button, then the other."""
    act(host, "pause")
    assert game.status() == "paused"
    act(host, "resume")
    assert game.status() == "running"


def test_resolving_now_and_going_back(host: Browser, game: Party) -> None:
    """The phase closes without waiting; the one before comes again under a new number."""
    act(host, "process")
    assert game.now_at().name == "R2"
    act(host, "rollback", wanted="1")
    assert (game.now_at().name, game.now_at().number) == ("R1", 3)
    host.get("/games/verdun/phases/3")


def test_orders_in_somebodys_place(host: Browser, game: Party) -> None:
    """They stand, and the player is told."""
    act(host, "correct", seat="RED", text="BID 4")
    assert len(game.letters("corrected", "RED")) == 1
    act(host, "correct", 400, seat="RED", text="BID 5\nBIDD 6")
    assert "Nothing was changed" in host.words and "BIDD 6" in host.words
    assert len(game.letters("corrected", "RED")) == 1


def test_a_seat_is_handed_on(host: Browser, game: Party, site: Site) -> None:
    """The new player gets the desk, the old one loses it."""
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    act(host, "replace", seat="RED", address="new@example.org")
    red.get("/games/verdun/seat", status=403)
    site.browser("new@example.org").get("/games/verdun/seat")
    with site.store.read_session() as session:
        assert game.player(session, "RED").address == "new@example.org"


def test_a_word_to_all(host: Browser, site: Site) -> None:
    """Everybody reads it."""
    act(host, "official", text="Dinner is served.")
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    assert "Dinner is served." in red.words


def test_the_page_tells_no_secrets(host: Browser, game: Party, site: Site, present: datetime) -> None:
    """No orders, and no press that is not for the master; before the phase is resolved and after."""
    game.submit("RED", "BID 7", present)
    with site.store.write_session() as session:
        press.post_press(session, game.game(session), game.seat(session, "RED"), ["BLU"], "entre nous", present, "k")
    for _ in range(2):
        host.get(PAGE)
        assert "BID 7" not in host.words and "entre nous" not in host.words
        clock.run_clock_tick(site.store, clock_at(present + timedelta(hours=61)))


def test_it_is_the_masters_alone(site: Site, game: Party) -> None:
    """Players neither see nor use it; what no button offers is refused."""
    red = site.browser("red@example.org")
    red.get(PAGE, status=403)
    red.get("/account")
    token = red.form_fields("/account")["csrf_token"]
    for name in ("pause", "process", "nonsense"):
        assert red.client.post(COMMANDS, data={"csrf_token": token, "act": name}).status_code in (400, 403)
    assert game.status() == "running"


def test_a_dry_run_is_shown_and_kept_nowhere(host: Browser, game: Party, present: datetime) -> None:
    """The report as it would be; the phase is open as before, and the ledger says that the master looked."""
    game.submit("RED", "BID 7", present)
    host.get(PAGE)
    host.give("preview", seat="BLU")
    assert "'points': 7" in host.words and "Dry run" in host.words
    assert game.now_at().number == 1
    host.get("/games/verdun")
    assert "The game master looked at what would come of the orders" in host.words


def test_a_master_who_plays_is_offered_no_dry_run(site: Site, present: datetime) -> None:
    """Nor is it done for him without the button."""
    game = start_party(site.store, present)
    with site.store.write_session() as session:
        game.game(session).master_id = game.player(session, "RED").id
    red = site.browser("red@example.org")
    red.get(PAGE)
    assert "Dry run" not in red.words
    answer = red.force(COMMANDS, "preview")
    assert answer.status_code == 400 and "would see the orders of others" in answer.get_data(as_text=True)


def test_rules_and_an_exact_deadline(host: Browser, game: Party, present: datetime) -> None:
    """The new line is told, what is wrong is shown beside what was typed."""
    act(host, "set", text="GRACE 6 hours", reason="we are slow")
    host.get("/games/verdun")
    assert "changed what was agreed: GRACE 6 hours. Why: we are slow" in host.words
    act(host, "set", 400, text="GRASE 6 hours")
    assert "GRASE" in host.words and host.form_fields(COMMANDS)
    before = game.now_at().deadline
    act(host, "deadline", when=f"{present + timedelta(days=3):%d %b} 18:00")
    assert game.now_at().deadline != before
    act(host, "deadline", 400, when="whenever")


def test_the_board_put_right_and_forward_again(host: Browser, game: Party) -> None:
    act(host, "board", text="SCORE RED 5", reason="a slip")
    assert len(game.letters("board-corrected")) == 3
    act(host, "board", 400, text="SCORE RED five")
    assert "Nothing was put right" in host.words
    act(host, "rollback", wanted="1")
    act(host, "rollforward")
    with game.store.read_session() as session:
        assert game.phase(session).number == 4


def test_the_game_is_shared_and_handed_over(host: Browser, game: Party, site: Site) -> None:
    """Who is asked finds two buttons on the page of the game; the master can let him go."""
    blue = site.browser("blue@example.org")
    act(host, "co-master", address="blue@example.org")
    blue.get("/games/verdun")
    blue.give("accept")
    assert "You lead verdun together with its game master." in blue.page.body.text()  # type: ignore[union-attr]
    act(blue, "pause", reason="the master is away")
    assert game.status() == "paused"
    act(host, "dismiss", address="blue@example.org")
    blue.get(PAGE, status=403)
    act(host, "hand over", address="blue@example.org")
    blue.get("/games/verdun")
    blue.give("accept")
    host.get(PAGE, status=403)


def test_an_ejected_seat_and_the_end(host: Browser, game: Party) -> None:
    act(host, "eject", seat="RED", reason="gone")
    assert len(game.letters("ejected")) == 1
    act(host, "cancel", 400)
    act(host, "cancel", slug="verdun")
    assert game.status() == "finished"
    host.get("/games/verdun")
    assert "The game was called off." in host.words
