"""Letters come in: kept whole and committed before they are acknowledged, read later.

Whichever way a letter comes (`pbem.mail.inbound.smtp_door`, the pipe, the mailbox page), it is refused if its recipient
cannot be meant for us, put off if too much has come already, and not parsed here but for a few fields at open
addresses.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import compat32
from email.utils import getaddresses
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlmodel import Session, col, select

from pbem.health import relay_probes
from pbem.mail.inbound import vouching
from pbem.mail.inbound.letter import parse_letter_head
from pbem.mail.inbound.vouching import HandedLetter
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.settings.limits import Limits
from pbem.storage.budgets import Cost, refund_costs
from pbem.storage.database import Clock, Store
from pbem.storage.inserting import insert_statement
from pbem.storage.models import Deputy, MailIn, Outbox, Player, Seat
from pbem.storage.shared_budgets import NOBODY, Asker, take_costs

FIXED_NAMES = frozenset(
    ["pbem", "games", "join", "help", "play", "orders", "reply", "press", "judge", "postmaster", "abuse", "bounce"]
)
"""The addresses that need no secret; they prove nothing about who writes."""
FOR_HOST = frozenset({"postmaster", "abuse"})
HEAD_LIMIT = 65_536
SHORT_LETTER = 20_000
"""Bytes of a letter for which something is kept free for newcomers."""
NULL_SENDER = "<>"
FINGERPRINT = re.compile(
    rb"^(message-id|from|date|subject|in-reply-to|content-type)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.I | re.M
)

ID = sa.literal_column("id", sa.Integer)


def letter_digest(recipient: str, raw: bytes) -> str:
    """By which copies of one letter to one recipient are known, whichever way they came: the fields that mail servers
    add on the way are left out. All addresses that everybody may write to are one: who has a copy of a signed letter
    could send it to each of them."""
    content = raw.replace(b"\r\n", b"\n").strip()
    head, gap, body = content.partition(b"\n\n")
    kept = [b" ".join(found[0].split()) for found in FINGERPRINT.finditer(head[:65536])] if gap else [head]
    return hashlib.sha256(b"\n".join((normalize_recipient(recipient).encode(), *kept, b"", body.strip()))).hexdigest()


def normalize_recipient(recipient: str) -> str:
    """An address without what may be changed in it and makes no difference."""
    name, host = mail_addresses.local_name(recipient), recipient.lower().rpartition("@")[2]
    if name not in FIXED_NAMES or mail_addresses.address_kind(recipient):
        return recipient.lower()
    return f"{name if name in FOR_HOST else 'pbem'}@{host}"


class UnknownRecipient(Exception):  # noqa: N818
    """A recipient that is not one of ours; the text says so to the sender."""


class IntakeFull(Exception):  # noqa: N818
    """Too much has come lately: the letter is to come again later; the text says so to the sender."""


@dataclass(frozen=True)
class Destination:
    """What a recipient is: the game it belongs to, if that is certain, and whose address it is, if it takes a secret to
    know it: what comes to all of somebody's addresses of a kind counts together. `probe`: it is where a letter of the
    server to itself comes back."""

    game_id: int | None = None
    owner: str = ""
    probe: mail_addresses.AddressedRow | None = None
    is_open: bool = False
    """Whether everybody may write there who has something to say to the server."""


@dataclass(frozen=True)
class LetterOrigin:
    """Whence a letter comes. `sender` is the envelope's: "<>" if there is none (a bounce), "" if it is not known.
    `peer`: the network address, "" if none; `vouched`: handed over by the host's own mail server."""

    sender: str
    peer: str = ""
    vouched: bool = False


def envelope_sender(given: str) -> str:
    """The sender as an envelope names it; what mail servers write instead of none is none."""
    return NULL_SENDER if given.partition("@")[0].strip("<>").lower() in ("", "mailer-daemon") else given


