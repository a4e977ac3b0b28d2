"""Games as files: what a reader gets is what he may know, and what he gets proves itself."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from engines import states
from engines.base import ALL_PRESENT, Dice, Event, Step
from pbem.games import notify
from pbem.games.leading import master
from pbem.games.proof import build_record, hash_chain, replay_step, verify
from pbem.games.proof.game_record import Record
from pbem.games.proof.shared_dice import build_record_dice
from pbem.games.rules import Rules
from pbem.games.talk import press
from pbem.records import checking, file, keys, lines
from pbem.server import clock
from pbem.settings import installed_engines
from pbem.storage.database import Store
from tests.games.party import Party, clock_at, play_advised_party, start_party
from tests.games.test_verify import play_whole_game
from tests.games.toy import Bids, Toy

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)
HOST = "pbem.example.org"


def as_file(record: Record, folder: Path, now: datetime) -> bytes:
    return file.pack_record(record, keys.get_own_key(folder), HOST, now)


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(data).decode().splitlines()]


def build_whole_record(party: Party) -> Record:
    with party.store.read_session() as session:
        return build_record.build_reader_record(session, party.game(session), None, takes_part=True)


def of_seat(party: Party, code: str) -> Record:
    with party.store.read_session() as session:
        seat = party.seat(session, code) if code else None
        return build_record.build_reader_record(session, party.game(session), seat, takes_part=bool(code))


@pytest.fixture
def under_way(sqlite: Store, now: datetime) -> Party:
    """In the second round; RED has spoken in it."""
    party = start_party(sqlite, now, Rules(grace_hours=0), players=3)
    for code, bid in (("RED", 3), ("BLU", 7)):
        party.submit(code, f"BID {bid}", now + HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + 48 * HOUR))
    party.submit("RED", "BID 8", now + 49 * HOUR)
    with sqlite.write_session() as session:
        game = party.game(session)
        press.post_press(session, game, party.seat(session, "RED"), ["BLU"], "between us two", now + 49 * HOUR, "a")
        press.post_press(session, game, party.seat(session, "BLU"), "*", "to everybody", now + 49 * HOUR, "b")
    return party


# --- a whole game -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_finished_game_is_proved_from_its_file(store: Store, now: datetime, tmp_path: Path) -> None:
    record = build_whole_record(play_whole_game(store, now))
    found = checking.check_record_bytes(as_file(record, tmp_path, now))
    assert found.is_sound and found.proved and found.signed and found.trusted is None
    assert (found.slug, found.phases, found.receipts, found.reader) == ("verdun", 4, 6, "whole")


def test_what_was_written_is_read(sqlite: Store, now: datetime, tmp_path: Path) -> None:
    """Every field of every line; and the same bytes again."""
    record = build_whole_record(play_whole_game(sqlite, now))
    data = as_file(record, tmp_path, now)
    found = vars(file.unpack_record(data).record)
    assert {key for key, value in vars(record).items() if found[key] != value} == set()
    assert as_file(record, tmp_path, now) == data


def test_a_pinned_key(sqlite: Store, now: datetime, tmp_path: Path) -> None:
    data = as_file(build_whole_record(play_whole_game(sqlite, now)), tmp_path, now)
    assert checking.check_record_bytes(data, keys.public_key_hex(keys.get_own_key(tmp_path))).trusted
    other = checking.check_record_bytes(data, "ab" * 32)
    assert other.signed and not other.trusted and not other.is_sound


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (
            "phase",
            lambda row: row["orders"].update(RED=row["orders"]["RED"].replace("5", "6")),
        ),
        ("game", lambda row: row.update(secret="another")),
        ("game", lambda row: row.update(options="PLAYERS 2")),
        ("seat", lambda row: row.update(contribution="never said")),
        ("phase", lambda row: row.update(state=row["state"].replace("0", "1"))),
        ("phase", lambda row: row.update(events="[]")),
        ("receipt", lambda row: row.update(hash="0" * 64)),
        ("receipt", lambda row: row.update(by="server")),
    ],
)
def test_every_change_of_a_file_is_noticed(
    sqlite: Store, now: datetime, tmp_path: Path, what: str, change: Any
) -> None:
    """By the signature; and by the rules and the hashes, if somebody signs it anew."""
    data = as_file(build_whole_record(play_whole_game(sqlite, now)), tmp_path, now)
    changed = rows(data)
    for row in changed:
        if row.get("what") == what:
            change(row)
            break
    body = "".join(json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n" for row in changed)
    text, _, last = body.rstrip("\n").rpartition("\n")
    forged = checking.check_record_bytes(gzip.compress(body.encode()))
    assert not forged.signed and forged.faults
    signature = keys.sign_message(keys.get_own_key(tmp_path), file.signed_message(f"{text}\n".encode()))
    last = json.dumps({"what": "signature", "signature": signature})
    again = checking.check_record_bytes(gzip.compress(f"{text}\n{last}\n".encode()))
    assert again.signed and not again.is_sound and again.faults


@pytest.mark.slow
def test_games_of_all_kinds(sqlite: Store, now: datetime, tmp_path: Path) -> None:
    """Hidden hands, dice, standing orders: the whole is proved from the file alone."""
    party = play_advised_party(sqlite, "diplomacy", 3, now)
    with sqlite.read_session() as session:
        record = build_record.build_moving_record(session, party.game(session))
    found = checking.check_record_bytes(as_file(record, tmp_path, now))
    assert found.faults == () and found.proved and found.phases == 4


class Cup(Toy):
    """All games of a server share what comes before each round."""

    def resolve(
        self,
        state: Bids,
        orders: Any,
        dice: Dice,
        presence: Any = ALL_PRESENT,
    ) -> Step[Bids]:
        step = super().resolve(state, orders, dice, presence)
        rolled = [dice.shared_dice(f"cup/{state.phase}").roll("weather", 6) for _ in "ab"]
        return Step(step.state, (*step.events, Event("weather", {"rolled": rolled})))


def test_dice_in_common_are_told_and_their_secret_is_not(
    sqlite: Store, now: datetime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament's games share dice: the file says what they showed, and is proved with it."""
    monkeypatch.setitem(installed_engines.ENGINES, "toy", Cup())
    party = play_whole_game(sqlite, now)
    data = as_file(build_whole_record(party), tmp_path, now)
    with sqlite.read_session() as session:
        shared = party.game(session).shared
    assert shared and shared not in gzip.decompress(data).decode()
    assert checking.check_record_bytes(data).is_sound
    told = [row["common"] for row in rows(data) if "common" in row]
    assert len(told) == 3 and told[0][0][0] == "cup/R1" and len(told[0]) == 2


