"""The desk in a real browser: by finger, by mouse and by keys, on a phone and on a large screen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.browser.conftest import FAULTS, LOOKS, House
from tests.browser.hands import DESKTOP, PHONE
from tests.size import proof_only, size

DEVICES = pytest.mark.parametrize("device", size([PHONE], [PHONE, DESKTOP]), ids=size(["phone"], ["phone", "desktop"]))


def tap(page: Any, value: str, name: str = "say") -> None:
    """Presses a button of the steps, and waits for what comes of it."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f'button[name="{name}"][value="{value}"]:visible').first.click()
    page.wait_for_selector("#desk:not([aria-busy])")


def follow(page: Any, button: str) -> None:
    """Presses what leads to another page, and waits for all of it."""
    with page.expect_navigation():
        page.click(button)


def click_on(page: Any, at: str) -> None:
    """Clicks on a region of the board, where its piece would stand."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f'#board a.pick[data-at="{at}"]').dispatch_event("click")
    page.wait_for_selector("#desk:not([aria-busy])")


def focused_text(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.textContent"))


@pytest.mark.proof
@DEVICES
def test_orders_by_pressing(house: House, device: dict[str, Any]) -> None:
    """A move, and a support by the map: no other page is loaded, the board is drawn anew, the focus goes along."""
    page = house.desk("AUSTRIA", **device)
    page.evaluate("window.same = true")
    tap(page, "A BUD")
    assert focused_text(page) == "asked"
    tap(page, "A BUD - GAL")
    assert page.evaluate("document.activeElement.matches('li.order')")
    assert "ordered" in page.locator("#said").text_content()
    click_on(page, "VIE")
    click_on(page, "BUD")
    assert house.standing("AUSTRIA") == ("A BUD - GAL",)
    tap(page, "A VIE S A BUD")
    click_on(page, "GAL")
    assert house.standing("AUSTRIA") == ("A BUD - GAL", "A VIE S A BUD - GAL")
    assert page.evaluate("window.same") and page.url.endswith("/seat")


@pytest.mark.proof
@DEVICES
def test_nothing_lies_beside_the_screen(house: House, device: dict[str, Any]) -> None:
    """No sideways scrolling, with the sheet open too; targets are 44 px high, inputs 16 px."""
    page = house.desk("AUSTRIA", **device)
    for _ in range(2):
        wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1]
        low = page.evaluate(LOW)
        assert low == []
        tap(page, "A BUD")


LOW = """[...document.querySelectorAll('#desk button, #desk summary, .place a, .around button, .around summary')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)"""


WATCHED = """() => {
  window.changes = 0;
  const watch = new MutationObserver((some) => { changes += some.length; });
  watch.observe(document.querySelector(".until b"), { childList: true, characterData: true, subtree: true });
}"""


def test_a_page_that_stands_open_is_changed_when_there_is_something_new(house: House) -> None:
    """The time left, every hour while there are days: each second costs a phone its battery."""
    page = house.desk("AUSTRIA", **PHONE)
    left = page.locator(".until b")
    page.clock.install(time=datetime.fromisoformat(left.get_attribute("data-left")) - timedelta(hours=40, minutes=30))
    page.reload()
    assert left.text_content() == "1 d 16 h"
    page.evaluate(WATCHED)
    page.clock.run_for("02:00:00")
    assert (page.evaluate("changes"), left.text_content()) == (2, "1 d 14 h")
    page.clock.fast_forward("39:00:00")
    assert left.text_content() == "passed"


def test_a_phone_holds_what_matters(house: House) -> None:
    """Board, finder and the beginning of the sheet stand on the first screen; opening the sheet moves no board."""
    page = house.desk("AUSTRIA", **PHONE)
    before = page.locator("#board").bounding_box()
    tap(page, "A BUD")
    assert page.locator("#board").bounding_box() == before
    assert page.locator("#sheet").bounding_box()["y"] < 844 - 120


def test_orders_by_keys(house: House) -> None:
    """The board is one stop; arrows go round its pieces, Enter picks one, Esc goes one step back."""
    page = house.desk("AUSTRIA", **DESKTOP)
    page.locator("#board a.pick").first.focus()
    assert page.locator('#board a.pick[tabindex="0"]').count() == 1
    met = set()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        met.add(page.evaluate("document.activeElement.dataset.at"))
    assert len(met) >= 2
    page.locator('#board a.pick[data-at="BUD"]').focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    page.wait_for_selector("#asked")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Escape")
    page.wait_for_selector("#sheet[hidden]", state="attached")
    assert "Budapest" in focused_text(page)


@pytest.mark.proof
@DEVICES
def test_near_and_far(house: House, device: dict[str, Any]) -> None:
    """+ and − show less and more, and the view stays while orders are given."""
    page = house.desk("AUSTRIA", **device)
    view = "document.querySelector('#board svg').getAttribute('viewBox')"
    before = page.evaluate(view)
    page.locator('.zoom button[aria-label="Nearer"]').click()
    near = page.evaluate(view)
    assert float(near.split()[2]) < float(before.split()[2])
    tap(page, "A BUD")
    assert page.evaluate(view) == near


@pytest.mark.proof
@pytest.mark.parametrize("engine", ["goofspiel"])
@DEVICES
def test_cards(house: House, device: dict[str, Any]) -> None:
    """A card is pressed, and what it is for."""
    page = house.desk("RED", **device)
    tap(page, "card 7", "at")
    tap(page, "BID 7")
    assert house.standing("RED") == ("BID 7",)


@proof_only
@pytest.mark.parametrize(("device", "colours"), LOOKS[: size(1, None)])
def test_axe_finds_nothing(house: House, device: dict[str, Any], colours: str) -> None:
    """At rest and with a sheet open."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = house.desk("AUSTRIA", **device, color_scheme=colours)
    for _ in range(2):
        found = axe.run(page, options=FAULTS).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        tap(page, "A BUD")


