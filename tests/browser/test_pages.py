"""Every page in a real browser, on a phone in the light and on a large screen in the dark: nothing that axe finds,
nothing too small to press, nothing beside the screen. A page that is added to the server is missed here until it is
visited.

The suite looks at a page of each kind on one of the two; `make proof` looks at all of them on both, and at the desks of
all games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from sqlmodel import Session, col, select

from pbem.campaigns import opening
from pbem.games import demo, games
from pbem.games.orders import orders
from pbem.games.people import address_change, browsers, people, sign_in
from pbem.games.phases import phases
from pbem.games.results import endings, votes
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.mail.outbound.compose import compose_letter
from pbem.storage.models import Game, Outbox, Player
from pbem.web.http import access
from tests.browser import kinds
from tests.browser.conftest import DESKTOP, FAULTS, LOOKS, PHONE, House
from tests.size import WHOLE, size

pytestmark = [pytest.mark.slow, pytest.mark.proof]

UNSEEN = {
    "static": "style sheets and scripts",
    "home.answer_health": "for programs",
    "home.answer_readiness": "for programs",
    "help.booklet_pdf": "paper",
    "help.picture_svg": "a picture",
    "game.serve_phase_pdf": "paper",
    "game.serve_phase_text": "plain text",
    "game.serve_phase_map": "a picture",
    "maps.serve_map": "a picture",
    "gamebook.serve_game_book": "paper",
    "seat.serve_land": "a picture",
    "mailbox.serve_attachment": "paper",
    "account.download_own_data": "a file",
    "absences.serve_calendar_feed": "for calendars",
    "campaigns.serve_campaign_calendar": "for calendars",
    "proof.serve_record": "a file",
    "proof.serve_game_form": "a file",
    "proof.serve_public_key": "for programs",
}
"""What is no page, and why."""
ALL_BOOKS = ("guide", "rules", "orders")
GAMES = size(["diplomacy", "goofspiel"], [*kinds.WAYS])
"""Those with a desk for each of their kinds of phases."""
BUILT = [
    "heading-order",
    "empty-table-header",
    "scrollable-region-focusable",
    "list",
    "label",
    "link-name",
    "button-name",
]
LETTER = {"rules": {name: {"enabled": False} for name in ("landmark-one-main", "page-has-heading-one", "region")}}
"""A letter is no page, and needs no parts of one."""
SMALL = """[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.matches('.pick, [type=hidden]')) return false;
    const within = one.closest('p, li, dd, td, pre, label, .words, .foot');
    if (one.matches('a, label *') && within && within.textContent.trim() !== one.textContent.trim()) return false;
    const box = one.getBoundingClientRect();
    return box.right > 0 && Math.min(box.width, box.height) < 23.5;
  }).map((one) => one.outerHTML.slice(0, 200))"""
"""What can be pressed and is smaller than 24 px, but for links within a sentence and boxes within their label. Small
regions of a map are as large as a finger (`test_focus.test_a_small_region_is_met`)."""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how much the page is wider than the screen. `innerWidth` does not tell: a phone zooms out of a page that is."""
CUT = """[...document.querySelectorAll('h1, h2, h3, h4, p, li, td, th, dt, dd, caption, figcaption')].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.unseen, svg, .pane')) return false;
    for (let around = one.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX === 'auto' && !around.matches('article, main, body')) return false;
    const box = one.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > document.documentElement.clientWidth + 1);
  }).map((one) => one.outerHTML.slice(0, 200))"""
"""Words that lie partly beside the screen once the scripts have run, but for those in a pane of their own."""


