"""Records made from the database, for whom they are for: all that a reader may know, and nothing else.

While a game is under way its players get what they see; whoever leads it, too, since its dice and the orders of the
open phase are nobody's. Once it is over they get it whole. Only the host has a game under way whole, to move it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlmodel import Session, col, select

from engines import states
from pbem.games import games, notify, positions
from pbem.games.orders import receipts
from pbem.games.proof import hash_chain, redaction, replay_step
from pbem.games.proof.game_record import ActRecord, PhaseRecord, PressRecord, ReceiptRecord, Record, Rolls, SeatRecord
from pbem.games.proof.shared_dice import NotedDice, build_record_dice
from pbem.games.rules import are_names_told, rules_of
from pbem.games.talk import press
from pbem.storage.models import Audit, Game, Phase, Player, Press, Receipt, Seat, Turn, canonical_json

ADDRESS = re.compile(r"[^\s@\"]+@[^\s@\"]+")
MOST_PRESS = 20_000
"""Messages of a game that a record holds, the newest."""


def build_proof_record(session: Session, game: Game) -> Record:
    """The game whole, with all secrets, for this server's own eyes: to be proved, or moved by its host."""
    seats = games.list_game_seats(session, game)
    every = {phase.id: phase for phase in load_phases(session, game)}
    given: dict[int, dict[str, str]] = {number: {} for number in every}
    query = select(Turn, Seat).join(Seat, col(Turn.seat_id) == Seat.id).where(Seat.game_id == game.id)
    for turn, seat in session.exec(query.order_by(col(Seat.id)).execution_options(populate_existing=True)):
        if turn.orders != "[]":
            given[turn.phase_id][seat.code] = turn.orders
    foreign = imported_facts(game)
    common = {int(number): rolls for number, rolls in foreign.get("common", {}).items()}
    shared = hash_chain.sha256_hex(game.shared) if game.shared else ""
    return Record(
        slug=game.slug,
        engine=game.engine,
        options=game.options,
        status=game.status,
        commitment=game.commitment,
        reader="whole",
        pace=game.pace,
        zone=game.zone,
        rules=game.rules,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        outcome=game.outcome,
        secret=game.secret,
        shared=game.shared,
        draw=game.draw,
        draw_hash=foreign.get("draw_hash", hash_chain.sha256_hex(game.draw) if game.draw else ""),
        shared_hash=foreign.get("shared_hash", shared),
        seats=[SeatRecord(seat.code, seat.label, seat.contribution) for seat in seats],
        phases=[build_phase_record(phase, given[key], common.get(phase.number, ())) for key, phase in every.items()],
        receipts=list(iter_receipt_records(session, game, every)),
    )


def imported_facts(game: Game) -> dict[str, Any]:
    """Return what a game brought that came as a file."""
    found: dict[str, Any] = json.loads(game.imported) if game.imported else {}
    return found


def load_phases(session: Session, game: Game) -> list[Phase]:
    return list(session.exec(select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number))))


def build_phase_record(phase: Phase, orders: Mapping[str, str], common: Rolls = ()) -> PhaseRecord:
    return PhaseRecord(
        number=phase.number,
        name=phase.name,
        kind=phase.kind,
        origin=phase.origin,
        previous_hash=phase.previous_hash,
        hash=phase.hash,
        receipts=phase.receipts,
        state=phase.state,
        events=phase.events,
        orders=dict(orders),
        opened_at=phase.opened_at,
        deadline=phase.deadline,
        resolved_at=phase.resolved_at,
        standings=phase.standings,
        common=common,
        correction=phase.correction,
        presence=phase.presence,
        state_version=phase.state_version,
        made_by=phase.made_by,
    )


def iter_receipt_records(session: Session, game: Game, phases: Mapping[int, Phase]) -> Iterator[ReceiptRecord]:
    query = select(Receipt, Seat).join(Seat, col(Receipt.seat_id) == Seat.id).where(Seat.game_id == game.id)
    for row, seat in session.exec(query.order_by(col(Seat.id), col(Receipt.number))):
        number = phases[row.phase_id].number
        yield ReceiptRecord(seat.code, row.number, number, row.at, row.by, row.digest, row.hash)


# --- for whom ---------------------------------------------------------------------------------------------------


def build_reader_record(session: Session, game: Game, seat: Seat | None, *, takes_part: bool) -> Record:
    """Return what a reader may have: who takes part (as a player or by leading it) the whole game once it is over; else
    what their seat, or anybody, may know."""
    if game.status == "finished" and takes_part:
        return add_names_and_press(session, game, hide_shared_secret(build_proof_record(session, game)), None)
    whole = build_proof_record(session, game)
    seen = add_names_and_press(session, game, redact_record(session, game, whole, seat), seat)
    stranger = seat is None and rules_of(game).open_to == "invited"
    return strip_names(seen) if stranger else seen