def test_signed_out_in_another_tab(house: House) -> None:
    """The page stays as it is, and says why nothing was done."""
    page = house.desk("AUSTRIA", **PHONE)
    tap(page, "A BUD")
    page.context.clear_cookies()
    tap(page, "A BUD - GAL")
    assert "You are signed out" in page.locator("#notice").text_content()
    assert page.locator("#asked").is_visible() and house.standing("AUSTRIA") == ()


def test_a_map_on_a_phone_begins_where_its_reader_is(house: House) -> None:
    """The page of the game holds all of the map, which is wider than the window: Turkey's begins further east. The map
    alone is moved: every word stays where it is."""

    def begins(seat: str) -> float:
        page = house.desk(seat, **PHONE)
        page.goto(f"{house.root}/games/verdun")
        moved = "[...document.querySelectorAll('*')].filter((one) => one.scrollLeft).map((one) => one.className)"
        assert page.evaluate(moved) in ([], ["pane"])
        return float(page.evaluate("document.querySelector('.map > .pane').scrollLeft"))

    assert begins("TURKEY") > begins("AUSTRIA") > begins("ENGLAND")


def test_a_half_written_letter_survives_until_it_is_sent(house: House) -> None:
    """After a look at the game, after a reload; once it is sent, or its writer has signed out, nothing stays."""
    page, box = house.desk("AUSTRIA", **DESKTOP), "#press textarea"
    desk = page.url
    page.evaluate("document.getElementById('press').open = true")
    page.fill(box, "Dear Italy,\nshall we")
    page.check("#press input[value=ITALY]")
    page.goto(f"{house.root}/games/verdun")
    page.go_back()
    assert page.input_value(box) == "Dear Italy,\nshall we" and page.is_visible(box)
    page.reload()
    assert page.input_value(box) == "Dear Italy,\nshall we" and page.is_checked("#press input[value=ITALY]")
    page.fill(box, "Dear Italy,\nshall we share it?")
    follow(page, "#press button:text-is('Send')")
    for _ in range(2):
        assert page.locator("#press .press", has_text="shall we share it?").count() == 1
        assert page.input_value(box) == ""
        page.goto(desk)
    page.evaluate("document.getElementById('press').open = true")
    page.fill(box, "Dear Turkey, this is secret")
    follow(page, "button:text-is('Sign out')")
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_half_a_letter_stays_while_orders_are_given_without_scripts(house: House) -> None:
    """T8: “Choose” is a form of the desk, too: what stands in the letter's box goes along and comes back, until it is
    sent."""
    page, box = house.desk("AUSTRIA", **DESKTOP, java_script_enabled=False), "#press textarea"
    page.click("#press > summary")
    page.fill(box, "Dear Italy,\nhalf a letter")
    page.check("#press input[value=ITALY]")
    follow(page, "#orders button:text-is('Choose') >> nth=0")
    assert page.input_value(box) == "Dear Italy,\nhalf a letter" and page.is_checked("#press input[value=ITALY]")
    follow(page, "#sheet .choice >> nth=0")
    while page.locator("#sheet button.choice").count() and not page.locator("#orders .is-yes").count():
        follow(page, "#sheet button.choice >> nth=0")
    assert page.locator("#orders .is-yes").count() == 1, "an order was given"
    assert page.input_value(box) == "Dear Italy,\nhalf a letter"
    follow(page, "#press button:text-is('Send')")
    assert page.locator("#press .press", has_text="half a letter").count() == 1
    assert page.input_value(box) == ""
