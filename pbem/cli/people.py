"""People from the command line: added, called, put together, banned, shown what is kept of them, and forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from sqlmodel import Session, col, func, select

from pbem.cli import open_store
from pbem.games.people import bans, people, privacy
from pbem.server.serve import utc_now
from pbem.storage.models import Player, Seat


@click.group("player")
def player_group() -> None:
    """People."""


@contextmanager
def open_player(instance: Path, address: str) -> Iterator[tuple[Session, Player]]:
    """Who has an address, in a transaction."""
    _, store = open_store(instance)
    with store.write_session() as session:
        yield session, get_known_player(session, address)


def get_known_player(session: Session, address: str) -> Player:
    one = people.find_player(session, address)
    if one is None:
        raise click.ClickException(f"Nobody is known under {address}.")
    return one


@player_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
@click.pass_obj
def list_players(instance: Path, as_json: bool) -> None:
    """Everybody who is known, with the number of seats held."""
    _, store = open_store(instance)
    with store.read_session() as session:
        query = select(Player, func.count(col(Seat.id))).outerjoin(Seat, col(Seat.player_id) == Player.id)
        everybody = session.exec(query.group_by(col(Player.id)).order_by(Player.address)).all()
        rows = [
            {"address": p.address, "name": p.name, "zone": p.zone, "seats": seats, "banned": p.banned_at is not None}
            for p, seats in everybody
            if p.forgotten_at is None
        ]
    if as_json:
        click.echo(json.dumps(rows))
    for row in [] if as_json else rows:
        banned = "banned" if row["banned"] else ""
        click.echo(f"{row['address']:40} {row['name']:24} {row['zone']:20} {row['seats']} {banned}".rstrip())


@player_group.command("add")
@click.argument("address")
@click.option("--name", default="", help="As others read it.")
@click.option("--zone", default="UTC", show_default=True, help="Such as Europe/Paris.")
@click.pass_obj
def add_player(instance: Path, address: str, name: str, zone: str) -> None:
    """Make somebody known who wants letters from this server, by your word."""
    _, store = open_store(instance)
    with store.write_session() as session:
        new = people.get_or_register_player(session, address, utc_now(), name)
        people.change_settings(session, new, zone=zone)
        people.mark_address_proved(session, new, utc_now())
        told = new.address
    click.echo(f"{told} is known.")


@player_group.command("rename")
@click.argument("address")
@click.argument("name")
@click.pass_obj
def rename_player(instance: Path, address: str, name: str) -> None:
    """Give somebody another NAME, as others read it."""
    with open_player(instance, address) as (session, one):
        people.change_settings(session, one, name=name)
        told = one.name
    click.echo(f"{address} is called {told}.")


@player_group.command("address")
@click.argument("address")
@click.argument("new")
@click.pass_obj
def change_player_address(instance: Path, address: str, new: str) -> None:
    """Have somebody's letters sent to a NEW address from now on."""
    with open_player(instance, address) as (session, one):
        people.change_address(session, one, new)
        told = one.address
    click.echo(f"{address} is {told} now.")


@player_group.command("merge")
@click.argument("gone")
@click.argument("kept")
@click.pass_obj
def merge_players(instance: Path, gone: str, kept: str) -> None:
    """Put two addresses of one person together: all that is GONE's is KEPT's from now on."""
    with open_player(instance, gone) as (session, one):
        privacy.merge_players(session, one, get_known_player(session, kept))
    click.echo(f"{gone} is {kept} now.")


@player_group.command("ban")
@click.argument("address")
@click.pass_obj
def ban_command(instance: Path, address: str) -> None:
    """Read no letters of somebody any more, and make their seats vacant."""
    with open_player(instance, address) as (session, one):
        bans.ban_player(session, one, utc_now())
    click.echo(f"{address} is banned; one letter tells them if they write.")


@player_group.command("unban")
@click.argument("address")
@click.pass_obj
def unban_command(instance: Path, address: str) -> None:
    """Let somebody in again; their seats are not given back."""
    with open_player(instance, address) as (session, one):
        bans.unban_player(session, one)
    click.echo(f"{address} may play again.")


@player_group.command("export")
@click.argument("address")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to; without it, on the screen.")
@click.pass_obj
def export_player(instance: Path, address: str, out: Path | None) -> None:
    """Write all that is kept of somebody, as JSON."""
    with open_player(instance, address) as (session, one):
        text = privacy.export_player(session, one)
    if out is None:
        click.echo(text)
    else:
        out.write_text(text, "utf-8")
        click.echo(f"{out}: {len(text)} characters")


@player_group.command("forget")
@click.argument("address")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="A file for what was kept of them."
)
@click.confirmation_option(prompt="All that is kept of this person is deleted. Are you sure?")
@click.pass_obj
def forget_player(instance: Path, address: str, out: Path) -> None:
    """Write all that is kept of somebody to a file and delete it. Games stay whole, with “a former player” in them."""
    with open_player(instance, address) as (session, one):
        out.write_text(privacy.export_player(session, one), "utf-8")
        privacy.forget_player(session, one, utc_now())
    click.echo(f"{address} is forgotten; what was kept is in {out}.")


COMMANDS = (player_group,)
