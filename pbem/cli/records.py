"""Records from the command line: games written to a file, proved from one, taken in from one; the key they are signed
with."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import open_store
from pbem.cli.games import game_group
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.proof import build_record, verify
from pbem.games.seating import seats
from pbem.records import checking, file, forms, importing, keys
from pbem.records.checking import Findings
from pbem.records.lines import Unreadable
from pbem.server.serve import utc_now
from pbem.settings.installed_engines import ENGINES


@click.command("export")
@click.argument("slug")
@click.option(
    "--seat", default="", help="As this seat may know it. Without it whole: of a game under way keep it secret."
)
@click.option("--form", default="", help="As another program knows it, such as diplomacy.json or judge.txt.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to; without it, SLUG.pbem here.")
@click.pass_obj
def export_command(instance: Path, slug: str, seat: str, form: str, out: Path | None) -> None:
    """Write a game to one signed file, to keep, to prove, or to go on with elsewhere."""
    config, store = open_store(instance)
    with store.read_session() as session:
        found = games.get_game(session, slug)
        if form:
            target = out or Path(f"{slug}.{form}")
            target.write_text(forms.write_record_form(session, found, form), "utf-8")
            click.echo(f"{target} is written.")
            return
        if seat:
            record = build_record.build_reader_record(
                session, found, seats.get_seat_by_name(session, found, seat), takes_part=False
            )
        else:
            record = build_record.build_moving_record(session, found)
    data = file.pack_record(record, keys.get_own_key(config.instance), config.mail_host, utc_now())
    target = out or Path(f"{slug}{file.ENDING}")
    target.touch(mode=0o600)
    target.write_bytes(data)
    secret = " It holds the secret of the dice and all orders of a game under way: keep it to yourself."
    click.echo(f"{target}: {len(data)} bytes.{secret if record.moving else ''}")


@click.command("import")
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--as", "slug", default="", help="What it is called here; its own name unless you say so.")
@click.option("--key", "trusted", default="", help="The public key that must have signed it, in hexadecimal.")
@click.option("--master", "address", default="", help="The mail address of who leads it here.")
@click.option("--player", "players", multiple=True, help="SEAT=ADDRESS: who is invited to go on with a seat.")
@click.pass_obj
def import_game(instance: Path, path: Path, slug: str, trusted: str, address: str, players: tuple[str, ...]) -> None:
    """Take in a game from a FILE: one that is over to be read, one that its host moves to go on with. It is proved
    first. A game under way stands still until “pbem game say NAME resume”."""
    invited = [player.partition("=") for player in players]
    if wrong := [seat for seat, sign, whom in invited if not (sign and whom)]:
        raise click.BadParameter(f"{wrong[0]}: write SEAT=ADDRESS", param_hint="--player")
    _, store = open_store(instance)
    try:
        checking.check_in_process(path, instance, trusted)
        proved = importing.prove_record(file.unpack_record(checking.read_record_bytes(path)), trusted)
        now = utc_now()
        with store.write_session() as session:
            lead = people.get_or_register_player(session, address, now) if address else None
            found = importing.import_record(session, proved, now, slug=slug, master=lead)
            for seat, _, whom in invited:
                code = seats.get_seat_by_name(session, found, seat).code
                master.replace_player(
                    session, found, None, code, people.get_or_register_player(session, whom, now), now
                )
            told, name = found.status, found.slug
    except Unreadable as error:
        raise click.ClickException(f"{path}: {error}.") from error
    on = "" if told == "finished" else f" It stands still; “pbem game say {name} resume” lets it go on."
    click.echo(f"{name} is here, proved and as it was.{on}")


@click.command("verify")
@click.argument("names", nargs=-1, metavar="[GAME|FILE]...")
@click.option("--key", "trusted", default="", help="The public key that must have signed a file, in hexadecimal.")
@click.option("--seconds", default=checking.SECONDS, show_default=True, help="The most that checking a file may take.")
@click.pass_obj
def verify_games(instance: Path, names: tuple[str, ...], trusted: str, seconds: int) -> None:
    """Resolve games (all, if none is named) again from the stored orders, or from a file (NAME.pbem) that needs no
    server; exit code 1 if anything differs."""
    paths = [Path(name) for name in names if is_file(name)]
    slugs = [name for name in names if not is_file(name)]
    problems = [problem for path in paths for problem in check_record_file(instance, path, trusted, seconds)]
    if slugs or not paths:
        problems += check_stored_games(instance, slugs)
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise SystemExit(1)


def is_file(name: str) -> bool:
    """Names of games have neither dots nor slashes."""
    return "." in name or "/" in name


def check_stored_games(instance: Path, slugs: list[str]) -> list[str]:
    _, store = open_store(instance)
    problems: list[str] = []
    with store.read_session() as session:
        for found in [games.get_game(session, slug) for slug in slugs] or games.list_all_games(session):
            faults = verify.verify_game(session, found)
            problems += [f"{found.slug}: {fault}" for fault in faults]
            click.echo(f"{found.slug}: {'every phase follows from the one before it' if not faults else 'FAULT'}")
    return problems


def check_record_file(instance: Path, path: Path, trusted: str, seconds: int) -> list[str]:
    """Tells what a file proves; what is wrong with it."""
    if not path.is_file():
        return [f"{path}: there is no such file."]
    try:
        found = checking.check_in_process(path, instance, trusted, seconds)
    except Unreadable as error:
        return [f"{path}: {error}."]
    for line in describe_findings(found):
        click.echo(f"{path}: {line}")
    wrong = [] if found.signed else ["the signature does not hold: the file was changed after it was signed"]
    wrong += ["it was signed with another key than the one you name"] if found.trusted is False else []
    return [f"{path}: {fault}" for fault in (*wrong, *found.faults)]


def describe_findings(found: Findings) -> list[str]:
    """Return what a file says of itself, and how far that is proved."""
    reader = {"whole": "whole", "": "as everybody may know it"}.get(found.reader, f"as {found.reader} may know it")
    title = ENGINES[found.engine].title if found.engine in ENGINES else found.engine
    game = f"{found.slug}, a game of {title}, {found.status}, {reader}"
    lines = [f"{game}; written by {found.host}, {found.made_at}"]
    if found.signed:
        which = "the key you name" if found.trusted else f"{found.key} (compare it with the page /key of {found.host})"
        lines.append(f"signed with {which}")
    if found.proved and not found.faults:
        lines.append(f"{format_count(found.phases, 'phase')}, each resolved again from the orders and the dice")
    elif not found.faults:
        lines.append(
            f"{format_count(found.phases, 'phase')}, each with the hash of the one before it; the secret is not "
            "in the file"
        )
    lines.append(
        f"{format_count(found.receipts, 'receipt')}, none missing" if found.receipts and not found.faults else ""
    )
    return [checking.printable_words(line) for line in (*lines, f"the last hash is {found.last_hash}") if line]


def format_count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@click.group("key")
def key_group() -> None:
    """The key that this server signs records with."""


@key_group.command("show")
@click.pass_obj
def show_key(instance: Path) -> None:
    """The public half, as players need it, and those of former keys."""
    config, _ = open_store(instance)
    click.echo(keys.public_key_hex(keys.get_own_key(config.instance)))
    for one in keys.list_former_keys(config.instance):
        click.echo(f"{one.key} until {one.until:%Y-%m-%d}")


@key_group.command("change")
@click.pass_obj
def change_key(instance: Path) -> None:
    """Make a new key. The old one signs it and is published as a former one; files that it signed stay good."""
    config, _ = open_store(instance)
    click.echo(f"New records are signed with {keys.rotate_key(config.instance, utc_now())}.")


COMMANDS = (verify_games, key_group)
for found in (verify_games, export_command, import_game):
    game_group.add_command(found)
