"""“What if …” on the desk: orders laid out for any seat without scripts, what would come of them, what never leaks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from engines.language import bounds
from pbem.games import games
from pbem.games.leading import master
from pbem.games.orders import projection
from pbem.games.seating import seats
from pbem.storage.database import Store
from pbem.storage.models import Seat
from pbem.web.pages import report_view
from tests.games.party import Party, start_party
from tests.size import take_some
from tests.web import finger
from tests.web.conftest import Browser, Site
from tests.web.test_desk import SEAT, desk, open_desk_game, standing
from tests.web.test_pages import faults

PAGE = f"{SEAT}/what-if"


def press(browser: Browser, status: int = 200, **given: str) -> None:
    """Presses a button of the page. The browser adds what the form holds."""
    name, value = next(iter(given.items()))
    assert name in ("number", "text") or value in finger.buttons(browser.page, name), f"no button {name} {value}"
    box = browser.page.css_first("textarea[name=text]")
    held = (
        browser.form_fields(PAGE) | {"text": [box.text() if box else ""]} | {key: [text] for key, text in given.items()}
    )
    browser.arrive(browser.client.post(PAGE, data=held), PAGE, status)
    assert faults(browser.response.get_data(as_text=True)) == []


def list_tried_lines(browser: Browser) -> list[str]:
    """The lines that are laid out."""
    return finger.buttons(browser.page, "take")


def resolve_phase(game: Party, now: datetime) -> None:
    """The game goes on."""
    with game.store.write_session() as db:
        master.process_phase(db, game.game(db), None, now)


def lay(browser: Browser, seat: str, text: str, at: str = "") -> None:
    """Presses until an order of a seat is laid out. `at`: the thing that is pressed first."""
    press(browser, turn=seat)
    if at:
        press(browser, at=at)
    for _ in range(6):
        if f"{seat}: {text}" in list_tried_lines(browser):
            return
        pressed = finger.press(browser.page, text)
        assert pressed, f"no button leads to {text}: {browser.words}"
        press(browser, 200, **pressed)
    raise AssertionError(text)


@pytest.fixture
def game(site: Site, present: datetime) -> Party:
    return open_desk_game(site.store, "diplomacy", present)


@pytest.fixture
def france(site: Site, game: Party) -> Browser:  # noqa: ARG001
    browser = desk(site, "FRANCE")
    browser.get(PAGE)
    return browser


@pytest.mark.slow
def test_the_whole_way_without_scripts(game: Party, france: Browser) -> None:
    """Orders of three seats button by button, drawn on the board; what would come of them in words and as a picture;
    nobody's orders are touched."""
    lay(france, "FRANCE", "A PAR - BUR")
    lay(france, "GERMANY", "A MUN - BUR")
    lay(france, "ITALY", "A VEN - TYR")
    assert list_tried_lines(france) == ["FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR", "ITALY: A VEN - TYR"]
    press(france, tell="yes")
    sheet = france.page.css_first("#sheet")
    assert sheet and "bounce" in sheet.text().lower() and "If all ordered so" in sheet.text()
    assert france.page.css_first("#board svg image.land")
    assert [standing(game, code) for code in ("FRANCE", "GERMANY", "ITALY")] == [(), (), ()]
    press(france, take="GERMANY: A MUN - BUR")
    assert list_tried_lines(france) == ["FRANCE: A PAR - BUR", "ITALY: A VEN - TYR"]
    assert not france.page.css_first("#sheet .lead")


