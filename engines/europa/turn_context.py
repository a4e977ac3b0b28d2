"""The position while a phase is worked out: with it what the seats said, the dice, and the events so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Dice, Event, Seat
from engines.europa.data import Code
from engines.europa.state import EuropaState, Status
from engines.language.grammar import Order


class EuropaTurnContext:
    """Everything a step of the rules may read and change."""

    def __init__(self, state: EuropaState, dice: Dice, orders: Mapping[Seat, Sequence[Order]] | None = None) -> None:
        self.state, self.dice = state, dice
        self.orders = orders or {}
        self.events: list[Event] = []

    def change_state(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def record_event(self, kind: str, **args: Any) -> None:
        """Adds an event that all may know: plain data, lists in place of tuples."""
        self.events.append(Event(kind, {k: list(v) if isinstance(v, tuple) else v for k, v in args.items()}))

    def orders_from(self, seat: Seat) -> Sequence[Order]:
        return self.orders.get(seat, ())

    def set_election_status(self, code: Code, status: Status) -> None:
        """Changes what has become of a country's election."""
        self.change_state(track=tuple(replace(c, status=status) if c.country == code else c for c in self.state.track))

    def set_marker(self, code: Code, marker: str) -> None:
        """Puts Tension or War on a country; "" takes it away."""
        kept = {c: m for c, m in self.state.markers.items() if c != code}
        self.change_state(markers={**kept, code: marker} if marker else kept)

    def add_pawns(self, code: Code, seat: Seat, count: int) -> None:
        """Adds pawns of a party in a country."""
        here = self.state.board.get(code, {})
        self.change_state(board={**self.state.board, code: {**here, seat: here.get(seat, 0) + count}})

    def withdraw_pawns(self, code: Code) -> None:
        """Takes all pawns out of a country."""
        self.change_state(board={c: pawns for c, pawns in self.state.board.items() if c != code})

    def award_points(self, seat: Seat, vp: int, pp: int = 0) -> None:
        """Gives or takes points. Victory Points do not fall below zero unless that was agreed (§6.11)."""
        state = self.state
        before = state.vp.get(seat, 0)  # others' points are not known where a player asks what would happen
        after = before + vp
        vps = {**state.vp, seat: max(after, min(0, before)) if state.options.vp_floor else after}
        self.change_state(
            pp={**state.pp, seat: state.pp[seat] + pp}, vp=vps, vp_shown=vps if state.options.vp_open else {}
        )

    def order_by_lot(self, stream: str, tied: Sequence[Seat]) -> list[Seat]:
        """Tied seats in the order their ten-sided dice give, high first; equal ones throw again."""
        if len(tied) < 2:
            return list(tied)
        thrown = {seat: self.dice.roll(stream, 10) for seat in tied}
        self.record_event("lot", stream=stream, dice=thrown)
        found: list[Seat] = []
        for value in sorted(set(thrown.values()), reverse=True):
            found += self.order_by_lot(stream, [seat for seat in tied if thrown[seat] == value])
        return found

    def rank_seats(
        self, seats: Iterable[Seat], key: Mapping[Seat, tuple[int, ...]], stream: str, low: bool = False
    ) -> list[Seat]:
        """Seats by their keys, the smallest first; equal ones by lot, high first, or `low` first."""
        groups: dict[tuple[int, ...], list[Seat]] = {}
        for seat in seats:
            groups.setdefault(key[seat], []).append(seat)
        found: list[Seat] = []
        for value in sorted(groups):
            lot = self.order_by_lot(stream, groups[value])
            found += lot[::-1] if low else lot
        return found
