"""Games from the command line: opened, looked at and proved. How they are led: `pbem.cli.saying`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click
from sqlmodel import Session

from engines.abilities import Sandbox
from pbem.cli import open_store
from pbem.documents import reports, timetable
from pbem.documents.gamebook import making
from pbem.games import games, rules
from pbem.games.leading import leaders
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.results import ratings
from pbem.games.seating import seats
from pbem.pace import PaceError, QuietTimes, zone_info
from pbem.render.paper import SIZES, Paper
from pbem.server.serve import utc_now
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game, Phase, Player, Rating
from pbem.wording import ENGLISH

QUIET = "When no deadline falls, with commas between: “sat, sun, 24 dec to 6 jan, holidays DE, 22:00 to 08:00”."


@click.group("game")
def game_group() -> None:
    """Games: opened, listed, led, proved."""


@game_group.command("new")
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
@click.argument("slug")
@click.option("--master", "address", required=True, help="The game master's mail address.")
@click.option("--pace", default="48h", show_default=True, help='Such as "48h", "daily 20:00", "mon,thu 18:00".')
@click.option("--zone", default="UTC", show_default=True, help="The zone of the pace, such as Europe/Paris.")
@click.option("--quiet", default="", help=QUIET)
@click.option("--option", "options", multiple=True, help="An option line of the game; may be given several times.")
@click.option("--rule", "said", multiple=True, help="A rule such as “GRACE 6 hours”; pbem game rules lists them.")
@click.pass_obj
def new_game(
    instance: Path,
    engine_code: str,
    slug: str,
    address: str,
    pace: str,
    zone: str,
    quiet: str,
    options: tuple[str, ...],
    said: tuple[str, ...],
) -> None:
    """Open a game for players to join."""
    _, store = open_store(instance)
    now, text, engine = utc_now(), "\n".join(options), ENGINES[engine_code]
    chosen = replace(
        rules.parse_rules("\n".join(said), engine.kinds, rules.usual_rules(engine)), quiet=quiet_times(quiet)
    )
    with store.write_session() as session:
        lead = people.get_or_register_player(session, address, now)
        people.mark_address_proved(session, lead, now)  # the host's own word
        games.insert_game(
            session, engine_code, text, slug=slug, master=lead, pace=pace, zone=zone, rules=chosen, now=now
        )
    click.echo(f"{slug} is open; players join with the line: join {slug}")
    show_pace(timetable.preview_pace(pace, zone, chosen, engine.kinds, now), zone)


@game_group.command("pace")
@click.argument("pace")
@click.option("--engine", "engine_code", type=click.Choice(sorted(ENGINES)), help="Whose kinds of phases it may name.")
@click.option("--zone", default="UTC", show_default=True, help="The zone of the pace, such as Europe/Paris.")
@click.option("--quiet", default="", help=QUIET)
def try_pace(pace: str, engine_code: str | None, zone: str, quiet: str) -> None:
    """What a PACE such as “daily 20:00” means, with its next deadlines; nothing is changed."""
    kinds = ENGINES[engine_code].kinds if engine_code else timetable.every_kind()
    chosen = replace(rules.USUAL, quiet=quiet_times(quiet))
    show_pace(timetable.preview_pace(pace, zone, chosen, kinds, utc_now()), zone)


def show_pace(understood: timetable.PacePreview, zone: str) -> None:
    click.echo(understood.words)
    for deadline in understood.deadlines:
        click.echo(f"    {ENGLISH.calendar.format_moment(deadline.at, zone_info(zone))}")


def quiet_times(text: str) -> tuple[str, ...]:
    try:
        return QuietTimes.parse_line(text).item_texts
    except PaceError as error:
        raise click.BadParameter(str(error), param_hint="--quiet") from error


@game_group.command("rules")
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
def list_rules(engine_code: str) -> None:
    """The rules a game can be opened with, as they usually are."""
    engine = ENGINES[engine_code]
    usual = rules.usual_rules(engine)
    for rule in rules.RULES:
        click.echo(f"{rule.format_rule(usual, engine.kinds):32} {rule.help}")


@game_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
@click.pass_obj
def list_games_command(instance: Path, as_json: bool) -> None:
    """All games."""
    _, store = open_store(instance)
    with store.read_session() as session:
        rows = [{"slug": g.slug, "engine": g.engine, "status": g.status} for g in games.list_all_games(session)]
    if as_json:
        click.echo(json.dumps(rows))
    for row in [] if as_json else rows:
        click.echo(f"{row['slug']:24} {row['engine']:14} {row['status']}")


@game_group.command("show")
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
@click.pass_obj
def show_game_command(instance: Path, slug: str, as_json: bool) -> None:
    """One game: its phase, its deadline, its seats and who is awaited."""
    _, store = open_store(instance)
    with store.read_session() as session:
        found = games.get_game(session, slug)
        phase = games.find_current_phase(session, found)
        facts: dict[str, str | list[str]] = {
            "slug": found.slug,
            "engine": found.engine,
            "status": found.status,
            "pace": found.pace,
            "phase": phase.name if phase else "",
            "deadline": phase.deadline.isoformat() if phase and phase.deadline else "",
            "awaited": [s.code for s in phase_turns.list_debtor_seats(session, phase)]
            if phase and not phase.resolved_at
            else [],
            "vacant": [s.code for s in games.list_game_seats(session, found) if s.player_id is None],
            "led by": list_leader_addresses(session, found),
        }
        if not as_json:
            facts |= game_facts_in_words(session, found, phase)
    if as_json:
        click.echo(json.dumps(facts))
    for key, value in {} if as_json else facts.items():
        click.echo(f"{key:9} {', '.join(value) if isinstance(value, list) else value}")


def list_leader_addresses(session: Session, game: Game) -> list[str]:
    """Return who leads a game, and who was asked to."""
    chief = session.get(Player, game.master_id) if game.master_id else None
    asked = [f"{player.address} ({row.role})" for row, player in leaders.list_leaders_and_asked(session, game)]
    return [*([chief.address] if chief else []), *asked]


def game_facts_in_words(session: Session, found: Game, phase: Phase | None) -> dict[str, str | list[str]]:
    """Return what people read in the place of codes."""
    owing = phase_turns.list_debtor_seats(session, phase) if phase and not phase.resolved_at else []
    return {
        "phase": games.phase_title(phase) if phase else "",
        "deadline": reports.format_instant(phase.deadline, found.zone) if phase and phase.deadline else "",
        "awaited": [seat.label for seat in owing],
        "vacant": [seat.label for seat in games.list_vacant_seats(session, found)],
    }


# --- as a book -------------------------------------------------------------------------------------------------


@game_group.command("book")
@click.argument("slug")
@click.option("--seat", default="", help="As this seat may know it; without it, as everybody may.")
@click.option("--paper", type=click.Choice(list(SIZES), case_sensitive=False), default="A4")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to; without it, SLUG.pdf here.")
@click.pass_obj
def book_command(instance: Path, slug: str, seat: str, paper: str, out: Path | None) -> None:
    """Write the game book: the whole game so far as one PDF."""
    target, pdf = out or Path(f"{slug}.pdf"), b""
    if not target.parent.is_dir():
        raise click.BadParameter(f"there is no folder {target.parent}", param_hint="--out")
    _, store = open_store(instance)
    with store.read_session() as session:
        found = games.get_game(session, slug)
        row = making.make_blank_book(
            session, found, seats.get_seat_by_name(session, found, seat) if seat else None, Paper(paper), utc_now()
        )
    with click.progressbar(length=row.total, label=slug, file=sys.stderr) as bar:
        for done, file in making.paint_book(store, row):
            bar.update(done - bar.pos)
            pdf = file or b""
    target.write_bytes(pdf)
    click.echo(f"{target}: {len(pdf) / 1e6:.1f} MB")


@click.command("ratings")
@click.option("--mend", is_flag=True, help="Write down what they should be.")
@click.pass_obj
def check_ratings(instance: Path, mend: bool) -> None:
    """Work out all ratings again from the games that are over, and compare; exit code 1 if anything differs."""
    _, store = open_store(instance)
    with store.write_session() as session:
        if mend:
            ratings.forget_ratings(session)
        ratings.catch_up_ratings(session)
        found = ratings.list_rating_differences(session)
        games_rated = len({one.game_id for one in ratings.compute_all_ratings(session)})
    for kept, wanted in found:
        click.echo(f"kept {describe_rating(kept)}, worked out {describe_rating(wanted)}", err=True)
    click.echo(f"{games_rated} rated games: {'every rating follows from them' if not found else 'FAULT'}")
    if found:
        raise SystemExit(1)


def describe_rating(one: Rating | None) -> str:
    """A rating for a host, who knows players by their numbers."""
    if one is None:
        return "nothing"
    return f"{one.mu:.6f} ± {one.sigma:.6f} (player {one.player_id}, game {one.game_id}, {one.scope or 'all games'})"


# --- on the side ------------------------------------------------------------------------------------------------


@click.command("sandbox")
@click.argument("engine_code", metavar="ENGINE", type=click.Choice(sorted(ENGINES)))
@click.option("--text", is_flag=True, help="Prose for people instead of JSON.")
def sandbox_command(engine_code: str, text: bool) -> None:
    """Resolve positions: one JSON object a line in, one a line out. A bad line is answered and costs only itself."""
    found = ENGINES[engine_code]
    if not isinstance(found, Sandbox):
        raise click.ClickException(f"{found.title} has no sandbox.")
    answer = found.resolve_json_to_text if text else found.resolve_json
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(answer(line).rstrip("\n") + "\n")
            sys.stdout.flush()


COMMANDS = (game_group, check_ratings, sandbox_command)
