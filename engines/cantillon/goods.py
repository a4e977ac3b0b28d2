"""Payment, tax, production and factories (§5.2.1, §5.2.2, §5.2.6, §5.2.7 and §5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Seat
from engines.cantillon.data import Area
from engines.cantillon.state import ADVANCED, BASIC, COIN, FACTORY_COST, INPUTS, LAND_GOODS, VALUES, Goods, write_goods
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused


def collect_tax(working: CantillonTurnContext, seat: Seat) -> None:
    """Stage 1: all goods on own lands go to the treasury."""
    taken: dict[str, int] = {}
    for area in working.lands_of(seat):
        goods = working.plot_of(area).goods
        for letter, count in goods.items():
            taken[letter] = taken.get(letter, 0) + count
        if goods:
            working.change_plot(area, goods={})
    working.gain_goods(seat, taken)
    working.record_event("tax", (seat,), seat=seat, goods=taken)


# --- paying -----------------------------------------------------------------------------------------------------


def free_money(working: CantillonTurnContext, seat: Seat) -> int:
    """Return what the treasury can pay: all but what is saved."""
    return sum(VALUES[letter] * count for letter, count in spendable_goods(working, seat).items())


def spendable_goods(working: CantillonTurnContext, seat: Seat) -> dict[str, int]:
    goods = working.stock[seat]
    return {letter: max(0, goods.get(letter, 0) - working.saved_goods.get(letter, 0)) for letter in VALUES}


def pay_cost(working: CantillonTurnContext, seat: Seat, cost: int) -> None:
    """Pays by face value: what SPEND names, in that order, then coins, land tokens (the most plentiful colour first),
    basic and advanced products; change comes as coins (§5.5). Raises C30."""
    if cost > free_money(working, seat):
        raise LineRefused("C30", f"Cost {cost}, free treasury {free_money(working, seat)}.")
    left = cost
    goods = spendable_goods(working, seat)
    while left > 0:
        letter = next_token(working, goods)
        goods[letter] -= 1
        working.spent_first[letter] = working.spent_first.get(letter, 0) - 1
        working.lose_goods(seat, {letter: 1})
        left -= VALUES[letter]
    if left < 0:
        working.gain_goods(seat, {COIN: -left})


def next_token(working: CantillonTurnContext, goods: Mapping[str, int]) -> str:
    """The token that is paid with next."""
    named = next((letter for letter, count in working.spent_first.items() if count > 0 and goods[letter]), "")
    if named or goods[COIN]:
        return named or COIN
    plenty = max(LAND_GOODS, key=lambda letter: (goods[letter], -LAND_GOODS.index(letter)))
    if goods[plenty]:
        return plenty
    return next(letter for letter in BASIC + ADVANCED if goods[letter])


def pay_upkeep(working: CantillonTurnContext, seat: Seat, listed_first: Sequence[Area]) -> None:
    """Stage 2: one for each army; those that cannot be paid are removed (§5.2.2, §3.4)."""
    armies = pay_order(working, seat, listed_first)
    paid = min(len(armies), free_money(working, seat))
    pay_cost(working, seat, paid)
    if armies:
        working.record_event("upkeep", (seat,), seat=seat, paid=paid, armies=len(armies))
    for area in armies[paid:]:
        working.remove_unit(area, "A")
        working.record_event("unpaid", seat=seat, area=area)


def pay_order(working: CantillonTurnContext, seat: Seat, listed_first: Sequence[Area]) -> list[Area]:
    """Armies in the order they are paid: as listed, then those in cities, near to a city, of lower numbers (§3.4)."""
    distance = city_distances(working, seat)
    armies = list(working.armies_of(seat))
    first: list[Area] = []
    for area in listed_first:
        if area in armies:
            armies.remove(area)
            first.append(area)
    return [*first, *sorted(armies, key=lambda a: (a not in working.board.cities, distance.get(a, 999), len(a), a))]


def city_distances(working: CantillonTurnContext, seat: Seat) -> dict[Area, int]:
    """Return how many steps each own area is from an own city."""
    found = dict.fromkeys(working.cities_of(seat), 0)
    frontier = list(found)
    while frontier:
        area = frontier.pop(0)
        for other in working.board.next_to[area]:
            if other not in found and working.owner_of(other) == seat:
                found[other] = found[area] + 1
                frontier.append(other)
    return found


# --- producing --------------------------------------------------------------------------------------------------


def grow_goods(working: CantillonTurnContext, seat: Seat) -> None:
    """Stage 6: each own land yields a token of its colour."""
    for area in working.lands_of(seat):
        put_token(working, area, working.board.lands[area].goods)


def put_token(working: CantillonTurnContext, area: Area, letter: str) -> None:
    goods = working.plot_of(area).goods
    working.change_plot(area, goods={**goods, letter: goods.get(letter, 0) + 1})


def list_factories(working: CantillonTurnContext, seat: Seat) -> list[tuple[str, Area]]:
    """All own factories as ("ADV" or "B", land), in the order in which they run by default (§6.42)."""
    lands = working.lands_of(seat)
    advanced = [("ADV", area) for area in lands if working.plot_of(area).advanced]
    return advanced + [("B", area) for area in lands if working.plot_of(area).basic]


def run_factory(working: CantillonTurnContext, seat: Seat, kind: str, area: Area) -> None:
    """One factory once: inputs out of the treasury, the product onto the land. Raises C50 or C51."""
    plot = working.plot_of(area)
    if plot.owner != seat or not (plot.basic if kind == "B" else plot.advanced):
        raise LineRefused("C50", f"No factory of this kind in {area}.")
    needed = factory_inputs(working, kind, area)
    if not working.has_goods(seat, needed):
        raise LineRefused("C51", f"Input missing for {area}: needs {write_goods(needed)}.")
    working.lose_goods(seat, needed)
    product = factory_product(working, kind, area)
    put_token(working, area, product)
    working.record_event("made", (seat,), seat=seat, area=area, product=product)


def factory_inputs(working: CantillonTurnContext, kind: str, area: Area) -> Goods:
    """Return what the factory of a kind there takes each time."""
    basic = {working.board.lands[area].goods: 1}
    return basic if kind == "B" else dict.fromkeys(INPUTS[working.plot_of(area).advanced], 1)


def factory_product(working: CantillonTurnContext, kind: str, area: Area) -> str:
    """Return what the factory of a kind there makes."""
    return working.board.lands[area].goods.upper() if kind == "B" else working.plot_of(area).advanced


def build_factory(working: CantillonTurnContext, seat: Seat, kind: str, area: Area) -> None:
    """Stage 7. Raises C30, C60, C61 or C62."""
    plot = working.plot_of(area)
    if plot.owner != seat:
        raise LineRefused("C62", f"{area} is not yours.")
    colour = working.board.lands[area].goods
    if kind in "RY" and kind.lower() != colour:
        name = {"r": "red", "b": "blue", "y": "yellow"}[colour]
        raise LineRefused("C60", f"{area} is {name}; a basic factory always has the colour of its land.")
    basic = kind in "BRY"
    if plot.basic if basic else plot.advanced:
        raise LineRefused("C61", f"{area} already has this kind of factory.")
    pay_cost(working, seat, FACTORY_COST)
    working.change_plot(area, **({"basic": True} if basic else {"advanced": kind}))
    working.record_event("factory", seat=seat, area=area, factory=kind, basic=basic)


def untaxed_value(working: CantillonTurnContext, seat: Seat) -> int:
    """The value that lies on a seat's lands, to be taxed next."""
    return sum(VALUES[k] * n for area in working.lands_of(seat) for k, n in working.plot_of(area).goods.items())
