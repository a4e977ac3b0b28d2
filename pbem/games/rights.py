"""What each of those may do who have to do with a seat: decided here and nowhere else; docs/seats.md shows it.

A command says which right it takes (`pbem.commands.language.Command.right`); one that says none is its holder's alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Right(StrEnum):
    """Something that can be done about a seat, or in its place."""

    OWN = "one's own affairs: settings, signing in, other games"
    REPORTS = "read the reports of phases that were open in one's time, with what the seat alone knows"
    ORDERS = "give orders and take them back, be ready"
    PRESS = "write press as the seat"
    NEW_PRESS = "read press that is written in one's time"
    OLD_PRESS = "read private press of before"
    VOTE = "vote"
    LEAVE = "resign the seat, or give it away"
    ADDRESS = "get its secret address, or a new one"
    NAME = "name a deputy, or end one"
    AFTERWARDS = "what is kept for the end: diary, statement, opening one's press, the seat's game book"


class Role(StrEnum):
    """In what one has to do with a seat."""

    HOLDER = "holder"
    DEPUTY = "deputy"
    WATCHER = "watcher"


RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.HOLDER: frozenset(Right) - {Right.OLD_PRESS},
    Role.DEPUTY: frozenset({Right.OWN, Right.REPORTS, Right.ORDERS, Right.PRESS, Right.NEW_PRESS}),
    Role.WATCHER: frozenset({Right.OWN}),
}
"""The whole table. A holder reads what was private before their time only if it was left to them
(`pbem.games.seating.tenures`); a watcher gets the reports that anybody can read."""


def has_right(role: Role, right: Right | None) -> bool:
    return right is not None and right in RIGHTS[role]
