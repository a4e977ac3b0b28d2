"""A second reading: new units (stage 4) and positioning with convoys and passages (stage 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush

from engines.language.grammar import Order
from tests.cantillon.second_reading_money import Purse
from tests.cantillon.second_reading_pieces import Board, Leave, Unit
from tests.cantillon.second_reading_war import limit

PRICE = {"T": 1, "A": 2, "F": 2}


def build(board: Board, purse: Purse, order: Order, holds: Callable[[], bool]) -> None:
    """One line of stage 4."""
    kind, at = order.args["unit"], order.args["at"]
    if not holds():
        return
    for _ in range(limit(order.args["times"], 1)):
        if not purse.can_pay(PRICE[kind]) or not may_build(board, purse.seat, kind, at):
            board.fired["build refused"] += 1
            return
        purse.pay(PRICE[kind])
        board.units.append(Unit(purse.seat, kind, at))
        board.fired[f"build {kind} {'on land' if board.atlas.is_land(at) else 'at sea'}"] += 1


def may_build(board: Board, seat: str, kind: str, at: str) -> bool:
    """Land units on connected land with room; fleets in a free sea next to connected land, or on a free own anchor."""
    connected = board.connected_areas(seat)
    if kind != "F":
        return board.atlas.is_land(at) and at in connected and board.has_room(at)
    if board.atlas.is_land(at):
        return at in board.atlas.ports and at in connected and not board.at(at, "F")
    return not board.owner(at) and any(land in connected for land in board.atlas.land_borders(at))


# --- stage 5 ------------------------------------------------------------------------------------------------------


def position(board: Board, purse: Purse, order: Order, holds: Callable[[], bool]) -> None:
    """One line of stage 5."""
    args = order.args
    if not holds():
        return
    for _ in range(limit(args["times"], 1)):
        moved = place_once(board, purse, args["unit"], args["from"], args["to"], limit(args["paying"], 0))
        board.fired["position " + args["unit"] if moved else "position refused"] += 1


def place_once(board: Board, purse: Purse, kind: str, start: str, to: str, paying: int) -> bool:
    """One unit to where it shall stand."""
    seat = purse.seat
    unit = next((one for one in board.at(start, kind) if one.owner == seat), None)
    if not unit or start == to or board.must_stay(unit):
        return False
    company = board.at(start, "TA") if kind == "F" and not board.atlas.is_land(start) else []

    def move() -> None:
        for one in (unit, *company):
            one.place = to

    if not (fleet_may_rest(board, unit, company, to) if kind == "F" else may_rest(board, seat, to)):
        return False
    seas = fleet_way(board, unit, to) if kind == "F" else land_way(board, unit, to)
    if seas is None or board.isolates(seat, move):
        return False
    toll = Counter({leave.giver: 0 for leave in seas})
    for leave in seas:
        toll[leave.giver] += leave.fee
    if toll.total() > paying or not purse.can_pay(toll.total()):
        return False
    for leave in seas:
        board.fired["passage with a fee" if leave.fee else "passage free of charge"] += 1
        if leave.fee:
            purse.pay(leave.fee)
            board.stock[leave.giver]["c"] += leave.fee
            leave.used = board.round
    move()
    return True


def may_rest(board: Board, seat: str, to: str) -> bool:
    """Land units rest on own land with room, or aboard an own fleet with nothing aboard."""
    if board.owner(to) != seat:
        return False
    return board.has_room(to) if board.atlas.is_land(to) else not board.at(to, "TA")


def land_way(board: Board, unit: Unit, to: str) -> list[Leave] | None:
    """Over own land and own fleets, armies also through free land; None if there is no way."""
    seat = unit.owner
    through = {area for area in (*board.atlas.lands, *board.atlas.seas) if board.owner(area) == seat}
    if unit.kind == "A":
        through |= {land for land in board.atlas.lands if not board.owner(land)}
    dry = board.spread([unit.place], through - set(board.atlas.seas))
    if to not in board.spread([unit.place], through):
        return None
    board.fired["over own fleets"] += board.atlas.is_land(to) and to not in dry
    return []


def fleet_may_rest(board: Board, fleet: Unit, company: list[Unit], to: str) -> bool:
    """Fleets rest in a free sea next to own connected land or another connected fleet, or on an own free anchor."""
    seat = fleet.owner
    if board.atlas.is_land(to):
        port = to in board.atlas.ports and board.owner(to) == seat and not board.at(to, "F")
        return port and len(board.at(to, "TA")) + len(company) <= 2
    if board.owner(to):
        return False
    board.remove([fleet, *company])
    connected = board.connected_areas(seat)
    board.units += [fleet, *company]
    return bool(board.atlas.borders[to] & connected)


def fleet_way(board: Board, fleet: Unit, to: str) -> list[Leave] | None:
    """The cheapest way over seas, then the shortest, by what leave through those of others; None if there is none."""
    waiting: list[tuple[int, int, str, list[str], list[Leave]]] = [(0, 0, fleet.place, [], [])]
    met: set[str] = set()
    while waiting:
        cost, length, here, way, leaves = heappop(waiting)
        if here == to:
            return leaves
        if here in met:
            continue
        met.add(here)
        for area in board.atlas.borders[here]:
            if board.atlas.is_land(area) and (area != to or board.atlas.is_land(here)):
                continue
            passed = pass_by(board, fleet.owner, area)
            if passed is not None:
                more = sum(leave.fee for leave in passed)
                heappush(waiting, (cost + more, length + 1, area, [*way, area], leaves + passed))
    return None


def pass_by(board: Board, seat: str, area: str) -> list[Leave] | None:
    """The leave that is used to enter a sea (the cheapest): none for a sea that is free or his; None: it is barred."""
    holder = board.owner(area)
    if board.atlas.is_land(area) or holder in ("", seat):
        return []
    found = [
        leave
        for leave in board.leaves
        if (leave.giver, leave.taker) == (holder, seat) and area in leave.seas and leave.last >= board.round
    ]
    return [min(found, key=lambda leave: leave.fee)] if found else None
