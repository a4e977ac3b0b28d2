"""Receipts: numbered without gaps, with an instant and a hash, in the hash of the phase their orders led to (C9)."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.orders import orders, receipts
from pbem.games.proof import hash_chain, verify
from pbem.games.rules import Rules
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.inserting import begin_savepoint
from pbem.storage.models import Phase, Receipt, Turn
from tests.games.party import Party, clock_at, start_party, tamper_with_store
from tests.games.test_verify import play_whole_game, problems

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)


def list_given_receipts(party: Party, code: str) -> list[Receipt]:
    with party.store.read_session() as session:
        return receipts.list_seat_receipts(session, party.seat(session, code))[::-1]


def test_each_change_of_orders_has_a_receipt(store: Store, now: datetime) -> None:
    """Given, changed, declared ready, taken back: numbers count up without gaps, for each seat by itself."""
    party = start_party(store, now)
    first = party.submit("RED", "BID 3", now).receipt
    assert first is not None and (first.number, first.at, first.by) == (1, now, "player")
    party.submit("BLU", "BID 4", now)
    party.submit("RED", "BID 5", now + HOUR)
    party.ready("RED", now + HOUR)
    with store.write_session() as session:
        orders.clear_orders(session, party.seat(session, "RED"), now + 2 * HOUR)
    mine = list_given_receipts(party, "RED")
    assert [one.number for one in mine] == [1, 2, 3, 4]
    assert [len(json.loads(one.orders)) for one in mine] == [1, 1, 1, 0]
    assert [one.number for one in list_given_receipts(party, "BLU")] == [1]
    assert len({one.hash for one in (*mine, *list_given_receipts(party, "BLU"))}) == 5


def test_what_one_transaction_does_is_one_receipt(store: Store, now: datetime) -> None:
    """A letter that takes all back, orders anew and is ready; and what is refused on the way leaves no trace."""
    party = start_party(store, now)
    with store.write_session() as session:
        seat = party.seat(session, "RED")
        orders.clear_orders(session, seat, now)
        with suppress(Refusal), begin_savepoint(session):
            orders.add_orders(session, seat, "BID 9", source="mail", now=now)
            raise Refusal("not running")
        orders.add_orders(session, seat, "BID 5", source="mail", now=now)
        orders.set_ready(session, seat, True, now)
    mine = list_given_receipts(party, "RED")
    assert [(one.number, json.loads(one.orders)[0]["text"]) for one in mine] == [(1, "BID 5")]


def test_what_was_looked_at_has_none(store: Store, now: datetime) -> None:
    party = start_party(store, now)
    with store.write_session() as session:
        orders.judge_orders(session, party.seat(session, "RED"), "BID 3")
    assert list_given_receipts(party, "RED") == []


def test_a_player_can_check_his_receipts_by_himself(store: Store, now: datetime) -> None:
    """As docs/records.md tells it, with nothing of the server's own."""
    party = start_party(store, now)
    party.submit("RED", "BID 3", now)
    party.submit("RED", "BID 7", now + HOUR)
    one, two = list_given_receipts(party, "RED")
    with store.read_session() as session:
        salt = receipts.salt_of_receipt(party.game(session), party.seat(session, "RED"), two)

    def sha(value: object) -> str:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    digest = sha({"orders": json.loads(two.orders), "salt": salt})
    told = {"previous": one.hash, "seat": "RED", "number": 2, "phase": 1, "at": "2026-03-02T13:00:00+00:00"}
    assert two.hash == sha({**told, "by": "player", "orders": digest})


def test_nobody_can_guess_orders_by_a_hash(store: Store, now: datetime) -> None:
    """There are ten bids: without the salt none of them gives the digest, nor with what is public of the game."""
    party = start_party(store, now)
    party.submit("RED", "BID 3", now)
    (one,) = list_given_receipts(party, "RED")
    with store.read_session() as session:
        game = party.game(session)
        guesses = [one.orders.replace("3", str(bid)) for bid in range(10)]
        public = ("", game.commitment, party.phase(session).hash)
        assert one.digest not in {hash_chain.orders_digest(guess, salt) for guess in guesses for salt in public}
        salts = {hash_chain.receipt_salt(game, code, number) for code in ("RED", "BLU") for number in (1, 2)}
        assert len(salts) == 4


def test_the_last_receipts_are_in_the_next_phase(store: Store, now: datetime) -> None:
    party = start_party(store, now, Rules(grace_hours=0))
    party.submit("RED", "BID 3", now)
    last = party.submit("RED", "BID 4", now).receipt
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.read_session() as session:
        phase, red, blue = party.phase(session), party.seat(session, "RED"), party.seat(session, "BLU")
        assert last is not None and receipts.last_receipt(phase, red) == (2, last.hash)
        assert receipts.last_receipt(phase, blue) is None
        assert verify.verify_game(session, party.game(session)) == []


