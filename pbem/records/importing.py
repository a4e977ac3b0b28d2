"""A game taken in from a file: one that is over to be read, one under way to go on here.

What a file says is believed as far as it is proved (`pbem.records.checking`): positions, events and hashes. The rest is
worked out anew, or judged like any words that come in. A game under way begins paused and with vacant seats: its
players are invited, and its master or the host lets it go on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, get_args

from sqlmodel import Session, select

from pbem.documents import game_summary
from pbem.games import Refusal, games, positions, rules
from pbem.games.notify import add_ledger_entry
from pbem.games.orders import orders
from pbem.games.proof import hash_chain
from pbem.games.proof.game_record import PhaseRecord, PressRecord, Record
from pbem.games.results import endings, result, standings
from pbem.games.results.result import How, Result
from pbem.games.rules import Rules
from pbem.games.talk import press
from pbem.pace import Pace, PaceError, zone_info
from pbem.records import checking
from pbem.records.file import SignedRecord
from pbem.records.lines import Unreadable
from pbem.storage.models import Audit, Game, Phase, Player, Press, Receipt, Seat, Turn, canonical_json
from pbem.storage.models.words import ACTS, ReceiptBy

LEDGER = 2_000
"""Entries of a ledger that are taken over, the last."""


@dataclass(frozen=True)
class ProvedFile:
    """A file that can be believed, and gone on with."""

    read: SignedRecord


def prove_record(read: SignedRecord, key: str = "") -> ProvedFile:
    """Proves a file. That may take as long as resolving its game did, so no transaction is open meanwhile. `key`: what
    must have signed it. Raises Unreadable."""
    require_provable(read, key)
    return ProvedFile(read)


def import_record(
    session: Session, proved: ProvedFile, now: datetime, *, slug: str = "", master: Player | None = None
) -> Game:
    """The game of a file, as it stood there. `slug`: what it is called here; its own name unless it is given.

    Raises Unreadable, and Refusal "bad slug", "slug taken", "bad pace", "bad rule"."""
    read, record = proved.read, proved.read.record
    game = import_game_row(session, record, slug or record.slug, now)
    game.master_id = master.id if master else None
    seats = import_seats(session, game, record)
    phases = import_phases(session, game, record)
    for phase, told in zip(phases, record.phases, strict=True):
        import_turns(session, game, seats, phase, told)
    import_receipts(session, seats, phases, record)
    import_press(session, game, seats, phases, record)
    session.flush()
    import_ledger(session, game, record)
    if game.status == "finished":
        result.store_result(game, read_result(session, game, phases[-1], record))
    else:
        reread_open_orders(session, game, phases[-1], seats)
    games.recount_free_seats(session, game)
    add_ledger_entry(
        session, game, "HOST", "imported", now, origin=read.host, made=read.made_at.isoformat(), key=read.key
    )
    session.flush()
    return game


def require_provable(read: SignedRecord, key: str) -> None:
    """Raises Unreadable for what cannot be believed, or not gone on with."""
    record = read.record
    if not (record.is_whole and record.secret and record.phases):
        raise Unreadable("it does not hold the whole game: only its host can write such a file while it is under way")
    if record.status != "finished" and not record.moving:
        raise Unreadable("the game was under way, and the file was not written to move it")
    if not record.moving and record.status != "finished":
        raise Unreadable("the game is neither over nor to be moved")
    if record.moving and any(phase.common for phase in record.phases):
        raise Unreadable("the game has dice in common with others of its server, and cannot leave it before its end")
    found = checking.build_findings(read, key)
    if not found.is_sound:
        wrong = "its signature does not hold" if not found.signed else "it was signed with another key"
        raise Unreadable(found.faults[0] if found.faults else wrong)


def import_game_row(session: Session, record: Record, slug: str, now: datetime) -> Game:
    if not games.SLUG.fullmatch(slug):
        raise Refusal("bad slug", slug=slug[:60])
    if session.exec(select(Game.id).where(Game.slug == slug)).first():
        raise Refusal("slug taken", slug=slug)
    engine = games.get_engine_by_code(record.engine)
    try:
        pace, zone = str(Pace.parse(record.pace, engine.kinds)), zone_info(record.zone).key
        kept = rules.dump_rules(check_rule_types(rules.load_rules(record.rules)))
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Unreadable("its rules are of another version") from error
    common = {str(phase.number): phase.common for phase in record.phases if phase.common}
    players = {seat.code: seat.player[:80] for seat in record.seats if seat.player}
    sealed = {"shared_hash": record.shared_hash, "draw_hash": record.draw_hash}
    game = Game(
        slug=slug,
        engine=record.engine,
        options=record.options,
        status="finished" if record.status == "finished" else "paused",
        pace=pace,
        zone=zone,
        rules=kept,
        secret=record.secret,
        commitment=record.commitment,
        shared=games.get_shared_secret(session) if record.moving and record.shared_hash else "",
        imported=canonical_json({**sealed, "common": common, "players": players}),
        created_at=record.created_at,
        started_at=record.started_at,
        finished_at=record.finished_at if record.status == "finished" else None,
        paused_at=now if record.status != "finished" else None,
    )
    session.add(game)
    session.flush()
    return game


def check_rule_types(found: Rules) -> Rules:
    """Rules whose values are of the types of the usual ones: a number that is a text would break the game later on.
    Raises TypeError."""
    for one in fields(Rules):
        value, usual = getattr(found, one.name), getattr(rules.USUAL, one.name)
        kinds = (int, float) if isinstance(usual, float) else (type(usual),)
        if type(value) not in kinds:
            raise TypeError(one.name)
        if isinstance(value, tuple) and not all(isinstance(part, str | int | float) for part in value):
            raise TypeError(one.name)
    return found


def import_seats(session: Session, game: Game, record: Record) -> dict[str, Seat]:
    """The seats in their order, which makes the seed of the dice; nobody holds them yet."""
    labels = {choice.code: choice.label or choice.code for choice in games.game_setup(game).seats}
    if [*labels] != [seat.code for seat in record.seats]:
        raise Unreadable("its seats are not those of the game")
    found = {}
    for one in record.seats:
        found[one.code] = Seat(
            game_id=game.id, code=one.code, label=labels[one.code], contribution=one.contribution, generation=1
        )
        session.add(found[one.code])
        session.flush()
    return found


def import_phases(session: Session, game: Game, record: Record) -> list[Phase]:
    """The phases with their hashes; what a position says itself is read from it."""
    engine, found = games.get_engine(game), []
    for told in record.phases:
        if str(hash_chain.PhaseOrigin.from_phase(told)) != told.origin:
            raise Unreadable(f"phase {told.number} came about in a way that is not known")
        position: Any = positions.parse_position(engine.State, told.state)
        over = told is not record.phases[-1] or game.status == "finished"
        phase = Phase(
            game_id=game.id,
            number=told.number,
            name=position.phase,
            kind=position.kind,
            state=told.state,
            state_version=told.state_version,
            made_by=told.made_by,
            events=told.events,
            origin=told.origin,
            correction=told.correction,
            previous_hash=told.previous_hash,
            hash=told.hash,
            receipts=told.receipts,
            presence=told.presence,
            standings=standings.dump_standings(engine, position),
            opened_at=told.opened_at,
            deadline=None if over else told.deadline,
            resolved_at=(told.resolved_at or told.opened_at) if over else None,
        )
        session.add(phase)
        session.flush()
        found.append(phase)
    return found


def import_turns(session: Session, game: Game, seats: Mapping[str, Seat], phase: Phase, told: PhaseRecord) -> None:
    """What each seat owed, by the engine's word, and the orders it gave."""
    position = games.load_position(game.engine, phase.state)
    debts = games.get_engine(game).obligations(position) if position.ranks is None else {}
    for code, seat in seats.items():
        given, debt = told.orders.get(code, "[]"), debts.get(code)
        if debt or given != "[]":
            session.add(
                Turn(
                    phase_id=phase.id,
                    seat_id=seat.id,
                    due=bool(debt) and debt != "free",
                    given=given != "[]" or debt == "relaxed",
                    orders=given,
                )
            )


