"""All that the doctor looks at, one thing after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from pbem.server.doctor import fitting, house, trials
from pbem.server.doctor.findings import FAULT, OK, WARN, Finding
from pbem.settings import config as configuration
from pbem.settings.config import Config
from pbem.storage.database import Store

__all__ = ["FAULT", "OK", "WARN", "Finding", "examine"]

Check = Callable[[Config, Store, datetime], Iterable[Finding]]
CHECKS: tuple[tuple[str, Check], ...] = (
    ("database", house.check_database),
    ("clock", house.check_machine_clock),
    ("files", house.check_file_modes),
    ("disk", house.check_disk_room),
    ("backups", house.check_backup_programs),
    ("games", house.check_engines),
    ("games left out", house.check_left_out),
    ("templates", house.check_templates),
    ("fonts", house.check_fonts),
    ("pictures", house.check_picture_painter),
    ("set aside", house.check_set_aside),
    ("web settings", lambda config, _, __: fitting.check_web_settings(config)),
    ("mail settings", lambda config, _, __: fitting.check_mail_settings(config)),
    ("mail relay", lambda config, _, __: trials.try_relay(config)),
    ("web door", lambda config, store, _: trials.try_web_door(config, store)),
    ("mail door", trials.try_mail_door),
    ("public address", lambda config, _, __: trials.try_public_address(config)),
)


def examine(instance: Path, environ: Mapping[str, str], now: datetime) -> Iterator[tuple[str, Finding]]:
    """Each check's name with what it found: at least one thing, if only that all is well. Stops where nothing further
    can work."""
    yield from (("owner", finding) for finding in house.check_owner(instance) or [Finding(OK)])
    try:
        config = configuration.load_config(instance, environ)
        store = Store(config.database)
    except (configuration.ConfigError, OSError) as error:
        yield "configuration", Finding(FAULT, str(error))
        return
    yield "configuration", Finding(OK)
    try:
        store.check_connection()
    except configuration.ConfigError as error:
        yield "database", Finding(FAULT, str(error))
        store.close()
        return
    try:
        for name, check in CHECKS:
            yield from ((name, finding) for finding in run_check(check, config, store, now))
    finally:
        store.close()


def run_check(check: Check, config: Config, store: Store, now: datetime) -> list[Finding]:
    """Return what a check says; a check that fails says so itself."""
    try:
        return list(check(config, store, now)) or [Finding(OK)]
    except Exception as error:
        return [Finding(FAULT, str(error) or type(error).__name__)]
