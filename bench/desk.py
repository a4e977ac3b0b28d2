"""The desk of every game: how much stands on its page, and how often one presses.

Positions are those of games by advice. Controls are what a page shows of links, buttons, fields and headings to open; a
page is measured at rest and, in the same phase, with the longest sheet that the orders of a turn pass through. Taps are
counted from the open page, by buttons alone: the board is often shorter. Needs Debian's Chromium, and is left out
where there is none.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from bench import Row
from engines.language import CompiledGrammar
from engines.language.walking import walk_grammar
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.orders.orders import OrderContext
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.web.desk.desk_view import DeskPlace, DeskPosition
from pbem.web.desk.order_chips import is_beginning
from tests.browser import hands
from tests.browser.conftest import CHROMIUM, SEAT, House, launch_chromium, open_house
from tests.browser.hands import DESKTOP, PHONE, Finger
from tests.games.party import Party, advice, asking
from tests.web import finger

PHASES = 10
EARLIER = {"diplomacy": 4}
"""Phases before the turn that is measured, which is to be an ordinary one; usually five."""
ROLLED = 6
"""Sentences besides those advised, of each seat in each phase."""
FEW = 6
"""Taps that an order may need."""
MOST = 60
NUMBER = 2
"""Taps for a number in a field: on the field, and to take it; digits are not counted."""
SHOWN = """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((one) => one.checkVisibility()).length"""
STOPS = """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((one) => one.checkVisibility() && one.tabIndex >= 0).length"""


def run() -> list[Row]:
    if not CHROMIUM:
        return []
    with sync_playwright() as playwright, launch_chromium(playwright) as chromium:
        return [row for code in ENGINES for row in rows(code, chromium)]


def rows(code: str, chromium: Any) -> Iterator[Row]:
    """The rows of one game."""
    with house(code, chromium) as here:
        earlier = EARLIER.get(code, PHASES // 2)
        found = [one for _ in range(earlier) for one in count_order_taps(here.party)]
        for name, device in (("390", PHONE), ("1280", DESKTOP)):
            yield from page_rows(f"{code}, {name} px", here, device)
        yield from turn_rows(code, here)
        found += [one for _ in range(earlier, PHASES) for one in count_order_taps(here.party)]
    yield from tap_rows(f"{code}: taps for an order of", [(text, n) for text, n, advised in found if advised])
    yield from tap_rows(f"{code}: taps for a rolled one of", [(text, n) for text, n, advised in found if not advised])


def tap_rows(name: str, found: list[tuple[str, int]]) -> Iterator[Row]:
    counts = [count for _, count in found]
    longest = next(text for text, count in found if count == max(counts))
    yield Row(f"{name} {len(found)}: median", median(counts), "", None, "")
    yield Row(f"  the most: {longest[:48]}", max(counts), "", None, f"<= {FEW}")
    yield Row("  share within the goal", sum(count <= FEW for count in counts) / len(counts), "", None, "1")


@contextmanager
def house(code: str, chromium: Any) -> Iterator[House]:
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/pbem.db")
        store.migrate()
        with open_house(store, Path(folder), chromium, code) as here:
            yield here
        store.close()


# --- pages --------------------------------------------------------------------------------------------------------


def page_rows(name: str, here: House, device: dict[str, Any]) -> Iterator[Row]:
    """Yield what stands on the page of a seat in the middle of a game: at rest, and the most while a turn is
    entered."""
    seat, asked, texts = turn(here)
    page = here.desk(seat, **device)
    rest, most = figures(page), []
    hand = Finger(page) if device is PHONE else hands.Mouse(page)
    for text in texts:
        most += [figures(page) for _ in pressing(hand, CompiledGrammar(asked.grammar), text)]
    for what, before, after in zip(("controls", "tab stops", "height"), rest, map(max, *most, rest), strict=True):
        yield Row(f"{name}: {what} at rest", before, "px" if what == "height" else "", None, "")
        yield Row("  the most while a turn is entered", after, "", None, "")
    if device is PHONE:
        content = page.request.get(here.root + SEAT).body()
        yield Row(f"{name}: the page", len(content) / 1000, "kB", len(gzip.compress(content)) / 1000, "")
    empty(here.party, seat)
    page.context.close()


def figures(page: Any) -> tuple[int, int, int]:
    """Controls, tab stops, height."""
    return page.evaluate(SHOWN), page.evaluate(STOPS), page.evaluate("document.documentElement.scrollHeight")


def pressing(hand: hands.Hand, grammar: CompiledGrammar, text: str) -> Iterator[None]:
    """Presses until an order stands, and stops after each."""
    while text not in finger.standing(hand.read_page()):
        hands.follow(
            hand,
            finger.press(hand.read_page(), text) or hands.find_thing_to_press(hand.read_page(), grammar, text) or {},
        )
        yield


def turn_rows(code: str, here: House) -> Iterator[Row]:
    """A whole ordinary turn, by a finger and by way of the board."""
    seat, asked, texts = turn(here)
    hand = Finger(here.desk(seat, **PHONE))
    for text in texts:
        hands.say(hand, CompiledGrammar(asked.grammar), text, board=True)
    hands.ready(hand)
    yield Row(f"{code}: a turn of {len(texts)} orders by the board, and ready: taps", hand.presses, "", None, "")
    yield Row("  of them on the board", hand.hits, "", None, "")
    yield Row("  scrolled back for", hand.back, "", None, "0")
    hand.page.context.close()


def turn(here: House) -> tuple[str, OrderContext, tuple[str, ...]]:
    """Return who has most to say, and what he is advised."""
    with here.party.store.read_session() as session:
        desks = {seat.code: asked for seat, asked in asking(session, here.party)}
        advised = dict(advice(session, here.party))
    seat = max(advised, key=lambda code: len(advised[code]))
    return seat, desks[seat], advised[seat]


# --- taps ---------------------------------------------------------------------------------------------------------


def count_order_taps(party: Party) -> Iterator[tuple[str, int, bool]]:
    """Orders of every seat in a phase, each with its taps and whether it was advised; then the phase is over."""
    with party.store.read_session() as session:
        advised = dict(advice(session, party))
        for seat, asked in asking(session, party):
            place = DeskPlace(asked.game, seat, asked.phase, asked)
            random, judge = Random(asked.phase.number), orders.build_order_judge(asked)
            rolled = [walk_grammar(asked.grammar, random, judge=judge, folded=False).text for _ in range(ROLLED)]
            for text in dict.fromkeys((*advised[seat.code], *rolled)):
                yield text, taps(place, text), text in advised[seat.code]
    resolve_advised(party)


def taps(place: DeskPlace, text: str) -> int:
    """Return how often one taps to give an order, from the open page."""
    done = 0
    while done < MOST:
        found = place.next_steps
        if found.order and found.text == text:
            return done + bool(found.steps)
        ways = {way: count for way, count in onward(place) if is_beginning(way, text) and way != found.text}
        assert ways, f"no button leads to {text} behind “{found.text}”"
        so = max(ways, key=len)
        done += ways[so]
        place = replace(place, asked=DeskPosition(so))
    return done


def onward(place: DeskPlace) -> Iterator[tuple[str, int]]:
    """Yield what can be said next, each with the taps for it; of what is folded away one more."""
    for part in place.sheet.parts if place.sheet else ():
        yield from ((button.say, 1) for button in part.buttons if not button.why_not)
        for fold in part.folds:
            yield from ((button.say, 2 - fold.shown) for button in fold.buttons if not button.why_not)
        yield from ((f"{part.say} {value}", NUMBER) for value in (part.number.values if part.number else ()))
    for chip in place.chips if not place.asked.so else ():
        more = 1 if chip.section else 0
        yield from ([(chip.say, 1 + more)] if chip.say else [])
        yield from ((offer.text, 2 + more) for offer in (place.click_meanings.get(chip.at, ()) if chip.at else ()))


def empty(party: Party, seat: str) -> None:
    """The desk as it was before anything was ordered."""
    with party.store.write_session() as session:
        orders.clear_orders(session, party.seat(session, seat), datetime.now(UTC))


def resolve_advised(party: Party) -> None:
    """All say what they are advised, and the phase is over; a game that is over stays as it is."""
    now = datetime.now(UTC)
    with party.store.read_session() as session:
        lines = {code: "\n".join(texts) for code, texts in advice(session, party)}
    for code, text in lines.items():
        party.submit(code, text, now)
    if party.status() == "running":
        with party.store.write_session() as session:
            master.process_phase(session, party.game(session), None, now)
