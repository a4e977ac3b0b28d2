"""The door for a mail server that hands letters over by LMTP (RFC 2033): each recipient of a letter has an answer of
its own, and whoever hands it over keeps what was not taken. Limits and trust are those of the SMTP door."""

from __future__ import annotations

from typing import Any

from aiosmtpd.lmtp import LMTP

from pbem.mail.inbound.smtp_door import Conversation


class Handover(LMTP, Conversation):
    """One connection by LMTP. `due`: how many answers the letter that is coming must have."""

    one_by_one = True
    due = 0

    async def push(self, status: Any) -> None:
        """Says something; of a letter that has come, to each recipient."""
        due, self.due = self.due, 0
        if due and not isinstance(status, list):
            status = [status] * due
        if str(status).startswith("354") and self.envelope is not None:
            self.due = len(self.envelope.rcpt_tos)
        await super().push("\r\n".join(status) if isinstance(status, list) else status)
