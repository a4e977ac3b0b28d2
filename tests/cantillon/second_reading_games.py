"""A second reading: crowded random positions, with many agreements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from engines.cantillon.state import CantillonOptions, CantillonState, Half, Permit, Plot, Water
from engines.cantillon.words import SEATS
from tests.cantillon.second_reading_map import Atlas, atlas

FOLDS = (
    "nordic",
    "atlantic",
    "mediterranean",
    "continental",
    "eastern",
    "full",
    "-12,36,20,56",
    "14 15 19 18 34 I J K H",
)
GOALS = (("last", 0), ("cities", 4), ("lands", 14), ("wealth", 60), ("rounds", 3))


def random_options(random: Random, mode: str = "sealed") -> CantillonOptions:
    def now_and_then() -> bool:
        return random.random() < 0.2

    goal, target = random.choice(GOALS) if now_and_then() else ("last", 0)
    return CantillonOptions(
        mode=mode, fold=random.choice(FOLDS), goal=goal, target=target, repulse=now_and_then(), rotate=now_and_then(),  # type: ignore[arg-type]
        treasury_open=now_and_then(), spoils=now_and_then(), cede_any=now_and_then(), whole_landmass=now_and_then(),
        absent=random.choice((0, 0, 1, 3)),
    )  # fmt: skip


def random_position(random: Random, options: CantillonOptions) -> CantillonState:
    """A round under way: realms that grew together round their cities, with treasuries, factories and agreements."""
    board = atlas(options.fold)
    seats = tuple(choice.code for choice in SEATS[: random.randint(2, min(6, len(board.cities)))])
    lands, seas = realms(random, board, seats)
    order = tuple(random.sample(seats, len(seats)))
    stock = {seat: {kind: random.randint(0, 4) for kind in "rbyRBYPOGc" if random.random() < 0.5} for seat in seats}
    number = random.randint(1, 4)
    given = [random_permit(random, seas, board, seats, number) for _ in range(random.randint(0, 20))]
    permits = list({(one.giver, one.taker, one.seas): one for one in given}.values())
    halves: list[Half] = []
    for _ in range(random.randint(0, 4)):
        halves += [half for half in random_halves(random, stock, number) if half not in halves]
    homes = {plot.owner: land for land, plot in lands.items() if land in board.cities and plot.owner}
    first = order[0] if options.mode != "sealed" else ""
    return CantillonState(
        seats=seats, phase=f"R{number}-{first}" if first else f"R{number}", kind="turn" if first else "round",
        options=options, order=order, round=number, homes=homes if random.random() < 0.5 else {},
        active=first, lands=lands, seas=seas, stock=stock,
        permits={seat: tuple(one for one in permits if seat in (one.giver, one.taker)) for seat in seats},
        halves={seat: tuple(one for one in halves if seat in (one.giver, one.partner)) for seat in seats},
    )  # fmt: skip


def realms(random: Random, board: Atlas, seats: Sequence[str]) -> tuple[dict[str, Plot], dict[str, Water]]:
    owner = dict(zip(random.sample(board.cities, len(seats)), seats, strict=True))
    for _ in range(random.randint(0, 3 * len(board.lands) // 2)):
        here = random.choice(sorted(owner))
        area = random.choice(sorted(board.borders[here]) or [here])
        owner.setdefault(area, owner[here])
    for sea in board.seas:
        if random.random() < 0.25:
            owner.setdefault(sea, random.choice(seats))
    if random.random() < 0.3:
        surround(random, board, owner, seats)
    lands, seas = {}, {}
    for area, seat in owner.items():
        if area in board.seas:
            seas[area] = Water(seat, random.choice(("", "", "T", "A")))
        else:
            anchor = seat if area in board.ports and random.random() < 0.5 else ""
            lands[area] = Plot(seat, random.choice(("T", "A", "TA", "AA", "TT")), anchor)
    for area in board.lands:
        if random.random() < (0.4 if area in lands else 0.1):
            lands[area] = replace(
                lands.get(area, Plot()), basic=random.random() < 0.6, advanced=random.choice(("", "P", "O", "G")),
                goods={kind: 1 for kind in "rbyRBYG" if random.random() < 0.15},
            )  # fmt: skip
    return lands, seas


def surround(random: Random, board: Atlas, owner: dict[str, str], seats: Sequence[str]) -> None:
    """Others stand all around a city."""
    city = random.choice([one for one in board.cities if one in owner])
    for land in board.land_borders(city):
        owner[land] = random.choice([seat for seat in seats if seat != owner[city]])


def random_permit(random: Random, seas: dict[str, Water], board: Atlas, seats: Sequence[str], number: int) -> Permit:
    """Leave for seas in which the giver has a fleet, if he has any, and for some other."""
    giver, taker = random.sample(seats, 2)
    held = [sea for sea, water in seas.items() if water.fleet == giver][:3]
    named = tuple(dict.fromkeys([*held, random.choice(board.seas)]))
    return Permit(giver, taker, named, number + random.randint(0, 2), random.choice((0, 0, 1, 2)))


def random_halves(random: Random, stock: Mapping[str, dict[str, int]], number: int) -> list[Half]:
    """Both halves of a contract, or one."""
    giver, partner = random.sample(sorted(stock), 2)
    give, get = random_goods(random, stock[giver]), random_goods(random, stock[partner])
    start, last = random.random() < 0.5, number + random.randint(0, 2)
    mine = Half(giver, partner, give, get, start, last)
    other = Half(partner, giver, get, give, start ^ (random.random() < 0.3), last)
    return [mine, other] if random.random() < 0.7 else [mine]


def random_goods(random: Random, stock: Mapping[str, int]) -> dict[str, int]:
    """Mostly such as lie in a treasury."""
    kinds = sorted(kind for kind, count in stock.items() if count) if random.random() < 0.9 else []
    return {kind: random.randint(1, 2) for kind in random.sample(kinds or list("rbyRBYPOGc"), 1)}


def format_goods(goods: Mapping[str, int]) -> str:
    return " ".join(f"{count}{kind}" for kind, count in goods.items())
