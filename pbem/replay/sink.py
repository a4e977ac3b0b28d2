"""A mail relay that keeps: every letter handed to it lies in a folder before it is acknowledged."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller


class Sink:
    """Letters by recipient: `mails/austria/<Message-ID>.eml`, and what a report holds beside it in `reports`.

    A letter that comes twice lies there once, since its Message-ID names the file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        for recipient in envelope.rcpt_tos:
            self.keep_letter(recipient.partition("@")[0], bytes(envelope.content))
        return "250 OK Kept"

    def keep_letter(self, name: str, raw: bytes) -> None:
        message = parse_sink_letter(raw)
        for attachment in message.iter_attachments():
            stem = (attachment.get_filename() or "report").removesuffix(".pdf")
            for kind in ("plain", "html"):
                body = message.get_body((kind,))
                text = body.get_content() if body else ""
                write_whole_file(
                    self.folder / "reports" / stem / f"{name}.{'txt' if kind == 'plain' else kind}", text.encode()
                )
            write_whole_file(self.folder / "reports" / stem / f"{name}.pdf", attachment.get_content())
        write_whole_file(self.folder / "mails" / name / f"{file_name(str(message['Message-ID']))}.eml", raw)

    def iter_letters(self, name: str) -> Iterator[EmailMessage]:
        """Yield what somebody has got so far, the first first."""
        paths = (self.folder / "mails" / name).glob("*.eml")
        for path in sorted(paths, key=lambda p: int(p.name.partition(".")[0])):
            yield parse_sink_letter(path.read_bytes())


def parse_sink_letter(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def file_name(message_id: str) -> str:
    return re.sub(r"[^\w.-]", "_", message_id.strip("<>"))


def write_whole_file(path: Path, data: bytes) -> None:
    """All of it or nothing, however the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(data)
    draft.replace(path)


def start_relay(sink: Sink) -> Controller:
    """A running SMTP server on a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port, server_hostname="relay.localhost")
    controller.start()
    return controller
