"""A second reading: contracts in halves, gifts, leave to pass, and leaving the game (stage 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.language.grammar import Order
from tests.cantillon.second_reading_money import goods_of
from tests.cantillon.second_reading_pieces import Board, Ground, Half, Leave
from tests.cantillon.second_reading_war import leave_table, limit


def lay_down(board: Board, seat: str, order: Order) -> None:
    """Half a contract, open for this round, or for as many as it says."""
    args = order.args
    last = board.round + limit(args["rounds"], 1) - 1
    give, get = goods_of(args["give"]), goods_of(args["get"])
    half = Half(seat, args["party"], give, get, bool(args["start"]), last)
    if half not in board.halves:
        board.halves.append(half)


def carry_out(board: Board, seat: str, at_start: bool) -> None:
    """The seat's contracts: at the start of a turn if both say so, else in stage 8; whole or not at all.

    Where goods do not suffice for all, those with who sits first go first."""
    by_partner = sorted(board.halves, key=lambda half: board.seats.index(half.partner))
    for mine in by_partner:
        if mine.giver != seat or mine not in board.halves:
            continue
        for other in list(board.halves):
            if mine.mirrors(other) and (mine.at_start and other.at_start) == at_start:
                if has(board, mine.giver, mine) and has(board, other.giver, other):
                    exchange(board, mine, other)
                    break
                board.fired["contract without the goods"] += 1


def has(board: Board, seat: str, half: Half) -> bool:
    return all(board.stock[seat][letter] >= count for letter, count in half.give.items())


def exchange(board: Board, mine: Half, other: Half) -> None:
    board.fired["contract at start" if mine.at_start and other.at_start else "contract in stage 8"] += 1
    for half in (mine, other):
        board.stock[half.giver] -= half.give
        board.stock[half.partner] += half.give
    board.halves = [half for half in board.halves if half is not mine and half is not other]


def line(board: Board, seat: str, order: Order) -> None:
    """A gift, leave to pass, or leave taken back."""
    args = order.args
    if args["party"] in board.out:
        return
    if order.verb == "GIVE":
        goods = goods_of(args["give"])
        if all(board.stock[seat][letter] >= count for letter, count in goods.items()):
            board.stock[seat] -= goods
            board.stock[args["party"]] += goods
            board.fired["gift"] += 1
    elif order.verb == "PERMIT":
        last = board.round + limit(args["rounds"], 1)
        seas = tuple(row["area"] for row in args["seas"])
        new = Leave(seat, args["party"], seas, last, limit(args["fee"], 0))
        same = (seat, new.taker, seas)
        board.leaves = [one for one in board.leaves if (one.giver, one.taker, one.seas) != same] + [new]
        board.fired["leave given"] += 1
    elif order.verb == "REVOKE":
        board.fired["leave taken back"] += 1
        board.leaves = [
            leave
            for leave in board.leaves
            if (leave.giver, leave.taker) != (seat, args["party"]) or leave.used == board.round
        ]


# --- leaving ------------------------------------------------------------------------------------------------------


def leaving(board: Board, seat: str, orders: Sequence[Order]) -> None:
    """What RESIGN hands over and destroys; with the option CEDE and BURN stand alone, too."""
    resigns = any(order.verb == "RESIGN" for order in orders)
    if not resigns and not board.options.cede_any:
        return
    for row in parts(orders, "CEDE"):
        for land in row["areas"] if row["party"] not in board.out else ():
            cede(board, seat, land["area"], row["party"])
    for row in parts(orders, "BURN"):
        rows = row["what"].get("areas")
        for area in [each["area"] for each in rows] if rows else [*board.atlas.lands, *board.atlas.seas]:
            burn(board, seat, area)
    if resigns:
        board.fired["resignation"] += 1
        board.out.append(seat)
        leave_table(board, seat)


def parts(orders: Sequence[Order], verb: str) -> list[Mapping[str, Any]]:
    """Return what a verb says: in lines of its own, then within RESIGN."""
    alone = [order.args for order in orders if order.verb == verb]
    return alone + [row for order in orders if order.verb == "RESIGN" for row in order.args[verb.lower()]]


def cede(board: Board, seat: str, area: str, party: str) -> None:
    """An area with all units; the factories and goods lie there anyway."""
    if board.owner(area) == seat:
        board.fired["ceded"] += 1
        for unit in board.at(area):
            unit.owner = party


def burn(board: Board, seat: str, area: str) -> None:
    """Burns an area: nothing is left of it."""
    if board.owner(area) == seat:
        board.fired["burnt"] += 1
        board.remove(board.at(area))
        if area in board.ground:
            board.ground[area] = Ground()
