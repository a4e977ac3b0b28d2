"""Claims of the outbox are counted, so that what ends its painter is found; the pulse says by which machine's time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("claims", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("pulse", sa.Column("boot", sa.String(), nullable=False, server_default=""))
    op.add_column("pulse", sa.Column("ran", sa.Float(), nullable=False, server_default="0"))


def downgrade() -> None:
    for column in ("ran", "boot"):
        op.drop_column("pulse", column)
    op.drop_column("outbox", "claims")
