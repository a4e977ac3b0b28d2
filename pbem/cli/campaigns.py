"""Campaigns from the command line: opened, listed, begun, looked at."""

from __future__ import annotations

from pathlib import Path

import click

from pbem import render
from pbem.campaigns import opening, rounds, telling
from pbem.cli import open_store
from pbem.games import rules
from pbem.games.people import people
from pbem.pace import zone_info
from pbem.server.serve import utc_now
from pbem.settings.installed_engines import ENGINES
from pbem.wording import ENGLISH


@click.group("campaign")
def campaign_group() -> None:
    """Campaigns: leagues, knock-outs, duplicates and series."""


@campaign_group.command("new")
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
    _, store = open_store(instance)
    now, engine = utc_now(), ENGINES[engine_code]
    chosen = rules.parse_rules("\n".join(said), engine.kinds, rules.usual_rules(engine))
    with store.write_session() as session:
        lead = people.get_or_register_player(session, address, now)
        people.mark_address_proved(session, lead, now)  # the host's own word
        text = "\n".join(options)
        terms = {"slug": slug, "title": title or slug, "kind": kind, "rounds": count, "best": best}
        more = {"master": lead, "pace": pace, "zone": zone, "rules": chosen, "now": now}
        opening.create_campaign(session, engine_code, text, **more, **terms)  # type: ignore[arg-type]
    click.echo(f"{slug} is open; players take part with the line: enter {slug}")


@campaign_group.command("list")
@click.pass_obj
def list_campaigns_command(instance: Path) -> None:
    """All campaigns."""
    _, store = open_store(instance)
    with store.read_session() as session:
        for line in telling.list_campaign_lines(session, opening.list_campaigns(session), ENGLISH):
            click.echo(line)


@campaign_group.command("show")
@click.argument("slug")
@click.pass_obj
def show_campaign(instance: Path, slug: str) -> None:
    """How a campaign stands."""
    _, store = open_store(instance)
    with store.read_session() as session:
        found = opening.get_campaign(session, slug)
        click.echo(telling.campaign_lead(session, found, ENGLISH))
        click.echo(render.render_plain_text(telling.build_campaign_blocks(session, found, zone_info("UTC"), ENGLISH)))


@campaign_group.command("begin")
@click.argument("slug")
@click.pass_obj
def begin_campaign(instance: Path, slug: str) -> None:
    """Open the first round."""
    _, store = open_store(instance)
    with store.write_session() as session:
        found = opening.get_campaign(session, slug)
        rounds.start_campaign(session, found, None, utc_now())
        count = len(opening.list_campaign_games(session, found))
    click.echo(f"{slug} has begun; its games: {count}.")


COMMANDS = (campaign_group,)
