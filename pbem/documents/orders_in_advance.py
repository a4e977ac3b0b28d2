"""Orders in advance, judged when they are kept as far as that can be told: spelling, names and grammar. What hangs on
how the board stands when their phase opens is judged then (`pbem.games.orders.fallback_orders`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session

from engines.language import CompiledGrammar, LineVerdict
from engines.language.grammar import Remark
from engines.language.loosening import read_loosely
from engines.language.names import MessageLike
from pbem import wording
from pbem.books.one_day import Sayable, find_sayable
from pbem.games import Refusal, games
from pbem.games.orders import fallback_orders, orders, scheduled_orders
from pbem.games.orders.orders import OrderContext
from pbem.storage.models import Game, Seat

NOTHING_SAYABLE = Remark("error", "")
"""Why a line cannot be given where nothing can be said at all."""


@dataclass(frozen=True)
class AdvanceVerdict:
    """What can be told of words for a phase to come. `text` is what of them may be given one day; `hanging` the lines
    that could not be given as things stand now; `refused` those that are no orders in any position, each with why.
    `lost_ready`: a line that says “ready” was left out for their sake."""

    text: str
    hanging: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    lost_ready: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether there is no order left in it."""
        return not any(is_order_line(line) for line in self.text.splitlines())


def judge_in_advance(session: Session, seat: Seat, wanted: str, text: str) -> AdvanceVerdict:
    """Looks at words for a phase to come. The line that says “ready” is left out beside one that is refused."""
    if len(text) > scheduled_orders.LONGEST:  # which is not kept
        return AdvanceVerdict(text)
    lines = text.splitlines()
    plain = "\n".join(line if is_order_line(line) else "" for line in lines)
    game, order_context = session.get_one(Game, seat.game_id), find_present_hearing(session, seat)
    phrases = order_context.grammar.phrases if order_context else {}
    now = find_present_faults(order_context, plain)
    wrong = find_lasting_faults(game, wanted, plain, phrases).items()
    refused = {at: now[at] if now[at].text else fault for at, fault in wrong if at in now}
    left = [line for at, line in enumerate(lines) if at not in refused]
    whole = [line for line in left if not (refused and fallback_orders.is_ready_line(line))]
    return AdvanceVerdict(
        "\n".join(whole),
        tuple(lines[at].strip() for at in now if at not in refused),
        tuple((lines[at].strip(), wording.add_remark_code(fault.text, fault.code)) for at, fault in refused.items()),
        len(whole) < len(left),
    )


def is_order_line(line: str) -> bool:
    """Return whether a line is an order, and none that says how the others are given."""
    return bool(line.strip()) and not fallback_orders.is_ready_line(line) and not fallback_orders.ELSE.match(line)


def find_present_hearing(session: Session, seat: Seat) -> OrderContext | None:
    """Return what is needed to judge the seat's words now; None if it can say nothing."""
    try:
        return orders.build_order_context(session, session.get_one(Game, seat.game_id), seat)
    except Refusal:
        return None


def find_present_faults(order_context: OrderContext | None, plain: str) -> dict[int, Remark]:
    """Return which lines could not be given now, and why; all of them without a word where nothing can be said now."""
    try:
        answer = orders.judge_text(order_context, plain, alone=True)[0] if order_context else None
    except Refusal:
        answer = None
    if answer is None:
        return {at: NOTHING_SAYABLE for at, line in enumerate(plain.splitlines()) if line}
    return first_faults(answer.verdicts, {remark.line: remark for remark in answer.remarks if remark.level == "error"})


def find_lasting_faults(game: Game, wanted: str, plain: str, phrases: Mapping[str, MessageLike]) -> dict[int, Remark]:
    """Return which lines are no orders of the game in any position, and why; none where that cannot be told."""
    found = find_sayable(games.get_engine(game), game.options)
    if found is None or may_be_unmet_phase(found, games.get_engine(game).kinds, wanted):
        return {}
    return first_faults(read_loosely(CompiledGrammar(replace(found.grammar, phrases=phrases)), plain), {})


def may_be_unmet_phase(found: Sayable, kinds: Collection[str], wanted: str) -> bool:
    """Return whether somebody names a phase of a kind that is too rare to have been met, as far as its name tells."""
    met, said = {scheduled_orders.squeeze_name(kind) for kind in found.kinds}, scheduled_orders.squeeze_name(wanted)
    if said in met or said in scheduled_orders.NEXT or found.kinds >= {*kinds}:
        return False
    return not any(scheduled_orders.matches_but_numbers(names, wanted) for names in found.phases)


def first_faults(verdicts: Iterable[LineVerdict], wrong: Mapping[str, Remark]) -> dict[int, Remark]:
    """By their places the lines of which nothing can be made, or which are `wrong` besides, with the first reason."""
    found: dict[int, Remark] = {}
    for verdict in verdicts:
        fault = next((remark for remark in verdict.remarks if remark.level == "error"), NOTHING_SAYABLE)
        if not verdict.order_text or verdict.order_text in wrong:
            found.setdefault(verdict.at, wrong.get(verdict.order_text, fault))
    return found
