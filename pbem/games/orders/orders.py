"""Orders: a seat's words, judged line by line, kept, and answered with everything as it stands.

There is this one way to give orders; a mail, a web form, a bot and the game master all use it. What the engine
understood is kept with its arguments, so that nothing is read a second time when the phase is resolved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from engines import language
from engines.base import State
from engines.language import LineVerdict, bounds, slots
from engines.language.bounds import clip_text
from engines.language.completing import OrderJudge
from engines.language.grammar import Order, OrderGrammar, Remark
from engines.language.names import name_words
from engines.language.phrases import Phrases
from pbem.games import Refusal, games
from pbem.games.orders import receipts
from pbem.games.phases import phase_turns, phases
from pbem.games.proof import hash_chain
from pbem.games.seating.seats import lock_game_of_seat
from pbem.storage.inserting import column_values, insert_if_missing, insert_missing_rows
from pbem.storage.models import Game, MailIn, Phase, Receipt, Seat, Submission, Turn, canonical_json
from pbem.storage.models.words import Giver, Source

PLAYER: Final = "player"


@dataclass(frozen=True)
class Answer:
    """What came of some words: the verdict on each line, and everything the seat's orders are now.

    `remarks` are about all lines together. `owed`: the seat still owes orders. `submission` is the number of the
    stored words, 0 if nothing was stored, or what a letter said. `title`: what the phase is called. `receipt`: given if
    anything was done.
    """

    verdicts: tuple[LineVerdict, ...]
    standing: tuple[str, ...]
    remarks: tuple[Remark, ...]
    owed: bool
    ready: bool
    phase: Phase
    deadline: datetime | None
    submission: int = 0
    title: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class OrderContext:
    """What is needed to judge a seat's words in the open phase."""

    game: Game
    phase: Phase
    turn: Turn
    seat: Seat
    view: State
    grammar: OrderGrammar
    everyone: Sequence[tuple[Turn, Seat]]
    """Who may say something in the phase."""


def build_order_context(session: Session, game: Game, seat: Seat, past: Phase | None = None) -> OrderContext:
    """`past`: as it was in a phase that is over, to look at. Raises Refusal "not running" or "no orders"."""
    if past:
        return build_phase_context(session, game, seat, past)
    return build_newest_context(session, game, seat, games.find_current_phase(session, game))


def build_newest_context(session: Session, game: Game, seat: Seat, newest: Phase | None) -> OrderContext:
    """The same for whoever knows the newest phase already."""
    if newest is None or game.status in ("forming", "finished"):
        raise Refusal("not running", slug=game.slug, status=game.status)
    return build_phase_context(session, game, seat, newest)


def build_phase_context(session: Session, game: Game, seat: Seat, phase: Phase) -> OrderContext:
    """Raises Refusal "no orders"."""
    everyone = phase_turns.list_turns(session, phase)
    turn = next((turn for turn, one in everyone if one.id == seat.id), None)
    view = games.phase_view(phase, seat.code)
    grammar = games.seat_grammar(phase, seat.code)
    if turn is None or grammar is None:
        raise Refusal("no orders", seat=seat.label, phase=games.phase_title(phase))
    return OrderContext(game, phase, turn, seat, view, grammar, everyone)


def load_standing_orders(at: OrderContext) -> tuple[Order, ...]:
    """A seat's orders as they stand."""
    return hash_chain.load_orders(at.turn.orders)


def find_seat_grammar(session: Session, seat: Seat) -> OrderGrammar | None:
    """Return what a seat may say now; None: nothing."""
    try:
        return build_order_context(session, session.get_one(Game, seat.game_id), seat).grammar
    except Refusal:
        return None


def add_orders(
    session: Session,
    seat: Seat,
    text: str,
    *,
    source: Source,
    now: datetime,
    mail: MailIn | None = None,
    at: OrderContext | None = None,
    alone: bool = False,
    counted: datetime | None = None,
) -> Answer:
    """Adds orders to those that stand; a later order for the same thing replaces the earlier. Every submission is kept.

    `source`: mail, web or bot, all of them the player; deputy, master; or what stood in. `at`: the context, if its game
    is locked and it is known already. `alone`: they take the place of all that stood. `counted`:
    as of when they count for the deadline, if not as of `now`.

    Raises Refusal "not running", "no orders", "text too long", "too many orders".
    """
    at = at or build_order_context(session, lock_game_of_seat(session, seat), seat)
    answer, orders = judge_text(at, text, alone=alone)
    at.turn.orders = hash_chain.dump_orders(orders)
    if any(v.order_text for v in answer.verdicts):
        mark_given(at.turn, source, counted or now)
    session.add(at.turn)
    row = Submission(
        phase_id=at.phase.id,
        seat_id=seat.id,
        text=text,
        lines=canonical_json([dump_verdict(v) for v in answer.verdicts]),
        source=source,
        mail_id=mail.id if mail else None,
        received_at=now,
    )
    return replace(answer_with_receipt(session, at, answer, now, source), submission=keep_submission(session, row))


