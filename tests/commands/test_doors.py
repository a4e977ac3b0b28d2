"""One dispatcher: each command is given through every door, and comes to the same there.

A player and a game master say all commands, one after the other: in one letter by SMTP, by the forms of pages, in the
box of a desk, and on the command line. Each door has a copy of the same game.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from pbem.cli import main
from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.commands.handlers.when import CALENDAR_FILE
from pbem.commands.lines import WriterLine
from pbem.games import games
from pbem.games.people import people
from pbem.settings import config, installed_engines, mail_addresses
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import Seat
from pbem.wording import ENGLISH
from tests.games.party import MASTER, start_party
from tests.games.toy import TOY
from tests.mail.conftest import Office
from tests.web import conftest as web

RED, BLUE = "red@example.org", "blue@example.org"
FREE = {f"PBEM_LIMITS_{one.name.upper()}": "9999" for one in fields(Limits) if getattr(Limits(), one.name) < 9999}
"""Limits are the same at every door, and tried elsewhere; here none is met."""
PLAYER = """
help
bid ?
games
help press
guide toy
rules toy
orders toy
ratings
whois Red
terms
ledger
status
report
history
campaigns
campaign none
enter none
leave none
again none yes
begin none
votes
scores
who
pace
pace daily 20:00
phase next … bid 3 … endphase
later
forget later
stand in none
what if … RED: bid 2 … endif
receipt
receipts
vote draw
vote none
clear
ready
wait
press to Blue … shall we? … endpress
broadcast … good luck … endbroadcast
away 3 Jan to 10 Jan
away
back
deputy ann@example.org from 3 Jan to 10 Jan
no deputy
accept verdun
decline verdun
here
statement … well played … endstatement
statement none
diary … they lie … enddiary
diary list
diary read 1
open diary
close diary
diary delete 1
open press
close press
game book
export
verify
address
address new
sign in
name Ada
print large
toner low
paper letter
pdf off
zone Europe/Paris
set address
set address new@example.org
confirm address abcdefgh
calendar
export me
sign on
create marne toy … PLAYERS 2 … end
create league cup toy … rounds 2 … end
watch verdun
unwatch verdun
keep seat
give verdun to bob@example.org
yes
join marne as Blue
step down marne
forget me x@example.org
resign verdun
sign out
"""
LEADER = """
extend 3h because of a fair
deadline 1 Jan 18:00
set GRACE 6 hours
pause
resume
preview
preview as Blue
correct orders of Red … BID 3 … end
correct board … SCORE RED 4 … end
official … hello … endofficial
invite eve@example.org
word
address new Red
deputy for Red: dan@example.org from 3 Jan to 10 Jan
agree Blue
process
rollback round 1
rollforward
co-master blue@example.org
dismiss blue@example.org
dummy Blue
eject Blue
replace Blue by eve@example.org
hand over to red@example.org
cancel verdun
"""
OWN_WORDS = frozenset(
    {"calendar", "game book", "word", "preview", "games", "campaigns", "ledger", "history", "receipts", "whois"}
)
"""Commands that a door answers in words of its own: a page shows at once what a letter sends, and in its own times."""


OF_ONE_DOOR = frozenset({"receipt", "calendar", "word", "signin", "welcome"})
"""Letters that come of a door, or bring what another shows at once."""


def split_script(script: str) -> list[str]:
    """The lines of a letter for each command of a script."""
    return [line.replace(" … ", "\n") for line in script.strip().splitlines()]


@dataclass
class World:
    """A copy of the game, with its folder."""

    folder: Path
    store: Store

    def load_acts(self) -> list[tuple[str, str]]:
        """All that was done to the game, and which letters came of it: receipts and reports are a door's own."""
        with self.store.read_session() as session:
            ledger = session.execute(sa.text("SELECT actor, act FROM audit ORDER BY id")).all()
            counted = "SELECT kind, count(*) FROM outbox GROUP BY kind ORDER BY kind"
            letters = [one for one in session.execute(sa.text(counted)).all() if one[0] not in OF_ONE_DOOR]
        return [(str(one[0]).replace("HOST", "MASTER"), str(one[1])) for one in (*ledger, *letters)]

    def count_commands(self) -> int:
        """Return how often the limit of commands was asked."""
        with self.store.read_session() as session:
            found: int = session.execute(
                sa.text("SELECT sum(count) FROM tally WHERE key LIKE 'commands:%'")
            ).scalar_one()
        return found


@pytest.fixture
def make_world(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], World]]:
    """Makes copies of one running game."""
    monkeypatch.setitem(installed_engines.ENGINES, "toy", TOY)
    for name, value in FREE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PBEM_MAIL_HOST", "pbem.test")
    monkeypatch.setenv("PBEM_SMTP_LISTEN", "127.0.0.1:0")
    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(sqlite_template, first / "pbem.db")
    config.load_config(first, FREE)  # which makes the secret key
    opened, store = list[Store](), Store(f"sqlite:///{first / 'pbem.db'}")
    now = datetime.now(UTC)
    start_party(store, now)
    with store.write_session() as session:
        for address in (RED, BLUE, MASTER):
            people.mark_address_proved(session, people.get_or_register_player(session, address, now), now)
    store.close()

    def copy_world(name: str) -> World:
        shutil.copytree(first, tmp_path / name)
        opened.append(Store(f"sqlite:///{tmp_path / name / 'pbem.db'}"))
        return World(tmp_path / name, opened[-1])

    yield copy_world
    for one in opened:
        one.close()


Verdict = tuple[str, bool, str]
"""A command, whether it was done, and the answer."""


