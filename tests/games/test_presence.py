"""Engines are told who was there: what it costs to be silent, or to have nothing to order, and what letters say."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from engines.all import list_own_engines
from engines.base import Engine, Presence
from pbem.documents import reports
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.proof import build_record, hash_chain, verify
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.records import lines
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models.packing import pack_text
from tests.games.party import Party, clock_at, letter_data, start_party
from tests.size import take_some

DAY = timedelta(days=2)
ROUNDS = 6
NEVER, ONCE = Rules(grace_hours=0, remind_hours=(), open_after=0), Rules(grace_hours=0, remind_hours=(), open_after=1)
TWICE = Rules(grace_hours=0, remind_hours=(), open_after=2)


def cantillon(store: Store, now: datetime, rules: Rules) -> Party:
    return start_party(store, now, rules, players=3, engine="cantillon")


def out(party: Party) -> tuple[str, ...]:
    with party.store.read_session() as session:
        return games.phase_state(party.phase(session)).out


def presence(party: Party) -> dict[str, Presence]:
    """Return what became of the turns that led to the newest phase."""
    return hash_chain.load_presence(party.now_at().presence)


def report_words(party: Party, code: str) -> str:
    with party.store.read_session() as session:
        blocks = reports.report_blocks(session, party.phase(session), party.seat(session, code))
        return " ".join(block.text for block in blocks if hasattr(block, "text"))


def verify_party(party: Party) -> list[str]:
    with party.store.read_session() as session:
        return verify.verify_game(session, party.game(session))


# --- nothing is lost by who holds a seat ----------------------------------------------------------------------------


@pytest.mark.slow
def test_ready_without_lines_keeps_a_realm(store: Store, now: datetime) -> None:
    """Cantillon took it for silence, and the third letter ended the game."""
    party = cantillon(store, now, TWICE)
    for number in range(ROUNDS):
        for code in ("BLU", "GRN", "RED"):
            party.ready(code, now + number * DAY)
        clock.run_clock_tick(store, clock_at(now + number * DAY + DAY / 2))
    assert party.now_at().number == ROUNDS + 1
    assert not out(party) and set(presence(party).values()) == {Presence.READY}
    assert verify_party(party) == []


def test_silence_keeps_a_realm_where_seats_never_open(sqlite: Store, now: datetime) -> None:
    party = cantillon(sqlite, now, NEVER)
    for number in range(ROUNDS):
        clock.run_clock_tick(sqlite, clock_at(now + (number + 1) * DAY))
    assert not out(party) and set(presence(party).values()) == {Presence.MISSED}


def test_phases_closed_early_cost_nobody_a_realm(sqlite: Store, now: datetime) -> None:
    """A game master who closes them ten minutes apart: nobody has missed anything."""
    party = cantillon(sqlite, now, TWICE)
    for number in range(ROUNDS):
        with sqlite.write_session() as session:
            master.process_phase(session, party.game(session), None, now + number * timedelta(minutes=10))
    assert not out(party) and set(presence(party).values()) == {Presence.EXCUSED}


# --- a seat that was opened -----------------------------------------------------------------------------------------


def silent_blue(party: Party, now: datetime, rounds: int) -> None:
    """Rounds in which the others are ready."""
    for number in range(rounds):
        for code in ("GRN", "RED"):
            party.ready(code, now + number * DAY)
        clock.run_clock_tick(party.store, clock_at(now + (number + 1) * DAY))


@pytest.mark.slow
def test_a_realm_waits_until_its_seat_was_offered(sqlite: Store, now: datetime) -> None:
    """The letters say it before: when the turn was missed, and when the seat is opened, three rounds ahead. Whoever is
    given up is offered to nobody."""
    party = cantillon(sqlite, now, TWICE)
    silent_blue(party, now, 1)
    assert "offered to others. If nobody takes it, all that it has is lost" in report_words(party, "BLU")
    silent_blue(party, now + DAY, 1)
    [opened] = party.letters("opened")
    assert letter_data(opened)["lost"] == "3" and not out(party)
    silent_blue(party, now + 2 * DAY, 2)
    assert not out(party) and presence(party)["BLU"] == Presence.VACANT
    with sqlite.read_session() as session:
        assert [seat.code for seat in games.list_vacant_seats(session, party.game(session))] == ["BLU"]
    silent_blue(party, now + 4 * DAY, 1)
    assert out(party) == ("BLU",)
    with sqlite.read_session() as session:
        assert party.game(session).free == 0
    assert verify_party(party) == []


@pytest.mark.slow
def test_who_takes_a_vacant_seat_keeps_its_realm(sqlite: Store, now: datetime) -> None:
    party = cantillon(sqlite, now, ONCE)
    silent_blue(party, now, 3)
    with sqlite.write_session() as session:
        person = people.get_or_register_player(session, "late@example.org", now + 3 * DAY)
        seats.join_game(session, party.game(session), person, ["BLU"], now + 3 * DAY)
    for number in range(3, 3 + ROUNDS):
        for code in ("BLU", "GRN", "RED"):
            party.ready(code, now + number * DAY)
        clock.run_clock_tick(sqlite, clock_at(now + (number + 1) * DAY))
    assert not out(party)


def test_who_is_out_is_promised_nothing(sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither that the seat is offered, nor that “ready” helps: it is asked of the code that offers seats."""
    party = cantillon(sqlite, now, TWICE)
    silent_blue(party, now, 1)
    assert "offered to others" in report_words(party, "BLU")
    monkeypatch.setattr("pbem.games.seating.vacancies.can_be_offered", lambda *_: False)
    assert "offered to others" not in report_words(party, "BLU") and "“ready” alone" not in report_words(party, "BLU")


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("engine", take_some(list_own_engines(), 2), ids=lambda engine: engine.code)
def test_what_is_said_to_be_offered_can_be_taken(sqlite: Store, now: datetime, engine: Engine[Any]) -> None:
    """In every game: all are silent, and each seat that a letter offers has somebody who takes it."""
    party = start_party(sqlite, now, TWICE, players=0, engine=engine.code)
    clock.run_clock_tick(sqlite, clock_at(now + DAY))
    for number in range(2, 7):
        if party.status() != "running":
            break
        before = len(party.letters("opened"))
        clock.run_clock_tick(sqlite, clock_at(now + number * DAY))
        for letter in party.letters("opened")[before:]:
            with sqlite.write_session() as session:
                person = people.get_or_register_player(session, f"{letter.id}@example.org", now + number * DAY)
                seats.join_game(session, party.game(session), person, [letter_data(letter)["seat"]], now + number * DAY)
    assert party.letters("opened")