def keep_submission(session: Session, row: Submission) -> int:
    """Keeps some words; under which number, 0 for those of a letter, by which they are found."""
    if row.mail_id is None:
        return insert_if_missing(session, row) or 0
    insert_missing_rows(session, Submission, [column_values(row)])
    return 0


def judge_orders(session: Session, seat: Seat, text: str, past: Phase | None = None, *, alone: bool = False) -> Answer:
    """Return what `add_orders` would answer, or would have answered in a phase that is over; nothing is stored.
    `alone`: as if no orders stood before."""
    at = build_order_context(session, session.get_one(Game, seat.game_id), seat, past)
    return judge_text(at, text, alone=alone)[0]


def clear_orders(session: Session, seat: Seat, now: datetime, what: str = "", at: OrderContext | None = None) -> Answer:
    """Takes a seat's orders back: all, or those that say all of some words. `at`: see `add_orders`. Raises Refusal "no
    such order"."""
    at = at or build_order_context(session, lock_game_of_seat(session, seat), seat)
    standing, wanted = load_standing_orders(at), set(name_words(what))
    kept = tuple(o for o in standing if wanted and not wanted <= set(name_words(o.text)))
    if wanted and len(kept) == len(standing):
        raise Refusal("no such order", what=what[:80], orders=[f"“{o.text}”" for o in standing] or ["none"])
    return store_remaining_orders(session, at, kept, now)


def take_back_order(session: Session, seat: Seat, text: str, now: datetime) -> Answer:
    """Takes back the order of exactly this text, if it stands."""
    at = build_order_context(session, lock_game_of_seat(session, seat), seat)
    kept = tuple(order for order in load_standing_orders(at) if order.text != text)
    return (
        store_remaining_orders(session, at, kept, now)
        if len(kept) < len(load_standing_orders(at))
        else judge_text(at, "")[0]
    )


def store_remaining_orders(session: Session, at: OrderContext, kept: Sequence[Order], now: datetime) -> Answer:
    """Return what is left of a seat's orders after some were taken back."""
    at.turn.orders, at.turn.ready = hash_chain.dump_orders(kept), False
    if not kept:
        mark_taken_back(at)
    session.add(at.turn)
    return answer_with_receipt(session, at, judge_text(at, "")[0], now)


def set_ready(
    session: Session,
    seat: Seat,
    flag: bool,
    now: datetime,
    at: OrderContext | None = None,
    *,
    source: Source = "web",
    counted: datetime | None = None,
) -> Answer:
    """Says that a seat needs no more time, or (flag False) that it waits for the deadline. An empty set that is ready
    is a turn taken. `at`, `source`, `counted`: see `add_orders`."""
    at = at or build_order_context(session, lock_game_of_seat(session, seat), seat)
    at.turn.ready = flag
    if flag:
        mark_given(at.turn, source, counted or now)
    elif at.turn.orders == "[]":
        mark_taken_back(at)
    session.add(at.turn)
    return answer_with_receipt(session, at, judge_text(at, "")[0], now, source=source)


def mark_given(turn: Turn, source: Source, now: datetime) -> None:
    """Notes that something was given, when first, and by whom; who plays the seat outweighs whoever stood in."""
    by = giver_of_source(source)
    turn.given, turn.given_at = True, min(turn.given_at or now, now)
    turn.given_by = by if by == PLAYER else turn.given_by or by


def giver_of_source(source: Source) -> Giver:
    """Return who gives orders that come from there: by mail, by web or as a bot it is the player."""
    match source:
        case "mail" | "web" | "bot":
            return PLAYER
        case _:
            return source


def mark_taken_back(at: OrderContext) -> None:
    """Notes that nothing is left of what was given."""
    at.turn.given, at.turn.given_at, at.turn.given_by = at.grammar.relaxed, None, ""


def current_answer(session: Session, seat: Seat) -> Answer:
    """A seat's orders as they stand. Raises Refusal "not running", "no orders"."""
    return judge_orders(session, seat, "")


