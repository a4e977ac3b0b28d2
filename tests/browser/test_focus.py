"""Keyboard and focus of the desk, as docs/desk.md has them: in which order Tab goes, and where the focus is after each
step. It must never be lost, since then the next key begins at the top of the page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, SEAT, House
from tests.size import size

PARTS = ["place", "board", "finder", "sheet", "orders", "box", "ready"]
"""The parts of the desk in the order of Tab, with an order begun and another standing."""
HERE = """(({ activeElement: one }) => one.matches('body') ? 'lost' : one.matches('[data-changed]') ? 'the row'
  : one.matches('h2, #surely') ? one.id : one.closest('#desk > [id]')?.id ?? one.parentElement.className)(document)"""
"""The part in which the focus is; of a heading its own name."""


BESIDE = """[...document.querySelectorAll('#board a.pick')].map((one) => [one.dataset.at, one.getBoundingClientRect()])
  .filter(([at, box]) => Math.min(box.width, box.height) < 24)
  .map(([at, box]) => [at, box.x + box.width / 2 - 11, box.y + box.height / 2])
  .find(([at, x, y]) => document.elementFromPoint(x, y).matches('#board svg *:not(a *)'))"""
"""A small region of the board, and a point beside it at which there is none to pick."""


def after(page: Any, act: Callable[[], Any]) -> str:
    """Return where the focus is when the answer to what was done has been put in."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        act()
    page.wait_for_selector("#desk:not([aria-busy])")
    return str(page.evaluate(HERE))


def press(page: Any, selector: str) -> str:
    """By the key, as who sees no buttons would."""
    page.locator(selector).first.focus()
    return after(page, lambda: page.keyboard.press("Enter"))


def order_by_keys(page: Any, *said: str) -> str:
    """An order put together, each step by the key."""
    return [press(page, f'#desk button[name="say"][value="{text}"]') for text in said][-1]


def test_tab_goes_through_the_parts_in_order(house: House) -> None:
    """First the link that skips to the content; the board is one stop; what is shut can be reached and says why."""
    page = house.desk("AUSTRIA", **DESKTOP)
    order_by_keys(page, "A VIE", "A VIE - GAL")
    page.goto(f"{house.root}{SEAT}?so=A BUD")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    met = list[str]()
    for _ in range(200):
        page.keyboard.press("Tab")
        met.append(page.evaluate(HERE))
        if met[-1] == "ready":
            break
    assert [part for part, _ in groupby(met)] == PARTS
    assert page.evaluate("document.querySelectorAll('#board a.pick:not([tabindex=\"-1\"])').length") == 1


def test_the_first_link_skips_to_the_content(house: House) -> None:
    page = house.desk("AUSTRIA", **DESKTOP)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "back-to"


@pytest.mark.proof
@pytest.mark.parametrize("device", [PHONE, DESKTOP][: size(1, 2)])
def test_the_focus_is_led_on(house: House, device: dict[str, Any]) -> None:
    """Through an order, its change and its end, a refusal, readiness and back: each time where the table says."""
    page = house.desk("AUSTRIA", **device)
    assert order_by_keys(page, "A BUD") == "asked"
    assert after(page, lambda: page.keyboard.press("Escape")) == "finder"
    assert order_by_keys(page, "A BUD") == "asked"
    assert order_by_keys(page, "A BUD S A VIE") == "asked"
    assert after(page, lambda: page.keyboard.press("Escape")) == "asked"
    assert order_by_keys(page, "A BUD - GAL") == "the row"
    assert press(page, 'button[name="change"]') == "asked"
    assert order_by_keys(page, "A BUD - RUM") == "the row"
    assert press(page, 'button[name="take"]') == "standing"
    assert press(page, "#ready button") == "surely"
    assert press(page, "#surely") == "ready"
    assert press(page, "#ready button") == "ready"


def test_the_focus_after_a_refusal(house: House) -> None:
    """The reason is read out, and the focus is on what can be done next: too late, or the rules are against it."""
    page = house.desk("AUSTRIA", **DESKTOP)
    order_by_keys(page, "A BUD")
    page.evaluate("document.querySelectorAll('#steps [name=phase]').forEach((one) => { one.value = 7; })")
    assert press(page, 'button[name="say"][value="A BUD - GAL"]') != "lost"
    assert page.locator("#notice [role=alert]").text_content()
    assert page.locator("#said").text_content() == page.locator("#notice [role=alert]").text_content()


def test_the_focus_without_scripts(house: House) -> None:
    """The page comes back at the part that changed: its address has the anchor, so Tab goes on from there."""
    page = house.desk("AUSTRIA", **DESKTOP, java_script_enabled=False)
    with page.expect_navigation():
        page.locator('#finder button[value="A BUD"]').click()
    assert page.url.endswith(f"{SEAT}#sheet")
    with page.expect_navigation():
        page.locator('#sheet button[value="A BUD - GAL"]').click()
    assert "#o-" in page.url
    page.locator(":target").wait_for()
    page.keyboard.press("Tab")
    assert page.locator('button[name="change"]:focus').count() == 1


@pytest.mark.parametrize("engine", ["cantillon"])
def test_a_small_region_is_met(house: House) -> None:
    """A tap beside a region that is smaller than 24 px means it, as one on it does."""
    page = house.desk("RED", **PHONE)
    press(page, '#finder button[name="say"]')
    at, x, y = page.evaluate(BESIDE)
    after(page, lambda: page.touchscreen.tap(x, y))
    assert page.locator(f'#steps input[name="so"][value$=" {at}"]').count() == 1
