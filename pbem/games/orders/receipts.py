"""Receipts: that a seat's orders stood so at an instant, in a player's hands. Each has a number, and a hash that covers
the orders, salted, and the receipt before: none can be changed or left out unnoticed.

Whatever changes orders gives a receipt (`pbem.games.orders.orders.answer_with_receipt`), one for all that one
transaction does to a seat. The last of each seat goes into the hash of the phase that its orders lead to.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import SessionTransaction, aliased
from sqlmodel import Session, col, select

from engines.base import Seat as SeatCode
from pbem.games import Refusal, games
from pbem.games.proof import hash_chain
from pbem.storage.models import Game, Phase, Receipt, Seat, Turn, canonical_json
from pbem.storage.models.words import ReceiptBy
from pbem.storage.questions import IDS, Question

AS_RESOLVED = "="
"""In the place of a receipt's orders: they are those with which its phase was resolved, which the turn keeps."""
GIVEN_KEY = "receipts given"
"""Where a session keeps what its transaction has given."""


def give_receipt(
    session: Session, game: Game, phase: Phase, turn: Turn, seat: Seat, by: ReceiptBy, at: datetime
) -> Receipt:
    """The receipt for a seat's orders as they stand now, to the second. What a transaction does to a seat is one
    receipt, which holds what stands in the end. The game must be locked."""
    at = at.replace(microsecond=0)
    row, previous = find_given_receipt(session, seat), given_in_transaction(session).get(seat.id, ("",))[0]
    if row is None:
        last = find_newest_receipt(session, seat)
        number, previous = (last.number + 1, last.hash) if last else (1, game.commitment)
        row = Receipt(seat_id=seat.id, number=number, phase_id=phase.id, at=at, digest="", hash="")
    row.phase_id, row.at, row.by, row.orders = phase.id, at, by, turn.orders
    row.digest = hash_chain.orders_digest(row.orders, salt_of_receipt(game, seat, row))
    row.hash = hash_chain.hash_receipt(previous, seat.code, row.number, phase.number, at, by, row.digest)
    session.add(row)
    NEWEST_RECEIPTS.answer(session, seat.game_id)[seat.id] = row
    given_in_transaction(session)[seat.id] = (previous, row)
    return row


def given_in_transaction(session: Session) -> dict[int, tuple[str, Receipt]]:
    """Return what was given in the session's transaction, by seat, each with the hash of the one before."""
    now = session.get_transaction()
    known: tuple[SessionTransaction | None, dict[int, tuple[str, Receipt]]] | None = session.info.get(GIVEN_KEY)
    if known is None or known[0] is not now:
        known = session.info[GIVEN_KEY] = (now, {})
    return known[1]


def begin_new_receipts(session: Session) -> None:
    """What is done from now on is something else, for which a seat gets a receipt of its own."""
    session.info.pop(GIVEN_KEY, None)


def find_given_receipt(session: Session, seat: Seat) -> Receipt | None:
    """The receipt that a seat has got in this transaction, if it stands: a savepoint may have taken it back."""
    found = given_in_transaction(session).get(seat.id)
    return found[1] if found is not None and found[1] in session else None


def find_newest_receipt(session: Session, seat: Seat) -> Receipt | None:
    return NEWEST_RECEIPTS.answer(session, seat.game_id).get(seat.id)


def read_newest_receipts(session: Session, ids: Collection[int]) -> dict[int, dict[int, Receipt]]:
    """The newest receipts of the seats of some games, by game and seat; seats that have none are left out."""
    found: dict[int, dict[int, Receipt]] = {game_id: {} for game_id in ids}
    for game_id, row in session.exec(NEWEST_OF_GAMES, params={"ids": list(ids)}):
        found[game_id][row.seat_id] = row
    return found