@pytest.mark.slow
def test_it_begins_with_what_one_has_ordered(game: Party, france: Browser, present: datetime) -> None:
    """One's own orders are laid out, nobody else's; what was changed can be begun again."""
    game.submit("FRANCE", "A PAR - PIC\nF BRE - MAO", present)
    game.submit("GERMANY", "A MUN - BUR", present)
    france.get(PAGE)
    assert list_tried_lines(france) == ["FRANCE: A PAR - PIC", "FRANCE: F BRE - MAO"]
    press(france, change="FRANCE: A PAR - PIC")
    assert finger.text_so_far(france.page) == "A PAR"
    press(france, say="A PAR - BUR")
    assert list_tried_lines(france) == ["FRANCE: A PAR - BUR", "FRANCE: F BRE - MAO"]
    assert standing(game, "FRANCE") == ("A PAR - PIC", "F BRE - MAO")
    press(france, anew="yes")
    assert list_tried_lines(france) == ["FRANCE: A PAR - PIC", "FRANCE: F BRE - MAO"]


def test_without_orders_it_says_what_counts(france: Browser) -> None:
    """Of each seat, in words."""
    assert "without one: Army Paris holds" in france.words
    quiet = france.page.css_first("#orders details")
    assert quiet and "No orders for Austria, England, Germany" in quiet.text()
    assert "Army Munich holds" in quiet.text()


@pytest.mark.slow
def test_taking_over_is_done_on_purpose(game: Party, france: Browser, present: datetime) -> None:
    """One's own lines alone, in the place of what stood; not twice; not while nothing differs."""
    game.submit("FRANCE", "A PAR - PIC\nF BRE - MAO", present)
    france.get(PAGE)
    assert "For yourself you try what you have ordered." in france.words
    press(france, take="FRANCE: F BRE - MAO")
    lay(france, "GERMANY", "A MUN - BUR")
    lay(france, "FRANCE", "A PAR - BUR")
    france.send(f"{PAGE}/orders")
    assert france.url.startswith(SEAT) and "are your orders now" in str(france.page.body and france.page.body.text())
    assert standing(game, "FRANCE") == ("A PAR - BUR",) and standing(game, "GERMANY") == ()


LINES = (
    "A PAR - BUR\nGermany: A MUN - BUR\nGermany: A MUN - MOS\nBelgium: A BRU H\nItaly:\nA VEN - TYR\nA: MAR - SPA\n"
    "ITALY: A PAR H\nnonsense"
)


@pytest.mark.slow
def test_the_page_says_what_a_letter_says(site: Site, game: Party, france: Browser) -> None:
    """Of the same lines: what counts for whom, what does not and why, and what would happen."""
    with site.store.read_session() as db:
        found = projection.project_orders(db, game.seat(db, "FRANCE"), LINES)
    good = [f"{line.seat}: {line.text}" for line in found.lines if line.text]
    bad = [line.raw for line in found.lines if not line.text]
    assert len(good) == 4 and len(bad) == 4
    press(france, write="yes", text=LINES)
    assert sorted(list_tried_lines(france)) == sorted(good)
    rows = {node.css_first(".says").text() for node in france.page.css("ul.refused li")}  # type: ignore[union-attr]
    assert all(any(row.startswith(raw) for row in rows) for raw in bad) and len(rows) == len(bad)
    assert any("Moscow does not touch Munich" in row for row in rows) and any("is no seat" in row for row in rows)
    box = france.page.css_first("#box textarea")
    assert box and box.text().splitlines() == bad
    press(france, tell="yes")
    with site.store.read_session() as db:
        again = projection.project_orders(db, game.seat(db, "FRANCE"), "\n".join(good))
    assert again.blocks == found.blocks
    assert report_view.lead_of(found.blocks) in france.words


@pytest.mark.slow
def test_what_others_order_changes_nothing(game: Party, france: Browser, present: datetime) -> None:
    """Not a sign of the page hangs on what the others have sealed, also for later phases."""

    def pages() -> list[str]:
        france.get(PAGE)
        press(france, turn="GERMANY")
        lay(france, "GERMANY", "A MUN - BUR")
        france.form_fields(PAGE)
        seen = [france.words]
        press(france, tell="yes")
        return [*seen, france.words]

    before = pages()
    game.submit("GERMANY", "A MUN - TYR\nF KIE - DEN\nA BER - KIE\nBUILD A BER", present)
    game.ready("GERMANY", present)
    assert pages() == before


