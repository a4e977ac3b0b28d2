"""Each duty has a pulse; one that comes back says since when it was silent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pulse", sa.Column("silent_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("pulse", "silent_since")