def give_by_letter(world: World, who: str, script: Sequence[str]) -> list[Verdict]:
    """A letter for each command, handed in by SMTP at an address of who writes, and answered by its receipt."""
    settings = config.load_config(world.folder, {**os.environ})
    office = Office(world.store, settings, datetime.now(UTC))
    try:
        return [write_letter(office, who, text) for text in script]
    finally:
        office.listener.stop_listening()


def write_letter(office: Office, who: str, text: str) -> Verdict:
    office.now = datetime.now(UTC)
    office.write(who, make_reply_address(office, who), text, "verdun")
    line = office.receipt(who)["lines"][0]
    return name_of(text), line["level"] in ("ok", "instead"), " ".join(line["text"].split())


def make_reply_address(office: Office, who: str) -> str:
    """Return where the newest letter to somebody is answered."""
    newest = office.outbox(who)[-1]
    with office.store.read_session() as session:
        seat = session.get(Seat, newest.seat_id) if newest.seat_id else None
    key, host = office.config.secret_key, office.config.mail_host
    generation = seat.generation if seat else 0
    return mail_addresses.make_address(key, "reply", host, newest.id or 0, newest.nonce, generation)


def give_by_page(world: World, who: str, script: Sequence[str]) -> list[Verdict]:
    """A form for each command, as a button would send it."""
    browser = web.site(world.store, world.folder.parent, PBEM_INSTANCE=str(world.folder)).browser(who)
    return [press_button(browser, text) for text in script]


def press_button(browser: web.Browser, text: str) -> Verdict:
    said = parse_said(text)
    browser.get("/games/verdun")
    with browser.store.read_session() as session:
        phase = games.find_current_phase(session, games.get_game(session, "verdun"))
    fields = {**said.args, **({"text": said.text} if said.text else {}), "act": said.name}
    fields |= {"phase": str(phase.number)} if phase else {}
    response = browser.force("/games/verdun/commands/game", **fields)
    refused = response.status_code == 400
    browser.arrive(response, "/games/verdun", 400 if refused else 200)
    return said.name, not (refused or browser.page.css(".notice.bad")), first_notice(browser)


def give_in_box(world: World, who: str, script: Sequence[str]) -> list[Verdict]:
    """Each command in the box of the desk, but for the last: they have none any more."""
    browser = web.site(world.store, world.folder.parent, PBEM_INSTANCE=str(world.folder)).browser(who)
    return [write_in_box(browser, text) for text in script[:-1]]


def write_in_box(browser: web.Browser, text: str) -> Verdict:
    browser.get("/games/verdun/seat")
    browser.send("/games/verdun/seat/orders", text=text)
    return name_of(text), not browser.page.css(".notice.bad"), strip_line(first_notice(browser))


def first_notice(browser: web.Browser) -> str:
    found = browser.page.css_first(".notice")
    return " ".join(found.text().split()) if found else ""


def give_on_shell(world: World, who: str, script: Sequence[str]) -> list[Verdict]:
    """Each command as the host types it: for the player, or as the host."""
    return [type_command(world, ["--for", who] if who != MASTER else [], text) for text in script]


def type_command(world: World, whose: list[str], text: str) -> Verdict:
    words = ["--instance", str(world.folder), "game", "say", "--yes", *whose, "verdun"]
    result = CliRunner().invoke(main, words, input=text, catch_exceptions=False)
    return name_of(text), result.exit_code == 0, strip_line(" ".join(result.output.split()))


def strip_line(answer: str) -> str:
    """Return why something was not done, without the line that is told with it."""
    return re.sub(r"^“[^”]*”: ", "", answer)


def parse_said(text: str) -> Utterance:
    [said] = COMMANDS.parse_lines([WriterLine(line) for line in text.splitlines()], lambda: ("bid",))
    return said


def name_of(text: str) -> str:
    return parse_said(text).name


DOORS = {"letter": give_by_letter, "page": give_by_page, "box": give_in_box, "shell": give_on_shell}


@pytest.mark.slow
@pytest.mark.parametrize(("who", "script", "doors"), [(RED, PLAYER, DOORS), (MASTER, LEADER, {*DOORS} - {"box"})])
def test_a_command_comes_to_the_same_at_every_door(
    make_world: Callable[[str], World], who: str, script: str, doors: Iterable[str]
) -> None:
    """What is done and what is refused, the answer, and what came of it in the game and in letters."""
    worlds = {door: make_world(door) for door in doors}
    found = {door: DOORS[door](world, who, split_script(script)) for door, world in worlds.items()}
    for door, verdicts in found.items():
        for (name, done, answer), (_, as_letter, by_letter) in zip(verdicts, found["letter"], strict=False):
            if door == "page" and not COMMANDS[name].usages:  # which people only say of themselves
                assert not done, name
                continue
            assert done == as_letter, (door, name, answer, by_letter)
            if by_letter != ENGLISH("below") and name not in OWN_WORDS:
                assert answer == by_letter, (door, name)
    acts = {door: world.load_acts() for door, world in worlds.items()}
    counts = {door: world.count_commands() for door, world in worlds.items() if who != MASTER or door != "shell"}
    for door, done_there in acts.items():
        assert done_there == acts["letter"], door
        assert counts.get(door, counts["letter"]) == counts["letter"] > 0, door


def test_the_scripts_hold_every_command() -> None:
    said = {name_of(text) for script in (PLAYER, LEADER) for text in split_script(script)}
    of_itself = {one.name for one in COMMANDS.known if one.instead} | {CALENDAR_FILE}
    assert said == {one.name for one in COMMANDS.known} - of_itself
