"""The desk: a letter is read, and what it says is done in the same transaction as its receipt.

`RULES` is the way of a letter across the desk: the first rule that has something to say about it ends the way. Which
letters come to the desk is the business of `pbem.mail.inbox`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem import addresses
from pbem.config import Config
from pbem.mail import commands, identity, intake, letter, own, receipts
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.letter import Letter
from pbem.models import MailIn, Outbox, Player, canonical
from pbem.play.seats import held
from pbem.play.tell import tell

CONFIRM_WITHIN = timedelta(days=3)
STRANGERS_DAILY = 5
"""Letters a day at most to an address that has proved nothing: it may not have written to us at all."""
IDLE_HOURLY = 10
"""Receipts an hour at most for letters in which nothing could be done: two machines may be talking to each other."""


def settle(session: Session, mail: MailIn, status: str, note: str) -> None:
    mail.status, mail.note, mail.ready_at = status, note, None
    session.add(mail)
    session.flush()


# --- the way of a letter -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A letter on its way across the desk. `saying` is what it says, command by command."""

    session: Session
    config: Config
    mail: MailIn
    letter: Letter
    writer: Writer | None
    lines: Sequence[own.Line]
    saying: Sequence[Said]
    now: datetime

    def names(self) -> set[str]:
        return {said.name for said in self.saying}


Ruling = tuple[str, str]
"""A status for the letter and a note for the host."""


def handle(session: Session, config: Config, mail: MailIn, now: datetime) -> None:
    """Reads one letter and does what it says. Raises UnreadableError."""
    read = letter.read(mail.raw)
    mail.message_id = read.message_id[:250]
    case = opened(session, config, mail, read, identity.writer(session, config, mail, read), now)
    ruling = next(found for rule in RULES if (found := rule(case)))
    settle(session, mail, *ruling)


def opened(session: Session, config: Config, mail: MailIn, read: Letter, writer: Writer | None, now: datetime) -> Case:
    """The case of a letter that was read: placed in its game, cut into what it says."""
    if writer is not None:
        writer = identity.placed(session, writer, read.subject)
    lines: Sequence[own.Line] = own.own_lines(read.text, config.mail_host)
    saying: Sequence[Said] = commands.read(lines, lambda: receipts.verbs(session, writer))
    if not [s for s in saying if s.name != "ignored"]:
        lines, saying = spoken_in_subject(mail, read, lines, saying)
    return Case(session, config, mail, read, writer, lines, saying, now)


def spoken_in_subject(
    mail: MailIn, read: Letter, lines: Sequence[own.Line], saying: Sequence[Said]
) -> tuple[Sequence[own.Line], Sequence[Said]]:
    """A letter with nothing in it may say it all in its subject ("join verdun"), or by the address ("help@…")."""
    for words in (read.subject, mail.recipient.partition("@")[0]):
        found = commands.read([own.Line(words)])
        if found and found[0].name not in ("orders", "greeting", "ignored", "press", "broadcast", "what if"):
            at = len(lines)
            return [*lines, own.Line(words)], [*saying, replace(found[0], at=at)]
    return lines, saying


def from_a_machine(case: Case) -> Ruling | None:
    if case.mail.recipient.startswith("bounce"):
        return bounced(case)
    why = case.letter.machine or ("a bounce" if case.mail.sender == intake.NULL_SENDER else "")
    local, _, host = case.letter.sender.rpartition("@")
    if host == case.config.mail_host and local.partition("+")[0] in intake.FIXED:
        why = "a letter of our own"
    return ("ignored", why) if why else None


def bounced(case: Case) -> Ruling:
    """A letter of ours that came back: noted where it was sent from."""
    read = addresses.read(case.config.secret_key, "bounce", case.mail.recipient)
    row = case.session.get(Outbox, read[0]) if read else None
    if row is not None and not row.error:
        row.error = "came back undelivered"
        case.session.add(row)
    return "ignored", "a bounce"


