"""Deadline arithmetic: exact in every zone, across changing clocks, and able to say why."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.pace import (
    DAYS,
    AwayPeriod,
    ClockRule,
    DaySpan,
    IntervalRule,
    Pace,
    PaceError,
    QuietTimes,
    check_pace,
    format_length,
    last_free_instant,
    next_deadline,
    parse_day_span,
    parse_length,
    parse_moment,
    preview_deadlines,
    utc_instant,
    zone_info,
)
from pbem.pace.reasons import make_reason

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
        ("2 days", "48h"),
        ("every Friday at 20:00", "fri 20:00"),
        ("mon-fri 18:00", "mon,tue,wed,thu,fri 18:00"),
        ("weekdays 18:00", "mon,tue,wed,thu,fri 18:00"),
        ("every day 20:00", "daily 20:00"),
        ("tous les jours à 20h00", "daily 20:00"),
        ("vendredi 20:00", "fri 20:00"),
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
        ("monkey 20:00", "not understood"),
        ("wendsday 20:00", "Did you mean wednesday?"),
    ],
)
def test_a_kind_is_one_that_the_game_has(text: str, told: str) -> None:
    """C2: any word passed for a kind of phase, and an hour of the day for a length of time."""
    with pytest.raises(PaceError) as caught:
        Pace.parse(text, KINDS)
    assert told in str(caught.value)
    assert Pace.parse("Movement 48h; retreat 12h", KINDS).rule_for_kind("retreat") == IntervalRule(timedelta(hours=12))


def test_kinds_have_their_own_rules() -> None:
    """A kind without one gets the rule without a kind, else the first."""
    pace = Pace.parse("movement 48h; retreat 12h")
    assert pace.rule_for_kind("Retreat") == IntervalRule(timedelta(hours=12))
    assert pace.rule_for_kind("auction") == IntervalRule(timedelta(hours=48))
    assert Pace.parse("retreat 12h; 24h").rule_for_kind("auction") == IntervalRule(timedelta(hours=24))


def test_a_length_is_counted_in_real_hours_across_a_change_of_clocks() -> None:
    """24 hours from 20:00 on the eve of summer time is 21:00."""
    deadline = next_deadline(Pace.parse("24h"), "", at("2026-03-28 20:00", "Europe/Paris"), "Europe/Paris")
    assert deadline.at == at("2026-03-29 21:00", "Europe/Paris")


def test_a_fixed_hour_stays_that_hour_across_a_change_of_clocks() -> None:
    """Daily 20:00 is 20:00 in summer and in winter."""
    days = preview_deadlines(Pace.parse("daily 20:00"), at("2026-03-27 21:00", "Europe/Paris"), "Europe/Paris", 3)
    assert [d.at for d in days] == [at(f"2026-03-{day} 20:00", "Europe/Paris") for day in (28, 29, 30)]


def test_an_hour_that_does_not_exist_is_as_much_later_as_the_clocks_jump() -> None:
    """02:30 on the night clocks go from 2 to 3 is 03:30."""
    assert utc_instant(date(2026, 3, 29), time(2, 30), ZoneInfo("Europe/Paris")) == at(
        "2026-03-29 03:30", "Europe/Paris"
    )


def test_an_hour_that_comes_twice_is_taken_the_second_time() -> None:
    """02:30 on the night clocks go back is the later one: nobody loses an hour."""
    found = utc_instant(date(2026, 10, 25), time(2, 30), ZoneInfo("Europe/Paris"))
    assert found == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_quiet_days_move_a_deadline_and_the_reason_is_given() -> None:
    """From Saturday to Monday at the same hour; a quiet date moves it further."""
    opened = at("2026-03-05 20:00", "Europe/Paris")
    deadline = next_deadline(Pace.parse("48h"), "", opened, "Europe/Paris", QuietTimes.parse(["sat", "sunday"]))
    assert deadline.at == at("2026-03-09 20:00", "Europe/Paris")
    assert deadline.why == (
        make_reason("after", span=timedelta(hours=48), since=opened),
        make_reason("quiet", day=date(2026, 3, 7)),
    )
    later = next_deadline(Pace.parse("48h"), "", opened, "Europe/Paris", QuietTimes.parse(["sat", "sun", "2026-03-09"]))
    assert later.at == at("2026-03-10 20:00", "Europe/Paris")


def test_quiet_days_are_days_of_the_games_own_zone() -> None:
    """Late on Friday in New York is Saturday in UTC, and no quiet day there."""
    opened = at("2026-03-04 22:00", "America/New_York")
    deadline = next_deadline(Pace.parse("48h"), "", opened, "America/New_York", QuietTimes.parse(["sat"]))
    assert deadline.at == at("2026-03-06 22:00", "America/New_York")


def test_a_fixed_hour_too_soon_waits_for_the_next() -> None:
    """At least the gap lies between, and the reason says so."""
    opened = at("2026-03-05 15:00")
    deadline = next_deadline(Pace.parse("daily 20:00"), "", opened, "UTC", gap=timedelta(hours=12))
    assert deadline.at == at("2026-03-06 20:00")
    assert deadline.why == (
        make_reason("daily", at="20:00", zone="UTC"),
        make_reason("gap", span=timedelta(hours=12), since=opened),
    )


@pytest.mark.parametrize("words", [["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ["someday"], ["2026-13-01"]])
def test_impossible_quiet_days_are_refused(words: list[str]) -> None:
    """Days that do not exist, or all of them."""
    with pytest.raises(PaceError):
        QuietTimes.parse(words)


def test_days_that_are_all_quiet_are_refused_rather_than_looked_through_for_ever() -> None:
    """Deadlines on Saturdays, and Saturdays quiet."""
    with pytest.raises(PaceError, match="no day"):
        next_deadline(Pace.parse("sat 18:00"), "", at("2026-03-05 15:00"), "UTC", QuietTimes.parse(["sat"]))


def test_an_unknown_zone_is_refused_with_the_nearest() -> None:
    """A misspelt zone is answered with what it could be."""
    with pytest.raises(PaceError, match="Europe/Paris"):
        next_deadline(Pace.parse("1h"), "", at("2026-03-05 15:00"), "europe/pari")


spans = st.integers(1, 60 * 24 * 60).map(lambda m: timedelta(minutes=m))
times = st.builds(time, st.integers(0, 23), st.integers(0, 59))
fixed = st.builds(ClockRule, st.frozensets(st.integers(0, 6), min_size=1), times)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
dates = st.dates(date(2026, 1, 1), date(2026, 12, 31))
some_days = st.builds(lambda day, more: DaySpan(day, day + timedelta(days=more)), dates, st.integers(0, 20))
days_of_the_year = st.dates(date(2000, 1, 1), date(2000, 12, 31)).map(lambda day: (day.month, day.day))
hours = st.tuples(times, times).filter(lambda ends: ends[0] != ends[1])
quiets = st.builds(
    QuietTimes,
    st.frozensets(st.integers(0, 6), max_size=4),
    st.frozensets(some_days, max_size=4),
    st.frozensets(days_of_the_year.map(lambda day: (day, day)), max_size=3),
    st.frozensets(st.sampled_from(["DE", "FR", "US-NY"]), max_size=1),
    st.none() | hours,
)
aways = st.lists(
    st.builds(
        lambda begin, length: AwayPeriod(
            begin, begin + length, make_reason("away", seat="FRA", label="France", day="2026-03-09")
        ),
        st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC)),  # noqa: DTZ001
        st.integers(1, 14).map(lambda days: timedelta(days=days)),
    ),
    max_size=4,
)


@given(spans)
def test_lengths_read_back(span: timedelta) -> None:
    """Every length of whole minutes is written so that it reads back."""
    assert parse_length(format_length(span)) == span


@given(st.one_of(spans.map(IntervalRule), fixed), st.one_of(spans.map(IntervalRule), fixed))
def test_paces_read_back(default: IntervalRule | ClockRule, other: IntervalRule | ClockRule) -> None:
    """Every pace is written so that it reads back."""
    pace = Pace(default, (("retreat", other),))
    again = Pace.parse(str(pace))
    assert (again.rule_for_kind("x"), again.rule_for_kind("retreat")) == (default, other)


@given(quiets)
def test_quiet_times_read_back(quiet: QuietTimes) -> None:
    """Every rule of quiet times is written so that it reads back, item by item and as a line."""
    assert QuietTimes.parse(quiet.item_texts) == quiet
    assert QuietTimes.parse_line(str(quiet)) == quiet


def calm(at: datetime, zone: str, quiet: QuietTimes) -> bool:
    local = at.astimezone(ZoneInfo(zone))
    return not quiet.is_quiet_day(local.date()) and not quiet.is_quiet_hour(local.time())


@given(fixed, moments, st.sampled_from(ZONES), quiets, st.integers(0, 48), aways)
def test_fixed_deadlines_keep_their_promises(
    rule: ClockRule, opened: datetime, zone: str, quiet: QuietTimes, gap_hours: int, away: list[AwayPeriod]
) -> None:
    """Never in quiet times, not before the gap, and on an allowed day at the local hour where that hour exists once,
    unless the quiet hours lie there."""
    gap = timedelta(hours=gap_hours)
    if rule.days <= quiet.weekdays:
        return
    found = next_deadline(Pace(rule), "", opened, zone, quiet, gap, away)
    local = found.at.astimezone(ZoneInfo(zone))
    assert calm(found.at, zone, quiet)
    assert found.at > opened
    assert found.at >= opened + gap
    if "hours" not in {step.kind for step in found.why}:
        assert local.weekday() in rule.days
        assert abs(local.hour * 60 + local.minute - rule.at.hour * 60 - rule.at.minute) in (0, 30, 60)


@given(spans, moments, st.sampled_from(ZONES), quiets, aways)
def test_lengths_keep_their_promises(
    span: timedelta, opened: datetime, zone: str, quiet: QuietTimes, away: list[AwayPeriod]
) -> None:
    """Never early, never in quiet times, and exact unless the reasons say what moved it."""
    deadline = next_deadline(Pace(IntervalRule(span)), "", opened, zone, quiet, away=away)
    assert deadline.at >= opened + span
    assert calm(deadline.at, zone, quiet)
    assert (deadline.at == opened + span) == ({step.kind for step in deadline.why} == {"after"})


@given(st.one_of(spans.map(IntervalRule), fixed), moments, st.sampled_from(ZONES), aways)
def test_who_is_away_is_waited_for(
    rule: IntervalRule | ClockRule, opened: datetime, zone: str, away: list[AwayPeriod]
) -> None:
    """Nobody has to be ready while he is away, or before he had half a day, unless that takes more than a month."""
    plain, found = (next_deadline(Pace(rule), "", opened, zone, away=some) for some in ((), away))
    assert plain.at <= found.at <= plain.at + timedelta(days=30)
    assert (found.at > plain.at) == ("away" in {step.kind for step in found.why})
    for one in away:
        assert not one.is_away_at(found.at) or one.back > plain.at + timedelta(days=20)


@given(moments, st.sampled_from(ZONES), quiets)
def test_words_are_said_before_quiet_times(at: datetime, zone: str, quiet: QuietTimes) -> None:
    """A reminder comes earlier rather than in quiet times."""
    found = last_free_instant(at, ZoneInfo(zone), quiet)
    assert found is None or (found <= at and calm(found, zone, quiet))
    assert found == at or not calm(at, zone, quiet)


@given(fixed, moments, st.sampled_from(ZONES))
def test_a_preview_never_stands_still(rule: ClockRule, now: datetime, zone: str) -> None:
    """Deadlines follow each other, a week or less apart (but for the hour clocks change by)."""
    days = [now, *(d.at for d in preview_deadlines(Pace(rule), now, zone, 10))]
    steps = [b - a for a, b in pairwise(days)]
    assert all(timedelta() < step <= timedelta(days=7, hours=1) for step in steps)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sat sun 2026-12-24", ("sat", "sun", "2026-12-24")),
        ("Saturdays, 24 Dec to 6 Jan", ("sat", "24 dec to 6 jan")),
        ("weekend; 22:00 to 08:00", ("sat", "sun", "22:00 to 08:00")),
        ("24 December 2026 to 6 January", ("2026-12-24 to 2027-01-06",)),
        ("24 Dec to 6 Jan 2027", ("2026-12-24 to 2027-01-06",)),
        ("3-10 Jan", ("3 jan to 10 jan",)),
        ("1. Mai, 24.12.", ("24 dec", "1 may")),
        ("1er mai", ("1 may",)),
        ("holidays Germany", ("holidays DE",)),
        ("Holidays de-by", ("holidays DE-BY",)),
        ("22h-8h", ("22:00 to 08:00",)),
        ("", ()),
    ],
)
def test_quiet_times_are_read_and_written(text: str, written: tuple[str, ...]) -> None:
    """C3: ranges with and without a year, public holidays, hours."""
    quiet = QuietTimes.parse_line(text)
    assert sorted(quiet.item_texts) == sorted(written)
    assert QuietTimes.parse(quiet.item_texts) == quiet


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("saterday", "Did you mean saturday?"),
        ("holidays XX", "is no country"),
        ("holidays germny", "Did you mean DE?"),
        ("holidays DE-XX", "no region of DE"),
        ("25:00 to 08:00", "00:00 to 23:59"),
        ("08:00 to 08:00", "whole day"),
        ("22:00 to 08:00, 13:00 to 14:00", "two rules"),
        ("30 feb", "not understood"),
        ("2026-12-24 to 2026-12-20", "not understood"),
        ("nights", "Quiet are"),
        (",".join(f"{n % 28 + 1} {month}" for n in range(40) for month in ("jan", "feb")), "60 are the most"),
    ],
)
def test_quiet_times_that_are_none_are_refused(text: str, told: str) -> None:
    with pytest.raises(PaceError) as caught:
        QuietTimes.parse_line(text)
    assert told in str(caught.value)


def test_quiet_times_hold_in_every_year_and_over_its_end() -> None:
    """“24 dec to 6 jan” is quiet around each new year; holidays are those of the year."""
    quiet = QuietTimes.parse_line("24 dec to 6 jan, holidays DE-BY")
    assert all(map(quiet.is_quiet_day, (date(2026, 12, 24), date(2031, 1, 6), date(2026, 4, 3), date(2027, 3, 26))))
    assert not any(map(quiet.is_quiet_day, (date(2026, 12, 23), date(2026, 1, 7), date(2027, 4, 2))))


def test_quiet_hours_move_a_deadline_to_their_end() -> None:
    """From Friday night over the quiet weekend to Monday morning; both reasons are given."""
    opened = at("2026-03-05 23:00", "Europe/Paris")
    found = next_deadline(
        Pace.parse("24h"), "", opened, "Europe/Paris", QuietTimes.parse_line("sat, sun, 22:00 to 08:00")
    )
    assert found.at == at("2026-03-09 08:00", "Europe/Paris")
    assert [step.kind for step in found.why] == ["after", "hours", "quiet"]


def test_a_fixed_hour_in_the_quiet_hours_is_refused() -> None:
    with pytest.raises(PaceError, match=r"daily 23:00.*22:00 to 08:00"):
        check_pace(Pace.parse("daily 23:00"), "UTC", QuietTimes.parse_line("22:00 to 08:00"), at("2026-03-05 15:00"))
    with pytest.raises(PaceError, match="no day"):
        check_pace(Pace.parse("48h; retreat fri 20:00"), "UTC", QuietTimes.parse_line("fri"), at("2026-03-05 15:00"))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("3 jan to 10 jan", "2027-01-03", "2027-01-10"),
        ("from 24 Dec until 6 Jan", "2026-12-24", "2027-01-06"),
        ("20 Nov to 2 Dec", "2026-11-25", "2026-12-02"),
        ("until Friday", "2026-11-25", "2026-11-27"),
        ("friday to monday", "2026-11-27", "2026-11-30"),
        ("tomorrow", "2026-11-26", "2026-11-26"),
        ("5 days", "2026-11-25", "2026-11-29"),
        ("for 2 weeks", "2026-11-25", "2026-12-08"),
        ("3-10 Jan", "2027-01-03", "2027-01-10"),
        ("du 3 janvier au 10 janvier", "2027-01-03", "2027-01-10"),
        ("jusqu'au 2 décembre", "2026-11-25", "2026-12-02"),
        ("2026-12-01 to 2026-12-03", "2026-12-01", "2026-12-03"),
        ("1.12. – 3.12.", "2026-12-01", "2026-12-03"),
    ],
)
def test_days_away_are_read(text: str, first: str, last: str) -> None:
    """As people say them on Wednesday 25 November 2026."""
    assert parse_day_span(text, date(2026, 11, 25)) == DaySpan(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    "text",
    ["", "soon", "the moon", "2026-12-03 to 2026-12-01", "2025-01-01 to 2025-02-01", "0 days", "30 feb", "to to"],
)
def test_days_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(PaceError):
        parse_day_span(text, date(2026, 11, 25))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("fri 20:00", "2026-11-27 20:00"),
        ("wed 20:00", "2026-11-25 20:00"),
        ("wed 08:00", "2026-12-02 08:00"),
        ("24 Dec 18:00", "2026-12-24 18:00"),
        ("2026-12-24T18:00", "2026-12-24 18:00"),
        ("tomorrow at 9:30", "2026-11-26 09:30"),
        ("on Friday at 20:00", "2026-11-27 20:00"),
        ("20:00", "2026-11-25 20:00"),
        ("08:00", "2026-11-26 08:00"),
        ("demain à 18h30", "2026-11-26 18:30"),
    ],
)
def test_moments_are_read(text: str, meant: str) -> None:
    """As people say them on Wednesday 25 November 2026 at noon in Paris."""
    zone = ZoneInfo("Europe/Paris")
    assert parse_moment(text, at("2026-11-25 12:00", "Europe/Paris"), zone) == at(meant, "Europe/Paris")


@given(st.text(max_size=40))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    """No text raises anything but a PaceError."""
    now = at("2026-11-25 12:00")
    for read in (
        Pace.parse,
        QuietTimes.parse_line,
        parse_length,
        lambda words: parse_day_span(words, now.date()),
        lambda words: parse_moment(words, now, ZoneInfo("UTC")),
    ):
        with suppress(PaceError):
            read(text)


def test_quiet_dates_are_as_many_however_they_are_written() -> None:
    """Sixty-one in one item were taken, kept as so many items, and refused whenever the game was looked at."""
    days = [str(date(2026, 1, 1) + timedelta(days=n)) for n in range(61)]
    known = QuietTimes.parse([" ".join(days[:60])])
    assert QuietTimes.parse(known.item_texts) == known
    for items in ([" ".join(days)], days, [", ".join(days[:30]), " ".join(days[30:])]):
        with pytest.raises(PaceError):
            QuietTimes.parse(items)


@pytest.mark.parametrize("text", ["9999-12-31 23:59", "0001-01-01 00:00", "31 dec 9999 20:00"])
@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati"])
def test_a_day_that_no_calendar_reaches_is_refused(text: str, zone: str) -> None:
    """Its instant is before the first, or after the last, that can be told in UTC."""
    with pytest.raises(PaceError):
        parse_moment(text, at("2026-03-02 12:00"), zone_info(zone))
    with pytest.raises(PaceError):
        parse_day_span(f"tomorrow to {text[:-6]}", date(2026, 3, 2))


@pytest.mark.parametrize("word", ["abcd ", "2026-01-01 ", "mon ", "x,"])
def test_nobody_reads_a_book_as_a_pace(word: str) -> None:
    for read in (Pace.parse, QuietTimes.parse_line):
        with pytest.raises(PaceError):
            read(word * 60_000)


def test_days_are_named_from_monday() -> None:
    """The order `datetime.weekday` counts in."""
    assert DAYS[date(2026, 3, 2).weekday()] == "mon"