# --- what a reader may know -------------------------------------------------------------------------------------


def test_a_seat_gets_what_it_sees(under_way: Party, now: datetime, tmp_path: Path) -> None:
    data = as_file(of_seat(under_way, "RED"), tmp_path, now)
    text, found = gzip.decompress(data).decode(), checking.check_record_bytes(data)
    assert found.is_sound and not found.proved and (found.reader, found.receipts) == ("RED", 2)
    with under_way.store.read_session() as session:
        game = under_way.game(session)
        for secret in (game.secret, game.shared):
            assert secret and secret not in text
    assert "BID 8" in text and "BID 3" in text and "BID 7" not in text and '\\"bid\\":7' not in text
    assert "between us two" in text and "to everybody" in text


def test_others_orders_views_receipts_and_press_stay_theirs(under_way: Party, now: datetime, tmp_path: Path) -> None:
    """Of an open phase, too, and whatever the name of the file's reader."""
    for code in ("GRN", ""):
        text = gzip.decompress(as_file(of_seat(under_way, code), tmp_path, now)).decode()
        assert not [bid for bid in (3, 7, 8) if f"BID {bid}" in text or f'\\"bid\\":{bid}' in text]
        assert "between us two" not in text and "to everybody" in text
        assert '"RED\\"' not in json.dumps([row.get("receipts", "") for row in rows(text_packed(text))])


