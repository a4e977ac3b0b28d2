"""Commands about what stays of a game: its book, and what of one's press others may read then."""

from __future__ import annotations

from pbem.commands.context import Work
from pbem.commands.declarations import CommandForm, ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents.gamebook import making
from pbem.games.rights import Right, Role
from pbem.games.talk import press


@declare(
    ServerCommand(
        "game book",
        (
            command_form(
                r"(my |the |a )?(game ?)?book",
                "game book",
                "the whole game so far as one PDF, in a letter of its own",
            ),
        ),
        "letters",
        once=True,
        tells=True,
        right=Right.OWN,
        says=("game book", "page book"),
    )
)
def request_game_book(work: Work) -> str:
    """A letter brings it; the page that asks has it once it is made. A deputy gets what anybody can read."""
    limits, writer, by_mail = work.config.limits, work.writer, work.door == "letter"
    seat = writer.seat if work.role is Role.HOLDER else None
    making.request_book(work.session, limits, work.game, seat, writer.player, work.now, by_mail=by_mail)
    return work.say("game book" if by_mail else "page book", slug=work.game.slug)


def press_opening_command(name: str, one: CommandForm, says: str) -> ServerCommand:
    """A command by which a seat decides what becomes of its press."""
    return ServerCommand(name, (one,), "letters", says=(says,))


@declare(
    press_opening_command(
        "open press",
        command_form(
            r"open (my )?press", "open press", "what you wrote to some may be read by all once the game is over"
        ),
        "press opens",
    )
)
def open_press(work: Work) -> str:
    press.open_press_at_end(work.session, work.game, work.seat, True, work.now)
    return work.say("press opens")


@declare(
    press_opening_command(
        "close press",
        command_form(r"close (my )?press", "close press", "takes “open press” back"),
        "press stays closed",
    )
)
def close_press(work: Work) -> str:
    press.open_press_at_end(work.session, work.game, work.seat, False, work.now)
    return work.say("press stays closed")
