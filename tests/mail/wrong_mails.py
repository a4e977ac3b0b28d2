"""Twenty wrong letters and the answers they get; `python -m tests.mail.wrong_mails` writes docs/wrong-mails.md anew."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from pbem.games import games
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.mail.inbound.quoting import SENTINEL
from pbem.settings import config, mail_addresses
from pbem.storage.database import Store
from tests.mail.conftest import Office, letter

PAGE = Path(__file__).parents[2] / "docs/wrong-mails.md"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PLAYER, STRANGER, SECOND = "france@example.org", "somebody@example.net", "bob@example.org"
FRONT = "pbem@pbem.test"
SEATS = ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
HEAD = f"""# Twenty wrong mails
What happens when a letter is wrong, shown on a game of Diplomacy called *verdun*; the letters are those of France. The
answers are the real ones: `python -m tests.mail.wrong_mails` writes this page by sending the letters to a server, and
the test suite compares. What every answer has in common (the first line “{SENTINEL}”, the foot) is left out.

A line that is wrong costs only itself: the others count, and the answer shows all orders as they stand.
"""


@dataclass(frozen=True)
class Wrong:
    """One wrong letter: what is wrong with it, its text, and where it differs from a plain letter of the player's."""

    title: str
    text: str
    subject: str = "Orders"
    game: str = "verdun"
    sender: str = PLAYER
    to: str = ""
    dress: Callable[[EmailMessage], None] | None = None
    reader: str = PLAYER
    note: str = ""
    before: str = field(default="")


def only_html(message: EmailMessage) -> None:
    quoted = "<blockquote>On 2 March pbem wrote:<br>A PAR H</blockquote>"
    message.set_content(f"<div>A PAR - BUR<br>F BRE - the sea</div>{quoted}", subtype="html")


def only_attachment(message: EmailMessage) -> None:
    message.set_content("")
    message.add_attachment(b"A PAR - BUR", maintype="application", subtype="msword", filename="orders.doc")


def pdf_beside(message: EmailMessage) -> None:
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="moves.pdf")


CIPHER = "-----BEGIN PGP MESSAGE-----\n\nhQEMA7HgQwIcV0lzAQf/\n=AbCd\n-----END PGP MESSAGE-----"

LETTERS = (
    Wrong("A misspelt place", "A PAR - Burgandi\nF BRE - MAO"),
    Wrong("Somebody else's unit", "A MUN - BUR"),
    Wrong("A place the unit cannot reach", "A PAR - MUN"),
    Wrong("An army sent to sea", "A MAR - LYO"),
    Wrong("Support into a place the helper does not touch", "A PAR S A MAR - SPA"),
    Wrong("Half an order", "A MAR S"),
    Wrong("A beginning that could be two places", "A MAR S liv - bur"),
    Wrong("The wrong kind of unit", "F PAR - BUR"),
    Wrong("Two orders for one unit", "A PAR - BUR\nA PAR - PIC"),
    Wrong("Support that one's own orders contradict", "A MAR S A PAR - BUR\nA PAR - PIC"),
    Wrong("An order with prose around it", "Dear server, please move my army in Paris to Burgundy, thank you."),
    Wrong("A fleet that could go to two coasts", "F MAO - SPA", game="marne"),
    Wrong("A retreat to where the attacker came from", "A BUR - MUN", game="ypres"),
    Wrong("A build outside the home centres", "build A SPA\nbuild F PAR", game="somme"),
    Wrong("A misspelt command", "A PAR - BUR\nredy"),
    Wrong("Press to somebody who is not there", "press to Belgium\nShall we?\nendpress"),
    Wrong("A vote on something else", "vote surrender"),
    Wrong("Nothing but quoted text", "> A PAR - BUR\n> F BRE - MAO"),
    Wrong("Only an attachment", "", dress=only_attachment),
    Wrong(
        "“Ready” beside a file that cannot be read",
        "A PAR - BUR\nready",
        dress=pdf_beside,
        note="moves.pdf is attached.",
    ),
    Wrong("An encrypted letter", CIPHER),
    Wrong("Orders in advance, misspelt", "phase fall 1901\nA PAR - BUR\nF BREZ - ENG\nready\nendphase"),
    Wrong("Only HTML, above a quoted report", "", dress=only_html),
    Wrong("A game that does not exist", "join verdunn", to=FRONT, sender=STRANGER, reader=STRANGER, subject="hello"),
    Wrong(
        "A forged sender",
        "A PAR - BUR",
        sender=STRANGER,
        note="The letter came to France's own address, but not from its player's. The player is asked, nobody else.",
    ),
    Wrong(
        "A first letter as one writes to people",
        "Hello,\n\nAnna told me about you. I'd prefer something slow, and can my brother come too?\n\nBob",
        to=FRONT,
        sender=SECOND,
        reader=SECOND,
        subject="hello",
        note="Somebody new, who names no game that has a seat.",
    ),
)


