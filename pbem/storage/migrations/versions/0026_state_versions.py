"""Each phase says which version stored its position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phase", sa.Column("state_version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("phase", sa.Column("made_by", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("phase", "made_by")
    op.drop_column("phase", "state_version")