def build_moving_record(session: Session, game: Game) -> Record:
    """All that another server needs to go on with the game: for its host alone."""
    whole = replace(build_proof_record(session, game), moving=game.status != "finished")
    return add_names_and_press(session, game, hide_shared_secret(whole), None)


def hide_shared_secret(record: Record) -> Record:
    """A whole record that tells what dice in common showed in place of their secret."""
    record = replace(record, draw="")
    if not record.shared:
        return record
    shown = {phase.number: shared_rolls_of_phase(record, phase) for phase in record.phases}
    return replace(record, shared="", phases=[replace(one, common=shown[one.number]) for one in record.phases])


def shared_rolls_of_phase(record: Record, phase: PhaseRecord) -> Rolls:
    """Return what dice in common showed on the way to a phase, which is resolved once more for it; nothing if it
    fails."""
    thrown = build_record_dice(record, phase)
    if phase.common or not isinstance(thrown, NotedDice):
        return phase.common
    with suppress(Exception):
        replay_step.repeat_step(record, phase, thrown)
    return thrown.noted_rolls


def redact_record(session: Session, game: Game, whole: Record, seat: Seat | None) -> Record:
    """A whole record with what is not a seat's (None: a bystander's) to know left out."""
    code = seat.code if seat else ""
    over = game.status == "finished"
    return replace(
        whole,
        reader=code,
        secret=whole.secret if over else "",
        shared="",
        draw="",
        phases=[redact_phase(game, phase, code) for phase in whole.phases],
        receipts=list(iter_own_receipts(session, game, seat, whole)) if seat else [],
    )


def redact_phase(game: Game, phase: PhaseRecord, code: str) -> PhaseRecord:
    position = states.seat_view(games.load_position(game.engine, phase.state), code or None)
    events = hash_chain.visible_events(hash_chain.load_events(phase.events), code or None)
    heads = json.loads(phase.receipts)
    there = hash_chain.load_presence(phase.presence)
    return replace(
        phase,
        state=positions.dump_position(position),
        state_version=position.version,
        events=hash_chain.dump_events(events),
        orders={seat: given for seat, given in phase.orders.items() if seat == code},
        receipts=canonical_json({seat: head for seat, head in heads.items() if seat == code}),
        presence=hash_chain.dump_presence({seat: one for seat, one in there.items() if seat == code}),
        common=(),
        correction=redaction.redact_correction(game, phase.state, phase.correction, code),
    )


def iter_own_receipts(session: Session, game: Game, seat: Seat, whole: Record) -> Iterator[ReceiptRecord]:
    """A seat's receipts, with the orders they cover."""
    rows = {row.number: row for row in session.exec(select(Receipt).where(Receipt.seat_id == seat.id))}
    for one in whole.receipts:
        if one.seat == seat.code:
            row = rows[one.number]
            orders = receipts.receipt_orders(session, row)
            yield replace(one, orders=orders, salt=receipts.salt_of_receipt(game, seat, row) if orders else "")


# --- what is told besides ---------------------------------------------------------------------------------------


def add_names_and_press(session: Session, game: Game, record: Record, seat: Seat | None) -> Record:
    """A record with names, ledger and press, as far as its reader may know them."""
    names = names_by_seat(session, game)
    return replace(
        record,
        seats=[replace(one, player=names.get(one.code, "")) for one in record.seats],
        ledger=[build_act_record(entry) for entry in notify.list_ledger_entries(session, game)],
        press=[*iter_press_records(session, game, seat)],
    )


def strip_names(record: Record) -> Record:
    """A record that does not say who plays: of a private game strangers learn no names."""
    return replace(record, seats=[replace(one, player="") for one in record.seats])


def names_by_seat(session: Session, game: Game) -> dict[str, str]:
    """Return what players are called, by seat, unless that is secret. Some mail programs write the address for a name:
    that is nobody's business."""
    brought: dict[str, str] = imported_facts(game).get("players", {})
    if not are_names_told(game):
        return {}
    return brought | {seat.code: public_name(player) for seat, player in notify.list_holders(session, game)}


def public_name(player: Player) -> str:
    return "" if "@" in player.name else player.name


def build_act_record(entry: Audit) -> ActRecord:
    """An entry of the ledger without the mail addresses that somebody may have written there."""
    return ActRecord(entry.at, entry.actor, entry.act, strip_addresses(json.loads(entry.data)))


def strip_addresses(value: Any) -> Any:
    """A value of JSON with every text in it put right."""
    match value:
        case str():
            return ADDRESS.sub("…", value)
        case list():
            return [strip_addresses(one) for one in value]
        case dict():
            return {key: strip_addresses(one) for key, one in value.items()}
    return value


def iter_press_records(session: Session, game: Game, seat: Seat | None) -> Iterator[PressRecord]:
    numbers = {phase.id: phase.number for phase in games.list_phases(session, game)}
    sent: Press
    for sent in press.list_visible_press(session, game, seat, last=MOST_PRESS):
        yield PressRecord(sent.author, sent.audience, numbers.get(sent.phase_id or 0, 0), sent.sent_at, sent.text)