@pytest.mark.slow
def test_the_phase_ends_meanwhile(site: Site, game: Party, france: Browser, present: datetime) -> None:
    """It says so, shows the new phase, and keeps the lines in the box; nothing is taken over."""
    lay(france, "FRANCE", "A PAR - BUR")
    lay(france, "ITALY", "A VEN - TYR")
    mine = france.form_fields(f"{PAGE}/orders")
    resolve_phase(game, present)
    press(france, 409, tell="yes")
    assert "Spring 1901, movement ended on" in france.words and "Fall 1901, movement" in france.words
    box = france.page.css_first("#box textarea")
    assert box and box.text().splitlines() == ["FRANCE: A PAR - BUR", "ITALY: A VEN - TYR"]
    assert list_tried_lines(france) == []
    france.arrive(france.client.post(f"{PAGE}/orders", data=mine), PAGE, 409)
    assert standing(game, "FRANCE") == ()
    with site.store.write_session() as db:
        games.get_game(db, "verdun").status = "finished"
    france.arrive(france.client.post(PAGE, data=mine), PAGE, 409)
    assert "nothing to try now" in france.words and "ITALY: A VEN - TYR" in france.page.css_first("textarea").text()  # type: ignore[union-attr]


def test_a_click_may_mean_another_seat(france: Browser) -> None:
    """A unit on the board is enough: the sentence is begun for whoever it belongs to."""
    held = france.form_fields(PAGE) | {"at": ["MUN"]}
    france.arrive(france.client.post(PAGE, data=held), PAGE, 200)
    assert finger.text_so_far(france.page) == "A MUN" and "Germany: Army Munich" in france.words
    assert france.form_fields(PAGE)["whose"] == ["GERMANY"]


ODD = ("\x1b[2J", "FRANCE:" * 500, ":" * 99, "GERMANY: A MUN - BUR\n" * 20, "NOBODY: \n\n:\n")


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("odd", take_some(ODD, 2))
def test_odd_input_is_no_fault_of_ours(france: Browser, odd: str) -> None:
    """Whatever stands in a field of the form."""
    for name in ("lines", "whose", "so", "at", "say", "number", "before", "change", "take", "give", "instead", "turn"):
        held = france.form_fields(PAGE) | {name: [odd]}
        assert france.client.post(PAGE, data=held).status_code in (200, 400), name
    for press_ in ({"write": "yes", "text": odd}, {"tell": "yes", "lines": odd}):
        assert france.client.post(PAGE, data=france.form_fields(PAGE) | press_).status_code in (200, 400)


def test_what_is_laid_out_has_an_end(france: Browser) -> None:
    """A text that is too long is refused, and stands there still."""
    long = "GERMANY: A MUN - BUR\n" * 2_500
    held = france.form_fields(PAGE) | {"write": ["yes"], "text": [long]}
    france.arrive(france.client.post(PAGE, data=held), PAGE, 400)
    assert "characters" in france.words and list_tried_lines(france) == []
    assert france.client.post(PAGE, data=held | {"text": "x" * 400_000}).status_code == 413


