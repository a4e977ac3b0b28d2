"""What letters can say, said on the command line by the host, who may do all that a game master may, or for a player.

Every command of letters is one here too (`pbem.commands`); “pbem game say GAME help” lists them.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click
from sqlmodel import Session

from engines.language.bounds import TEXT
from pbem.cli import open_store
from pbem.cli.games import game_group
from pbem.commands.consequences import describe_consequences
from pbem.commands.context import Work
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import WriterLine, fold_blanks
from pbem.commands.outcomes import LineOutcome, carry_out_lines
from pbem.commands.writer import CONFIRMED, Writer
from pbem.games import games
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.server.serve import utc_now
from pbem.settings.config import Config
from pbem.storage.models import Game


@game_group.command("say", context_settings={"ignore_unknown_options": True})
@click.option("--for", "address", default="", help="The mail address of a player for whom it is said.")
@click.option("--seat", default="", help="Which of their seats it is about, if they hold several.")
@click.option("--yes", is_flag=True, help="Do not ask again before what cannot be undone.")
@click.argument("slug")
@click.argument("words", nargs=-1)
@click.pass_obj
def say_command(instance: Path, address: str, seat: str, yes: bool, slug: str, words: tuple[str, ...]) -> None:
    """Say WORDS in a game, as a line of a letter would: “extend 24h because of a fair”, “rollback spring 1902”.

    More lines, as those of a block, come from standard input; without WORDS all of them do.
    """
    config, store = open_store(instance)
    lines = [WriterLine(fold_blanks(line)) for line in read_said_lines(" ".join(words)).splitlines()]
    with store.read_session() as session:
        work = open_shell_work(session, config, slug, address, seat)
        saying = COMMANDS.parse_lines(lines, lambda: work.verbs)
        consequences = describe_consequences(saying, work.game, work.known.seat if work.known else None)
    for consequence in [] if yes else consequences:  # nothing is locked meanwhile
        click.confirm(f"{consequence}. Do it?", abort=True, err=True)
    with store.write_session() as session:
        work = open_shell_work(session, config, slug, address, seat)
        work.lock_writer_game()
        outcomes = carry_out_lines(work, saying)
    for one in outcomes:
        show_outcome(one)
    if any(one.level != "ok" for one in outcomes) or not outcomes:
        raise SystemExit(1)


def open_shell_work(session: Session, config: Config, slug: str, address: str, seat: str) -> Work:
    """Words of the host about a game, or of a player for whom they are said. Raises Refusal."""
    game = games.get_game(session, slug)
    known = find_player_as_writer(session, game, address, seat) if address else None
    key = f"shell:{secrets.token_hex(8)}"
    return Work(
        session=session,
        config=config,
        known=known,
        host_game=None if known else game,
        now=utc_now(),
        door="shell",
        key=key,
    )


def find_player_as_writer(session: Session, game: Game, address: str, seat: str) -> Writer:
    """A player who writes about a game, and as which of their seats. Raises click.BadParameter,
    Refusal "never wrote", "no such seat"."""
    player = people.get_known_writer(session, address)
    held = [one for one in seats.list_held_seats(session, player) if one.game_id == game.id]
    if seat:
        named = seats.get_seat_by_name(session, game, seat)
        if named not in held:
            raise click.BadParameter(f"{player.address} does not hold {named.label}.", param_hint="--seat")
        held = [named]
    return Writer(player, held[0] if len(held) == 1 else None, game, proof=CONFIRMED)


def read_said_lines(words: str) -> str:
    """The words, and the lines that they want below them. Raises click.UsageError if there is nothing."""
    found = COMMANDS.parse_lines([WriterLine(words)]) if words.strip() else []
    wants_more = not found or any(one.is_block and not one.args.get("text") for one in found)
    more = sys.stdin.read(TEXT) if wants_more and not sys.stdin.isatty() else ""
    end = found[0].end_word if wants_more and found else ""
    text = "\n".join(filter(None, (words, more.strip("\n"), end)))
    if not text.strip():
        raise click.UsageError("Say something: “pbem game say GAME help” lists what can be said.")
    return text


def show_outcome(one: LineOutcome) -> None:
    """What came of a line; what was not done goes to standard error, with the line."""
    if one.level == "ok":
        click.echo("\n".join([one.words or one.text, *one.notes]))
    else:
        click.echo("\n".join([f"“{one.said}”: {one.text}", *one.notes]), err=True)
