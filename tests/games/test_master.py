"""What the game master may do: more time, pauses, corrections, going back, handing a seat on."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import Session

from pbem import wording
from pbem.games import Refusal, games, notify
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import turn_verdicts
from pbem.games.proof import hash_chain, verify
from pbem.games.rules import Rules
from pbem.pace import reasons
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Player
from tests.games.party import MASTER, Party, clock_at, letter_data, start_party

HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0, remind_hours=())


def boss(session: Session, now: datetime) -> Player:
    return people.get_or_register_player(session, MASTER, now)


def acts(party: Party) -> list[tuple[str, str]]:
    with party.store.read_session() as session:
        return [(a.actor, a.act) for a in notify.list_ledger_entries(session, party.game(session))]


def test_only_the_master_may(store: Store, now: datetime) -> None:
    """A player with a seat is refused; the host at the command line is not."""
    party = start_party(store, now)
    with pytest.raises(Refusal, match="not the master"), store.write_session() as session:
        master.pause_game(session, party.game(session), party.player(session, "RED"), now)
    with store.write_session() as session:
        master.pause_game(session, party.game(session), None, now)
    assert ("HOST", "paused") in acts(party)


def test_more_time_is_told_with_its_reason(store: Store, now: datetime) -> None:
    """The deadline moves, everybody hears of it once, the ledger has it, and the grace begins anew."""
    party = start_party(store, now, Rules(grace_hours=6, remind_hours=()))
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    assert party.now_at().in_grace
    with store.write_session() as session:
        master.extend_deadline(session, party.game(session), boss(session, now), 24 * HOUR, now + 49 * HOUR)
    phase = party.now_at()
    assert (phase.deadline, phase.in_grace, phase.due_at) == (now + 73 * HOUR, False, now + 73 * HOUR)
    assert reasons.parse_reasons(phase.deadline_why)[-1] == reasons.make_reason("master", span=24 * HOUR)
    assert len(party.letters("deadline")) == 3
    assert ("MASTER", "extended") in acts(party)


def test_a_pause_moves_the_deadline_by_as_long_as_it_was(store: Store, now: datetime) -> None:
    """Nothing closes meanwhile, orders are still taken."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        master.pause_game(session, party.game(session), boss(session, now), now + HOUR)
    assert clock.run_clock_tick(store, clock_at(now + 100 * HOUR)) == 0
    assert party.submit("RED", "BID 3", now + 100 * HOUR).standing == ("BID 3",)
    with store.write_session() as session:
        master.resume_game(session, party.game(session), boss(session, now), now + 101 * HOUR)
    assert party.now_at().deadline == now + 148 * HOUR
    assert party.now_at().due_at == now + 148 * HOUR


def test_a_game_that_is_all_ready_goes_on_after_a_pause(sqlite: Store, now: datetime) -> None:
    """Ready during the pause, resolved after it."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        master.pause_game(session, party.game(session), None, now)
    party.ready("RED", now)
    party.ready("BLU", now)
    assert clock.run_clock_tick(sqlite, clock_at(now + HOUR)) == 0
    with sqlite.write_session() as session:
        master.resume_game(session, party.game(session), None, now + HOUR)
    clock.run_clock_tick(sqlite, clock_at(now + HOUR))
    assert party.now_at().number == 2


def test_processing_now_counts_no_turn_as_missed(sqlite: Store, now: datetime) -> None:
    """The deadline had not passed: nobody did anything wrong."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        phase = master.process_phase(session, party.game(session), boss(session, now), now + HOUR)
        assert (phase.number, phase.opened_at) == (2, now + HOUR)
        assert turn_verdicts.tally_verdicts(session, seat=party.seat(session, "RED")) == {
            turn_verdicts.TurnVerdict.EXCUSED: 1
        }


def test_a_correction_replaces_what_stood_and_is_told(sqlite: Store, now: datetime) -> None:
    """The player concerned gets the new set; the ledger says whose orders, not which."""
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "PASS", now)
    with sqlite.write_session() as session:
        game = party.game(session)
        answer = master.correct_orders(session, game, boss(session, now), party.seat(session, "RED"), "BID 7", now)
        assert answer.standing == ("BID 7",)
        assert not any("BID" in entry.data for entry in notify.list_ledger_entries(session, game))
    (letter,) = party.letters("corrected", "RED")
    assert letter_data(letter)["standing"] == ["BID 7"]
    assert party.letters("corrected", "BLU") == []


@pytest.mark.parametrize("text", ["BID 7\nBIDD 3", "BID 99", "BID 7\nPASS", "hello"])
def test_a_correction_with_a_mistake_changes_nothing(sqlite: Store, now: datetime, text: str) -> None:
    """C5: a misspelt line wiped the seat's orders and said “Orders given”; also lines that cannot stand together."""
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "BID 4", now)
    with sqlite.write_session() as session, pytest.raises(Refusal) as refused:
        master.correct_orders(session, party.game(session), boss(session, now), party.seat(session, "RED"), text, now)
    assert refused.value.code == "bad correction"
    sentence = wording.refusal_in_english(refused.value)
    assert sentence.startswith("Nothing was changed: the orders of Red stand as they were. ") and "“" in sentence
    with sqlite.read_session() as session:
        assert orders.current_answer(session, party.seat(session, "RED")).standing == ("BID 4",)
    assert not party.letters("corrected") and ("MASTER", "corrected orders") not in acts(party)


