"""The hash chain that makes a game provable: each phase's hash covers all that led to it."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

from engines.base import Dice, Event, Presence
from engines.dice import KeyedDice, make_seed
from engines.language.grammar import Order
from pbem.storage.models import Game, Seat
from pbem.storage.models.base import canonical_json


class HasSecret(Protocol):
    """A game, or a record of one, whose dice and salts come from its secret."""

    @property
    def secret(self) -> str: ...


class HasOrigin(Protocol):
    """A phase, or a record of one, that keeps how it came about."""

    @property
    def origin(self) -> str: ...


@dataclass(frozen=True)
class PhaseOrigin:
    """How a phase came about: as the first (`start`), from the one before it (`resolve`), as that one put right by who
    leads the game (`correction`), or as a phase that the game went back to (`rollback`), whose number it has. The hash
    covers it as it is kept."""

    kind: Literal["start", "resolve", "correction", "rollback"]
    number: int = 0

    def __str__(self) -> str:
        """As a phase keeps it: "rollback 7"."""
        return f"{self.kind} {self.number}" if self.number else self.kind

    @staticmethod
    def from_phase(phase: HasOrigin) -> PhaseOrigin:
        match phase.origin.split():
            case ["rollback", number]:
                return PhaseOrigin("rollback", int(number))
            case ["start" | "correction" as kind]:
                return PhaseOrigin(kind)
        return PhaseOrigin("resolve")


CORRECTOR = "MASTER"
"""Whose orders a correction is, as the hash of the phase it made has it."""
NOTHING = "{}"
"""What a phase keeps of receipts and turns where nothing was resolved, and of standings in a game without any."""


def valid_phase_numbers(origins: Mapping[int, PhaseOrigin]) -> frozenset[int]:
    """The numbers of the phases that led to the newest one; the others were undone by a rollback."""
    found, number = set[int](), max(origins)
    while number:
        found.add(number)
        number = previous_phase_number(number, origins)
    return frozenset(found)


def previous_phase_number(number: int, origins: Mapping[int, PhaseOrigin]) -> int:
    """The phase before one, as if nothing that was undone had happened; 0 before the first."""
    while origins[number].kind in ("rollback", "correction"):
        number = origins[number].number or number - 1
    return number - 1


def hash_phase(
    previous: str,
    origin: str,
    orders: Mapping[str, str],
    state: str,
    events: str,
    salt: str,
    receipts: str,
    presence: str,
) -> str:
    """The hash of a phase: SHA-256 of the canonical JSON of the hash before it, how it came about, every order that
    was resolved by seat as it is stored, the position and the events, its salt, and of the phase before the last
    receipts and what became of each seat's turn (NOTHING where nothing was resolved).
    """
    said = {code: given for code, stored in orders.items() if (given := json.loads(stored))}
    made = {"previous": previous, "origin": origin, "orders": said, "state": state, "events": events, "salt": salt}
    before = {"receipts": json.loads(receipts), "presence": json.loads(presence)}
    return sha256_hex(canonical_json({**made, **before}))


def phase_salt(game: HasSecret, number: int) -> str:
    """Return what keeps the printed hash of a phase from being guessed: whoever knows all but a few hidden facts could
    try them one after the other. It comes from the game's secret, so everybody can prove the game once that is
    shown."""
    return game_hmac(game, f"salt {number}")


def game_hmac(game: HasSecret, what: str) -> str:
    """Return what the game's secret makes of some words; it gives nothing of the secret away."""
    return hmac.new(game.secret.encode(), what.encode(), hashlib.sha256).hexdigest()


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def root_hash(game: Game, seats: Sequence[Seat]) -> str:
    """Return what the first phase follows: the sealed secret and what each seat gave to the dice; neither can change
    then."""
    shared = sha256_hex(game.shared) if game.shared else ""
    draw = sha256_hex(game.draw) if game.draw else ""
    return sealing_hash(game.commitment, {seat.code: seat.contribution for seat in seats}, shared, draw)


def sealing_hash(commitment: str, contributions: Mapping[str, str], shared: str, draw: str = "") -> str:
    """The same from the parts. `shared`: the hash of the secret of the dice in common, "" in a game without any;
    `draw`: that of how its seats were drawn."""
    sealed: dict[str, object] = {"commitment": commitment, "contributions": dict(contributions)}
    if draw:
        sealed["draw"] = draw
    if shared:
        sealed["shared"] = shared
    return sha256_hex(canonical_json(sealed))


# --- receipts ---------------------------------------------------------------------------------------------------


def receipt_salt(game: HasSecret, seat: str, number: int) -> str:
    """Return what keeps a seat's orders from being guessed by the hash of a receipt. It is given to the seat with the
    receipt, and to everybody with the secret."""
    return game_hmac(game, f"receipt {seat} {number}")


def orders_digest(orders: str, salt: str) -> str:
    """The salted hash of a seat's orders as a turn keeps them."""
    return sha256_hex(canonical_json({"orders": json.loads(orders), "salt": salt}))


def hash_receipt(previous: str, seat: str, number: int, phase: int, at: datetime, by: str, digest: str) -> str:
    """The hash of a receipt. `previous`: that of the seat's receipt before; of the first, what the game's dice were
    sealed with."""
    when = at.astimezone(UTC).isoformat()
    told = {"previous": previous, "seat": seat, "number": number, "phase": phase, "at": when, "by": by}
    return sha256_hex(canonical_json({**told, "orders": digest}))


# --- how orders and events are kept ------------------------------------------------------------------------------


def dump_orders(orders: Sequence[Order]) -> str:
    return canonical_json([{"verb": o.verb, "args": o.args, "slot": o.slot, "text": o.text} for o in orders])


def load_orders(text: str) -> tuple[Order, ...]:
    return tuple(Order(**order) for order in json.loads(text))


def dump_presence(presence: Mapping[str, Presence]) -> str:
    return canonical_json({seat: str(there) for seat, there in presence.items()})


def load_presence(text: str) -> dict[str, Presence]:
    """Return what became of each seat's turn."""
    return {seat: Presence(there) for seat, there in json.loads(text).items()}


def dump_events(events: Sequence[Event]) -> str:
    return canonical_json(
        [{"kind": e.kind, "args": e.args, "to": None if e.to is None else sorted(e.to)} for e in events]
    )


def load_events(text: str) -> tuple[Event, ...]:
    return tuple(Event(e["kind"], e["args"], None if e["to"] is None else frozenset(e["to"])) for e in json.loads(text))


def visible_events(events: Sequence[Event], seat_code: str | None) -> tuple[Event, ...]:
    """The events a seat (None: a bystander) may know of."""
    return tuple(e for e in events if e.to is None or seat_code in e.to)


def phase_dice(game: Game, seats: Sequence[Seat], number: int) -> Dice:
    """The dice that lead to phase `number`: keyed by the game's secret and what every seat contributed."""
    seed = make_seed(game.secret, [seat.contribution for seat in seats])
    return KeyedDice(seed, str(number), game.shared.encode())
