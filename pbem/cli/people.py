"""People from the command line: added, called, put together, banned, shown what is kept of them, and forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from sqlmodel import Session, col, func, select

from pbem.cli import opened
from pbem.models import Player, Seat
from pbem.play import bans, people, privacy
from pbem.serve import utc_now


@click.group()
def player() -> None:
    """People."""


@contextmanager
def meant(instance: Path, address: str) -> Iterator[tuple[Session, Player]]:
    """Who has an address, in a transaction."""
    _, store = opened(instance)
    with store.write() as session:
        yield session, found(session, address)


def found(session: Session, address: str) -> Player:
    one = people.known(session, address)
    if one is None:
        raise click.ClickException(f"Nobody is known under {address}.")
    return one


@player.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
@click.pass_obj
def list_players(instance: Path, as_json: bool) -> None:
    """Everybody who is known, with the number of seats held."""
    _, store = opened(instance)
    with store.read() as session:
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


@player.command()
@click.argument("address")
@click.option("--name", default="", help="As others read it.")
@click.option("--zone", default="UTC", show_default=True, help="Such as Europe/Paris.")
@click.pass_obj
def add(instance: Path, address: str, name: str, zone: str) -> None:
    """Make somebody known who wants letters from this server, by your word."""
    _, store = opened(instance)
    with store.write() as session:
        new = people.player(session, address, utc_now(), name)
        people.settings(session, new, zone=zone)
        people.answered(session, new, utc_now())
        told = new.address
    click.echo(f"{told} is known.")


@player.command()
@click.argument("address")
@click.argument("name")
@click.pass_obj
def rename(instance: Path, address: str, name: str) -> None:
    """Give somebody another NAME, as others read it."""
    with meant(instance, address) as (session, one):
        people.settings(session, one, name=name)
        told = one.name
    click.echo(f"{address} is called {told}.")


@player.command()
@click.argument("address")
@click.argument("new")
@click.pass_obj
def address(instance: Path, address: str, new: str) -> None:
    """Have somebody's letters sent to a NEW address from now on."""
    with meant(instance, address) as (session, one):
        people.readdress(session, one, new)
        told = one.address
    click.echo(f"{address} is {told} now.")


@player.command()
@click.argument("gone")
@click.argument("kept")
@click.pass_obj
def merge(instance: Path, gone: str, kept: str) -> None:
    """Put two addresses of one person together: all that is GONE's is KEPT's from now on."""
    with meant(instance, gone) as (session, one):
        privacy.merge(session, one, found(session, kept))
    click.echo(f"{gone} is {kept} now.")


@player.command()
@click.argument("address")
@click.pass_obj
def ban(instance: Path, address: str) -> None:
    """Read no letters of somebody any more, and make his seats vacant."""
    with meant(instance, address) as (session, one):
        bans.ban(session, one, utc_now())
    click.echo(f"{address} is banned; one letter tells him if he writes.")


@player.command()
@click.argument("address")
@click.pass_obj
def unban(instance: Path, address: str) -> None:
    """Let somebody in again; his seats are not given back."""
    with meant(instance, address) as (session, one):
        bans.unban(session, one)
    click.echo(f"{address} may play again.")


@player.command()
@click.argument("address")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to; without it, on the screen.")
@click.pass_obj
def export(instance: Path, address: str, out: Path | None) -> None:
    """Write all that is kept of somebody, as JSON."""
    with meant(instance, address) as (session, one):
        text = privacy.export(session, one)
    if out is None:
        click.echo(text)
    else:
        out.write_text(text, "utf-8")
        click.echo(f"{out}: {len(text)} characters")


@player.command()
@click.argument("address")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="A file for what was kept of him."
)
@click.confirmation_option(prompt="All that is kept of this person is deleted. Are you sure?")
@click.pass_obj
def forget(instance: Path, address: str, out: Path) -> None:
    """Write all that is kept of somebody to a file and delete it. Games stay whole; there he is “a former player”."""
    with meant(instance, address) as (session, one):
        out.write_text(privacy.export(session, one), "utf-8")
        privacy.forget(session, one, utc_now())
    click.echo(f"{address} is forgotten; what was kept is in {out}.")


COMMANDS = (player,)