@pytest.mark.parametrize("keep", [False, True])
def test_going_back_adds_a_phase(store: Store, now: datetime, keep: bool) -> None:
    """The position of then, as a new phase with a new deadline; orders of then stand again only if asked for; all are
    told, and the chain still proves everything."""
    party = start_party(store, now, PROMPT)
    party.submit("RED", "BID 5", now)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.write_session() as session:
        game = party.game(session)
        phase = master.roll_back_game(session, game, boss(session, now), 1, now + 50 * HOUR, keep_orders=keep)
        assert (phase.number, phase.name, phase.origin) == (3, "R1", "rollback 1")
        origins = [hash_chain.PhaseOrigin.from_phase(one) for one in games.list_phases(session, game)]
        assert origins == [
            hash_chain.PhaseOrigin("start"),
            hash_chain.PhaseOrigin("resolve"),
            hash_chain.PhaseOrigin("rollback", 1),
        ]
        assert phase.deadline == now + 98 * HOUR
        assert orders.current_answer(session, party.seat(session, "RED")).standing == (("BID 5",) if keep else ())
    letters = party.letters("rolled-back")
    assert len(letters) == 3
    assert all((letter_data(one)["from"], letter_data(one)["to"]) == ("Round 2", "Round 1") for one in letters)
    party.submit("BLU", "BID 8", now + 50 * HOUR)
    clock.run_clock_tick(store, clock_at(now + 98 * HOUR))
    with store.read_session() as session:
        assert party.phase(session).name == "R2"
        assert verify.verify_game(session, party.game(session)) == []


def test_going_back_revives_a_finished_game(sqlite: Store, now: datetime) -> None:
    """A wrong last round can be played again; the end itself is no phase to go back to. Where dice are thrown, whose
    secret is told by then, the host alone does it, and all hear what that means."""
    party = start_party(sqlite, now, PROMPT)
    for n in (1, 2, 3):
        clock.run_clock_tick(sqlite, clock_at(now + 48 * n * HOUR))
    assert party.status() == "finished"
    with pytest.raises(Refusal, match="no such phase"), sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 4, now + 200 * HOUR)
    with pytest.raises(Refusal, match="dice told"), sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), boss(session, now), 3, now + 200 * HOUR)
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 3, now + 200 * HOUR)
    assert letter_data(party.letters("rolled-back")[0])["dice_told"]
    clock.run_clock_tick(sqlite, clock_at(now + 248 * HOUR))
    assert party.status() == "finished"
    assert len(party.letters("finished", "RED")) == 2


def test_a_game_without_dice_goes_on_after_its_end_by_its_masters_word(sqlite: Store, now: datetime) -> None:
    """A game that was called off by mistake, or drawn by one."""
    party = start_party(sqlite, now, engine="diplomacy", players=0)
    with sqlite.write_session() as session:
        master.cancel_game(session, party.game(session), boss(session, now), now)
        master.roll_back_game(session, party.game(session), boss(session, now), 1, now)
    assert party.status() == "running"
    assert not letter_data(party.letters("rolled-back")[0])["dice_told"]


def test_a_handed_on_seat_has_new_addresses_and_a_clean_record(store: Store, now: datetime) -> None:
    """The old player is told that it is gone, the new one is invited, and gets welcome and report when he answers; the
    generation has risen."""
    party = start_party(store, now, PROMPT)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.write_session() as session:
        game = party.game(session)
        assert turn_verdicts.count_missed_in_row(session, party.seat(session, "RED")) == 1
        newcomer = people.get_or_register_player(session, "new@example.org", now)
        seat = master.replace_player(session, game, boss(session, now), "RED", newcomer, now + 49 * HOUR)
        assert (seat.player_id, seat.generation, turn_verdicts.count_missed_in_row(session, seat)) == (
            newcomer.id,
            1,
            0,
        )
    assert [x.kind for x in party.letters() if x.player_id == newcomer.id] == ["invitation"]
    with store.write_session() as session:
        people.mark_address_proved(session, session.get_one(Player, newcomer.id), now + 50 * HOUR)
    kinds = [x.kind for x in party.letters() if x.player_id == newcomer.id]
    assert kinds == ["invitation", "welcome", "report"]


def test_the_master_writes_to_everybody(sqlite: Store, now: datetime) -> None:
    """As press, in games without press too."""
    party = start_party(sqlite, now, Rules(press="none"))
    with sqlite.write_session() as session:
        master.message_all_players(session, party.game(session), boss(session, now), "Happy new year!", now, "k")
    assert len(party.letters("press")) == 2
