"""The chain proves a whole game, and notices every change of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games.proof import hash_chain, verify
from pbem.games.rules import Rules
from pbem.server import clock
from pbem.storage.database import Store
from tests.games.party import Party, clock_at, start_party, tamper_with_store

HOUR = timedelta(hours=1)


def play_whole_game(store: Store, now: datetime) -> Party:
    """A whole game, with ties the dice decided."""
    party = start_party(store, now, Rules(grace_hours=0), players=3)
    for n in (0, 1, 2):
        for code in ("RED", "BLU", "GRN")[: 3 - n]:
            party.submit(code, "BID 5", now + 48 * n * HOUR)
        clock.run_clock_tick(store, clock_at(now + 48 * (n + 1) * HOUR))
    assert party.status() == "finished"
    return party


def problems(party: Party) -> list[str]:
    with party.store.read_session() as session:
        return verify.verify_game(session, party.game(session))


def test_a_game_resolves_again_exactly(store: Store, now: datetime) -> None:
    """From the stored orders and the dice: every position, event and hash."""
    assert problems(play_whole_game(store, now)) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE turn SET orders = pack(replace(unpack(orders), 'BID 5', 'BID 6')) WHERE id = 2",
        "UPDATE turn SET orders = pack('[]') WHERE id = 1",
        "UPDATE phase SET state = pack(replace(unpack(state), '5', '6')) WHERE number = 3",
        "UPDATE phase SET events = pack('[]') WHERE number = 2",
        "UPDATE phase SET origin = 'rollback 1' WHERE number = 3",
        "UPDATE phase SET previous_hash = pack('x') WHERE number = 2",
        "UPDATE phase SET number = 9 WHERE number = 3",
        "UPDATE phase SET receipts = pack('{}') WHERE number = 2",
        "UPDATE phase SET presence = pack('{}') WHERE number = 2",
        "UPDATE game SET secret = 'another'",
        "UPDATE seat SET contribution = 'never said' WHERE code = 'BLU'",
    ],
)
def test_every_change_is_noticed(sqlite: Store, now: datetime, change: str) -> None:
    """Orders, positions, events, the way they came about, the dice."""
    party = play_whole_game(sqlite, now)
    tamper_with_store(sqlite, change)
    assert problems(party)


def test_the_printed_hash_cannot_be_guessed(sqlite: Store, now: datetime) -> None:
    """S8: whoever knows the position whole, and thus also whoever tries what he does not know of it, does not get the
    hash without the salt, which comes from the game's secret."""
    party = start_party(sqlite, now, players=3)
    with sqlite.read_session() as session:
        phase, game = party.phase(session), party.game(session)

        def linked(salt: str) -> str:
            kept = (phase.state, phase.events, salt, phase.receipts, phase.presence)
            return hash_chain.hash_phase(phase.previous_hash, phase.origin, {}, *kept)

        assert phase.hash not in {linked(""), linked(game.commitment)}
        assert phase.hash == linked(hash_chain.phase_salt(game, 1))
