"""Pages that are old, wrong lines beside right ones, names that are nobody's business, requests no browser makes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games import games
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.results import votes
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.storage.database import Store
from pbem.storage.models import Turn
from pbem.web.http.safe_paths import safe_local_path
from tests.games.party import MASTER, Party, start_party
from tests.size import WHOLE
from tests.web.conftest import Browser, Site, contents
from tests.web.conftest import site as site_of

SEAT, LEAD = "/games/verdun/seat", "/games/verdun/master"
DESK_COMMANDS, LEAD_COMMANDS = "/games/verdun/commands/desk", "/games/verdun/commands/master"
OF_ORDERS = frozenset({"", "orders", "judge", "what-if", "ready"})
"""What has a form of its own."""
pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def present() -> datetime:
    """The web asks the clock itself, so its games begin now."""
    return datetime.now(UTC)


@pytest.fixture
def site(store: Store, tmp_path: Path) -> Site:
    """The application on each database."""
    return site_of(store, tmp_path)


@pytest.fixture
def fast(sqlite: Store, tmp_path: Path) -> Site:
    """On SQLite alone, where the database makes no difference."""
    return site_of(sqlite, tmp_path)


@pytest.fixture
def game(site: Site, present: datetime) -> Party:
    return start_party(site.store, present)


def red(site: Site) -> Browser:
    browser = site.browser("red@example.org")
    browser.get(SEAT)
    return browser


def turn(game: Party, code: str = "RED") -> Turn:
    with game.store.read_session() as session:
        found = phase_turns.find_turn(session, game.phase(session), game.seat(session, code))
    assert found is not None
    return found


def resolve_open_phase(game: Party, now: datetime) -> None:
    """The game goes on while somebody looks at an older page."""
    with game.store.write_session() as session:
        master.process_phase(session, game.game(session), None, now)


# --- old pages ---------------------------------------------------------------------------------------------------


def test_a_ready_button_on_an_old_page(site: Site, game: Party, present: datetime) -> None:
    """S21: it ended a phase its reader had never seen."""
    browser = red(site)
    resolve_open_phase(game, present)
    browser.send(f"{SEAT}/ready", status=409)
    assert "Round 1 ended on" in browser.words and "this is Round 2 now" in browser.words
    assert not turn(game).ready
    browser.send(f"{SEAT}/ready")
    browser.send(f"{SEAT}/ready")  # who has ordered nothing is asked first
    assert turn(game).ready


FORMS = {
    "orders": {"text": "bid 7"},
    "": {"give": "BID 7"},
    "press": {"text": "Shall we?", "to": "BLU"},
    "vote": {"proposal": "draw"},
    "resign": {"game": "verdun"},
    "clear": {},
    "address": {},
}


def test_no_form_of_a_desk_acts_on_another_phase(site: Site, game: Party, present: datetime) -> None:
    """S21: nothing is done, and what was written stands there still."""
    browser = red(site)
    held = browser.form_fields(f"{SEAT}/orders")
    resolve_open_phase(game, present)
    game.submit("RED", "BID 2", present)
    for name, given_ in FORMS.items():
        where = f"{SEAT}/{name}".rstrip("/") if name in OF_ORDERS else DESK_COMMANDS
        browser.arrive(browser.client.post(where, data=held | given_ | {"act": name}), SEAT, 409)
        kept = {value for form in browser.page.css("form") for v in contents(form).values() for value in v}
        kept |= {node.text() for node in browser.page.css("textarea")}
        said = given_.get("text", given_.get("proposal", given_.get("give", "")))
        assert said in kept, name
    answer = browser.client.post(f"{SEAT}/judge", data=held | {"text": "bid 7"})
    assert answer.status_code == 409 and "this is Round 2 now" in answer.get_json()["error"]
    with site.store.read_session() as session:
        seat = game.seat(session, "RED")
        assert orders.current_answer(session, seat).standing == ("BID 2",)
        assert seat.player_id and not votes.list_votes_of_seat(session, seat)
        assert not press.list_visible_press(session, game.game(session), seat)


@pytest.mark.slow
def test_no_button_of_a_master_acts_on_another_phase(site: Site, game: Party, present: datetime) -> None:
    """S21: “Resolve now” on an old page resolved the next phase as well."""
    host = site.browser(MASTER)
    host.get(LEAD)
    held = host.form_fields(LEAD_COMMANDS)
    resolve_open_phase(game, present)
    acts = {"process": {}, "pause": {}, "extend": {"length": "24h"}, "rollback": {"wanted": "1"}, "replace": {}}
    acts |= {
        "readdress": {"seat": "RED"},
        "correct": {"seat": "BLU", "text": "BID 9"},
        "official": {"text": "Hear me."},
    }
    for act, given_ in acts.items():
        host.arrive(host.client.post(LEAD_COMMANDS, data=held | given_ | {"act": act}), LEAD, 409)
        assert "this is Round 2 now" in host.words
        assert given_.get("text", "") in {*(node.text() for node in host.page.css("textarea")), ""}
    assert (game.now_at().number, game.status(), turn(game, "BLU").orders) == (2, "running", "[]")


def test_every_form_says_which_phase_it_speaks_of(fast: Site, present: datetime) -> None:
    """S21: of the desk and of the master's page, none left out."""
    start_party(fast.store, present)
    for browser, page in ((red(fast), SEAT), (fast.browser(MASTER), LEAD)):
        browser.get(page)
        forms = [form for form in browser.page.css("form") if browser.target(form).startswith("/games/verdun")]
        assert len(forms) >= 7 and all(form.css_first("input[name=phase][value='1']") for form in forms)


