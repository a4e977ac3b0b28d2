"""Games led from the command line: the host may do all that a game master may. Each act can have a reason, which all
players can read in the ledger."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from sqlmodel import Session

from engines.language import outline_grammar
from pbem import render
from pbem.cli import open_store
from pbem.cli.games import game_group
from pbem.documents import game_summary, reports
from pbem.games import Refusal, games
from pbem.games.leading import corrections, leaders, master, terms
from pbem.games.people import people
from pbem.games.phases.phase_names import list_named_phases
from pbem.games.seating import seats
from pbem.pace import PaceError, parse_length, parse_moment, zone_info
from pbem.server.serve import utc_now
from pbem.storage.models import Game, Phase, Player

because = click.option("--because", "reason", default="", help="Why; all players can read it.")


@contextmanager
def open_led_game(instance: Path, slug: str) -> Iterator[tuple[Session, Game]]:
    """A game to be led, in a transaction."""
    _, store = open_store(instance)
    with store.write_session() as session:
        yield session, games.get_game(session, slug)


def game_command(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command `pbem game NAME SLUG …`."""

    def declare_command(function: Callable[..., Any]) -> click.Command:
        return game_group.command(name)(click.argument("slug")(click.pass_obj(function)))

    return declare_command


def lines_or_stdin(lines: tuple[str, ...]) -> str:
    """What was given on the command line, else on standard input."""
    return "\n".join(lines) or sys.stdin.read()


# --- time -------------------------------------------------------------------------------------------------------


@game_command("process")
@because
def process_command(instance: Path, slug: str, reason: str) -> None:
    """Resolve the open phase now with the orders that are there."""
    with open_led_game(instance, slug) as (session, found):
        following = master.process_phase(session, found, None, utc_now(), reason)
        name = following.name
    click.echo(f"{slug} is resolved; the phase is {name} now.")


@game_command("preview")
@click.option("--seat", default="", help="The report to this seat; without it, what everybody would read.")
def preview_command(instance: Path, slug: str, seat: str) -> None:
    """Show the report if the open phase was resolved now. Nothing is kept but the ledger's word that you looked."""
    with open_led_game(instance, slug) as (session, found):
        reader = seats.get_seat_by_name(session, found, seat) if seat else None

        def render_preview(phase: Phase) -> str:
            return render.render_plain_text(reports.report_blocks(session, phase, reader, found.zone, with_press=False))

        click.echo(master.preview_next_phase(session, found, None, utc_now(), render_preview))


@game_command("extend")
@click.argument("by")
@because
def extend_command(instance: Path, slug: str, by: str, reason: str) -> None:
    """Move the deadline by a length of time such as 24h."""
    try:
        span = parse_length(by)
    except PaceError as error:
        raise click.BadParameter(str(error)) from error
    with open_led_game(instance, slug) as (session, found):
        master.extend_deadline(session, found, None, span, utc_now(), reason)
        until = deadline_of(session, found)
    click.echo(f"{slug} has {by} more: until {until}.")


@game_command("deadline")
@click.argument("when", nargs=-1, required=True)
@because
def deadline_command(instance: Path, slug: str, when: tuple[str, ...], reason: str) -> None:
    """Set the deadline to a moment such as 24 Dec 20:00, in the zone of the game."""
    with open_led_game(instance, slug) as (session, found):
        try:
            at: datetime = parse_moment(" ".join(when), utc_now(), zone_info(found.zone))
        except PaceError as error:
            raise click.BadParameter(str(error)) from error
        master.fix_deadline(session, found, None, at, utc_now(), reason)
        until = deadline_of(session, found)
    click.echo(f"The deadline of {slug} is {until}.")


def deadline_of(session: Session, game: Game) -> str:
    """When the open phase ends, after all that moves a deadline on, quiet days too."""
    phase = games.find_current_phase(session, game)
    return reports.format_instant(phase.deadline, game.zone) if phase and phase.deadline else "without a deadline"


