"""What a process does for its host: all of it (`pbem serve`), or one part beside others on the same PostgreSQL."""

from __future__ import annotations

from enum import StrEnum


class Duty(StrEnum):
    """A part of a server that can be a process of its own, any number of them; each has a command of its name."""

    WEB = "web"
    """Shows the pages."""
    RECEIVE = "receive"
    """Takes letters in at the SMTP door and keeps them."""
    WORK = "work"
    """Reads letters, closes phases, moves bots, leads campaigns, makes game books, prunes."""
    SEND = "send"
    """Paints letters and hands them to the relay."""


EVERYTHING = frozenset(Duty)
