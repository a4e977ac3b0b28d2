"""A record: all that is needed to know a game again, and to prove it, away from the database.

It is plain data, made from the database (`pbem.games.proof.build_record`) or read from a file (`pbem.records`). A whole
record holds every position as it is; one of a seat, or for anybody, what that reader may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.games.proof.hash_chain import NOTHING

Rolls = Sequence[tuple[str, Sequence[tuple[str, int, int]]]]
"""What dice in common showed in a phase: for each time they were taken up their name, and stream, sides and result of
each roll."""


@dataclass(frozen=True)
class SeatRecord:
    """`player`: the name as others read it, "" if it is not told."""

    code: str
    label: str
    contribution: str = ""
    player: str = ""


@dataclass(frozen=True)
class PhaseRecord:
    """A phase as `pbem.storage.models.Phase` keeps it; `orders` are those that were given in it, by seat, as they are
    stored. `common`: what dice in common showed on the way to it; `correction`: how the board was put right before it.
    `presence`: what became of each seat's turn in the phase before, as it is stored."""

    number: int
    name: str
    kind: str
    origin: str
    previous_hash: str
    hash: str
    receipts: str
    state: str
    events: str
    orders: Mapping[str, str]
    opened_at: datetime
    deadline: datetime | None = None
    resolved_at: datetime | None = None
    standings: str = NOTHING
    common: Rolls = ()
    correction: str = ""
    presence: str = NOTHING
    state_version: int = 1
    made_by: str = ""


@dataclass(frozen=True)
class ReceiptRecord:
    """A receipt of the seat `seat` for the phase `phase`. `orders` and `salt` are told to the seat itself."""

    seat: str
    number: int
    phase: int
    at: datetime
    by: str
    digest: str
    hash: str
    orders: str = ""
    salt: str = ""


@dataclass(frozen=True)
class ActRecord:
    """An entry of the ledger."""

    at: datetime
    actor: str
    act: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class PressRecord:
    """A message; `phase` is the number of the phase it was written in, 0 before the first."""

    author: str
    audience: str
    phase: int
    at: datetime
    text: str


@dataclass(frozen=True)
class Record:
    """A game. `reader` is "whole", the code of a seat, or "" for what everybody may know.

    `secret` makes dice and salts: "" unless it may be told. `shared` is the secret of the dice in common, which no file
    holds; `shared_hash` its hash. `draw` is how its seats were drawn, with what each player wished, and stays here as
    well; `draw_hash` its hash. `moving`: it holds what another server needs to go on with it.
    """

    slug: str
    engine: str
    options: str
    status: str
    commitment: str
    reader: str
    pace: str
    zone: str
    rules: str
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    outcome: str = ""
    secret: str = field(default="", repr=False)
    shared: str = field(default="", repr=False)
    shared_hash: str = ""
    draw: str = field(default="", repr=False)
    draw_hash: str = ""
    moving: bool = False
    seats: Sequence[SeatRecord] = ()
    phases: Sequence[PhaseRecord] = ()
    receipts: Sequence[ReceiptRecord] = ()
    ledger: Sequence[ActRecord] = ()
    press: Sequence[PressRecord] = ()

    @property
    def is_whole(self) -> bool:
        return self.reader == "whole"