def import_receipts(session: Session, seats: Mapping[str, Seat], phases: Sequence[Phase], record: Record) -> None:
    numbers = {phase.number: phase for phase in phases}
    for one in record.receipts:
        if one.phase not in numbers:
            raise Unreadable(f"receipt {one.number} of {one.seat} is for a phase that there is not")
        row = Receipt(
            seat_id=seats[one.seat].id,
            number=one.number,
            phase_id=numbers[one.phase].id,
            at=one.at,
            by=next((by for by in get_args(ReceiptBy) if by == one.by), "server"),
            digest=one.digest,
            hash=one.hash,
        )
        session.add(row)


# --- what is told besides ---------------------------------------------------------------------------------------


def import_press(
    session: Session, game: Game, seats: Mapping[str, Seat], phases: Sequence[Phase], record: Record
) -> None:
    """Messages to all, and those that were opened; of others nobody here knows whose they may be."""
    numbers = {phase.number: phase.id for phase in phases}
    for number, one in enumerate(record.press):
        if is_message(one, {*seats, press.MASTER}):
            row = Press(
                game_id=game.id,
                phase_id=numbers.get(one.phase),
                author=one.author,
                audience="*",
                text=one.text,
                key=f"import:{game.id}:{number}",
                sent_at=one.at,
            )
            session.add(row)


