"""What happened, and how things stand: the words of the game itself, and what who leads it has done instead of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlmodel import Session

from engines.base import END
from engines.language.ask import Order
from engines.report import Block, Lead, Text
from pbem import chronicle
from pbem.books.steps import spoken
from pbem.models import Game, Phase, Seat
from pbem.play import Refused, chain, corrections, games, orders, result
from pbem.play.result import How
from pbem.wording import Tongue, tongue


def happened(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Iterator[Block]:
    """The engine's own report; after a rollback, of the phase gone back to. Of the end of a game that nobody played it
    names no winner."""
    code = seat.code if seat else None
    source = led_to(session, game, phase)
    before = earlier(session, game, source)
    known = chain.visible(chain.load_events(source.events), code)
    nobody = is_unplayed(session, game, phase)
    events = [event for event in known if not (nobody and event.kind == END)]
    view_before = games.view(before, code) if before else None
    first, *others = games.engine(game).report(games.view(phase, code), code, events, view_before)
    yield first
    yield from put_right(session, game, phase, source, seat)
    yield from without_leads(others) if nobody else others


def is_unplayed(session: Session, game: Game, phase: Phase) -> bool:
    """Whether a game came to its end in a phase without anybody."""
    found = result.of(game)
    return found is not None and found.how is How.UNPLAYED and is_end(session, game, phase)


def without_leads(blocks: Iterable[Block]) -> Iterator[Block]:
    """What a game tells without its headlines: at the end they say who has won."""
    return (block for block in blocks if not isinstance(block, Lead))


def led_to(session: Session, game: Game, phase: Phase) -> Phase:
    """The phase whose events led to the position of this one: another if the game went back to it, or if it was put
    right."""
    origin = chain.Origin.of(phase)
    if origin.kind in ("start", "resolve"):
        return phase
    number = origin.number if origin.kind == "rollback" else phase.number - 1
    return led_to(session, game, games.numbered(session, game, number))


def earlier(session: Session, game: Game, phase: Phase) -> Phase | None:
    """The phase that was resolved into one; the first came of none."""
    if phase.number == 1:
        return None
    return games.numbered(session, game, phase.number - 1)


def put_right(session: Session, game: Game, phase: Phase, source: Phase, seat: Seat | None) -> Iterator[Text]:
    """What who leads the game has done instead of the rules."""
    say = tongue(game, phase, seat)
    if chain.Origin.of(phase).kind == "rollback":
        yield Text(say("rolled back", phase=titled(game, source, None, say)))
    if phase.correction:
        told = corrections.known_to(game, phase, seat.code if seat else None)
        hidden = [say.name(one) for one in games.seats(session, game) if one.code in told.hidden]
        aside = [say("known to one", names=say.listed(hidden))] if hidden else []
        yield Text(say("put right", lines="; ".join([*told.lines, *aside])))


def said_first(session: Session, game: Game, phase: Phase, seat: Seat | None) -> str:
    """What the game itself says of a phase before all else."""
    return next((block.text for block in happened(session, game, phase, seat) if isinstance(block, Lead)), "")


def board(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Sequence[Block]:
    """How things stand after a phase has begun, with the orders that a seat has given in it so far drawn on it."""
    code = seat.code if seat else None
    given = given_by(session, game, phase, seat) if seat and phase.resolved_at is None else ()
    blocks = games.engine(game).board(games.view(phase, code), code, given)
    return [*without_leads(blocks)] if is_unplayed(session, game, phase) else blocks


def given_by(session: Session, game: Game, phase: Phase, seat: Seat) -> tuple[Order, ...]:
    """The orders of a seat as they stand, with their words."""
    try:
        at = orders.hearing(session, game, seat, phase)
    except Refused:
        return ()
    return spoken(at.ask, orders.given(at))


def ended(session: Session, game: Game, phase: Phase, say: Tongue, led: bool) -> Iterator[Block]:
    """At the end of a game how it ended, unless it was played to its end and its own report (`led`) says so better."""
    told = chronicle.ending(session, game, say)
    if told and not (told.played and led) and is_end(session, game, phase):
        yield Lead(told.sentence)


def is_end(session: Session, game: Game, phase: Phase) -> bool:
    """Whether a game ended in a phase."""
    return game.status == "finished" and games.current(session, game) == phase


def titled(game: Game, phase: Phase, seat: Seat | None = None, say: Tongue | None = None) -> str:
    """What a phase is called for people: in the seat's own language (`say`: in another), where the game has several;
    by what the seat may say; else by the game."""
    spoken = say or tongue(game, phase, seat)
    if spoken.linguist:
        return spoken.linguist.titled(games.view(phase, seat.code if seat else None), spoken.code)
    ask = games.engine(game).ask(games.view(phase, seat.code), seat.code) if seat else None
    return (ask and ask.title) or games.called(phase)
