"""The desk without scripts: orders put together button by button, of every kind, in games with a map and with cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from engines.all import list_own_engines
from engines.language import Completion, complete_order
from engines.report import Map
from goofspiel import ENGINE as GOOFSPIEL
from pbem.games import games
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.people import browsers, people
from pbem.games.seating import seats
from pbem.render import maps
from pbem.server import clock
from pbem.settings import installed_engines
from pbem.storage.database import Store
from pbem.storage.models import Player
from tests.games.party import Party, advice, asking, clock_at, start_party
from tests.size import size, take_some
from tests.web import finger
from tests.web.conftest import Browser, Site
from tests.web.test_pages import faults

SEAT = "/games/verdun/seat"
MOST_STEPS = 40


def open_desk_game(store: Store, engine: str, now: datetime, options: str = "") -> Party:
    """A game in which everybody has sat down."""
    with store.write_session() as session:
        game = games.insert_game(session, engine, options, slug="verdun", now=now)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code.lower()}@example.org", now)
            seats.join_game(session, game, player, [seat.code], now)
        return Party(store, game.id)


@pytest.fixture
def goofspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed_engines.ENGINES, "goofspiel", GOOFSPIEL)


def desk(site: Site, seat: str) -> Browser:
    """The desk of a seat, in a browser that is signed in (how one signs in is tested elsewhere)."""
    browser = site.browser()
    with site.store.write_session() as session:
        holder = seats.get_seat_by_code(session, games.get_game(session, "verdun"), seat).player_id
        token = browsers.open_web_session(session, session.get_one(Player, holder), datetime.now(UTC))
    with browser.client.session_transaction() as cookie:
        cookie["token"] = token
    browser.get(SEAT)
    return browser


def press(browser: Browser, **given: str) -> HTMLParser:
    """Presses a button of the steps. The browser adds what the form holds."""
    name, value = next(iter(given.items()))
    assert name in ("so", "number", "before") or value in finger.buttons(browser.page, name), (
        f"no button {name} {value}"
    )
    held = browser.form_fields(SEAT) | {name: [value] for name, value in given.items()}
    return browser.arrive(browser.client.post(SEAT, data=held), SEAT, 200)


def order(browser: Browser, text: str) -> int:
    """Presses until an order stands; how often."""
    browser.get(SEAT)
    for presses in range(MOST_STEPS):
        if text in finger.standing(browser.page):
            return presses
        pressed = finger.press(browser.page, text) or press_by_thing(browser, text)
        assert pressed, f"no button leads to {text}: {browser.words}"
        press(browser, **pressed)
    raise AssertionError(f"{text} is not said after {MOST_STEPS} steps")


def press_by_thing(browser: Browser, text: str) -> dict[str, str] | None:
    """Return where several sentences are about a thing, the thing is pressed first."""
    for thing in finger.buttons(browser.page, "at"):
        press(browser, at=thing)
        if pressed := finger.press(browser.page, text):
            return pressed
    return None


def standing(game: Party, code: str) -> tuple[str, ...]:
    with game.store.read_session() as session:
        return orders.current_answer(session, game.seat(session, code)).standing


def mark(page: HTMLParser, text: str) -> str:
    """Return what stands before an order in the list."""
    row = next(row for row in page.css("li.order") if text in [b.attributes.get("value") for b in row.css("button")])
    sign = row.css_first(".mark")
    return sign.text() if sign else ""


# --- every kind of order ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_year_of_diplomacy_without_scripts(site: Site, present: datetime) -> None:
    """Moves, supports of both kinds, a retreat and a build: each as a letter would say it, in few presses."""
    game = open_desk_game(site.store, "diplomacy", present)
    austria, italy = desk(site, "AUSTRIA"), desk(site, "ITALY")
    turns = (
        (austria, "AUSTRIA", ("A VIE - TYR", "F TRI H", "A BUD S F TRI")),
        (austria, "AUSTRIA", ("A TYR - VEN", "F TRI S A TYR - VEN", "A BUD - SER")),
        (italy, "ITALY", ("A VEN R PIE",)),
        (austria, "AUSTRIA", ("BUILD A BUD",)),
    )
    for number, (browser, code, said) in enumerate(turns, 1):
        assert game.now_at().number == number
        for text in said:
            assert order(browser, text) <= 4, text
        with site.store.read_session() as session:
            by_letter = orders.judge_orders(session, game.seat(session, code), "\n".join(said), alone=True)
        assert sorted(standing(game, code)) == sorted(by_letter.standing)
        with site.store.write_session() as session:
            master.process_phase(session, game.game(session), None, present)


@pytest.mark.slow
def test_every_page_on_the_way_is_whole(site: Site, present: datetime) -> None:
    """No name is given twice, nothing is unfinished, and the words so far are said."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    for said in ("A BUD", "A BUD S A VIE"):
        press(austria, say=said)
        assert faults(austria.response.get_data(as_text=True)) == []
        assert finger.text_so_far(austria.page) == said
        assert austria.page.css_first("#asked")


