"""Plays a whole game by the buttons of its desks, over HTTP, with a browser for each player: python -m
tests.matches.by_web GAME FOLDER [OPTIONS]. Letters serve only to sign in."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory
from waitress import create_server

from engines import language
from pbem.replay.drive import BEGINNING, SLUG, Office, ReplayOutcome, open_office
from pbem.replay.match import Sayings, list_seat_lines
from pbem.storage.models import Phase
from pbem.web import make_app
from tests.matches.pages import Browser
from tests.matches.pages import press_order as pressed
from tests.web import finger

Clock = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory
DESK = f"/games/{SLUG}/seat"
MISSES, LEAVES = 5, 0.6
PATIENCE = 10**9
"""Seconds until the web server hangs up on who is silent: its clock and ours are months apart."""


def match(
    game: str,
    options: str,
    folder: Path,
    phases: int,
    first: Mapping[str, Sequence[str]] = {},
    every: int = 1,
) -> tuple[ReplayOutcome, int]:
    """A whole game, in which some seats begin as told; and how many orders had to go into the text box, since no
    button led to them. `every`: buttons are pressed in every second, third … phase only; in between lines are written
    into the box, which is much quicker."""
    with freeze_time(BEGINNING) as clock, open_office(game, folder, options) as office, site(office) as root:
        players = seat_everybody(office, root, clock)
        boxed = 0
        while (
            (phase := office.current_phase()) is not None and phase.resolved_at is None and phase.deadline is not None
        ):
            clock.move_to(phase.opened_at + timedelta(hours=1))
            for number, seat in enumerate(office.list_owing_seats(phase)):
                if number != 2 or phase.number % MISSES:
                    lines = spoken_by(office, phase, seat, phases, first)
                    pressing = phase.number % every == 0 or phase.number == 1
                    boxed += give_orders(office, players[seat], phase, seat, lines, pressing)
            office.settle_letters(phase.opened_at + timedelta(hours=2))
            clock.move_to(phase.deadline)
            office.pass_deadline(phase)
            clock.move_to(office.now)
        timeline = office.list_timeline()
        return ReplayOutcome([p.name for p in timeline], office.count_reports(timeline), timeline[-1].hash), boxed


@contextmanager
def site(office: Office) -> Iterator[str]:
    """A web server on a free port; its root."""
    app = make_app(office.config, office.store)
    server = create_server(app, host="127.0.0.1", port=0, threads=2, channel_timeout=PATIENCE)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join(5)


def seat_everybody(office: Office, root: str, clock: Clock) -> dict[str, Browser]:
    """Everybody signs in by the mailed link and takes a seat on the game's page."""
    players = {}
    for seat in office.list_seat_codes():
        browser = Browser(root)
        browser.get("/sign-in")
        browser.send("/sign-in", {"address": f"{seat.lower()}@players.example"})
        office.settle_letters(office.now)
        letter = list(office.sink.iter_letters(seat.lower()))[-1]
        body = letter.get_body(("plain",))
        link = re.search(r"/sign-in/[\w-]+", body.get_content() if body else "")
        assert link is not None
        browser.get(link[0])
        browser.send(link[0])
        browser.get(f"/games/{SLUG}")
        browser.send(f"/games/{SLUG}/commands/game", {"act": "join", "seat": seat})
        players[seat] = browser
    office.settle_letters(office.now)
    clock.move_to(office.now)
    return players


def spoken_by(office: Office, phase: Phase, seat: str, phases: int, first: Sayings) -> list[str]:
    """Return what a player wants to say; the second one leaves late in the game."""
    if office.list_seat_codes().index(seat) == 1 and phase.number > phases * LEAVES:
        return ["RESIGN"]
    return list_seat_lines(office, phase, seat, first)


def give_orders(office: Office, browser: Browser, phase: Phase, seat: str, lines: Sequence[str], pressing: bool) -> int:
    """A player's orders, pressed step by step or written; how many no button led to."""
    wanted = [
        order.text for order in language.parse_orders(office.get_seat_grammar(phase, seat), "\n".join(lines)).orders
    ]
    left = [text for text in wanted if not pressing or not pressed(browser, DESK, text)]
    if left:
        browser.get(DESK)
        browser.send(f"{DESK}/orders", {"text": "\n".join(left)})
    missing = set(wanted) - set(finger.standing(browser.get(DESK)))
    assert not missing, f"{phase.name}, {seat}: {missing} do not stand, but {finger.standing(browser.page)}"
    return len(left) if pressing else 0


if __name__ == "__main__":
    game, folder, *more = sys.argv[1:]
    outcome, boxed = match(game, "\n".join(more), Path(folder), 14)
    print(f"{len(outcome.phases)} phases, {outcome.reports} reports, {boxed} orders by text box, proof {outcome.proof}")
