"""Commands about people: what one is called, who plays, and how reliably somebody does."""

from __future__ import annotations

from pbem.commands.context import Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import game_summary, reports
from pbem.documents.game_summary import describe_reliability_figures
from pbem.games import games, notify
from pbem.games.people import people
from pbem.games.results import reliability
from pbem.games.rights import Right
from pbem.games.seating import seat_lottery
from pbem.storage.models import Game, Player, Seat


@declare(
    ServerCommand(
        "name",
        (
            command_form(
                r"(set |my )?name( is)? (?P<name>\S.{0,200})",
                "name ADA",
                "what others read you are called",
                friendly=True,
            ),
            command_form(r"no name", "no name", "you are called nothing any more"),
        ),
        "letters",
        says=("named", "unnamed"),
        right=Right.OWN,
    )
)
def change_name(work: Work, name: str = "") -> str:
    people.rename_player(work.session, work.writer.player, name)
    called = game_summary.shown_player_name(work.writer.player)
    return work.say("named", name=called) if called else work.say("unnamed")


@declare(
    ServerCommand(
        "who",
        (
            command_form(
                r"who( plays| is who)?( (in |game )?(?P<game>[\w-]+))?( full)?", "who GAME", "who plays in a game"
            ),
        ),
        "game",
        asks=True,
        once=True,
        talks=True,
        says=("who", "who secret", "who seat", "who vacant", "who somebody", "who you", "who waits"),
        right=Right.REPORTS,
    )
)
def show_who_plays(work: Work, game: Game) -> str:
    if reports.hides_names(game):
        return work.say("who secret", slug=game.slug)
    held = {seat.id: player for seat, player in notify.list_holders(work.session, game)}
    drawn = games.is_to_be_drawn(game)
    some = [seat for seat in games.list_game_seats(work.session, game) if seat.id in held or not drawn]
    lines = [describe_seat_holder(work, seat, held.get(seat.id)) for seat in some] + (
        list_waiting_for_draw(work, game) if drawn else []
    )
    return work.add_section(work.say("who", slug=game.slug), "\n".join(lines))


def list_waiting_for_draw(work: Work, game: Game) -> list[str]:
    """Return who waits for the draw of the free seats."""
    there = [work.session.get_one(Player, one.player_id) for one in seat_lottery.list_wishes(work.session, game)]
    names = [game_summary.shown_player_name(one) or work.say("who somebody") for one in there]
    counted = work.say("who waits", count=len(there), most=len(games.list_vacant_seats(work.session, game)))
    return [counted, *names]


def describe_seat_holder(work: Work, seat: Seat, player: Player | None) -> str:
    """Return who holds a seat."""
    if player is None:
        return work.say("who vacant", seat=work.say.seat_name(seat))
    known = game_summary.shown_player_name(player) or work.say("who somebody")
    return work.say(
        "who you" if work.known and player.id == work.known.player.id else "who seat",
        seat=work.say.seat_name(seat),
        name=known,
    )


@declare(
    ServerCommand(
        "whois",
        (
            command_form(
                r"(who ?is|find) (?!(this|that|there|it)\b)(?P<name>\S.{0,80})",
                "whois ADA",
                "who has played here under this name, and how reliably",
            ),
        ),
        "learning",
        asks=True,
        once=True,
        talks=True,
        right=Right.OWN,
        says=("whois", "whois none"),
    )
)
def find_player(work: Work, name: str) -> str:
    """By the name alone: an address is told to nobody."""
    found = reliability.list_players_by_name(work.session, name)
    if not found:
        return work.say("whois none", name=name)
    return work.add_section(work.say("whois", name=name), "\n".join(describe_reliability(work, one) for one in found))


def describe_reliability(work: Work, player: Player) -> str:
    page = f" {work.config.public_url}/players/{player.id}" if work.config.public_url else ""
    return (
        f"{game_summary.shown_player_name(player)}: "
        f"{describe_reliability_figures(reliability.reliability_figures(work.session, player), work.say)}{page}"
    )
