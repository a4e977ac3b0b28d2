"""“What if …” in a real browser: orders of several seats by finger, by mouse, by keys and without scripts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import FAULTS, SEAT, House
from tests.browser.hands import DESKTOP, PHONE
from tests.browser.test_desk import DEVICES, LOW, click_on, focused_text, follow, tap
from tests.size import proof_only, size


def enter_what_if(house: House, seat: str, **device: Any) -> Any:
    """The page, by the way that leads there from the desk."""
    page = house.desk(seat, **device)
    page.get_by_role("link", name="What if …").click()
    page.wait_for_selector(".whose")
    return page


def laid_out_lines(page: Any) -> list[str]:
    """The lines that are laid out."""
    return [str(node.get_attribute("value")) for node in page.locator('button[name="take"]').all()]


def map_edges(page: Any) -> list[float]:
    """Upper and lower edge of the board's map on the screen."""
    box = page.locator("#board .map").bounding_box()
    return [box["y"], box["y"] + box["height"]]


@pytest.mark.proof
@DEVICES
def test_orders_of_all_by_pressing(house: House, device: dict[str, Any]) -> None:
    """One's own by the finder, another's by a click on his unit; what would come of it is drawn, read out and shut
    again; nothing is ordered, no other page is loaded, nothing of it stands in the address."""
    page = enter_what_if(house, "FRANCE", **device)
    page.evaluate("window.same = true")
    tap(page, "A PAR")
    tap(page, "A PAR - BUR")
    assert page.evaluate("document.activeElement.matches('li.order')")
    assert "laid out" in page.locator("#said").text_content()
    click_on(page, "MUN")
    assert "Germany: Army Munich" in page.locator("#asked").text_content()
    click_on(page, "BUR")
    assert laid_out_lines(page) == ["FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR"]
    tap(page, "yes", "tell")
    assert focused_text(page) == "asked" and "bounced" in page.locator("#sheet").text_content()
    top, bottom = map_edges(page)
    assert top > 50 and bottom < device["viewport"]["height"]
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet[hidden]", state="attached")
    tap(page, "FRANCE: A PAR - BUR", "take")
    assert laid_out_lines(page) == ["GERMANY: A MUN - BUR"]
    assert page.evaluate("window.same") and page.url.endswith("/seat/what-if")
    assert house.standing("FRANCE") == house.standing("GERMANY") == ()


def test_lines_and_what_is_taken_over(house: House) -> None:
    """Lines are written as in a letter, those refused stay in the box; one's own are ordered on purpose."""
    page = enter_what_if(house, "FRANCE", **PHONE)
    page.locator("#box summary").click()
    page.locator("#box textarea").fill("A PAR - BUR\nGERMANY: A MUN - BUR\nGERMANY: nonsense")
    tap(page, "yes", "write")
    assert laid_out_lines(page) == ["FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR"]
    assert page.locator("#box textarea").input_value() == "GERMANY: nonsense"
    page.get_by_role("button", name="Order mine in earnest").click()
    page.wait_for_url(f"**{SEAT}#orders")
    assert house.standing("FRANCE") == ("A PAR - BUR",) and house.standing("GERMANY") == ()


def test_by_keys_alone(house: House) -> None:
    """From a unit on the board to what would happen."""
    page = enter_what_if(house, "FRANCE", **DESKTOP)
    page.locator('#board a.pick[data-at="MUN"]').focus()
    for name in ("Burgundy", "What would happen?"):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.keyboard.press("Enter")
        page.wait_for_selector("#desk:not([aria-busy])")
        page.get_by_role("button", name=name, exact=True).focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .lead")
    assert laid_out_lines(page) == ["GERMANY: A MUN - BUR"] and focused_text(page) == "asked"


@proof_only
def test_without_scripts(house: House) -> None:
    """The same buttons lead the same way, a page each."""
    page = enter_what_if(house, "FRANCE", **PHONE, java_script_enabled=False)
    for name, value in (("turn", "GERMANY"), ("say", "A MUN"), ("say", "A MUN - BUR"), ("tell", "yes")):
        follow(page, f'button[name="{name}"][value="{value}"] >> nth=0')
    assert laid_out_lines(page) == ["GERMANY: A MUN - BUR"]
    assert "If all ordered so" in page.locator("#asked").text_content()
    assert "MUN" not in page.url.partition("what-if")[2]


@proof_only
@pytest.mark.parametrize(("device", "colours"), [(PHONE, "dark"), (DESKTOP, "light")][: size(1, 2)])
def test_axe_finds_nothing(house: House, device: dict[str, Any], colours: str) -> None:
    """With a sheet open, with an order laid out, and with what would happen. Nothing lies beside the screen, and
    targets are 44 px high."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = enter_what_if(house, "FRANCE", **device, color_scheme=colours)
    for press in (("A PAR", "say"), ("A PAR - BUR", "say"), ("yes", "tell")):
        tap(page, *press)
        found = axe.run(page, options=FAULTS).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        assert page.evaluate(LOW) == []
        wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1]
