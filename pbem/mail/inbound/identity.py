"""Whom a letter speaks for, and what it is about; what proves it is decided in `pbem.mail.inbound.proof`.

The secret address it came to says it (a seat's, or the one a letter of ours asked to be answered at), else its From.
The Message-IDs it answers say what it is about, among what belongs to that person. What stands in To counts for
nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from sqlmodel import Session, select

from pbem.commands.writer import Writer
from pbem.games import Refusal
from pbem.games.leading import leaders
from pbem.games.notify import list_holders
from pbem.games.people import people
from pbem.games.seating import seats, substitutes
from pbem.mail.inbound import proof
from pbem.mail.inbound.letter import Letter
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.models import Deputy, Game, MailIn, Outbox, Player, Seat, Wish


def make_message_id(config: Config, row: Outbox) -> str:
    """The Message-ID of a letter: equal whenever it is sent, so that a copy is recognised; not to be guessed. The
    instant is in it since a server that was put back from a backup gives numbers and keys again."""
    what = f"message id:{row.id}:{row.key}:{row.created_at.astimezone(UTC).isoformat()}"
    mac = hmac.new(config.secret_key.encode(), what.encode(), hashlib.sha256)
    return f"<{row.id}.{mac.hexdigest()[:24]}@{config.mail_host}>"


def find_writer(session: Session, config: Config, mail: MailIn, letter: Letter) -> Writer | None:
    """None if the letter speaks for nobody we know."""
    sender = claimed_sender(mail, letter)
    found = find_addressee(session, config, mail.recipient, mail.received_at)
    if found is None:
        known = session.exec(select(Player).where(Player.address == sender)).one_or_none() if sender else None
        found = Writer(known) if known and not known.bot else None
    if found is None:
        return None
    found = add_answered_letter(session, found, find_answered_letter(session, config, letter.refers), mail.received_at)
    verdict = proof.dmarc_verdict(config, mail, letter)
    return replace(found, proof=proof.judge_proof(verdict, found.secret, sender == found.player.address))


def find_addressee(session: Session, config: Config, recipient: str, at: datetime) -> Writer | None:
    """Return whose secret address a letter came to."""
    return (
        find_seat_writer(session, config, recipient)
        or find_deputy_writer(session, config, recipient, at)
        or find_reply_writer(session, config, recipient, at)
    )


def add_answered_letter(session: Session, writer: Writer, answered: Outbox | None, at: datetime) -> Writer:
    """The writer, with the letter of ours they answer, and the seat it was about if nothing else says that."""
    if answered is None or answered.player_id != writer.player.id or writer.answers is not None:
        return writer
    about = find_outbox_reader(session, answered, at)
    if writer.game is not None or about is None:
        return replace(writer, answers=answered)
    return replace(writer, answers=answered, game=about.game, seat=about.seat, deputy=about.deputy)


def claimed_sender(mail: MailIn, letter: Letter) -> str:
    """Return who the letter says it is from, as addresses are stored; one without a header is from whom the envelope
    names."""
    named = mail.sender if "no header" in letter.flags else letter.sender
    try:
        return people.normalize_address(named)
    except Refusal:
        return named.lower()  # an address that the server made up itself, or nobody's


def find_seat_writer(session: Session, config: Config, recipient: str) -> Writer | None:
    """Return whose seat's secret address this is."""
    read = mail_addresses.parse_seat_address(config.secret_key, recipient)
    if read is None:
        return None
    seat = session.get(Seat, read.number)
    if seat is None or (seat.id, seat.generation, seat.nonce) != read:
        return None
    game = session.get_one(Game, seat.game_id)
    player = next((player for held, player in list_holders(session, game) if held.id == seat.id), None)
    return Writer(player, seat, game, secret=True) if player else None


