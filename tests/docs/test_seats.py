"""The page about seats shows the table of rights as it is."""

from __future__ import annotations

from pathlib import Path

from pbem.games.rights import RIGHTS, Right, Role

PAGE = Path(__file__).parents[2] / "docs/seats.md"


def test_the_table_of_rights_is_the_one_that_counts() -> None:
    rows = [["", *Role], ["---"] * (len(Role) + 1)]
    rows += [[right, *("yes" if right in RIGHTS[role] else "no" for role in Role)] for right in Right]
    table = "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)
    assert table in PAGE.read_text("utf-8")


def test_a_deputy_may_nothing_that_outlasts_him() -> None:
    """Nor anything that is not the seat's holder's as well."""
    lasting = {Right.VOTE, Right.LEAVE, Right.ADDRESS, Right.NAME, Right.AFTERWARDS, Right.OLD_PRESS}
    assert not RIGHTS[Role.DEPUTY] & lasting
    assert RIGHTS[Role.WATCHER] <= RIGHTS[Role.DEPUTY] <= RIGHTS[Role.HOLDER]
