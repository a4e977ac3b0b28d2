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
    op.drop_index("ix_mail_in_ready_at", table_name="mail_in")
    op.create_index("ix_mail_in_queue", "mail_in", ["ready_at", "attempts"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_mail_in_queue", table_name="mail_in")
    op.create_index("ix_mail_in_ready_at", "mail_in", ["ready_at"], unique=False)
    for column in ("ran", "boot"):
        op.drop_column("pulse", column)
    op.drop_column("outbox", "claims")
