"""Running a server: serve, db, mail, doctor, backup and restore."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from pbem.cli import opened
from pbem.mail import intake
from pbem.serve import serve, utc_now


def add_to(main: click.Group) -> None:
    for command in (serve_command, db, mail, doctor, backup, restore):
        main.add_command(command)


@click.command("serve")
@click.pass_obj
def serve_command(instance: Path) -> None:
    """Web, mail, deadlines and delivery in one process."""
    config, store = opened(instance)
    serve(store, config, lambda: click.echo(f"pbem serves {config.public_url} and SMTP on {config.smtp_listen}"))


@click.group()
def db() -> None:
    """The database."""


@db.command()
@click.pass_obj
def upgrade(instance: Path) -> None:
    """Bring the tables up to this version."""
    opened(instance)
    click.echo("The database is up to date.")


@click.group()
def mail() -> None:
    """Letters."""


@mail.command()
@click.option("--to", "recipient", default="", help="The envelope recipient; without it, the letter's To.")
@click.option("--from", "sender", default="", help="The envelope sender.")
@click.pass_obj
def receive(instance: Path, recipient: str, sender: str) -> None:
    """Take one letter from standard input (a pipe from any mail server)."""
    config, store = opened(instance)
    raw = sys.stdin.buffer.read()
    to = recipient or intake.addressed_to(raw)
    try:
        kept = intake.receive_at(store, config, raw, to, sender, utc_now())
    except intake.Unknown as error:
        raise click.ClickException(f"{to or 'nobody'}: {error}") from error
    click.echo("Kept." if kept else "The same letter was kept before.", err=True)


@click.command()
@click.pass_obj
def doctor(instance: Path) -> None:
    """Check settings, files, database and doors, try what would be dangerous, and say what to do. Fails on faults
    alone, not on warnings."""
    from pbem.doctor import FAULT, examine

    faults = 0
    for name, finding in examine(instance, os.environ, utc_now()):
        click.echo(f"{finding.level:<6} {name}{': ' + finding.text if finding.text else ''}")
        faults += finding.level == FAULT
    if faults:
        raise SystemExit(1)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup(instance: Path, file: Path) -> None:
    """Write database, secret key and settings to one FILE (.tar.gz) while the server runs."""
    from pbem import backup as backups

    try:
        backups.save(instance, file)
    except backups.BackupError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} holds everything. Keep it as safe as the instance folder: the secret key is in it.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(instance: Path, file: Path) -> None:
    """Fill an empty instance folder from a backup FILE."""
    from pbem import backup as backups

    try:
        backups.restore(file, instance)
    except backups.BackupError as error:
        raise click.ClickException(str(error)) from error
    opened(instance)
    click.echo(f"{instance} is as it was when the backup was made.")
