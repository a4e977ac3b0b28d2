"""What happened, and how things stand: the words of the game itself, and what who leads it has done instead of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlmodel import Session

from engines.base import END_EVENT
from engines.language.grammar import Order
from engines.report import Block, Lead, Paragraph
from pbem.books.steps import add_order_words
from pbem.documents import game_summary
from pbem.games import Refusal, games
from pbem.games.leading import corrections
from pbem.games.orders import orders
from pbem.games.proof import hash_chain
from pbem.games.results import result
from pbem.games.results.result import How
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import Tongue, seat_tongue


def happening_blocks(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Iterator[Block]:
    """The engine's own report; after a rollback, of the phase gone back to. Of the end of a game that nobody played it
    names no winner."""
    code = seat.code if seat else None
    source = source_phase(session, game, phase)
    before = find_earlier_phase(session, game, source)
    known = hash_chain.visible_events(hash_chain.load_events(source.events), code)
    nobody = is_unplayed(session, game, phase)
    events = [event for event in known if not (nobody and event.kind == END_EVENT)]
    view_before = games.phase_view(before, code) if before else None
    first, *others = games.get_engine(game).report(games.phase_view(phase, code), code, events, view_before)
    yield first
    yield from correction_texts(session, game, phase, source, seat)
    yield from drop_leads(others) if nobody else others


def is_unplayed(session: Session, game: Game, phase: Phase) -> bool:
    """Return whether a game came to its end in a phase without anybody."""
    found = result.find_result(game)
    return found is not None and found.how is How.UNPLAYED and is_end(session, game, phase)


def drop_leads(blocks: Iterable[Block]) -> Iterator[Block]:
    """Return what a game tells without its headlines: at the end they say who has won."""
    return (block for block in blocks if not isinstance(block, Lead))


def source_phase(session: Session, game: Game, phase: Phase) -> Phase:
    """The phase whose events led to the position of this one: another if the game went back to it, or if it was put
    right."""
    origin = hash_chain.PhaseOrigin.from_phase(phase)
    if origin.kind in ("start", "resolve"):
        return phase
    number = origin.number if origin.kind == "rollback" else phase.number - 1
    return source_phase(session, game, games.get_phase(session, game, number))


def find_earlier_phase(session: Session, game: Game, phase: Phase) -> Phase | None:
    """The phase that was resolved into one; the first came of none."""
    if phase.number == 1:
        return None
    return games.get_phase(session, game, phase.number - 1)


def correction_texts(
    session: Session, game: Game, phase: Phase, source: Phase, seat: Seat | None
) -> Iterator[Paragraph]:
    """Yield what who leads the game has done instead of the rules."""
    say = seat_tongue(game, phase, seat)
    if hash_chain.PhaseOrigin.from_phase(phase).kind == "rollback":
        yield Paragraph(say("rolled back", phase=phase_title_for(game, source, None, say)))
    if phase.correction:
        told = corrections.correction_for_reader(game, phase, seat.code if seat else None)
        hidden = [say.seat_name(one) for one in games.list_game_seats(session, game) if one.code in told.hidden]
        aside = [say("known to one", names=say.join_list(hidden))] if hidden else []
        yield Paragraph(say("put right", lines="; ".join([*told.lines, *aside])))


def first_lead(session: Session, game: Game, phase: Phase, seat: Seat | None) -> str:
    """Return what the game itself says of a phase before all else."""
    return next((block.text for block in happening_blocks(session, game, phase, seat) if isinstance(block, Lead)), "")


def phase_board_blocks(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Sequence[Block]:
    """Return how things stand after a phase has begun, with the orders that a seat has given in it so far drawn on
    it."""
    code = seat.code if seat else None
    given = orders_given_by(session, game, phase, seat) if seat and phase.resolved_at is None else ()
    blocks = games.get_engine(game).board(games.phase_view(phase, code), code, given)
    return [*drop_leads(blocks)] if is_unplayed(session, game, phase) else blocks


def orders_given_by(session: Session, game: Game, phase: Phase, seat: Seat) -> tuple[Order, ...]:
    """The orders of a seat as they stand, with their words."""
    try:
        at = orders.build_order_context(session, game, seat, phase)
    except Refusal:
        return ()
    return add_order_words(at.grammar, orders.load_standing_orders(at))


def ending_blocks(session: Session, game: Game, phase: Phase, say: Tongue, led: bool) -> Iterator[Block]:
    """At the end of a game how it ended, unless it was played to its end and its own report (`led`) says so better."""
    told = game_summary.find_game_ending(session, game, say)
    if told and not (told.played and led) and is_end(session, game, phase):
        yield Lead(told.sentence)


def is_end(session: Session, game: Game, phase: Phase) -> bool:
    """Return whether a game ended in a phase."""
    return game.status == "finished" and games.find_current_phase(session, game) == phase


def phase_title_for(game: Game, phase: Phase, seat: Seat | None = None, say: Tongue | None = None) -> str:
    """Return what a phase is called for people: in the seat's own language (`say`: in another), where the game has
    several; by what the seat may say; else by the game."""
    spoken, code = say or seat_tongue(game, phase, seat), seat.code if seat else ""
    language = spoken.code if spoken.linguist else ""
    return games.get_title(phase.hash, lambda: ask_phase_title(phase, code, spoken), code, language)


def ask_phase_title(phase: Phase, code: str, say: Tongue) -> str:
    """The same as the game says it, which takes its position and often all that a seat may say."""
    if say.linguist:
        return say.linguist.phase_name_in(games.phase_view(phase, code or None), say.code)
    grammar = games.seat_grammar(phase, code) if code else None
    return (grammar and grammar.title) or games.phase_title(phase)
