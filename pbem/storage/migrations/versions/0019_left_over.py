"""What was left over in games of before: phases that a rollback has gone behind are marked, and the clock looks at
games that were to wait for ever."""

from __future__ import annotations

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


WAKE = """UPDATE phase SET due_at = deadline
    WHERE due_at IS NULL AND resolved_at IS NULL AND deadline IS NOT NULL
    AND game_id IN (SELECT id FROM game WHERE status = 'running')"""


def upgrade() -> None:
    mark_undone()
    op.execute(WAKE)


def mark_undone() -> None:
    phase = sa.table(
        "phase",
        sa.column("id", sa.Integer),
        sa.column("game_id", sa.Integer),
        sa.column("number", sa.Integer),
        sa.column("origin", sa.String),
        sa.column("undone", sa.Boolean),
    )
    every: dict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
    for row in op.get_bind().execute(sa.select(phase.c.game_id, phase.c.number, phase.c.id, phase.c.origin)):
        every[row.game_id][row.number] = (row.id, row.origin)
    for known in every.values():
        kept = line({number: origin for number, (_, origin) in known.items()})
        undone = [key for number, (key, _) in known.items() if number not in kept]
        if undone:
            op.execute(sa.update(phase).where(phase.c.id.in_(undone)).values(undone=True))


def line(origins: dict[int, str]) -> set[int]:
    """The numbers of the phases that led to the newest one."""
    found, number = set(), max(origins)
    while number in origins:
        found.add(number)
        while origins[number] == "correction" or origins[number].startswith("rollback"):
            number = int(origins[number].partition(" ")[2] or number - 1)
        number -= 1
    return found


def downgrade() -> None:
    """What is marked was undone, and the version before puts a game that waits off again."""
