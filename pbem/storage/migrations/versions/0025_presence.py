"""Each phase says what became of each seat's turn in the one before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    empty = "x''" if op.get_bind().dialect.name == "sqlite" else "''"  # bytes, not text
    op.add_column("phase", sa.Column("presence", sa.LargeBinary(), server_default=sa.text(empty), nullable=False))


def downgrade() -> None:
    op.drop_column("phase", "presence")