@game_command("pause")
@because
def pause_command(instance: Path, slug: str, reason: str) -> None:
    """Stop the clock; orders are still taken."""
    with open_led_game(instance, slug) as (session, found):
        master.pause_game(session, found, None, utc_now(), reason)
    click.echo(f"{slug} is paused.")


@game_command("resume")
@because
def resume_command(instance: Path, slug: str, reason: str) -> None:
    """Start the clock again; the deadline moves by as long as it stood."""
    with open_led_game(instance, slug) as (session, found):
        master.resume_game(session, found, None, utc_now(), reason)
    click.echo(f"{slug} goes on.")


@game_command("set")
@click.argument("lines", nargs=-1, required=True)
@because
def set_terms_command(instance: Path, slug: str, lines: tuple[str, ...], reason: str) -> None:
    """Change what was agreed, a LINE each, such as "PACE daily 20:00" "GRACE 6 hours". All are told."""
    with open_led_game(instance, slug) as (session, found):
        new = terms.change_terms(session, found, None, "\n".join(lines), utc_now(), reason)
    click.echo("\n".join(new))


@game_command("terms")
def show_terms(instance: Path, slug: str) -> None:
    """What was agreed: the pace and the rules, a line each."""
    with open_led_game(instance, slug) as (_, found):
        click.echo("\n".join(terms.format_terms(found)))


# --- back and forth, and put right ------------------------------------------------------------------------------


@game_command("rollback")
@click.argument("phase")
@click.option("--keep-orders", is_flag=True, help="The orders given then stand again.")
@because
def rollback_command(instance: Path, slug: str, phase: str, keep_orders: bool, reason: str) -> None:
    """Go on from an earlier PHASE (its name, its number, or “Spring 1901”); nothing that happened is erased."""
    with open_led_game(instance, slug) as (session, found):
        named = list_named_phases(games.list_phases(session, found), phase, games.phase_title)
        if not (phase and named):
            raise Refusal("no such phase", number=phase)
        master.roll_back_game(session, found, None, named[-1].number, utc_now(), keep_orders=keep_orders, reason=reason)
        called = games.phase_title(named[-1])
    click.echo(f"{slug} goes on from {called}.")


@game_command("rollforward")
@because
def rollforward_command(instance: Path, slug: str, reason: str) -> None:
    """Take the last going back back, with the orders given by then."""
    with open_led_game(instance, slug) as (session, found):
        name = master.roll_forward_game(session, found, None, utc_now(), reason).name
    click.echo(f"{slug} goes on from {name}.")


@game_command("correct")
@click.argument("seat")
@click.argument("lines", nargs=-1)
@because
def correct_command(instance: Path, slug: str, seat: str, lines: tuple[str, ...], reason: str) -> None:
    """Give orders in the place of a SEAT, a LINE each (without any, from standard input); they replace what stood.
    One wrong line, and nothing changes."""
    text = lines_or_stdin(lines)
    with open_led_game(instance, slug) as (session, found):
        answer = master.correct_orders(
            session, found, None, seats.get_seat_by_name(session, found, seat), text, utc_now(), reason
        )
    click.echo("\n".join(answer.standing) or "(none)")


@game_command("board")
@click.argument("lines", nargs=-1)
@because
def board_command(instance: Path, slug: str, lines: tuple[str, ...], reason: str) -> None:
    """Put the board right, a LINE each, in words of the game. Without a line: what can be said."""
    with open_led_game(instance, slug) as (session, found):
        if not lines:
            click.echo("\n".join(outline_grammar(corrections.build_correction_grammar(session, found, None))))
            return
        number = corrections.correct_board(session, found, None, "\n".join(lines), utc_now(), reason).number
    click.echo(f"{slug} goes on as phase {number}, put right.")


# --- seats ------------------------------------------------------------------------------------------------------