def orders_with_one_more(at: OrderContext, order: Order, instead: str = "") -> tuple[Order, ...]:
    """Return what is said by whoever adds one order to those that stand: with it those that share its slot, since a
    later text takes the place of all of them. `instead`: the text of one whose place it takes."""
    rivals = [old for old in load_standing_orders(at) if slots.is_shared(order) and slots.is_shared(old)]
    beside = [old for old in rivals if slots.slot_keys(old) & slots.slot_keys(order) and old.text != order.text]
    if not any(old.text == instead for old in beside):
        return (*beside, order)
    return tuple(order if old.text == instead else old for old in beside)


def build_order_judge(at: OrderContext) -> OrderJudge:
    """Return what there is to say of one more order beside those that stand."""

    def judge_one_more(order: Order) -> Sequence[Remark]:
        every = games.get_engine(at.game).check(
            at.view, at.seat.code, slots.amend_orders(load_standing_orders(at), orders_with_one_more(at, order))
        )
        return [remark for remark in every if remark.line == order.text]

    return judge_one_more


def answer_with_receipt(
    session: Session,
    at: OrderContext,
    answer: Answer,
    now: datetime,
    source: Source = "web",
) -> Answer:
    """The answer, with its receipt, after the phase's alarm is set anew."""
    receipt = receipts.give_receipt(session, at.game, at.phase, at.turn, at.seat, giver_of_source(source), now)
    phases.set_alarm(session, at.game, at.phase, now, at.everyone)
    return replace(
        answer,
        owed=at.turn.due and not at.turn.given,
        ready=at.turn.ready,
        deadline=at.phase.deadline,
        receipt=receipt,
    )


def judge_text(at: OrderContext, text: str, *, alone: bool = False) -> tuple[Answer, tuple[Order, ...]]:
    """The answer for some words, and the whole set with them. What is refused replaces nothing.

    Raises Refusal "text too long", "too many orders"."""
    if len(text) > bounds.TEXT:
        raise Refusal("text too long", length=len(text), longest=bounds.TEXT)
    verdicts, orders = read_order_text(at.grammar, text)
    before = () if alone else load_standing_orders(at)
    standing, remarks = split_accepted_orders(at, slots.amend_orders(before, orders))
    if faults := tuple(remark for remark in remarks if remark.level == "error"):
        wrong = {remark.line for remark in faults}
        standing, more = split_accepted_orders(
            at, slots.amend_orders(before, (o for o in orders if o.text not in wrong))
        )
        remarks = (*faults, *(remark for remark in more if remark.level != "error" or remark.line not in wrong))
    length = sum(len(order.text) for order in standing)
    if orders and length > bounds.STANDING:
        raise Refusal("too many orders", length=length, longest=bounds.STANDING)
    answer = Answer(
        verdicts,
        tuple(o.text for o in standing),
        shorten_remarks(remarks, Phrases(at.grammar.phrases)),
        at.turn.due and not at.turn.given,
        at.turn.ready,
        at.phase,
        at.phase.deadline,
        title=at.grammar.title,
    )
    return answer, standing


def shorten_remarks(remarks: Sequence[Remark], say: Phrases) -> tuple[Remark, ...]:
    """The first remarks on a set; the last of them speaks of the others. Faults cost a line each and are all told."""
    short = [replace(remark, text=clip_text(remark.text, bounds.REMARK)) for remark in remarks]
    faults, others = ([r for r in short if (r.level == "error") is wrong] for wrong in (True, False))
    more = [Remark("warning", say("remarks", count=bounds.REMARKS))] if len(others) > bounds.REMARKS else []
    return (*faults, *others[: bounds.REMARKS], *more)


def split_accepted_orders(at: OrderContext, orders: Sequence[Order]) -> tuple[tuple[Order, ...], tuple[Remark, ...]]:
    """The orders of a set that count, and what is said to them all."""
    remarks = tuple(games.get_engine(at.game).check(at.view, at.seat.code, orders))
    refused = {remark.line for remark in remarks if remark.level == "error"}
    return tuple(order for order in orders if order.text not in refused), remarks


def read_order_text(grammar: OrderGrammar, text: str) -> tuple[tuple[LineVerdict, ...], tuple[Order, ...]]:
    """Return what the order language makes of a text, line by line."""
    reading = language.parse_orders(grammar, text)
    return tuple(reading.verdicts), tuple(reading.orders)


def dump_verdict(verdict: LineVerdict) -> dict[str, Any]:
    """A verdict as it is kept (`Submission.lines`)."""
    return {
        "raw": verdict.raw,
        "text": verdict.order_text,
        "remarks": [asdict(remark) for remark in verdict.remarks],
        "at": verdict.at,
        "words": verdict.order_words,
    }
