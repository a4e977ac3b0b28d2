"""Players who are away: deadlines wait for them, as far as their game allows; and an absence is no missed turn."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from pbem.documents import reports
from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.phases import deadlines
from pbem.games.rules import Rules
from pbem.games.seating import absences, leave
from pbem.games.seating.leave import NotedAbsence
from pbem.pace import DaySpan
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Absence
from tests.games.party import Party, clock_at, letter_data, start_party

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PROMPT = Rules(grace_hours=0)


def span(first: str, last: str) -> DaySpan:
    return DaySpan(date.fromisoformat(first), date.fromisoformat(last))


def away(party: Party, code: str, first: str, last: str, now: datetime) -> NotedAbsence:
    with party.store.write_session() as session:
        return leave.note_absence(session, party.player(session, code), span(first, last), now)


def back(party: Party, code: str, now: datetime) -> None:
    with party.store.write_session() as session:
        leave.return_from_absence(session, party.player(session, code), now)


def deadline(party: Party) -> datetime:
    found = party.now_at().deadline
    assert found is not None
    return found


def why(party: Party) -> str:
    with party.store.read_session() as session:
        return reports.explain_deadline(party.phase(session), "UTC")


def test_a_deadline_waits_for_who_is_away(store: Store, now: datetime) -> None:
    """Monday 2 March, 12:00, two days a phase: away until Friday, so Saturday at noon, twelve hours after he is back.
    All are told that his seat is away, and nothing of himself."""
    party = start_party(store, now, PROMPT)
    assert away(party, "RED", "2026-03-03", "2026-03-06", now + HOUR).waits == ["verdun"]
    assert deadline(party) == now.replace(day=7)
    assert why(party).endswith("Red is away until Friday 6 March")
    (told,) = party.letters("deadline", "BLU")
    assert letter_data(told)["why"] == [{"kind": "away", "seat": "RED", "label": "Red", "day": "2026-03-06"}]


def test_phases_opened_during_an_absence_wait_too(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    away(party, "RED", "2026-03-06", "2026-03-10", now)
    assert deadline(party) == now + 2 * DAY, "the open phase ends before it"
    clock.run_clock_tick(sqlite, clock_at(now + 2 * DAY))
    assert deadline(party) == now.replace(day=11)


def test_nobody_waits_for_orders_that_are_there(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "BID 5", now)
    away(party, "RED", "2026-03-03", "2026-03-06", now)
    assert deadline(party) == now + 2 * DAY


def test_several_who_are_away_are_waited_for_one_after_the_other(sqlite: Store, now: datetime) -> None:
    """But nobody longer than a month after the deadline of the pace."""
    party = start_party(sqlite, now, Rules(absence_days=60), players=3)
    away(party, "RED", "2026-03-03", "2026-03-14", now)
    away(party, "BLU", "2026-03-15", "2026-03-28", now)
    away(party, "GRN", "2026-03-29", "2026-04-20", now)
    assert deadline(party) == now.replace(day=29)
    with sqlite.read_session() as session:
        game, phase = party.game(session), party.phase(session)
        assert absences.excused_seat_ids(session, game, phase) == {party.seat(session, "GRN").id}
        assert absences.is_away(session, game, party.player(session, "GRN").id, deadline(party))


def test_an_absence_excuses_only_from_when_it_was_told(sqlite: Store, now: datetime) -> None:
    """Told after the deadline, in the grace, it comes too late for that phase."""
    party = start_party(sqlite, now, Rules(grace_hours=12))
    clock.run_clock_tick(sqlite, clock_at(now + 2 * DAY))
    away(party, "RED", "2026-03-04", "2026-03-06", now + 2 * DAY + HOUR)
    assert deadline(party) == now + 2 * DAY
    with sqlite.read_session() as session:
        assert absences.excused_seat_ids(session, party.game(session), party.phase(session)) == frozenset()


# --- the days of a year ------------------------------------------------------------------------------------------


def test_more_days_than_a_game_allows_are_refused_with_what_is_left(store: Store, now: datetime) -> None:
    party = start_party(store, now, Rules(absence_days=10))
    away(party, "RED", "2026-05-01", "2026-05-07", now)
    with pytest.raises(Refusal) as caught:
        away(party, "RED", "2026-06-01", "2026-06-04", now)
    assert (caught.value.code, caught.value.facts["left"]) == ("no absence left", 3)
    away(party, "RED", "2026-06-01", "2026-06-03", now)
    with store.read_session() as session:
        assert absences.count_days_left(session, party.game(session), party.player(session, "RED").id, now) == 0


def test_each_year_has_its_own_days(sqlite: Store, now: datetime) -> None:
    """New Year's holidays cost each year its own."""
    party = start_party(sqlite, now, Rules(absence_days=7))
    away(party, "RED", "2026-12-25", "2027-01-07", now)
    with sqlite.read_session() as session:
        game, player = party.game(session), party.player(session, "RED")
        assert absences.count_days_left(session, game, player.id, now) == 0
        assert absences.count_days_left(session, game, player.id, now + 365 * DAY) == 0


