"""Every letter of a season, in and out, in the order in which it was taken; kept in a file."""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.policy import compat32
from email.utils import parseaddr, parsedate_to_datetime
from functools import cached_property
from pathlib import Path

FIELDS = ("From", "Subject", "Reply-To", "Message-ID", "In-Reply-To", "References", "Date", "Auto-Submitted", "List-Id")


@dataclass(frozen=True)
class Letter:
    """One letter. `out`: the server wrote it. `at`: when the server took it, or the relay did. `fate` of one that is
    out: "taken", "refused" by the relay, or "returned" with a report of failure."""

    number: int
    out: bool
    at: datetime
    sender: str
    recipient: str
    head: dict[str, str]
    text: str
    fate: str = "taken"

    @cached_property
    def written_at(self) -> datetime:
        """Return when it was written, as its Date says."""
        return parsedate_to_datetime(self.head["Date"])

    @property
    def subject(self) -> str:
        return self.head.get("Subject", "")

    @property
    def message_id(self) -> str:
        return self.head.get("Message-ID", "")

    @property
    def reply_to(self) -> str:
        return parseaddr(self.head.get("Reply-To", ""))[1]

    @property
    def slug(self) -> str:
        """The game it is about, as its List-Id says; "" for none."""
        return self.head.get("List-Id", "").strip("<>").partition(".")[0]

    @property
    def phase(self) -> int:
        """The thread of a phase to which it belongs; 0 for none."""
        found = re.search(r"<phase\.(\d+)@", self.head.get("References", ""))
        return int(found[1]) if found else 0

    @property
    def is_receipt(self) -> bool:
        return self.out and self.head.get("Auto-Submitted") == "auto-replied"


class Journal:
    """The file of all letters."""

    def __init__(self, path: Path) -> None:
        self.file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.file.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
            "CREATE TABLE IF NOT EXISTS letter (number INTEGER PRIMARY KEY, out INTEGER, at TEXT, sender TEXT, "
            "recipient TEXT, head TEXT, text BLOB, fate TEXT)"
        )

    def keep(self, raw: bytes, *, out: bool, at: datetime, sender: str, recipient: str, fate: str = "taken") -> Letter:
        message = message_from_bytes(raw, policy=compat32)
        head = {name: " ".join(str(message[name]).split()) for name in FIELDS if message[name]}
        text = words(message)
        row = (out, at.isoformat(), sender, recipient, json.dumps(head), zlib.compress(text.encode(), 1), fate)
        at_row = self.file.execute(
            "INSERT INTO letter (out, at, sender, recipient, head, text, fate) VALUES (?,?,?,?,?,?,?)", row
        )
        return Letter(at_row.lastrowid or 0, out, at, sender, recipient, decode_fields(head), text, fate)

    def letters(self, where: str = "1", *values: object) -> Iterator[Letter]:
        rows = self.file.execute(f"SELECT * FROM letter WHERE {where} ORDER BY number", values)
        for number, out, at, sender, recipient, head, text, fate in rows:
            told = zlib.decompress(text).decode()
            yield Letter(
                number,
                bool(out),
                datetime.fromisoformat(at),
                sender,
                recipient,
                decode_fields(json.loads(head)),
                told,
                fate,
            )

    def count(self, where: str = "1", *values: object) -> int:
        return int(self.file.execute(f"SELECT count(*) FROM letter WHERE {where}", values).fetchone()[0])

    def close(self) -> None:
        self.file.close()


def decode_fields(head: dict[str, str]) -> dict[str, str]:
    """Fields as they are read: words that are not ASCII travel encoded."""
    return {name: str(make_header(decode_header(value))) if "=?" in value else value for name, value in head.items()}


def words(message: Message) -> str:
    """The first plain text of a letter, and below it the calendar files that hang on it."""
    found: dict[str, list[str]] = {"text/plain": [], "text/calendar": []}
    for part in message.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() in found else None
        if isinstance(payload, bytes):
            text = payload.decode(part.get_content_charset("utf-8"), "replace")
            found[part.get_content_type()].append(text.replace("\r\n", "\n"))
    return "\n".join([*found["text/plain"][:1], *found["text/calendar"]])
