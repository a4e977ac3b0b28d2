"""Games taken in from a file: over, to be read; under way, to go on with the same hashes, seats and receipts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.documents import game_summary, reports
from pbem.games import Refusal, games, notify
from pbem.games.leading import master
from pbem.games.orders import receipts
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.proof import build_record, hash_chain, replay_step, verify
from pbem.games.proof.game_record import ActRecord, PressRecord, Record
from pbem.games.rules import Rules
from pbem.games.talk import press
from pbem.records import checking, file, importing, keys
from pbem.records.lines import Unreadable
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Audit, Game
from tests.conftest import sqlite_store
from tests.games.party import Party, clock_at, start_party
from tests.games.test_every_end import Maker, by_its_own_last_year, by_last, called_off
from tests.games.test_verify import play_whole_game, problems

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)


@pytest.fixture
def elsewhere(sqlite_template: Path, tmp_path: Path) -> Iterator[Store]:
    """Another server's database."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    yield from sqlite_store(sqlite_template, folder)


def sign_and_unpack(record: Record, folder: Path, now: datetime) -> file.SignedRecord:
    return file.unpack_record(file.pack_record(record, keys.get_own_key(folder), "old.example.org", now))


def move_out(party: Party) -> Record:
    with party.store.read_session() as session:
        return build_record.build_moving_record(session, party.game(session))


def take_in(store: Store, found: file.SignedRecord, now: datetime, **given: Any) -> Party:
    with store.write_session() as session:
        proved = importing.prove_record(found, given.pop("key", ""))
        return Party(store, importing.import_record(session, proved, now, **given).id)


def hashes(party: Party) -> list[str]:
    with party.store.read_session() as session:
        return [phase.hash for phase in games.list_phases(session, party.game(session))]