def test_a_game_with_days_left_waits_where_another_does_not(sqlite: Store, now: datetime) -> None:
    strict = start_party(sqlite, now, Rules(absence_days=0), slug="strict")
    start_party(sqlite, now, slug="mild")
    found = away(strict, "RED", "2026-03-03", "2026-03-05", now)
    assert found.waits == ["mild"]
    assert [(one.slug, one.left, one.most) for one in found.short] == [("strict", 0, 0)]
    assert deadline(strict) == now + 2 * DAY


def test_the_same_days_told_again_cost_nothing(sqlite: Store, now: datetime) -> None:
    """A letter may come twice, and days may overlap."""
    party = start_party(sqlite, now, Rules(absence_days=10))
    for first, last in (("05-01", "05-07"), ("05-01", "05-07"), ("05-05", "05-09")):
        away(party, "RED", f"2026-{first}", f"2026-{last}", now)
    with sqlite.read_session() as session:
        assert len(session.exec(select(Absence)).all()) == 2
        assert absences.count_days_left(session, party.game(session), party.player(session, "RED").id, now) == 1


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [("2026-05-01", "2026-08-01", "absence long"), ("2027-05-01", "2027-05-02", "absence far")],
)
def test_absences_have_bounds(sqlite: Store, now: datetime, first: str, last: str, code: str) -> None:
    party = start_party(sqlite, now)
    with pytest.raises(Refusal, match=code):
        away(party, "RED", first, last, now)


@pytest.mark.slow
def test_absences_are_not_told_without_end(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, Rules(absence_days=60))
    with pytest.raises(Refusal, match="too many absences"):
        for n in range(absences.MOST + 1):
            day = (now.date() + n * DAY).isoformat()
            away(party, "RED", day, day, now)


# --- back --------------------------------------------------------------------------------------------------------


def test_who_is_back_is_waited_for_no_more(store: Store, now: datetime) -> None:
    """The deadline comes nearer, a day from now at the earliest, and all are told."""
    party = start_party(store, now, PROMPT)
    away(party, "RED", "2026-03-03", "2026-03-12", now)
    assert deadline(party) == now.replace(day=13)
    back(party, "RED", now + 5 * DAY)
    assert deadline(party) == now + 6 * DAY
    assert len(party.letters("deadline", "BLU")) == 2
    with store.read_session() as session:
        assert absences.count_days_left(session, party.game(session), party.player(session, "RED").id, now) == 14 - 5