@dataclass
class Walk:
    """A browser that is signed in or not, and what was found in it."""

    page: Any
    house: House
    found: list[str]
    seen: set[str]
    begins: bool
    where: str = ""

    def look_at(self, path: str) -> None:
        """The first page of each kind, and the first desk of each game; of the others, which are long and coloured
        alike, how they are built."""
        endpoint, values = self.house.site.app.url_map.bind("localhost").match(path.partition("?")[0])
        desk = endpoint == "seat.show_desk"
        kind = f"{endpoint} {values['slug'].partition('-')[0]}" if desk else endpoint
        whole = kind not in self.seen
        self.seen |= {endpoint, kind}
        if not (whole or WHOLE):
            return
        self.open(path)
        if desk and self.begins and (chips := self.page.locator("#finder > .chip")).count():
            with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                chips.first.click()
            self.page.wait_for_selector("#desk:not([aria-busy])")
        self.look(**({} if whole else {"runOnly": BUILT}))

    def open(self, path: str) -> None:
        self.where = path
        if path.endswith("/html"):  # a letter's own policy lets no script run in it
            letter = self.page.request.get(self.house.root + path).text()
            self.page.goto("about:blank")
            self.page.set_content(letter)
        else:
            self.page.goto(self.house.root + path)
        self.page.evaluate(AXE_SCRIPT)

    def ask_for_a_letter(self) -> None:
        """So that there is a page about what became of it."""
        self.open("/sign-in")
        self.page.locator("main input[type=email]").fill("newcomer@example.org")
        self.page.locator("main form button").click()
        self.page.wait_for_selector("text=newcomer@example.org")

    def look(self, **options: Any) -> None:
        """What axe finds on the page that is shown, what is too small, and what is beside the screen."""
        self.axe(**(LETTER if self.where.endswith("/html") else options))
        self.found += [f"{self.where}: small: {one}" for one in self.page.evaluate(SMALL)]
        self.found += [f"{self.where}: cut: {one}" for one in self.page.evaluate(CUT)]
        if self.page.evaluate(WIDE) > 0:
            self.found.append(f"{self.where}: beside the screen")

    def axe(self, **options: Any) -> None:
        for one in self.page.evaluate(f"axe.run({json.dumps(FAULTS | options)})")["violations"]:
            self.found.append(f"{self.where}: {one['id']}: {one['nodes'][0]['html'][:300]}")


# --- what there is to see -----------------------------------------------------------------------------------------


def furnish_house(house: House) -> dict[str, str]:
    """Games in all kinds of phases with the same player in each; and what addresses need: a token, a link, a letter."""
    now, key = datetime.now(UTC), access.config_of(house.site.app).secret_key
    with house.site.store.write_session() as db:
        me = people.get_or_register_player(db, "player@example.org", now, "Player")
        for code in GAMES:
            for one in kinds.iter_phase_kinds(code):
                kinds.store_game_position(db, one, me, now)
        busy(db, me, now)
        letter = store_report(db, house, games.get_game(db, "diplomacy-retreat"), me, now)
        link = sign_in.make_link_token(key, sign_in.queue_sign_in_letter(db, me, now))
        new, expires = people.get_or_register_player(db, "new@example.org", now), int(now.timestamp()) + 3600
        return {
            "token": browsers.open_web_session(db, me, now),
            "link": link,
            "letter": str(letter),
            "me": str(me.id),
            "code": address_change.make_address_code(key, me, new, expires),
        }


def busy(db: Session, me: Player, now: datetime) -> None:
    """A game of the player's own, another that waits for players, one that is over, letters and a vote."""
    led = games.insert_game(db, "goofspiel", slug="led", master=me, now=now)
    seats.join_game(db, led, me, [], now)
    demo.fill_with_bots(db, led, now)
    games.insert_game(db, "diplomacy", slug="waits", now=now)
    over = games.get_game(db, "goofspiel-round")
    over_phase = games.find_current_phase(db, over)
    assert over_phase is not None
    endings.end_as_abandoned(db, over, over_phase, now)
    game = games.get_game(db, "diplomacy-movement")
    other, mine = sorted(games.list_game_seats(db, game), key=lambda seat: seat.player_id == me.id)[-2:]
    press.post_press(db, game, other, "*", "Shall we talk?", now, "one")
    orders.set_ready(db, mine, True, now)
    orders.set_ready(db, mine, False, now)
    votes.cast_vote(db, mine, "draw", now)
    cup = opening.create_campaign(db, "goofspiel", slug="cup", title="The Cup", kind="series", master=me, now=now)
    opening.enter_campaign(db, cup, me, now)


def store_report(db: Session, house: House, game: Game, me: Player, now: datetime) -> int:
    """The report of a game, as a letter that is kept here."""
    [seat] = [seat for seat in games.list_game_seats(db, game) if seat.player_id == me.id]
    phase = games.find_current_phase(db, game)
    assert phase is not None
    phases.queue_report_to_seat(db, game, phase, seat, me, now)
    row = db.exec(select(Outbox).where(Outbox.kind == "report").order_by(col(Outbox.id).desc()).limit(1)).one()
    row.letter = compose_letter(db, access.config_of(house.site.app), row).as_bytes()
    assert row.id is not None
    return row.id