def test_a_seat_gets_a_new_address(site: Site, game: Party) -> None:
    """S5: whoever knew the old one could write as its player for ever."""
    browser, host = red(site), site.browser(MASTER)
    host.get(LEAD)
    browser.give("address")
    host.give("readdress", seat="RED")
    assert "Red has a new address" in host.words and "orders+" not in host.words
    with site.store.read_session() as session:
        assert game.seat(session, "RED").generation == 2


@pytest.mark.parametrize("said", ["", "2", "-1", "one", "9" * 30, "٢"])
def test_a_form_says_which_phase_it_speaks_of(fast: Site, present: datetime, said: str) -> None:
    """S21: one that does not, or of a phase that never was, does nothing."""
    game = start_party(fast.store, present)
    browser = red(fast)
    held = browser.form_fields(f"{SEAT}/ready") | {"phase": [said]}
    assert browser.client.post(f"{SEAT}/ready", data=held).status_code == 409
    assert not turn(game).ready


# --- lines that are wrong ----------------------------------------------------------------------------------------


def test_ready_among_wrong_lines(site: Site, game: Party) -> None:
    """V8: it made ready, so that the wrong lines could never be mended."""
    browser = red(site)
    browser.send(f"{SEAT}/orders", text="bid 7\nbidd 3\nready")
    assert "not all that you wrote was done" in browser.words
    assert not turn(game).ready and browser.form_fields(f"{SEAT}/orders")["text"] == ["bidd 3"]
    browser.send(f"{SEAT}/orders", text="Ready.")
    assert turn(game).ready
    browser.send(f"{SEAT}/orders", text="bid 8\nwait")
    assert not turn(game).ready and "BID 8" in turn(game).orders
    browser.send(f"{SEAT}/orders", text="clear")
    assert turn(game).orders == "[]"


def test_the_live_judge_knows_what_the_box_knows(site: Site, game: Party) -> None:
    """V8: it called the word “ready” wrong, which the box took."""
    browser = red(site)
    held = browser.form_fields(f"{SEAT}/orders")

    def judged(text: str) -> dict[str, bool]:
        answer = browser.client.post(f"{SEAT}/judge", data=held | {"text": text}).get_json()
        return {line["raw"]: bool(line["text"]) for line in answer["lines"]}

    assert judged("bid 3\nready") == {"bid 3": True, "ready": True}
    assert judged("clear\nbid 3\nwait") == {"clear": True, "bid 3": True, "wait": True}
    assert judged("bid 3\nbidd 3\ndone") == {"bid 3": True, "bidd 3": False, "done": False}
    assert not turn(game).ready


