"""The demonstration: a game to join with one click, and recorded games replayed by mail."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path

import click

from pbem.cli import open_store
from pbem.games import demo as demonstration
from pbem.games.engine_data import prepare_engines
from pbem.server import bots, clock
from pbem.server.duties.work import keep_demonstrations
from pbem.server.serve import run_server, utc_now
from pbem.settings import logs
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Clock, Store

PRELUDE = 4
"""Phases the bots play at once, so that there is something to look back on."""


@click.group("demo", invoke_without_command=True)
@click.pass_context
def demo_group(ctx: click.Context) -> None:
    """Serve, with games against bots that anybody joins with one click or one mail."""
    if ctx.invoked_subcommand is None:
        serve_demonstration(ctx.obj)


def serve_demonstration(instance: Path) -> None:
    config, store = open_store(instance, demo="true")
    prepare_engines(store)
    prepare_demonstration(store)

    def announce_server() -> None:
        logs.print_line(f"\n  pbem is at {config.public_url}\n")
        logs.print_line(
            "  Learn a first turn and play it there, or by mail: the Mailbox page shows every letter, and lets you"
        )
        logs.print_line(
            f"  write one with the line “help” to pbem@{config.mail_host} (SMTP at {config.smtp_listen}).\n"
        )
        logs.print_line("  Ctrl-C stops it; the game is still there next time.\n")

    run_server(store, config, announce_server)


def prepare_demonstration(store: Store) -> None:
    """Opens a game of each kind if there is none, plays its first phases, and frees a seat."""
    now = utc_now() - PRELUDE * demonstration.RULES.ready_delay
    with store.read_session() as session:
        shown = {game.engine for game in demonstration.list_newest_demos(session)}
    fresh = [code for code in ENGINES if code not in shown]
    keep_demonstrations(store, fresh, now)
    for _ in range(PRELUDE if fresh else 0):
        bots.play_bots(store, fixed_clock(now), random.Random())
        now += demonstration.RULES.ready_delay
        clock.run_clock_tick(store, fixed_clock(now))
    keep_demonstrations(store, ENGINES, utc_now())


def fixed_clock(instant: datetime) -> Clock:
    """A clock that stands at an instant."""
    return lambda: instant


@demo_group.command("match")
@click.argument("game", type=click.Choice(sorted(ENGINES)))
@click.option("--options", default="", help="the game's options, with commas between them")
@click.option("--out", "folder", type=click.Path(file_okay=False, path_type=Path), default=None, help="[out/GAME]")
@click.option("--phases", default=20, show_default=True, help="about how many phases it will have")
@click.option("--say", nargs=2, multiple=True, metavar="SEAT LINE", help="what a seat orders first; give several")
def match_command(game: str, options: str, folder: Path | None, phases: int, say: tuple[tuple[str, str], ...]) -> None:
    """Play a whole game by mail, with players who follow the game's own advice: each in their own hand, one who slips,
    one who forgets, one who leaves. FOLDER gets their mails and every report as text, HTML and PDF."""
    from pbem.replay.drive import ReplayError
    from pbem.replay.match import play_match

    out = folder or Path("out") / game
    lines = "\n".join(part.strip() for part in options.split(","))
    try:
        done = play_match(game, lines, out, lambda line: click.echo(line, err=True), phases, sayings_by_seat(say))
    except ReplayError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{len(done.phases)} phases, {done.reports} reports in {out}, proof {done.proof}")


def sayings_by_seat(said: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    """The lines by seat, whose case does not matter."""
    return {seat.upper(): [line for other, line in said if other.upper() == seat.upper()] for seat, _ in said}


@demo_group.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", "folder", type=click.Path(file_okay=False, path_type=Path), default=None, help="[out/NAME]")
@click.option("--engine", "engine_code", type=click.Choice(sorted(ENGINES)), default=None, help="[the first]")
def replay_command(file: Path, folder: Path | None, engine_code: str | None) -> None:
    """Play a recorded game again by mail: join, order in many hands, deadlines, reports; compare every position.

    FOLDER gets the players' mails and every report as text, HTML and PDF. Killed, it goes on when started again.
    """
    from pbem.replay.drive import ReplayError, replay_record

    out = folder or Path("out") / file.stem
    try:
        text = file.read_text("utf-8")
        done = replay_record(engine_code or next(iter(ENGINES)), text, out, lambda line: click.echo(line, err=True))
    except (ReplayError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{len(done.phases)} positions as recorded, {done.reports} reports in {out}, proof {done.proof}")


COMMANDS = (demo_group,)
