"""Whether the clock can be believed: the wall clock against the time the machine has run."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from pbem.health import clock_check
from pbem.health.clock_check import JUMP, ClockReading, Uptime, Watch
from pbem.server import downtime
from pbem.storage.database import Store
from tests.games.party import start_party

pytestmark = pytest.mark.usefixtures("toy")
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


class Machine:
    """A machine whose wall clock can be set, and that can be started anew."""

    def __init__(self, wall: datetime) -> None:
        self.wall, self.boot, self.ran = wall, 1, 0.0

    def read_clock(self) -> ClockReading:
        return ClockReading(self.wall, Uptime(str(self.boot), self.ran))

    def run(self, span: timedelta) -> None:
        self.wall, self.ran = self.wall + span, self.ran + span.total_seconds()

    def start_anew(self) -> None:
        self.boot, self.ran = self.boot + 1, 0.0


def test_time_that_passes_is_believed(sqlite: Store, now: datetime) -> None:
    """However long the server was away, while the machine ran on."""
    start_party(sqlite, now)
    machine = Machine(now)
    downtime.accept_reading(sqlite, machine.read_clock(), timedelta())
    machine.run(30 * DAY)
    assert Watch(sqlite, machine.read_clock).judge_clock() == ""


@pytest.mark.parametrize("jump", [30 * DAY, -30 * DAY, timedelta(minutes=6), timedelta(minutes=-6)])
def test_a_jump_is_refused_until_the_clock_is_right_again(sqlite: Store, now: datetime, jump: timedelta) -> None:
    """Meanwhile the process goes on by the time the machine has run; what it says never goes back."""
    start_party(sqlite, now)
    machine = Machine(now)
    downtime.accept_reading(sqlite, machine.read_clock(), timedelta())
    watch = Watch(sqlite, machine.read_clock)
    assert watch.judge_clock() == ""
    machine.wall += jump
    assert "jumped" in watch.judge_clock() and watch.now() == now
    machine.run(timedelta(hours=1))
    assert watch.now() == now + timedelta(hours=1)
    assert "jumped" in Watch(sqlite, machine.read_clock).judge_clock(), "a process that starts now sees it too"
    machine.wall -= jump
    assert watch.judge_clock() == "" and watch.now() == now + timedelta(hours=1)


def test_what_the_host_accepts_is_right(sqlite: Store, now: datetime) -> None:
    """In the running process, and in the next."""
    start_party(sqlite, now)
    machine = Machine(now)
    downtime.accept_reading(sqlite, machine.read_clock(), timedelta())
    watch = Watch(sqlite, machine.read_clock)
    watch.judge_clock()
    machine.wall -= 3 * DAY
    assert watch.judge_clock()
    downtime.accept_reading(sqlite, machine.read_clock(), timedelta())
    assert watch.judge_clock() == "" and watch.now() == now - 3 * DAY
    assert Watch(sqlite, machine.read_clock).judge_clock() == ""


@pytest.mark.parametrize(
    ("away", "believed"), [(DAY, True), (8 * DAY, False), (-timedelta(minutes=4), True), (-DAY, False)]
)
def test_after_a_new_start_there_is_the_wall_clock_alone(
    sqlite: Store, now: datetime, away: timedelta, believed: bool
) -> None:
    """A week of silence is believed, a time that was over is not. Nobody is asked if no game is going on."""
    machine = Machine(now)
    downtime.accept_reading(sqlite, machine.read_clock(), timedelta())
    machine.start_anew()
    machine.wall += away
    assert Watch(sqlite, machine.read_clock).judge_clock() == "", "no game is going on"
    start_party(sqlite, now)
    watch = Watch(sqlite, machine.read_clock)
    assert (watch.judge_clock() == "") is believed
    if not believed:
        with pytest.raises(clock_check.TimeUnknown):
            watch.now()


STEPS = some.lists(some.tuples(some.integers(0, 4000), some.integers(-4000, 4000)), max_size=30)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_a_process_s_time_never_goes_back(sqlite: Store, steps: list[tuple[int, int]]) -> None:
    """However the wall clock is set, and it is never further from the truth than a jump that is let pass."""
    now = datetime.fromisoformat("2026-03-02T12:00:00+00:00")
    machine = Machine(now)
    watch = Watch(sqlite, machine.read_clock)
    watch.judge_clock()
    before = watch.now()
    for jumps, (ran, jump) in enumerate(steps, 1):
        machine.run(ran * SECOND)
        machine.wall += jump * SECOND
        assert before <= watch.now()
        assert abs(watch.now() - now - timedelta(seconds=machine.ran)) <= jumps * JUMP
        before = watch.now()