@dataclass(frozen=True)
class Arrival:
    """A letter to one recipient, as it comes."""

    raw: bytes
    recipient: str
    origin: LetterOrigin
    place: Destination
    source: Asker = NOBODY
    """Whom it is counted for where it takes no secret to write, among those who are `vouched_for`, or the others."""
    vouched_for: bool = False

    @property
    def costs(self) -> tuple[list[Cost], list[Cost]]:
        """Return what counts for who wrote it, and what for others as well."""
        size = len(self.raw)
        if self.place.owner:
            return [("seat_letters", self.place.owner, 1), ("seat_bytes", self.place.owner, size)], []
        total: list[Cost] = [
            ("stranger_letters_kept", self.vouching_lane, 1),
            ("stranger_bytes_kept", self.vouching_lane, size),
        ]
        if self.vouched_for:
            total.append(("domain_letters", self.source.around, 1))
        elif self.origin.vouched:  # the host's own mail servers bring everybody's letters
            return [], total
        who = self.source.who or self.origin.peer
        return [("peer_letters", who, 1), ("peer_bytes", who, size)], total

    @property
    def vouching_lane(self) -> str:
        return "vouched" if self.vouched_for else ""

    def pay_costs(self, connection: Connection, limits: Limits, now: datetime) -> list[Cost] | None:
        """Return what was counted for it; None if it is too much."""
        mine, total = self.costs
        source = NOBODY if self.place.owner else self.source
        short = len(self.raw) <= SHORT_LETTER
        return take_costs(connection, limits, f"kept {self.vouching_lane}", source, (mine, total), now, newcomer=short)

    def row_values(self) -> dict[str, Any]:
        """Return what is kept of it, but for the instant."""
        return {
            "digest": letter_digest(self.recipient, self.raw),
            "sender": self.origin.sender,
            "recipient": self.recipient.lower(),
            "message_id": "",
            "raw": self.raw,
            "status": "new",
            "note": "",
            "attempts": 0,
            "game_id": self.place.game_id,
            "peer": self.origin.peer,
            "vouched": self.origin.vouched,
        }


def receive_letters(
    store: Store, limits: Limits, some: Sequence[Arrival], clock: Clock
) -> list[int | IntakeFull | None]:
    """Keeps letters that have come together, in one transaction: for each its number, or None if the same one was kept
    before, or why it is not kept.

    The instant of acceptance is read within the transaction: see `Store.keep_arrival`.
    """
    rows = [one.row_values() for one in some]
    with store.keep_arrival() as connection:
        return [store_letter(connection, limits, one, row, clock()) for one, row in zip(some, rows, strict=True)]


def store_letter(
    connection: Connection, limits: Limits, one: Arrival, row: Mapping[str, Any], now: datetime
) -> int | IntakeFull | None:
    """Give limits back what is not kept. A probe is noted; what has no sender may be its bounce."""
    if probe := one.place.probe:
        if one.origin.sender not in ("", NULL_SENDER):
            relay_probes.note_probe_back(connection, probe.number, probe.nonce, now)
        return None
    paid, found = one.pay_costs(connection, limits, now), None
    if paid is not None:
        keep = insert_statement(connection.dialect.name, MailIn, ("digest",)).returning(ID)
        values = {**row, "received_at": now, "ready_at": now}
        found = connection.execute(keep, values).scalar_one_or_none()
        if found is None:
            refund_costs(connection, limits, paid, now)
    return (
        found
        if paid is not None
        else IntakeFull("4.7.1 Too many letters have come lately; please try again in an hour")
    )


def most_bytes(limits: Limits) -> int:
    """Return what is kept in an hour of letters that it takes no secret to send, vouched for or not, newcomers' among
    them."""
    return 2 * (limits.stranger_bytes_kept + limits.newcomers * SHORT_LETTER)


def make_arrival(config: Config, raw: bytes, recipient: str, origin: LetterOrigin, place: Destination) -> Arrival:
    """A letter with whom it is counted for. Raises UnknownRecipient if it comes to an open address, and nothing shows
    who wrote it."""
    if place.owner:
        return Arrival(raw, recipient, origin, place)
    handed = HandedLetter(parse_letter_head(raw), origin.sender, origin.peer, origin.vouched)
    if (
        place.is_open
        and mail_addresses.local_name(recipient) not in FOR_HOST
        and (why := vouching.refusal_reason(config, handed))
    ):
        raise UnknownRecipient(why)
    source = vouching.letter_asker(config, handed)
    return Arrival(raw, recipient, origin, place, source, bool(vouching.vouching_domain(config, handed)))


