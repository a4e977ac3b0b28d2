"""What every part of a process is, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

import structlog

from pbem.health.clock_check import Beat, Watch, beat_duty
from pbem.settings.config import Config, ConfigError
from pbem.storage.database import Stop, Store

Job = tuple[str, Callable[[], object], float]
"""What is done again and again: its name, the work, and every how many seconds at least."""

log = structlog.get_logger()


@dataclass
class House:
    """What the parts of one process share. `hurry` has a job of that name, here or elsewhere, done at once,
    `appoint` has one done at an instant to come."""

    store: Store
    config: Config
    watch: Watch
    hurry: Callable[[str], None]
    appoint: Callable[[str, datetime], None]
    stopping: Stop = field(default_factory=Stop)
    warned: float = -60.0

    def clock_is_right(self) -> bool:
        """Return whether the clock can be believed; if not, the log says so once a minute."""
        why = self.watch.judge_clock()
        if why and monotonic() - self.warned > 60:
            self.warned = monotonic()
            log.error("the clock is not believed and nothing is resolved; if it is right: pbem clock accept", why=why)
        return not why


class DutyPart:
    """A duty under way."""

    def __init__(self, house: House) -> None:
        self.house, self.store, self.config, self.watch = house, house.store, house.config, house.watch

    def list_jobs(self) -> list[Job]:
        return []

    def send_beat(self, who: Beat) -> None:
        """Makes itself known, by the time that is believed."""
        if self.watch.anchor:
            beat_duty(self.store, who, self.watch.now())

    def bind_port(self) -> None:
        """Takes its port, so that a second server started by mistake ends before it has written anything. Raises
        ConfigError if it cannot be had."""

    def prepare_work(self) -> None:
        """Comes before all that is done again and again, even a look at the clock."""

    def open_doors(self) -> None:
        """Opens its doors. Raises ConfigError if a port cannot be had."""

    def close_doors(self) -> None:
        """Begins nothing new: its doors close, and what would take long is cut short."""

    def close_part(self) -> None:
        """Its last job has ended."""


@contextmanager
def port_of(setting: str, value: str) -> Iterator[None]:
    """Raises ConfigError, with what to do, if a port cannot be opened."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"{setting} = {value}: cannot be opened ({error.strerror or error}). Is another server running? "
            f"Choose another port in pbem.toml, or by PBEM_{setting.upper()}=127.0.0.1:PORT."
        ) from error
