"""What a letter is put together of, words, files, and what holds several of them; and how it is written.

The library takes every field apart whenever it is set, asked for or written, which costs more than painting a letter
does. So the server's own fields are put in as they stand, and so are others in which there is nothing to take apart;
what the library has to look at is remembered for the next letter. Tests hold that what is written is what it writes.
"""

from __future__ import annotations

import re
from binascii import b2a_base64, b2a_qp
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP, Policy
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, Literal

REMEMBERED_FIELDS = 200
"""Fields; most letters share theirs but for a handful."""
LINE, BASE64 = 78, 76
"""Letters of a line that needs no folding, and of one of a file."""
MAILBOX = r"[A-Za-z0-9_]+(?:[.+-][A-Za-z0-9_]+)*@[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*"
ATOM = r"[A-Za-z0-9-]+"
DOT = " =?utf-8?q?=C2=B7?= "
"""What stands between the names in a sender's, as it is written."""
SIMPLE = {
    "From": re.compile(f"{ATOM}(?: {ATOM})*(?: · {ATOM})? <{MAILBOX}>"),
    **dict.fromkeys(("To", "Reply-To"), re.compile(MAILBOX)),
    "Message-ID": re.compile(f"<{MAILBOX}>"),
    **dict.fromkeys(
        ("In-Reply-To", "References", "List-Id", "Auto-Submitted", "X-Auto-Response-Suppress", "X-Pbem-Server"),
        re.compile(r"[\w.+<>@-]+(?: [\w.+<>@-]+)*", re.ASCII),
    ),
    "Subject": re.compile(r"(?!.*=\?)[!-~]+(?: [!-~]+)*"),
}
"""What may stand in a field for it to be written as it is."""


class Registry(HeaderRegistry):
    """Takes fields apart; remembers what it found."""

    def __init__(self) -> None:
        super().__init__()
        self.remembered = lru_cache(REMEMBERED_FIELDS)(super().__call__)

    def __call__(self, name: str, value: Any) -> Any:
        return self.remembered(name, value)


POLICY = SMTP.clone(header_factory=Registry())
"""How letters are written."""


def set_field(message: EmailMessage, name: str, value: str) -> None:
    """Sets a field. What it says may come from others: whatever is not quite simple goes through the library."""
    known, written = SIMPLE.get(name), value.replace(" · ", DOT)
    if known and len(name) + 2 + len(written) <= LINE and known.fullmatch(value):
        message.set_raw(name, written)
    else:
        message[name] = value


def set_date(message: EmailMessage, at: datetime) -> None:
    """Says when a letter was written."""
    message.set_raw("Date", format_datetime(at))


def text_part(text: str, kind: Literal["plain", "html"]) -> EmailMessage:
    """Words as a part."""
    part = EmailMessage(policy=POLICY)
    part.set_raw("Content-Type", f'text/{kind}; charset="utf-8"')
    part.set_raw("Content-Transfer-Encoding", "quoted-printable")
    part.set_payload(b2a_qp(b"\n".join(text.encode().splitlines())).decode("ascii") + "\n")
    return part


def file_part(content: bytes, kind: str, name: str, cid: str = "") -> EmailMessage:
    """A file as a part: to be kept, or, if it has a `cid`, to be shown where the HTML names that."""
    part = EmailMessage(policy=POLICY)
    maintype, _, subtype = kind.partition("/")
    shown: dict[str, Any] = {"disposition": "inline", "cid": f"<{cid}>"} if cid else {"disposition": "attachment"}
    part.set_content(b"", maintype, subtype, filename=name, **shown)
    part.set_payload(wrap_base64(b2a_base64(content, newline=False).decode("ascii")))
    return part


def wrap_base64(packed: str) -> str:
    """Base64 in lines as long as they may be."""
    return "".join(f"{packed[at : at + BASE64]}\n" for at in range(0, len(packed), BASE64))


def join_parts(
    kind: Literal["alternative", "related", "mixed"], parts: Sequence[EmailMessage], into: EmailMessage | None = None
) -> EmailMessage:
    """Some parts as one, or as a whole letter whose fields are there already. One part is itself. The bounds between
    parts need not be drawn by lot: "=_" occurs in no part as it is encoded."""
    if len(parts) == 1 and into is None:
        return parts[0]
    whole = EmailMessage(policy=POLICY) if into is None else into
    whole.set_raw("MIME-Version", "1.0")
    whole.set_raw("Content-Type", f'multipart/{kind}; boundary="=_{kind}"')
    whole.set_payload(list(parts))
    return whole


# --- how it is written --------------------------------------------------------------------------------------------


def message_bytes(message: EmailMessage) -> bytes:
    """A letter that was put together here, as the library would write it."""
    return b"".join(iter_message_bytes(message))


def iter_message_bytes(message: MIMEPart) -> Iterator[bytes]:
    """Its fields, and its words or parts."""
    for name, value in message.raw_items():
        yield fold_field_line(message.policy, name, value)
    if not message.is_multipart():
        content: Any = message.get_payload()
        yield b"\r\n" + content.encode("ascii").replace(b"\n", b"\r\n")
        return
    bound = b"\r\n--=_" + message.get_content_subtype().encode()
    for part in message.iter_parts():
        yield bound + b"\r\n"
        yield from iter_message_bytes(part)
    yield bound + b"--\r\n"


def fold_field_line(policy: Policy, name: str, value: str) -> bytes:
    """A field. One that was set by the library is no plain string."""
    if type(value) is str and len(name) + 2 + len(value) <= LINE and value.isascii() and value.isprintable():
        return f"{name}: {value}\r\n".encode()
    return policy.fold_binary(name, value)
