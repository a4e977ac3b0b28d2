"""A whole game in browsers without JavaScript: opened, joined, ordered, resolved, talked about."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.rules import Rules, rules_of
from pbem.games.talk import press
from pbem.server import clock
from tests.games.party import Party, clock_at, open_party, start_party
from tests.web.conftest import Browser, Site

HOUR = timedelta(hours=1)
SEAT = "/games/verdun/seat"


def party(site: Site, now: datetime, **given: object) -> Party:
    return start_party(site.store, now, **given)  # type: ignore[arg-type]


def desks(site: Site) -> tuple[Browser, Browser]:
    """Red and Blue, each at his own desk."""
    red, blu = site.browser("red@example.org"), site.browser("blue@example.org")
    red.get(SEAT)
    blu.get(SEAT)
    return red, blu


def standing(site: Site, game: Party, code: str) -> tuple[str, ...]:
    with site.store.read_session() as session:
        return orders.current_answer(session, game.seat(session, code)).standing


def test_a_game_is_opened_and_joined(every_site: Site) -> None:
    """From the form of a new game to the first phase, in as many browsers as it has seats."""
    host = every_site.browser("host@example.org")
    host.get("/new?engine=toy")
    host.send("/new", slug="ypres", pace="daily 20:00", zone="Europe/Paris")
    assert host.url == "/games/ypres"
    for name in ("red", "blue"):
        player = every_site.browser(f"{name}@example.org")
        player.get("/games/ypres")
        player.give("join")
        player.get("/games/ypres/seat")
    with every_site.store.read_session() as session:
        game = games.get_game(session, "ypres")
        assert (game.status, game.pace, game.zone) == ("running", "daily 20:00", "Europe/Paris")


def test_a_pace_is_previewed_before_the_game_is_opened(site: Site) -> None:
    """The next five deadlines are shown and nothing is opened; what was typed stays."""
    host = site.browser("host@example.org")
    host.get("/new?engine=toy")
    host.send("/new", slug="ypres", pace="mon,thu 18:00", preview="yes")
    assert host.words.count("18:00") >= 5
    assert "Orders are due every Monday and Thursday at 18:00" in host.words
    assert host.form_fields("/new")["slug"] == ["ypres"]
    host.send("/new", slug="ypres", pace="48h", quiet="sat, 24 dec to 6 jan, 22:00 to 08:00", preview="yes")
    told = "No deadline falls on Saturday, from 24 December to 6 January or from 22:00 to 08:00."
    assert told in host.words
    host.send("/new", slug="ypres", pace="48h", quiet="saterday", preview="yes")
    assert "Did you mean saturday?" in host.words
    assert host.client.get("/games/ypres").status_code == 404


def test_an_impossible_game_is_refused_and_the_form_kept(site: Site) -> None:
    """The reason is said, and nothing has to be typed again."""
    host = site.browser("host@example.org")
    host.get("/new?engine=toy")
    host.send("/new", status=400, slug="Not A Slug!", pace="48h")
    assert "cannot name a game" in host.words
    assert host.form_fields("/new")["pace"] == ["48h"]


def test_orders_by_steps_and_by_text_are_the_same(every_site: Site, present: datetime) -> None:
    """Whatever way they come, the canonical text is what is stored."""
    game = party(every_site, present)
    red, blu = desks(every_site)
    red.send(f"{SEAT}/orders", text="bid 7\nbidd 3")
    assert standing(every_site, game, "RED") == ("BID 7",)
    assert "bidd 3" in red.words and "bidd 3" in red.form_fields(f"{SEAT}/orders")["text"][0]
    blu.client.post(SEAT, data=blu.form_fields(SEAT) | {"say": "BID"})
    blu.client.post(SEAT, data=blu.form_fields(SEAT) | {"say": "BID 7"})
    assert standing(every_site, game, "BLU") == ("BID 7",)


def test_a_ready_player_stays_ready_when_he_changes_an_order(site: Site, present: datetime) -> None:
    """A step does not silently ask for more time."""
    game = party(site, present)
    red, _ = desks(site)
    red.send(f"{SEAT}/orders", text="bid 7")
    red.get(SEAT)
    red.send(f"{SEAT}/ready", ready="yes")
    red.client.post(SEAT, data=red.form_fields(SEAT) | {"say": "BID 8"})
    assert standing(site, game, "RED") == ("BID 8",)
    with site.store.read_session() as session:
        turn = phase_turns.find_turn(session, game.phase(session), game.seat(session, "RED"))
    assert turn is not None and turn.ready


def test_lines_are_judged_without_being_stored(site: Site, present: datetime) -> None:
    """For pages that ask while their reader types."""
    game = party(site, present)
    red, _ = desks(site)
    held = red.form_fields(f"{SEAT}/orders")
    answer = red.client.post(f"{SEAT}/judge", data=held | {"text": "bid 3\nnonsense"}).get_json()
    assert [bool(line["text"]) for line in answer["lines"]] == [True, False]
    assert standing(site, game, "RED") == ()


@pytest.mark.slow
def test_all_ready_resolves_and_everybody_sees_the_result(site: Site, present: datetime) -> None:
    """The next phase is there with its report; the one before is a click away."""
    game = party(site, present)
    red, blu = desks(site)
    for browser, bid in ((red, "7"), (blu, "3")):
        browser.send(f"{SEAT}/orders", text=f"bid {bid}")
        browser.get(SEAT)
        browser.send(f"{SEAT}/ready", ready="yes")
    clock.run_clock_tick(site.store, clock_at(present + HOUR))
    assert game.now_at().name == "R2"
    red.get("/games/verdun")
    assert "Round 2" in red.words
    red.get("/games/verdun/phases/1")
    assert "Round 1" in red.words


@pytest.mark.slow
def test_nobody_sees_what_others_ordered(site: Site, present: datetime) -> None:
    """Neither before nor after the phase is resolved, on no page and in no download, not even as game master."""
    game = party(site, present)
    red, blu = desks(site)
    red.send(f"{SEAT}/orders", text="BID 7")
    with site.store.write_session() as session:
        press.post_press(session, game.game(session), game.seat(session, "RED"), ["MASTER"], "entre nous", present, "k")
    everybody = (blu, site.browser(), site.browser("master@example.org"))
    pages = ["/games/verdun", "/games/verdun/phases/1", "/games/verdun/phases/1.txt", "/", "/mailbox"]
    for browser in everybody:
        for url in pages:
            browser.get(url)
            assert "BID 7" not in browser.response.get_data(as_text=True), url
    clock.run_clock_tick(site.store, clock_at(present + 61 * HOUR))
    for browser in everybody:
        for url in [*pages, "/games/verdun/phases/2", "/games/verdun/phases/2.txt"]:
            browser.get(url)
            body = browser.response.get_data(as_text=True)
            assert "&#39;bid&#39;: 7" not in body and "'bid': 7" not in body and "&#x27;bid&#x27;: 7" not in body, url
    blu.get(SEAT)
    assert "entre nous" not in blu.words


def test_a_seat_is_nobody_elses(site: Site, present: datetime) -> None:
    """Strangers get no desk, and what they send there is refused."""
    game = party(site, present)
    eve, nobody = site.browser("eve@example.org"), site.browser()
    eve.get(SEAT, status=403)
    eve.get("/account")
    token = eve.form_fields("/account")["csrf_token"][0]
    given = {"text": "bid 9", "give": "BID 9", "csrf_token": token}
    for path in ("", "/orders", "/judge", "/what-if"):
        assert eve.client.post(SEAT + path, data=given).status_code == 403, path
    for act in ("clear", "ready", "press", "vote", "resign"):
        sent = given | {"act": act, "to": "RED", "proposal": "draw", "game": "verdun"}
        assert eve.client.post("/games/verdun/commands/desk", data=sent).status_code in (400, 403), act
    assert nobody.client.get(SEAT).status_code in (302, 403)
    assert standing(site, game, "RED") == ()


def test_press_reaches_those_it_is_for(site: Site, present: datetime) -> None:
    """One seat, or all."""
    party(site, present, players=3)
    red, blu = desks(site)
    grn = site.browser("green@example.org")
    red.give("press", to=["BLU"], text="<b>Only</b> you.")
    blu.get(SEAT)
    assert "<b>Only</b> you." in blu.words
    grn.get(SEAT)
    assert "Only" not in grn.words
    red.get(SEAT)
    red.give("press", to=["*"], text="Hear me.")
    nobody = site.browser()
    nobody.get("/games/verdun")
    assert "Hear me." in nobody.words


def test_press_sent_twice_by_accident_is_sent_once(site: Site, present: datetime) -> None:
    """A second click on the same page is the same message."""
    game = party(site, present)
    red, _ = desks(site)
    held = red.press_fields() | {"to": ["BLU"], "text": ["Twice?"]}
    for _ in range(2):
        red.client.post("/games/verdun/commands/desk", data=held)
    with site.store.read_session() as session:
        assert len(press.list_visible_press(session, game.game(session), game.seat(session, "BLU"))) == 1


def test_refused_press_is_not_lost(site: Site, present: datetime) -> None:
    """The reason is said, and the words and the audience stand in the form still."""
    party(site, present, rules=Rules(press="none"))
    red, _ = desks(site)
    held = red.press_fields()
    response = red.client.post("/games/verdun/commands/desk", data=held | {"to": "BLU", "text": "A long letter."})
    red.arrive(response, SEAT, 400)
    assert "no press between players" in red.words
    assert red.press_fields()["text"] == ["A long letter."]


def test_a_desk_says_when_players_are_silent(site: Site, present: datetime) -> None:
    """And offers the game master alone; where players talk in all phases nothing is said of it."""
    party(site, present, rules=Rules(press_kinds=("short",)))
    red, _ = desks(site)
    assert "only during: short. Now only the game master reads you." in red.words
    offered = red.page.css("#press input[name=to]")
    assert [box.attributes["value"] for box in offered] == ["MASTER"]
    party(site, present, slug="loud")
    red.get("/games/loud/seat")
    assert "only during" not in red.words


def test_the_page_for_a_new_game_shows_the_usual_press(site: Site) -> None:
    """Diplomacy is silent in two kinds of phases, and `all` is offered."""
    host = site.browser("host@example.org")
    asked = host.get("/new?engine=diplomacy").css("select[name^=press-][aria-label=kind]")
    chosen = [option.attributes["value"] for select in asked for option in select.css("option[selected]")]
    assert chosen == ["movement"]
    assert {o.attributes["value"] for o in asked[0].css("option")} == {"", "movement", "retreat", "adjustment"}
    host.send("/new", {"press-0.when": "0"}, slug="ypres")
    with site.store.read_session() as session:
        assert rules_of(games.get_game(session, "ypres")).press_kinds == ("movement", "retreat", "adjustment")


def test_votes(site: Site, present: datetime) -> None:
    """Cast, told to nobody, taken back, and carried by all."""
    game = party(site, present)
    red, blu = desks(site)
    red.give("vote", proposal="draw")
    blu.get(SEAT)
    assert "draw" in blu.words
    blu.give("vote", proposal="draw")
    assert game.status() == "finished"
    blu.get("/games/verdun")


def test_resigning_must_be_meant(site: Site, present: datetime) -> None:
    """The box is ticked, or nothing happens."""
    game = party(site, present)
    red, _ = desks(site)
    red.give("resign", status=400)
    assert "Tick the box" in red.words
    red.give("resign", game="verdun")
    with site.store.read_session() as session:
        assert game.seat(session, "RED").player_id is None


@pytest.mark.slow
def test_a_seat_in_a_game_that_waits_and_one_that_is_over_have_pages(site: Site, present: datetime) -> None:
    """Before the first phase, and after the last."""
    game = open_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/games/verdun")
    red.give("join")
    red.get("/games/verdun")
    red.get(SEAT)
    blu = site.browser("blue@example.org")
    blu.get("/games/verdun")
    blu.give("join")
    for round_ in range(1, 5):
        clock.run_clock_tick(site.store, clock_at(present + 61 * round_ * HOUR))
    assert game.status() == "finished"
    for url in ("/", "/games/verdun", SEAT, "/games/verdun/phases/4"):
        blu.get(url)


def test_names_are_kept_in_anonymous_games(site: Site, present: datetime) -> None:
    """And addresses in all."""
    game = party(site, present, rules=Rules(anonymous=True))
    with site.store.write_session() as session:
        people.change_settings(session, game.player(session, "RED"), name="Ada")
    nobody = site.browser()
    nobody.get("/games/verdun")
    assert "Ada" not in nobody.words
    assert "red@example.org" not in (nobody.page.html or "")