def test_a_step_with_a_mistake_costs_nothing(site: Site, game: Party) -> None:
    """C5: the orders that stood were taken back before the new ones were read. Now a change that is refused leaves
    what stood, and says why."""
    browser = red(site)
    browser.send(f"{SEAT}/orders", text="bid 7")
    forged = browser.form_fields(SEAT) | {"give": ["BID 700"], "instead": ["BID 7"]}
    browser.arrive(browser.client.post(SEAT, data=forged), SEAT, 200)
    assert "BID 7" in turn(game).orders and "700" not in turn(game).orders
    assert browser.page.css_first("#orders li.order.is-no") is not None


@pytest.mark.slow
def test_what_if_tells_of_every_line(fast: Site, present: datetime) -> None:
    """V8: lines without a seat and impossible ones were passed over in silence."""
    with fast.store.write_session() as session:
        match = games.insert_game(session, "diplomacy", slug="verdun", now=present)
        for seat in games.list_game_seats(session, match):
            seats.join_game(
                session,
                match,
                people.get_or_register_player(session, f"{seat.code}@example.org", present),
                [seat.code],
                present,
            )
    france = fast.browser("france@example.org")
    france.get(SEAT)
    france.get(f"{SEAT}/what-if")
    said = {"write": "yes", "text": "A PAR - BUR\nGERMANY: A MUN - BUR\nGERMANY: nonsense\nITALY: A PAR H"}
    sent = france.client.post(f"{SEAT}/what-if", data=france.form_fields(f"{SEAT}/what-if") | said)
    page = france.arrive(sent, f"{SEAT}/what-if", 200)
    laid = [node.attributes.get("value") for node in page.css("button[name=take]")]
    assert laid == ["FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR"]
    refused = [" ".join(node.text().split()) for node in page.css("#orders .refused li")]
    assert len(refused) == 2
    assert refused[0].startswith("✗ GERMANY: nonsense") and refused[1].startswith("✗ ITALY: A PAR H")


# --- names -------------------------------------------------------------------------------------------------------


def test_a_master_sees_no_addresses(fast: Site, present: datetime) -> None:
    """V10: whoever opened a game saw the addresses of all who joined; some mail programs put them into names, too."""
    game = start_party(fast.store, present)
    with fast.store.write_session() as session:
        game.player(session, "BLU").name = "blue@example.org"  # as some mail programs wrote it in former times
        game.player(session, "RED").unreachable_at = present
    host = fast.browser(MASTER)
    for url in (LEAD, "/games/verdun"):
        host.get(url)
        html = host.page.html or ""
        assert "red@example.org" not in html and "blue@example.org" not in html
        assert "Red" in host.words and "a player" in host.words
    host.get(LEAD)
    assert "letters come back since" in host.words


def test_a_master_who_plays_sees_no_names_of_an_anonymous_game(fast: Site, present: datetime) -> None:
    """V10: he saw who sat where, and the others did not."""
    game = start_party(fast.store, present, Rules(anonymous=True))
    with fast.store.write_session() as session:
        people.change_settings(session, game.player(session, "RED"), name="Ada Lovelace")
    host = fast.browser(MASTER)
    host.get(LEAD)
    assert "Ada Lovelace" in host.words
    with fast.store.write_session() as session:
        seats.replace_holder(
            session, game.game(session), "BLU", people.get_or_register_player(session, MASTER, present), present
        )
    host.get(LEAD)
    assert "Ada Lovelace" not in host.words


def test_what_is_said_of_votes_is_true(fast: Site, present: datetime) -> None:
    """V10: “nobody learns of it”, and everybody got a letter."""
    start_party(fast.store, present)
    browser = red(fast)
    browser.give("vote", proposal="draw")
    assert (
        "Nobody learns of it" not in browser.words and "all see what is proposed, nobody who is for it" in browser.words
    )