def from_a_stranger(case: Case) -> Ruling | None:
    """Somebody without a proof: told what is public, asked to confirm what he wants to do, else left alone."""
    writer = case.writer
    if writer is not None and writer.secret:
        return None
    names = case.names()
    joins = "join" in names
    known = writer is not None and bool(held(case.session, writer.player) or writer.game)
    asks = bool(names & {"help", "games"}) or any(
        commands.nearest(s.lines[0]) for s in case.saying if s.name == "orders"
    )
    if not (joins or known or asks):
        return "ignored", "from a stranger, and nothing in it that we know"
    player = writer.player if writer else identity.newcomer(case.session, case.letter.sender, case.now)
    if player is None or player.bot:
        return "ignored", "no address to answer to"
    if sent_lately(case.session, player, case.now - timedelta(days=1)) >= STRANGERS_DAILY and not known:
        return "ignored", "enough letters to this address for today"
    if joins and case.config.demo:  # letters of a demonstration never leave the machine: one is enough to sit down
        return answered(replace(case, writer=Writer(player, proven=True)))
    if joins or (known and names - {"help", "games", "ignored", "greeting", "comment"}):
        return ask_to_confirm(case, Writer(player, writer.seat if writer else None, writer.game if writer else None))
    public = [s for s in case.saying if s.name in ("help", "games", "orders", "greeting", "ignored", "comment")]
    return answered(replace(case, writer=Writer(player), saying=public))


def not_proven(case: Case) -> Ruling | None:
    """A secret address, but not the From it was given to: nothing is done before the registered address agrees."""
    assert case.writer is not None
    return None if case.writer.proven else ask_to_confirm(case, case.writer)


def ask_to_confirm(case: Case, writer: Writer) -> Ruling:
    """Keeps the letter and asks the registered address about it, once a day for each seat."""
    day = f"{case.now:%Y%m%d}"
    about = f"seat {writer.seat.id}" if writer.seat else f"player {writer.player.id}"
    wish = next((s.lines[0] for s in case.saying if s.name == "join"), "")
    key = f"confirm:{about}:{wish.lower()}:{day}"
    data = {
        "code": "confirm",
        "mail": case.mail.id,
        "from": case.letter.sender,
        "lines": [line[:80] for s in case.saying for line in s.lines][:15] if writer.secret else [wish] if wish else [],
    }
    before = case.session.exec(select(Outbox.id).where(Outbox.key == key)).first()
    tell(
        case.session,
        "notice",
        writer.player,
        key,
        game=writer.game,
        seat=writer.seat,
        data=data,
        in_reply_to="" if writer.secret else case.letter.message_id,
        now=case.now,
    )
    return "held", "waits for a confirmation" + (" (asked for another letter today)" if before else "")


def confirming(case: Case) -> Ruling | None:
    """The answer "yes" to our question about a letter that is held."""
    assert case.writer is not None
    asked = case.writer.answers
    data = json.loads(asked.data) if asked is not None and asked.kind == "notice" else {}
    agreed = any(commands.read([own.Line(line)])[0].name == "yes" for s in case.saying for line in s.lines[:1] if line)
    if data.get("code") != "confirm" or not agreed:
        return None
    waiting = case.session.get(MailIn, data["mail"])
    if waiting is None or waiting.status != "held" or case.now - waiting.received_at > CONFIRM_WITHIN:
        return None
    read = letter.read(waiting.raw)
    writer = replace(case.writer, answers=None)
    settle(case.session, waiting, *answered(opened(case.session, case.config, waiting, read, writer, case.now)))
    return "done", "confirmed another letter"


def answered(case: Case) -> Ruling:
    """Does what the letter says and writes its receipt."""
    assert case.writer is not None
    receipt = receipts.worked(
        case.session, case.config, case.mail, case.letter, case.writer, case.lines, case.saying, case.now
    )
    if (
        not receipt.useful
        and sent_lately(case.session, case.writer.player, case.now - timedelta(hours=1)) >= IDLE_HOURLY
    ):
        return "done", "no receipt: too many in an hour"
    tell(
        case.session,
        "receipt",
        case.writer.player,
        f"receipt:{case.mail.id}",
        game=receipt.game,
        phase=receipt.phase,
        seat=receipt.seat,
        data=json.loads(canonical(receipt.data)),
        in_reply_to=case.letter.message_id if case.writer.proven or not case.writer.secret else "",
        now=case.now,
    )
    return "done", ""


RULES: tuple[Callable[[Case], Ruling | None], ...] = (
    from_a_machine,
    from_a_stranger,
    not_proven,
    confirming,
    answered,
)


def sent_lately(session: Session, player: Player, since: datetime) -> int:
    """Receipts and questions a player was sent since then."""
    query = select(func.count()).where(
        Outbox.player_id == player.id, col(Outbox.kind).in_(("receipt", "notice")), Outbox.created_at > since
    )
    return session.exec(query).one()
