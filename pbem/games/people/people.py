"""People: found by their mail address, and invited until they have answered once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar, get_args

from email_validator import EmailNotValidError, validate_email
from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.notify import Kind, queue_letter, queue_to_master
from pbem.games.phases import phases
from pbem.pace import PaceError, zone_info
from pbem.settings.limits import Limits
from pbem.settings.mail_addresses import mailbox_key, redact_secrets
from pbem.storage.budgets import refund_costs, spend, spend_all
from pbem.storage.database import reread_row
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, Player, Seat
from pbem.storage.models.words import Print, Size, Toner
from pbem.storage.shared_budgets import NOBODY, Asker, SharedBudget, take_share

Word = TypeVar("Word", bound=str)
PAPERS: tuple[Size, ...] = get_args(Size)
PRINTS: tuple[Print, ...] = get_args(Print)
TONERS: tuple[Toner, ...] = get_args(Toner)
"""What PDFs can be made for; the first of each is usual."""
LONGEST_ADDRESS = 254
LONGEST_NAME = 80
OFFICES = frozenset(
    {"master", "game master", "gamemaster", "gm", "the game master", "host", "the host", "server", "the server"}
)
"""What no person may be called."""
BOUNCES = 3
BOUNCE_SPAN = timedelta(days=7)
"""So many letters that came back for good, none longer than this after the one before: they cannot be reached."""


# --- known by an address -----------------------------------------------------------------------------------------


def normalize_address(address: str) -> str:
    """An address as it is stored: in lower case, its domain in ASCII. Raises Refusal "bad address"."""
    wanted = address.strip()
    try:
        if len(wanted) > LONGEST_ADDRESS or "=?" in wanted:  # "=?": mail programs decode it into something else
            raise EmailNotValidError
        found = validate_email(wanted, check_deliverability=False, test_environment=True)
    except (EmailNotValidError, UnicodeError) as error:
        raise Refusal("bad address", address=wanted[:80]) from error
    return (found.ascii_email or found.normalized).lower()


def parse_outside_address(address: str, host: str) -> str:
    """An address as it is stored, which is not one of the server's own: nobody reads those. Raises Refusal "bad
    address", "own address"."""
    plain = normalize_address(address)
    if plain.rpartition("@")[2] == host:
        raise Refusal("own address", address=plain)
    return plain


def get_or_register_player(session: Session, address: str, now: datetime, name: str = "") -> Player:
    """Return whoever has this address, registered if new; `name` is taken if none is known yet. Raises Refusal "bad
    address"."""
    return get_or_register_plain(session, normalize_address(address), now, name)


def get_or_register_plain(session: Session, plain: str, now: datetime, name: str = "") -> Player:
    """Return whoever has an address that is plain already, or that the server made up itself; registered if new."""
    insert_if_missing(session, Player(address=plain, name=clean_name(name), created_at=now), "address")
    found = session.exec(select(Player).where(Player.address == plain)).one()
    if name and not found.name:
        found.name = clean_name(name)
    return found


def clean_name(name: str) -> str:
    """A name as others read it: one line of what can be seen, and no secret in it."""
    return clean_text_line(name, LONGEST_NAME)


def clean_text_line(text: str, most: int) -> str:
    """Words of one person that others read beside the server's own: one line of what can be seen, not long, and no
    secret in it."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return redact_secrets(" ".join(seen.split()))[:most].strip()


def rename_player(session: Session, player: Player, name: str) -> None:
    """What a player wants to be called; "" for nothing. Raises Refusal "bad name" for what is no name of a person: an
    address is nobody's business, and who leads or runs a game is told by the server alone."""
    wanted = clean_name(name)
    if "@" in wanted or "/" in wanted or wanted.casefold() in OFFICES:
        raise Refusal("bad name", name=wanted[:40])
    player.name = wanted
    session.add(player)


def get_bot(session: Session, kind: str, number: int, now: datetime) -> Player:
    """The `number`th bot of a kind: a player without a mailbox."""
    found = get_or_register_plain(session, f"{kind}-{number}@bot.invalid", now, f"{kind.title()} {number}")
    found.bot = kind
    return found


def change_settings(
    session: Session,
    player: Player,
    *,
    name: str | None = None,
    zone: str | None = None,
    paper: str | None = None,
    print: str | None = None,
    toner: str | None = None,
    attach_pdf: bool | None = None,
) -> None:
    """Changes what is given. Raises Refusal "bad zone", "bad print", "bad name"."""
    if zone is not None:
        try:
            player.zone = zone_info(zone).key
        except PaceError as error:
            raise Refusal("bad zone", why=str(error)) from error
    player.paper = match_choice("paper", paper, PAPERS, player.paper)
    player.print = match_choice("print", print, PRINTS, player.print)
    player.toner = match_choice("toner", toner, TONERS, player.toner)
    if name is not None and clean_name(name) != player.name:
        rename_player(session, player, name)
    if attach_pdf is not None:
        player.attach_pdf = attach_pdf
    session.add(player)


def copy_settings(new: Player, old: Player) -> None:
    """Gives a person who is new under an address what they have chosen under another."""
    if new.answered_at is None:
        for name in ("name", "zone", "paper", "print", "toner", "attach_pdf"):
            setattr(new, name, getattr(old, name))


def change_address(session: Session, player: Player, address: str) -> None:
    """Gives a person another mail address. Raises Refusal "address taken", "bad address"."""
    plain = normalize_address(address)
    if find_player(session, plain) is not None:
        raise Refusal("address taken", address=plain)
    player.address, player.bounces, player.unreachable_at = plain, 0, None
    session.add(player)
    session.flush()