# --- floods, and what no browser sends -----------------------------------------------------------------------------


def test_dear_pages_are_counted(sqlite: Store, tmp_path: Path, present: datetime) -> None:
    """S11, S12: one browser could keep a processor busy with PDFs, maps, what-ifs and lines to judge. What is kept
    costs nothing and does not count; goofspiel has no map, but it is looked for."""
    few = {f"PBEM_LIMITS_{name}": "2" for name in ("PAINTINGS", "WHAT_IFS", "JUDGEMENTS")} | {"PBEM_LIMITS_FORMS": "4"}
    site = site_of(sqlite, tmp_path, **few)
    start_party(sqlite, present)
    stranger, browser = site.browser(), red(site)
    urls = [f"/games/verdun/phases/1.{kind}" for kind in ("pdf", "svg", "pdf", "svg")]
    assert [stranger.client.get(url).status_code for url in urls] == [200, 404, 200, 429]
    assert browser.client.get(urls[0]).status_code == 200
    held = browser.form_fields(f"{SEAT}/orders") | {"text": "bid 3"}
    for name in ("judge", "what-if"):
        answers = [browser.client.post(f"{SEAT}/{name}", data=held) for _ in range(3)]
        assert answers[-1].status_code == 429 and b"in a short time" in answers[-1].data
    assert [browser.client.get("/new").status_code for _ in range(3)][-1] == 429
    sent = [browser.client.post(f"{SEAT}/orders", data=held).status_code for _ in range(5)]
    assert sent[:2] == [303, 303] and sent[-1] == 429


def test_forms_have_a_size(fast: Site, present: datetime) -> None:
    """S11: a megabyte was read for a name."""
    start_party(fast.store, present)
    browser = red(fast)
    held = browser.form_fields(f"{SEAT}/orders")
    assert browser.client.post(f"{SEAT}/orders", data=held | {"text": "x" * 400_000}).status_code == 413
    assert browser.client.post(f"{SEAT}/ready", data=held | {"text": "x" * 30_000}).status_code == 413
    parts = {f"f{n}": "x" for n in range(100)}
    answer = browser.client.post(f"{SEAT}/judge", data=held | parts, content_type="multipart/form-data")
    assert answer.status_code == 413
    answer = browser.client.post(f"{SEAT}/orders", data=held | {"text": "bid 7\n" * 8_000})
    assert answer.status_code == 400 and "is the most" in answer.text
    assert browser.client.get("/?" + "a" * 5_000).status_code == 414


HUGE = "9" * 40
GETS = (
    "/games/%00", "/games/verdun%0d", f"/games/verdun/phases/{HUGE}", f"/games/verdun/phases/{HUGE}.pdf",
    "/games/verdun/phases/-1", "/games/verdun/phases/1.svg?paper=%00", "/games/verdun/phases/1.pdf?paper=%00",
    "/?x=%00", "/mailbox?as=%00", f"/mailbox/{HUGE}", f"/mailbox/1/attachments/{HUGE}", f"/sign-in/{HUGE}-x",
    "/sign-in/%00", "/new?engine=%00", "/new?pace=every%20day&zone=../../etc/passwd", "/new?zone=%ed%a0%80", "/%ff",
    "/new?quiet=2026-99-99", "/static/../../wsgi.py", "/static/%00",
)  # fmt: skip
POSTS = ("orders", "judge", "what-if", "ready", "press", "vote", "resign", "clear")
ODD = ("\0", "\x1b[2J", "\ud800", "‮bid", "RED:" * 500, HUGE, "clear \0", "press to\n" * 50, ":" * 99)