def test_what_the_server_puts_in_has_a_receipt_of_its_own(store: Store, now: datetime) -> None:
    """Orders that stand without the player's word: put in for whoever is missing, or copied by a rollback."""
    party = start_party(store, now, Rules(grace_hours=0))
    party.submit("RED", "BID 3", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 1, now + 49 * HOUR, keep_orders=True)
        turn = session.exec(select(Turn).order_by(col(Turn.id).desc()).limit(1)).one()
        turn.orders = receipts.receipt_orders(session, list_given_receipts(party, "RED")[0]).replace("3", "8")
        session.add(turn)
    with store.write_session() as session:
        master.process_phase(session, party.game(session), None, now + 50 * HOUR)
    assert [(one.number, one.by) for one in list_given_receipts(party, "RED")] == [(1, "player"), (2, "server")]
    assert [(one.number, one.by) for one in list_given_receipts(party, "BLU")] == [(1, "server")]
    assert problems(party) == []


def test_a_correction_is_the_masters(store: Store, now: datetime) -> None:
    party = start_party(store, now)
    party.submit("RED", "BID 3", now)
    with store.write_session() as session:
        master.correct_orders(session, party.game(session), None, party.seat(session, "RED"), "BID 4", now)
    assert [(one.number, one.by) for one in list_given_receipts(party, "RED")] == [(1, "player"), (2, "master")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM receipt WHERE id = (SELECT min(id) FROM receipt)", "receipt 1 is missing"),
        ("DELETE FROM receipt WHERE id = (SELECT max(id) FROM receipt)", "does not hold the last receipts"),
        ("UPDATE receipt SET at = '2026-03-01 12:00:00' WHERE number = 1", "does not follow"),
        ("UPDATE receipt SET digest = pack('x') WHERE number = 2", "are not those of receipt"),
        ("UPDATE receipt SET by = 'master' WHERE number = 1", "does not follow"),
        ("UPDATE phase SET receipts = pack('{}') WHERE number = 2", "does not hold the last receipts"),
        ("UPDATE phase SET receipts = pack('{}') WHERE number = 3", "does not hold the last receipts"),
        ("DELETE FROM receipt WHERE phase_id = 3", "phase 4 (END): it does not hold the last receipts"),
    ],
)
def test_a_receipt_that_is_changed_or_removed_is_noticed(sqlite: Store, now: datetime, change: str, said: str) -> None:
    party = play_whole_game(sqlite, now)
    tamper_with_store(sqlite, change)
    assert any(said in problem for problem in problems(party))


def test_a_host_who_changes_orders_and_all_hashes_is_found_out(sqlite: Store, now: datetime) -> None:
    """He may write every hash of the game anew: then the last receipt in the player's hands is no longer there."""
    party = play_whole_game(sqlite, now)
    letter = list_given_receipts(party, "RED")[0]
    with sqlite.write_session() as session:
        game, seat = party.game(session), party.seat(session, "RED")
        row = receipts.get_receipt(session, seat, 1)
        forged = receipts.receipt_orders(session, row).replace("5", "4")
        row.digest = hash_chain.orders_digest(forged, receipts.salt_of_receipt(game, seat, row))
        row.hash = hash_chain.hash_receipt(game.commitment, "RED", 1, 1, row.at, row.by, row.digest)
        session.add(row)
    assert list_given_receipts(party, "RED")[0].hash != letter.hash


def test_orders_without_receipts_prove_nothing(sqlite: Store, now: datetime) -> None:
    """Also where the whole game has none, and its hashes were made anew over that."""
    party = start_party(sqlite, now, Rules(grace_hours=0))
    party.submit("RED", "BID 3", now)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    with sqlite.write_session() as session:
        forged: Phase = party.phase(session)
        salt = hash_chain.phase_salt(party.game(session), 2)
        orders = {"RED": receipts.receipt_orders(session, list_given_receipts(party, "RED")[0])}
        sealed = (orders, forged.state, forged.events, salt, hash_chain.NOTHING, forged.presence)
        forged.receipts = hash_chain.NOTHING
        forged.hash = hash_chain.hash_phase(forged.previous_hash, forged.origin, *sealed)
        session.execute(sa.text("DELETE FROM receipt"))
    assert problems(party) == ["phase 2 (R2): it was resolved with orders for which there is no receipt"]


def test_a_receipt_that_there_is_not(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    with sqlite.read_session() as session, pytest.raises(Refusal, match="no such receipt"):
        receipts.get_receipt(session, party.seat(session, "RED"), 3)
