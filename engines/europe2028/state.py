"""The position of a game of Europe 2028 (§2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from engines import base
from engines.base import FaceDown, Owner, Seat
from engines.europe2028.cards import Card
from engines.europe2028.data import STANDARD, Code, Europe2028Region, World

MAT, WAREHOUSE = "MAT", ""
KINDS = ("MIL", "ECO", "CUL", "POL")
TOKENS = ("MIL1", "MIL2", "ECO", "CUL", "POL")
SECRETS: Mapping[str, tuple[str, int]] = {
    **{f"S{n}": ("MIL", 5) for n in (1, 2)},
    **{f"S{n}": ("POL", 3) for n in (3, 4)},
    **{f"S{n}": ("CUL", 3) for n in (5, 6)},
    **{f"S{n}": ("ECO", 3) for n in (7, 8)},
    **{f"S{n}": ("CONQ", 3) for n in (9, 10)},
    "S11": ("LEVEL2", 3),
    "S12": ("FEWEST", 3),
}
"""What each secret objective asks for, and its VP (§1.5)."""
SECRET_WORDS = {
    "MIL": "most conquests by military tokens",
    "ECO": "most conquests by economic tokens",
    "CUL": "most conquests by cultural tokens",
    "POL": "most conquests by political tokens",
    "CONQ": "most conquests of all kinds",
    "LEVEL2": "level 2 reached",
    "FEWEST": "fewest regions held",
}
DRAWS = (1, 2, 3)
"""Cards drawn at each level."""
OBJECTIVE_VP = 5


@dataclass(frozen=True)
class Europe2028Options:
    """What was agreed before the game (§8)."""

    players: int = 6
    jokers: bool = True
    end_vp: int = 25
    end_all: bool = False
    even_start: bool = False
    paris_berlin: bool = True
    book: bool = False
    all_features: bool = False
    market: int = 4
    hand_limit: int = 0
    originals_count: bool = True
    max_rounds: int = 60


@dataclass(frozen=True)
class Holding:
    """A region that is held: by whom, damaged or not, and the kind of token that conquered it ("" for an original)."""

    seat: Seat
    damaged: bool = False
    kind: str = ""


@dataclass(frozen=True)
class Europe2028Token:
    """Where a token is: in the warehouse, on the mat, or on a region with its level, 0 for the landing zone."""

    place: str = WAREHOUSE
    level: int = 0


@dataclass(frozen=True)
class Fight:
    """An attack under way, all of it face up: `attack` and `answer` are the cards on the table, `lots` the dice that
    chose the challenger. Two passes in a row end it; the challenger begins."""

    seat: Seat
    token: str
    region: Code
    attack: tuple[Card, ...]
    challenger: Seat = ""
    answer: tuple[Card, ...] = ()
    lots: tuple[Mapping[Seat, int], ...] = ()
    passes: int = 0
    attackers_move: bool = False

    @property
    def kind(self) -> str:
        return self.token[:3]

    @property
    def mover(self) -> Seat:
        """Return who adds cards now, or passes."""
        return self.seat if self.attackers_move else self.challenger

    @property
    def is_going_on(self) -> bool:
        return bool(self.challenger) and self.passes < 2


@dataclass(frozen=True)
class Plan:
    """What a side of a fight still means to add, in this order. `settled`: it need not be asked for more. `block`: it
    is content with a tie."""

    cards: tuple[Card, ...] = ()
    settled: bool = False
    block: bool = False


def is_attackable(market: Collection[Code], holding: Holding | None, seat: Seat, code: Code) -> bool:
    """Return whether a region lies open to a seat: in the market, or conquered by another (§5.3.1)."""
    return code in market or (holding is not None and holding.seat != seat and bool(holding.kind))


@dataclass(frozen=True, kw_only=True)
class Europe2028State(base.State):
    """A position. `order` is the order round the table, `first` who begins this round.

    `deck` are regions still to come, `cards` those to draw, `pile` those disposed of. `dealt` are the two secret
    objectives of a seat, `secret` the one kept, `shown` all of them after the end. `wanted` are the tokens a seat wants
    at the next levels, `standing` its standing challenges.

    By the book: `turn` is the empire whose turn it is, `fights` its attacks, `plans` what each seat would add to the
    one in a region, `later` what the empire will do after them. `asked` are those who may add cards now, `adds` counts
    these windows, `ending` is true once the last round is being played.
    """

    options: Europe2028Options = Europe2028Options()
    world: World = STANDARD
    order: tuple[Seat, ...] = ()
    first: Seat = ""
    round: int = 0
    coins: Mapping[Seat, int] = field(default_factory=dict)
    levels: Mapping[Seat, int] = field(default_factory=dict)
    tokens: Mapping[Seat, Mapping[str, Europe2028Token]] = field(default_factory=dict)
    held: Mapping[Code, Holding] = field(default_factory=dict)
    conquests: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    market: tuple[Code, ...] = ()
    deck: FaceDown[tuple[Code | None, ...]] = ()
    cards: FaceDown[tuple[Card | None, ...]] = ()
    pile: tuple[Card, ...] = ()
    hands: FaceDown[Mapping[Seat, tuple[Card | None, ...]]] = field(default_factory=dict)
    dealt: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    secret: Owner[Mapping[Seat, str]] = field(default_factory=dict)
    shown: Mapping[Seat, str] = field(default_factory=dict)
    wanted: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    standing: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    turn: Seat = ""
    fights: tuple[Fight, ...] = ()
    plans: Owner[Mapping[Seat, Mapping[Code, Plan]]] = field(default_factory=dict)
    asked: tuple[Seat, ...] = ()
    later: Owner[Mapping[Seat, Mapping[str, tuple[Code, ...]]]] = field(default_factory=dict)
    adds: int = 0
    ending: bool = False

    def get_region(self, code: Code) -> Europe2028Region:
        return self.world.regions[code]

    def known_hand(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's cards, as far as they are known."""
        return tuple(card for card in self.hands[seat] if card)

    def regions_held_by(self, seat: Seat) -> tuple[Code, ...]:
        return tuple(sorted(code for code, holding in self.held.items() if holding.seat == seat))

    @property
    def play_order(self) -> tuple[Seat, ...]:
        """The seats of this round, the first one first."""
        at = self.order.index(self.first)
        return (*self.order[at:], *self.order[:at])