def strangers(scene: dict[str, str]) -> Iterator[str]:
    """The pages of who is not signed in."""
    yield from (
        "/",
        "/sign-in",
        "/sign-in/letter",
        f"/sign-in/{scene['link']}",
        "/games/waits",
        "/games/diplomacy-movement",
        "/games/nowhere",
        "/games?list=running",
        "/campaigns",
        "/campaigns/cup",
        "/ratings",
        f"/account/address/{scene['code']}",
    )


def players(scene: dict[str, str]) -> Iterator[str]:
    """The pages of a player, but for his desks."""
    yield from ("/", "/help", "/account", "/mailbox", f"/mailbox/{scene['letter']}", f"/mailbox/{scene['letter']}/html")
    yield from (
        "/games/diplomacy-movement/seat/what-if",
        "/games/led/master",
        "/games/waits/master",
        "/games/waits",
        "/games/goofspiel-round",
    )
    yield from ("/games/diplomacy-retreat/book", "/games/waits/book")
    yield from ("/host", "/away", "/campaigns/cup", "/campaigns/new", "/ratings", f"/players/{scene['me']}")
    yield from (
        f"/games/diplomacy-movement/{page}" for page in ("proof", "receipts", "receipts/1", "seating", "ledger")
    )
    yield from ("/games/diplomacy-retreat/phases/1", "/games/diplomacy-retreat/phases/2")
    for code in GAMES:
        yield from (f"/new?engine={code}", f"/help/{code}", *(f"/help/{code}/{kind}" for kind in ALL_BOOKS))
        yield f"/games/{code}-{kinds.WAYS[code][-1][-1].split()[-1]}"


def desks() -> list[str]:
    """Those of all games, in all kinds of phases."""
    every = [(code, kind) for code in GAMES for _, _, some in kinds.WAYS[code] for kind in some.split()]
    return [f"/games/{code}-{kind}/seat" for code, kind in every]


def share_for_device(every: list[str], device: dict[str, Any]) -> list[str]:
    """Those of some that this device looks at: every second one, if not all."""
    return every if WHOLE else every[device is DESKTOP :: 2]


# --- the walk ------------------------------------------------------------------------------------------------------


@pytest.fixture
def engine() -> str:
    return "goofspiel"


@pytest.mark.timeout(900)
@pytest.mark.parametrize("looks", [[look] for look in LOOKS] if WHOLE else [LOOKS])
def test_every_page(house: House, looks: list[tuple[dict[str, Any], str]]) -> None:
    """On a phone desks have an order begun, on a large screen none."""
    scene = furnish_house(house)
    found, seen = list[str](), set[str]()
    both = ((), [*strangers(scene)]), (signed_in(house, scene), [*players(scene), *desks()])
    for (device, colours), (cookies, paths) in product(looks, both):
        context = house.chromium.new_context(**device, color_scheme=colours)
        context.add_cookies([*cookies])
        walk = Walk(context.new_page(), house, found, seen, begins=device is PHONE)
        for path in share_for_device(paths, device):
            walk.look_at(path)
        context.close()
    pages = {rule.endpoint for rule in house.site.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert pages - UNSEEN.keys() == {kind for kind in seen if " " not in kind}
    if found:
        pytest.fail("\n".join(found))


def test_a_list_tells_what_is_played_on_a_phone(house: House) -> None:
    """N10: “calais, not begun yet, 4” told nobody which game that is."""
    with house.site.store.write_session() as db:
        games.insert_game(db, "diplomacy", slug="waits", now=datetime.now(UTC))
    page = house.chromium.new_context(**PHONE).new_page()
    page.goto(house.root)
    row = page.locator("table.games tr").filter(has_text="waits")
    assert row.get_by_role("link", name="Diplomacy").is_visible() and page.evaluate(WIDE) <= 0


def signed_in(house: House, scene: dict[str, str]) -> list[dict[str, Any]]:
    client = house.site.browser().client
    with client.session_transaction() as kept:
        kept["token"] = scene["token"]
    cookie = client.get_cookie("pbem")
    assert cookie is not None
    return [{"name": "pbem", "value": cookie.value, "url": house.root}]