def text_packed(text: str) -> bytes:
    return gzip.compress(text.encode())


def test_who_only_looks_on_never_gets_it_whole(sqlite: Store, now: datetime) -> None:
    party = play_whole_game(sqlite, now)
    with sqlite.read_session() as session:
        record = build_record.build_reader_record(session, party.game(session), None, takes_part=False)
    assert record.reader == "" and not any(phase.orders for phase in record.phases) and not record.receipts


def test_no_address_stands_in_a_file(under_way: Party, now: datetime, tmp_path: Path) -> None:
    """Nor in a name, where some mail programs write it, nor in the ledger."""
    with under_way.store.write_session() as session:
        under_way.player(session, "RED").name = "red@example.org"
        notify.add_ledger_entry(session, under_way.game(session), "HOST", "joined", now, who=["<blu@example.org>"])
    for record in (of_seat(under_way, "RED"), moving(under_way)):
        text = gzip.decompress(as_file(record, tmp_path, now)).decode()
        assert "@" not in text


def test_an_address_in_quotes_does_not_keep_a_game_from_its_file(under_way: Party, now: datetime) -> None:
    """It was taken out of the JSON of the ledger, with the quote behind it: nobody got any file of that game again."""
    with under_way.store.write_session() as session:
        reason = '"blu@example.org" is ill'
        master.extend_deadline(session, under_way.game(session), None, HOUR, now + 50 * HOUR, reason)
    told = [act.data["reason"] for act in of_seat(under_way, "RED").ledger if "reason" in act.data]
    assert told == ['"…" is ill']


def moving(party: Party) -> Record:
    with party.store.read_session() as session:
        return build_record.build_moving_record(session, party.game(session))


def test_names_are_told_as_the_game_tells_them(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(anonymous=True))
    assert [seat.player for seat in of_seat(party, "RED").seats] == ["", ""]
    with sqlite.write_session() as session:
        party.game(session).status = "finished"
        session.flush()
    assert [seat.player for seat in of_seat(party, "RED").seats] == ["Red", "Blue"]


def test_strangers_read_no_names_of_a_private_game(sqlite: Store, now: datetime) -> None:
    """Those who play in it read them."""
    party = start_party(sqlite, now, Rules(open_to="invited"))
    with sqlite.read_session() as session:
        stranger = build_record.build_reader_record(session, party.game(session), None, takes_part=False)
    assert [seat.player for seat in stranger.seats] == ["", ""]
    assert [seat.player for seat in of_seat(party, "RED").seats] == ["Red", "Blue"]


def test_a_game_does_not_begin_twice(sqlite: Store, now: datetime) -> None:
    """A first position in the middle, with other dice, would be a game that was thrown again until it pleased."""
    record = moving(start_party(sqlite, now))
    first = record.phases[0]
    for origin in ("start", "rollback 0"):
        again = replace(first, number=2, origin=origin, previous_hash=first.hash)
        step = replay_step.repeat_step(record, again, build_record_dice(record, again))
        again = replace(again, state=states.dump_state(step.state), events=hash_chain.dump_events(step.events))
        kept = (again.state, again.events, hash_chain.phase_salt(record, 2), again.receipts, again.presence)
        sealed = hash_chain.hash_phase(first.hash, origin, {}, *kept)
        forged = replace(record, phases=[first, replace(again, hash=sealed)])
        assert verify.examine_record(forged) == ["phase 2 (R1): it begins the game anew"]


# --- files that mean harm ---------------------------------------------------------------------------------------


