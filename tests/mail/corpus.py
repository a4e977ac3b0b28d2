"""Letters as people and machines write them, and what must come of them.

They stand in `letters/*.txt`, with a line “== DOOR: ACT” above each: where it goes and what it must lead to. Doors
are `first` (a first letter, to the open address) and `answer` (to the question whether somebody wants a seat). Acts are
`yes` and `no` (the question is settled), `asked` (the question is asked once more), `introduced` (told what
this server is), `wish GAME` (asked whether they want a seat there), and `alone` (nothing is said to a machine). Fields
of the letter stand right below; `Type: html` makes it a page. `{quoted}` is the question with marks, `{copy}` without.

`python -m tests.mail.corpus` sends all of them and tells what came of those that were not understood.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from sqlmodel import col, select

from pbem.games.notify import Kind
from pbem.settings import config, installed_engines
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Outbox, Player
from tests.games.party import open_party
from tests.games.toy import TOY
from tests.mail.conftest import Office, Sink, letter, relay, use_relay

FOLDER = Path(__file__).parent / "letters"
FRONT, NAMED = "pbem@pbem.test", re.compile(r"[\w.-]+@[\w.-]+")
SILENCE, MACHINE = "silence", "alone"
QUESTION = "Is this letter yours?"


@dataclass(frozen=True, eq=False)
class CorpusLetter:
    """A letter of the corpus, and whom it is from."""

    tongue: str
    number: int
    door: str
    act: str
    fields: dict[str, str]
    text: str

    @property
    def envelope(self) -> str:
        """Return who hands it in."""
        return f"{self.tongue}.{self.number}@example.org"

    @property
    def sender(self) -> str:
        """Return who it says it is from, and who would be answered."""
        found = NAMED.search(self.fields.get("From", ""))
        return found[0] if found else self.envelope

    @property
    def game(self) -> str:
        """The game that this writer was asked about, if it is an answer."""
        return f"{self.tongue}-{self.number}"

    def raw(self, question: str) -> bytes:
        """The letter as it comes to the door; `question` is what it may quote."""
        quoted = "\n".join(f"> {line}".rstrip() for line in question.splitlines())
        text = self.text.replace("{quoted}", quoted).replace("{copy}", question)
        given = {name: value for name, value in self.fields.items() if name not in ("Subject", "Type", "From")}
        subject = self.fields.get("Subject", f"Re: {QUESTION}" if self.door == "answer" else "")
        message = letter(self.fields.get("From", self.sender), text, subject, given)
        if self.fields.get("Type") == "html":
            message.set_content(text, subtype="html")
        return message.as_bytes()


def read_corpus(name: str) -> list[CorpusLetter]:
    """The letters of a file, such as "en" or "en-fresh"."""
    blocks = (FOLDER / f"{name}.txt").read_text("utf-8").split("== ")[1:]
    return [parse_corpus_letter(name, number, block) for number, block in enumerate(blocks, 1)]


def parse_corpus_letter(name: str, number: int, block: str) -> CorpusLetter:
    head, _, text = block.partition("\n\n")
    first, *more = head.strip().splitlines()
    door, _, act = first.partition(": ")
    given = dict(line.split(": ", 1) for line in more)
    return CorpusLetter(name, number, door, act, given, text.strip("\n") + "\n")


# --- sent through the door, and what came of it -------------------------------------------------------------------


def fates(office: Office, sink: Sink, letters: Sequence[CorpusLetter]) -> dict[CorpusLetter, str]:
    """Return what each letter led to, once its answers have come to the relay."""
    open_party(office.store, office.now, players=3)
    asked = [one for one in letters if one.door == "answer"]
    for one in asked:
        open_party(office.store, office.now, players=3, slug=one.game)
    post(office, [(one.sender, FRONT, letter(one.sender, f"join {one.game}").as_bytes()) for one in asked])
    questions = {one.sender: office.paint_letter(row) for one in asked for row in office.outbox(one.sender)}
    drain_outbox(office)
    before = len(sink.letters)
    post(office, [(one.envelope, *address_letter(one, questions.get(one.sender))) for one in letters])
    drain_outbox(office)
    reached = {recipient for _, recipients, _ in sink.letters[before:] for recipient in recipients}
    return {one: fate(office, one, one.sender in reached) for one in letters}


def address_letter(one: CorpusLetter, question: EmailMessage | None) -> tuple[str, bytes]:
    """Return where a letter goes, and its bytes."""
    if question is None:
        return FRONT, one.raw("")
    body = question.get_body(("plain",))
    assert body is not None
    return str(question["Reply-To"]), one.raw(body.get_content())


def post(office: Office, letters: Sequence[tuple[str, str, bytes]]) -> None:
    """Hands letters in by one connection, and has them read."""
    with office.smtp() as connection:
        for sender, recipient, raw in letters:
            connection.sendmail(sender, [recipient], raw)
    office.read()


def drain_outbox(office: Office) -> None:
    while office.deliver():
        pass


def fate(office: Office, one: CorpusLetter, answered: bool) -> str:
    """Return what came of a letter, in the words of the corpus; `answered`: whether a letter left for its writer
    since."""
    with office.store.read_session() as session:
        player = session.exec(select(Player).where(Player.address == one.sender)).one_or_none()
        rows = (
            session.exec(select(Outbox).where(Outbox.player_id == player.id).order_by(col(Outbox.id))).all()
            if player
            else []
        )
        mails = session.exec(select(MailIn).where(MailIn.sender == one.envelope)).all()
    news = rows if one.door == "first" else rows[1:]  # the first asks
    if one.door == "answer" and mails[0].status != "held":
        return "no" if mails[0].status == "ignored" else "yes"
    if not answered:
        return MACHINE if mails[-1].status == "ignored" else SILENCE
    return describe_answer(news[-1], again=one.door == "answer")


def describe_answer(row: Outbox, again: bool) -> str:
    if row.kind == Kind.QUESTION:
        return "asked" if again else f"wish {json.loads(row.data)['wish']['facts'].get('slug', '')}"
    return "introduced" if row.kind == Kind.STRANGER else f"another letter ({row.kind})"


# --- told ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """How the letters of a corpus fared."""

    all: int
    understood: int
    false_yes: tuple[CorpusLetter, ...]
    """Taken as a yes, or as a wish, though none was meant."""
    unanswered: tuple[CorpusLetter, ...]
    """Letters by people to which nothing was said. A no of somebody unknown is not: they were promised silence."""
    answered: tuple[CorpusLetter, ...]
    """Letters by machines to which something was said."""


def count_fates(found: dict[CorpusLetter, str]) -> Count:
    wrong = {one: got for one, got in found.items() if got != one.act}
    return Count(
        len(found),
        len(found) - len(wrong),
        tuple(one for one, got in wrong.items() if got == "yes" or got.startswith("wish ")),
        tuple(one for one, got in wrong.items() if got in (SILENCE, MACHINE)),
        tuple(one for one, got in wrong.items() if one.act == MACHINE),
    )


def describe_misread_letters(found: dict[CorpusLetter, str]) -> Iterator[str]:
    """The letters that were not understood, each with what came of it."""
    for one, got in found.items():
        if got != one.act:
            said = " / ".join((one.fields.get("Subject", ""), *one.text.split("\n")))
            yield f"{one.tongue} {one.number} {one.door}: {one.act}, but {got}: {' '.join(said.split())[:100]}"


UNBOUND = Limits(**{one.name: 1_000_000 for one in fields(Limits)})
"""Nothing of what strangers may cause is what is measured here."""


@contextmanager
def post_office() -> Iterator[tuple[Office, Sink]]:
    """A server on a folder of its own, and its relay."""
    with tempfile.TemporaryDirectory() as folder, relay() as (sink, port):
        settings = config.load_config(Path(folder), {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_HOST": "pbem.test"})
        store = Store(settings.database)
        store.migrate()
        office = Office(store, replace(settings, limits=UNBOUND), datetime(2026, 3, 2, 12, tzinfo=UTC))
        use_relay(office, port)
        try:
            yield office, sink
        finally:
            office.listener.stop_listening()
            store.close()


if __name__ == "__main__":
    installed_engines.ENGINES["toy"] = TOY
    for name in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.txt")):
        with post_office() as (office, sink):
            found = fates(office, sink, read_corpus(name))
        count = count_fates(found)
        print(*describe_misread_letters(found), f"{name}: {count.understood} of {count.all} understood", sep="\n")
