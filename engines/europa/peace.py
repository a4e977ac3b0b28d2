"""Peace: commitments revealed, awards or penalties, and who ends which conflicts (§5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.state import EuropaState, conflict_cost
from engines.europa.turn_context import EuropaTurnContext
from engines.language.grammar import Order

AWARDS = (4, 2, 1)
WARS_FIRST = ("W", "T")
"""The markers in the order in which they are ended (§5.6b)."""


def reveal_commitments(working: EuropaTurnContext) -> bool:
    """All commitments at once. Whether a chooser still has conflicts to end."""
    state = working.state
    commits = {seat: committed_pawns(working.orders_from(seat), state, seat) for seat in state.seats}
    pool, level = sum(commits.values()), state.conflict_level
    working.change_state(commits=commits, pool=pool, reserve={s: state.reserve[s] - commits[s] for s in state.seats})
    working.record_event("peace", commits=commits, pool=pool, level=level, success=pool >= level)
    if pool >= level:
        working.change_state(markers={})
        award_givers(working)
        return False
    penalize_keepers(working)
    return choose_chooser(working)


def committed_pawns(orders: Sequence[Order], state: EuropaState, seat: Seat) -> int:
    """The last PEACE of a seat; none without it, and none of a party that resigned (§3.4)."""
    said = [order.args["n"] for order in orders if order.verb == "PEACE"]
    return min(said[-1], state.recruits[seat]) if said and seat not in state.resigned else 0


def award_givers(working: EuropaTurnContext) -> None:
    """Who gave most; equal ones by fewest points, then by lot: 4, 2 and 1 Victory Points (§5.6a, §6.9 and §6.10)."""
    state = working.state
    givers = [seat for seat in state.seats if state.commits[seat]]
    key = {seat: (-state.commits[seat], state.pp[seat]) for seat in givers}
    for seat, vp in zip(working.rank_seats(givers, key, "peace"), AWARDS, strict=False):
        working.award_points(seat, vp=vp)
        working.record_event("award", seat=seat, vp=vp)


def penalize_keepers(working: EuropaTurnContext) -> None:
    """Who kept most; equal ones by least given, then by lot, low first: 4, 2 and 1 Victory Points lost (§5.6b)."""
    state = working.state
    keepers = [seat for seat in state.seats if state.reserve[seat]]
    key = {seat: (-state.reserve[seat], state.commits[seat]) for seat in keepers}
    for seat, vp in zip(working.rank_seats(keepers, key, "peace", low=True), AWARDS, strict=False):
        working.award_points(seat, vp=-vp)
        working.record_event("award", seat=seat, vp=-vp)


def choose_chooser(working: EuropaTurnContext) -> bool:
    """Return who gave most ends conflicts; equal ones by most points, then by lot (§5.6b and §6.12)."""
    state = working.state
    most = max(state.commits.values())
    if not most:
        working.record_event("nobody chooses")
        return False
    best = [seat for seat in state.seats if state.commits[seat] == most]
    key = {seat: (-state.pp[seat],) for seat in best}
    working.change_state(chooser=working.rank_seats(best, key, "peace")[0])
    working.record_event("chooser", seat=working.state.chooser, pool=state.pool)
    return True


def end_conflicts_by_plan(working: EuropaTurnContext) -> None:
    """The chooser's plan: wars as long as one costs no more than what is left, then tensions (§5.6b and §6.13)."""
    wishes = find_fitting_plan(working.orders_from(working.state.chooser), working.state.pool)
    for marker in WARS_FIRST:
        for code in order_conflicts(working.state, wishes, marker):
            price = conflict_cost(working.state.get_country(code), working.state.markers[code])
            if price <= working.state.pool:
                working.change_state(pool=working.state.pool - price)
                working.set_marker(code, "")
                working.record_event("ended", country=code, marker=marker, cost=price)
    working.record_event("left", pool=working.state.pool, level=working.state.conflict_level)


def find_fitting_plan(orders: Sequence[Order], pool: int) -> Sequence[Code]:
    """The list that fits the pool: the one with the highest threshold it reaches (§3.2)."""
    lists = {plan_threshold(order): order for order in orders if order.verb == "RESOLVE"}
    fitting = [bound for bound in lists if bound <= pool]
    return [row["country"] for row in lists[max(fitting)].args["order"]] if fitting else ()


def plan_threshold(order: Order) -> int:
    """The pool a list asks for at least; -1 without one, so that any threshold goes before it."""
    return next((int(row["n"]) for row in order.args.get("pool", ())), -1)


def default_conflict_order(state: EuropaState) -> list[Code]:
    """All conflicts in the order in which they end if nobody says otherwise (§3.4)."""
    return [code for marker in WARS_FIRST for code in order_conflicts(state, (), marker)]


def order_conflicts(state: EuropaState, wishes: Iterable[Code], marker: str) -> list[Code]:
    """The conflicts of one kind: as wished, then wars dearest first, tensions by number of land neighbours (§3.4)."""
    there = [code for code, found in state.markers.items() if found == marker]
    first = [code for code in dict.fromkeys(wishes) if code in there]
    return [*first, *sorted(set(there) - set(first), key=lambda code: conflict_sort_key(state, code, marker))]


def conflict_sort_key(state: EuropaState, code: Code, marker: str) -> tuple[int, Code]:
    country = state.get_country(code)
    return (-conflict_cost(country, "W") if marker == "W" else -len(country.land), code)


def set_wars_aside(working: EuropaTurnContext) -> None:
    """No election is held at War; the number stays as a gap (§5.7, §6.42 and §6.43)."""
    for code in countries_at_war(working.state.markers):
        if working.state.find_card(code):
            working.set_election_status(code, "war")
            working.record_event("no election", country=code)


def countries_at_war(markers: Mapping[Code, str]) -> list[Code]:
    return sorted(code for code, marker in markers.items() if marker == "W")
