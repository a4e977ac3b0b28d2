"""What stands in for a player who does not write.

What they said in advance for this very phase comes first: it is given when the phase opens. What others give for them,
their deputy or the game master, stands as if they had given it. If there is nothing when the phase is closed, the
server speaks for them in the ways they have chosen, one way after the other, as far as the game allows; else the
engine's default stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from random import Random

import structlog
from sqlmodel import Session, col, select

from engines.abilities import Adviser
from pbem.games import Refusal, games
from pbem.games.notify import Kind, queue_letter
from pbem.games.orders import orders, scheduled_orders
from pbem.games.orders.orders import Answer
from pbem.games.phases import phase_turns, turn_verdicts
from pbem.games.proof import hash_chain
from pbem.games.rules import rules_of
from pbem.storage.inserting import begin_savepoint
from pbem.storage.models import Game, Later, Phase, Seat, Turn
from pbem.storage.models.words import StandIn

MOST_WAYS = 5
"""Sets of orders for one phase to come that are tried: each is judged while the phase opens."""
OTHERWISE = "else"
"""The line between orders and what is given otherwise."""
ELSE = re.compile(r"^[ \t]*(?:or )?else[ \t]*+:?[ \t]*+$\n?", re.I | re.M)
READY = re.compile(r"\s*(?:set )?ready\s*+\.?\s*+", re.I)

log = structlog.get_logger()


# --- when a phase is closed ---------------------------------------------------------------------------------------


def last_given_orders(session: Session, _: Game, phase: Phase, seat: Seat) -> Sequence[str]:
    """Return what the player, and nobody for them, ordered last in a phase of this kind."""
    query = (
        select(Turn.orders)
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Turn.seat_id == seat.id, Turn.player_id == seat.player_id, Turn.given_by == orders.PLAYER)
        .where(Phase.kind == phase.kind, col(Phase.undone).is_(False), Turn.orders != "[]")
        .order_by(col(Phase.number).desc())
        .limit(1)
    )
    found = session.exec(query).first()
    return [order.text for order in hash_chain.load_orders(found)] if found else []


def advised_orders(_: Session, game: Game, phase: Phase, seat: Seat) -> Sequence[str]:
    """Return what a sensible player would order, where the engine can tell."""
    engine = games.get_engine(game)
    chance = Random(f"{game.secret} {phase.number} {seat.code}")
    return engine.advise(games.phase_view(phase, seat.code), seat.code, chance) if isinstance(engine, Adviser) else []


FallbackWay = Callable[[Session, Game, Phase, Seat], Sequence[str]]
FALLBACK_WAYS: Mapping[StandIn, FallbackWay] = {
    "standing": last_given_orders,
    "advice": advised_orders,
}
"""How the server may speak for a player, by the word they choose it with."""


def give_fallback_orders(
    session: Session, game: Game, phase: Phase, everyone: Sequence[tuple[Turn, Seat]], now: datetime
) -> None:
    """Lets what was chosen speak for each seat that owes orders; not for ever, if its player stays silent."""
    for turn, seat in everyone:
        if (
            phase_turns.owes_orders(turn, seat)
            and turn_verdicts.count_stand_ins_in_row(session, seat) < rules_of(game).stand_in_turns
        ):
            next(
                (way for way in seat_fallbacks(game, seat) if try_fallback(session, game, phase, seat, way, now)), None
            )


def seat_fallbacks(game: Game, seat: Seat) -> list[StandIn]:
    """The ways that a seat's player has chosen and the game allows, in their order."""
    return [way for word in seat.stand_ins.split() for way in game_fallbacks(game) if way == word]


def game_fallbacks(game: Game) -> list[StandIn]:
    """The ways that a game allows and its engine has."""
    known = [way for way in FALLBACK_WAYS if way in rules_of(game).stand_ins]
    return known if isinstance(games.get_engine(game), Adviser) else [way for way in known if way != "advice"]


