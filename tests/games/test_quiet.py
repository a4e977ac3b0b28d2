"""Quiet days and hours bind every way in which a deadline is made or moved, and reminders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from pbem.documents import reports
from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.phases import deadlines, reminder_times, schedule
from pbem.games.results import votes
from pbem.games.rules import Rules, rules_of
from pbem.pace import QuietTimes, utc_instant
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Phase
from tests.games.party import Party, clock_at, letter_data, open_party, start_party

HOUR = timedelta(hours=1)
PARIS = ZoneInfo("Europe/Paris")
WEEKEND, NIGHTS = ("sat", "sun"), ("22:00 to 08:00",)
REST = (*WEEKEND, *NIGHTS)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=PARIS)


def resting(store: Store, begins: datetime, pace: str = "24h", quiet: tuple[str, ...] = REST, **rules: object) -> Party:
    """A game in Paris that begins then."""
    return start_party(store, begins, Rules(quiet=quiet, **rules), pace=pace, zone="Europe/Paris")  # type: ignore[arg-type]


def do(party: Party, act: Callable[[Session, Phase], object]) -> datetime:
    """Does something to the open phase; the deadline it has then."""
    with party.store.write_session() as session:
        act(session, party.phase(session))
    deadline = party.now_at().deadline
    assert deadline is not None
    return deadline


def test_a_phase_opened_in_the_night_ends_in_the_morning(sqlite: Store) -> None:
    """Friday 23:00, since all were ready; a day later it is Saturday night, so Monday morning."""
    party = resting(sqlite, local("2026-03-06 23:00"))
    assert party.now_at().deadline == local("2026-03-09 08:00")
    with sqlite.read_session() as session:
        why = reports.explain_deadline(party.phase(session), "Europe/Paris")
    assert "moved on from Sunday 8 March because of quiet days" in why


def test_votes_for_more_time_stay_out_of_quiet_times(sqlite: Store) -> None:
    """C3: a vote moved a deadline from Friday to Saturday."""
    party = resting(sqlite, local("2026-03-05 20:00"))
    with sqlite.write_session() as session:
        for code in ("RED", "BLU"):
            votes.cast_vote(session, party.seat(session, code), "extend 24h", local("2026-03-05 20:30"))
    assert party.now_at().deadline == local("2026-03-09 20:00")
    assert [step["kind"] for step in letter_data(party.letters("deadline")[-1])["why"]] == ["votes", "quiet"]


def test_the_masters_extension_stays_out_of_quiet_times(sqlite: Store) -> None:
    party = resting(sqlite, local("2026-03-05 20:00"))
    now = local("2026-03-05 21:00")
    assert do(
        party, lambda session, _: master.extend_deadline(session, party.game(session), None, 3 * HOUR, now)
    ) == local("2026-03-09 08:00")


def test_a_resumed_game_stays_out_of_quiet_times(sqlite: Store) -> None:
    party = resting(sqlite, local("2026-03-04 20:00"))
    with sqlite.write_session() as session:
        master.pause_game(session, party.game(session), None, local("2026-03-05 12:00"))
    assert do(
        party, lambda session, _: master.resume_game(session, party.game(session), None, local("2026-03-05 15:00"))
    ) == local("2026-03-06 08:00")


def test_time_given_back_after_an_outage_stays_out_of_quiet_times(sqlite: Store) -> None:
    party = resting(sqlite, local("2026-03-05 12:00"))
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-05 12:00")), catch_up=24 * HOUR)
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-06 11:00")), catch_up=24 * HOUR)
    assert party.now_at().deadline == local("2026-03-09 11:00")


def test_the_grace_ends_out_of_quiet_times(sqlite: Store) -> None:
    """C3: Friday 20:00 and twelve hours would be Saturday morning."""
    party = resting(sqlite, local("2026-03-05 20:00"), grace_hours=12)
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-06 20:00")))
    assert (
        letter_data(party.letters("remind")[-1])["until"]
        == local("2026-03-09 08:00").astimezone(ZoneInfo("UTC")).isoformat()
    )
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-09 07:59")))
    assert party.now_at().number == 1
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-09 08:00")))
    assert party.now_at().number == 2


def test_the_delay_after_the_last_order_ends_out_of_quiet_times(sqlite: Store) -> None:
    """Who was ready late in the evening can change his mind until the morning."""
    party = resting(sqlite, local("2026-03-04 12:00"), pace="72h", delay_minutes=60)
    for code in ("RED", "BLU"):
        party.ready(code, local("2026-03-04 21:30"))
    assert party.now_at().early_at == local("2026-03-05 08:00")


def test_reminders_come_before_quiet_times(sqlite: Store) -> None:
    """C3: one came at 05:00, and one on a quiet Sunday."""
    party = resting(sqlite, local("2026-03-06 08:00"), remind_hours=(24, 3))
    assert party.now_at().deadline == local("2026-03-09 08:00")
    with sqlite.read_session() as session:
        phase = party.phase(session)
        told = reminder_times.reminder_times(rules_of(party.game(session)), phase)
    assert told == [local("2026-03-06 21:30")]
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-06 21:30")))
    assert len(party.letters("remind")) == 2


def test_a_late_clock_reminds_nobody_in_the_night(sqlite: Store) -> None:
    """The server was down for some minutes when the reminder was due, and the quiet hours had begun."""
    party = resting(sqlite, local("2026-03-04 12:00"), pace="48h", remind_hours=(14.5,), quiet=NIGHTS)
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-05 22:10")))
    assert party.letters("remind") == []
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-06 08:00")))
    assert len(party.letters("remind")) == 2


# --- exact deadlines ---------------------------------------------------------------------------------------------


def test_a_deadline_is_set_to_exactly_an_instant(store: Store) -> None:
    """C4: earlier or later; all are told once for each change, and the steps before count no more."""
    now = local("2026-03-02 12:00")
    party = resting(store, now, pace="72h")
    for text in ("2026-03-04 20:00", "2026-03-03 20:00", "2026-03-04 20:00"):
        with store.write_session() as session:
            deadlines.set_exact_deadline(session, party.game(session), party.phase(session), local(text), now)
        assert party.now_at().deadline == local(text)
    assert len(party.letters("deadline", "RED")) == 3
    with store.read_session() as session:
        assert reports.explain_deadline(party.phase(session), "UTC") == "set to exactly this time by hand"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2026-03-02 12:00", "deadline past"),
        ("2026-03-01 12:00", "deadline past"),
        ("2026-06-02 12:00", "deadline far"),
        ("2026-03-07 12:00", "deadline quiet"),
        ("2026-03-04 23:00", "deadline quiet"),
    ],
)
def test_an_exact_deadline_is_refused_rather_than_moved(sqlite: Store, text: str, code: str) -> None:
    now = local("2026-03-02 12:00")
    party = resting(sqlite, now)
    with sqlite.write_session() as session, pytest.raises(Refusal) as caught:
        deadlines.set_exact_deadline(session, party.game(session), party.phase(session), local(text), now)
    assert caught.value.code == code


# --- another pace ------------------------------------------------------------------------------------------------


def test_the_pace_of_a_running_game_is_changed(store: Store) -> None:
    """C4: the open phase gets the deadline of the new pace, a day from now at the earliest; all are told."""
    now = local("2026-03-02 12:00")
    party = resting(store, now, pace="7d", quiet=())
    later = local("2026-03-03 12:00")
    with store.write_session() as session:
        deadlines.change_pace(session, party.game(session), later, pace="daily 18:00", rules=Rules(quiet=WEEKEND))
    assert party.now_at().deadline == local("2026-03-04 12:00")
    assert {letter.kind for letter in party.letters("deadline")} == {"deadline"}
    with store.write_session() as session:
        deadlines.change_pace(session, party.game(session), later, pace="mon 18:00")
    assert party.now_at().deadline == local("2026-03-09 18:00")
    with store.read_session() as session:
        game = party.game(session)
        assert (game.pace, rules_of(game).quiet) == ("mon 18:00", WEEKEND)


def test_a_pace_that_leaves_no_time_changes_nothing(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, pace="48h")
    for wrong in ({"pace": "winter 24h"}, {"pace": "daily 23:00", "rules": Rules(quiet=NIGHTS)}, {"zone": "Moon/Base"}):
        with pytest.raises(Refusal), sqlite.write_session() as session:
            deadlines.change_pace(session, party.game(session), now, **wrong)
    with sqlite.read_session() as session:
        assert (party.game(session).pace, party.game(session).zone) == ("48h", "UTC")


def test_a_game_that_could_never_end_a_phase_is_not_opened(sqlite: Store, now: datetime) -> None:
    """C2: it would be stuck when its first phase opens."""
    for pace, quiet in (("fri 20:00", ("fri",)), ("daily 23:00", NIGHTS), ("48h", ("1 jan to 31 dec",))):
        with pytest.raises(Refusal, match="bad pace"):
            open_party(sqlite, now, Rules(quiet=quiet), pace=pace)


# --- whatever is chosen ------------------------------------------------------------------------------------------

half_hours = st.builds(time, st.integers(0, 23), st.sampled_from([0, 30]))
nights = st.tuples(half_hours, half_hours).filter(lambda ends: ends[0] != ends[1])
paces = st.sampled_from(["90m", "7h", "24h", "48h", "5d", "daily {}", "mon,thu {}"])


@pytest.mark.slow
@given(
    paces,
    nights,
    st.sampled_from([(), ("sat", "sun"), ("holidays DE", "wed"), ("24 dec to 6 jan",)]),
    st.sampled_from(["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham"]),
    st.sampled_from(["2026-03-27 12:00", "2026-10-23 19:00", "2026-12-22 03:00", "2026-11-01 05:00"]),
    st.lists(st.sampled_from(["extend", "tick", "pause", "ready"]), max_size=5),
)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_falls_in_quiet_times(
    sqlite: Store,
    pace: str,
    night: tuple[time, time],
    days: tuple[str, ...],
    zone: str,
    begins: str,
    acts: list[str],
) -> None:
    """Whatever is done when: no deadline, end of a grace or delay, or reminder lies in quiet times, and every deadline
    has its reasons."""
    hours = f"{night[0]:%H:%M} to {night[1]:%H:%M}"
    quiet, place, now = QuietTimes.parse((*days, hours)), ZoneInfo(zone), datetime.fromisoformat(f"{begins}+00:00")
    rules = Rules(quiet=quiet.item_texts, grace_hours=5, delay_minutes=90, remind_hours=(24, 3))
    slug = f"game-{abs(hash((pace, night, days, zone, begins, *acts))) % 10**9}"
    party = start_party(sqlite, now, rules, pace=pace.format(f"{night[1]:%H:%M}"), zone=zone, slug=slug)

    def calm(instant: datetime | None) -> bool:
        here = (instant or now).astimezone(place)
        return not quiet.is_quiet_day(here.date()) and not quiet.is_quiet_hour(here.time())

    for act in (*acts, "tick"):
        phase, status = party.now_at(), party.status()
        if status != "running" or phase.deadline is None:
            break
        with sqlite.read_session() as session:
            open_phase = party.phase(session)
            assert all(map(calm, reminder_times.reminder_times(rules, open_phase)))
            assert calm(schedule.closing_time(rules, open_phase, owing=True))
            assert reports.explain_deadline(open_phase, zone)
        assert calm(phase.deadline)
        now = max(now + HOUR, phase.due_at or now)
        before = len(party.letters("remind"))
        match act:
            case "extend":
                with sqlite.write_session() as session:
                    master.extend_deadline(session, party.game(session), None, 9 * HOUR, now)
            case "pause":
                with sqlite.write_session() as session:
                    master.pause_game(session, party.game(session), None, now)
                    master.resume_game(session, party.game(session), None, now + 7 * HOUR)
            case "ready":
                for code in ("RED", "BLU"):
                    party.ready(code, now)
            case _:
                clock.run_clock_tick(sqlite, clock_at(now))
        assert calm(now) or len(party.letters("remind")) == before


def test_a_daily_deadline_never_drifts(sqlite: Store) -> None:
    """However often it is moved by quiet times, votes and clock changes: the next one is at its hour again."""
    party = resting(sqlite, local("2026-03-25 21:00"), pace="daily 20:00", grace_hours=0, gap_hours=0)
    now = local("2026-03-26 12:00")
    do(
        party,
        lambda session, _: master.extend_deadline(session, party.game(session), None, 90 * timedelta(minutes=1), now),
    )
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-26 21:30")))
    assert party.now_at().deadline == utc_instant(local("2026-03-27 00:00").date(), time(20), PARIS)
    clock.run_clock_tick(sqlite, clock_at(local("2026-03-27 20:00")))
    assert party.now_at().deadline == local("2026-03-30 20:00"), "summer time began on the quiet Sunday"
