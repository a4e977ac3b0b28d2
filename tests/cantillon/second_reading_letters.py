"""A second reading: letters in which every rule is tried out, mostly sensible, a good part of them impossible."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.cantillon import ENGINE
from engines.cantillon.state import CantillonState
from engines.language import roll_orders
from engines.states import seat_view
from tests.cantillon.second_reading import STAGE
from tests.cantillon.second_reading_games import format_goods, random_goods
from tests.cantillon.second_reading_map import atlas


class Writer:
    """Writes letters of one seat: mostly sensible, a good part impossible."""

    def __init__(self, random: Random, state: CantillonState, seat: str) -> None:
        self.random, self.state, self.seat = random, state, seat
        self.board = atlas(state.options.fold)
        self.others = [one for one in state.living_seats if one != seat]
        lands = [code for code, plot in state.lands.items() if plot.owner == seat]
        self.own = sorted(lands) + sorted(code for code, water in state.seas.items() if water.fleet == seat)
        self.near = sorted({area for here in self.own for area in self.board.borders[here]})

    def letter(self, contracts: Sequence[str] = ()) -> str:
        makers = [
            (12, self.step), (5, self.attack), (4, self.build), (6, self.position), (5, self.passage),
            (2, self.factory), (0.5, self.pay), (0.2, self.disband), (0.4, self.money), (1, self.gift),
            (1, self.permit), (0.3, self.revoke), (0.8, self.run), (0.1, self.leave), (0.7, self.trade),
        ]  # fmt: skip
        lines = [line for weight, make in makers for line in self.some(weight, make)]
        self.random.shuffle(lines)
        return "\n".join([*lines, *contracts])

    def some(self, weight: float, make: object) -> list[str]:
        count = int(weight) + (self.random.random() < weight % 1)
        return [make() for _ in range(self.random.randint(0, count) if weight >= 1 else count)]  # type: ignore[operator]

    def area(self) -> str:
        """A place, mostly of his own."""
        pool = self.own if self.own and self.random.random() < 0.9 else [*self.board.lands, *self.board.seas]
        return self.random.choice(pool)

    def beside(self, here: str) -> str:
        """A place, mostly a neighbour."""
        pool = sorted(self.board.borders[here])
        return self.random.choice(pool) if pool and self.random.random() < 0.95 else self.area()

    def unit(self, here: str) -> str:
        """Mostly one that stands there."""
        plot, water = self.state.lands.get(here), self.state.seas.get(here)
        units = (plot.units + "F" * bool(plot.anchor)) if plot else ("F" + water.cargo) if water else ""
        return self.random.choice(units or "TAF") if self.random.random() < 0.95 else self.random.choice("TAF")

    def times(self) -> str:
        return self.random.choice(("", "", "", " x2"))

    def condition(self) -> str:
        if self.random.random() < 0.8:
            return ""
        test = self.random.choice(("FREE", "MINE", "HELD", f"HELD {self.random.choice(self.state.seats)}", "ARMIES 0",
                                   "ARMIES 1", "ARMIES 2"))  # fmt: skip
        area = self.random.choice(self.near or self.board.lands)
        return f" IF {self.random.choice(('', 'NOT '))}{area} {test}"

    def step(self) -> str:
        here = self.area()
        return f"{self.unit(here)} {here}-{self.beside(here)}{self.times()}{self.condition()}"

    def attack(self) -> str:
        goal = self.random.choice([one for one in self.near if one not in self.own] or self.near or self.board.lands)
        around = [one for one in self.own if one in self.board.borders[goal]] or self.board.lands
        listed = self.random.choices(around, k=self.random.randint(1, 4))
        if self.random.random() < 0.1:
            listed.append(self.area())
        extra = self.random.choice(("", "", " MAX 1", " MAX 2")) + self.random.choice(("", "", " STOP 1", " STOP 2"))
        follow = self.random.choice(("", " FOLLOW"))
        return f"ATT {goal} FROM {', '.join(listed)}{extra}{follow}{self.condition()}"

    def build(self) -> str:
        unit = self.random.choice("TAF")
        at = self.area() if unit != "F" else self.random.choice([*self.near, self.area()])
        return f"BUILD {unit} {at}{self.times()}{self.condition()}"

    def position(self) -> str:
        here = self.area()
        goal = self.random.choice((self.area(), self.beside(here), self.area()))
        return f"POS {self.unit(here)} {here}-{goal}{self.times()}{self.condition()}"

    def passage(self) -> str:
        """A fleet to some sea of its realm, far away perhaps."""
        here = self.random.choice([one for one in self.own if "F" in self.unit(one)] or self.own or self.board.seas)
        beyond = [area for area in self.near if area in self.board.seas and area not in self.board.borders[here]]
        rest = [area for area in beyond if not self.state.owner_of(area)]
        goal = self.random.choice(rest or self.board.seas)
        return f"POS F {here}-{goal}{self.random.choice(('', ' PAYING 2', ' PAYING 9', ' PAYING 9'))}"

    def factory(self) -> str:
        return f"FACTORY {self.random.choice('BBPOGRY')} {self.land()}"

    def land(self) -> str:
        pool = [one for one in self.own if one in self.board.lands]
        return self.random.choice(pool if pool and self.random.random() < 0.9 else self.board.lands)

    def pay(self) -> str:
        return self.random.choice(("PAY ALL", f"PAY {self.area()}, {self.area()}"))

    def disband(self) -> str:
        here = self.area()
        return f"DISBAND {self.unit(here)} {here}"

    def goods(self) -> str:
        return format_goods(random_goods(self.random, self.state.stock.get(self.seat, {})))

    def money(self) -> str:
        return f"{self.random.choice(('SAVE', 'SPEND'))} {self.goods()}"

    def party(self) -> str:
        return self.random.choice(self.others)

    def gift(self) -> str:
        return f"GIVE {self.party()} {self.goods()}"

    def permit(self) -> str:
        held = [area for area in self.own if area in self.board.seas]
        seas = self.random.sample(held or self.board.seas, 1) + self.random.sample(self.board.seas, 1)
        rounds = self.random.choice(("", " ROUNDS 1", " ROUNDS 2"))
        return f"PERMIT {self.party()} SEA {', '.join(seas)}{rounds}{self.random.choice(('', ' FEE 1', ' FEE 2'))}"

    def revoke(self) -> str:
        return f"REVOKE {self.party()}"

    def run(self) -> str:
        what = self.random.choice(("ALL", "NONE", f"B {self.land()}, {self.land()}", f"ADV {self.land()}"))
        return f"RUN {what}"

    def trade(self) -> str:
        return f"TRADE {self.party()} GIVE {self.goods()} GET {self.goods()}"

    def leave(self) -> str:
        cede = f"CEDE {self.area()}, {self.area()} TO {self.party()}"
        burn = self.random.choice(("BURN ALL", f"BURN {self.area()}", f"BURN {self.area()}, {self.area()}"))
        said = [line for line in (cede, burn) if self.random.random() < 0.7]
        return " ".join(("RESIGN", *said)) if self.random.random() < 0.7 else "\n".join(said)


def letters(random: Random, state: CantillonState) -> dict[str, str]:
    """Return what all say in a phase: mostly something."""
    if state.kind == "round":
        return {seat: text for seat, text in whole_letters(random, state).items() if random.random() < 0.95}
    said = {seat: "\n".join(lines) for seat, lines in contracts_of(random, state).items()}
    if state.attack:
        said[state.active] = random.choice(("AGAIN", "STOP", ""))
    elif random.random() < 0.95:
        said[state.active] += "\n" + choose_stage_lines(random, state, whole_letter(random, state, state.active))
    if state.kind == "stage" and state.stage > 2 and random.random() < 0.07:
        back = f"REOPEN {random.randint(2, state.stage - 1)}"
        said = {seat: f"{text}\n{back}" for seat, text in said.items() if random.random() < 0.97}
    return said


def choose_stage_lines(random: Random, state: CantillonState, text: str) -> str:
    """By the book a letter speaks of the open stage, seldom of later ones too."""
    if state.kind != "stage":
        return text
    last = state.stage if random.random() < 0.75 else random.randint(state.stage, 8)
    kept = (line for line in text.splitlines() if state.stage <= STAGE.get(line.split()[0], 3) <= last)
    return "\n".join(kept)


def whole_letters(random: Random, state: CantillonState) -> dict[str, str]:
    contracts = contracts_of(random, state)
    return {seat: whole_letter(random, state, seat, contracts[seat]) for seat in state.living_seats}


def whole_letter(random: Random, state: CantillonState, seat: str, contracts: Sequence[str] = ()) -> str:
    """Mostly as a writer here tries things out; else what the adviser sends, or any lines that can be read."""
    grammar = ENGINE.grammar(state, seat)
    way = random.random()
    if way < 0.7 or grammar is None:
        return Writer(random, state, seat).letter(contracts)
    rolled = [order.text for order in roll_orders(grammar, random, 0.02) if order.verb not in ("STANDING", "REOPEN")]
    lines = ENGINE.advise(seat_view(state, seat), seat, random) if way < 0.9 else rolled
    return "\n".join([*lines, *contracts])


def contracts_of(random: Random, state: CantillonState) -> dict[str, list[str]]:
    """Contracts of which mostly both halves come."""
    contracts: dict[str, list[str]] = {seat: [] for seat in state.living_seats}
    for _ in range(random.randint(0, 3)):
        giver, partner = random.sample(state.living_seats, 2)
        give, get = (format_goods(random_goods(random, state.stock.get(seat, {}))) for seat in (giver, partner))
        start, rounds = random.choice(("", " AT START")), random.choice(("", " ROUNDS 2", " ROUNDS 3"))
        contracts[giver].append(f"TRADE {partner} GIVE {give} GET {get}{start}{rounds}")
        if random.random() < 0.8:
            contracts[partner].append(f"TRADE {giver} GIVE {get} GET {give}{start}")
    return contracts
