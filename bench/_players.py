"""People as a server meets them: a mail program and a browser, each at an address of the loopback network of its own.

They know what their letters and pages tell them; what they order is rolled, or advised by the game.
"""

from __future__ import annotations

import http.client
import re
import smtplib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from http.cookies import SimpleCookie
from random import Random
from time import monotonic
from urllib.parse import urlencode, urlsplit

from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session

from bench._sink import Sink, reply_to
from engines import language
from engines.abilities import Adviser
from pbem.games import games
from pbem.games.orders import orders
from pbem.storage.models import Game, Seat

SECONDS = 60
"""How long a mail program or a browser waits for an answer."""
LINK_SECONDS = 20
"""How long somebody looks into his mail for a link to sign in."""
LINK = re.compile(r"https?://[^\s\"<>]+/sign-in/[\w-]+")
CUT_OFF = (OSError, smtplib.SMTPServerDisconnected, http.client.HTTPException)
"""What somebody sees of a server that is killed while he talks to it."""


# --- mail --------------------------------------------------------------------------------------------------------


def post(port: int, peer: str, sender: str, recipient: str, raw: bytes) -> int:
    """Hands a letter to a server; the code of its answer. Raises one of CUT_OFF if there is none."""
    connection = smtplib.SMTP("127.0.0.1", port, "mail.example", timeout=SECONDS, source_address=(peer, 0))
    try:
        connection.sendmail(sender, [recipient], raw)
    except smtplib.SMTPRecipientsRefused as error:
        return next(iter(error.recipients.values()))[0]
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    finally:
        with suppress(*CUT_OFF):
            connection.quit()
        connection.close()
    return 250


@dataclass(frozen=True)
class OutgoingLetter:
    """A letter ready to go, to whom, and which one it answers ("": none)."""

    to: str
    answers: str
    raw: bytes


def letter(sender: str, recipient: str, subject: str, text: str, message_id: str, answers: str = "") -> bytes:
    """A letter as bytes. `message_id` and `answers` come without and with angle brackets."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, recipient, subject
    message["Date"], message["Message-ID"] = formatdate(), f"<{message_id}>"
    if answers:
        message["In-Reply-To"] = message["References"] = answers
    message.set_content(text)
    return message.as_bytes()


# --- web ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """What came back, and after how many seconds."""

    status: int
    text: str
    seconds: float

    def form(self, action: str) -> dict[str, str] | None:
        """The hidden fields of the form that is sent there; None if the page has none."""
        for form in LexborHTMLParser(self.text).css("form"):
            if (form.attributes.get("action") or "").endswith(action):
                hidden = form.css("input[type=hidden]")
                return {n.attributes["name"] or "": n.attributes.get("value") or "" for n in hidden}
        return None


@dataclass
class Browser:
    """One person's browser: keeps cookies, whichever server it talks to."""

    peer: str
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, port: int, path: str, fields: Sequence[tuple[str, str]] | None = None) -> Page:
        """Asks for a page, or sends a form. Redirections are not followed. Raises one of CUT_OFF."""
        start = monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS, source_address=(self.peer, 0))
        try:
            headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
            if fields is None:
                connection.request("GET", path, headers=headers)
            else:
                headers |= {"Content-Type": "application/x-www-form-urlencoded"}
                connection.request("POST", path, urlencode(fields), headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            for line in answer.headers.get_all("Set-Cookie") or ():
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(line).items()}
            return Page(answer.status, text, monotonic() - start)
        finally:
            connection.close()


# --- people ------------------------------------------------------------------------------------------------------


@dataclass
class Person:
    """Somebody with a seat: where he writes from, his game and the number of his seat, and a browser of his own."""

    address: str
    peer: str
    slug: str
    seat_id: int
    browser: Browser = field(init=False)

    def __post_init__(self) -> None:
        self.browser = Browser(self.peer)

    @property
    def desk(self) -> str:
        return f"/games/{self.slug}/seat"

    def compose_letter(self, sink: Sink, text: str, message_id: str, *, fresh: bool) -> OutgoingLetter | None:
        """A letter to the seat's own address: `fresh`, or as an answer to the newest letter from there. None before one
        has come."""
        asked = sink.seat.get(self.address)
        if asked is None:
            return None
        to, answers = parseaddr(reply_to(asked))[1], "" if fresh else str(asked["Message-ID"])
        subject = "" if fresh else f"Re: {' '.join(str(asked['Subject']).split())}"
        return OutgoingLetter(to, answers, letter(self.address, to, subject, text, message_id, answers))

    def sign_in(self, sink: Sink, port: int) -> bool:
        """Asks for a link and uses it; whether that worked. Raises one of CUT_OFF."""
        before = sink.signin.get(self.address)
        asked = self.browser.ask(port, "/sign-in").form("") or {}
        self.browser.ask(port, "/sign-in", [*asked.items(), ("address", self.address)])
        if not sink.wait(lambda: sink.signin.get(self.address) not in (None, before), LINK_SECONDS):
            return False
        link = LINK.search(sink.signin[self.address])
        path = urlsplit(link[0]).path if link else "/sign-in/none"
        form = self.browser.ask(port, path).form("") or {}
        return self.browser.ask(port, path, list(form.items())).status == 303

    def open_desk(self, sink: Sink, port: int) -> Page:
        """The page of the seat, or what was answered instead; signs in if need be. Raises one of CUT_OFF."""
        page = self.browser.ask(port, self.desk)
        if page.status in (302, 303, 403) and self.sign_in(sink, port):
            page = self.browser.ask(port, self.desk)
        return page

    def send(self, port: int, page: Page, action: str, given: Mapping[str, str]) -> Page | None:
        """Sends one of the desk's forms; None if the desk has it not. Raises one of CUT_OFF."""
        form = page.form(f"/seat/{action}")
        if form is None:
            return None
        return self.browser.ask(port, f"{self.desk}/{action}", list({**form, **given}.items()))


def wishes(session: Session, seat_id: int, random: Random) -> list[str]:
    """Return what a seat would order now; nothing if it has nothing to say."""
    seat = session.get_one(Seat, seat_id)
    game = session.get_one(Game, seat.game_id)
    phase, ask, engine = (
        games.find_current_phase(session, game),
        orders.find_seat_grammar(session, seat),
        games.get_engine(game),
    )
    if phase is None or ask is None:
        return []
    if isinstance(engine, Adviser):
        return list(engine.advise(games.phase_view(phase, seat.code), seat.code, random))
    return [order.text for order in language.roll_orders(ask, random)]
