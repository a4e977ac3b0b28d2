"""Campaigns from the command line: opened, listed, begun, looked at."""

from __future__ import annotations

from pathlib import Path

import click

from pbem import render
from pbem.campaigns import opening, rounds, telling
from pbem.cli import opened
from pbem.installed import ENGINES
from pbem.pace import zone_info
from pbem.play import people, rules
from pbem.serve import utc_now
from pbem.wording import ENGLISH


@click.group()
def campaign() -> None:
    """Campaigns: leagues, knock-outs, duplicates and series."""


@campaign.command("new")
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
@click.argument("slug")
@click.option("--title", default="", help="What people call it; without it, its name.")
@click.option("--kind", type=click.Choice(opening.KINDS), default="league", show_default=True)
@click.option("--rounds", "count", default=0, help="How many; 0: as many as there are players for.")
@click.option("--best", default=0, help="So many results count; 0: all.")
@click.option("--master", "address", required=True, help="The mail address of who leads it and its games.")
@click.option("--pace", default="48h", show_default=True)
@click.option("--zone", default="UTC", show_default=True)
@click.option("--option", "options", multiple=True, help="An option line of its games; may be given several times.")
@click.option("--rule", "said", multiple=True, help="A rule of its games such as “GRACE 6 hours”.")
@click.pass_obj
def new_campaign(
    instance: Path,
    engine_code: str,
    slug: str,
    title: str,
    kind: str,
    count: int,
    best: int,
    address: str,
    pace: str,
    zone: str,
    options: tuple[str, ...],
    said: tuple[str, ...],
) -> None:
    """Open a campaign for players to enter."""
    _, store = opened(instance)
    now, engine = utc_now(), ENGINES[engine_code]
    chosen = rules.read("\n".join(said), engine.kinds, rules.usual(engine))
    with store.write() as session:
        lead = people.player(session, address, now)
        people.answered(session, lead, now)  # the host's own word
        text = "\n".join(options)
        terms = {"slug": slug, "title": title or slug, "kind": kind, "rounds": count, "best": best}
        opening.create(session, engine_code, text, master=lead, pace=pace, zone=zone, rules=chosen, now=now, **terms)  # type: ignore[arg-type]
    click.echo(f"{slug} is open; players take part with the line: enter {slug}")


@campaign.command("list")
@click.pass_obj
def list_campaigns(instance: Path) -> None:
    """All campaigns."""
    _, store = opened(instance)
    with store.read() as session:
        for line in telling.lines(session, opening.listed(session), ENGLISH):
            click.echo(line)


@campaign.command()
@click.argument("slug")
@click.pass_obj
def show(instance: Path, slug: str) -> None:
    """How a campaign stands."""
    _, store = opened(instance)
    with store.read() as session:
        found = opening.find(session, slug)
        click.echo(telling.lead(session, found, ENGLISH))
        click.echo(render.text(telling.blocks(session, found, zone_info("UTC"), ENGLISH)))


@campaign.command()
@click.argument("slug")
@click.pass_obj
def begin(instance: Path, slug: str) -> None:
    """Open the first round."""
    _, store = opened(instance)
    with store.write() as session:
        found = opening.find(session, slug)
        rounds.start(session, found, None, utc_now())
        count = len(opening.games_of(session, found))
    click.echo(f"{slug} has begun; its games: {count}.")


COMMANDS = (campaign,)
