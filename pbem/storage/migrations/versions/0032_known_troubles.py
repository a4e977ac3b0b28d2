"""What the host was told is wrong, and instants that one process knows and all shall."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0030"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "known_trouble",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("over_at", INSTANT, nullable=True),
        sa.Column("told_at", INSTANT, nullable=True),
        sa.Column("owed", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "milestone",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("at", INSTANT, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("milestone")
    op.drop_table("known_trouble")
