"""Running a server: serve, db, mail, clock, doctor, backup and restore."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, TypeVar

import click
import structlog
from sqlalchemy.exc import DBAPIError

from pbem.cli import find_instance, open_migrated_store, open_store, open_store_without_games
from pbem.health import clock_check, milestones
from pbem.health.duty import Duty
from pbem.mail.inbound import intake
from pbem.server.serve import run_server, utc_now
from pbem.settings import config as configuration
from pbem.settings import logs
from pbem.settings.config import Config, ConfigError
from pbem.storage.database import TROUBLE, DatabaseAway, Store

PIPE_SECONDS = 5
"""How long the pipe waits for a database that is busy: a mail server that waits holds up its other letters."""
WAIT_SECONDS = 60
"""How long a server that starts waits for a database that is away."""

T = TypeVar("T")
log = structlog.get_logger()


@click.command("serve")
@click.pass_obj
def serve_command(instance: Path) -> None:
    """Web, mail, deadlines and delivery in one process."""
    config, store = wait_for_database(lambda: ready_to_play(instance))
    tell_misfits(config)
    mail_in = f"SMTP on {config.smtp_listen}" if config.smtp_listen else "no SMTP"
    run_server(store, config, lambda: logs.print_line(f"pbem serves {config.public_url} and {mail_in}"))


def make_duty_command(duty: Duty, words: str, says: str) -> click.Command:
    """The command of one duty. `says`: what it is ready for, with the settings it names."""

    @click.command(duty.value, help=f"{words} One part of `pbem serve`, beside others on one PostgreSQL.")
    @click.pass_obj
    def serve_duty(instance: Path) -> None:
        config, store = wait_for_database(
            lambda: open_store_without_games(instance) if duty is Duty.RECEIVE else ready_to_play(instance)
        )
        if duty is Duty.RECEIVE and not config.has_door:
            raise ConfigError('smtp_listen = "" and no lmtp_listen: there is no door to open. Name one of them.')
        tell_misfits(config)
        run_server(store, config, lambda: logs.print_line(f"pbem {duty} {says.format(config=config)}"), {duty})

    return serve_duty


PARTS = (
    make_duty_command(Duty.WEB, "Pages only.", "shows {config.public_url} on {config.web_listen}"),
    make_duty_command(Duty.RECEIVE, "The SMTP door only.", "takes letters on {config.smtp_listen}"),
    make_duty_command(Duty.WORK, "Reads letters, closes phases, moves bots.", "reads letters and closes phases"),
    make_duty_command(Duty.SEND, "Paints letters and hands them to the relay.", "sends letters"),
)


def wait_for_database(work: Callable[[], T]) -> T:
    """Does what needs the database, again and again if that is away: as it is for seconds after a crash, or when the
    machine starts. Raises DatabaseAway, or one of TROUBLE, if that lasts."""
    end = monotonic() + WAIT_SECONDS
    while True:
        try:
            return work()
        except (DatabaseAway, *TROUBLE) as error:
            if monotonic() > end:
                raise
            log.warning("the database is away; tried again in a moment", why=str(error).partition("\n")[0])
            sleep(1)


def ready_to_play(instance: Path) -> tuple[Config, Store]:
    """Return what a server needs that does more than take letters in."""
    from pbem.games.engine_data import prepare_engines

    config, store = open_store(instance)
    prepare_engines(store)
    return config, store


def tell_misfits(config: Config) -> None:
    """What the doctor has against the settings stands in the log of every start."""
    from pbem.server.doctor import fitting
    from pbem.server.doctor.findings import OK

    for finding in (*fitting.check_web_settings(config), *fitting.check_mail_settings(config)):
        if finding.level != OK:
            log.warning("settings do not fit together", level=finding.level, what=finding.text)


@click.group("db")
def db_group() -> None:
    """The database."""


@db_group.command("upgrade")
@click.pass_obj
def upgrade_command(instance: Path) -> None:
    """Bring the tables up to this version."""
    open_store(instance)
    click.echo("The database is up to date.")


@click.group("mail")
def mail_group() -> None:
    """Letters."""


class Pipe(click.Command):
    """A command that mail servers run: it ends with what `sysexits.h` has for them to understand."""

    def make_context(self, *args: Any, **given: Any) -> click.Context:
        try:
            return super().make_context(*args, **given)
        except click.UsageError as error:
            error.show()
            raise SystemExit(os.EX_USAGE) from error

    def invoke(self, ctx: click.Context) -> None:
        code, words = receive_with_exit_code(lambda: super(Pipe, self).invoke(ctx))
        with suppress(OSError):
            click.echo(words, err=True)
        flush_or_discard(sys.stdout, sys.stderr)
        ctx.exit(code)


def flush_or_discard(*streams: IO[str]) -> None:
    """What cannot be written is forgotten: tried once more as the process ends, it would end with 120."""
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def receive_with_exit_code(receive: Callable[[], str]) -> tuple[int, str]:
    """An exit code and what happened in words. Whatever is not the letter's fault lets the mail server try again."""
    try:
        return 0, receive()
    except intake.UnknownRecipient as error:
        return os.EX_NOUSER, str(error)
    except TooLarge as error:
        return os.EX_DATAERR, str(error)
    except intake.IntakeFull as error:
        return os.EX_TEMPFAIL, str(error)
    except clock_check.TimeUnknown as error:
        return os.EX_TEMPFAIL, f"4.3.5 {error}"
    except ConfigError:  # names what is inside, and mail servers tell all that is said here to who wrote
        return os.EX_TEMPFAIL, "4.3.5 Not possible just now (`pbem doctor` says why); please try again later"
    except Exception as error:
        log.error("a letter could not be kept", error=type(error).__name__)
        return os.EX_TEMPFAIL, f"4.3.0 Not possible just now ({type(error).__name__}); please try again later"


