"""The position of a game of Cantillon's Europe (§2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engines import base
from engines.base import Hidden, Owner, Seat
from engines.cantillon.data import Area, CantillonBoard, fold_board
from engines.palette import NAMES
from engines.versions import POSITIONS

Goods: TypeAlias = Mapping[str, int]
"""Tokens by letter: r b y of the land, R B Y basic and P O G advanced products, c coins."""
LAND_GOODS, BASIC, ADVANCED, COIN = "rby", "RBY", "POG", "c"
VALUES = {**dict.fromkeys(LAND_GOODS, 1), **dict.fromkeys(BASIC, 2), **dict.fromkeys(ADVANCED, 8), COIN: 1}
INPUTS = {"P": "RB", "O": "RY", "G": "BY"}
"""The two basic products in each advanced one (§1.1)."""
COSTS = {"T": 1, "A": 2, "F": 2}
FACTORY_COST = 2
ROOM = 2
"""Units a land holds."""


@dataclass(frozen=True)
class CantillonOptions:
    """What was agreed before the game (§8)."""

    mode: Literal["sealed", "turn", "book"] = "sealed"
    fold: str = "full"
    goal: Literal["last", "cities", "lands", "wealth", "rounds"] = "last"
    target: int = 0
    repulse: bool = False
    rotate: bool = False
    given_order: bool = False
    treasury_open: bool = False
    spoils: bool = False
    cede_any: bool = False
    whole_landmass: bool = False
    tournament: int = 0
    start_money: int = 0
    absent: int = 3


@dataclass(frozen=True)
class Plot:
    """What lies on a land: `units` "T", "A", "TA" … of one `owner`, the owner of a fleet on its `anchor`, factories,
    and goods that were not taxed yet. A land without units belongs to nobody."""

    owner: Seat = ""
    units: str = ""
    anchor: Seat = ""
    basic: bool = False
    advanced: str = ""
    goods: Goods = field(default_factory=dict)


@dataclass(frozen=True)
class Water:
    """A fleet at sea and the unit it carries, "" for none."""

    fleet: Seat
    cargo: str = ""


@dataclass(frozen=True)
class Permit:
    """Leave to pass through seas, up to and including the round `last`; `fee` coins for each sea and move.

    `used`: the round in which a fee was paid last.
    """

    giver: Seat
    taker: Seat
    seas: tuple[Area, ...]
    last: int
    fee: int = 0
    used: int = 0


@dataclass(frozen=True)
class Half:
    """Half of a contract: what one gives and gets, open up to and including the round `last`."""

    giver: Seat
    partner: Seat
    give: Goods
    get: Goods
    at_start: bool
    last: int


@dataclass(frozen=True, kw_only=True)
class CantillonState(base.State):
    """A position. `order` is the order of play, `homes` the city in which each began, `active` whose turn it is where
    turns are played one by one, `stage` the stage that is open by the book.

    `stock` is each seat's treasury, `worth` its value, which all see. `permits` and `halves` are known to both parties,
    so each stands under both. `silent`: rounds without a player. `closed` are positions before the stages of this turn,
    as text, for going back to them. `plan` are the active seat's lines still to come, `attack` whether the first of
    them may be called off; `moved`, `besieged`, `beaten` (who took a city of whom) and `tossed` (how often dice were
    thrown) belong to its stage 3; `again` counts the phases of one stage.
    """

    options: CantillonOptions = CantillonOptions()
    order: tuple[Seat, ...] = ()
    homes: Mapping[Seat, Area] = field(default_factory=dict)
    round: int = 0
    active: Seat = ""
    stage: int = 0
    lands: Mapping[Area, Plot] = field(default_factory=dict)
    seas: Mapping[Area, Water] = field(default_factory=dict)
    stock: Owner[Mapping[Seat, Goods]] = field(default_factory=dict)
    stock_shown: Mapping[Seat, Goods] = field(default_factory=dict)
    worth: Mapping[Seat, int] = field(default_factory=dict)
    permits: Owner[Mapping[Seat, tuple[Permit, ...]]] = field(default_factory=dict)
    halves: Owner[Mapping[Seat, tuple[Half, ...]]] = field(default_factory=dict)
    standing: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    plan: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    silent: Mapping[Seat, int] = field(default_factory=dict)
    beaten: Mapping[Seat, Seat] = field(default_factory=dict)
    closed: Hidden[Mapping[str, str]] = field(default_factory=dict, metadata={POSITIONS: True})
    attack: bool = False
    moved: Mapping[str, int] = field(default_factory=dict)
    besieged: tuple[Area, ...] = ()
    tossed: int = 0
    again: int = 0

    @property
    def board(self) -> CantillonBoard:
        return fold_board(self.options.fold)

    @property
    def living_seats(self) -> tuple[Seat, ...]:
        """The seats still in the game, in the order of play."""
        return tuple(seat for seat in self.order or self.seats if seat not in self.out)

    def plot_of(self, area: Area) -> Plot:
        return self.lands.get(area, EMPTY)

    def owner_of(self, area: Area) -> Seat:
        """Return who holds a land or a sea; "" for nobody."""
        if area in self.board.lands:
            return self.plot_of(area).owner
        return self.seas[area].fleet if area in self.seas else ""


EMPTY = Plot()


def goods_value(goods: Goods) -> int:
    """Return what goods are worth."""
    return sum(VALUES[letter] * count for letter, count in goods.items())


def present_goods(goods: Goods) -> dict[str, int]:
    """Goods of which there are any, in their order."""
    return {letter: goods[letter] for letter in VALUES if goods.get(letter, 0) > 0}


def write_goods(goods: Goods) -> str:
    """Goods in words of the order language: "2y 1R"."""
    return " ".join(f"{goods[letter]}{letter}" for letter in VALUES if goods.get(letter))


STAGES = ("", "tax", "pay", "expand", "build", "position", "generate", "factories", "negotiate")
STAGE_VERBS = ("", "taxes", "pays", "expands", "builds", "positions", "generates", "builds factories", "negotiates")
"""What a player does in each stage."""
PHASES_OF_ONE = ("turn", "stage")
"""Kinds of phases in which one player is waited for, and the others may speak."""


def cantillon_phase_title(state: CantillonState) -> str:
    """A phase for people, and how far the game is: "Round 3 of 12", "Round 3: Red builds"."""
    if state.kind in ("setup", "end"):
        return {"setup": "Choosing cities", "end": "The end"}[state.kind]
    last = f" of {state.options.target}" if state.options.goal == "rounds" else ""
    round_ = f"Round {state.round}{last}"
    if state.kind not in PHASES_OF_ONE:
        return round_
    player = NAMES[state.active]
    if state.kind == "turn":
        return f"{round_}: {player}’s turn"
    return f"{round_}: {player}{'’s attack goes on' if state.attack else f' {STAGE_VERBS[state.stage]}'}"