def is_message(one: PressRecord, codes: set[str]) -> bool:
    return one.author in codes and 0 < len(one.text) <= press.LONGEST and "\0" not in one.text


def import_ledger(session: Session, game: Game, record: Record) -> None:
    """What can be told of the ledger in words; the rest would break every page that tells it. An act that is not known
    here is told by its own word."""
    names = game_summary.seat_names(session, game)
    for one in record.ledger[-LEDGER:]:
        act, data = (one.act, dict(one.data)) if one.act in ACTS else ("unknown", {"act": one.act})
        row = Audit(game_id=game.id, at=one.at, actor=one.actor, act=act, data=canonical_json(data))
        if is_tellable(row, names):
            session.add(row)


def is_tellable(row: Audit, names: Mapping[str, str]) -> bool:
    if "\0" in row.data or "\\u0000" in row.data:
        return False
    try:
        return bool(game_summary.describe_entry(row, names, {}, str))
    except Exception:  # whatever a file may hold
        return False


def read_result(session: Session, game: Game, last: Phase, record: Record) -> Result:
    """Return how it ended: as the rules have it if it came to its end by them, else as the file says. Raises
    Unreadable."""
    try:
        told = result.parse_result(json.loads(record.outcome))
    except (ValueError, RecursionError) as error:
        raise Unreadable("it does not say how the game ended") from error
    position = games.phase_state(last)
    if told.how is How.UNPLAYED:
        return Result(told.how)
    if position.ranks is not None:
        draft = endings.result_by_engine(game, last, position.ranks)
    elif told.how is How.TIME:
        draft = endings.result_by_time(game, last)
    else:
        draft = result_as_told(told, last)
    return endings.score_draft(session, game, last, draft)


def result_as_told(told: Result, last: Phase) -> Result:
    """An end that people brought about."""
    if told.how in (How.ABANDONED, How.CANCELLED):
        return Result(told.how)
    if told.how is How.PLAYED or not told.first_seats or not {*told.first_seats} <= {*games.phase_state(last).seats}:
        raise Unreadable("it does not say how the game ended")
    return endings.build_result(told.how, last, told.first_seats)


# --- to go on ---------------------------------------------------------------------------------------------------


def reread_open_orders(session: Session, game: Game, phase: Phase, seats: Mapping[str, Seat]) -> None:
    """Orders of the open phase are read anew, since nothing proves them yet: what cannot be said is left out."""
    if phase.deadline is None:
        raise Unreadable("its last phase has no deadline")
    for seat in seats.values():
        try:
            at = orders.build_newest_context(session, game, seat, phase)
        except Refusal:
            continue
        given = json.loads(at.turn.orders)
        at.turn.orders = "[]"
        at.turn.orders = hash_chain.dump_orders(
            orders.judge_text(at, "\n".join(one["text"] for one in given), alone=True)[1]
        )
        session.add(at.turn)
    session.flush()