def find_deputy_writer(session: Session, config: Config, recipient: str, at: datetime) -> Writer | None:
    """Return who was given this address to stand in for a seat's holder; before their time, and after it, without the
    seat."""
    read = mail_addresses.parse_address(config.secret_key, "deputy", recipient)
    row = session.get(Deputy, read.number) if read else None
    if read is None or row is None or row.nonce != read.nonce or row.accepted_at is None or row.ended_at is not None:
        return None
    player, seat = session.get_one(Player, row.player_id), session.get_one(Seat, row.seat_id)
    game, acts = session.get_one(Game, row.game_id), substitutes.find_deputy(session, seat, player, at)
    return Writer(player, seat if acts else None, game, secret=True, deputy=row)


def find_reply_writer(session: Session, config: Config, recipient: str, at: datetime) -> Writer | None:
    """Return who was asked to answer at this address."""
    read = mail_addresses.parse_address(config.secret_key, "reply", recipient)
    row = session.get(Outbox, read.number) if read else None
    found = find_outbox_reader(session, row, at) if read and row and row.nonce == read.nonce else None
    if read and found and found.seat and found.seat.generation != read.generation:
        return None
    return found


def find_answered_letter(session: Session, config: Config, refers: Iterable[str]) -> Outbox | None:
    """The nearest letter of ours that a letter answers."""
    for reference in list(refers)[:50]:
        match = re.fullmatch(rf"<(\d{{1,9}})\.[0-9a-f]{{24}}@{re.escape(config.mail_host)}>", reference)
        row = session.get(Outbox, int(match[1])) if match else None
        if row is not None and hmac.compare_digest(make_message_id(config, row), reference):
            return row
    return None


def find_outbox_reader(session: Session, row: Outbox, at: datetime) -> Writer | None:
    """Return who got a letter of ours, in the seat it was about; None if that seat is no longer theirs, nor that of
    somebody for whom they stand in."""
    player = session.get_one(Player, row.player_id)
    game = session.get(Game, row.game_id) if row.game_id else None
    seat = session.get(Seat, row.seat_id) if row.seat_id else None
    deputy = None
    if seat is not None and seat.player_id != player.id:
        deputy = substitutes.find_deputy(session, seat, player, at)
        if deputy is None:
            return None
    return Writer(player, seat, game, row, secret=True, deputy=deputy)


def find_game_of_writer(session: Session, writer: Writer, subject: str, at: datetime) -> Writer:
    """The writer, with their game: the one the subject names, else the only one that can be meant."""
    if writer.game is not None:
        return writer
    held = {s.game_id: s for s in seats.list_held_seats(session, writer.player)}
    stands_in = {seat.game_id: (one, seat) for one, seat in substitutes.list_deputy_seats(session, writer.player, at)}
    wishes = select(Wish.game_id).where(Wish.player_id == writer.player.id)
    mine = [session.get_one(Game, game_id) for game_id in {**held, **stands_in, **dict.fromkeys(session.exec(wishes))}]
    mine += [game for game in leaders.list_led_games(session, writer.player) if game not in mine]
    named = [g for g in mine if re.search(rf"(?<![\w-]){re.escape(g.slug)}(?![\w-])", subject, re.I)]
    open_ = [g for g in mine if g.status != "finished"]
    choice = named or open_
    if len(choice) != 1:
        return writer
    game_id = choice[0].id or 0
    if game_id in held or game_id not in stands_in:
        return replace(writer, game=choice[0], seat=find_only_seat(session, writer.player, choice[0], subject))
    deputy, seat = stands_in[game_id]
    return replace(writer, game=choice[0], seat=seat, deputy=deputy)


def find_only_seat(session: Session, player: Player, game: Game, subject: str) -> Seat | None:
    """The seat of a player that is meant: the one whose name the subject has, if they hold several of a game; None if
    that cannot be known."""
    mine = [seat for seat in seats.list_held_seats(session, player) if seat.game_id == game.id]
    named = [seat for seat in mine if re.search(rf"(?<!\w){re.escape(seat.label)}(?!\w)", subject, re.I)]
    choice = mine if len(mine) == 1 else named
    return choice[0] if len(choice) == 1 else None


def register_newcomer(session: Session, address: str, now: datetime) -> Player | None:
    """Return whoever has this address, registered if new; None if nothing could be sent to it."""
    try:
        return people.get_or_register_player(session, address, now)
    except Refusal:
        return None
