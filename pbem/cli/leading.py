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

from engines.language import outline
from pbem import chronicle, render, reports
from pbem.cli import opened
from pbem.cli.games import game
from pbem.models import Game, Phase, Player
from pbem.pace import PaceError, length, moment_of, zone_info
from pbem.play import Refused, corrections, games, leaders, master, people, seats, terms
from pbem.play.naming import phases_named
from pbem.serve import utc_now

because = click.option("--because", "reason", default="", help="Why; all players can read it.")


@contextmanager
def leading(instance: Path, slug: str) -> Iterator[tuple[Session, Game]]:
    """A game to be led, in a transaction."""
    _, store = opened(instance)
    with store.write() as session:
        yield session, games.find(session, slug)


def act(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command `pbem game NAME SLUG …`."""

    def declared(function: Callable[..., Any]) -> click.Command:
        return game.command(name)(click.argument("slug")(click.pass_obj(function)))

    return declared


def typed(lines: tuple[str, ...]) -> str:
    """What was given on the command line, else on standard input."""
    return "\n".join(lines) or sys.stdin.read()


# --- time -------------------------------------------------------------------------------------------------------


@act("process")
@because
def process(instance: Path, slug: str, reason: str) -> None:
    """Resolve the open phase now with the orders that are there."""
    with leading(instance, slug) as (session, found):
        following = master.process(session, found, None, utc_now(), reason)
        name = following.name
    click.echo(f"{slug} is resolved; the phase is {name} now.")


@act("preview")
@click.option("--seat", default="", help="The report to this seat; without it, what everybody would read.")
def preview(instance: Path, slug: str, seat: str) -> None:
    """Show the report if the open phase was resolved now. Nothing is kept but the ledger's word that you looked."""
    with leading(instance, slug) as (session, found):
        reader = seats.find(session, found, seat) if seat else None

        def told(phase: Phase) -> str:
            return render.text(reports.blocks(session, phase, reader, found.zone, with_press=False))

        click.echo(master.preview(session, found, None, utc_now(), told))


@act("extend")
@click.argument("by")
@because
def extend(instance: Path, slug: str, by: str, reason: str) -> None:
    """Move the deadline by a length of time such as 24h."""
    try:
        span = length(by)
    except PaceError as error:
        raise click.BadParameter(str(error)) from error
    with leading(instance, slug) as (session, found):
        master.extend(session, found, None, span, utc_now(), reason)
        until = deadline_of(session, found)
    click.echo(f"{slug} has {by} more: until {until}.")


@act("deadline")
@click.argument("when", nargs=-1, required=True)
@because
def deadline(instance: Path, slug: str, when: tuple[str, ...], reason: str) -> None:
    """Set the deadline to a moment such as 24 Dec 20:00, in the zone of the game."""
    with leading(instance, slug) as (session, found):
        try:
            at: datetime = moment_of(" ".join(when), utc_now(), zone_info(found.zone))
        except PaceError as error:
            raise click.BadParameter(str(error)) from error
        master.deadline(session, found, None, at, utc_now(), reason)
        until = deadline_of(session, found)
    click.echo(f"The deadline of {slug} is {until}.")


def deadline_of(session: Session, game: Game) -> str:
    """When the open phase ends, after all that moves a deadline on, quiet days too."""
    phase = games.current(session, game)
    return reports.when(phase.deadline, game.zone) if phase and phase.deadline else "without a deadline"


@act("pause")
@because
def pause(instance: Path, slug: str, reason: str) -> None:
    """Stop the clock; orders are still taken."""
    with leading(instance, slug) as (session, found):
        master.pause(session, found, None, utc_now(), reason)
    click.echo(f"{slug} is paused.")


@act("resume")
@because
def resume(instance: Path, slug: str, reason: str) -> None:
    """Start the clock again; the deadline moves by as long as it stood."""
    with leading(instance, slug) as (session, found):
        master.resume(session, found, None, utc_now(), reason)
    click.echo(f"{slug} goes on.")


@act("set")
@click.argument("lines", nargs=-1, required=True)
@because
def set_terms(instance: Path, slug: str, lines: tuple[str, ...], reason: str) -> None:
    """Change what was agreed, a LINE each, such as "PACE daily 20:00" "GRACE 6 hours". All are told."""
    with leading(instance, slug) as (session, found):
        new = terms.change(session, found, None, "\n".join(lines), utc_now(), reason)
    click.echo("\n".join(new))


@act("terms")
def show_terms(instance: Path, slug: str) -> None:
    """What was agreed: the pace and the rules, a line each."""
    with leading(instance, slug) as (_, found):
        click.echo("\n".join(terms.written(found)))


# --- back and forth, and put right ------------------------------------------------------------------------------


@act("rollback")
@click.argument("phase")
@click.option("--keep-orders", is_flag=True, help="The orders given then stand again.")
@because
def rollback(instance: Path, slug: str, phase: str, keep_orders: bool, reason: str) -> None:
    """Go on from an earlier PHASE (its name, its number, or “Spring 1901”); nothing that happened is erased."""
    with leading(instance, slug) as (session, found):
        named = phases_named(games.timeline(session, found), phase, games.called)
        if not (phase and named):
            raise Refused("no such phase", number=phase)
        master.rollback(session, found, None, named[-1].number, utc_now(), keep_orders=keep_orders, reason=reason)
        called = games.called(named[-1])
    click.echo(f"{slug} goes on from {called}.")


@act("rollforward")
@because
def rollforward(instance: Path, slug: str, reason: str) -> None:
    """Take the last going back back, with the orders given by then."""
    with leading(instance, slug) as (session, found):
        name = master.rollforward(session, found, None, utc_now(), reason).name
    click.echo(f"{slug} goes on from {name}.")


@act("correct")
@click.argument("seat")
@click.argument("lines", nargs=-1)
@because
def correct(instance: Path, slug: str, seat: str, lines: tuple[str, ...], reason: str) -> None:
    """Give orders in the place of a SEAT, a LINE each (without any, from standard input); they replace what stood.
    One wrong line, and nothing changes."""
    text = typed(lines)
    with leading(instance, slug) as (session, found):
        answer = master.correct(session, found, None, seats.find(session, found, seat), text, utc_now(), reason)
    click.echo("\n".join(answer.standing) or "(none)")


@act("board")
@click.argument("lines", nargs=-1)
@because
def board(instance: Path, slug: str, lines: tuple[str, ...], reason: str) -> None:
    """Put the board right, a LINE each, in words of the game. Without a line: what can be said."""
    with leading(instance, slug) as (session, found):
        if not lines:
            click.echo("\n".join(outline(corrections.ask(session, found, None))))
            return
        number = corrections.correct(session, found, None, "\n".join(lines), utc_now(), reason).number
    click.echo(f"{slug} goes on as phase {number}, put right.")


# --- seats ------------------------------------------------------------------------------------------------------


@act("replace")
@click.argument("seat")
@click.argument("address")
@because
def replace(instance: Path, slug: str, seat: str, address: str, reason: str) -> None:
    """Hand a SEAT to the player with this ADDRESS; who has never written here is invited."""
    with leading(instance, slug) as (session, found):
        code, new = seats.find(session, found, seat).code, people.player(session, address, utc_now())
        label = master.replace(session, found, None, code, new, utc_now(), reason=reason).label
    click.echo(f"{label} is played by {address} now.")


@act("eject")
@click.argument("seat")
@because
def eject(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Take a SEAT from its player; it is vacant then."""
    with leading(instance, slug) as (session, found):
        master.eject(session, found, None, seats.find(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} is vacant.")


@act("dummy")
@click.argument("seat")
@because
def dummy(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Let the game's own adviser play a SEAT."""
    with leading(instance, slug) as (session, found):
        master.dummy(session, found, None, seats.find(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} is played by a dummy.")


@act("address")
@click.argument("seat")
@because
def readdress(instance: Path, slug: str, seat: str, reason: str) -> None:
    """Give a SEAT a new secret address; its player gets it by letter."""
    with leading(instance, slug) as (session, found):
        master.readdress(session, found, None, seats.find(session, found, seat), utc_now(), reason)
    click.echo(f"{seat} has a new address.")


# --- the game as a whole ----------------------------------------------------------------------------------------


@act("message")
@click.argument("words", nargs=-1)
def message(instance: Path, slug: str, words: tuple[str, ...]) -> None:
    """Write to all players, as the game master (without words, from standard input)."""
    text = " ".join(words) or sys.stdin.read()
    with leading(instance, slug) as (session, found):
        master.message(session, found, None, text, utc_now(), f"cli:{secrets.token_hex(8)}")
    click.echo("Sent to all.")


@act("cancel")
@click.confirmation_option(prompt="The game ends for all, without a winner. Are you sure?")
@because
def cancel(instance: Path, slug: str, reason: str) -> None:
    """End a game without a winner, for good."""
    with leading(instance, slug) as (session, found):
        master.cancel(session, found, None, utc_now(), reason)
    click.echo(f"{slug} is ended.")


@act("hand-over")
@click.argument("address")
def hand_over(instance: Path, slug: str, address: str) -> None:
    """Make somebody the game master, once he accepts; a co-master is it at once."""
    with leading(instance, slug) as (session, found):
        done = master.hand_over(session, found, None, people.who_wrote(session, address), utc_now())
    click.echo(f"{address} {'is the game master now' if done else 'is asked'}.")


@act("co-master")
@click.argument("address")
@click.option("--no", "dismissed", is_flag=True, help="He leads the game no more.")
def co_master(instance: Path, slug: str, address: str, dismissed: bool) -> None:
    """Ask somebody to lead a game beside its master."""
    with leading(instance, slug) as (session, found):
        player = people.who_wrote(session, address)
        (master.dismiss if dismissed else master.ask_to_lead)(session, found, None, player, utc_now())
    click.echo(f"{address} {'leads the game no more' if dismissed else 'is asked'}.")


@act("leaders")
def who_leads(instance: Path, slug: str) -> None:
    """Who leads a game, and who was asked to."""
    with leading(instance, slug) as (session, found):
        chief = session.get(Player, found.master_id) if found.master_id else None
        click.echo(f"master     {chief.address if chief else '(the host)'}")
        for row, player in leaders.every(session, found):
            click.echo(f"{row.role:10} {player.address}")


@act("ledger")
def ledger(instance: Path, slug: str) -> None:
    """Who did what to a game, when and why."""
    with leading(instance, slug) as (session, found):
        for line in chronicle.ledger(session, found, lambda at: reports.when(at, found.zone)):
            click.echo(f"{reports.when(line.at, found.zone)}  {line.text}")