HEAD = {"format": "pbem record", "version": 1, "host": "h", "made_at": "2026-01-01T00:00:00+00:00", "key": "00" * 32}
END = {"what": "signature", "signature": "00" * 64}
GAME = {
    "what": "game",
    "slug": "verdun",
    "engine": "toy",
    "options": "PLAYERS 2",
    "status": "finished",
    "commitment": "",
    "reader": "whole",
    "pace": "48h",
    "zone": "UTC",
    "rules": "{}",
    "created_at": "2026-01-01T00:00:00+00:00",
}
PHASE = {
    "what": "phase",
    "number": 1,
    "name": "R1",
    "kind": "bid",
    "origin": "start",
    "previous_hash": "",
    "hash": "",
    "receipts": "{}",
    "state": "{}",
    "events": "[]",
    "orders": {},
    "opened_at": "2026-01-01T00:00:00+00:00",
}


RED = {"what": "seat", "code": "RED", "label": "Red"}


def make_record_file(*parts: Any) -> bytes:
    texts = [part if isinstance(part, str) else json.dumps(part) for part in (HEAD, *parts, END)]
    return gzip.compress("".join(f"{text}\n" for text in texts).encode())


def hostile() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "no gzip", b"hello"
    yield "cut", make_record_file(GAME)[:-9]
    yield "two files", make_record_file(GAME) + make_record_file(GAME)
    yield "no lines", gzip.compress(b"")
    yield "no text", gzip.compress(b"\xff\xfe\n\xff\n")
    yield "no head", gzip.compress(json.dumps(GAME).encode() + b"\n" + json.dumps(END).encode())
    yield "newer", gzip.compress(f"{json.dumps({**HEAD, 'version': 2})}\n{json.dumps(END)}\n".encode())
    yield "no signature", gzip.compress(f"{json.dumps(HEAD)}\n{json.dumps(GAME)}\n".encode())
    yield "no game", make_record_file()
    yield "deep", make_record_file("[" * 100_000 + "]" * 100_000)
    yield (
        "deep orders",
        make_record_file(GAME, {**PHASE, "orders": {"RED": "[" * 50_000}}, RED),
    )
    yield (
        "huge number",
        make_record_file({**GAME, "what": "game", "moving": "x"}, '{"what":"phase","number":' + "9" * 5000 + "}"),
    )
    yield "huge float", make_record_file('{"what":"phase","number":1e999}')
    yield "no number", make_record_file('{"what":"phase","number":NaN}')
    for name, value in (
        ("number", "1"),
        ("number", True),
        ("number", -1),
        ("name", 7),
        ("receipts", 1),
        ("orders", []),
    ):
        yield f"{name} {value}", make_record_file(GAME, {**PHASE, name: value})
    for name, value in (("opened_at", "soon"), ("opened_at", "2026-01-01"), ("opened_at", "9999-12-31T23:59:59+00:00")):
        yield f"{name} {value}", make_record_file(GAME, {**PHASE, name: value})
    yield "colours", make_record_file(GAME, {**PHASE, "name": "\x1b[31mR1"})
    yield "path", make_record_file({**GAME, "slug": "a\nb"})
    yield "strange field", make_record_file({**GAME, "shared": "x"})
    yield "strange line", make_record_file(GAME, {"what": "file", "name": "../../etc/passwd"})
    yield "game twice", make_record_file(GAME, GAME)
    yield (
        "strange orders",
        make_record_file(GAME, RED, {**PHASE, "orders": {"RED": "[7]"}}),
    )
    yield "orders of nobody", make_record_file(GAME, {**PHASE, "orders": {"RED": "[]"}})
    yield "phases out of order", make_record_file(GAME, {**PHASE, "number": 2}, PHASE)
    yield "strange heads", make_record_file(GAME, {**PHASE, "receipts": '{"RED":7}'})
    yield "strange rollback", make_record_file(GAME, {**PHASE, "origin": "rollback x"})
    yield (
        "receipt of nobody",
        make_record_file(
            GAME,
            {
                "what": "receipt",
                "seat": "RED",
                "number": 1,
                "phase": 1,
                "at": PHASE["opened_at"],
                "by": "",
                "digest": "",
                "hash": "",
            },
        ),
    )
    yield "surrogate", make_record_file('{"what":"game","slug":"\\ud800"}')
    yield "no such game", make_record_file({**GAME, "engine": "chess"})
    yield "bad options", make_record_file({**GAME, "options": "PLAYERS 999999999"})


