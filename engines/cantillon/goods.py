"""Payment, tax, production and factories (§5.2.1, §5.2.2, §5.2.6, §5.2.7 and §5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.state import ADVANCED, BASIC, COIN, FACTORY_COST, INPUTS, LAND_GOODS, VALUES, Goods, listed
from engines.cantillon.turn import Refused, Table


def tax(table: Table, seat: Seat) -> None:
    """Stage 1: all goods on own lands go to the treasury."""
    taken: dict[str, int] = {}
    for area in table.owned(seat):
        goods = table.plot(area).goods
        for letter, count in goods.items():
            taken[letter] = taken.get(letter, 0) + count
        if goods:
            table.change(area, goods={})
    table.gain(seat, taken)
    table.tell("tax", (seat,), seat=seat, goods=taken)


# --- paying -----------------------------------------------------------------------------------------------------


def free(table: Table, seat: Seat) -> int:
    """What the treasury can pay: all but what is saved."""
    return sum(VALUES[letter] * count for letter, count in spendable(table, seat).items())


def spendable(table: Table, seat: Seat) -> dict[str, int]:
    goods = table.stock[seat]
    return {letter: max(0, goods.get(letter, 0) - table.kept.get(letter, 0)) for letter in VALUES}


def pay(table: Table, seat: Seat, cost: int) -> None:
    """Pays by face value: what SPEND names, in that order, then coins, land tokens (the most plentiful colour first),
    basic and advanced products; change comes as coins (§5.5). Raises C30."""
    if cost > free(table, seat):
        raise Refused("C30", f"Cost {cost}, free treasury {free(table, seat)}.")
    left = cost
    goods = spendable(table, seat)
    while left > 0:
        letter = next_token(table, goods)
        goods[letter] -= 1
        table.spent_first[letter] = table.spent_first.get(letter, 0) - 1
        table.lose(seat, {letter: 1})
        left -= VALUES[letter]
    if left < 0:
        table.gain(seat, {COIN: -left})


def next_token(table: Table, goods: Mapping[str, int]) -> str:
    """The token that is paid with next."""
    named = next((letter for letter, count in table.spent_first.items() if count > 0 and goods[letter]), "")
    if named or goods[COIN]:
        return named or COIN
    plenty = max(LAND_GOODS, key=lambda letter: (goods[letter], -LAND_GOODS.index(letter)))
    if goods[plenty]:
        return plenty
    return next(letter for letter in BASIC + ADVANCED if goods[letter])


def upkeep(table: Table, seat: Seat, listed_first: Sequence[Area]) -> None:
    """Stage 2: one for each army; those that cannot be paid are removed (§5.2.2, §3.4)."""
    armies = pay_order(table, seat, listed_first)
    paid = min(len(armies), free(table, seat))
    pay(table, seat, paid)
    if armies:
        table.tell("upkeep", (seat,), seat=seat, paid=paid, armies=len(armies))
    for area in armies[paid:]:
        table.remove(area, "A")
        table.tell("unpaid", seat=seat, area=area)


def pay_order(table: Table, seat: Seat, listed_first: Sequence[Area]) -> list[Area]:
    """Armies in the order they are paid: as listed, then those in cities, near to a city, of lower numbers (§3.4)."""
    distance = distances(table, seat)
    armies = list(table.armies(seat))
    first: list[Area] = []
    for area in listed_first:
        if area in armies:
            armies.remove(area)
            first.append(area)
    return [*first, *sorted(armies, key=lambda a: (a not in table.board.cities, distance.get(a, 999), len(a), a))]


def distances(table: Table, seat: Seat) -> dict[Area, int]:
    """How many steps each own area is from an own city."""
    found = dict.fromkeys(table.cities(seat), 0)
    frontier = list(found)
    while frontier:
        area = frontier.pop(0)
        for other in table.board.next_to[area]:
            if other not in found and table.owner(other) == seat:
                found[other] = found[area] + 1
                frontier.append(other)
    return found


# --- producing --------------------------------------------------------------------------------------------------


def grow(table: Table, seat: Seat) -> None:
    """Stage 6: each own land yields a token of its colour."""
    for area in table.owned(seat):
        put(table, area, table.board.lands[area].goods)


def put(table: Table, area: Area, letter: str) -> None:
    goods = table.plot(area).goods
    table.change(area, goods={**goods, letter: goods.get(letter, 0) + 1})


def factories(table: Table, seat: Seat) -> list[tuple[str, Area]]:
    """All own factories as ("ADV" or "B", land), in the order in which they run by default (§6.42)."""
    lands = table.owned(seat)
    advanced = [("ADV", area) for area in lands if table.plot(area).advanced]
    return advanced + [("B", area) for area in lands if table.plot(area).basic]


def run(table: Table, seat: Seat, kind: str, area: Area) -> None:
    """One factory once: inputs out of the treasury, the product onto the land. Raises C50 or C51."""
    plot = table.plot(area)
    if plot.owner != seat or not (plot.basic if kind == "B" else plot.advanced):
        raise Refused("C50", f"No factory of this kind in {area}.")
    needed = inputs(table, kind, area)
    if not table.has(seat, needed):
        raise Refused("C51", f"Input missing for {area}: needs {listed(needed)}.")
    table.lose(seat, needed)
    product = product_of(table, kind, area)
    put(table, area, product)
    table.tell("made", (seat,), seat=seat, area=area, product=product)


def inputs(table: Table, kind: str, area: Area) -> Goods:
    """What the factory of a kind there takes each time."""
    basic = {table.board.lands[area].goods: 1}
    return basic if kind == "B" else dict.fromkeys(INPUTS[table.plot(area).advanced], 1)


def product_of(table: Table, kind: str, area: Area) -> str:
    """What the factory of a kind there makes."""
    return table.board.lands[area].goods.upper() if kind == "B" else table.plot(area).advanced


def build_factory(table: Table, seat: Seat, kind: str, area: Area) -> None:
    """Stage 7. Raises C30, C60, C61 or C62."""
    plot = table.plot(area)
    if plot.owner != seat:
        raise Refused("C62", f"{area} is not yours.")
    colour = table.board.lands[area].goods
    if kind in "RY" and kind.lower() != colour:
        name = {"r": "red", "b": "blue", "y": "yellow"}[colour]
        raise Refused("C60", f"{area} is {name}; a basic factory always has the colour of its land.")
    basic = kind in "BRY"
    if plot.basic if basic else plot.advanced:
        raise Refused("C61", f"{area} already has this kind of factory.")
    pay(table, seat, FACTORY_COST)
    table.change(area, **({"basic": True} if basic else {"advanced": kind}))
    table.tell("factory", seat=seat, area=area, factory=colour.upper() if basic else kind, basic=basic)


def income(table: Table, seat: Seat) -> int:
    """The value that lies on a seat's lands, to be taxed next."""
    return sum(VALUES[k] * n for area in table.owned(seat) for k, n in table.plot(area).goods.items())