@pytest.mark.slow
@pytest.mark.proof
def test_odd_requests_are_no_faults_of_ours(site: Site, game: Party) -> None:
    """S9: numbers no database holds, signs no keyboard writes, methods nobody uses."""
    browser, host = red(site), site.browser(MASTER)
    for url in GETS:
        assert browser.client.get(url).status_code < 500, url
    assert browser.client.open("/games/verdun", method="BREW").status_code == 405
    held = {key: value[0] for key, value in browser.form_fields(f"{SEAT}/orders").items() if key != "text"}
    token: str | bytes = held["csrf_token"]
    host.get(LEAD)
    lead = {key: value[0] for key, value in host.form_fields(LEAD_COMMANDS).items()}
    for odd in ODD if WHOLE else ODD[::3]:
        text = odd.encode("utf-8", "surrogatepass")
        for name in POSTS:
            data = held | dict.fromkeys(("text", "to", "key", "proposal"), text)
            where = f"{SEAT}/{name}" if name in OF_ORDERS else DESK_COMMANDS
            assert browser.client.post(where, data=data | {"act": name}).status_code < 500, (name, odd)
        for name in ("so", "say", "at", "change", "number", "before", "give", "take", "instead", "near"):
            assert browser.client.post(SEAT, data=held | {name: text}).status_code < 500, (name, odd)
        for act in ("extend", "replace", "correct", "rollback", "official"):
            data = lead | dict.fromkeys(("length", "seat", "address", "wanted", "text", "key"), text) | {"act": act}
            assert host.client.post(LEAD_COMMANDS, data=data).status_code < 500, (act, odd)
        everything = ("name", "zone", "paper", "address", "next", "slug", "pace", "quiet", "press_kinds", "grace_hours")
        for path in ("/account", "/sign-in", "/new"):
            data = {"csrf_token": token, **dict.fromkeys(everything, text)}
            assert browser.client.post(path, data=data).status_code < 500, (path, odd)
        for key in everything:
            good = {"csrf_token": token, "engine": "toy", "slug": "Not Good"}
            assert browser.client.post("/new", data={**good, key: text}).status_code < 500, (key, odd)
    assert game.now_at().number == 1


# --- where browsers are led --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("paths")
    store = Store(f"sqlite:///{folder / 'pbem.db'}")
    store.migrate()
    yield site_of(store, folder).app
    store.close()


PIECES = st.sampled_from(
    ["/", "//", "//[", "\\", "\t", "\n", "\r", "%09", "%0a", "%5c", "%2f", "..", ".", "@", ":", "?", "#", ";",
     "evil.example", "http:", "games", "verdun", "sign-in", "new", "\x00", "%00", " ", "é", "[", "]", "account"]
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(target=st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=30))
def test_every_way_leads_to_a_page_of_ours(app: Flask, target: str) -> None:
    """S9: as browsers read it, whatever is in it: the same host, and a path there is a page for."""
    with app.test_request_context("/"):
        led = safe_local_path(target)
    as_browsers_do = "".join(c for c in led if c not in "\t\r\n").replace("\\", "/")
    assert led == as_browsers_do and led.isprintable() and led.isascii()
    assert urlsplit(urljoin("https://pbem.test/account", as_browsers_do)).netloc == "pbem.test"
    answer = app.test_client().get(led)
    assert answer.status_code < 500
    assert answer.status_code != 404 or "/games/" in led or "/mailbox/" in led


def test_pages_of_ours_are_found(app: Flask) -> None:
    """With what was asked of them."""
    with app.test_request_context("/"):
        for path in ("/", "/account", "/new?engine=toy&pace=24h", "/games/verdun/seat", "/games/verdun/phases/7.pdf"):
            assert safe_local_path(path) == path
        for path in ("", "account", "/sign-out", "/nowhere", f"/?{'x' * 600}", "/new#https://evil.example"):
            assert safe_local_path(path) in ("/", "/new")


def test_who_was_signed_in_stays_so_for_a_while(fast: Site, present: datetime) -> None:
    """A month after the last visit, not after the first; then the server has forgotten it."""
    from freezegun import freeze_time

    browser = fast.browser("ada@example.org")
    for days in (20, 40):
        with freeze_time(present + timedelta(days=days)):
            browser.get("/account")
    with freeze_time(present + timedelta(days=72)):
        assert browser.client.get("/account").status_code == 302