def test_a_finished_game_can_be_read_elsewhere(store: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    """With its hashes, its receipts, its end, the names of who played and what all could read."""
    old = play_whole_game(store, now)
    with store.write_session() as session:
        press.post_press(session, old.game(session), old.seat(session, "RED"), "*", "well played", now, "x")
    new = take_in(elsewhere, sign_and_unpack(move_out(old), tmp_path, now), now + HOUR)
    assert hashes(new) == hashes(old) and problems(new) == [] and new.status() == "finished"
    with elsewhere.read_session() as session, store.read_session() as before:
        game = new.game(session)
        assert game.outcome == old.game(before).outcome
        assert build_record.names_by_seat(session, game) == {"RED": "Red", "BLU": "Blue", "GRN": "Green"}
        assert [sent.text for sent in press.list_visible_press(session, game, None)] == ["well played"]
        told = [line.text for line in game_summary.describe_ledger(session, game, str)]
        assert any("from old.example.org" in text for text in told) and any("The game began" in text for text in told)
        assert reports.report_blocks(session, new.phase(session), None)
        again = build_record.build_reader_record(session, game, None, takes_part=True)
    assert checking.check_record_bytes(
        file.pack_record(again, keys.get_own_key(tmp_path), "new.example.org", now)
    ).is_sound
    assert notify.Kind.FINISHED not in {row.kind for row in new.letters()}


@pytest.mark.parametrize(
    ("end", "engine"), [(called_off, "toy"), (by_last, "europax"), (by_its_own_last_year, "diplomacy")]
)
def test_an_end_is_the_same_elsewhere(
    sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path, end: Maker, engine: str
) -> None:
    """A game that was called off can be read, and one whose time was up has its places: first to last."""
    old = end(sqlite, now, engine)
    new = take_in(elsewhere, sign_and_unpack(move_out(old), tmp_path, now), now + HOUR)
    with sqlite.read_session() as before, elsewhere.read_session() as after:
        assert new.game(after).outcome == old.game(before).outcome


def test_a_game_under_way_goes_on_elsewhere(store: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    """The same players are invited; the clock stands until the host lets it go; receipts count on; it can be proved."""
    old = start_party(store, now, Rules(grace_hours=0), players=3)
    old.submit("RED", "BID 3", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    old.submit("RED", "BID 5", now + 49 * HOUR)
    later = now + 60 * HOUR
    new = take_in(elsewhere, sign_and_unpack(move_out(old), tmp_path, later), later)
    assert new.status() == "paused" and hashes(new) == hashes(old)
    with elsewhere.write_session() as session:
        game = new.game(session)
        assert all(seat.player_id is None for seat in games.list_game_seats(session, game))
        for code in ("RED", "BLU", "GRN"):
            player = people.get_or_register_player(session, f"{code}@example.org".lower(), later)
            master.replace_player(session, game, None, code, player, later)
            people.mark_address_proved(session, player, later)
        master.resume_game(session, game, None, later + 5 * HOUR)
        assert new.phase(session).deadline == now + (96 + 5) * HOUR
    receipt = new.submit("RED", "BID 6", later + 6 * HOUR).receipt
    assert receipt is not None and receipt.number == 3
    for n in (1, 2, 3):
        clock.run_clock_tick(elsewhere, clock_at(later + n * 49 * HOUR))
    assert new.status() == "finished" and problems(new) == []
    assert checking.check_record_bytes(
        file.pack_record(move_out(new), keys.get_own_key(tmp_path), "new.example.org", now)
    ).is_sound


def test_orders_of_the_open_phase_stand_again(sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    """As far as they can be said: nothing has proved them yet."""
    old = start_party(sqlite, now)
    old.submit("RED", "BID 5", now)
    record = move_out(old)
    given = record.phases[0].orders["RED"]
    forged = replace(record.phases[0], orders={"RED": given, "BLU": given.replace("BID 5", "BID 99")})
    new = take_in(elsewhere, sign_and_unpack(replace(record, phases=[forged]), tmp_path, now), now)
    with elsewhere.read_session() as session:
        turns = {seat.code: turn.orders for turn, seat in phase_turns.list_turns(session, new.phase(session))}
    assert turns == {"RED": given, "BLU": "[]"}


def test_a_receipt_that_came_as_a_hash_says_so(sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    old = start_party(sqlite, now)
    old.submit("RED", "BID 5", now)
    new = take_in(elsewhere, sign_and_unpack(move_out(old), tmp_path, now), now)
    with elsewhere.read_session() as session:
        assert receipts.get_receipt(session, new.seat(session, "RED"), 1).orders == ""


# --- what is not taken ------------------------------------------------------------------------------------------


def test_what_cannot_be_proved_is_not_taken(sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    old = play_whole_game(sqlite, now)
    record = move_out(old)
    first = record.phases[0]
    wrong = [
        replace(record, secret="another"),
        replace(record, reader="RED"),
        replace(record, secret=""),
        replace(record, phases=[]),
        replace(record, phases=[replace(first, state=first.state.replace("R1", "R2")), *record.phases[1:]]),
        replace(record, rules='{"grace_hours":"x"}'),
        replace(record, rules='{"seats_each":"x"}'),
        replace(record, rules='{"open_after":[1]}'),
        replace(record, rules='{"x":' + "[" * 90_000 + "]" * 90_000 + "}"),
        replace(record, rules="[]"),
        replace(record, seats=record.seats[::-1]),
    ]
    for number, one in enumerate(wrong):
        with pytest.raises(Unreadable):
            take_in(elsewhere, sign_and_unpack(one, tmp_path, now), now, slug=f"wrong-{number}")
    with pytest.raises(Unreadable, match="another key"):
        take_in(elsewhere, sign_and_unpack(record, tmp_path, now), now, key="ab" * 32)
    for one, code in ((replace(record, pace="sometimes"), "bad pace"), (replace(record, slug="../etc"), "bad slug")):
        with pytest.raises(Refusal, match=code):
            take_in(elsewhere, sign_and_unpack(one, tmp_path, now), now)
    with elsewhere.read_session() as session:
        assert games.list_all_games(session) == []


def test_a_game_under_way_is_taken_from_its_host_alone(
    sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path
) -> None:
    """What its players have of it holds no secret, and is not enough."""
    old = start_party(sqlite, now)
    with sqlite.read_session() as session:
        mine = build_record.build_reader_record(session, old.game(session), old.seat(session, "RED"), takes_part=True)
    for record in (mine, replace(move_out(old), moving=False)):
        with pytest.raises(Unreadable):
            take_in(elsewhere, sign_and_unpack(record, tmp_path, now), now)


def test_a_name_that_is_taken(sqlite: Store, now: datetime, tmp_path: Path) -> None:
    """Also by the very game: then under another name."""
    old = play_whole_game(sqlite, now)
    found = sign_and_unpack(move_out(old), tmp_path, now)
    with pytest.raises(Refusal, match="slug taken"):
        take_in(sqlite, found, now)
    assert problems(take_in(sqlite, found, now, slug="verdun-2")) == []


def test_a_ledger_and_press_that_mean_harm(sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    """What cannot be told in words is left out: every page that tells the ledger would break."""
    record = move_out(play_whole_game(sqlite, now))
    acts = [
        ActRecord(now, "RED", "finished", {}),
        ActRecord(now, "x", "extended", {"minutes": "many"}),
        ActRecord(now, "x", "deadline", {"deadline": "soon", "why": 7}),
        ActRecord(now, "SERVER", "started", {"seat": {"a": 1}}),
        ActRecord(now, "<script>", "no such act", {}),
    ]
    sent = [
        PressRecord("NOBODY", "*", 1, now, "x"),
        PressRecord("RED", "GRN", 1, now, "a" * 30_000),
        PressRecord("RED", "no such seat", 99, now, "heard"),
    ]
    new = take_in(elsewhere, sign_and_unpack(replace(record, ledger=acts, press=sent), tmp_path, now), now)
    with elsewhere.read_session() as session:
        game: Game = new.game(session)
        assert game_summary.describe_ledger(session, game, str)
        assert [one.text for one in press.list_visible_press(session, game, None)] == ["heard"]
        strange = session.exec(select(Audit).where(Audit.act == "unknown")).one()
        assert game_summary.describe_entry(strange, {}, {}, str).endswith(": no such act.")
        assert verify.verify_game(session, game) == []


def test_a_phase_that_came_about_in_another_way(sqlite: Store, elsewhere: Store, now: datetime, tmp_path: Path) -> None:
    """Which the chain covers, so that it can be proved; but here it is no word that is known."""
    record = move_out(play_whole_game(sqlite, now))
    last = record.phases[-1]
    orders, salt = (
        replay_step.orders_leading_to({one.number: one for one in record.phases}, last),
        hash_chain.phase_salt(record, last.number),
    )
    origin = f"{last.origin} somehow"
    sealed = hash_chain.hash_phase(
        last.previous_hash, origin, orders, last.state, last.events, salt, last.receipts, last.presence
    )
    forged = replace(record, phases=[*record.phases[:-1], replace(last, origin=origin, hash=sealed)])
    assert verify.examine_record(forged) == []
    with pytest.raises(Unreadable, match="came about in a way"):
        take_in(elsewhere, sign_and_unpack(forged, tmp_path, now), now)