# --- kept, and proved -----------------------------------------------------------------------------------------------


def test_who_was_there_is_proved(sqlite: Store, now: datetime) -> None:
    """It is under the hash: whoever writes that a silent player had given orders is found out."""
    party = cantillon(sqlite, now, NEVER)
    silent_blue(party, now, 2)
    assert presence(party) == {"BLU": Presence.MISSED, "GRN": Presence.READY, "RED": Presence.READY}
    there = hash_chain.dump_presence(presence(party) | {"BLU": Presence.GIVEN})
    with sqlite.write_session() as session:
        changed = {"there": pack_text(there), "id": party.now_at().id}
        session.execute(sa.text("UPDATE phase SET presence = :there WHERE id = :id"), changed)
    assert [problem for problem in verify_party(party) if "hash does not cover" in problem]


def test_records_carry_who_was_there(sqlite: Store, now: datetime) -> None:
    """A whole one all of it, that of a seat its own alone."""
    party = cantillon(sqlite, now, NEVER)
    silent_blue(party, now, 1)
    with sqlite.read_session() as session:
        game = party.game(session)
        whole = build_record.build_proof_record(session, game)
        blue = build_record.build_reader_record(session, game, party.seat(session, "BLU"), takes_part=True)
    assert lines.read_record_lines(lines.iter_record_lines(whole)).phases[1].presence == whole.phases[1].presence
    assert hash_chain.load_presence(blue.phases[1].presence) == {"BLU": Presence.MISSED}
    strange = [line.replace("missed", "hidden") for line in lines.iter_record_lines(whole)]
    with pytest.raises(lines.Unreadable, match="who was there"):
        lines.read_record_lines(strange)