class TooLarge(Exception):  # noqa: N818
    """A letter longer than `max_letter`."""


@mail_group.command("receive", cls=Pipe)
@click.option("--to", "recipient", default="", help="The envelope recipient; without it, the letter's To.")
@click.option("--from", "sender", default=None, help="The envelope sender; empty or MAILER-DAEMON for none.")
@click.pass_obj
def receive_command(instance: Path, recipient: str, sender: str | None) -> str:
    """Take one letter from standard input (a pipe from any mail server).

    Ends with 0 once the letter is kept, with 75 if it is to be tried again later, with 67 for an unknown recipient and
    with 65 for a letter that is too large.
    """
    settings = configuration.load_config(find_instance(instance), os.environ)
    raw = sys.stdin.buffer.read(settings.max_letter + 1)
    if len(raw) > settings.max_letter:
        raise TooLarge(f"5.3.4 The letter is longer than {settings.max_letter} bytes")
    store = open_migrated_store(settings, PIPE_SECONDS)
    watch = clock_check.Watch(store)
    watch.judge_clock()
    to = recipient or intake.first_addressee(raw)
    origin = "" if sender is None else intake.envelope_sender(sender)
    try:
        kept = intake.receive_handed_letter(store, settings, raw, to, origin, watch.now)
    except intake.UnknownRecipient as error:
        raise intake.UnknownRecipient(f"{error} ({to or 'nobody'})") from error
    return "Kept." if kept else "The same letter was kept before."


@click.group("clock")
def clock_group() -> None:
    """The machine's clock."""


@clock_group.command("accept")
@click.pass_obj
def accept_clock(instance: Path) -> None:
    """Say that the clock is right, after it was set anew or the server was away for long."""
    from pbem.server.downtime import accept_reading

    config, store = open_store(instance)
    here = clock_check.read_clocks()
    accept_reading(store, here, config.catch_up)
    click.echo(f"It is {here.wall:%Y-%m-%d %H:%M} UTC. Games go on.")


@click.command("doctor")
@click.pass_obj
def doctor_command(instance: Path) -> None:
    """Check settings, files, database and doors, try what would be dangerous, and say what to do. Fails on faults
    alone, not on warnings."""
    from pbem.server.doctor.examining import FAULT, examine

    faults = 0
    for name, finding in examine(instance, os.environ, utc_now()):
        click.echo(f"{finding.level:<6} {name}{': ' + finding.text if finding.text else ''}")
        faults += finding.level == FAULT
    if faults:
        raise SystemExit(1)


@click.command("backup")
@click.argument("place", type=click.Path(path_type=Path))
@click.option("--keep", type=click.IntRange(min=1), default=14, show_default=True, help="How many stay in a FOLDER.")
@click.pass_obj
def backup_command(instance: Path, place: Path, keep: int) -> None:
    """Put database, keys and settings by while the server runs: all of it into one file (PLACE.tar.gz), or what is new
    since last time into a folder of many backups."""
    from pbem.server import backup as backups

    find_instance(instance)
    safe = "Keep it as safe as the instance folder: the secret key is in it."
    try:
        if place.suffix and not place.is_dir():
            backups.save_backup(instance, place)
            click.echo(f"{place} holds everything. {safe}")
        else:
            made = backups.add_backup(instance, place, utc_now(), keep)
            click.echo(
                f"{made.list} holds everything: {format_megabytes(made.whole)}, {format_megabytes(made.new)} of "
                f"it new. {safe}"
            )
    except backups.BackupError as error:
        raise click.ClickException(str(error)) from error
    except sqlite3.OperationalError as error:
        raise click.ClickException(f"The database could not be copied ({error}). Is there room for it?") from error
    except sqlite3.Error as error:
        raise click.ClickException(f"The database cannot be read ({error}). Say: pbem doctor") from error
    except OSError as error:
        raise click.ClickException(
            f"The backup could not be written ({error}). Is the folder there, yours to write into, and room in it?"
        ) from error
    note_backup(instance)


def note_backup(instance: Path) -> None:
    """Tells the server of it. Before an upgrade there is no place for that, and a database that is full takes nothing:
    neither makes the backup worse."""
    config = configuration.load_config(instance, os.environ)
    with suppress(DBAPIError), closing(Store(config.database, PIPE_SECONDS)) as store:
        milestones.set_instant(store, milestones.BACKUP, utc_now())


def format_megabytes(count: int) -> str:
    return f"{count / 1_000_000:,.1f} MB"


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.pass_obj
def restore_command(instance: Path, file: Path) -> None:
    """Fill an empty instance folder from a backup FILE: a .tar.gz, a folder of backups (the newest is taken), or one
    .backup in it."""
    from pbem.server import backup as backups

    try:
        backups.restore_backup(file, instance)
    except backups.BackupError as error:
        raise click.ClickException(str(error)) from error
    open_store(instance)
    click.echo(f"{instance} is as it was when the backup was made.")


COMMANDS = (serve_command, *PARTS, db_group, mail_group, clock_group, doctor_command, backup_command, restore_command)
