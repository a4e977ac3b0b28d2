"""What a letter is put together of: words, files, and what holds several of them.

The library takes every field apart whenever it is set, asked for or written, which costs more than painting a letter
does. So the server's own fields are put in as they stand, and what is taken apart is remembered for the next letter.
What others have a say in (addresses, the subject) goes through the library as ever: see `pbem.mail.compose`.
"""

from __future__ import annotations

from binascii import b2a_qp
from collections.abc import Sequence
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from functools import lru_cache
from typing import Any, Literal

REMEMBERED = 200
"""Fields; most letters share theirs but for a handful."""


class Registry(HeaderRegistry):
    """Takes fields apart; remembers what it found."""

    def __init__(self) -> None:
        super().__init__()
        self.remembered = lru_cache(REMEMBERED)(super().__call__)

    def __call__(self, name: str, value: Any) -> Any:
        return self.remembered(name, value)


POLICY = SMTP.clone(header_factory=Registry())
"""How letters are written."""


def worded(text: str, kind: Literal["plain", "html"]) -> EmailMessage:
    """Words as a part."""
    part = EmailMessage(policy=POLICY)
    part.set_raw("Content-Type", f'text/{kind}; charset="utf-8"')
    part.set_raw("Content-Transfer-Encoding", "quoted-printable")
    part.set_payload(b2a_qp(b"\n".join(text.encode().splitlines())).decode("ascii") + "\n")
    return part


def file(content: bytes, kind: str, name: str, cid: str = "") -> EmailMessage:
    """A file as a part: to be kept, or, if it has a `cid`, to be shown where the HTML names that."""
    part = EmailMessage(policy=POLICY)
    maintype, _, subtype = kind.partition("/")
    shown = {"disposition": "inline", "cid": f"<{cid}>"} if cid else {"disposition": "attachment"}
    part.set_content(content, maintype, subtype, filename=name, **shown)
    return part


def held(
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
