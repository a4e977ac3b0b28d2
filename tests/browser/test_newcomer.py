"""A stranger with a phone, from the first page of a demonstration to a first order that stands, in every game.

He knows no game and reads no rules: he taps what the page offers first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engines.all import list_own_engines
from pbem import create_app
from pbem.games import demo
from pbem.settings import config
from pbem.storage.database import Store
from tests.browser.conftest import serve_site
from tests.browser.hands import LOOKED, PHONE, Finger, Hand
from tests.size import take_some
from tests.web.conftest import Site

TOLD = Path(__file__).parents[2] / "docs/first-half-hour.md"
MOST = 8


@pytest.fixture
def front(sqlite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The first page of a demonstration without the games that are going on, which saves time."""
    monkeypatch.setattr("pbem.games.games.secrets.token_hex", lambda size: "5e" * size)
    settings = config.load_config(tmp_path, {"PBEM_DEMO": "true"})
    settings = replace(settings, limits=replace(settings.limits, booklets=0))
    with sqlite.write_session() as session:
        for engine in take_some(list_own_engines(), 2, 1):
            demo.maintain_beginner_game(session, datetime.now(UTC), engine.code)
    with serve_site(Site(create_app(settings, sqlite), sqlite)) as root:
        yield root


@pytest.mark.slow
@pytest.mark.proof
def test_a_stranger_orders_in_a_few_taps(front: str, chromium: Any) -> None:
    """As often as the page on the first half hour tells hosts."""
    told = {game: int(taps) for game, taps in re.findall(r"^\| (.+?) \| (\d) \|", TOLD.read_text("utf-8"), re.M)}
    for engine in take_some(list_own_engines(), 2, 1):
        context = chromium.new_context(**PHONE)
        hand = Finger(context.new_page())
        hand.page.add_init_script(LOOKED)
        hand.page.goto(front)
        sit(hand, engine.title)
        while not hand.page.locator("#orders li.is-yes").count() and hand.presses < MOST:
            tap_what_is_first(hand)
        said = hand.page.locator("#orders li.is-yes").text_content()
        assert said and (engine.title, hand.presses) == (engine.title, told[engine.title])
        context.close()


def sit(hand: Hand, title: str) -> None:
    """The first button below the picture of the game."""
    offer = hand.page.locator(".offer").filter(has=hand.page.get_by_role("heading", name=title, exact=True))
    with hand.page.expect_navigation():
        hand.touch(offer.locator("button.main"))
    hand.presses += 1


def tap_what_is_first(hand: Hand) -> None:
    """The order if one is whole, else the first way on; at the beginning a piece or a card, if the board has one."""
    sheet = hand.page.locator("#sheet:not([hidden])")
    if sheet.count():
        return hand.press(sheet.locator("button.give, button.choice:not([aria-disabled])").first)
    board = hand.page.locator("#board a.pick, #board button.face-up")
    for place in board.all():
        if hand.point(place):
            return None
    return hand.press(hand.page.locator("#finder .chip").first)
