"""What players wrote: the press of a phase, conversation by conversation; and what is opened at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from engines.base import Seat as SeatCode
from engines.report import Block, Heading, Paragraph
from pbem.documents.reports.happening import find_earlier_phase
from pbem.games import games
from pbem.games.talk import diaries, press, statements
from pbem.pace import zone_info
from pbem.storage.models import Game, Phase, Press, Seat
from pbem.wording import ENGLISH, Tongue


@dataclass(frozen=True)
class PressExtent:
    """So many messages of press, and so many characters in all, are told of one phase."""

    messages: int
    characters: int


IN_REPORT = PressExtent(press.MOST, 60_000)


def earlier_press_blocks(
    session: Session,
    game: Game,
    phase: Phase,
    seat: Seat | None,
    zone: str,
    say: Tongue,
    most: PressExtent = IN_REPORT,
    since: datetime | None = None,
) -> Iterator[Block]:
    """The press of the phase before, as far as it is for this seat."""
    if before := find_earlier_phase(session, game, phase):
        yield from press_blocks(session, game, before.id or 0, seat, zone, say, say("press"), most, since)


def press_blocks(
    session: Session,
    game: Game,
    phase_id: int,
    seat: Seat | None,
    zone: str,
    say: Tongue,
    heading: str,
    most: PressExtent,
    since: datetime | None = None,
) -> Iterator[Block]:
    """The press of a phase, each conversation by itself; of very much, the newest; nothing if there is none."""
    sent = newest_messages(
        press.list_visible_press(session, game, seat, phase_id, most.messages, since), most.characters
    )
    if not sent:
        return
    known = {s.code: say.seat_name(s) for s in games.list_game_seats(session, game)} | {press.MASTER: say("master")}
    own = seat.code if seat else ""
    yield Heading(heading)
    if len(sent) < (every := press.count_visible_press(session, game, seat, phase_id, since)):
        yield Paragraph(say("press before", count=len(sent), all=every), quiet=True)
    circles = {p.id: press_circle(p, own) for p in sent}
    for one in dict.fromkeys(circles.values()):
        names = ", ".join(known.get(code, code) for code in one)
        yield Heading(say("press with", names=names) if one else say("press all"), 3)
        yield from (block for p in sent if circles[p.id] == one for block in message_blocks(p, own, known, zone, say))


def press_circle(sent: Press, own: SeatCode) -> tuple[SeatCode, ...]:
    """Return whom a seat spoke with; () is everybody."""
    return () if sent.audience == "*" else tuple(sorted({sent.author, *sent.audience.split()} - {own}))


def message_blocks(
    sent: Press, own: SeatCode, known: Mapping[SeatCode, str], zone: str, say: Tongue
) -> Iterator[Block]:
    """A message under its author and its time."""
    author = say("you") if sent.author == own else known.get(sent.author, sent.author)
    at = say.calendar.format_short_moment(sent.sent_at, zone_info(zone))
    yield Paragraph(say("said by", author=author[:1].upper() + author[1:], when=at), quiet=True)
    yield Paragraph(sent.text)


def newest_messages(every: Sequence[Press], room: int) -> list[Press]:
    """As many of the newest messages as there is room for; all were mailed when they were written."""
    found = list[Press]()
    for sent in reversed(every):
        room -= len(sent.text)
        if found and room < 0:
            break
        found.insert(0, sent)
    return found


def earlier_diary_blocks(session: Session, game: Game, phase: Phase, zone: str, say: Tongue) -> Iterator[Block]:
    """The opened diaries of the phase before, once the game is over."""
    if before := find_earlier_phase(session, game, phase):
        yield from diary_blocks(session, game, before, zone, say)


def diary_blocks(session: Session, game: Game, phase: Phase, zone: str, say: Tongue) -> Iterator[Block]:
    """The opened diaries of a phase, seat by seat."""
    notes = diaries.list_opened_notes(session, game, phase.id)
    for seat in games.list_game_seats(session, game):
        mine = [note for note in notes if note.seat_id == seat.id]
        if mine:
            yield Heading(say("diary of", seat=say.seat_name(seat)), 3)
        for note in mine:
            yield Paragraph(say.calendar.format_short_moment(note.written_at, zone_info(zone)), quiet=True)
            yield Paragraph(note.text)


def statement_blocks(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """Yield what was said of a game after its end."""
    said = statements.list_statements(session, game)
    names = {seat.code: say.seat_name(seat) for seat in games.list_game_seats(session, game)} | {
        press.MASTER: say("master")
    }
    if said:
        yield Heading(say("statements"))
    for one in said:
        author = names.get(one.author, one.author)
        yield Heading(author[:1].upper() + author[1:], 3)
        yield Paragraph(one.text)
