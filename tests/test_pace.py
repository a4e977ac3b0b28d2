"""Deadline arithmetic: exact in every zone, across changing clocks, and able to say why."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.pace import DAYS, Every, Fixed, Pace, PaceError, Quiet, instant, length, length_text, next_deadline, preview
from pbem.reasons import because

ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Chatham")


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("48h", "48h"),
        ("  2D ", "48h"),
        ("1d12h", "36h"),
        ("5m", "5m"),
        ("1w", "7d"),
        ("Daily 20:00", "daily 20:00"),
        ("Monday, Thursday 18:00", "mon,thu 18:00"),
        ("movement daily 20:00; retreat 12h; adjustment 12h", "movement daily 20:00; retreat 12h; adjustment 12h"),
        ("retreat 12h; 48h", "48h; retreat 12h"),
    ],
)
def test_paces_are_read_and_written(text: str, canonical: str) -> None:
    """What is understood is written in one way, which reads back as itself."""
    pace = Pace.parse(text)
    assert str(pace) == canonical
    assert Pace.parse(canonical) == pace


@pytest.mark.parametrize(
    "text",
    ["", ";", "soon", "daily", "daily 24:00", "daily 12:60", "xyz 12:00", "0h", "61d", "-3h", "48h; 24h", "a 1h; a 2h"],
)
def test_what_is_no_pace_is_refused_with_what_would_be(text: str) -> None:
    """The message names the fault and shows what is allowed."""
    with pytest.raises(PaceError, match=r"mon|\d"):
        Pace.parse(text)


KINDS = ("movement", "retreat", "adjustment")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("winter 24h", "“winter” is no kind of phase of this game. Its kinds are: movement, retreat, adjustment."),
        ("mvement 48h", "“mvement” is no kind of phase of this game. Did you mean movement?"),
        ("48h; Retreats 12h", "Did you mean retreat?"),
        ("weekly fri 20:00", "“weekly” is no kind of phase"),
        ("daily 20h", "For a time of day write daily 20:00."),
        ("movement daily 20h; retreat 12h", "For a time of day write daily 20:00."),
        ("mon,thu 18 h", "For a time of day write mon,thu 18:00."),
        ("Friday 20", "For a time of day write friday 20:00."),
        ("mon 3d", "“mon” is no kind of phase"),
    ],
)
def test_a_kind_is_one_that_the_game_has(text: str, told: str) -> None:
    """C2: any word passed for a kind of phase, and an hour of the day for a length of time."""
    with pytest.raises(PaceError) as caught:
        Pace.parse(text, KINDS)
    assert told in str(caught.value)
    assert Pace.parse("Movement 48h; retreat 12h", KINDS).rule("retreat") == Every(timedelta(hours=12))


def test_kinds_have_their_own_rules() -> None:
    """A kind without one gets the rule without a kind, else the first."""
    pace = Pace.parse("movement 48h; retreat 12h")
    assert pace.rule("Retreat") == Every(timedelta(hours=12))
    assert pace.rule("auction") == Every(timedelta(hours=48))
    assert Pace.parse("retreat 12h; 24h").rule("auction") == Every(timedelta(hours=24))


def test_a_length_is_counted_in_real_hours_across_a_change_of_clocks() -> None:
    """24 hours from 20:00 on the eve of summer time is 21:00."""
    deadline = next_deadline(Pace.parse("24h"), "", at("2026-03-28 20:00", "Europe/Paris"), "Europe/Paris")
    assert deadline.at == at("2026-03-29 21:00", "Europe/Paris")


def test_a_fixed_hour_stays_that_hour_across_a_change_of_clocks() -> None:
    """Daily 20:00 is 20:00 in summer and in winter."""
    days = preview(Pace.parse("daily 20:00"), at("2026-03-27 21:00", "Europe/Paris"), "Europe/Paris", 3)
    assert [d.at for d in days] == [at(f"2026-03-{day} 20:00", "Europe/Paris") for day in (28, 29, 30)]


def test_an_hour_that_does_not_exist_is_as_much_later_as_the_clocks_jump() -> None:
    """02:30 on the night clocks go from 2 to 3 is 03:30."""
    assert instant(date(2026, 3, 29), time(2, 30), ZoneInfo("Europe/Paris")) == at("2026-03-29 03:30", "Europe/Paris")


def test_an_hour_that_comes_twice_is_taken_the_second_time() -> None:
    """02:30 on the night clocks go back is the later one: nobody loses an hour."""
    found = instant(date(2026, 10, 25), time(2, 30), ZoneInfo("Europe/Paris"))
    assert found == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_quiet_days_move_a_deadline_and_the_reason_is_given() -> None:
    """From Saturday to Monday at the same hour; a quiet date moves it further."""
    opened = at("2026-03-05 20:00", "Europe/Paris")
    deadline = next_deadline(Pace.parse("48h"), "", opened, "Europe/Paris", Quiet.parse(["sat", "sunday"]))
    assert deadline.at == at("2026-03-09 20:00", "Europe/Paris")
    assert deadline.why == (
        because("after", span=timedelta(hours=48), since=opened),
        because("quiet", day=date(2026, 3, 7)),
    )
    later = next_deadline(Pace.parse("48h"), "", opened, "Europe/Paris", Quiet.parse(["sat", "sun", "2026-03-09"]))
    assert later.at == at("2026-03-10 20:00", "Europe/Paris")


def test_quiet_days_are_days_of_the_games_own_zone() -> None:
    """Late on Friday in New York is Saturday in UTC, and no quiet day there."""
    opened = at("2026-03-04 22:00", "America/New_York")
    deadline = next_deadline(Pace.parse("48h"), "", opened, "America/New_York", Quiet.parse(["sat"]))
    assert deadline.at == at("2026-03-06 22:00", "America/New_York")


def test_a_fixed_hour_too_soon_waits_for_the_next() -> None:
    """At least the gap lies between, and the reason says so."""
    opened = at("2026-03-05 15:00")
    deadline = next_deadline(Pace.parse("daily 20:00"), "", opened, "UTC", gap=timedelta(hours=12))
    assert deadline.at == at("2026-03-06 20:00")
    assert deadline.why == (
        because("daily", at="20:00", zone="UTC"),
        because("gap", span=timedelta(hours=12), since=opened),
    )


@pytest.mark.parametrize("words", [["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ["someday"], ["2026-13-01"]])
def test_impossible_quiet_days_are_refused(words: list[str]) -> None:
    """Days that do not exist, or all of them."""
    with pytest.raises(PaceError):
        Quiet.parse(words)


def test_days_that_are_all_quiet_are_refused_rather_than_looked_through_for_ever() -> None:
    """Deadlines on Saturdays, and Saturdays quiet."""
    with pytest.raises(PaceError, match="no day"):
        next_deadline(Pace.parse("sat 18:00"), "", at("2026-03-05 15:00"), "UTC", Quiet.parse(["sat"]))


def test_an_unknown_zone_is_refused_with_the_nearest() -> None:
    """A misspelt zone is answered with what it could be."""
    with pytest.raises(PaceError, match="Europe/Paris"):
        next_deadline(Pace.parse("1h"), "", at("2026-03-05 15:00"), "europe/pari")


spans = st.integers(1, 60 * 24 * 60).map(lambda m: timedelta(minutes=m))
times = st.builds(time, st.integers(0, 23), st.integers(0, 59))
fixed = st.builds(Fixed, st.frozensets(st.integers(0, 6), min_size=1), times)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
quiets = st.builds(
    Quiet, st.frozensets(st.integers(0, 6), max_size=4), st.frozensets(st.dates(date(2026, 1, 1), date(2026, 12, 31)))
)


@given(spans)
def test_lengths_read_back(span: timedelta) -> None:
    """Every length of whole minutes is written so that it reads back."""
    assert length(length_text(span)) == span


@given(st.one_of(spans.map(Every), fixed), st.one_of(spans.map(Every), fixed))
def test_paces_read_back(default: Every | Fixed, other: Every | Fixed) -> None:
    """Every pace is written so that it reads back."""
    pace = Pace(default, (("retreat", other),))
    again = Pace.parse(str(pace))
    assert (again.rule("x"), again.rule("retreat")) == (default, other)


@given(fixed, moments, st.sampled_from(ZONES), quiets, st.integers(0, 48))
def test_fixed_deadlines_keep_their_promises(
    rule: Fixed, opened: datetime, zone: str, quiet: Quiet, gap_hours: int
) -> None:
    """On an allowed day that is not quiet, not before the gap, and at the local hour where that hour exists once."""
    gap = timedelta(hours=gap_hours)
    if rule.days <= quiet.weekdays:
        return
    found = next_deadline(Pace(rule), "", opened, zone, quiet, gap).at
    local = found.astimezone(ZoneInfo(zone))
    assert local.weekday() in rule.days
    assert not quiet.has(local.date())
    assert found > opened
    assert found >= opened + gap
    assert abs(local.hour * 60 + local.minute - rule.at.hour * 60 - rule.at.minute) in (0, 30, 60)


@given(spans, moments, st.sampled_from(ZONES), quiets)
def test_lengths_keep_their_promises(span: timedelta, opened: datetime, zone: str, quiet: Quiet) -> None:
    """Never early, never on a quiet day, and exact unless a quiet day moved it."""
    deadline = next_deadline(Pace(Every(span)), "", opened, zone, quiet)
    assert deadline.at >= opened + span
    assert not quiet.has(deadline.at.astimezone(ZoneInfo(zone)).date())
    assert (deadline.at == opened + span) == ("quiet" not in {step.kind for step in deadline.why})


@given(fixed, moments, st.sampled_from(ZONES))
def test_a_preview_never_stands_still(rule: Fixed, now: datetime, zone: str) -> None:
    """Deadlines follow each other, a week or less apart (but for the hour clocks change by)."""
    days = [now, *(d.at for d in preview(Pace(rule), now, zone, 10))]
    steps = [b - a for a, b in pairwise(days)]
    assert all(timedelta() < step <= timedelta(days=7, hours=1) for step in steps)


def test_days_are_named_from_monday() -> None:
    """The order `datetime.weekday` counts in."""
    assert DAYS[date(2026, 3, 2).weekday()] == "mon"