def match_choice(what: str, said: str | None, known: Sequence[Word], now: Word) -> Word:
    """One of what there is, in whatever case it was said; as it was, if nothing was. Raises Refusal "bad print"."""
    if said is None:
        return now
    found = next((one for one in known if one.lower() == said.lower()), None)
    if found is None:
        raise Refusal("bad print", what=what, said=said[:20], known=known)
    return found


def find_player(session: Session, address: str) -> Player | None:
    """Return whoever has this address, if anybody. Raises Refusal "bad address"."""
    return session.exec(select(Player).where(Player.address == normalize_address(address))).one_or_none()


def get_known_writer(session: Session, address: str) -> Player:
    """Return whoever has this address and has written to this server before: nobody becomes known by being named.
    Raises Refusal "never wrote", "bad address"."""
    found = find_player(session, address)
    if found is None or found.answered_at is None:
        raise Refusal("never wrote", address=normalize_address(address))
    return found


# --- whether they can be written to ------------------------------------------------------------------------------


def notify_new_holder(session: Session, game: Game, seat: Seat, player: Player, now: datetime) -> None:
    """Lets a player know all they need for the seat they have got. An address that has never answered gets one
    invitation, whoever invites it how often, and the rest once it answers."""
    if player.answered_at is None and not player.bot:
        queue_letter(session, Kind.INVITATION, player, f"invitation:{player.id}", game=game, seat=seat, now=now)
        return
    queue_letter(session, Kind.WELCOME, player, f"welcome:{seat.id}:{seat.generation}", game=game, seat=seat, now=now)
    phase = games.find_current_phase(session, game)
    if phase:
        phases.queue_report_to_seat(session, game, phase, seat, player, now)


def mark_address_proved(session: Session, player: Player, now: datetime) -> None:
    """Notes that somebody has shown that an address is theirs: by a proven letter, a sign-in, a seat they took
    themselves. From then on it gets letters; those that waited go out."""
    player.bounces, player.unreachable_at = 0, None
    session.add(player)
    if player.answered_at is None:
        player.answered_at = now
        session.flush()
        for seat in session.exec(select(Seat).where(Seat.player_id == player.id).order_by(col(Seat.id))).all():
            notify_new_holder(session, session.get_one(Game, seat.game_id), seat, player, now)


def lock_player(session: Session, player: Player) -> Player:
    """Reads a person anew and keeps them from being banned or forgotten until the transaction ends. Whoever lets them
    into a game calls it once the game is locked. Raises Refusal "banned"."""
    lock_even_banned(session, player)
    if player.banned_at or player.forgotten_at:
        raise Refusal("banned")
    return player


def lock_even_banned(session: Session, player: Player) -> None:
    """The same, whatever has become of them."""
    session.flush()
    reread_row(session, player, with_for_update={"key_share": True})


def count_player_bounce(session: Session, player: Player, now: datetime) -> None:
    """Counts a letter that came back for good. Too many in a row: the masters of their games are told."""
    recent = player.bounced_at is not None and now - player.bounced_at <= BOUNCE_SPAN
    player.bounces, player.bounced_at = (player.bounces if recent else 0) + 1, now
    session.add(player)
    if player.bounces < BOUNCES or player.unreachable_at is not None:
        return
    player.unreachable_at = now
    query = select(Seat, Game).join(Game, col(Seat.game_id) == Game.id)
    for seat, game in session.exec(query.where(Seat.player_id == player.id, Game.status != "finished")).all():
        key, data = f"unreachable:{seat.id}:{now:%Y%m%d%H%M%S}", {"seat": seat.label}
        queue_to_master(session, Kind.UNREACHABLE, game, key, data=data, now=now, but={player.id})


def count_command(session: Session, limits: Limits, player: Player, now: datetime) -> None:
    """Counts a command that brings letters to others, or to the player who gives it: press has a limit of its own.
    Raises Refusal "too many commands"."""
    if not spend(session, limits, "commands", player.id, now):
        raise Refusal("too many commands", most=limits.commands)


def count_request(session: Session, limits: Limits, asker: Player | None, other: Player, now: datetime) -> None:
    """Counts that one person has another asked for something: to take a seat, to stand in, to lead. So nobody is
    pestered by one, nor who never wrote here by many; the host, as asker None, may ask many. Raises
    Refusal "too many invitations", "asked too often"."""
    new = other.answered_at is None and not other.bot
    if asker and new and not spend(session, limits, "invitations", asker.id, now):
        raise Refusal("too many invitations", most=limits.invitations)
    if new and not spend(session, limits, "invited_to_one", other.id, now):
        raise Refusal("asked too often", address=other.address)
    if not other.bot and not spend(session, limits, "asked_of_one", f"{asker.id if asker else 0}:{other.id}", now):
        raise Refusal("asked too often", address=other.address)


def can_write_to_stranger(
    session: Session, limits: Limits, address: str, now: datetime, budget: SharedBudget, source: Asker = NOBODY
) -> bool:
    """Return whether an address that has proved nothing may get a letter out of a budget now. `source`: who asks for
    it."""
    to_one = ("answers_to_one", f"{budget.name} {mailbox_key(normalize_address(address))}", 1)
    if spend_all(session, limits, [to_one], now) and take_share(session, limits, budget, source, now):
        return True
    refund_costs(session, limits, [to_one], now)
    return False
