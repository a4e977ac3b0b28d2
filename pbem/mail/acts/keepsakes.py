"""Commands about what stays of a game: its book, and what of one's press others may read then."""

from __future__ import annotations

from pbem.gamebook import making
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Form, Said, form
from pbem.mail.work import Work
from pbem.play import press


@declare(
    Command(
        "game book",
        (
            form(
                r"(my |the |a )?(game ?)?book",
                "game book",
                "the whole game so far as one PDF, in a letter of its own",
            ),
        ),
        "letters",
        elsewhere="The page of the game has a link to its game book.",
        once=True,
        tells=True,
        says=("game book",),
    )
)
def game_book(work: Work, _: Said) -> str:
    limits, writer = work.config.limits, work.writer
    making.ask(work.session, limits, work.game, writer.seat, writer.player, work.now, by_mail=True)
    return work.say("game book", slug=work.game.slug)


def of_press(name: str, one: Form, says: str) -> Command:
    """A command by which a seat decides what becomes of its press."""
    return Command(name, (one,), "letters", says=(says,))


@declare(
    of_press(
        "open press",
        form(r"open (my )?press", "open press", "what you wrote to some may be read by all once the game is over"),
        "press opens",
    )
)
def open_press(work: Work, _: Said) -> str:
    press.open_at_end(work.session, work.game, work.seat, True, work.now)
    return work.say("press opens")


@declare(
    of_press("close press", form(r"close (my )?press", "close press", "takes “open press” back"), "press stays closed")
)
def close_press(work: Work, _: Said) -> str:
    press.open_at_end(work.session, work.game, work.seat, False, work.now)
    return work.say("press stays closed")
