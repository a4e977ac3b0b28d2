"""A newcomer's first half hour (docs/first-half-hour.md), by web alone and by letters alone, through real doors.

He knows nothing: he follows links and forms that he finds on pages, and does what letters tell him. The lines he writes
are those of the guide's first turn, with what his own report says in the places where the guide tells him to look.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from selectolax.lexbor import LexborNode as Node
from werkzeug.serving import make_server

from pbem.games import demo
from pbem.mail.inbound import inbox
from pbem.mail.inbound.smtp_door import Listener
from pbem.mail.outbound import delivery
from pbem.server import bots, clock
from pbem.server.duties.work import keep_demonstrations
from pbem.settings import config
from pbem.settings.config import Config
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.web import make_app
from tests.games.party import clock_at
from tests.matches.pages import Browser
from tests.size import size

SEATS = {"diplomacy": "France", "europe2028": "Russia"}
"""Whom the guide speaks of, where seats differ."""
WORDS = {
    "cantillon": ("siege", "All lands around a city are held"),
    "europa": ("Tension", "a country at peace that is struck"),
    "europax": ("imprévu", "something unforeseen"),
    "europe2028": ("special feature", "do something for whoever holds them"),
}
"""What a newcomer meets and does not know, and how the answer begins."""
TAUGHT = {"diplomacy": (1, 2)}
"""The blocks of the guide's first turn that hold the orders of the first and of the second phase."""
KINDS = {"S": "MIL", "D": "ECO", "H": "CUL", "C": "POL"}


@dataclass
class House:
    """A demonstration with its doors open. Its clock goes on when told to."""

    store: Store
    config: Config
    root: str
    door: int
    shows: Sequence[str]
    ahead: timedelta = timedelta()

    @property
    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def work(self) -> None:
        """What the server does by itself every second."""
        keep_demonstrations(self.store, self.shows, self.now)
        inbox.read_waiting_letters(self.store, self.config, clock_at(self.now))
        keep_demonstrations(self.store, self.shows, self.now)
        bots.play_bots(self.store, clock_at(self.now), Random(1))
        delivery.deliver_due_letters(self.store, self.config, clock_at(self.now), Random(1))

    def wait(self) -> None:
        """The minute in which the turn is resolved once everybody is ready."""
        self.work()
        self.ahead += timedelta(minutes=1)
        clock.run_clock_tick(self.store, clock_at(self.now))
        self.work()


@pytest.fixture
def code(request: pytest.FixtureRequest) -> str:
    """The game that is learned; the house shows no other, to save time."""
    return getattr(request, "param", "europa")


