"""What a player hears about their lines at once: a rehearsal of their turn, and contracts that do not meet (§4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event, Seat, returns_tuple
from engines.cantillon import deals, prose
from engines.cantillon.facts import goods_in_words
from engines.cantillon.rehearsal import may_play_now, rehearse_turn
from engines.cantillon.state import CantillonState
from engines.language.grammar import Order, Remark, make_remark
from engines.language.names import Message
from engines.palette import NAMES

NOT_NOW = "Not as the board stands now."


@returns_tuple
def check_cantillon_orders(view: CantillonState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warnings, which cost nothing: others may make room, or make the same contract."""
    yield from warn_unmatched_offers(view, seat, orders)
    yield from warn_ceded_twice(view, orders)
    if may_play_now(view, seat):
        lines = {order.text: order.text for order in orders} | contract_lines(view, seat, orders)
        for trial in rehearse_turn(view, seat, orders):
            for event in trial.events:
                yield from warn_of_event(view, event, lines)


def contract_lines(view: CantillonState, seat: Seat, orders: Sequence[Order]) -> dict[str, str]:
    """The lines of contracts, by what is told of them once they are laid down."""
    trades = (order for order in orders if order.verb == "TRADE")
    return {deals.write_half(deals.contract_half(seat, order.args, view.round)): order.text for order in trades}


def warn_unmatched_offers(view: CantillonState, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Contracts to whose partner something else is offered than they offer (W71)."""
    for order in orders:
        if order.verb == "TRADE":
            mine = deals.contract_half(seat, order.args, view.round)
            theirs = [h for h in view.halves.get(seat, ()) if (h.giver, h.partner) == (mine.partner, seat)]
            if theirs and not any(deals.halves_match(mine, half) for half in theirs):
                offered = f"{goods_in_words(theirs[0].give)} for {goods_in_words(theirs[0].get)}"
                told = f"{NAMES[mine.partner]} offers {offered}; a contract needs two halves that say the same."
                yield make_remark("warning", Message(told, "W71"), order.text)


def warn_ceded_twice(view: CantillonState, orders: Sequence[Order]) -> Iterator[Remark]:
    """Areas that are handed over more than once (C62)."""
    for order in orders:
        ceded = Counter(row["area"] for part in order.args.get("cede", ()) for row in part["areas"])
        for area in (area for area, times in ceded.items() if times > 1):
            told = f"{view.board.name_with_code(area)} is ceded more than once; the first counts."
            yield make_remark("warning", Message(told, "C62"), order.text)


def warn_of_event(view: CantillonState, event: Event, lines: Mapping[str, str]) -> Iterator[Remark]:
    """Yield what is refused in the rehearsal, or lost by it; of contracts of earlier rounds no line stands here."""
    if event.kind == "refused":
        told = prose.refusal_of_event(view, event)
        yield make_remark("warning", Message(f"{NOT_NOW} {told}", told.code), lines.get(event.args["line"], ""))
    elif event.kind == "remark":
        yield make_remark("warning", prose.refusal_of_event(view, event))
    elif event.kind == "unpaid":
        where = view.board.name_with_code(event.args["area"])
        yield make_remark("warning", Message(f"As the board stands now, the army in {where} cannot be paid.", "C10"))