def resolve_destination(session: Session, config: Config, address: str) -> Destination:
    """Return what a recipient is. Raises UnknownRecipient."""
    local, _, host = address.strip().lower().rpartition("@")
    if host != config.mail_host:
        raise UnknownRecipient("5.7.1 This server takes no mail for other hosts")
    if local in FIXED_NAMES or local.partition("+")[0] in FIXED_NAMES.difference(mail_addresses.ADDRESS_KINDS):
        return Destination(is_open=True)
    if seat := mail_addresses.parse_seat_address(config.secret_key, address):
        query = select(Seat.game_id, Seat.id, Seat.generation, Seat.nonce).where(
            Seat.id == seat.number, col(Seat.player_id).is_not(None)
        )
        row = session.exec(query).one_or_none()
        if row and row[1:] == seat:
            return Destination(row[0], f"orders {seat.number}")
        raise UnknownRecipient(f"5.1.6 This seat has another address now; write to pbem@{config.mail_host}")
    if deputy := mail_addresses.parse_address(config.secret_key, "deputy", address):
        return deputy_destination(session, deputy)
    if probe := mail_addresses.parse_address(config.secret_key, "probe", address):
        return Destination(probe=probe)
    for kind in ("reply", "bounce"):
        if letter := mail_addresses.parse_address(config.secret_key, kind, address):
            return letter_destination(session, config.mail_host, kind, letter)
    raise UnknownRecipient(
        f"5.1.1 No such address; write to pbem@{config.mail_host}, or for your seat to where its letters come from"
    )


def deputy_destination(session: Session, named: mail_addresses.AddressedRow) -> Destination:
    """Return where somebody writes who stands in for a seat's holder. Raises UnknownRecipient."""
    query = select(Deputy.game_id).where(
        Deputy.id == named.number, Deputy.nonce == named.nonce, col(Deputy.ended_at).is_(None)
    )
    game_id = session.exec(query).one_or_none()
    if game_id is None:
        raise UnknownRecipient("5.1.6 You stand in for this seat no more")
    return Destination(game_id, f"deputy {named.number}")


def letter_destination(session: Session, host: str, kind: str, named: mail_addresses.AddressedRow) -> Destination:
    """Return where a letter of ours is answered, or comes back to. Anybody gets one who asks: it is a secret only if
    whoever got it is no stranger any more. Raises UnknownRecipient for an answer to what is kept no more, or was
    written before this server was put back: whoever has its number now has nothing to do with it."""
    query = select(Outbox.game_id, Player.id, Player.answered_at).join(Player, col(Outbox.player_id) == Player.id)
    row = session.exec(query.where(Outbox.id == named.number, Outbox.nonce == named.nonce)).one_or_none()
    if row is None and kind == "reply":
        raise UnknownRecipient(
            f"5.1.6 The letter you answer is older than what this server knows; write to pbem@{host}"
        )
    if row is None:
        return Destination()
    game_id, player_id, answered_at = row
    return Destination(game_id, f"{kind} {player_id}" if answered_at else "")


def receive_handed_letter(
    store: Store, config: Config, raw: bytes, recipient: str, sender: str, clock: Clock
) -> int | None:
    """Keeps a letter that the host's own mail server, or the mailbox page, hands over; its number, or None if the same
    one was kept before. Raises UnknownRecipient, IntakeFull."""
    with store.read_session() as session:
        place = resolve_destination(session, config, recipient)
    letter = make_arrival(config, raw, recipient, LetterOrigin(sender, vouched=True), place)
    (found,) = receive_letters(store, config.limits, [letter], clock)
    if isinstance(found, IntakeFull):
        raise found
    return found


def first_addressee(raw: bytes) -> str:
    """The first address a letter's own fields name as its destination; "" if none."""
    head = message_from_bytes(raw[:HEAD_LIMIT], policy=compat32)
    named = (str(head.get(name, "")) for name in ("Delivered-To", "X-Original-To", "To", "Cc"))
    found = (address for one in named for _, address in getaddresses([one]))  # of many it takes none if one is empty
    return next(filter(None, found), "")
