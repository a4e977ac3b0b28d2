"""What each command does, and the sentence that answers it.

An act is a function of the work in hand (`pbem.commands.context.Work`) and of what was said, under the declaration of
its command: how it is written, what help tells of it, who may give it, where (`pbem.commands.language.ServerCommand`).
Nothing here decides who may write.
"""

from __future__ import annotations

from pbem.commands.handlers import (
    absent,
    agreed,
    asking,
    books,
    campaigns,
    ending,
    judge,
    keepsakes,
    leading,
    letters,
    myself,
    people,
    proving,
    seat,
    seating,
    when,
)
from pbem.commands.handlers.declared import COMMANDS

__all__ = [
    "COMMANDS",
    "absent",
    "agreed",
    "asking",
    "books",
    "campaigns",
    "ending",
    "judge",
    "keepsakes",
    "leading",
    "letters",
    "myself",
    "people",
    "proving",
    "seat",
    "seating",
    "when",
]
