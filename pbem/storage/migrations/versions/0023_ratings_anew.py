"""Ratings are made again from the games: whoever took less than half of their turns is not rated any more."""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM rating")


def downgrade() -> None:
    op.execute("DELETE FROM rating")
