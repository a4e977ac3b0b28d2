"""Texts as they lie in the database: small, the same when they come back, and readable for ever."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import col, select

from pbem.games.orders import receipts
from pbem.games.proof import verify
from pbem.games.rules import Rules
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Receipt, Turn, canonical_json
from pbem.storage.models.packing import PRIMERS, load_primer, pack_text, unpack_text
from tests.games.party import clock_at, start_party

SHIPPED = {
    "1": "386f0051284119b630e7a620c66b14c3f55c8a87dd6ab4d7bab3d1a3bcdb1532",
    "2": "895e867ea79f109c859356bd510cebf4e189ffbeeb10869efcce2e7499578bc9",
    "3": "ca3bd9635ff1990084444b7d688448c3d2b9e787c147a118df07421f51458739",
    "4": "5035bb7019e04a2663e41092680c6167cffc03c47c2fd9d56867c2fb58b1ad98",
    "5": "e0ab1efa57592618668c8c888fe0f04b43a448db5a7c6eeac2b55dca6c3725e8",
    "6": "822f735d722a85557848d586315ca68983660454fa9b91db808e25c638766c5b",
}
"""The primers that any database may have been packed with, by their SHA-256. Add to them, never change one."""
WORDS = "Word %s. " + "England, I said. " * 9
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(st.text() | JSON.map(canonical_json) | st.text("0123456789abcdef", min_size=64, max_size=64))
def test_what_is_packed_comes_back(text: str) -> None:
    packed = pack_text(text)
    assert unpack_text(packed) == text and len(packed) <= len(text.encode())


@pytest.mark.slow
@given(st.text(min_size=2000))
def test_so_does_what_fits_no_primer(text: str) -> None:
    assert unpack_text(pack_text(text)) == text


def test_primers_are_never_changed() -> None:
    """A byte less in one of them, and no game that was packed with it could be read."""
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in PRIMERS.iterdir()}
    assert found == SHIPPED


def test_damage_is_told() -> None:
    packed = pack_text("BID 5 " * 100)
    for bad, why in (
        (packed[:-3], "is cut"),
        (packed[:1], "is cut"),
        (packed[:2] + b"\x07" * 9, "is damaged"),
        (b"\xff\xee..", "newer version"),
    ):
        with pytest.raises(ValueError, match=why):
            unpack_text(bad)
    assert load_primer(1)


def lying(store: Store, column: str) -> list[bytes]:
    """Return what a column of the database holds."""
    table, _, name = column.partition(".")
    with store.engine.connect() as connection:
        return [
            bytes(value) for value in connection.execute(sa.text(f"SELECT {name} FROM {table} ORDER BY id")).scalars()
        ]


@pytest.mark.usefixtures("toy")
def test_the_orders_of_a_resolved_phase_are_kept_once(store: Store, now: datetime) -> None:
    """By the turn; receipts point to it, and have them as ever. What is still open stands in both."""
    party = start_party(store, now, Rules(grace_hours=0))
    party.submit("RED", "BID 3", now)
    party.submit("RED", "BID 5", now)
    clock.run_clock_tick(store, clock_at(now + timedelta(hours=48)))
    party.submit("RED", "BID 4", now + timedelta(hours=49))
    with store.read_session() as session:
        rows = list(session.exec(select(Receipt).where(Receipt.seat_id == party.seat(session, "RED").id)))
        turns = session.exec(select(Turn.orders).where(Turn.seat_id == rows[0].seat_id).order_by(col(Turn.id))).all()
        assert [row.orders == receipts.AS_RESOLVED for row in rows] == [False, True, False]
        assert [receipts.receipt_orders(session, row) for row in rows][1:] == list(turns)
        assert '"BID 3"' in receipts.receipt_orders(session, rows[0])
        assert verify.verify_game(session, party.game(session)) == []
    assert lying(store, "receipt.orders")[1] == receipts.AS_RESOLVED.encode()
    hashes = lying(store, "phase.hash")
    assert len(hashes) == 2 and all(value[:2] == b"\xff\x00" and len(value) == 2 + 32 for value in hashes)