@pytest.fixture
def house(sqlite: Store, tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(demo, "ENOUGH", 0)  # the game on show rests, which saves time
    settings = config.load_config(tmp_path, {"PBEM_DEMO": "true", "PBEM_SMTP_LISTEN": "127.0.0.1:0"})
    settings = replace(settings, limits=replace(settings.limits, booklets=0))  # printing is tested elsewhere
    shown: list[House] = []
    listener = Listener(sqlite, settings, lambda: shown[0].now)
    listener.start_listening()
    try:
        with serving(settings, sqlite) as root:
            found = House(sqlite, settings, root, listener.port, (code,))
            shown.append(found)
            found.work()
            yield found
    finally:
        listener.stop_listening()


@contextmanager
def serving(settings: Config, store: Store) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, make_app(settings, store), threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# --- the lines that the guide teaches ------------------------------------------------------------------------------


def lines(code: str, turn: int, blocks: list[str], report: str) -> list[str]:
    """The lines of the guide for the first or second phase, with the writer's own numbers and cards in them."""
    taught = blocks[TAUGHT.get(code, (0, 1))[turn]].split("\n")
    match code, turn:
        case "diplomacy", 1:  # somebody may have kept a unit from where the guide sends it
            mine = re.findall(r"(?:army|fleet) ([A-Z]{3})", report.partition("France: ")[2].partition(";")[0])
            return [line for line in taught if line.split()[1] in mine]
        case "cantillon", 1:
            reach = report.partition("Free land and seas within reach")[2]
            to, came = re.findall(r"^\S.*?\((\d+)\) +.*?\((\d+)\)", reach, re.M)[0]
            return [re.sub("40", to, re.sub("41", came, line)) for line in taught]
        case "europax", 1:
            mine = re.findall(r"^ +(\d+) \S+ M, then", report[report.index("Your demand cards") :], re.M)
            return [line.replace("40", mine[0]).replace("12", mine[1]) for line in taught if line.startswith("PLAY")]
        case "europe2028", 0:
            secret = re.findall(r"\bS\d+\b", report[report.index("Secret objective") :])[0]
            kinds = [*dict.fromkeys(KINDS[card[-1]] for card in cards(report)), "MIL", "ECO"]
            return [f"SECRET {secret}", "TOKENS {} {}".format(*list(dict.fromkeys(kinds))[:2])]
        case "europe2028", 1:
            region, card = (
                market(report),
                next(card for card in cards(report) if KINDS[card[-1]] in unlocked_tokens(report)),
            )
            return [re.sub("ECO", KINDS[card[-1]], taught[0]).replace("SWI", region).replace("4D", card)]
    return taught


def cards(report: str) -> list[str]:
    """The hand, which is told in words: “the 4 and king of spades”."""
    told = " ".join(report.split()).partition("Your cards: ")[2].partition(".")[0]
    rank = r"(?:10|\d|jack|queen|king|ace)"
    suits = re.findall(rf"({rank}(?:(?:, | and ){rank})*) of (\w)", told)
    found = ((each, suit) for ranks, suit in suits for each in re.findall(rank, ranks))
    return [f"{each if each.isdecimal() else each[0]}{suit}".upper() for each, suit in found]


def unlocked_tokens(report: str) -> str:
    """Russia's tokens."""
    told = re.findall(r"Russia ([a-z ]+)[;.]", " ".join(report.split()).partition("Tokens: ")[2])[0]
    return " ".join(word[:3].upper() for word in str(told).split())


def market(report: str) -> str:
    """The open region with fewest levels."""
    market = report[report.index("The market\n") :].partition("Still in the deck")[0]
    rows = re.findall(r"^(\S.*?)  .*? +\d+ +\d+ +(\d)\b", market, re.M)
    return str(min(rows, key=lambda row: row[1])[0])


# --- by web --------------------------------------------------------------------------------------------------------


def links(browser: Browser, words: str) -> list[Node]:
    return [a for a in browser.page.css("a") if words.lower() in a.text().lower()]


def click(browser: Browser, words: str, among: int = 0) -> None:
    found = links(browser, words)
    assert len(found) > among, f"{browser.url} has no link “{words}”"
    browser.get(found[among].attributes["href"] or "")


def lesson(browser: Browser, code: str) -> list[str]:
    """The first turn, by the first page's link to it."""
    browser.get("/")
    games = [a for a in browser.page.css(".offer a") if code == (a.attributes["href"] or "").rpartition("/")[2]]
    assert games and "How to play" in games[0].text()
    browser.get(games[0].attributes["href"] or "")
    return [block.text().strip() for block in browser.page.css("article pre")]


def report_of(browser: Browser) -> str:
    """The plain text that the desk offers."""
    desk = browser.url
    target = links(browser, "Plain text")[0].attributes["href"] or ""
    with browser.opener.open(browser.root + target, timeout=30) as response:
        told: str = response.read().decode()
    browser.get(desk)
    return told


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", size(["europe2028"], ENGINES), indirect=True)
def test_by_web(house: House, code: str) -> None:
    """Learned, sat down, ordered, ready, and the next turn: six clicks until the first report."""
    browser = Browser(house.root)
    blocks = lesson(browser, code)
    if code in WORDS:
        check_word_explained(browser, code)
    form = browser.form("/demo/sit")
    seat = next((o for o in form.css("option") if o.text() == SEATS.get(code)), None)
    browser.send("/demo/sit", {"seat": (seat.attributes["value"] or "") if seat else ""})
    desk = browser.url
    for turn in (0, 1):
        phase = browser.page.css_first(".place h1").text()  # type: ignore[union-attr]
        browser.send("/orders", {"text": "\n".join(lines(code, turn, blocks, report_of(browser)))})
        said = browser.page.css("#orders li.order")
        assert said and not [row.text() for row in said if "✗" in row.text() or "board stands now" in row.text()]
        browser.send("/ready")
        if browser.page.css_first("#surely"):  # some units have no order
            browser.send("/ready")
        assert "You are ready" in browser.page.css_first("#ready").text()  # type: ignore[union-attr]
        house.wait()
        browser.get(desk)
        assert browser.page.css_first("#report") is not None
        assert browser.page.css_first(".place h1").text() != phase  # type: ignore[union-attr]


def check_word_explained(browser: Browser, code: str) -> None:
    """A link on the game's page says the word that nobody knows, and leads to what it is."""
    page, (word, answer) = browser.url, WORDS[code]
    target = links(browser, word)[-1].attributes["href"] or ""
    place = browser.get(target).css_first(f'[id="{target.partition("#")[2]}"]')
    assert place is not None and word.lower() in place.text().lower()
    assert answer in " ".join(browser.page.css_first("main").text().split())  # type: ignore[union-attr]
    browser.get(page)


# --- by letter -----------------------------------------------------------------------------------------------------


class Writer:
    """Somebody with a mail program: he writes, and reads what came in the mailbox that the server shows."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.address, self.read = house, f"{name}@friends.example", 0
        self.to, self.page = f"pbem@{house.config.mail_host}", Browser(house.root)
        self.sent = 0

    def write(self, *said: str) -> dict[str, str]:
        """Sends a letter to where the last one said; what comes back, by subject."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.address, self.to, "hello"
        message["Message-ID"] = make_msgid(domain="friends.example")
        message.set_content("\n".join(said))
        with smtplib.SMTP("127.0.0.1", self.house.door) as connection:
            connection.send_message(message)
        self.sent += 1
        self.house.work()
        return self.new()

    def new(self) -> dict[str, str]:
        """The letters not read yet, by subject. Answers to any go where the last one wants them."""
        self.page.get("/")
        click(self.page, "Mailbox")
        self.page.get(f"/mailbox?as={self.address}")  # what the form there does
        found = [(a.text(), a.attributes["href"] or "") for a in self.page.page.css("main table.games a")]
        fresh = list(reversed(found[: len(found) - self.read]))
        self.read = len(found)
        return {subject: self.open_letter_page(target) for subject, target in fresh}

    def open_letter_page(self, target: str) -> str:
        self.page.get(target)
        field = self.page.page.css_first("input[name=to]")
        assert field is not None
        self.to = field.attributes["value"] or ""
        body = self.page.page.css_first("main pre")
        assert body is not None
        return body.text()


def find_only_letter(letters: dict[str, str], words: str) -> str:
    found = [text for subject, text in letters.items() if words in subject]
    assert found, f"no letter “{words}”, but {list(letters)}"
    return found[0]


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", size(["europax"], ENGINES), indirect=True)
def test_by_letter(house: House, code: str) -> None:
    """From “help” to the report of the first turn in four letters."""
    anna = Writer(house, f"anna-{code}")
    first = find_only_letter(anna.write("help"), "Games by mail")
    assert all(f"\n    {line}\n" in first for line in ("games", "help", "join NAME", "guide NAME"))
    learned = anna.write("games", f"guide {code}")
    guide = find_only_letter(learned, "Guide")
    told = find_only_letter(learned, "Re: hello")
    game = re.search(rf"^(first-{code}): ", told, re.M)
    assert game and "“join NAME”" in guide
    seat = f" as {SEATS[code]}" if code in SEATS else ""
    began = anna.write(f"join {game[1]}{seat}")
    report = find_only_letter(began, "The game has begun")
    blocks = [block.replace("    ", "") for block in re.findall(r"(?:^    .+\n?)+", guide, re.M)]
    written = lines(code, 0, [b.strip() for b in blocks], report)
    receipt = find_only_letter(anna.write(*written, "ready"), "Re: hello")
    assert "\nNO" not in receipt and "You are ready" in receipt
    house.wait()
    assert "Orders by" in find_only_letter(anna.new(), f"[{game[1]}]")
    assert anna.sent == 4
    if code in WORDS:
        told_of(Writer(house, "bert"), code)


def told_of(writer: Writer, code: str) -> None:
    """The word alone is enough, even from somebody who plays nothing yet, and without its accents."""
    word, answer = WORDS[code]
    writer.write("help")
    letters = writer.write(f"help {word.lower().replace('é', 'e')}")
    if named := re.findall(rf"“(help {code} [^”]+)”", find_only_letter(letters, "Re: hello")):
        letters = writer.write(named[0])
    assert answer in " ".join(find_only_letter(letters, ENGINES[code].title).split())


@pytest.mark.slow
def test_a_word_that_is_no_title_leads_to_where_it_is_spoken_of(house: House) -> None:
    """Instead of titles that only look like it."""
    carl = Writer(house, "carl")
    carl.write("help")
    told = find_only_letter(carl.write("help europa president"), "Re: hello")
    named = re.findall(r"“([^”]+)”", told.partition("Near to it:")[2])
    assert named
    assert "resident" in find_only_letter(carl.write(f"help europa {named[0]}"), "Europa")