@pytest.mark.usefixtures("goofspiel")
def test_cards_are_what_one_presses(site: Site, present: datetime) -> None:
    """A card that can be said in two ways asks which; when one is left, the press says it."""
    game = open_desk_game(site.store, "goofspiel", present, "PLAYERS 3")
    red = desk(site, "RED")
    press(red, at="card 7")
    assert {"BID 7", "PLAN 7"} <= set(finger.buttons(red.page, "say"))
    press(red, say="BID 7")
    assert standing(game, "RED") == ("BID 7",)
    card = next(c for c in red.page.css("button.face-up") if c.attributes["value"] == "card 7")
    assert card.attributes.get("aria-pressed") == "true"
    press(red, say="PLAN")
    press(red, at="card 3")
    press(red, at="card 5")
    press(red, give="PLAN 3 5")
    assert standing(game, "RED") == ("BID 7", "PLAN 3 5")


@pytest.mark.usefixtures("goofspiel")
def test_a_list_is_ranked_by_pressing(site: Site, present: datetime) -> None:
    """Rows have numbers; one is taken out, one is moved up, and what is said is not offered again."""
    open_desk_game(site.store, "goofspiel", present, "PLAYERS 3")
    red = desk(site, "RED")
    press(red, say="PLAN")
    for said in ("PLAN 3", "PLAN 3 5", "PLAN 3 5 7", "PLAN 3 7 5", "PLAN 3 7"):
        press(red, say=said)
    assert [row.text(strip=True)[0] for row in red.page.css("ol.ranked li")] == ["3", "7"]
    press(red, give="PLAN 3 7")
    assert finger.standing(red.page) == ["PLAN 3 7"]


def test_numbers_have_buttons_if_they_are_few(site: Site, present: datetime) -> None:
    """The toy bids 0 to 9."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    press(red, say="BID")
    press(red, say="BID 7")
    assert standing(game, "RED") == ("BID 7",)


# --- one step back, another order instead ----------------------------------------------------------------------------


def test_one_step_back(site: Site, present: datetime) -> None:
    """To what was said before the last press, and from the first step to none."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    press(austria, say="A BUD")
    press(austria, say="A BUD S A VIE")
    back = austria.page.css_first("[data-back]")
    assert back is not None and back.attributes["value"] == "A BUD"
    press(austria, say="A BUD")
    assert austria.page.css_first("[data-back]") is None
    press(austria, say="")
    assert finger.text_so_far(austria.page) == "" and "hidden" in austria.page.css_first("#sheet").attributes  # type: ignore[union-attr]


