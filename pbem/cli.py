"""The `pbem` command."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from engines.all import ENGINES, engine
from pbem import config as configuration
from pbem import wording
from pbem.config import Config, ConfigError
from pbem.db import Store
from pbem.mail import intake
from pbem.models import Game, Player
from pbem.play import Refused, games, master, people, verify
from pbem.serve import serve, utc_now


class Main(click.Group):
    """Turns what a use case refuses into a sentence and exit code 1; faults of ours keep their traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Refused as error:
            raise click.ClickException(wording.refusal(error)) from error
        except ConfigError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Main)
@click.version_option(package_name="pbem")
@click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="PBEM_INSTANCE",
    default=Path("instance"),
    show_default=True,
    help="The folder with pbem.toml, the database and the secret key.",
)
@click.pass_context
def main(ctx: click.Context, instance: Path) -> None:
    """Play-by-email and correspondence games."""
    ctx.obj = instance


def opened(instance: Path) -> tuple[Config, Store]:
    """The configuration and an up-to-date database."""
    config = configuration.load(instance, os.environ)
    store = Store(config.database)
    store.migrate()
    return config, store


# --- running ---------------------------------------------------------------------------------------------------


@main.command("serve")
@click.pass_obj
def serve_command(instance: Path) -> None:
    """Web, mail, deadlines and delivery in one process."""
    config, store = opened(instance)
    serve(store, config, lambda: click.echo(f"pbem serves http://{config.web_listen} and SMTP on {config.smtp_listen}"))


@main.group()
def db() -> None:
    """The database."""


@db.command()
@click.pass_obj
def upgrade(instance: Path) -> None:
    """Bring the tables up to this version."""
    opened(instance)
    click.echo("The database is up to date.")


@main.group()
def mail() -> None:
    """Letters."""


@mail.command()
@click.option("--to", "recipient", required=True, help="The envelope recipient, as the mail server knows it.")
@click.option("--from", "sender", default="", help="The envelope sender.")
@click.pass_obj
def receive(instance: Path, recipient: str, sender: str) -> None:
    """Take one letter from standard input (a pipe from any mail server)."""
    _, store = opened(instance)
    intake.receive(store, sys.stdin.buffer.read(), recipient, sender, utc_now())


# --- games -----------------------------------------------------------------------------------------------------


@main.group()
def game() -> None:
    """Games: new, list, show, process, extend, pause, resume, rollback, verify."""


@game.command("new")
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
@click.argument("slug")
@click.option("--master", "address", required=True, help="The game master's mail address.")
@click.option("--pace", default="48h", show_default=True, help='Such as "48h", "daily 20:00", "mon,thu 18:00".')
@click.option("--zone", default="UTC", show_default=True, help="The zone of the pace, such as Europe/Paris.")
@click.option("--option", "options", multiple=True, help="An option line of the game; may be given several times.")
@click.pass_obj
def new_game(
    instance: Path, engine_code: str, slug: str, address: str, pace: str, zone: str, options: tuple[str, ...]
) -> None:
    """Open a game for players to join."""
    _, store = opened(instance)
    now = utc_now()
    with store.write() as session:
        games.create(
            session,
            engine_code,
            "\n".join(options),
            slug=slug,
            master=people.player(session, address, now),
            pace=pace,
            zone=zone,
            now=now,
        )
    click.echo(f"{slug} is open; players join with the line: join {slug}")


@game.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
@click.pass_obj
def list_games(instance: Path, as_json: bool) -> None:
    """All games."""
    _, store = opened(instance)
    with store.read() as session:
        rows = [{"slug": g.slug, "engine": g.engine, "status": g.status} for g in games.listed(session)]
    if as_json:
        click.echo(json.dumps(rows))
    for row in [] if as_json else rows:
        click.echo(f"{row['slug']:24} {row['engine']:14} {row['status']}")


@game.command()
@click.argument("slug")
@click.pass_obj
def show(instance: Path, slug: str) -> None:
    """One game: its phase, deadline and seats."""
    _, store = opened(instance)
    with store.read() as session:
        found = games.find(session, slug)
        phase = games.current(session, found)
        click.echo(f"{found.slug}: {engine(found.engine).title}, {found.status}")
        if phase:
            click.echo(f"phase {phase.name}, deadline {phase.deadline or 'none'}")


def acting(instance: Path, slug: str) -> tuple[Store, str]:
    """The store, for an act of the host's on a game that must exist."""
    _, store = opened(instance)
    with store.read() as session:
        games.find(session, slug)
    return store, slug


@game.command("verify")
@click.argument("slug")
@click.pass_obj
def verify_game(instance: Path, slug: str) -> None:
    """Resolve the whole game again from the stored orders and compare; exit code 1 if anything differs."""
    _, store = opened(instance)
    with store.read() as session:
        problems = verify.verify(session, games.find(session, slug))
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise SystemExit(1)
    click.echo(f"{slug}: every phase follows from the one before it.")


main.add_command(verify_game, "verify")


@main.command()
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
@click.option("--text", is_flag=True, help="Prose for people instead of JSON.")
def sandbox(engine_code: str, text: bool) -> None:
    """Resolve positions: one JSON object a line in, one a line out. A bad line is answered and costs only itself."""
    found = engine(engine_code)
    answer = getattr(found, "sandbox_text" if text else "sandbox", None)
    if answer is None:
        raise click.ClickException(f"{found.title} has no sandbox.")
    for line in sys.stdin:
        if line.strip():
            result = answer(line)
            click.echo(result if text else json.dumps(result, separators=(",", ":")))
            sys.stdout.flush()


@main.command()
@click.pass_obj
def doctor(instance: Path) -> None:
    """Check configuration, database, games, fonts and templates, and say what to do about what is wrong."""
    from pbem.doctor import examine

    faults = 0
    for name, fault in examine(instance, os.environ):
        click.echo(f"{'ok    ' if not fault else 'FAULT '} {name}{': ' + fault if fault else ''}")
        faults += bool(fault)
    if faults:
        raise SystemExit(1)


_ = (Game, Player, master)