@pytest.mark.parametrize(("name", "data"), [*hostile()], ids=lambda one: one if isinstance(one, str) else "")
def test_a_file_that_means_harm_is_told_so(name: str, data: bytes) -> None:  # noqa: ARG001
    with pytest.raises(lines.Unreadable) as told:
        checking.check_record_bytes(data)
    assert 10 < len(str(told.value)) < 200 and str(told.value).isprintable()


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "UNPACKED", 1_000_000)
    with pytest.raises(lines.Unreadable, match="larger"):
        checking.check_record_bytes(gzip.compress(b"0" * 50_000_000))
    monkeypatch.setattr(file, "LINE", 1000)
    with pytest.raises(lines.Unreadable, match="longer"):
        checking.check_record_bytes(make_record_file(GAME, {**PHASE, "state": "0" * 2000}))
    monkeypatch.setattr(file, "PACKED", 100)
    with pytest.raises(lines.Unreadable, match="larger"):
        checking.check_record_bytes(make_record_file(GAME))


@pytest.mark.parametrize(
    "phase",
    [
        {**PHASE, "state": "[" * 90_000},
        {**PHASE, "origin": "rollback 9"},
        {**PHASE, "number": 7},
        {**PHASE, "events": '[{"kind":1}]'},
    ],
)
def test_what_can_be_read_but_is_wrong_is_a_fault(phase: dict[str, Any]) -> None:
    found = checking.check_record_bytes(
        make_record_file(
            {**GAME, "secret": "x"}, *({"what": "seat", "code": c, "label": c} for c in ("RED", "BLU")), phase
        )
    )
    assert found.faults and not found.is_sound


# --- the key ----------------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_its_owners_alone(tmp_path: Path) -> None:
    key = keys.public_key_hex(keys.get_own_key(tmp_path))
    assert keys.public_key_hex(keys.get_own_key(tmp_path)) == key
    assert (tmp_path / keys.PRIVATE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [keys.PRIVATE]


def test_who_trusts_a_former_key_can_follow_to_the_next(tmp_path: Path, now: datetime) -> None:
    first = keys.public_key_hex(keys.get_own_key(tmp_path))
    second = keys.rotate_key(tmp_path, now)
    third = keys.rotate_key(tmp_path, now + HOUR)
    chain = keys.list_former_keys(tmp_path)
    assert keys.public_key_hex(keys.get_own_key(tmp_path)) == third and len({first, second, third}) == 3
    assert keys.leads_to(first, third, chain) and keys.leads_to(second, third, chain)
    assert not keys.leads_to("ab" * 32, third, chain) and not keys.leads_to(third, first, chain)
    assert (tmp_path / keys.PRIVATE).stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_session_is_not_needed(sqlite: Store, now: datetime, tmp_path: Path) -> None:
    """The command checks a file in a process of its own, with no instance folder at all."""
    party = play_advised_party(sqlite, "diplomacy", 2, now)
    path, nowhere = tmp_path / "game.pbem", tmp_path / "nowhere"
    session: Session
    with sqlite.read_session() as session:
        path.write_bytes(as_file(build_record.build_moving_record(session, party.game(session)), tmp_path, now))
    found = checking.check_in_process(path, nowhere)
    assert found.is_sound and found.proved and found.phases == 3 and not nowhere.exists()
    path.write_bytes(b"hello")
    with pytest.raises(lines.Unreadable, match="gzip"):
        checking.check_in_process(path, nowhere)


def test_what_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(lines.Unreadable, match="more than 9 seconds"):
        checking.check_in_process(tmp_path / "x", tmp_path, seconds=9)
