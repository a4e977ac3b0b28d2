"""Letters of the server to itself, sent through its relay after others (see `pbem.health.relay_probes`)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import make_msgid

from pbem.health import relay_probes
from pbem.mail.inbound.letter import LOOP_HEADER
from pbem.mail.outbound import mime_parts
from pbem.mail.outbound.delivery import Relay, RelayDown
from pbem.mail.outbound.painting import PaintedLetter
from pbem.settings import mail_addresses
from pbem.settings.config import LOOPBACK, Config
from pbem.storage.database import Store
from pbem.storage.models import Probe

LOOK_EVERY = timedelta(minutes=1)
"""How often it is asked whether it is time for one."""


class Prober:
    """Sends a probe when it is time for one. `letters`: some have left since the last."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store, self.config = store, config
        self.letters = False
        self.looked = datetime.min.replace(tzinfo=UTC)

    def send_due_probe(self, relay: Relay, sent: int, now: datetime) -> None:
        """Comes after some letters were `sent`, through the same connection, so that it goes the same way."""
        self.letters = self.letters or sent > 0
        if now - self.looked < LOOK_EVERY or self.config.mail_host in LOOPBACK:
            return
        self.looked = now
        probe = relay_probes.make_due_probe(self.store, now, self.letters)
        if probe is not None:
            took = hand_probe_over(relay, compose_probe(self.config, probe))
            relay_probes.note_relay(self.store, probe, took)
            self.letters = self.letters and not took


def hand_probe_over(relay: Relay, letter: PaintedLetter) -> str:
    """Return which relay took a letter; "" if none did."""
    try:
        return "" if relay.send_letter(letter).why else relay.host_and_port
    except RelayDown:
        return ""


def compose_probe(config: Config, probe: Probe) -> PaintedLetter:
    """A probe as a letter. What comes back of it as a bounce has no sender, so it is none."""
    to = mail_addresses.make_address(config.secret_key, "probe", config.mail_host, probe.id, probe.nonce)
    message = EmailMessage(policy=mime_parts.POLICY)
    mime_parts.set_field(message, "From", f"pbem@{config.mail_host}")
    mime_parts.set_field(message, "To", to)
    mime_parts.set_field(message, "Subject", "a letter to myself")
    mime_parts.set_date(message, probe.sent_at)
    mime_parts.set_field(message, "Message-ID", make_msgid(domain=config.mail_host))
    mime_parts.set_field(message, "Auto-Submitted", "auto-generated")
    mime_parts.set_field(message, LOOP_HEADER, config.mail_host)
    message.set_content("This server writes to itself now and then, to see whether its letters arrive.\n")
    return PaintedLetter(probe.id, to, to, mime_parts.message_bytes(message))