EVERY = aliased(Receipt)
LAST_NUMBER = sa.select(sa.func.max(EVERY.number)).where(col(EVERY.seat_id) == Seat.id).scalar_subquery()
NEWEST_OF_GAMES = (
    select(Seat.game_id, Receipt)
    .join(Receipt, col(Receipt.seat_id) == Seat.id)
    .where(col(Seat.game_id).in_(IDS), col(Receipt.number) == LAST_NUMBER)
)
NEWEST_RECEIPTS = Question(read_newest_receipts)
"""Whoever gives a receipt puts it into the answer (`give_receipt`): to ask anew would write all that waits."""


def get_receipt(session: Session, seat: Seat, number: int) -> Receipt:
    """Raises Refusal "no such receipt"."""
    row = session.exec(select(Receipt).where(Receipt.seat_id == seat.id, Receipt.number == number)).one_or_none()
    if row is None:
        last = find_newest_receipt(session, seat)
        raise Refusal("no such receipt", number=number, last=last.number if last else 0)
    return row


def list_seat_receipts(session: Session, seat: Seat, before: int | None = None, most: int = 100) -> list[Receipt]:
    """A seat's receipts, the newest first; those with lower numbers than `before`."""
    query = select(Receipt).where(Receipt.seat_id == seat.id).order_by(col(Receipt.number).desc()).limit(most)
    return list(session.exec(query.where(col(Receipt.number) < before) if before else query))


def receipt_orders(session: Session, row: Receipt) -> str:
    """The orders that a receipt is for, as a turn keeps them; "" if it came as a file without them."""
    if row.orders != AS_RESOLVED:
        return row.orders
    return session.exec(select(Turn.orders).where(Turn.phase_id == row.phase_id, Turn.seat_id == row.seat_id)).one()


def salt_of_receipt(game: Game, seat: Seat, receipt: Receipt) -> str:
    return hash_chain.receipt_salt(game, seat.code, receipt.number)


# --- when a phase is resolved -----------------------------------------------------------------------------------


def settle_receipts(session: Session, game: Game, phase: Phase, orders: Mapping[str, str], now: datetime) -> str:
    """The last receipt of each seat for a phase about to be resolved with these orders, as the next phase keeps them:
    number and hash by seat. Orders that the server put in by itself get a receipt first. From then on their turns alone
    keep the orders."""
    last = last_receipts_by_seat(session, phase)
    lack = [
        code for code in {**orders, **last} if not receipt_covers(game, code, last.get(code), orders.get(code, "[]"))
    ]
    query = select(Turn, Seat).join(Seat, col(Turn.seat_id) == Seat.id).where(Turn.phase_id == phase.id)
    query = query.where(col(Seat.code).in_(lack)).order_by(col(Seat.id))
    for turn, seat in list(session.exec(query)) if lack else ():
        last[seat.code] = give_receipt(session, game, phase, turn, seat, "server", now)
    for row in last.values():
        row.orders = AS_RESOLVED if row.orders else ""
    return dump_receipt_heads(last)


def receipt_covers(game: Game, seat: SeatCode, row: Receipt | None, orders: str) -> bool:
    """Return whether a receipt is for these orders of a seat; where there are none, none is needed."""
    if row is None:
        return orders == "[]"
    return row.digest == hash_chain.orders_digest(orders, hash_chain.receipt_salt(game, seat, row.number))


def last_receipts_by_seat(session: Session, phase: Phase) -> dict[str, Receipt]:
    """The last receipt of each seat for a phase, by seat."""
    newest = NEWEST_RECEIPTS.answer(session, phase.game_id)
    every = ((seat.code, newest.get(seat.id)) for seat in games.list_game_seats(session, games.game_of_phase(phase)))
    return {code: row for code, row in every if row is not None and row.phase_id == phase.id}


def last_receipt(phase: Phase, seat: Seat) -> tuple[int, str] | None:
    """Number and hash of a seat's last receipt for what led to a phase."""
    found = json.loads(phase.receipts).get(seat.code)
    return (found[0], found[1]) if found else None


def dump_receipt_heads(last: Mapping[str, Receipt]) -> str:
    return canonical_json({code: [row.number, row.hash] for code, row in last.items()})
