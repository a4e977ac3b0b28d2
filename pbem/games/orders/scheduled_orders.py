"""Orders for phases to come: a player's words, kept as they are until the phase opens
(`pbem.games.orders.fallback_orders`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from sqlmodel import Session, col, select

from engines.abilities import Linguist
from pbem.books.one_day import find_sayable
from pbem.games import Refusal, games
from pbem.games.rarities import has_any
from pbem.storage.models import Game, Later, Phase, Player, Seat, Turn

MOST = 10
"""Phases to come for which one seat may have given orders."""
LONGEST_NAME = 60
LONGEST = 10_000
"""Characters of the words for one of them: they are judged while its phase opens."""
NEXT = frozenset({"next", "nextphase"})


def schedule_orders(session: Session, seat: Seat, wanted: str, text: str, now: datetime) -> Later:
    """Keeps words for a phase to come, in the place of those kept for it before. They are judged when it opens.

    Raises Refusal "not running", "no later phase", "open already", "too many later", "text too long".
    """
    game, wanted = (
        games.lock_game(session, session.get_one(Game, seat.game_id)),
        " ".join(wanted.split())[:LONGEST_NAME],
    )
    phase = games.find_current_phase(session, game)
    if phase is None or game.status == "finished":
        raise Refusal("not running", slug=game.slug, status=game.status)
    if len(text) > LONGEST:
        raise Refusal("text too long", length=len(text), longest=LONGEST)
    if squeeze_name(wanted) in {squeeze_name(phase.name), *map(squeeze_name, iter_phase_titles(game, phase, seat))}:
        raise Refusal("open already", phase=games.phase_title(phase))
    if not can_phase_come(session, game, seat, wanted):
        like = games.phase_title(phase)
        raise Refusal("no later phase", word=wanted, kinds=games.get_engine(game).kinds, like=like)
    drop_scheduled(session, seat, wanted)
    if len(list_scheduled(session, seat)) >= MOST:
        raise Refusal("too many later", most=MOST)
    row = Later(seat_id=seat.id, wanted=wanted, text=text, kept_at=now)
    session.add(row)
    session.flush()
    return row


def can_phase_come(session: Session, game: Game, seat: Seat, wanted: str) -> bool:
    """Return whether a phase may be called so one day: the next, one of a kind, or one that is named as those are that
    were met in this game or in another that is played alike; none that is over, as its first number tells: years, turns
    and rounds are counted upwards."""
    said, engine = squeeze_name(wanted), games.get_engine(game)
    if said in NEXT or said in {squeeze_name(kind) for kind in engine.kinds}:
        return True
    past = [(one.name, *iter_phase_titles(game, one, seat)) for one in games.list_phases(session, game)]
    first = extract_numbers(wanted)[:1]
    if any(matches_names(names, wanted) for names in past[:-1]) or first < extract_numbers(past[-1][0])[: len(first)]:
        return False
    found = find_sayable(engine, game.options)
    met = found.phases if found else frozenset()
    if any(matches_but_numbers(names, wanted) for names in (*past, *met)):
        return True
    seats = chain.from_iterable((one.code, one.label) for one in games.game_setup(game).seats)
    known = {
        word for name in (*engine.kinds, *seats, *chain(*past, *met)) for word in casefold_words(hide_numbers(name))
    }
    return not (found and found.kinds >= {*engine.kinds}) and known.issuperset(casefold_words(hide_numbers(wanted)))


def list_scheduled(session: Session, seat: Seat) -> list[Later]:
    """Return what a seat has said for phases to come."""
    return list(session.exec(select(Later).where(Later.seat_id == seat.id).order_by(col(Later.id))))


def list_scheduled_for_phase(session: Session, phase: Phase) -> list[tuple[Later, Seat, Player]]:
    """Return what those have said for phases to come who have something to say in a phase, seat by seat."""
    if not has_any(session, phase.game_id, Later):
        return []
    query = (
        select(Later, Seat, Player).join(Seat, col(Later.seat_id) == Seat.id).join(Turn, col(Turn.seat_id) == Seat.id)
    )
    query = query.join(Player, col(Seat.player_id) == Player.id).where(Turn.phase_id == phase.id)
    return list(session.exec(query.order_by(col(Seat.id), col(Later.id))))


def drop_scheduled(session: Session, seat: Seat, wanted: str = "") -> int:
    """Takes back what was said for a phase to come, or for all of them; for how many."""
    said = [
        row for row in list_scheduled(session, seat) if not wanted or squeeze_name(row.wanted) == squeeze_name(wanted)
    ]
    for row in said:
        session.delete(row)
    session.flush()
    return len(said)


def take_back_scheduled(session: Session, seat: Seat, wanted: str = "") -> int:
    """The same at its player's wish; for how many, 0 if nothing is kept at all. Raises Refusal "not kept" if something
    is, but nothing for what is called so."""
    names = [row.wanted for row in list_scheduled(session, seat)]
    count = drop_scheduled(session, seat, wanted)
    if names and not count:
        raise Refusal("not kept", word=wanted[:LONGEST_NAME], kept=names)
    return count


def forget_advance_choices(session: Session, seat: Seat) -> None:
    """What a player chose and said in advance goes with them."""
    for row in list_scheduled(session, seat) if has_any(session, seat.game_id, Later) else ():
        session.delete(row)
    seat.stand_ins, seat.extra_used, seat.here_at = "", 0, None


def is_phase_meant(game: Game, phase: Phase, seat: Seat | None, wanted: str) -> bool:
    """Return whether a phase is the one that somebody called so: by its name, its kind, or the words it is told by."""
    said = squeeze_name(wanted)
    if seat is not None and said in (*NEXT, squeeze_name(phase.kind)):
        return True
    return matches_names((phase.name, *iter_phase_titles(game, phase, seat)), wanted)


def iter_phase_titles(game: Game, phase: Phase, seat: Seat | None) -> Iterator[str]:
    """Yield what a phase is called, in English and in the language of a seat."""
    yield games.phase_title(phase)
    engine = games.get_engine(game)
    if seat is not None and isinstance(engine, Linguist):
        view = games.phase_view(phase, seat.code)
        yield engine.phase_name_in(view, engine.seat_language(view, seat.code))


def matches_names(names: Sequence[str], wanted: str) -> bool:
    """Return whether somebody calls a phase so that has a name, and after it what it is called."""
    name, *told = names
    return squeeze_name(wanted) == squeeze_name(name) or any(title_begins_with(one, wanted) for one in told)


def matches_but_numbers(names: Sequence[str], wanted: str) -> bool:
    """The same, or another phase that differs from it in numbers only: that of another year, or turn."""
    return matches_names([*map(hide_numbers, names)], hide_numbers(wanted))


def hide_numbers(text: str) -> str:
    """Words without what their numbers are."""
    return re.sub(r"\d+", "0", text)


def extract_numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", text)]


def title_begins_with(title: str, wanted: str) -> bool:
    said = casefold_words(wanted)
    return bool(said) and casefold_words(title)[: len(said)] == said


def casefold_words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def squeeze_name(text: str) -> str:
    """A name without what is between its words: “F 1901 M” is F1901M."""
    return "".join(casefold_words(text))