def test_a_deadline_moved_by_hand_stays_where_it_is(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    away(party, "RED", "2026-03-03", "2026-03-12", now)
    with sqlite.write_session() as session:
        master.extend_deadline(session, party.game(session), None, 24 * HOUR, now)
    back(party, "RED", now + 5 * DAY)
    assert deadline(party) == now.replace(day=14)


def test_an_absence_taken_back_before_it_begins_costs_a_day(sqlite: Store, now: datetime) -> None:
    """Else deadlines could be put off for ever, a day at a time."""
    party = start_party(sqlite, now, Rules(absence_days=5, grace_hours=0))
    moment, refused = now + 2 * DAY - HOUR, False
    for _ in range(8):
        day = (moment + DAY).date().isoformat()
        try:
            away(party, "RED", moment.date().isoformat(), day, moment)
        except Refusal:
            refused = True
            break
        back(party, "RED", moment)
        moment = deadline(party) - HOUR
    assert refused
    assert moment <= now + 9 * DAY


def test_who_is_not_away_cannot_be_back(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    with pytest.raises(Refusal, match="not away"):
        back(party, "RED", now)


def test_a_successor_is_not_away(sqlite: Store, now: datetime) -> None:
    """The absence is the player's, not the seat's."""
    party = start_party(sqlite, now, PROMPT)
    away(party, "RED", "2026-03-06", "2026-03-10", now)
    with sqlite.write_session() as session:
        seat = party.seat(session, "RED")
        seat.player_id = party.player(session, "BLU").id
        session.add(seat)
    clock.run_clock_tick(sqlite, clock_at(now + 2 * DAY))
    assert deadline(party) == now + 4 * DAY


# --- whatever is said --------------------------------------------------------------------------------------------

offsets = st.tuples(st.sampled_from(["RED", "BLU"]), st.integers(0, 30), st.integers(0, 12), st.booleans())


@pytest.mark.slow
@given(st.lists(offsets, max_size=6), st.integers(0, 30), st.sampled_from(["24h", "daily 18:00", "mon,thu 20:00"]))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nobody_is_granted_more_than_his_days(
    sqlite: Store, now: datetime, said: list[tuple[str, int, int, bool]], most: int, pace: str
) -> None:
    """Whatever is asked for and taken back: granted days keep to the rule, the open deadline falls on nobody who is
    granted them and owes, and it lies within a month of what the pace gave."""
    slug = f"game-{abs(hash((*said, most, pace))) % 10**9}"
    party = start_party(sqlite, now, Rules(absence_days=most, quiet=("sun", "22:00 to 08:00")), slug=slug, pace=pace)
    plain = deadline(party)
    for code, start, more, returns in said:
        first = now.date() + start * DAY
        with sqlite.write_session() as session:
            player = party.player(session, code)
            try:
                leave.note_absence(session, player, DaySpan(first, first + more * DAY), now)
                if returns:
                    leave.return_from_absence(session, player, now)
            except Refusal as error:
                assert error.code in ("no absence left", "too many absences", "not away")
                session.rollback()
    with sqlite.read_session() as session:
        game, phase = party.game(session), party.phase(session)
        for code in ("RED", "BLU"):
            found = absences.granted_absences(
                game, absences.list_player_absences(session, party.player(session, code).id, now)
            )
            assert len({day for one in found for day in absences.spent_days(one)}) <= most
        assert plain <= deadline(party) <= plain + 31 * DAY
        late = absences.excused_seat_ids(session, game, phase)
        assert not late or deadline(party) > plain + 10 * DAY
    with sqlite.write_session() as session:
        for absence in session.exec(select(Absence)).all():
            session.delete(absence)


def test_an_exact_deadline_waits_for_nobody(sqlite: Store, now: datetime) -> None:
    """The game master's word is taken as it is; who is away then is excused."""
    party = start_party(sqlite, now, PROMPT)
    away(party, "RED", "2026-03-03", "2026-03-06", now)
    with sqlite.write_session() as session:
        deadlines.set_exact_deadline(session, party.game(session), party.phase(session), now + 2 * DAY, now)
    assert deadline(party) == now + 2 * DAY
    with sqlite.read_session() as session:
        seat = party.seat(session, "RED")
        assert absences.excused_seat_ids(session, party.game(session), party.phase(session)) == {seat.id}


def test_days_are_days_of_the_players_zone(sqlite: Store, now: datetime) -> None:
    """Who is away on the 3rd in Auckland is away from the 2nd, 11:00 UTC."""
    party = start_party(sqlite, now, PROMPT, pace="2h")
    with sqlite.write_session() as session:
        player = party.player(session, "RED")
        player.zone = "Pacific/Auckland"
        session.add(player)
    found = away(party, "RED", "2026-03-03", "2026-03-03", now - 2 * HOUR)
    begins, ends = absences.absence_bounds(found.absence)
    assert ends == datetime(2026, 3, 4, tzinfo=ZoneInfo("Pacific/Auckland"))
    assert begins == max(now - 2 * HOUR, datetime(2026, 3, 3, tzinfo=ZoneInfo("Pacific/Auckland")))
