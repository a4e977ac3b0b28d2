"""Commands by forms that no page of ours has: whatever is sent is refused in words, and costs little."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.commands.declarations import ServerCommand
from pbem.commands.handlers import COMMANDS
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.seating import deputies
from pbem.storage.models import GameBook
from pbem.web.http.request_limits import LONG_FORMS, SHORT
from tests.games.party import MASTER, Party, start_party
from tests.web.conftest import Browser, Site

DESK, LEAD, GAME = (f"/games/verdun/commands/{page}" for page in ("desk", "master", "game"))
RED = "red@example.org"


@pytest.fixture
def party(site: Site, present: datetime) -> Party:
    return start_party(site.store, present)


@pytest.fixture
def red(site: Site, party: Party) -> Browser:
    assert party
    return open_game(site, RED)


def open_game(site: Site, address: str = "") -> Browser:
    browser = site.browser(address)
    browser.get("/games/verdun")
    return browser


def make_deputy(party: Party, address: str, now: datetime) -> None:
    """Stands in for the player of RED."""
    with party.store.write_session() as session:
        game, person = party.game(session), people.get_or_register_player(session, address, now)
        seat, ends = party.seat(session, "RED"), now + timedelta(days=3)
        deputies.name_deputy(session, game, seat, person, now + timedelta(milliseconds=1), ends, now)
        deputies.accept_deputyship(session, game, person, now)


@pytest.mark.parametrize("page", ["master", "desk", "game", "book", "seating", "campaign"])
def test_pages_of_a_game_need_one(red: Browser, page: str) -> None:
    """Nothing is done either."""
    assert red.force(f"/commands/{page}", "name", name="Zebedee").status_code == 404
    assert "Zebedee" not in (red.get("/account").html or "")


@pytest.mark.parametrize("command", [one for one in COMMANDS.known if one.instead], ids=lambda one: one.name)
def test_lines_of_older_judges_are_no_acts(red: Browser, command: ServerCommand) -> None:
    assert red.force(GAME, command.name).status_code == 400


def test_a_command_of_the_master_may_lack_everything(red: Browser) -> None:
    """Whoever does not lead the game is told so."""
    for command in COMMANDS.known:
        if command.who == "master":
            assert red.force(DESK, command.name, phase="1").status_code == 400, command.name


def test_an_old_form_on_any_page_is_answered_in_words(red: Browser) -> None:
    red.arrive(red.force(GAME, "statement none", phase="7"), "/games/verdun", 200)
    assert "What you sent was not done" in red.words and red.page.css(".notice.bad")


def test_what_is_bound_to_a_phase_names_it(site: Site, party: Party) -> None:
    """A form without one would resolve whatever phase is open."""
    host = open_game(site, MASTER)
    assert host.force(LEAD, "process").status_code == 409
    assert party.now_at().number == 1
    assert host.force(LEAD, "process", phase="1").status_code == 303
    assert party.now_at().number == 2


def test_one_has_a_new_address_by_the_name_of_ones_seat(red: Browser, party: Party) -> None:
    """Those of others are the master's business."""

    def generations() -> list[int]:
        with party.store.read_session() as session:
            return [party.seat(session, code).generation for code in ("RED", "BLU")]

    before = generations()
    assert red.force(DESK, "readdress", phase="1", seat="blue").status_code == 400
    assert generations() == before
    assert red.force(DESK, "readdress", phase="1", seat="red").status_code == 303
    assert generations() == [before[0] + 1, before[1]]


def test_who_leads_a_game_leads_it_while_standing_in_for_somebody(site: Site, party: Party, present: datetime) -> None:
    """What a deputy may not do, they still cannot; and nobody else leads it for standing in."""
    make_deputy(party, MASTER, present)
    host = open_game(site, MASTER)
    assert host.force(LEAD, "pause", phase="1").status_code == 303
    assert party.status() == "paused"
    assert host.force(DESK, "vote", phase="1", proposal="draw").status_code == 400


def test_a_deputy_who_does_not_lead_commands_nothing(site: Site, party: Party, present: datetime) -> None:
    make_deputy(party, "bob@example.org", present)
    bob = open_game(site, "bob@example.org")
    answer = bob.force(DESK, "pause", phase="1")
    assert (answer.status_code, party.status()) == (400, "running")
    assert bob.force(DESK, "readdress", phase="1", seat="red").status_code == 400


def test_the_book_of_a_deputy_is_what_all_can_read(site: Site, party: Party, present: datetime) -> None:
    with party.store.write_session() as session:
        master.process_phase(session, party.game(session), None, present)
    make_deputy(party, "bob@example.org", present)
    bob = open_game(site, "bob@example.org")
    assert bob.force("/games/verdun/commands/book", "game book").status_code == 303
    with party.store.read_session() as session:
        assert [book.seat_id for book in session.exec(select(GameBook))] == [None]


def test_long_texts_have_room_where_commands_are_given(site: Site, red: Browser) -> None:
    assert {*site.app.view_functions} >= LONG_FORMS
    words = "bid 3\n" * (SHORT // 5)
    assert red.force(DESK, "diary", phase="1", text=words).status_code != 413


def test_a_field_is_one_line_with_single_blanks(red: Browser) -> None:
    red.arrive(red.force("/commands/account", "name", name="Ada\r\n of\t  Red"), "/account", 200)
    assert [node.attributes["value"] for node in red.page.css("input[name=name]")] == ["Ada of Red"]


def test_a_field_has_a_length(red: Browser) -> None:
    """Looking for what divides long words takes the square of their length, while the game is locked."""
    red.arrive(red.force(GAME, "join", seat="ab " * 1_000), "/games/verdun", 200)
    assert "2,999" in red.words or "2999" in red.words


def test_a_long_refusal_is_shown_at_once(red: Browser) -> None:
    """It quotes what was sent, and no cookie could carry it to the next page."""
    words = "".join(chr(0x4E00 + 7919 * n % 20_000) for n in range(1_900))
    for command, name in (("report", "wanted"), ("topic", "what"), ("zone", "zone")):
        answer = red.force(GAME, command, **{name: words})
        assert answer.status_code == 400 and words[:50] in answer.get_data(as_text=True), command


def test_no_field_may_hold_what_cannot_be_kept(red: Browser) -> None:
    """Nor the second of one name."""
    token = red.page.css("input[name=csrf_token]")[0].attributes["value"] or ""
    data = {"act": "press", "to": ["BLU", "\0"], "text": "hello", "phase": "1", "csrf_token": token}
    assert red.client.post(DESK, data=data).status_code == 400
    assert "has a sign in it" in red.client.post(DESK, data=data).get_data(as_text=True)


def test_what_is_said_of_a_game_is_kept_for_who_signed_out(site: Site, party: Party) -> None:
    assert party
    answer = open_game(site).force(GAME, "statement", text="It was a fine game.")
    assert answer.status_code == 403
    assert "It was a fine game." in answer.get_data(as_text=True)