@pytest.mark.slow
def test_names_of_seats_are_looked_up_once(france: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of colons costs no more than a page of orders."""
    asked, by_code = list[str](), seats.get_seat_by_code

    def counted(*given: Any) -> Seat:
        asked.append(given[2])
        return by_code(*given)

    monkeypatch.setattr("pbem.games.orders.projection.get_seat_by_code", counted)
    odd = "".join(f"{n}:\n" for n in range(2_000))
    press(france, turn="ENGLAND", lines=f"England: F LON H\nEngland: F EDI H\n{':' * 5}\n:\n{odd}")
    assert len(asked) == len({*asked}) <= bounds.LINES
    assert sorted(list_tried_lines(france)) == ["ENGLAND: F EDI H", "ENGLAND: F LON H"]


@pytest.mark.slow
def test_areas_that_would_change_hands_have_their_new_colour(game: Party, france: Browser, present: datetime) -> None:
    """The land of the picture is that of what would happen, not of now."""
    game.submit("FRANCE", "A MAR - SPA", present)
    resolve_phase(game, present)
    france.get(PAGE)

    def land() -> str:
        image = france.page.css_first("#board svg image.land")
        return (image.attributes.get("href") or "") if image else ""

    now = land()
    press(france, tell="yes")
    assert now.startswith(f"{SEAT}/land-0.svg") and land().startswith("data:image/svg+xml")
    assert "Spain" in france.page.css_first("#sheet .lead").text()  # type: ignore[union-attr]
    press(france, say="")
    assert land() == now


@pytest.mark.slow
def test_retreats_of_others(site: Site, game: Party, present: datetime) -> None:
    """A dislodged unit of another seat is told where to go."""
    turns: tuple[dict[str, str], ...] = (
        {},
        {"AUSTRIA": "A VIE - TYR\nF TRI H", "ITALY": "A VEN H"},
        {"AUSTRIA": "A TYR - VEN\nF TRI S A TYR - VEN"},
    )
    for said in turns:
        for seat, text in said.items():
            game.submit(seat, text, present)
        resolve_phase(game, present)
    france = desk(site, "FRANCE")
    france.get(PAGE)
    lay(france, "ITALY", "A VEN R TUS", at="VEN")
    press(france, tell="yes")
    assert "Tuscany" in france.page.css_first("#sheet").text()  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.usefixtures("game")
def test_who_has_nothing_to_order_can_ask_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is out, or waits for others, lays out what they may do."""
    whole = games.seat_grammar
    monkeypatch.setattr(games, "seat_grammar", lambda phase, seat: None if seat == "FRANCE" else whole(phase, seat))
    france = desk(site, "FRANCE")
    assert "nothing for you to order" in france.words and france.page.css(f'a[href="{PAGE}"]')
    france.get(PAGE)
    lay(france, "GERMANY", "A MUN - BUR")
    press(france, tell="yes")
    assert "If all ordered so" in france.words and not france.page.css(f'form[action="{PAGE}/orders"]')


@pytest.mark.slow
def test_it_is_not_offered_where_it_would_tell_secrets(sqlite: Store, site: Site, present: datetime) -> None:
    """Hidden hands: no way leads there, and who asks all the same is told so, with the lines kept."""
    start_party(sqlite, present)
    red = desk(site, "RED")
    assert not red.page.css(f'a[href="{PAGE}"]')
    red.get(PAGE, status=400)
    assert "cannot be told" in red.words
    red.get(SEAT)
    held = red.form_fields(f"{SEAT}/orders") | {"lines": ["RED: BID 7"]}
    red.arrive(red.client.post(PAGE, data=held), PAGE, 400)
    assert "cannot be told" in red.words and "RED: BID 7" in red.page.css_first("textarea").text()  # type: ignore[union-attr]


def test_what_is_hidden_just_now_does_not_show_in_whether_it_is_offered(sqlite: Store, present: datetime) -> None:
    """It is told by the kind of game alone."""
    party = start_party(sqlite, present)
    with party.store.read_session() as db:
        game = party.game(db)
        assert not projection.can_be_projected(game)


@pytest.mark.slow
def test_chance_is_said(site: Site, present: datetime) -> None:
    """A phase in which dice fall cannot be told; what is laid out stays."""
    game = open_desk_game(site.store, "europa", present, "PLAYERS 3")
    with site.store.write_session() as db:
        while games.find_current_phase(db, game.game(db)).kind == "place":  # type: ignore[union-attr]
            master.process_phase(db, game.game(db), None, present)
    blue = desk(site, "BLU")
    blue.get(PAGE)
    press(blue, write="yes", text="GRN: PROPOSE * AUTO")
    assert list_tried_lines(blue) == ["GRN: PROPOSE * AUTO"]
    press(blue, 400, tell="yes")
    assert "decided by chance" in blue.words and list_tried_lines(blue) == ["GRN: PROPOSE * AUTO"]
