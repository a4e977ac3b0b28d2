"""What comes for good of what is said: it is shown before it is done, where anybody could have said it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.commands.declarations import Utterance
from pbem.storage.models import Game, Seat
from pbem.wording import ENGLISH


def list_final_words(saying: Iterable[Utterance]) -> list[Utterance]:
    """Return what of a letter cannot be undone: it is never done without a second look, unless the letter knew a secret
    address."""
    return [said for said in saying if said.final_consequence()]


def describe_consequences(saying: Sequence[Utterance], game: Game | None, seat: Seat | None) -> list[str]:
    """Return what comes of it, each in a sentence that begins with its line."""
    say = ENGLISH  # as the question is
    of, whose = game.slug if game else say("the game"), seat.label if seat else say("your seat")
    return [f"“{said.lines[0][:80]}”: {said.final_consequence(of, whose)}" for said in list_final_words(saying)]