def test_a_long_sentence_is_read_a_few_times(site: Site, present: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent as a sentence may be anything: it costs little all the same."""
    open_desk_game(site.store, "diplomacy", present)
    austria, read = desk(site, "AUSTRIA"), list[str]()

    def counted(*given: Any) -> Completion:
        read.append(given[1])
        return complete_order(*given)

    monkeypatch.setattr("pbem.web.desk.next_steps.complete_order", counted)
    austria.get(f"{SEAT}?so={'A+' * 1000}")
    assert 0 < len(read) < 40


@pytest.mark.slow
def test_an_order_is_changed_and_taken_back(site: Site, present: datetime) -> None:
    """Change begins behind the unit; the new order stands in the place of the old. Taking back takes that one alone."""
    game = open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    order(austria, "A BUD - GAL")
    order(austria, "A VIE H")
    press(austria, change="A BUD - GAL")
    assert finger.text_so_far(austria.page) == "A BUD"
    press(austria, say="A BUD - RUM")
    assert standing(game, "AUSTRIA") == ("A BUD - RUM", "A VIE H")
    press(austria, take="A BUD - RUM")
    assert standing(game, "AUSTRIA") == ("A VIE H",)


@pytest.mark.slow
@pytest.mark.usefixtures("goofspiel")
def test_a_change_replaces_what_no_slot_would(site: Site, present: datetime) -> None:
    """Whoever changes one sentence into another does not say both."""
    game = open_desk_game(site.store, "goofspiel", present, "PLAYERS 3")
    red = desk(site, "RED")
    order(red, "BID 7")
    press(red, change="BID 7")
    press(red, so="BID", at="card 4")
    assert standing(game, "RED") == ("BID 4",)
    red.send(f"{SEAT}/ready")
    press(red, change="BID 4")
    press(red, so="PLAN", at="card 9")
    press(red, give="PLAN 9")
    assert standing(game, "RED") == ("PLAN 9",) and ready(game, "RED")


# --- the board ----------------------------------------------------------------------------------------------------


def test_the_board_shows_what_can_be_picked(site: Site, present: datetime) -> None:
    """At rest the units of one's own, each a link with a name; within a sentence where it can go. The land is a picture
    by itself, which is this seat's alone."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    picks = {a.attributes["data-at"]: a.attributes for a in austria.page.css("#board a.pick")}
    assert set(picks) == {"BUD", "VIE", "TRI"} and all(p["aria-label"] for p in picks.values())
    austria.get(picks["BUD"]["href"] or "")
    assert finger.text_so_far(austria.page) == "A BUD"
    picks = {a.attributes["data-at"]: a.attributes for a in austria.page.css("#board a.pick")}
    assert {"GAL", "RUM", "SER"} < set(picks)
    assert austria.page.css_first(f"button{picks['GAL']['href']}") is not None
    land = austria.page.css_first("image.land").attributes["href"]  # type: ignore[union-attr]
    answer = austria.client.get(land)
    assert answer.mimetype == "image/svg+xml" and "immutable" in answer.headers["Cache-Control"]
    assert site.browser().client.get(land).status_code == 403
    assert austria.client.get(SEAT).headers["Cache-Control"] == "no-store"


def test_a_desk_asks_little_of_the_database(site: Site, present: datetime) -> None:
    """Sixteen statements, those that begin a transaction among them, two of which look whether it is
    kept. A step draws the desk alone, with the receipt for what stands, and is counted."""
    open_desk_game(site.store, "diplomacy", present)
    austria, asked = desk(site, "AUSTRIA"), list[str]()
    sa.event.listen(site.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    austria.get(SEAT)
    assert len(asked) <= 16, "\n".join(asked)
    asked.clear()
    austria.client.post(SEAT, data=austria.form_fields(SEAT) | {"say": ["A BUD"]}, headers={"X-Part": "desk"})
    assert 0 < len(asked) <= 10, "\n".join(asked)


def test_a_click_on_the_map_says_it(site: Site, present: datetime) -> None:
    """What touches one sentence only is said; of several the page asks which."""
    game = open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    press(austria, say="A BUD")
    press(austria, so="A BUD", at="VIE")
    assert {"A BUD - VIE", "A BUD S A VIE"} <= set(finger.buttons(austria.page, "say"))
    press(austria, so="A BUD", at="GAL")
    assert standing(game, "AUSTRIA") == ("A BUD - GAL",)


def test_orders_stand_on_the_finder(site: Site, present: datetime) -> None:
    """A chip for each unit with how it stands; what belongs to later phases is folded away."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    order(austria, "A BUD - GAL")
    chips = {chip.attributes["value"]: chip.text() for chip in austria.page.css("#finder > .chip")}
    assert "✓" in chips["A BUD"] and "○" in chips["A VIE"] and len(chips) == 3
    assert [s.text() for s in austria.page.css("#finder summary")] == ["Retreats", "Winter"]
    assert "1 of 3 in" in austria.words


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["diplomacy", "europa", "cantillon", "europe2028"])
def test_signs_are_explained_by_the_map(site: Site, present: datetime, engine: str) -> None:
    """All that is drawn on the map from which one orders, and whose is whose, in the game's words."""
    party = open_desk_game(site.store, engine, present)
    with site.store.read_session() as session:
        seat = games.list_game_seats(session, party.game(session))[0].code
        board = games.get_engine(party.game(session)).board(games.phase_view(party.phase(session), seat), seat)
    map_ = next(block for block in board if isinstance(block, Map))
    told = [line.text(deep=False, strip=True) for line in desk(site, seat).page.css("#board .key .legend li")]
    assert told == [name for name, _ in (*maps.list_map_legend(map_), *maps.list_owner_legend(map_))] and len(told) > 3


# --- honest ticks -------------------------------------------------------------------------------------------------


def test_a_tick_means_that_it_stands(site: Site, present: datetime) -> None:
    """V2: a tick stood beside a line that was refused among the others. Its reason stands with it."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 0\npass")
    assert standing(game, "RED") == ("BID 0",)
    refused = [row for row in red.page.css("#orders li.order.is-no") if "You cannot bid and pass" in row.text()]
    assert len(refused) == 1 and "✓" not in refused[0].text()
    assert mark(red.page, "BID 0") == "!" and "A bid of 0 wins nothing" in red.words
    held = red.form_fields(f"{SEAT}/orders") | {"text": ["bid 3\npass"]}
    judged = red.client.post(f"{SEAT}/judge", data=held).get_json()
    assert {line["text"]: line["mark"] for line in judged["lines"]} == {"BID 3": "✓", "PASS": "✗"}


@pytest.mark.slow
def test_the_box_is_helped(site: Site, present: datetime) -> None:
    """While one types, the ways to go on."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    held = austria.form_fields(f"{SEAT}/orders") | {"text": ["a vie h\na bud -"]}
    answer = austria.client.post(f"{SEAT}/judge", data=held).get_json()
    assert "A BUD - GAL" in [way["text"] for way in answer["next"]]


# --- what is sent is sent once, and never lost ----------------------------------------------------------------------


def test_nothing_is_posted_again(site: Site, present: datetime) -> None:
    """V11: /seat/orders stayed in the address bar, and a reload posted again. What came of the lines is told all the
    same, also the second time."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 7\nnonsense")
    assert re.fullmatch(rf"{SEAT}\?sent=\d+#orders", red.url)
    assert red.form_fields(f"{SEAT}/orders")["text"] == ["nonsense"]
    game.submit("RED", "BID 2", present)
    red.get(red.url.partition("#")[0])
    assert standing(game, "RED") == ("BID 2",) and "nonsense" in red.words
    blu = desk(site, "BLU")
    blu.get(red.url.partition("#")[0])
    assert "nonsense" not in blu.words


def test_orders_stand_in_no_address(site: Site, present: datetime) -> None:
    """Addresses are kept in logs and histories."""
    open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    for said in ("A BUD", "A BUD S A VIE"):
        press(austria, say=said)
        links = [node.attributes.get("href") or "" for node in austria.page.css("a")]
        assert austria.url == SEAT and not any("BUD" in link and "S" in link.split("BUD")[1] for link in links)
    press(austria, give="A BUD S A VIE")
    assert re.fullmatch(rf"{SEAT}#o-[0-9a-f]{{8}}", austria.url)


@pytest.mark.parametrize("form", ["orders", "press", ""])
def test_what_is_written_while_signed_out_is_kept(site: Site, present: datetime, form: str) -> None:
    """V11: signed out in another tab, the text was lost. It is shown, and sent again after signing in."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    path = "/games/verdun/commands/desk" if form == "press" else f"{SEAT}/{form}".rstrip("/")
    given = {"give": "BID 7"} if not form else {"text": "BID 7", "to": "BLU"}
    held = (red.press_fields() if form == "press" else red.form_fields(path)) | given
    red.get("/account")
    red.send("/sign-out")
    referer = {"Referer": f"http://localhost{SEAT}"}
    red.arrive(red.client.post(path, data=held, headers=referer), path, 403)
    assert "BID 7" in red.words + "".join(node.text() for node in red.page.css("textarea"))
    again = red.form_fields(path)
    red.sign_in("red@example.org")
    red.arrive(red.client.post(path, data=again, headers=referer), path, 403)
    red.send(path)
    assert red.url.startswith(SEAT)
    assert standing(game, "RED") == (() if form == "press" else ("BID 7",))


def test_a_form_from_elsewhere_is_not_kept(site: Site, present: datetime) -> None:
    """Another site cannot put words into our form."""
    start_party(site.store, present)
    red = desk(site, "RED")
    answer = red.client.post(f"{SEAT}/orders", data={"text": "BID 9"}, headers={"Referer": "http://evil.example/"})
    assert answer.status_code == 400 and b"BID 9" not in answer.data


def test_a_step_of_a_phase_that_is_over_does_nothing(site: Site, present: datetime) -> None:
    """What was begun is kept, and the page says what changed."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    held = red.form_fields(SEAT)
    clock.run_clock_tick(site.store, clock_at(present + timedelta(hours=61)))
    for pressed in ({"say": "BID 7"}, {"give": "BID 7"}, {"take": "BID 7"}, {"so": "BID 7", "at": "card 1"}):
        red.arrive(red.client.post(SEAT, data=held | pressed), SEAT, 409)
        assert "this is Round 2 now" in red.words
        assert "take" in pressed or "BID 7" in red.form_fields(f"{SEAT}/orders")["text"]
    assert standing(game, "RED") == ()


# --- ready --------------------------------------------------------------------------------------------------------


def ready(game: Party, code: str) -> bool:
    with game.store.read_session() as session:
        return orders.current_answer(session, game.seat(session, code)).ready


@pytest.mark.slow
def test_ready_asks_first_if_something_is_missing(site: Site, present: datetime) -> None:
    """Two of three units have no order: the page says which, and asks. With all of them it does not."""
    game = open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    order(austria, "A BUD - GAL")
    austria.send(f"{SEAT}/ready")
    assert not ready(game, "AUSTRIA") and "Ready all the same?" in austria.words
    austria.send(f"{SEAT}/ready")
    assert ready(game, "AUSTRIA")
    austria.send(f"{SEAT}/ready")
    assert not ready(game, "AUSTRIA")
    austria.send(f"{SEAT}/orders", text="A VIE H\nF TRI H")
    austria.send(f"{SEAT}/ready")
    assert ready(game, "AUSTRIA")


def test_ready_asks_first_after_a_refusal(site: Site, present: datetime) -> None:
    """V8: a line that was refused is no reason to be done."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 7\nnonsense")
    red.send(f"{SEAT}/ready")
    assert not ready(game, "RED") and "Ready all the same?" in red.words
    red.send(f"{SEAT}/ready")
    assert ready(game, "RED")


def test_nothing_ordered_is_not_called_in(site: Site, present: datetime) -> None:
    """V9: “Orders are in” stood above “None yet”."""
    start_party(site.store, present)
    red = desk(site, "RED")
    assert "You owe orders" in red.words and "ordered nothing yet" in red.words
    red.send(f"{SEAT}/ready")
    red.send(f"{SEAT}/ready")
    assert "Orders are in" not in red.words and "You are ready" in red.words


# --- what a script fetches ----------------------------------------------------------------------------------------


@pytest.fixture
def fetched(site: Site, present: datetime) -> Iterator[Browser]:
    open_desk_game(site.store, "diplomacy", present)
    yield desk(site, "AUSTRIA")


def test_a_script_gets_the_same_parts(fetched: Browser) -> None:
    """Board, sheet and list of the whole page, without what surrounds them; an order that is given is named."""
    held = fetched.form_fields(SEAT)
    whole = HTMLParser(fetched.client.post(SEAT, data=held | {"say": "A BUD"}).text)
    part = HTMLParser(fetched.client.post(SEAT, data=held | {"say": "A BUD"}, headers={"X-Part": "desk"}).text)
    for name in ("notice", "board", "finder", "sheet", "orders", "ready"):
        told = [page.css_first(f"#{name}") for page in (whole, part)]
        assert all(told), name
        assert re.sub(r'value="[\w.-]{60,}"', "", told[0].html) == re.sub(r'value="[\w.-]{60,}"', "", told[1].html)  # type: ignore[union-attr,arg-type]
    assert part.css_first("#press") is None and part.css_first("header.place") is None
    given = fetched.client.post(SEAT, data=held | {"give": "A BUD - GAL"}, headers={"X-Part": "desk"})
    assert given.status_code == 200
    assert len(HTMLParser(given.text).css("#orders [data-changed]")) == 1


# --- every game -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("engine", take_some((engine.code for engine in list_own_engines()), 1, 2))
def test_what_is_advised_can_be_pressed(site: Site, present: datetime, engine: str) -> None:
    """The first phases of each game: every order that an adviser would write is put together without scripts, in at
    most six presses beyond those that a list takes for its rows, and stands as a letter would have said it."""
    game = open_desk_game(site.store, engine, present)
    for number in range(1, size(3, 5)):
        with site.store.read_session() as session:
            waiting = [seat for seat, asked in asking(session, game) if asked.turn.due]
            code = waiting[number % len(waiting)].code
            advised = dict(advice(session, game))
        browser = desk(site, code)
        for text in advised[code]:
            assert order(browser, text) <= 6 + len(text.split()) // 2, text
        assert set(advised[code]) <= set(standing(game, code))
        for other, lines in advised.items():
            game.submit(other, "\n".join(lines), present)
        with site.store.write_session() as session:
            master.process_phase(session, game.game(session), None, present)
