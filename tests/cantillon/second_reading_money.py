"""A second reading: taxes, payments (§5.5), troops (§3.4), what lands and factories yield, new factories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.language.grammar import Order
from tests.cantillon.second_reading_pieces import VALUE, Board, Unit, worth

MADE_OF = {"P": "RB", "O": "RY", "G": "BY"}


def goods_of(rows: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Goods as they are written in an order."""
    found: Counter[str] = Counter()
    for row in rows:
        found[row["kind"]] += row["n"]
    return found


class Purse:
    """A seat's treasury during his turn, with what he said about payments."""

    def __init__(self, board: Board, seat: str, saved: Counter[str], first: list[tuple[str, int]]) -> None:
        self.board, self.seat, self.saved, self.first = board, seat, saved, first

    @property
    def stock(self) -> Counter[str]:
        return self.board.stock[self.seat]

    def free(self) -> Counter[str]:
        """Return what may be used for payments."""
        return self.stock - self.saved

    def can_pay(self, cost: int) -> bool:
        return worth(self.free()) >= cost

    def pay(self, cost: int) -> None:
        """One payment, token after token; change comes in coins."""
        left = cost
        while left > 0:
            letter = self.next_token()
            self.stock[letter] -= 1
            left -= VALUE[letter]
        self.stock["c"] -= left
        self.board.fired["change"] += left < 0

    def next_token(self) -> str:
        """Return what is given next: as he said, coins, land tokens of the most plentiful colour, basic, advanced."""
        free = self.free()
        for place, (letter, count) in enumerate(self.first):
            if count and free[letter]:
                self.first[place] = (letter, count - 1)
                self.board.fired["spend"] += 1
                return letter
        plenty = sorted("rby", key=lambda letter: -free[letter])
        found: str = next(letter for letter in ["c", *plenty, *"RBYPOG"] if free[letter])
        return found


def tax(board: Board, seat: str) -> None:
    """Stage 1: taxes come in."""
    for land in board.lands(seat):
        take(board, seat, land)


def take(board: Board, seat: str, land: str) -> None:
    """What lies on a land goes to the treasury."""
    board.stock[seat] += board.ground[land].goods
    board.ground[land].goods = Counter()


# --- stage 2 ------------------------------------------------------------------------------------------------------


def pay_troops(board: Board, purse: Purse, orders: Sequence[Order]) -> None:
    """Who is dismissed goes first; then 1 for each army, the listed first; the unpaid are removed."""
    for order in orders:
        if order.verb == "DISBAND":
            disband(board, purse.seat, order.args["unit"], order.args["at"])
    armies = [unit for unit in board.of(purse.seat) if unit.kind == "A"]
    queue: list[Unit] = []
    for order in orders:
        if order.verb == "PAY" and order.args["what"]["way"] == "areas":
            for row in order.args["what"]["areas"]:
                queue += [unit for unit in armies if unit.place == row["area"] and unit not in queue][:1]
                board.fired["pay listed"] += 1
    rest = [unit for unit in armies if unit not in queue]
    rest.sort(key=lambda unit: paid_first(board, purse.seat, unit))
    queue += rest
    money = worth(purse.free())
    board.fired["unpaid army"] += max(0, len(queue) - money)
    board.remove(queue[money:])
    purse.pay(min(money, len(queue)))


def paid_first(board: Board, seat: str, army: Unit) -> tuple[bool, int, int, str]:
    """§3.4: armies in a city, then the nearest to a city, then those of the lower number. Small is first."""
    return army.place not in board.atlas.cities, steps_to_city(board, seat, army.place), len(army.place), army.place


def steps_to_city(board: Board, seat: str, place: str) -> int:
    """Over what is his own to the nearest city of his."""
    own = {area for area in board.atlas.borders if board.owner(area) == seat}
    count, reached = 0, {place}
    while not reached & set(board.cities(seat)):
        wider = reached | own.intersection(*[set().union(*(board.atlas.borders[area] for area in reached))])
        if wider == reached:
            return 999
        count, reached = count + 1, wider
    return count


def disband(board: Board, seat: str, kind: str, place: str) -> None:
    """One unit goes; what is aboard goes with its fleet."""
    found = [unit for unit in board.at(place, kind) if unit.owner == seat][:1]
    if found and not board.must_stay(found[0]):
        board.fired[f"disband {kind}"] += 1
        board.remove(board.at(place) if kind == "F" and not board.atlas.is_land(place) else found)


# --- stages 6 and 7 -----------------------------------------------------------------------------------------------


def generate(board: Board, seat: str, orders: Sequence[Order]) -> None:
    """A token for each land; then factories, from the treasury; what they make lies on the land."""
    own = board.lands(seat)
    for land in own:
        board.ground[land].goods[board.atlas.colour[land]] += 1
    worked: set[tuple[str, str]] = set()
    for kind, land in wanted_factories(own, orders):
        if land in own and (kind, land) not in worked and run(board, seat, kind, land):
            worked.add((kind, land))


def wanted_factories(own: Sequence[str], orders: Sequence[Order]) -> list[tuple[str, str]]:
    """The factories to run, in order."""
    usual = [("ADV", land) for land in own] + [("B", land) for land in own]
    if not orders:
        return usual
    found: list[tuple[str, str]] = []
    for order in orders:
        what = order.args["what"]
        if what["way"] == "all":
            found += usual
        elif what["way"] in ("basic", "advanced"):
            found += [("B" if what["way"] == "basic" else "ADV", row["area"]) for row in what["areas"]]
    return found


def run(board: Board, seat: str, kind: str, land: str) -> bool:
    """Return whether the factory works."""
    ground, stock = board.ground[land], board.stock[seat]
    colour = board.atlas.colour[land]
    if kind == "B":
        inputs, product = colour, colour.upper() if ground.basic else ""
    else:
        inputs, product = MADE_OF.get(ground.advanced, ""), ground.advanced
    if not product or any(not stock[letter] for letter in inputs):
        board.fired["run refused"] += 1
        return False
    for letter in inputs:
        stock[letter] -= 1
    ground.goods[product] += 1
    board.fired[f"run {kind}"] += 1
    return True


def build_factory(board: Board, purse: Purse, order: Order) -> None:
    """Stage 7: carries out one line that builds a factory."""
    land, kind = order.args["area"], order.args["kind"]
    ground = board.ground[land]
    advanced = kind in MADE_OF
    if board.owner(land) != purse.seat or not purse.can_pay(2) or (ground.advanced if advanced else ground.basic):
        board.fired["factory refused"] += 1
        return
    if kind in "RY" and kind.lower() != board.atlas.colour[land]:
        board.fired["factory colour"] += 1
        return
    purse.pay(2)
    board.fired[f"factory {kind}"] += 1
    if advanced:
        ground.advanced = kind
    else:
        ground.basic = True
