"""Trade by two matching halves, gifts, and leave to pass through seas (§5.2.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.state import Half, Permit, write_goods
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused
from engines.language.grammar import Order


def count_goods(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Goods as said: "2y 1R"."""
    found: dict[str, int] = {}
    for row in rows:
        found[row["kind"]] = found.get(row["kind"], 0) + row["n"]
    return found


def number_or_usual(rows: Sequence[Mapping[str, Any]], usual: int) -> int:
    """The number of a part that may be left out."""
    return int(rows[0]["n"]) if rows else usual


# --- contracts --------------------------------------------------------------------------------------------------


def contract_half(seat: Seat, args: Mapping[str, Any], now: int) -> Half:
    """A TRADE line as half of a contract."""
    last = now + number_or_usual(args["rounds"], 1) - 1
    return Half(seat, args["party"], count_goods(args["give"]), count_goods(args["get"]), bool(args["start"]), last)


def lay_down_halves(working: CantillonTurnContext, seat: Seat, orders: Iterable[Order]) -> None:
    """Lays down a seat's halves, once each."""
    for order in orders:
        if order.verb == "TRADE":
            mine = contract_half(seat, order.args, working.state.round)
            if mine not in working.halves:
                working.halves.append(mine)


def find_other_half(mine: Half, halves: Iterable[Half], at_start: bool) -> Half | None:
    """The half that matches, the same goods the other way round; together they count AT START if both say so."""
    return next((h for h in halves if halves_match(mine, h) and (mine.at_start and h.at_start) == at_start), None)


def halves_match(mine: Half, other: Half) -> bool:
    sides = (mine.giver, mine.partner) == (other.partner, other.giver)
    return sides and (mine.give, mine.get) == (other.get, other.give)


def settle_contracts(working: CantillonTurnContext, seat: Seat, at_start: bool) -> None:
    """Carries out the contracts of a seat that have both halves and both goods; a contract is whole or not at all.

    Where goods do not suffice for all, those with who sits first go first, each as they were laid down."""
    for mine in sorted(
        (h for h in working.halves if h.giver == seat), key=lambda h: working.state.seats.index(h.partner)
    ):
        other = find_other_half(mine, working.halves, at_start)
        if mine in working.halves and other is not None:
            swap_goods(working, mine, other)


def swap_goods(working: CantillonTurnContext, mine: Half, other: Half) -> None:
    short = [h for h in (mine, other) if not working.has_goods(h.giver, h.give)]
    for one in short:
        told = f"C70 You have not the goods: {write_goods(one.give)}."
        working.record_event("refused", (one.giver,), seat=one.giver, line=write_half(one), text=told)
    if not short:
        for one in (mine, other):
            working.lose_goods(one.giver, one.give)
            working.gain_goods(one.partner, one.give)
            working.halves.remove(one)
        both = (mine.giver, mine.partner)
        working.record_event(
            "traded", both, seat=mine.giver, partner=mine.partner, give=dict(mine.give), get=dict(mine.get)
        )


def write_half(one: Half) -> str:
    return f"TRADE {one.partner} GIVE {write_goods(one.give)} GET {write_goods(one.get)}"


def give_goods(working: CantillonTurnContext, seat: Seat, args: Mapping[str, Any]) -> None:
    """A gift. Raises C05 or C70."""
    goods = count_goods(args["give"])
    partner = require_living(working, args["party"])
    if not working.has_goods(seat, goods):
        raise LineRefused("C70", f"You have not the goods: {write_goods(goods)}.")
    working.lose_goods(seat, goods)
    working.gain_goods(partner, goods)
    working.record_event("given", (seat, partner), seat=seat, partner=partner, goods=goods)


def require_living(working: CantillonTurnContext, seat: Seat) -> Seat:
    if seat in working.out:
        raise LineRefused("C05", f"'{seat}' is not in this game (or is defeated).")
    return seat


# --- passage ----------------------------------------------------------------------------------------------------


def grant_passage(working: CantillonTurnContext, seat: Seat, args: Mapping[str, Any]) -> None:
    """Leave to pass, for the rest of this round and as many more as are said, one by default (§6.50)."""
    seas = tuple(row["area"] for row in args["seas"])
    last = working.state.round + number_or_usual(args["rounds"], 1)
    given = Permit(seat, require_living(working, args["party"]), seas, last, number_or_usual(args["fee"], 0))
    working.permits = [p for p in working.permits if (p.giver, p.taker, p.seas) != (seat, given.taker, seas)] + [given]
    both = (seat, given.taker)
    working.record_event("permit", both, seat=seat, partner=given.taker, seas=list(seas), last=last, fee=given.fee)


def revoke_passage(working: CantillonTurnContext, seat: Seat, args: Mapping[str, Any]) -> None:
    """Takes leave back, unless a fee was paid for it this round (§6.53)."""
    partner = args["party"]
    mine = [p for p in working.permits if (p.giver, p.taker) == (seat, partner)]
    kept = [p for p in mine if p.used == working.state.round]
    working.permits = [p for p in working.permits if p not in mine or p in kept]
    working.record_event("revoked", (seat, partner), seat=seat, partner=partner, kept=len(kept))


def cheapest_permit(working: CantillonTurnContext, seat: Seat, sea: Area) -> Permit | None:
    """The cheapest permit under which a seat may pass through a sea now."""
    owner, now = working.owner_of(sea), working.state.round
    fitting = [p for p in working.permits if (p.giver, p.taker) == (owner, seat) and sea in p.seas and p.last >= now]
    return min(fitting, key=lambda p: p.fee, default=None)


def mark_used(working: CantillonTurnContext, used: Iterable[Permit]) -> None:
    """Notes that a fee was paid, so that the leave cannot be taken back this round."""
    for new in used:
        same = (new.giver, new.taker, new.seas)
        working.permits = [new if (p.giver, p.taker, p.seas) == same else p for p in working.permits]


def expire_deals(working: CantillonTurnContext) -> None:
    """At the end of a round, what is over."""
    now = working.state.round
    working.permits = [p for p in working.permits if p.last > now and p.giver not in working.out]
    working.halves = [h for h in working.halves if h.last > now and not {h.giver, h.partner} & set(working.out)]
