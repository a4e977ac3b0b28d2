"""Proof that a game went by the rules: every phase is resolved again from the orders and the dice.

`examine_record` knows nothing but a record, wherever it comes from: the database, or a file from anywhere. It goes on
from positions that it has worked out itself; those of the record are only compared with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlmodel import Session

from engines import versions
from engines.base import State, Step
from engines.dice import commit_to_secret
from pbem.games import games, positions
from pbem.games.proof import build_record, hash_chain, replay_step
from pbem.games.proof.game_record import PhaseRecord, ReceiptRecord, Record
from pbem.games.proof.shared_dice import build_record_dice
from pbem.games.seating import seat_lottery
from pbem.storage.models import Game


def verify_game(session: Session, game: Game) -> list[str]:
    """Return what does not follow from what went before, in words; [] if the whole game re-resolves exactly."""
    return examine_record(build_record.build_proof_record(session, game))


def examine_record(record: Record) -> list[str]:
    """The same for a record. Of one without the secret only the hashes and the reader's own receipts can be compared.

    Raises Refusal "no such engine", "bad options"."""
    games.parse_setup(record.engine, record.options)
    proof = Examination(record, {phase.number: phase for phase in record.phases})
    problems = [
        f"phase {phase.number} ({phase.name}): {fault}"
        for phase in record.phases
        for fault in proof.find_phase_faults(phase)
    ]
    if record.secret and commit_to_secret(record.secret) != record.commitment:
        problems.insert(0, "the secret of the dice is not the one that was committed to")
    if record.draw and not seat_lottery.is_draw_valid(record.secret, record.draw):
        problems.insert(0, "the draw of its seats is not what the wishes and the secret of the dice give")
    return [*problems, *check_receipt_chain(record, proof.every)]


@dataclass
class Examination:
    """A record being examined. `every`: its phases by number; `proved`: the positions that were worked out."""

    record: Record
    every: Mapping[int, PhaseRecord]
    proved: dict[int, str] = field(default_factory=dict)

    def find_phase_faults(self, phase: PhaseRecord) -> list[str]:
        """Return what is wrong with a phase."""
        faults = [*self.check_hash_link(phase)]
        if self.record.is_whole and self.record.secret:
            try:
                faults += self.check_resolution(phase)
            except Exception as error:
                faults.append(f"it cannot be resolved again ({type(error).__name__}: {error})")
        return faults

    def check_hash_link(self, phase: PhaseRecord) -> Iterator[str]:
        """Yield whether a phase comes after the one before it."""
        record, before = self.record, self.every.get(phase.number - 1)
        if before is None and phase.number != 1:
            yield "the phase before it is missing"
        contributions = {seat.code: seat.contribution for seat in record.seats}
        first = hash_chain.sealing_hash(record.commitment, contributions, record.shared_hash, record.draw_hash)
        if phase.previous_hash != (before.hash if before else first):
            yield "it does not follow the hash of the phase before it"

    def check_resolution(self, phase: PhaseRecord) -> Iterator[str]:
        """Resolves what led to a phase, and compares."""
        source = replay_step.source_number(phase)
        if not source and phase.number != 1:
            yield "it begins the game anew"
        if source and source not in self.proved:
            yield f"it cannot be resolved again, since phase {source} does not hold"
            return
        step = repeat_proved_step(self.record, phase, self.proved)
        position, orders = positions.dump_position(step.state), replay_step.orders_leading_to(self.every, phase)
        if is_same_position(type(step.state), phase, position):
            self.proved[phase.number] = phase.state
        else:
            yield "its position is not what the rules give"
        if phase.events != hash_chain.dump_events(step.events):
            yield "its events are not what the rules give"
        sealed = (hash_chain.phase_salt(self.record, phase.number), phase.receipts, phase.presence)
        linked = hash_chain.hash_phase(phase.previous_hash, phase.origin, orders, phase.state, phase.events, *sealed)
        if phase.hash != linked:
            yield "its hash does not cover what is stored"
        if hash_chain.PhaseOrigin.from_phase(phase).kind == "resolve":
            yield from self.check_receipts(phase, orders)

    # --- receipts -----------------------------------------------------------------------------------------------

    @cached_property
    def last_by_phase(self) -> dict[int, dict[str, ReceiptRecord]]:
        """The last receipt of each seat for each phase, by the phase's number."""
        found: dict[int, dict[str, ReceiptRecord]] = {}
        for one in self.record.receipts:
            found.setdefault(one.phase, {})[one.seat] = one
        return found

    def check_receipts(self, phase: PhaseRecord, orders: Mapping[str, str]) -> Iterator[str]:
        """Yield whether the orders that led to a phase are those of the last receipts, and its hash covers these."""
        last = self.last_by_phase.get(phase.number - 1, {})
        heads = {seat: [one.number, one.hash] for seat, one in last.items()}
        if json.loads(phase.receipts) != heads:
            yield "it does not hold the last receipts of the phase before it"
        if any(given != "[]" and seat not in last for seat, given in orders.items()):
            yield "it was resolved with orders for which there is no receipt"
        for seat, one in last.items():
            if one.digest != hash_chain.orders_digest(
                orders.get(seat, "[]"), hash_chain.receipt_salt(self.record, seat, one.number)
            ):
                yield f"the orders of {seat} are not those of receipt {one.number}"


def is_same_position(kind: type[State], phase: PhaseRecord, position: str) -> bool:
    """Return whether the position of a phase is the one that was worked out, `position`. One that an older version
    stored is compared as far as that version could know, and must hold no more than that."""
    if phase.state == position or not 1 <= phase.state_version < kind.version:
        return phase.state == position
    version = phase.state_version
    told = versions.as_of_version(version, kind, phase.state)
    return told == versions.as_of_version(version, kind, position) and not versions.holds_later_fields(
        version, kind, phase.state
    )


def repeat_proved_step(record: Record, phase: PhaseRecord, proved: Mapping[int, str]) -> Step[State]:
    """The step that led to a phase, taken once more from what is proved."""
    return replay_step.repeat_step(record, phase, build_record_dice(record, phase), proved.__getitem__)


def check_receipt_chain(record: Record, every: Mapping[int, PhaseRecord]) -> Iterator[str]:
    """Yield whether each receipt follows the one before it, and none is missing."""
    by_seat: dict[str, list[ReceiptRecord]] = {}
    for one in record.receipts:
        by_seat.setdefault(one.seat, []).append(one)
    named = {phase.number: json.loads(phase.receipts) for phase in every.values()}
    for seat, mine in by_seat.items():
        previous = record.commitment
        for number, one in enumerate(mine, 1):
            linked = hash_chain.hash_receipt(previous, seat, one.number, one.phase, one.at, one.by, one.digest)
            if one.number != number:
                yield f"{seat}: receipt {number} is missing"
                break
            if one.hash != linked:
                yield f"{seat}: receipt {number} does not follow the one before it"
            if one.orders and one.digest != hash_chain.orders_digest(one.orders, one.salt):
                yield f"{seat}: the orders of receipt {number} are not those it was given for"
            previous = one.hash
        yield from check_named_receipts(seat, mine, named)


def check_named_receipts(
    seat: str, mine: Sequence[ReceiptRecord], named: Mapping[int, Mapping[str, Sequence[Any]]]
) -> Iterator[str]:
    """Yield whether the receipts of a seat that phases name are among its own. `named`: number and hash by phase and
    seat."""
    known = {one.number: one.hash for one in mine}
    for phase, heads in named.items():
        if (head := heads.get(seat)) and known.get(head[0]) != head[1]:
            yield f"{seat}: the receipt {head[0]} that phase {phase} names is not among them"
