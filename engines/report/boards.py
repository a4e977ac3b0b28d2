"""Boards side by side with what lies on them, what went between them, and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engines.report.looks import Style
from engines.report.tables import Change


@dataclass(frozen=True)
class CardDemand:
    """What a card asks of a board: `count` of a good. `yours`: how many of them the reader would bring; `source` says
    where all of them would come from now, `brief` with the codes of boards."""

    at: str
    place: str
    code: str
    name: str
    count: int
    yours: int = 0
    source: str = ""
    brief: str = ""


@dataclass(frozen=True)
class TableCard:
    """A card as it lies on the table. `title` is its number or name, `text` its face, `at` its name for `Choice.at` (""
    if it cannot be picked), `note` what it would bring now, `fill` its colour "#RRGGBB" with `kind`, the word for it.

    `mark`: "" or "said" (an order names it; `place` is its place there, from 1), "spent", "shut". `demands` say what
    stands in `text`, for painters that draw it.
    """

    title: str
    text: str = ""
    at: str = ""
    kind: str = ""
    fill: str = ""
    note: str = ""
    mark: Literal["", "said", "spent", "shut"] = ""
    place: int = 0
    demands: tuple[CardDemand, ...] = ()


@dataclass(frozen=True)
class CardHand:
    """Cards that lie together. `words` are what their marks are called, where it is not English."""

    title: str
    cards: tuple[TableCard, ...]
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Stock:
    """A good on a board: how many lie there, how many are `gone` from there, and the cards of the reader that ask for
    it there (`asked`: their titles)."""

    code: str
    name: str
    count: int = 0
    gone: int = 0
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerBoard:
    """What lies before one side. `title` says whose it is, `code` is short for it, `seat` gives it that seat's looks,
    `own` is the reader's.

    `money` is what it has, in words, `net` what it is worth where that differs; `marks` are said of it in a few words
    each ("leads"). All boards have the same goods in the same order. `at`: see `TableCard`.
    """

    title: str
    code: str
    seat: str = ""
    own: bool = False
    money: str = ""
    change: Change | None = None
    net: str = ""
    marks: tuple[str, ...] = ()
    stocks: tuple[Stock, ...] = ()
    at: str = ""


@dataclass(frozen=True)
class Sale:
    """What went from one board (`source`: its code, "" is the bank) to another for money. `label` says it in codes,
    `text` in a sentence of its own; `amount` is the money."""

    source: str
    to: str
    amount: int
    label: str
    text: str


@dataclass(frozen=True)
class Price:
    """What a good costs `near` and `far`, and how many of it are still to come."""

    code: str
    name: str
    near: int
    far: int
    left: int


@dataclass(frozen=True)
class Bank:
    """Where goods come from that nobody has. `note` says what the figures of its prices are."""

    title: str
    note: str
    prices: tuple[Price, ...]


@dataclass(frozen=True)
class Boards:
    """Boards that lie side by side, what went from one to the other, the bank between them, and the reader's cards.

    `styles`: see `Table`. `words` are what the signs are called: "stock", "gone", "asked", "flow", and over what is
    told in words "good", "price", "left", "flows".
    """

    title: str
    boards: tuple[PlayerBoard, ...]
    styles: Mapping[str, Style] = field(default_factory=dict)
    flows: tuple[Sale, ...] = ()
    bank: Bank | None = None
    hands: tuple[CardHand, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
