"""What each command of a letter does, and the sentence that answers it.

`ACTS` maps a command's name to a function of the letter being worked on; it returns the sentence for the receipt, or
raises `Refused` (put into words by `pbem.wording`) or `No` with its own words. Nothing here decides who may write.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.mail.acts import asking, books, leading, letters, seat
from pbem.mail.commands import Said
from pbem.mail.work import Work

BOOKS = frozenset({"rules", "guide", "sentences", "topic"})
"""What brings a piece of a game's books."""
ONCE = BOOKS | {"help", "steps", "games", "status", "report", "history", "what if", "address", "sign in"}
"""What is done once for a letter, however many lines of it say the same."""
ACTS: dict[str, Callable[[Work, Said], str]] = {
    "help": asking.help_,
    "steps": asking.steps,
    "topic": books.topic,
    "rules": books.rules,
    "guide": books.guide,
    "sentences": books.sentences,
    "games": asking.list_games,
    "join": seat.join,
    "status": asking.status,
    "report": asking.report,
    "history": asking.history,
    "ready": seat.ready,
    "wait": seat.wait,
    "clear": seat.clear,
    "press": letters.write,
    "broadcast": letters.write,
    "vote": seat.vote,
    "unvote": seat.unvote,
    "resign": seat.resign,
    "what if": asking.what_if,
    "address": seat.address,
    "sign in": seat.link,
    "zone": seat.settings,
    "pdf": seat.settings,
    "paper": seat.settings,
    "yes": seat.nothing_to_confirm,
    "signon": seat.signon,
    "extend": leading.extend,
    "pause": leading.pause,
    "resume": leading.resume,
    "process": leading.process,
    "replace": leading.replace,
    "rollback": leading.rollback,
}