def try_fallback(session: Session, game: Game, phase: Phase, seat: Seat, way: StandIn, now: datetime) -> bool:
    """Return whether a way brought orders that can be given. An engine that fails leaves the next way, and its
    default."""
    try:
        with begin_savepoint(session):
            lines = FALLBACK_WAYS[way](session, game, phase, seat)
            return bool(lines) and not orders.add_orders(session, seat, "\n".join(lines), source=way, now=now).owed
    except Refusal:
        return False
    except Exception as error:  # whatever another package's engine may raise
        log.exception("nothing could stand in", phase=phase.id, way=way, error=type(error).__name__)
        return False


def choose_fallbacks(session: Session, seat: Seat, words: Sequence[str]) -> list[str]:
    """Chooses what stands in for a seat's player, in this order; () for nothing. Raises Refusal "no such stand-in"."""
    game = games.lock_game(session, session.get_one(Game, seat.game_id))
    session.refresh(seat)
    wanted = list(dict.fromkeys(word.lower() for word in words))
    if strange := [word for word in wanted if word not in game_fallbacks(game)]:
        raise Refusal("no such stand-in", word=strange[0][:40], known=game_fallbacks(game))
    seat.stand_ins = " ".join(wanted)
    session.add(seat)
    session.flush()
    return wanted


# --- orders for a phase to come -----------------------------------------------------------------------------------


def give_scheduled_orders(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Gives what was said in advance for a phase that opens; who said it is told what was taken and what was not."""
    for row, seat, player in scheduled_orders.list_scheduled_for_phase(session, phase):
        if scheduled_orders.is_phase_meant(game, phase, seat, row.wanted):
            answer = submit_scheduled(session, seat, row, now)
            key, data = f"later:{row.id}", describe_fallback(row, answer)
            session.delete(row)
            queue_letter(session, Kind.LATER, player, key, game=game, phase=phase, seat=seat, data=data, now=now)


def submit_scheduled(session: Session, seat: Seat, row: Later, now: datetime) -> Answer | Refusal:
    """Judges the words again and gives them: the first of its alternatives that can be given as a whole, else the last
    as far as it goes."""
    try:
        with begin_savepoint(session):
            parts = split_alternatives(row.text)
            text = next((part for part in parts if can_give_whole_text(session, seat, part)), None)
            best = parts[-1] if text is None else text
            plain = "\n".join(line for line in best.splitlines() if not is_ready_line(line))
            answer = orders.add_orders(session, seat, plain, source="later", now=now)
            if text is not None and plain != best:
                orders.set_ready(session, seat, True, now, source="later")
            return answer
    except Refusal as error:
        return error


def split_alternatives(text: str) -> list[str]:
    """The parts of a text between lines that say “else”, as many as are tried."""
    return re.split(ELSE, text)[:MOST_WAYS]


def is_ready_line(line: str) -> bool:
    """Return whether a line says that nothing more comes."""
    return bool(READY.fullmatch(line))


def can_give_whole_text(session: Session, seat: Seat, text: str) -> bool:
    """Return whether every line of a text can be ordered now."""
    plain = "\n".join(line for line in text.splitlines() if not is_ready_line(line))
    answer = orders.judge_orders(session, seat, plain)
    return all(v.order_text for v in answer.verdicts) and not any(r.level == "error" for r in answer.remarks)


def describe_fallback(row: Later, answer: Answer | Refusal) -> dict[str, object]:
    """Return what becomes of words that were kept, as the letter tells it."""
    if isinstance(answer, Refusal):
        return {"wanted": row.wanted, "taken": [], "refused": [{"line": row.text, "why": []}]}
    wrong = {remark.line: remark.text for remark in answer.remarks if remark.level == "error"}
    refused = [
        {
            "line": v.raw.strip(),
            "why": [*(r.text for r in v.remarks if r.level == "error"), *filter(None, [wrong.get(v.order_text)])],
        }
        for v in answer.verdicts
        if not v.order_text or v.order_text in wrong
    ]
    return {"wanted": row.wanted, "taken": list(answer.standing), "refused": refused}
