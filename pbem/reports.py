"""The document about a phase: the engine's report for one seat, framed by what only the server knows.

It is made anew from (phase, seat) whenever it is sent or shown; mail, web page and PDF are painted from the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlmodel import Session, select

from engines import language
from engines.report import Block, Cell, Heading, Lead, Table, Text
from pbem.models import Game, Phase, Player, Press, Seat
from pbem.pace import local_text, zone_info
from pbem.play import chain, games, phases, press
from pbem.play.tell import holders
from pbem.tongues import ENGLISH, Tongue, tongue

PRESS_ROOM = 60_000
"""Characters of press in one report."""


def blocks(session: Session, phase: Phase, seat: Seat | None, zone: str = "") -> tuple[Block, ...]:
    """What a seat (None: a bystander) is told about a phase: what led to it, who owes what by when, the press before
    it, and the proof. Times are in `zone`, by default the zone of the seat's player or of the game."""
    game = games.of(phase)
    place, say = zone or zone_of(session, game, seat), tongue(game, phase, seat)
    first, *others = happened(session, game, phase, seat)
    return (
        first,
        Text(" · ".join([game.slug, games.engine(game).title, *([say.name(seat)] if seat else [])])),
        *others,
        *(people(session, game, say) if phase.number == 1 or game.status == "finished" else ()),
        *owed(session, game, phase, seat, place, say),
        *written(session, game, phase, seat, place, say),
        *proof(game, phase, say),
    )


def zone_of(session: Session, game: Game, seat: Seat | None) -> str:
    player = session.get(Player, seat.player_id) if seat and seat.player_id else None
    return player.zone if player else game.zone


def happened(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Iterator[Block]:
    """The engine's own report; after a rollback, of the phase gone back to."""
    code = seat.code if seat else None
    kind, _, number = phase.origin.partition(" ")
    source = games.numbered(session, game, int(number)) if kind == "rollback" else phase
    if source is not phase:
        yield Text(tongue(game, phase, seat)("rolled back", phase=source.name))
    earlier = select(Phase).where(Phase.game_id == game.id, Phase.number == source.number - 1)
    before = session.exec(earlier).one_or_none()
    events = chain.visible(chain.load_events(source.events), code)
    view_before = games.view(before, code) if before else None
    yield from games.engine(game).report(games.view(phase, code), code, events, view_before)


def said_first(session: Session, game: Game, phase: Phase, seat: Seat | None) -> str:
    """What the game itself says of a phase before all else."""
    return next((block.text for block in happened(session, game, phase, seat) if isinstance(block, Lead)), "")


def owed(session: Session, game: Game, phase: Phase, seat: Seat | None, zone: str, say: Tongue) -> Iterator[Block]:
    """The deadline with its reason, who owes orders, and what this seat may say."""
    if game.status == "finished" or phase.resolved_at:
        return
    yield Heading(say("next"))
    if phase.deadline:
        yield Text(say("by", phase=phase.name, when=say.time(when(phase.deadline, zone))))
        yield Text(say("why", why=say.time(phase.deadline_why)), quiet=True)
    due = [say.name(s) for t, s in phases.turns(session, phase) if t.due]
    yield Text(say("due", seats=", ".join(due)))
    if seat:
        yield from offered(game, phase, seat, say)


def offered(game: Game, phase: Phase, seat: Seat, say: Tongue) -> Iterator[Block]:
    """What a seat may say."""
    ask = games.engine(game).ask(games.view(phase, seat.code), seat.code)
    if ask is None:
        yield Text(say("nothing"))
        return
    yield Heading(say("can", seat=say.name(seat), title=ask.title), 3)
    yield Text("\n".join(language.outline(ask, sections=False)) or say("nothing now"))
    if later := ", ".join(dict.fromkeys(line.section for line in ask.lines if line.section)):
        yield Text(say("later", later=later), quiet=True)


def when(at: datetime, zone: str) -> str:
    """An instant in the reader's zone, and in UTC where that differs."""
    place = zone_info(zone)
    here = f"{local_text(at, place)} {place.key}"
    return here if place.key == "UTC" else f"{here} ({local_text(at, zone_info('UTC'))} UTC)"


def written(session: Session, game: Game, phase: Phase, seat: Seat | None, zone: str, say: Tongue) -> Iterator[Block]:
    """The press of the phase before, as far as it is for this seat; of very much, the newest."""
    earlier = select(Phase.id).where(Phase.game_id == game.id, Phase.number == phase.number - 1)
    before = session.exec(earlier).one_or_none()
    every = press.visible(session, game, seat, before) if before else []
    if sent := newest(every):
        known = {s.code: say.name(s) for s in games.seats(session, game)}
        labels = known | {press.MASTER: say("master"), "*": say("all")}
        yield Heading(say("press"))
        if len(sent) < len(every) or len(every) == press.MOST:
            yield Text(say("press before", count=len(sent)), quiet=True)
        yield from (Text(line) for p in sent for line in (heading(p, labels, zone, say), p.text))


def newest(every: Sequence[Press]) -> list[Press]:
    """As many of the newest messages as there is room for; all were mailed when they were written."""
    room, found = PRESS_ROOM, list[Press]()
    for sent in reversed(every):
        room -= len(sent.text)
        if found and room < 0:
            break
        found.insert(0, sent)
    return found


def heading(sent: Press, labels: dict[str, str], zone: str, say: Tongue) -> str:
    audience = ", ".join(labels.get(code, code) for code in sent.audience.split())
    at = say.time(local_text(sent.sent_at, zone_info(zone)))
    return say("to", author=labels.get(sent.author, sent.author), audience=audience, when=at)


def proof(game: Game, phase: Phase, say: Tongue) -> Iterator[Block]:
    """The hash of the chain so far, and what the dice were sealed with."""
    yield Text(say("proof", number=phase.number, hash=phase.hash), quiet=True)
    if game.status == "finished":
        yield Text(say("secret", secret=game.secret), quiet=True)


def people(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """Who holds which seat, unless the game keeps names secret to its end."""
    if games.rules(game).anonymous and game.status != "finished":
        return
    known = {seat.code: called(player) for seat, player in holders(session, game)}
    rows = tuple((Cell(say.name(s), seat=s.code), known.get(s.code) or "") for s in games.seats(session, game))
    yield Table("players", (say("seat"), say("player")), rows)


def called(player: Player) -> str:
    """A player's name as others read it, "" if he has none. Some mail programs write the address for a name: that is
    nobody's business."""
    return "" if "@" in player.name else player.name