# --- the games the letters go to --------------------------------------------------------------------------------


def open_wrong_mail_game(office: Office, slug: str, *turns: dict[str, str]) -> None:
    """A game after some turns."""
    with office.store.write_session() as session:
        rules = Rules(grace_hours=0)
        game = games.insert_game(session, "diplomacy", slug=slug, pace="30d", rules=rules, now=office.now)
        for seat in SEATS:
            address = PLAYER if seat == "FRANCE" else f"{seat.lower()}@example.org"
            seats.join_game(
                session, game, people.get_or_register_player(session, address, office.now), [seat], office.now
            )
    for turn in turns:
        with office.store.write_session() as session:
            game = games.get_game(session, slug)
            for seat, text in turn.items():
                orders.add_orders(
                    session, seats.get_seat_by_name(session, game, seat), text, source="web", now=office.now
                )
            master.process_phase(session, game, None, office.now)


def prepare_games(office: Office) -> None:
    """Four games: one at its beginning, the others where a certain mistake can be made."""
    open_wrong_mail_game(office, "marne", {"FRANCE": "F BRE - MAO"})
    spring = {"FRANCE": "A PAR - BUR", "GERMANY": "A MUN - RUH\nA BER - MUN\nF KIE - HOL"}
    open_wrong_mail_game(office, "ypres", spring, {"GERMANY": "A MUN - BUR\nA RUH S A MUN - BUR"})
    open_wrong_mail_game(office, "somme", {"FRANCE": "A MAR - SPA"}, {})
    open_wrong_mail_game(office, "verdun")


@contextmanager
def post_office() -> Iterator[Office]:
    """A server with the games, on a folder of its own; its secrets are the same each time."""
    with tempfile.TemporaryDirectory() as folder:
        settings = config.load_config(
            Path(folder),
            {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_HOST": "pbem.test", "PBEM_SECRET_KEY": "wrong mails " * 3},
        )
        store = Store(settings.database)
        store.migrate()
        office = Office(store, settings, NOW)
        try:
            prepare_games(office)
            yield office
        finally:
            office.listener.stop_listening()
            store.close()


# --- sent and answered ------------------------------------------------------------------------------------------


def answer(office: Office, wrong: Wrong) -> str:
    """Sends the letter through the SMTP door; the newest letter its reader gets, without head and foot."""
    with office.store.write_session() as session:
        game = games.get_game(session, wrong.game)
        seat = seats.get_seat_by_name(session, game, "FRANCE")
        to = wrong.to or mail_addresses.make_seat_address(
            office.config.secret_key, office.config.mail_host, seat.id, seat.generation, seat.nonce
        )
        if not wrong.to:
            orders.clear_orders(session, seat, office.now)
    office.later(minutes=20)
    message = letter(wrong.sender, wrong.text, wrong.subject)
    message["To"] = to
    if wrong.dress:
        wrong.dress(message)
    office.post(wrong.sender, to, message.as_bytes())
    office.read()
    office.deliver()
    text = office.text(office.outbox(wrong.reader)[-1])
    return text.removeprefix(SENTINEL).partition("\n-- \n")[0].strip()


HASH = re.compile(r"\b[0-9a-f]{64}\b")
"""Of a receipt: it comes from the secret of the game, which is another each time."""


def render_wrong_mails_page() -> str:
    """The page."""
    parts = [HEAD]
    with post_office() as office:
        for number, wrong in enumerate(LETTERS, 1):
            sent = wrong.text or {only_html: "<div>A PAR - BUR<br>F BRE - the sea</div>…"}.get(
                wrong.dress,  # type: ignore[arg-type]
                "(empty, with orders.doc attached)",
            )
            note = f"{wrong.note}\n\n" if wrong.note else ""
            head = f"## {number}. {wrong.title}\n{note}"
            parts.append(
                f"{head}```\n{sent}\n```\nis answered with\n```\n{HASH.sub('…', answer(office, wrong))}\n```\n"
            )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render_wrong_mails_page(), "utf-8")
