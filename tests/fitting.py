"""Words that the checks of a database let in, for rows of which nothing else matters."""

from __future__ import annotations

from pbem.storage.models import checks

EVERY = tuple(checks.wanted_checks())
FITTING = {
    "key": ("report:12:3",),
    "origin": ("start", "resolve", "correction", "rollback 7"),
    "proposal": ("draw RED BLU", "concede RED", "extend 24h"),
    "audience": ("*", "RED", "RED BLU"),
}
"""What fits columns of which the form alone is known."""


def fitting(table: str) -> dict[str, str]:
    """A word for each column of a table that is checked."""
    return {one.column: (one.words or FITTING[one.column])[0] for one in EVERY if one.table == table}