@game_command("replace")
@click.argument("seat")
@click.argument("address")
@because
def replace_command(instance: Path, slug: str, seat: str, address: str, reason: str) -> None:
    """Hand a SEAT to the player with this ADDRESS; who has never written here is invited."""
    with open_led_game(instance, slug) as (session, found):
        code, new = (
            seats.get_seat_by_name(session, found, seat).code,
            people.get_or_register_player(session, address, utc_now()),
        )
        label = master.replace_player(session, found, None, code, new, utc_now(), reason=reason).label
    click.echo(f"{label} is played by {address} now.")


@game_command("eject")
@click.argument("seat")
@because
def eject_command(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Take a SEAT from its player; it is vacant then."""
    with open_led_game(instance, slug) as (session, found):
        master.eject_player(session, found, None, seats.get_seat_by_name(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} is vacant.")


@game_command("dummy")
@click.argument("seat")
@because
def dummy_command(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Let the game's own adviser play a SEAT."""
    with open_led_game(instance, slug) as (session, found):
        master.seat_dummy(session, found, None, seats.get_seat_by_name(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} is played by a dummy.")


@game_command("address")
@click.argument("seat")
@because
def readdress_command(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Give a SEAT a new secret address; its player gets it by letter."""
    with open_led_game(instance, slug) as (session, found):
        master.readdress_seat(session, found, None, seats.get_seat_by_name(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} has a new address.")


# --- the game as a whole ----------------------------------------------------------------------------------------


@game_command("message")
@click.argument("words", nargs=-1)
def message_command(instance: Path, slug: str, words: tuple[str, ...]) -> None:
    """Write to all players, as the game master (without words, from standard input)."""
    text = " ".join(words) or sys.stdin.read()
    with open_led_game(instance, slug) as (session, found):
        master.message_all_players(session, found, None, text, utc_now(), f"cli:{secrets.token_hex(8)}")
    click.echo("Sent to all.")


@game_command("cancel")
@click.confirmation_option(prompt="The game ends for all, without a winner. Are you sure?")
@because
def cancel_command(instance: Path, slug: str, reason: str) -> None:
    """End a game without a winner, for good."""
    with open_led_game(instance, slug) as (session, found):
        master.cancel_game(session, found, None, utc_now(), reason)
    click.echo(f"{slug} is ended.")


@game_command("hand-over")
@click.argument("address")
def hand_over_command(instance: Path, slug: str, address: str) -> None:
    """Make somebody the game master, once they accept; a co-master is it at once."""
    with open_led_game(instance, slug) as (session, found):
        done = master.hand_over_lead(session, found, None, people.get_known_writer(session, address), utc_now())
    click.echo(f"{address} {'is the game master now' if done else 'is asked'}.")


@game_command("co-master")
@click.argument("address")
@click.option("--no", "dismissed", is_flag=True, help="He leads the game no more.")
def co_master(instance: Path, slug: str, address: str, dismissed: bool) -> None:
    """Ask somebody to lead a game beside its master."""
    with open_led_game(instance, slug) as (session, found):
        player = people.get_known_writer(session, address)
        (master.dismiss_co_master if dismissed else master.ask_co_master)(session, found, None, player, utc_now())
    click.echo(f"{address} {'leads the game no more' if dismissed else 'is asked'}.")


@game_command("leaders")
def who_leads(instance: Path, slug: str) -> None:
    """Who leads a game, and who was asked to."""
    with open_led_game(instance, slug) as (session, found):
        chief = session.get(Player, found.master_id) if found.master_id else None
        click.echo(f"master     {chief.address if chief else '(the host)'}")
        for row, player in leaders.list_leaders_and_asked(session, found):
            click.echo(f"{row.role:10} {player.address}")


@game_command("ledger")
def ledger_command(instance: Path, slug: str) -> None:
    """Who did what to a game, when and why."""
    with open_led_game(instance, slug) as (session, found):
        for line in game_summary.describe_ledger(session, found, lambda at: reports.format_instant(at, found.zone)):
            click.echo(f"{reports.format_instant(line.at, found.zone)}  {line.text}")
